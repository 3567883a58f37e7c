"""`brickyard card`: designs as text to paste, with nothing of a stranger's name becoming markup."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageColor

from brickyard.cards.drawn_cards import DrawnCard, card_picture, draw_card, draw_mech_card
from brickyard.cards.pasted_cards import PastedCard, as_bbcode, as_markdown, as_text, cards_of
from brickyard.facts.judged_designs import open_design_files
from brickyard.pictures.system_marks import open_design
from fleets.forces.force import Mech
from tests.drawing import without_library
from tests.pdf_pages import pages_of, size_of, type_sizes, words_of
from tests.running import ROOT, brickyard
from validators.judged_files import JudgeSettings

CHUB = ROOT / "examples" / "frames" / "chub.mpd"
RIFLE = ROOT / "examples" / "attachments" / "rifle.ldr"
ANVIL = ROOT / "examples" / "companies" / "estars-anvil.yaml"
HOSTILE = "**[x](javascript:alert)** <script> `a` @everyone [url=x]"


def hostile() -> PastedCard:
    return PastedCard(HOSTILE, HOSTILE, "2W", ((HOSTILE, HOSTILE),), (HOSTILE,), HOSTILE, (HOSTILE,))


def test_a_frames_card_says_dice_systems_size_odds_and_verdict() -> None:
    [card] = cards_of(open_design_files([CHUB], JudgeSettings())[0])
    assert card.title == "ST-07 Chub"
    assert card.dice == "2W 1B 1G 1Y 2Rd 1Rd8"
    assert card.listed == (
        "defense system (Shield)",
        "movement system (Jump jets)",
        "comms system (Comms mast)",
        "direct-fire weapon (Rifle)",
        "1 rocket",
    )
    facts = dict(card.facts)
    assert facts["made of"] == "75 pieces"
    assert "studs" in facts["size"]
    assert {"damage, hand-to-hand", "damage, direct", "movement", "spot", "lasts"} <= facts.keys()
    assert card.verdict.startswith("LEGAL by Mobile Frame Zero: Rapid Attack")
    assert card.faults == ()


def test_a_companys_card_lists_its_frames_before_their_own_cards() -> None:
    first, *others = cards_of(open_design_files([ANVIL], JudgeSettings())[0])
    assert first.title == "Estar's Anvil"
    assert first.listed[0] == "3 × Brutus: 2W 1B 1G 1Y 2Rd 1Rd8"
    assert sorted(card.title for card in others) == ["Anvil", "Brutus", "Field depot", "Hammer"]


def test_an_illegal_design_says_so_and_why(tmp_path: Path) -> None:
    (tmp_path / "c.yaml").write_text("company: C\nframes:\n  - {name: Greedy, systems: 2B 2G 1Y}\n", "utf-8")
    run = brickyard(["card", "c.yaml"], tmp_path)
    assert run.returncode == 0
    assert "NOT LEGAL" in run.stdout
    assert "SYS001: Greedy carries 5 systems" in run.stdout


UNREAD = "company: C\nframes:\n  - {name: Sniper, systems: 1B 1Q 2Rd}\n"
UNREAD_AND_READ = UNREAD + "  - {name: Brave, systems: 1B 1G 2Rd}\n"


def test_a_frame_that_can_t_be_read_has_no_dice_and_no_odds(tmp_path: Path) -> None:
    (tmp_path / "c.yaml").write_text(UNREAD_AND_READ, "utf-8")
    company, sniper, brave = cards_of(open_design_files([tmp_path / "c.yaml"], JudgeSettings())[0])
    assert company.listed == ("1 × Sniper: could not be read", "1 × Brave: 2W 1B 1G 2Rd")
    assert (sniper.dice, sniper.facts) == ("", ())
    assert sniper.listed == ("what it carries could not be read: no dice, no odds",)
    assert sniper.verdict.startswith("NOT JUDGED by")
    assert sniper.verdict.endswith(", because there is a mistake in the file")
    assert brave.dice == "2W 1B 1G 2Rd"


def test_a_drawn_card_of_what_can_t_be_read_has_no_dice_and_no_odds(tmp_path: Path) -> None:
    (tmp_path / "c.yaml").write_text(UNREAD, "utf-8")
    said = words_of(pages_of(drawn(tmp_path / "c.yaml").pdf())[0])
    assert "Sniper" in said
    assert "What it carries could not be read." in said
    assert [word for word in ("2W", "Gd8", "movement", "damage") if word in said] == []


def test_a_mech_has_a_card_with_its_mounts() -> None:
    [card] = cards_of(open_design_files([ROOT / "examples" / "mechs" / "standard.yaml"], JudgeSettings())[0])
    assert card.under == "'mech"
    assert (
        card.listed[1]
        == "right shoulder: missile, long, recoil, armour 3; P2 T2, P4 T3, P6 T4; not twice in a row"
    )
    assert dict(card.facts) == {"torso": "armour 5", "legs": "armour 4", "weight": "12 of 12 W"}


def test_a_system_by_itself_shows_the_dice_it_adds() -> None:
    [card] = cards_of(open_design_files([RIFLE], JudgeSettings())[0])
    assert (card.dice, card.listed) == ("2Rd", ("direct-fire weapon (Rifle)",))


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


def drawn(path: Path) -> DrawnCard:
    [folder] = open_design_files([path], JudgeSettings(workspace=without_library()))
    if isinstance(folder.subject, Mech):
        return draw_mech_card(folder, folder.subject)
    [dossier] = folder.designs
    drawn = open_design(dossier)
    return draw_card(dossier, card_picture(drawn.subject) if drawn else None)


def test_a_card_is_written_as_a_picture_of_its_own_size(tmp_path: Path) -> None:
    run = brickyard(["card", str(RIFLE), "-o", "rifle.png"], tmp_path)
    assert run.returncode == 0
    assert run.stdout.endswith("rifle.png: a card of 63 × 88 mm\n")
    with Image.open(tmp_path / "rifle.png") as image:
        assert (image.size, image.mode) == ((744, 1039), "RGB")
        assert round(image.info["dpi"][0]) == 300
        assert "LDraw" in image.text["Copyright"]  # type: ignore[attr-defined]


def test_a_card_is_the_same_every_run() -> None:
    one, other = drawn(RIFLE), drawn(RIFLE)
    assert (one.png(), one.pdf()) == (other.png(), other.pdf())


def test_a_frames_card_is_one_page_with_dice_systems_and_verdict() -> None:
    [page] = pages_of(drawn(CHUB).pdf())
    assert size_of(page) == (63.0, 88.0)
    assert min(type_sizes(page)) >= 9
    said = words_of(page)
    expected = [
        "ST-07 Chub",
        "W W B G Y Rd Rd R8r",
        "Shield, Jump jets, Comms mast, Rifle",
        "LEGAL",
        "hand 0.73",
    ]
    assert [word for word in (*expected, "outlines stand in for parts") if word not in said] == []


def test_a_sites_card_says_and_shows_the_same_in_a_smaller_file() -> None:
    card = drawn(CHUB)
    whole, small = card.pdf(), card.small_pdf()
    [page], [light] = pages_of(whole), pages_of(small)
    assert (words_of(light), size_of(light)) == (words_of(page), size_of(page))
    # Transparent ground became the card's, and nothing else changed that one would see.
    shown, same = (next(iter(one.images)).image for one in (page, light))
    assert shown
    assert same
    assert (same.format, same.size) == ("JPEG", shown.size)
    tint = card.values["card"]["tint"]
    assert np.abs(np.asarray(same, float)[0, 0] - ImageColor.getrgb(tint)).max() < 4
    paper = Image.new("RGB", shown.size, tint)
    paper.paste(shown, mask=shown.getchannel("A") if shown.mode == "RGBA" else None)
    assert np.abs(np.asarray(paper, float) - np.asarray(same, float)).mean() < 2, "of 255"
    assert len(small) < len(whole)


def test_a_card_without_a_picture_is_the_same_on_a_site(tmp_path: Path) -> None:
    (tmp_path / "c.yaml").write_text("company: C\nframes:\n  - {name: Tin, systems: 1B 1G}\n", "utf-8")
    card = drawn(tmp_path / "c.yaml")
    assert card.small_pdf() == card.pdf()


@pytest.mark.parametrize(
    ("model", "words"),
    [
        (
            "stations/depot.mpd",
            ("Field depot", "station", "Who holds it", "LEGAL"),
        ),
        ("attachments/rifle.ldr", ("Rifle", "Rd Rd", "7 pieces")),
        ("ships/lantern.mpd", ("Lantern class", "frigate", "W W B G Y Rp Rp", "Lantern", "to a company")),
        (
            "mechs/siege.yaml",
            ("Siege", "Mortar, medium, area, armour 3", "left shoulder: P3 T3, P4 T4, P5 T5"),
        ),
    ],
)
def test_whatever_can_be_on_the_table_has_a_card(model: str, words: tuple[str, ...]) -> None:
    [page] = pages_of(drawn(ROOT / "examples" / model).pdf())
    said = words_of(page)
    assert [word for word in words if word not in said] == []


def test_a_name_that_is_too_long_for_its_card_is_cut_with_a_mark(tmp_path: Path) -> None:
    name = "The Very Long Name of a Frame Nobody Remembers"
    (tmp_path / "c.yaml").write_text(f"company: C\nframes:\n  - {{name: {name}, systems: 1B 1G}}\n", "utf-8")
    said = words_of(pages_of(drawn(tmp_path / "c.yaml").pdf())[0])
    assert name not in said
    assert re.search(r"The Very Long Name[a-zA-Z ]*…", said)
    assert "still on paper" in said


def test_several_cards_are_nine_a_page_and_no_picture(tmp_path: Path) -> None:
    frames = "\n".join(f"  - {{name: {name}, systems: 2B 2G}}" for name in ("Tin", "Pot"))
    (tmp_path / "c.yaml").write_text(f"company: C\nframes:\n{frames}\n", "utf-8")
    run = brickyard(["card", "c.yaml", "-o", "cards.png"], tmp_path)
    assert run.returncode == 2
    assert 'there are 2: name one, as in "c.yaml:Tin", or write a .pdf with all' in run.stderr
    run = brickyard(["card", "c.yaml", "-o", "cards.pdf"], tmp_path)
    assert run.returncode == 0
    said = words_of(pages_of((tmp_path / "cards.pdf").read_bytes())[0])
    assert [name for name in ("Tin", "Pot") if name not in said] == []


def test_one_unit_of_a_company_has_its_card_alone(tmp_path: Path) -> None:
    (tmp_path / "c.yaml").write_text(UNREAD_AND_READ, "utf-8")
    for name in ("Brave", "brave", "bra"):
        run = brickyard(["card", f"c.yaml:{name}"], tmp_path)
        assert run.returncode == 0
        assert run.stdout.startswith("**Brave** (frame)\n`2W 1B 1G 2Rd`\n")
        assert "Sniper" not in run.stdout
    run = brickyard(["card", "c.yaml:Brave", "-o", "k.png"], tmp_path)
    assert run.stdout == "k.png: a card of 63 × 88 mm\n"
    with Image.open(tmp_path / "k.png") as image:
        assert image.size == (744, 1039)
    run = brickyard(["card", "c.yaml:Brave", "c.yaml:Sniper", "-o", "k.pdf"], tmp_path)
    assert run.stdout == "k.pdf: cards of 2 designs\n"


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("c.yaml:Bave", "no unit “Bave” in c.yaml. Did you mean Brave?"),
        ("two.yaml:B", "no unit “B” in two.yaml. Choose from Bold, Brave."),
        ("none.yaml:Brave", "none.yaml: No such file or folder"),
        ("m.yaml:Brave", "no unit “Brave” in m.yaml"),
    ],
)
def test_a_unit_that_isn_t_there_is_told_in_one_line(named: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "c.yaml").write_text(UNREAD_AND_READ, "utf-8")
    (tmp_path / "m.yaml").write_text("mech: M\n", "utf-8")
    (tmp_path / "two.yaml").write_text(UNREAD_AND_READ.replace("Sniper", "Bold"), "utf-8")
    run = brickyard(["card", named], tmp_path)
    assert (run.returncode, run.stdout) == (2, "")
    assert said in run.stderr
    assert len(run.stderr.splitlines()) == 1


@pytest.mark.parametrize("name", ["#panic(1)", "*a* $x$ _b_", "<script>", '"}] #eval("1")', "\\u{41}"])
def test_a_hostile_name_is_text_on_a_drawn_card(name: str, tmp_path: Path) -> None:
    frames = f"  - {{name: {json.dumps(name)}, systems: 1B 1G}}"
    (tmp_path / "c.yaml").write_text(f"company: C\nframes:\n{frames}\n", "utf-8")
    said = words_of(pages_of(drawn(tmp_path / "c.yaml").pdf())[0])
    assert name.replace(" ", "") in said.replace(" ", "")
