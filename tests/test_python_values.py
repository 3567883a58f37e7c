"""What the public functions give: one line at a prompt, a table or a picture in a notebook, and pickles."""

from __future__ import annotations

import importlib
import pickle
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import is_dataclass
from html.parser import HTMLParser
from inspect import isfunction
from pathlib import Path
from typing import Any

import pytest

import brickyard
import catalog
import fleets
import ldraw_tools
import validators
from ldraw_tools.json_values import to_plain
from ldraw_tools.notebooks import html_table, line_of
from scripts.manual_python import PACKAGES
from tests.fleets.battles.playing import GOLDEN
from tests.running import ROOT
from tests.test_cookbook import RECIPES

pytestmark = pytest.mark.usefixtures("coarse_pictures")

CHUB, DEPOT = "examples/frames/chub.mpd", "examples/stations/depot.mpd"
ANVIL, FANG = "examples/companies/estars-anvil.yaml", "examples/companies/suns-fang.yaml"
MINE = "mine.csv"
LOG = "log.json"
DRY, OVER = "examples/campaigns/the-long-dry.yaml", "examples/campaigns/games/2026-10-31.json"


def without_games(campaign: str) -> Path:
    path = Path(campaign).with_name("again.yaml")
    path.write_text(Path(campaign).read_text("utf-8").partition("objective:\n")[0], "utf-8")
    return path


