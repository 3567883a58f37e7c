"""One company with three accepted errors: every medium that shows a verdict shows them, in amber.

newcomer B1: a list that suppressed errors was called LEGAL, and pages, cards and previews mentioned nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from brickyard.cards.drawn_cards import draw_card
from brickyard.cards.pasted_cards import FORMATS, cards_of
from brickyard.facts.judged_designs import DesignFile, open_design_file
from brickyard.plots.plot_writing import design_social_card, force_social_card
from brickyard.printing.sheet_making import SheetKind, sheets_pdf
from brickyard.serving.manifest_edits import edited
from brickyard.starters import edition_starter
from catalog.editions.loading import edition_for, load_edition
from ldraw_tools.phrases import ENGLISH
from tests.pdf_pages import pages_of, words_of
from tests.publishing import leave_printing_out, publish_all
from tests.running import ROOT, brickyard
from tests.serving import running
from tests.workbench import STILL
from validators.judged_files import JudgeSettings, check_file
from validators.reporters import text

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

HEAVIES = """company: The Heavies
edition: rapid-attack
game: {size: skirmish, players: 2}
frames:
  - {name: Guard, systems: 1B 1G 1Y 2Rd, rockets: 1, count: 3}
  - {name: Atlas, systems: 2B 2G 1Y}
  - {name: Triple, systems: 3B 2Rd}
stations:
  - {name: Depot, count: 2}
suppress:
  SYS001: our group likes them heavy
  SYS002: a test of three shields
  CMP001: two depots are enough
