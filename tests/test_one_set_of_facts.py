"""The same facts in every medium: text, Markdown, JSON, a printed card, a page and a sheet."""

from __future__ import annotations

import io
import json
import re
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from brickyard.cards.drawn_cards import draw_card
from brickyard.cards.pasted_cards import FORMATS, cards_of
from brickyard.cli import _run
from brickyard.facts.design_facts import DesignFacts, design_facts
from brickyard.facts.judged_designs import DesignFile, open_design_file
from brickyard.facts.verdicts import mean_words
from brickyard.pictures.lettering import letters
from brickyard.printing.sheet_making import SheetKind, sheets_pdf
from brickyard.printing.unit_values import card_values
from brickyard.web.page_values import page_values
from tests.drawing import without_library
from tests.pdf_pages import pages_of, words_of
from tests.publishing import leave_printing_out, publish_all, read
from tests.running import ROOT
from validators.judged_files import JudgeSettings

pytestmark = pytest.mark.usefixtures("coarse_pictures")

CHUB = ROOT / "examples" / "frames" / "chub.mpd"
FLEETS = ROOT / "examples" / "fleets"
COMPANY = """company: Anvil
faction: Reds
frames:
  - {name: Brave, systems: 1B 1G 2Rd, count: 2}
  - {name: Sniper, systems: 1B 1Q 2Rd}
stations:
  - {name: Depot, count: 2}
"""