# Every public function with a good call and, if there is one, a call that is refused.
Call = Callable[[], Any]
CALLS: dict[str, tuple[Call, Call | None]] = {
    "ldraw_tools.read": (lambda: ldraw_tools.read(CHUB), lambda: ldraw_tools.read("gone.mpd")),
    "catalog.colour": (lambda: catalog.colour("Red"), None),
    "catalog.edition": (lambda: catalog.edition("condensed"), lambda: catalog.edition("condensd")),
    "catalog.find_part": (lambda: catalog.find_part("3001"), None),
    "fleets.compare": (lambda: fleets.compare([ANVIL, FANG]), lambda: fleets.compare([ANVIL])),
    "fleets.odds": (
        lambda: fleets.odds("2Rd 1B", "1B", range="direct"),
        lambda: fleets.odds("2Rx", "1B", range="direct"),
    ),
    "fleets.parse_dice": (
        lambda: fleets.parse_dice("2Rd 1B"),
        lambda: fleets.parse_dice("2Rd", game="chess"),
    ),
    "validators.check": (lambda: validators.check(ANVIL), lambda: validators.check("gone.yaml")),
    "brickyard.battle": (
        lambda: brickyard.battle(["2/5", "2/4"], tactics="rush", within=45, anyway=True),
        lambda: brickyard.battle(["3/9", MINE]),
    ),
    "brickyard.tournament": (
        lambda: brickyard.tournament(["2/5", "2/4"], tactics="rush", within=45, anyway=True),
        lambda: brickyard.tournament(["3/9"]),
    ),
    "brickyard.battle_story": (
        lambda: brickyard.battle_story(["2/5", "2/4"], seed=3, anyway=True),
        lambda: brickyard.battle_story(["3/9"], seed=3),
    ),
    "brickyard.bid": (lambda: brickyard.bid(ANVIL, FANG), lambda: brickyard.bid(ANVIL, likely="x")),
    "brickyard.can_build": (
        lambda: brickyard.can_build(CHUB, owned=MINE),
        lambda: brickyard.can_build(CHUB),
    ),
    "brickyard.card": (lambda: brickyard.card(CHUB), lambda: brickyard.card("gone.mpd")),
    "brickyard.add_game": (
        lambda: brickyard.add_game(without_games(DRY), OVER),
        lambda: brickyard.add_game(ANVIL, OVER),
    ),
    "brickyard.campaign": (lambda: brickyard.campaign(DRY), lambda: brickyard.campaign(ANVIL)),
    "brickyard.catalog_search": (
        lambda: brickyard.catalog_search("plate 1 x 2"),
        lambda: brickyard.catalog_search("no such part"),
    ),
    "brickyard.catalog_show": (
        lambda: brickyard.catalog_show("3001"),
        lambda: brickyard.catalog_show("3001zz"),
    ),
    "brickyard.check": (
        lambda: brickyard.check([ANVIL, "examples/mechs"]),
        lambda: brickyard.check("gone.mpd"),
    ),
    "brickyard.compare": (lambda: brickyard.compare([ANVIL, FANG]), lambda: brickyard.compare(ANVIL)),
    "brickyard.design_facts": (
        lambda: brickyard.design_facts(CHUB),
        lambda: brickyard.design_facts(ANVIL, unit="Nobody"),
    ),
    "brickyard.dice": (lambda: brickyard.dice(CHUB), lambda: brickyard.dice("gone.mpd")),
    "brickyard.diff": (lambda: brickyard.diff(ANVIL, FANG), lambda: brickyard.diff(ANVIL, "gone.yaml")),
    "brickyard.draft": (
        lambda: brickyard.draft(MINE, players=["Ann", "Bo"]),
        lambda: brickyard.draft(MINE, players="Ann"),
    ),
    "brickyard.editions": (lambda: brickyard.editions(), lambda: brickyard.editions("condensd")),
    "brickyard.explain": (lambda: brickyard.explain("SYS001"), lambda: brickyard.explain("XXX999")),
    "brickyard.export": (
        lambda: brickyard.export(CHUB, formats="glb"),
        lambda: brickyard.export(CHUB, formats="doc"),
    ),
    "brickyard.inspect": (lambda: brickyard.inspect(CHUB), lambda: brickyard.inspect(ANVIL)),
    "brickyard.instructions": (
        lambda: brickyard.instructions(CHUB, target="steps.pdf", force=True),
        lambda: brickyard.instructions("gone.mpd"),
    ),
    "brickyard.keys": (lambda: brickyard.keys("company"), lambda: brickyard.keys("compny")),
    "brickyard.library_status": (brickyard.library_status, None),
    "brickyard.manual": (
        lambda: brickyard.manual("heap"),
        lambda: brickyard.manual(target="examples"),
    ),
    "brickyard.new": (lambda: brickyard.new("company"), lambda: brickyard.new("compny")),
    "brickyard.odds": (
        lambda: brickyard.odds([ANVIL, FANG], matrix=True),
        lambda: brickyard.odds("2Rd", white="never"),
    ),
    "brickyard.owned": (lambda: brickyard.owned(MINE), lambda: brickyard.owned("gone.csv")),
    "brickyard.pack": (lambda: brickyard.pack([ANVIL, FANG]), lambda: brickyard.pack("gone.yaml")),
    "brickyard.parts_list": (
        lambda: brickyard.parts_list(CHUB, forms="bricklink"),
        lambda: brickyard.parts_list(CHUB, forms="ebay"),
    ),
    "brickyard.publish": (
        lambda: brickyard.publish(DEPOT, "site", steps=False),
        lambda: brickyard.publish("gone.mpd", "site"),
    ),
    "brickyard.render": (
        lambda: brickyard.render(CHUB, size="60x40"),
        lambda: brickyard.render(CHUB, size="huge"),
    ),
    "brickyard.replay": (lambda: brickyard.replay(LOG), lambda: brickyard.replay(MINE)),
    "brickyard.rules": (lambda: brickyard.rules("condensed"), lambda: brickyard.rules("condensd")),
    "brickyard.set_tags": (
        lambda: brickyard.set_tags(CHUB, {"rifle.ldr": "2Rd"}, target="tagged.mpd", force=True),
        lambda: brickyard.set_tags(CHUB, {"rifel.ldr": "2Rd"}, target="tagged.mpd"),
    ),
    "brickyard.sheets": (
        lambda: brickyard.sheets(ANVIL, target="sheets.pdf", force=True),
        lambda: brickyard.sheets("gone.yaml"),
    ),
    "brickyard.tags": (lambda: brickyard.tags(CHUB), lambda: brickyard.tags("gone.mpd")),
}
# What else there is to hold: parts of answers, and answers of other kinds.
VALUES: dict[str, Call] = {
    **{name: good for name, (good, _) in CALLS.items()},
    "a report": lambda: brickyard.check(ANVIL).reports[0],
    "a lot": lambda: brickyard.parts_list(CHUB).lots[0],
    "a finding": lambda: brickyard.check(ANVIL).reports[0].findings[0],
    "an inventory": lambda: ldraw_tools.read(CHUB).inventory(),
    "a size": lambda: ldraw_tools.read(CHUB).size(),
    "a workspace": ldraw_tools.Workspace,
    "a fight": lambda: brickyard.odds([CHUB, CHUB]),
    "cards": lambda: brickyard.odds(CHUB),
    "a change of dice": lambda: brickyard.diff("2Rd 1B", "2Rd 1G"),
    "a mech's odds": lambda: brickyard.odds("examples/mechs/siege.yaml"),
    "a campaign": lambda: brickyard.check("examples/campaigns/the-long-dry.yaml").reports[0],
    "an edition": lambda: brickyard.check("examples/garage-rules.yaml").reports[0],
    "an error": lambda: brickyard.BrickyardError("why"),
}
SHOWN = (
    *("brickyard.check", "a report", "a campaign", "brickyard.parts_list", "brickyard.owned", "an inventory"),
    *("brickyard.can_build", "brickyard.compare", "fleets.compare", "brickyard.odds", "a fight", "cards"),
    *("a change of dice", "a mech's odds"),
)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("python")
    shutil.copytree(ROOT / "examples", folder / "examples")
    (folder / MINE).write_text("number,colour,quantity\n3001,5,10\n3023,11,20\n", "utf-8")
    shutil.copy(GOLDEN / "example-round.json", folder / LOG)
    return folder