"""
CAMPAIGN = "campaign: The Long Winter\nforces: [heavies.yaml]\ngame: {size: skirmish, players: 2}\n"
SAID, SAID_OF_A_UNIT = "legal but for 3 accepted errors", "legal but for 1 accepted error"
GERMAN = "bis auf 3 hingenommene fehler"
REASON = "our group likes them heavy"


@pytest.fixture(scope="module")
def heavies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("club") / "heavies.yaml"
    path.write_text(HEAVIES, "utf-8")
    (path.parent / "winter.yaml").write_text(CAMPAIGN, "utf-8")
    return path


def opened(path: Path, *, suppress: bool = True) -> DesignFile:
    return open_design_file(path, JudgeSettings(suppress=suppress))


def ran(command: str, path: Path, *arguments: str) -> str:
    """What a command says, on both its channels."""
    said = brickyard([command, str(path), *arguments], path.parent)
    assert said.returncode == 0, said.stderr
    return said.stdout + said.stderr


class _Painted:
    """Marks what a terminal shows in amber."""

    width = 200
    is_watched = True
    texts = ENGLISH

    def __call__(self, words: str, style: str) -> str:
        return f"<amber>{words}</amber>" if style == "warning" else words


def in_text(path: Path) -> Iterator[str]:
    report = check_file(path, JudgeSettings())
    for lines in (text.lines([report], _Painted()), text.quiet_lines([report], _Painted())):
        [found] = re.findall("<amber>(LEGAL.*?)</amber>", "\n".join(lines))
        yield found
    yield from (ran("check", path), ran("check", path, "--quiet"))


def in_json(path: Path) -> Iterator[str]:
    document = json.loads(ran("check", path, "--format", "json"))
    [report] = document["reports"]
    assert document["verdict"] == report["verdict"] == "legal with warnings"
    assert {"code": "SYS001", "reason": REASON, "count": 1} in report["accepted"]
    yield f"legal but for {sum(one['count'] for one in report['accepted'])} accepted errors"
    [card] = json.loads(ran("card", path, "--format", "json"))["cards"]
    assert (card["verdict"]["style"], card["verdict"]["accepted"]) == ("warned", report["accepted"])
    yield card["verdict"]["word"]


def in_a_campaign(path: Path) -> Iterator[str]:
    winter = path.with_name("winter.yaml")
    assert json.loads(ran("campaign", winter, "--format", "json"))["accepted"]
    yield ran("campaign", winter)


def in_sarif(path: Path) -> Iterator[str]:
    [run] = json.loads(ran("check", path, "--format", "sarif"))["runs"]
    kept = {one["ruleId"]: one["suppressions"] for one in run["results"] if one["level"] == "error"}
    # SARIF 2.1.0, 3.35.
    assert kept["SYS001"] == [{"kind": "external", "status": "accepted", "justification": REASON}]
    assert run["properties"]["reports"][0]["verdict"] == "legal with warnings"
    yield f"legal but for {len(kept)} accepted errors"


def in_a_workflow(path: Path) -> Iterator[str]:
    said = ran("check", path, "--format", "github")
    assert said.count("::warning ") == 3
    assert "::error" not in said
    yield said


def on_pasted_cards(path: Path) -> Iterator[str]:
    for form in FORMATS.values():
        for card in cards_of(opened(path)):
            if card.title == "The Heavies":
                yield form(card)
                assert (
                    f"accepted SYS001: Atlas carries 5 systems; a frame has room for 4 (because: {REASON})"
                    in (card.faults)
                )


def amber_in(png: bytes) -> int:
    """How many pixels of a card have the colour of the stamp."""
    from PIL import Image

    with Image.open(BytesIO(png)) as image:
        colours = image.convert("RGB").getcolors(1 << 20) or []
    return sum(count for count, colour in colours if colour == (255, 210, 127))


def on_drawn_cards(path: Path) -> Iterator[str]:
    guard, atlas, *_ = (draw_card(design, None) for design in opened(path).designs)
    words = words_of(pages_of(atlas.pdf())[0])
    assert SAID_OF_A_UNIT in words.lower()
    assert "SYS001" in words
    assert (amber_in(guard.png()), amber_in(atlas.png()) > 5_000) == (0, True)
    yield SAID


def on_sheets(path: Path) -> Iterator[str]:
    kinds = (SheetKind.COMPANY, SheetKind.BEGINNER, SheetKind.OPPONENT)
    pdf, _ = sheets_pdf([opened(path)], JudgeSettings(), kinds, dpi=0)
    pages = [words_of(page) for page in pages_of(pdf)]
    assert sum(REASON in page for page in pages) == 2
    assert "Accepted: CMP001, SYS001, SYS002" in pages[1]
    yield from pages
    yield ran("sheets", path, "-o", "sheet.pdf", "--no-pictures")


def on_pages(path: Path) -> Iterator[str]:
    site = path.parent / "site"
    with pytest.MonkeyPatch.context() as patch:
        leave_printing_out(patch)
        assert sorted(publish_all([path], site).accepted) == ["Atlas", "The Heavies", "Triple"]
    page, unit = ((site / name / "index.html").read_text() for name in ("heavies", "heavies-atlas"))
    gallery, compared = ((site / name).read_text() for name in ("index.html", "compare.html"))
    stamp = r'<p class="stamp warned"><strong>(.*?)</strong>'
    yield from re.findall(stamp, page)
    assert re.findall(stamp, unit) == ["LEGAL but for 1 accepted error"]
    for html in (page, unit):
        assert f"Because: {REASON}" in html
        [description] = re.findall('<meta property="og:description" content="(.*?)"', html)
        assert (SAID if html == page else SAID_OF_A_UNIT) in description
    amber = r'<span class="verdict-word warned">(.*?)</span>'
    assert [one.lower() for one in re.findall(amber, page)] == [SAID_OF_A_UNIT] * 2
    assert [one.lower() for one in re.findall(amber, compared)] == [SAID_OF_A_UNIT] * 2
    assert re.findall(amber, gallery) == [SAID, SAID_OF_A_UNIT, SAID_OF_A_UNIT]
    [play] = re.findall(r'"verdicts": ?(\[.*?\])', (site / "heavies" / "play.js").read_text())
    assert json.loads(play)[0]["accepted"] == 3


def on_link_previews(path: Path) -> Iterator[str]:
    file = opened(path)
    amber = "#7a5600"
    for drawing in (force_social_card(file.facts, []), design_social_card(file.designs[1].facts, None)):
        fills = {getattr(shape, "fill", "") for shape in drawing.shapes}
        words = [getattr(shape, "text", "").lower() for shape in drawing.shapes]
        assert amber in fills
        assert {SAID, SAID_OF_A_UNIT} & set(words)
    yield force_social_card(file.facts, []).said


def in_comparisons(path: Path) -> Iterator[str]:
    sides = json.loads(ran("compare", path, "frames=5,systems=20", "--format", "json"))["sides"]
    [side] = [one for one in sides if one["file"]]
    assert side["legal"]
    assert "3 accepted errors" in side["problem"]
    for said in (ran("compare", path, "frames=5,systems=20"), ran("bid", path)):
        assert "warning: The Heavies is legal with warnings: 3 accepted errors" in " ".join(said.split())
    yield SAID


def in_battles(path: Path) -> Iterator[str]:
    said = brickyard(["battle", str(path), "5/20"], path.parent)
    assert said.returncode == 2
    yield said.stderr


def in_changes(path: Path) -> Iterator[str]:
    plain = path.parent / "plain" / path.name
    plain.parent.mkdir(exist_ok=True)
    plain.write_text(HEAVIES.partition("suppress:")[0], "utf-8")
    said = ran("diff", plain, str(path))
    assert "Fixed" not in said
    yield said


def on_the_table(path: Path) -> Iterator[str]:
    yield ran("table", path, "-o", "table")


# What shows a verdict, by the rooms whose business that is.
MEDIA: dict[str, tuple[Callable[[Path], Iterator[str]], ...]] = {
    "validators/reporters/text.py": (in_text,),
    "validators/reporters/code_hosts.py": (in_sarif, in_a_workflow),
    "brickyard/battle_values/": (in_battles,),
    "brickyard/campaigns/": (in_a_campaign,),
    "brickyard/cards/": (in_json, on_pasted_cards, on_drawn_cards),
    "brickyard/printing/": (on_sheets,),
    "brickyard/answers/on_shows.py": (on_sheets,),
    "brickyard/web/": (on_pages,),
    "brickyard/plots/": (on_link_previews,),
    "brickyard/comparison/": (in_comparisons,),
    "brickyard/changes/": (in_changes,),
    "brickyard/table/": (on_the_table,),
    # In a browser, below.
    "brickyard/workbench/": (),
}
# Where verdicts are made, and what others call a verdict.
_NOT_SHOWN = (
    *("validators/report.py", "validators/__init__.py", "brickyard/facts/"),
    *("brickyard/packing/", "brickyard/commands/pack.py", "brickyard/parts/", "brickyard/serving/"),
)
_SHOWS = re.compile(
    r"\.verdict\b|ShownVerdict|verdict_word|verdictOf|\{Stamp\}|accepted_errors|report\.(word|sentence)"
)


@pytest.mark.parametrize("shown", dict.fromkeys(one for some in MEDIA.values() for one in some))
def test_every_medium_that_shows_the_verdict_shows_what_is_accepted(
    shown: Callable[[Path], Iterator[str]], heavies: Path
) -> None:
    said = [" ".join(one.lower().split()) for one in shown(heavies)]
    assert said
    assert [one for one in said if SAID not in one] == []


def test_no_medium_is_missing_in_the_table() -> None:
    """Whoever shows a verdict in another room says above how it shows accepted errors."""
    files = [path for room in ("brickyard", "validators") for path in (ROOT / room).rglob("*")]
    wanted = (path for path in files if path.suffix in (".py", ".js", ".html", ".typ"))
    showing = {path.relative_to(ROOT).as_posix() for path in wanted if _SHOWS.search(path.read_text("utf-8"))}
    unknown = {file for file in showing if not file.startswith((*MEDIA, *_NOT_SHOWN))}
    assert unknown == set()
    assert [room for room in MEDIA if not any(file.startswith(room) for file in showing)] == []


@pytest.mark.parametrize("path", ["brickyard", "validators"])
def test_the_words_and_the_colours_of_verdicts_are_in_one_place(path: str) -> None:
    """In Python the report says them; whoever has a palette has the four words of a colour as its keys."""
    told = re.compile(r"LEGAL (with|but for) \{|WITH_WARNINGS: \"")
    texts = {
        file.relative_to(ROOT).as_posix(): file.read_text("utf-8") for file in (ROOT / path).rglob("*.py")
    }
    assert [name for name, code in texts.items() if told.search(code)] in ([], ["validators/report.py"])


# The workbench and the table in a browser.


@contextmanager
def visit(browser: Browser, address: str, locale: str) -> Iterator[Page]:
    context = browser.new_context(locale=locale, viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.route("**/api/picture?*", lambda route: route.fulfill(body=STILL, content_type="image/svg+xml"))
    page.goto(address)
    yield page
    context.close()


def amber_words(page: Page, where: str) -> list[str]:
    """The words at a place once they are there, all of which have to be in amber."""
    page.wait_for_selector(where)
    doubt = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--doubt').trim()")
    colours = page.eval_on_selector_all(where, "some => some.map((one) => getComputedStyle(one).color)")
    red, green, blue = (int(doubt[at : at + 2], 16) for at in (1, 3, 5))
    assert set(colours) == {f"rgb({red}, {green}, {blue})"}
    return [words.lower() for words in page.locator(where).all_inner_texts()]


@pytest.fixture(scope="module")
def workbench(heavies: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("yard")
    for name in ("heavies.yaml", "winter.yaml"):
        (folder / name).write_bytes((heavies.parent / name).read_bytes())
    with running(str(folder), folder=folder) as server:
        yield server.address
        server.stop()


@pytest.mark.parametrize(("locale", "said"), [("en-GB", SAID), ("de-DE", f"erlaubt {GERMAN}")])
def test_the_workbench_shows_what_is_accepted(
    browser: Browser, workbench: str, locale: str, said: str
) -> None:
    root = workbench.partition("/?")[0]
    with visit(browser, workbench, locale) as page:
        for file in ("heavies.yaml", "winter.yaml"):
            assert amber_words(page, f"li[data-file='{file}'] .stamp strong") == [said]
        page.goto(f"{root}/company?file=heavies.yaml")
        assert amber_words(page, ".verdict .stamp strong") == [said]
        assert page.locator(".findings li", has_text=REASON).count() == 1
        assert len(amber_words(page, ".unit .verdict-word")) == 2
        page.goto(f"{root}/company?file=winter.yaml")
        assert amber_words(page, ".campaign .stamp strong") == [said]


@pytest.mark.parametrize(("locale", "said"), [("en-GB", SAID), ("de-DE", f"regelgerecht {GERMAN}")])
def test_the_table_shows_what_is_accepted(
    browser: Browser, heavies: Path, tmp_path: Path, locale: str, said: str
) -> None:
    assert brickyard(["table", str(heavies), "-o", str(tmp_path / "table")]).returncode == 0
    with visit(browser, (tmp_path / "table" / "index.html").as_uri(), locale) as page:
        assert amber_words(page, "[data-player] .verdict-word") == [said]


# Without suppressions, and what an edition allows.


@pytest.mark.parametrize(
    ("command", "status", "said"),
    [
        (["check", "--quiet"], 0, "LEGAL but for 3 accepted errors"),
        (["check", "--quiet", "--strict"], 1, "with --strict, accepted errors count"),
        (["check", "--quiet", "--no-suppress"], 1, "NOT LEGAL"),
        (["card", "--no-suppress"], 0, "**NOT LEGAL"),
        (["sheets", "--no-suppress", "--no-pictures", "-o", "plain.pdf"], 0, "heavies.yaml is not legal"),
        (["publish", "--no-suppress", "-o", "plain-site"], 0, "3 pages say NOT LEGAL"),
    ],
)
def test_suppressions_can_be_left_out(heavies: Path, command: list[str], status: int, said: str) -> None:
    name, *options = command
    found = brickyard([name, str(heavies), *options], heavies.parent)
    assert found.returncode == status, found.stderr
    assert said in " ".join((found.stdout + found.stderr).split())


def test_a_new_edition_tells_how_to_forbid_suppressing(tmp_path: Path) -> None:
    written = edition_starter(edition_for("frames")).replace("# may-suppress:", "may-suppress:")
    (tmp_path / "house.yaml").write_text(written, "utf-8")
    found, findings = load_edition(tmp_path / "house.yaml")
    assert (found and found.may_suppress, findings) == ({}, [])


def test_the_form_for_house_rules_keeps_what_lists_may_suppress() -> None:
    house = "extends: rapid-attack\n# Our vote of 3 May.\nmay-suppress: [SIZ001, LNT001]  # nothing else\n"
    changed = edited(house, [{"at": ["title"], "set": "Garage"}, {"at": ["rules"], "set": {"CMP003": None}}])
    assert changed.startswith(house)
    assert "title: Garage" in changed