def output_of(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> str:
    """What a command prints, each blank a single one."""
    monkeypatch.setattr(sys, "argv", ["brickyard", *arguments])
    printed = io.StringIO()
    with redirect_stdout(printed):
        assert _run() in (0, 1)
    return " ".join(printed.getvalue().split())


@pytest.fixture(scope="module")
def chub() -> DesignFile:
    return open_design_file(CHUB, JudgeSettings(workspace=without_library()))


@pytest.fixture(scope="module")
def facts(chub: DesignFile) -> DesignFacts:
    return chub.designs[0].facts


def means_of(facts: DesignFacts) -> set[str]:
    assert facts.odds is not None
    dealt = {mean_words(mean) for attack in facts.odds.attacks for mean in attack.means}
    return dealt | {mean_words(facts.odds.movement), mean_words(facts.odds.spot)}


def test_facts_are_there_for_a_script() -> None:
    facts = design_facts(CHUB, library=[ROOT / "tests"])
    assert (facts.name, facts.kind, facts.notation) == ("ST-07 Chub", "frame", "2W 1B 1G 1Y 2Rd 1Rd8")
    assert (facts.pieces, sum(part.count for part in facts.parts)) == (75, 75)
    assert facts.verdict.is_legal
    assert facts.odds is not None


@pytest.mark.parametrize("form", FORMATS)
def test_a_pasted_card_says_the_facts(form: str, chub: DesignFile, facts: DesignFacts) -> None:
    [card] = cards_of(chub)
    text = FORMATS[form](card)
    for said in (facts.name, facts.kind, facts.notation, facts.size_text, str(facts.verdict), "75 pieces"):
        assert said in text
    assert means_of(facts) <= set(re.findall(r"\d+\.\d\d", text))


def test_check_says_the_same_name_kind_dice_and_verdict(
    facts: DesignFacts, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = output_of(monkeypatch, "check", str(CHUB))
    assert f"{facts.name} ({facts.kind}, examples/frames/chub.mpd) {facts.notation}" in text
    assert f"{facts.verdict.word} by {facts.verdict.edition}" in text
    assert f"version {facts.verdict.version}" in text
    document = json.loads(output_of(monkeypatch, "check", str(CHUB), "--format", "json"))
    assert document["verdict"] == facts.verdict.word.lower()
    [report] = document["reports"]
    assert report["edition"]["version"] == facts.verdict.version
    assert (report["name"], report["dice"]) == (facts.name, facts.notation)


def test_odds_reckons_the_same_means(facts: DesignFacts, monkeypatch: pytest.MonkeyPatch) -> None:
    document = json.loads(output_of(monkeypatch, "odds", str(CHUB), "--format", "json"))
    exact = set(re.findall(r'"exact": "([0-9/]+)"', json.dumps(document)))
    assert facts.odds is not None
    assert {str(mean) for attack in facts.odds.attacks for mean in attack.means} <= exact
    assert {str(facts.odds.movement), str(facts.odds.spot), str(facts.odds.lasts)} <= exact


def test_a_drawn_card_says_the_facts(chub: DesignFile, facts: DesignFacts) -> None:
    values = card_values(chub.designs[0], 0, None)
    assert (values["name"], values["kind"], values["notation"]) == (facts.name, facts.kind, facts.notation)
    assert {mean for row in values["abilities"] for mean in row["values"]} == means_of(facts)
    words = words_of(pages_of(draw_card(chub.designs[0], None).pdf())[0])
    for said in (facts.name, facts.kind, facts.verdict.word, facts.verdict.hash):
        assert said in words
    # A card has room for one number of each: what is dealt against one blue die.
    shown = {row["values"][1] for row in values["abilities"] if len(row["values"]) > 1}
    assert shown
    assert shown <= set(re.findall(r"\d+\.\d+", words))


def test_a_sheet_says_the_facts(chub: DesignFile, facts: DesignFacts) -> None:
    pdf, _ = sheets_pdf([chub], JudgeSettings(), (SheetKind.COMPANY,), dpi=0)
    words = words_of(pages_of(pdf)[0])
    for said in (facts.name, facts.notation, facts.verdict.word, facts.verdict.edition, facts.verdict.hash):
        assert said in words


def test_a_page_says_the_facts(tmp_path: Path, facts: DesignFacts, monkeypatch: pytest.MonkeyPatch) -> None:
    leave_printing_out(monkeypatch)
    publish_all([CHUB], tmp_path / "site")
    text = " ".join(read(tmp_path / "site" / "chub" / "index.html").text.split())
    for said in (facts.name, facts.kind, facts.notation, facts.verdict.word, facts.verdict.versions):
        assert said in text
    assert "75 pieces" in text
    # Other moulds that will do.
    assert "4589 or 4589b" in text
    assert means_of(facts) <= set(re.findall(r"\d+\.\d\d", text))


def test_dice_stand_in_the_same_order_on_a_page_and_on_a_card(chub: DesignFile, facts: DesignFacts) -> None:
    on_card = [die["text"] for die in card_values(chub.designs[0], 0, None)["dice"]]
    on_page = [
        found
        for group in page_values(facts, has_pieces=True)["dice"]
        for die in group.dice
        for found in re.findall(r">([A-Z]\w*)</text>", die)
    ]
    assert on_page == on_card == [letters(die) for die, _ in facts.owned_dice()]


def test_many_dice_are_all_on_the_card(tmp_path: Path) -> None:
    (tmp_path / "c.yaml").write_text(
        "company: C\nframes:\n  - {name: Hog, systems: 3B 3G 3Y 2Rd 2Ra}\n", "utf-8"
    )
    [design] = open_design_file(tmp_path / "c.yaml", JudgeSettings()).designs
    words = words_of(pages_of(draw_card(design, None).pdf())[0]).split()
    shown = [letters(die) for die, _ in design.facts.owned_dice()]
    assert len(shown) > 12
    for letter in set(shown):
        assert words.count(letter) >= shown.count(letter), letter


def test_a_high_value_asset_is_called_so_everywhere() -> None:
    for path in sorted(FLEETS.glob("*.yaml")):
        file = open_design_file(path, JudgeSettings(workspace=without_library()))
        for design in file.designs:
            if design.unit.role == "hva":
                assert design.facts.kind == card_values(design, 0, None)["kind"] == "high value asset"
                assert page_values(design.facts, has_pieces=False)["kind"] == "high value asset"
                return
    pytest.fail("no example has a high value asset")


def test_a_companys_counts_are_the_same_everywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "c.yaml").write_text(COMPANY, "utf-8")
    file = open_design_file(tmp_path / "c.yaml", JudgeSettings())
    force = file.facts
    assert force.counts_words == "3 frames, at least 6 systems, 2 stations"
    assert force.counts_words in output_of(monkeypatch, "check", str(tmp_path / "c.yaml"))
    assert force.counts_words in output_of(monkeypatch, "card", str(tmp_path / "c.yaml"))
    pdf, _ = sheets_pdf([file], JudgeSettings(), (SheetKind.COMPANY,), dpi=0)
    leave_printing_out(monkeypatch)
    publish_all([tmp_path / "c.yaml"], tmp_path / "site")
    page = " ".join(read(tmp_path / "site" / "c" / "index.html").text.split())
    for words in (words_of(pages_of(pdf)[0]), page):
        assert force.counts_words in words
        assert (force.verdict.word in words, force.faction in words) == (True, True)
        assert force.verdict.version in words