@pytest.fixture(autouse=True)
def _here(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(place)


def test_every_public_function_is_called_here() -> None:
    found: dict[Any, str] = {}
    for package in map(importlib.import_module, PACKAGES):
        for name in package.__all__:
            value = getattr(package, name)
            if isfunction(value):
                found.setdefault(value, f"{package.__name__}.{name}")
    assert set(found.values()) == set(CALLS)


@pytest.mark.parametrize("name", VALUES)
def test_every_value_is_a_line_at_a_prompt_and_can_be_pickled(name: str) -> None:
    value = VALUES[name]()
    line = repr(value)
    assert len(line) < 400
    assert line.isprintable()
    again = pickle.loads(pickle.dumps(value))
    assert repr(again) == line or name == "a workspace"
    # What holds a model is equal only to itself; then what is said of it is the same.
    assert again == value or not is_dataclass(value) or to_plain(again) == to_plain(value)


@pytest.mark.parametrize("name", CALLS)
def test_a_function_says_what_it_raises_and_raises_nothing_else(name: str) -> None:
    package, _, called = name.partition(".")
    doc = getattr(importlib.import_module(package), called).__doc__
    wrong = CALLS[name][1]
    if wrong is None:
        assert "Raises nothing." in doc
    else:
        assert re.search(r"[Rr]aises\s`BrickyardError`", doc)
        with pytest.raises(brickyard.BrickyardError):
            wrong()


class _Tags(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: list[Any] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[Any]) -> None:
        self.tags.add(tag)
        self.attributes += attrs


@pytest.mark.parametrize("name", SHOWN)
def test_a_notebook_shows_a_plain_table(name: str) -> None:
    shown = _Tags(VALUES[name]()._repr_html_())
    assert {"strong", "td"} <= shown.tags | {"strong"}
    assert shown.tags <= {"p", "strong", "table", "thead", "tbody", "tr", "th", "td"}
    assert set(shown.attributes) <= {("style", "text-align: left")}


def test_names_from_files_are_text_in_a_notebook() -> None:
    shown = html_table("<b>", ["<i>"], [["<script>alert(1)</script>\x1b[31m"]])
    assert _Tags(shown).tags <= {"p", "strong", "table", "thead", "tbody", "tr", "th", "td"}
    assert "\x1b" not in shown
    heads_and_cells = html_table("", ["number", "word"], [[1, "x"]])
    assert heads_and_cells.count("text-align: left") == 2, "a word and its head, not the number"
    assert "and 1 more" in html_table("", ["n"], [[number] for number in range(201)])


def test_names_from_files_are_text_at_a_prompt(tmp_path: Path) -> None:
    model = tmp_path / "evil.ldr"
    model.write_text("0 Red\x1b[31m\n0 !LDRAW_ORG Model\n1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n")
    for value in (brickyard.parts_list(model), brickyard.check(model).reports[0]):
        assert line_of(value).isprintable()


def test_a_notebook_shows_a_picture_of_a_model() -> None:
    for shown in (ldraw_tools.read(CHUB), brickyard.render(CHUB, size="60x40")):
        assert (shown._repr_png_() or b"").startswith(b"\x89PNG")
    assert brickyard.export(CHUB, formats="stl")._repr_png_() is None
    Path("empty.ldr").write_text("0 Nothing\n")
    with pytest.raises(brickyard.BrickyardError, match="nothing to draw"):
        ldraw_tools.read("empty.ldr")._repr_png_()


def test_b27_a_size_is_a_size_and_its_words_stand_apart() -> None:
    facts = brickyard.design_facts(CHUB)
    assert isinstance(facts.size, brickyard.Size)
    assert facts.size_text == "9.07 × 9.29 studs, 9.31 bricks tall"
    assert round(facts.size.width_studs, 2) == 9.07
    assert brickyard.design_facts(DEPOT).size != facts.size


def test_b27_a_number_of_players_is_a_number() -> None:
    with pytest.raises(brickyard.BrickyardError, match="whole number"):
        brickyard.check(ANVIL, players="3")  # type: ignore[arg-type]
    assert brickyard.compare([ANVIL, Path(FANG)]).sides[0].name == "Sun's Fang"


USERS_FILE = """
from brickyard import BrickyardError, DesignFacts, Finding, PartsList, Report, Size
from brickyard import check, colour, compare, design_facts, edition, odds, parts_list, read, render

def errors(report: Report) -> list[Finding]:
    return [one for one in report.findings if one.severity == "error"]

def cost(parts: PartsList) -> int:
    return sum(lot.quantity for lot in parts.to_buy)

try:
    found: list[Finding] = [one for report in check("a.yaml").reports for one in errors(report)]
except BrickyardError as error:
    print(error.findings)
facts: DesignFacts = design_facts("a.mpd")
size: Size | None = facts.size
if size is not None:
    print(size.width_studs + 1.0, cost(parts_list("a.mpd")), read("a.mpd").inventory().total + 1)
named = colour("Red")
print(named.bricklink_id if named else None, edition("condensed").title.upper())
print(compare(["a.yaml", "b.yaml"]).sides[0].score + 1, render("a.mpd").data[:4] == b"", odds("2Rd 1B").title)
"""


def test_a_strict_users_file_and_the_cookbook_are_checked(tmp_path: Path) -> None:
    wrong = {"one.py": "cost(check('a.yaml'))", "two.py": "size.width_studs"}
    (tmp_path / "users.py").write_text(USERS_FILE, "utf-8")
    for name, line in wrong.items():
        (tmp_path / name).write_text(f"from users import *\nfrom brickyard import check\n{line}\n", "utf-8")
    recipes = {f"recipe{number}.py": script for number, (script, _) in enumerate(RECIPES)}
    for name, script in recipes.items():
        (tmp_path / name).write_text(script, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", "cache", "users.py", *wrong, *recipes],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    found = re.findall(r"^(\w+\.py):\d+: error: .*\[([\w-]+)\]$", done.stdout, re.MULTILINE)
    assert sorted(found) == [("one.py", "arg-type"), ("two.py", "union-attr")], done.stdout + done.stderr


def test_odds_dice_and_cards_say_what_they_found() -> None:
    fight = brickyard.odds(["2Rd 2W 1B", "soldier"])
    assert str(fight) == (
        "2Rd 2W 1B against Soldier: mean damage without cover hand-to-hand 0.57, direct 0.23"
    )
    assert str(brickyard.dice(ROOT / CHUB)) == "ST-07 Chub: 2W 1B 1G 1Y 2Rd 1Rd8"
    assert repr(brickyard.card(ROOT / FANG)) == "<CardAnswer Sun's Fang: legal>"
