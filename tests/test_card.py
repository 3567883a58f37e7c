"""`brickyard card`: designs as text to paste, with nothing of a stranger's name becoming markup."""

from __future__ import annotations

from pathlib import Path

import pytest

from brickyard.cards.formats import as_bbcode, as_markdown, as_text
from brickyard.cards.lines import Card, cards_of
from brickyard.checking import Request
from brickyard.dossiers import open_folders
from tests.test_readme import ROOT, brickyard

CHUB = ROOT / "examples" / "frames" / "chub.mpd"
ANVIL = ROOT / "examples" / "companies" / "estars-anvil.yaml"
HOSTILE = "**[x](javascript:alert)** <script> `a` @everyone [url=x]"


def hostile() -> Card:
    return Card(HOSTILE, HOSTILE, "2W", ((HOSTILE, HOSTILE),), (HOSTILE,), HOSTILE, (HOSTILE,))


def test_a_frames_card_says_dice_systems_size_odds_and_verdict() -> None:
    [card] = cards_of(open_folders([CHUB], Request())[0])
    assert card.title == "ST-07 Chub"
    assert card.dice == "2W 1B 1G 1Y 2Rd 1Rd8"
    assert card.listed == (
        "defense system (Shield)",
        "movement system (Jump jets)",
        "comms system (Comms mast)",
        "direct-fire weapon (Rifle)",
    )
    facts = dict(card.facts)
    assert facts["made of"] == "75 pieces"
    assert "studs" in facts["size"]
    assert {"damage, hand-to-hand", "damage, direct", "movement", "spot", "lasts"} <= facts.keys()
    assert card.verdict.startswith("LEGAL by Mobile Frame Zero: Rapid Attack")
    assert card.faults == ()


def test_a_companys_card_lists_its_frames_before_their_own_cards() -> None:
    first, *others = cards_of(open_folders([ANVIL], Request())[0])
    assert first.title == "Estar's Anvil"
    assert first.listed[0] == "3 × Brutus: 2W 1B 1G 1Y 2Rd 1Rd8"
    assert [card.title for card in others] == ["Brutus", "Hammer", "Anvil", "depot"]


def test_an_illegal_design_says_so_and_why(tmp_path: Path) -> None:
    (tmp_path / "c.yaml").write_text("company: C\nframes:\n  - {name: Greedy, systems: 2B 2G 1Y}\n", "utf-8")
    run = brickyard(["card", "c.yaml"], tmp_path)
    assert run.returncode == 0
    assert "NOT LEGAL" in run.stdout
    assert "SYS001: Greedy carries 5 systems" in run.stdout


def test_a_mech_has_a_card_with_its_mounts() -> None:
    [card] = cards_of(open_folders([ROOT / "examples" / "mechs" / "standard.yaml"], Request())[0])
    assert card.under == "'mech"
    assert len(card.listed) > 4


def test_markdown_takes_nothing_of_a_name_for_markup() -> None:
    text = as_markdown(hostile())
    assert text.startswith("**\\*\\*\\[x\\](javascript:alert)\\*\\* \\<script\\> \\`a\\` @\u200beveryone")
    assert "@everyone" not in text


def test_bbcode_takes_nothing_of_a_name_for_markup() -> None:
    text = as_bbcode(hostile())
    assert "[url" not in text
    assert "[x]" not in text


def test_plain_text_is_the_words_themselves() -> None:
    assert HOSTILE in as_text(hostile())


@pytest.mark.parametrize("form", ["markdown", "text", "bbcode"])
def test_a_card_can_be_written_to_a_file(tmp_path: Path, form: str) -> None:
    run = brickyard(["card", str(CHUB), "--format", form, "-o", "card.txt"], tmp_path)
    assert run.returncode == 0
    assert "ST-07 Chub" in (tmp_path / "card.txt").read_text("utf-8")
