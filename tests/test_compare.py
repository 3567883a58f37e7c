"""`brickyard compare`, as players use it before the game: positions, ties, hearsay, mistakes."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from brickyard.answer_text import escape_markdown
from brickyard.cli import _run
from brickyard.comparison.compare_answer import Compared
from ldraw_tools.json_values import schema_of
from tests.running import ROOT
from tests.validators.json_schemas import breaches

COMPANIES = ROOT / "examples" / "companies"
BOOK = tuple(str(COMPANIES / f"{name}.yaml") for name in ("estars-anvil", "suns-fang", "piercing-eye"))
PATROL = str(ROOT / "examples" / "fleets" / "first-patrol.yaml")
GOLDEN = ROOT / "tests" / "golden"
UPDATE = os.environ.get("BRICKYARD_UPDATE") == "1"

Compare = Callable[..., str]


@pytest.fixture
def compare(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Compare:
    """Runs the command; what it says, on stdout where all is well, else on stderr."""

    def run(*arguments: str, status: int = 0) -> str:
        monkeypatch.setattr(sys, "argv", ["brickyard", "compare", *arguments])
        assert _run() == status
        said = capsys.readouterr()
        assert (said.err == "") is (status == 0), said.err
        assert "Traceback" not in said.err
        return said.err if status else said.out

    return run


@pytest.fixture
def document(compare: Compare) -> Callable[..., dict[str, Any]]:
    def run(*arguments: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(compare(*arguments, "--format", "json"))
        root = schema_of(Compared)
        assert list(breaches(found, root, root)) == []
        return found

    return run


Document = Callable[..., dict[str, Any]]


def as_golden(name: str, text: str) -> None:
    path = GOLDEN / name
    if UPDATE:
        path.write_text(text, "utf-8")
    assert path.read_text("utf-8") == text


def manifest(folder: Path, name: str, systems: str = "1B 1G 1Y 2Rd", frames: int = 4, more: str = "") -> str:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        f"company: Twin\ngame: {{size: skirmish, players: 2}}\n"
        f"frames:\n  - {{name: Soldier, systems: {systems}, count: {frames - 1}, rockets: 1}}\n"
        f"  - {{name: Scout, systems: 1B 1G 2Y}}\nstations: [{{name: Depot, count: 3}}]\n{more}",
        "utf-8",
    )
    return str(path)


def test_the_books_comparison_p72(compare: Compare) -> None:
    as_golden("compare.book.txt", compare(*BOOK))


def test_the_books_comparison_p72_in_the_drafts_words(compare: Compare) -> None:
    said = compare(*BOOK, "--edition", "rapid-attack-draft")
    assert "asset value" in said
    assert "initiative 42: defensive" in said
    assert "initiative 21: primary offensive" in said
    assert "score" not in said
    assert said.rstrip().endswith("(rapid-attack-draft, version 1525), a skirmish of 3 players.")


def test_the_books_comparison_p72_for_programs(document: Document) -> None:
    found = document(*BOOK)
    rows = [(one["name"], one["per_asset"], one["score"], one["called"]) for one in found["sides"]]
    assert rows == [
        ("Piercing Eye", 7, 42, "defense"),
        ("Sun's Fang", 6, 36, "offense"),
        ("Estar's Anvil", 3, 21, "point"),
    ]
    assert found["edition"]["version"] == "001"
    assert found["tie"] is None
    assert found["tied_lowest"] == found["running"] == []
    assert all(one["legal"] for one in found["sides"])


def test_the_order_of_the_arguments_never_matters(compare: Compare) -> None:
    told = {compare(*order) for order in permutations(BOOK)}
    assert len(told) == 1
    heard = (
        "frames=4,systems=16",
        "systems=16,frames=4",
        "frames=5,systems=18",
        "name=X,frames=3,systems=12",
    )
    assert len({compare(*order, "--game", "skirmish") for order in permutations(heard)}) == 1


def test_a_manifest_of_a_folder_may_end_in_capitals(tmp_path: Path, compare: Compare) -> None:
    manifest(tmp_path, "One.YAML")
    manifest(tmp_path, "two.yml", "2B 2Rd")
    assert "Defense" in compare(str(tmp_path), "--game", "skirmish").title()


def test_a_folder_is_all_its_manifests(compare: Compare) -> None:
    assert compare(str(COMPANIES)) == compare(*BOOK)


def test_a_frame_lost_p73_and_suns_fang_leads(compare: Compare, document: Document) -> None:
    said = compare(*BOOK, "--score", "Piercing Eye lost 1 frame")
    assert "42 to 35" in said
    assert "Now defense: Sun's Fang; then Piercing Eye and Estar's Anvil." in said
    found = document(
        *BOOK, "--score", "Piercing Eye lost 1", "--score", "Estar's Anvil took 1 from Sun's Fang"
    )
    assert found["events"] == [
        "Piercing Eye lost 1 asset",
        "Estar's Anvil took 1 station from Sun's Fang",
    ]
    assert [(one["rank"], one["name"], one["score"]) for one in found["running"]] == [
        (1, "Piercing Eye", 35),
        (2, "Sun's Fang", 30),
        (3, "Estar's Anvil", 24),
    ]


def test_two_identical_companies_are_5_and_5_and_every_way_out_is_shown(compare: Compare) -> None:
    as_golden("compare.tie.txt", compare("frames=5,systems=20", "frames=5,systems=20", "--game", "skirmish"))


def test_a_tie_for_programs_says_who_can_do_what_and_what_it_leads_to(document: Document) -> None:
    found = document("frames=4,systems=16", "frames=4,systems=16", "--game", "skirmish")
    tie = found["tie"]
    assert tie["tied"] == ["Company 4/16 (1)", "Company 4/16 (2)"]
    assert found["choices"] == ["add", "remove", "loser-chooses"]
    assert not tie["is_cut"]
    removed = [change for change in tie["changes"] if change["choice"] == "remove"]
    assert {change["note"] for change in removed} == {"caution: a skirmish of 2 players has 4 to 6 frames"}
    assert all(change["result"] for change in removed)
    added = [change for change in tie["changes"] if change["choice"] == "add" and change["systems"] == [0]]
    assert [[(one["name"], one["score"]) for one in change["result"]["standings"]] for change in added] == [
        [("Company 4/16 (2)", 42), ("Company 4/16 (1)", 32)],
        [("Company 4/16 (1)", 42), ("Company 4/16 (2)", 32)],
    ]


def test_a_tie_for_point_says_who_rolls_who_places_and_who_goes_last(compare: Compare) -> None:
    said = " ".join(compare("frames=3,systems=12", "frames=5,systems=20", "frames=5,systems=20").split())
    assert "Tie for point: Company 5/20 (1) and Company 5/20 (2) have 21 each." in said
    assert "The loser takes point, places the point frame and goes last in tactical order until" in said
    assert "RA p.130" in said


def test_a_tie_among_fleets_lets_the_winner_remove_or_go_on(compare: Compare) -> None:
    said = " ".join(compare(PATROL, "ships=4,companies=1,systems=14", "--option", "major-battle").split())
    assert "The winner removes a TA or goes on with the tie" in said
    assert "a major battle of 2 players has 7 to 9 TAs" in said
    assert "First Patrol wins and goes on" in said


def test_fleets_are_compared_by_tactical_assets_and_shipboard_systems(document: Document) -> None:
    found = document(PATROL, "ships=4,companies=2,systems=14,hvas=3")
    patrol = next(one for one in found["sides"] if one["name"] == "First Patrol")
    # Torch Company's own systems don't count.
    assert patrol["counts"] == {
        "frames": 0, "ships": 4, "companies": 1, "systems": 14, "stations": 0, "hvas": 3,
    }  # fmt: skip
    assert {step["of"] for step in patrol["adjustments"]} == {"TAs", "shipboard systems"}
    assert (patrol["per_asset"], patrol["score"], patrol["called"]) == (6, 48, "defender")


def test_stations_that_nobody_mentioned_are_as_many_as_the_game_has(document: Document) -> None:
    for players, stations in ((2, 3), (3, 2), (5, 1)):
        found = document(*["frames=4,systems=16"] * players)
        assert {one["counts"]["stations"] for one in found["sides"]} == {stations}


def test_companies_of_one_name_are_told_apart(tmp_path: Path, compare: Compare) -> None:
    first, second = manifest(tmp_path, "one/c.yaml"), manifest(tmp_path, "two/c.yaml", frames=5)
    assert f"Twin ({first})" in compare(first, second, "--format", "markdown").replace("\\", "")
    other = manifest(tmp_path, "two/d.yaml", frames=5)
    assert "Twin (c.yaml)" in compare(first, other)
    assert "Twin (1)" in compare(first, first)


def test_what_is_not_legal_is_compared_and_told(tmp_path: Path, compare: Compare, document: Document) -> None:
    wrong, right = manifest(tmp_path, "w.yaml", "2B 2G 1Y"), manifest(tmp_path, "r.yaml")
    said = " ".join(compare(wrong, right).split())
    assert "warning: Twin (w.yaml) is not legal: 1 error in a skirmish of 2 players; brickyard check" in said
    assert said.count("warning:") == 1
    by_file = {Path(one["file"]).name: one["legal"] for one in document(wrong, right)["sides"]}
    assert by_file == {"w.yaml": False, "r.yaml": True}
    heard = " ".join(compare("frames=9,systems=40", right).split())
    assert "Company 9/40 is not legal: a skirmish of 2 players has 4 to 6 frames" in heard
    assert "9 frames can't carry more than 36 systems" in heard


def test_numbers_that_are_too_low_because_a_model_is_missing_are_told_so(
    tmp_path: Path, compare: Compare
) -> None:
    path = Path(manifest(tmp_path, "m.yaml"))
    path.write_text(path.read_text().replace("{name: Scout, systems: 1B 1G 2Y}", "{model: nothere.mpd}"))
    said = " ".join(compare(str(path), "frames=4,systems=16").split())
    assert (
        "Twin is not judged: not all of it is known, so its numbers are too low;"
        " a model is missing or can't be read"
    ) in said


def test_a_company_is_judged_for_as_many_as_are_compared(compare: Compare) -> None:
    said = " ".join(compare(*BOOK[:2]).split())
    assert "in a skirmish of 2 players; brickyard check" in said
    assert "estars-anvil.yaml --players 2 says why" in said


def test_the_spare_that_is_listed_is_the_one_that_is_added(tmp_path: Path, compare: Compare) -> None:
    spare = manifest(tmp_path, "s.yaml", more="spares: [{name: Reserve, systems: 2Rd 1B}]\n")
    said = " ".join(compare(spare, "frames=4,systems=16").split())
    assert "Twin adds a frame with 2 systems (Reserve): Company 4/16 49 (defense), Twin 24 (point)" in said
    assert "Twin removes a frame with 4 systems (Soldier): Twin 42 (defense)" in said
    assert "caution: a skirmish of 2 players has 4 to 6 frames" in said


def test_a_model_of_several_frames_is_a_company(tmp_path: Path, document: Document) -> None:
    placed = "1 16 0 0 0 1 0 0 0 1 0 0 0 1 f.ldr\n"
    brick = "1 4 0 0 0 1 0 0 0 1 0 0 0 1 3003.dat\n"
    shield = f"0 !MFZ BEGIN SYSTEM 1B\n{brick}0 !MFZ END\n"
    frame = f"0 FILE f.ldr\n0 !MFZ FRAME Soldier\n{shield}"
    (tmp_path / "c.mpd").write_text(f"0 FILE c.ldr\n{placed * 4}{frame}")
    found = document(str(tmp_path / "c.mpd"), "frames=4,systems=16")
    side = next(one for one in found["sides"] if one["name"] == "c.mpd")
    assert (side["counts"]["frames"], side["counts"]["systems"], side["legal"]) == (4, 4, False)


def test_one_frame_by_itself_is_a_company_of_one(document: Document) -> None:
    found = document(str(ROOT / "examples/frames/chub.mpd"), "frames=4,systems=16")
    side = next(one for one in found["sides"] if not one["hearsay"])
    assert (side["counts"]["frames"], side["counts"]["systems"], side["legal"]) == (1, 4, False)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["frames=4,systems=16"], "is for 2 to 5 players: compare 2 to 5 companies, not 1"),
        (["frames=4,systems=16,stations=1"] * 6, "is for 2 to 5 players: compare 2 to 5 companies, not 6"),
        ([PATROL] * 5, "is for 2 to 4 players: compare 2 to 4 fleets, not 5"),
        ([BOOK[0], PATROL], "play different games"),
        ([*BOOK, "--edition", "intercept-orbit"], "is a company; Mobile Frame Zero: Intercept Orbit"),
        ([*BOOK, "--edition", "paper-mech"], "doesn't compare sides"),
        ([*BOOK, "--game", "brawl"], "there is no game of size “brawl”; choose skirmish or battle"),
        ([PATROL, PATROL, "--game", "skirmish"], "games have no size here"),
        ([*BOOK, "--score", "Sun's Fang took 1 station"], "there is no station that nobody holds"),
        ([*BOOK, "--score", "Nobody lost 1"], "no side here is called “Nobody”"),
        ([*BOOK, "--option", "split-rnage"], "split-range"),
        ([BOOK[0], "nothere.yaml"], "nothere.yaml: No such file or folder; for a side you only know"),
        ([BOOK[0], "frmaes=4,systems=16"], "Did you mean frames?"),
        ([BOOK[0], "frames=4,ships=1,systems=2"], "ships doesn't count in this game"),
        ([BOOK[0], str(ROOT / "README.md")], "neither a model nor a manifest"),
        ([BOOK[0], str(ROOT / "examples/mechs/standard.yaml")], "a 'mech fights alone"),
        ([BOOK[0], str(ROOT / "examples/frames")], "no manifest in this folder"),
    ],
)
def test_a_call_that_can_not_be_is_one_line_with_a_way_out(
    compare: Compare, arguments: list[str], said: str
) -> None:
    told = compare(*arguments, status=2)
    assert said in told
    assert len(told.splitlines()) == 1


def test_mixed_editions_are_an_error_that_says_what_to_do(tmp_path: Path, compare: Compare) -> None:
    book = manifest(tmp_path, "b.yaml", more="edition: rapid-attack\n")
    draft = manifest(tmp_path, "d.yaml", more="edition: rapid-attack-draft\n")
    silent = manifest(tmp_path, "s.yaml")
    told = compare(book, draft, status=2)
    assert "b.yaml by rapid-attack" in told
    assert "--edition rapid-attack" in told
    assert "asset value" in compare(book, draft, "--edition", "rapid-attack-draft")
    # Who names none takes the others'.
    assert "asset value" in compare(silent, draft)


def test_games_of_different_size_are_an_error_that_says_what_to_do(tmp_path: Path, compare: Compare) -> None:
    first = manifest(tmp_path, "a.yaml")
    second = Path(shutil.copy(first, tmp_path / "b.yaml"))
    second.write_text(second.read_text().replace("skirmish", "battle"))
    assert "say which it is with --game" in compare(first, str(second), status=2)
    assert "a battle of 2 players" in compare(first, str(second), "--game", "battle")


def test_a_manifest_with_nothing_in_it_is_told(tmp_path: Path, compare: Compare) -> None:
    (tmp_path / "e.yaml").write_text("key: value\n")
    said = compare(str(tmp_path / "e.yaml"), BOOK[0], status=2)
    assert "e.yaml:1:1: has neither company: nor fleet: nor mech:. Begin with company: and a name." in said


def test_a_house_edition_plays_with_as_many_as_it_says(tmp_path: Path, compare: Compare) -> None:
    house = tmp_path / "house.yaml"
    house.write_text(
        "extends: rapid-attack\ntitle: Thursday\n"
        "tables:\n  companies: {skirmish: {6: {stations: 1, frames: [2, 3]}}}\n"
        "  comparison: {start: 6}\n"
    )
    said = compare(*["frames=3,systems=12"] * 6, "--edition", str(house), "--game", "skirmish")
    assert "6  to start with" in said
    assert "a skirmish of 6 players" in said


def test_markdown_is_a_table_and_strangers_names_are_no_markup(tmp_path: Path, compare: Compare) -> None:
    as_golden("compare.book.md", compare(*BOOK, "--format", "markdown"))
    nasty = manifest(tmp_path, "n.yaml")
    text = Path(nasty).read_text().replace("company: Twin", 'company: "<b>*x*</b>|[a](http://b) `c` @all"')
    Path(nasty).write_text(text)
    said = compare(nasty, "frames=4,systems=16", "--format", "markdown")
    name = escape_markdown("<b>*x*</b>|[a](http://b) `c` @all")
    assert name in said
    assert "<b>" not in said.replace("\\<b\\>", "")
    rows = [line for line in said.splitlines() if line.startswith("|")]
    assert {len(row.replace("\\|", "").split("|")) for row in rows} == {10}


def test_names_can_steer_no_terminal_and_lines_stay_short(tmp_path: Path, compare: Compare) -> None:
    path = Path(manifest(tmp_path, "n.yaml"))
    path.write_text(path.read_text().replace("company: Twin", 'company: "\\x1b[31mred' + " name" * 60 + '"'))
    said = compare(str(path), str(path), "frames=4,systems=16")
    assert "\x1b" not in said
    assert max(len(line) for line in said.splitlines()) <= 100


def ship_with_frames(folder: Path) -> str:
    """One ship with two frames in its hold: neither a company nor several ships."""
    path = folder / "carrier.mpd"
    brick = "1 4 0 0 0 1 0 0 0 1 0 0 0 1 3003.dat"
    lines = ["0 FILE carrier.ldr", "0 !MFZ SHIP CAPITAL", brick]
    lines += [f"1 4 {x} 0 0 1 0 0 0 1 0 0 0 1 a [frame].ldr" for x in (100, 200)]
    path.write_text("\n".join([*lines, "0 FILE a [frame].ldr", brick, ""]), "utf-8")
    return str(path)


def test_a_model_with_a_ship_is_a_fleet_by_what_it_holds(compare: Compare, tmp_path: Path) -> None:
    carrier = ship_with_frames(tmp_path)
    assert "is a company and" in compare(carrier, BOOK[0], status=2)
    said = compare(carrier, PATROL)
    assert "First Patrol" in said
