"""`brickyard sheets`: pages for the table, true to size; nothing of a stranger's name becomes markup."""

from __future__ import annotations

import json
from functools import cache
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from brickyard import sheets
from brickyard.facts.judged_designs import open_design_files
from brickyard.printing import PaperName, pdf_printing, unit_values
from brickyard.printing.album import Album, fill_album
from brickyard.printing.pdf_printing import PAPERS, pdf_target, print_pdf
from brickyard.printing.reference_tables import ruler_values
from brickyard.printing.sheet_making import sheet_kinds, sheets_pdf
from brickyard.printing.sheet_texts import spans
from brickyard.table.table_texts import texts
from catalog.database.part_database import open_workspace
from catalog.editions.loading import edition
from catalog.vocabulary import INTERCEPT_ORBIT, RAPID_ATTACK
from fleets.forces.force import Game
from ldraw_tools.findings import BrickyardError
from tests.building import place
from tests.pdf_pages import gaps, pages_of, shapes_of, size_of, text_of, type_sizes, words_of
from tests.running import ROOT, brickyard
from validators.judged_files import JudgeSettings

COMPANIES = ("estars-anvil", "piercing-eye", "suns-fang")
FLEET = "fleets/first-patrol"
MECH = "mechs/standard"
TEMPLATES = ROOT / "brickyard" / "printing" / "templates"
NO_LIBRARY = Path("no-library-here")
# Fine enough to be a picture, coarse enough to be drawn at once.
COARSE = 14
HOSTILE = (
    '#eval("1+1")',
    "$x^2$",
    "*bold* _slant_ `raw`",
    "back\\slash \\u{41}",
    "] ) } #] [",
    '#read("/etc/passwd")',
    '#image("../../x.png")',
    '#import "@preview/x:1.0.0"',
    "<label> @reference = heading",
    "/* comment */ // and on",
    '", "name": "other',
    "#panic()",
)


# A frame of four bricks, so that tests know which part is which.
TIN = "\n".join(
    (
        "0 Tin",
        "0 !MFZ FRAME Tin",
        place("3001.dat", 4),
        *(
            line
            for height, tag in enumerate(("SYSTEM 1B Shield", "SYSTEM 2Rd Rifle", "ROCKET"), 1)
            for line in (f"0 !MFZ BEGIN {tag}", place("3003.dat", 1, f"0 {-24 * height} 0"), "0 !MFZ END")
        ),
        "",
    )
)
TINS = "company: Tins\nframes:\n  - {model: tin.ldr, name: Tin, count: 3}\n"
TINS += "  - {name: Paper, systems: 1Y 2Ra & d8}\nstations:\n  - {name: Hut, count: 2}\n"


@cache
def printed(
    names: tuple[str, ...],
    only: str = "",
    paper: PaperName = PaperName.A4,
    dpi: int = 0,
    options: tuple[str, ...] = (),
    against: tuple[str, ...] = (),
    players: int = 0,
) -> bytes:
    paths = [ROOT / "examples" / f"{name}.yaml" for name in names]
    request = JudgeSettings(options=options, game=Game("", players))
    files = open_design_files(paths, request)
    return sheets_pdf(files, request, sheet_kinds(only), paper=paper, against=against, dpi=dpi)[0]


def companies() -> tuple[str, ...]:
    return tuple(f"companies/{name}" for name in COMPANIES)


def made_of(text: str, folder: Path, only: str = "company", dpi: int = 0) -> bytes:
    file = folder / "force.yaml"
    file.write_text(text, "utf-8")
    (folder / "tin.ldr").write_text(TIN, "utf-8")
    request = JudgeSettings()
    return sheets_pdf(open_design_files([file], request), request, sheet_kinds(only), dpi=dpi)[0]


@pytest.mark.parametrize("name", [*companies(), FLEET, MECH])
@pytest.mark.parametrize("paper", PaperName)
def test_a_force_has_one_page_for_the_table(name: str, paper: PaperName) -> None:
    [sheet] = pages_of(printed((name,), "company", paper))
    assert "LEGAL" in words_of(sheet)
    assert "NOT LEGAL" not in words_of(sheet)
    assert "endorses this page" in words_of(sheet)


@pytest.mark.parametrize(("name", "pages"), [("companies/estars-anvil", 6), (FLEET, 6), (MECH, 2)])
def test_the_usual_sheets_are_all_but_the_beginners(name: str, pages: int) -> None:
    assert len(pages_of(printed((name,)))) == pages


@pytest.mark.parametrize(
    ("paper", "upright", "lying"),
    [
        (PaperName.A4, (210.0, 297.0), (297.0, 210.0)),
        (PaperName.LETTER, (215.9, 279.4), (279.4, 215.9)),
    ],
)
def test_every_page_has_the_size_of_its_paper(
    paper: PaperName, upright: tuple[float, float], lying: tuple[float, float]
) -> None:
    sizes = [size_of(page) for page in pages_of(printed(companies()[:1], "all", paper))]
    # Letter paper has room for more cards if it lies.
    cards = upright if paper is PaperName.A4 else lying
    # The company's page, beginner's, opponent's, the scoreboard, cards, their backs, sleeves, yard, ruler.
    assert sizes == [upright, lying, upright, lying, cards, cards, upright, upright, upright]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            [
                "The yard plays The Lantern Watch",
                "Bell artillery artillery artillery Wick 1 direct",
                "× 4 attack",
            ],
        ),
        ("de", ["Die Werft spielt The Lantern Watch", "Bell Artillerie Artillerie", "× 4 Angriff"]),
    ],
)
def test_the_yard_has_one_page_of_cards_in_each_language(language: str, said: list[str]) -> None:
    file = ROOT / "examples" / "duels" / "lantern-watch.yaml"
    made = sheets(file, only="yard", language=language, pictures=False)
    [sheet] = pages_of(made.data or b"")
    # Whoever goes first stands first; the orders are those of the table's page.
    for words in [*said, texts(language)["yard.order.guard"]]:
        assert words in words_of(sheet)


def test_who_has_no_frames_has_no_cards_of_the_yard() -> None:
    with pytest.raises(BrickyardError, match="none of these sheets can be made from it: yard"):
        sheets(ROOT / "examples" / f"{FLEET}.yaml", only="yard")


def test_each_frame_is_there_with_its_dice_and_systems(tmp_path: Path) -> None:
    text = f"{TINS}game: {{size: skirmish, players: 3}}\n"
    words = words_of(pages_of(made_of(text, tmp_path, dpi=COARSE))[0])
    for told in (
        "Tins 4 frames, 9 systems, 2 stations, 3 rockets · skirmish, 3 players",
        "Mobile Frame Zero: Rapid Attack version 001 (2012)",
        "Tin 1 2W 1B 2Rd 1Rd8 B Shield Rd Rd Rifle W W R8r",
        "Tin 3",
        "Paper 2W 1Y 2Ra & d8 Y comms Ra Ra artillery R8a artillery W W still on paper",
        "Hut station",
    ):
        assert told in words


def boxes_to_strike(pdf: bytes) -> int:
    """Each is painted twice, its paper and its edge."""
    boxes = [shape for shape in shapes_of(pages_of(pdf)[0]) if shape.is_about(6, 6)]
    return len({(round(box.left, 1), round(box.top, 1)) for box in boxes})


def test_there_is_a_box_of_6_mm_for_all_that_can_be_lost(tmp_path: Path) -> None:
    text = "company: C\nframes:\n  - {name: A, systems: 1B 1G 1Y 2Rd, rockets: 3, count: 2}\n"
    text += "  - {name: B, systems: 2Rh & d8}\nstations:\n  - {name: S, count: 3}\n"
    frames = 2 * (4 + 2 + 3) + (2 + 2)
    steps_of_the_score = 4
    assert boxes_to_strike(made_of(text, tmp_path)) == frames + 3 + steps_of_the_score


def test_nothing_is_set_smaller_than_9_points(tmp_path: Path) -> None:
    pdfs = [printed((*companies(), FLEET, MECH), "all"), made_of(TINS, tmp_path, "opponent", COARSE)]
    assert min(size for pdf in pdfs for page in pages_of(pdf) for size in type_sizes(page)) == 9


# Numbers of the book's own example, RA p.72–73.
def test_the_score_is_worked_out_where_all_who_play_are_named() -> None:
    pages = [words_of(page) for page in pages_of(printed(companies(), "company,scoreboard"))]
    for page, said in zip(
        pages,
        [
            "−1 most frames (5) −1 most systems (20) 3 × 7 assets (5 frames and 2 stations) = Score 21",
            "= Score 42, Defense",
            "= Score 36, Offense",
        ],
        strict=False,
    ):
        assert said in page
    board = pages[3]
    assert "A skirmish of 3 players" in board
    assert "defense, score 42" in board
    assert "0 7 14 21 28 35 42 49" in board
    assert "11 10 9 8 7 6 5 4 3 2 1 0" in board


def test_the_score_is_left_open_where_somebody_is_missing() -> None:
    words = words_of(pages_of(printed(companies()[:2], "company"))[0])
    assert "to start with −1 most frames (yours: 5)" in words
    assert "× 7 assets = score" in words
    assert "each 3 4 5 6 7 score 21 28 35 42 49" in words
    assert "Defense" not in words


def test_an_opponent_known_by_numbers_fills_the_score_too() -> None:
    pdf = printed(
        companies()[:1],
        "company",
        against=("frames=4,systems=16,stations=2", "frames=4,systems=15,stations=2"),
    )
    assert "= Score 21, Point" in words_of(pages_of(pdf)[0])


def test_a_club_of_more_than_can_play_is_printed_without_scores(tmp_path: Path) -> None:
    for number in range(7):
        text = f"company: C{number}\nframes:\n  - {{name: A, systems: 1B, count: 3}}\n"
        (tmp_path / f"{number}.yaml").write_text(text, "utf-8")
    request = JudgeSettings()
    folders = open_design_files([tmp_path], request)
    pdf, notes = sheets_pdf(folders, request, sheet_kinds("company"), dpi=0)
    assert len(pages_of(pdf)) == 7
    assert notes[0].startswith("scores are left open: Mobile Frame Zero: Rapid Attack is for 2 to 5 players")


def test_what_is_looked_up_comes_from_the_edition() -> None:
    words = words_of(pages_of(printed(companies()[:1], "company"))[0])
    for told in (
        "h hand-to-hand up to 1 unit d direct over 1, up to 8 units a artillery beyond 8 units",
        "in the open in cover behind a frame",
        "hand-to-hand 4–6 4–6 4–6",
        "direct and artillery 5–6 6 cover 4–5 6 cover 5",
        "Once the cover is gone, its 5s go on to the target.",
    ):
        assert told in words
    shorter = printed(companies()[:1], "company", options=("ruler=6",))
    assert "over 1, up to 6 units a artillery beyond 6 units" in words_of(pages_of(shorter)[0])


def test_an_edition_of_ones_own_changes_what_is_printed(tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text(
        "id: house\nextends: rapid-attack\ntables:\n"
        "  kit: {clock: {start: 7, sides: [8], reference: ours}}\n"
        "  combat: {charts: {ranged: {target: [3, 4]}}}\n"
        "  ranges: {h: {to: 2}, d: {over: 2}}\n",
        "utf-8",
    )
    request = JudgeSettings(edition=str(tmp_path / "house.yaml"))
    folders = open_design_files([ROOT / "examples/companies/suns-fang.yaml"], request)
    pages = pages_of(sheets_pdf(folders, request, sheet_kinds("company,scoreboard"), dpi=0)[0])
    assert "direct and artillery 3–4" in words_of(pages[0])
    assert "hand-to-hand up to 2 units d direct over 2, up to 8 units" in words_of(pages[0])
    assert "Doomsday clock 7 6 5 4 3 2 1 0" in words_of(pages[1])


def test_a_range_of_an_edition_ends_at_a_number_or_at_the_rulers_end(tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text(
        "id: house\nextends: rapid-attack\ntables:\n  ranges: {d: {to: far}}\n", "utf-8"
    )
    with pytest.raises(BrickyardError, match="must be a whole number"):
        edition(str(tmp_path / "house.yaml"))


def test_a_fleet_has_its_ships_companies_assets_and_ace() -> None:
    words = words_of(pages_of(printed((FLEET,), "fleet"))[0])
    for told in (
        "4 ships, 14 systems, 1 company, 3 HVAs · 2 players",
        "Steadfast 2W 1B 1Y 1K 2Ra · capital ship",
        "Lantern 2 2W 1G 1B 1Y 2Rp · frigate",
        "Torch Company 2W 1G 1B 1Y 1Rf Gd8 · frame company",
        "Ore Barge high value asset",
        "W W G8 ace",
        "point defense and support: ship 5–6 6 cover 5",
        "f dogfight up to 1 unit, or touching the same ship",
    ):
        assert told in words


def test_a_mechs_sheet_has_its_loadout_and_the_board() -> None:
    words = words_of(pages_of(printed((MECH,)))[0])
    for told in (
        "Wing shield left shoulder · reflex · 1 W",
        "Laser left arm · M · accurate · 3 W",
        "P4 T4 5 6",
        "Weight 12 of 12 W no time penalty",
        "active 1 2 3 4 5 6 7",
        "1–2 B B+F A+T M+B+T",
        "T Tank armour 4 1–3 Laser M P3 T3 4–6 Shells L P4 T4",
        "Crush: destroys if one die beats the target's circles left.",
        "The text's drawings are lost.",
    ):
        assert told in words


def test_a_heavy_mech_has_its_times_with_the_penalty(tmp_path: Path) -> None:
    text = "mech: Ox\nmounts: {left-arm: tower shield, right-arm: ppc, left-shoulder: mortar, "
    text += "right-shoulder: nonsense}\narmour: {torso: 2, legs: 2}\n"
    words = words_of(pages_of(made_of(text, tmp_path))[0])
    assert "Weight 16 of 12 W Every T here is already 2 more." in words
    assert "P8 T7" in words
    assert "active 1 2 3 4 5 6 7 8" in words
    assert "“nonsense” is not a weapon in the list" in words
    assert "armour assumed" in words
    assert "NOT LEGAL" in words


@pytest.mark.parametrize(
    ("name", "option", "units", "unit_mm"),
    [
        ("companies/suns-fang", "", 8, 40.0),
        ("companies/suns-fang", "ruler=6", 6, 40.0),
        ("companies/suns-fang", "unit-studs=7", 8, 56.0),
        (FLEET, "", 8, 40.0),
    ],
)
@pytest.mark.parametrize("paper", PaperName)
def test_a_ruler_is_true_to_size(
    name: str, option: str, units: int, unit_mm: float, paper: PaperName
) -> None:
    [page] = pages_of(printed((name,), "ruler", paper, options=(option,) if option else ()))
    cut_out = [shape for shape in shapes_of(page) if shape.is_about(16, unit_mm)]
    keys = 1 if name == FLEET else 0
    assert len(cut_out) == units + keys
    strips = {round(shape.left) for shape in cut_out[:units]}
    for left in strips:
        tops = [shape.top for shape in cut_out[:units] if round(shape.left) == left]
        assert gaps(tops) <= {unit_mm}
        assert max(tops) + unit_mm < PAPERS[paper].height - 8
    assert any(shape.is_about(100, 0) for shape in shapes_of(page)), "the line to measure by"


def test_the_manoeuvre_key_has_the_angles_of_the_hinges() -> None:
    [page] = pages_of(printed((FLEET,), "ruler"))
    rays = [
        shape
        for shape in shapes_of(page)
        if len(shape.corners) == 2 and abs(_length(shape.corners) - 40) < 0.02
    ]
    assert sorted(round(_degrees(shape.corners), 1) for shape in rays) == [-45.0, -22.5, 0.0, 22.5, 45.0]
    words = words_of(page)
    assert "A ship moves 4 units straight ahead." in words
    assert "capital ship 1, frigate 2, high value asset 1" in words


def _length(corners: tuple[tuple[float, float], ...]) -> float:
    (x, y), (u, v) = corners
    return float(((u - x) ** 2 + (v - y) ** 2) ** 0.5)


def _degrees(corners: tuple[tuple[float, float], ...]) -> float:
    from math import atan2, degrees

    (x, y), (u, v) = corners
    return degrees(atan2(u - x, y - v))


def test_a_unit_longer_than_the_paper_is_refused() -> None:
    text = edition("condensed")
    with pytest.raises(BrickyardError, match="33 studs is 264 mm long: too long for Letter paper"):
        ruler_values(text, RAPID_ATTACK, {"unit-studs": 33}, PAPERS[PaperName.LETTER])
    assert ruler_values(edition("paper-mech"), INTERCEPT_ORBIT, {}, PAPERS[PaperName.A4]) is None


@pytest.mark.parametrize("paper", PaperName)
def test_cards_are_63_by_88_millimetres_between_crop_marks(paper: PaperName) -> None:
    pages = pages_of(printed(companies(), "cards", paper))
    first = pages[0]
    marks = [shape for shape in shapes_of(first) if shape.is_about(0, 3.6) or shape.is_about(3.6, 0)]
    # Between two cards the bleed of both.
    assert gaps([shape.left for shape in marks if shape.is_about(0, 3.6)]) == {63.0, 3.0}
    assert gaps([shape.top for shape in marks if shape.is_about(3.6, 0)]) == {88.0, 3.0}
    most = 9 if paper is PaperName.A4 else 8
    fronts = [words_of(page).count("LEGAL RA 001") for page in pages[::2]]
    assert (fronts[:2], sum(fronts)) == ([most, most], 19)
    assert "Brutus 3 frame LEGAL RA 001 · Estar's Anvil · b0e30cc9" in words_of(first)
    art = [
        shape for shape in shapes_of(first) if shape.is_about(66.0, shape.height) and 20 < shape.height < 80
    ]
    assert len(art) == most, "a card's picture stands on one colour"
    assert min(shape.height for shape in art) > 44, "and takes more than half of its 88 mm"
    assert "hand 0.73 direct 0.57" in words_of(first)
    assert "Field depot 1 station LEGAL" in words_of(first)
    assert "Who holds it Estar's Anvil" in words_of(first)


def test_look_c17_a_pdf_says_nothing_that_readers_complain_about() -> None:
    pdf = printed(companies()[:1], "cards")
    assert b"/Marked true" in pdf
    assert b"/Suspects" not in pdf
    assert pages_of(pdf)


def test_behind_every_card_of_a_force_is_its_name_and_line_up() -> None:
    front, behind = pages_of(printed(companies()[:1], "cards"))
    assert words_of(front).count("LEGAL") == words_of(behind).count("Estar's Anvil") == 7
    # Turned over its long edge, the free places are at the left.
    left = [shape.left for shape in shapes_of(behind) if shape.width > 60 and shape.top > 190]
    assert min(left) > 130


def test_cards_for_sleeves_are_nine_edge_to_edge_without_backs() -> None:
    pages = pages_of(printed(companies()[:1], "sleeves"))
    marks = [shape for shape in shapes_of(pages[0]) if shape.is_about(0, 3.6)]
    assert (len(pages), gaps([mark.left for mark in marks])) == (1, {63.0})


@pytest.mark.parametrize("only", ["company", "beginner", "opponent", "scoreboard", "cards", "ruler", "all"])
@pytest.mark.parametrize(
    ("name", "paper"), [("companies/estars-anvil", PaperName.LETTER), (FLEET, PaperName.A4)]
)
def test_p3_no_page_has_notices_only_and_one_has_them(name: str, paper: PaperName, only: str) -> None:
    pages = [words_of(page) for page in pages_of(printed((name,), only, paper))]
    noticed = [page for page in pages if "LEGO® is a trademark of the LEGO Group" in page]
    assert len(noticed) == 1
    assert not noticed[0].startswith("Notices")


def test_p8_a_mech_has_a_card_with_a_figure_and_what_is_to_be_said_of_its_game() -> None:
    [page] = pages_of(printed((MECH,), "cards"))
    assert words_of(page).startswith("Standard 'mech LEGAL")
    assert "Wing shield, reflex, armour 4" in words_of(page)
    assert "Chris Alton, who neither made nor endorses this page" in words_of(page)
    plates = [shape for shape in shapes_of(page) if 2 < shape.width < 8 and 4 < shape.height < 14]
    assert len(plates) >= 7, "head, torso, two shoulders, two arms, two legs"


def test_everything_on_a_card_stays_3_mm_from_its_edge() -> None:
    first = pages_of(printed(companies()[:1], "sleeves"))[0]
    left, top = (210 - 3 * 63) / 2, (297 - 3 * 88) / 2
    inside = [shape for shape in shapes_of(first) if shape.left > left + 0.1 and shape.top > top + 0.1]
    for shape in inside:
        # What goes over the edge is colour.
        if shape.is_about(0, 3.6) or shape.is_about(3.6, 0) or shape.width > 60:
            continue
        for start, size, low in ((shape.left - left, shape.width, 63), (shape.top - top, shape.height, 88)):
            assert start % low >= 2.9
            assert (start % low) + size <= low - 2.9


def test_an_opponent_sees_which_part_is_which_and_strikes_nothing(tmp_path: Path) -> None:
    pdf = made_of(TINS, tmp_path, "opponent", COARSE)
    page = pages_of(pdf)[0]
    words = words_of(page)
    assert "For the opponent" in words
    assert "3 × Tin frame · model " in words
    assert words.count("Shield") == words.count("Rifle") == 2, "beside the picture and in the list"
    assert "B defense, Shield" in words
    assert "2 × Hut station" in words
    assert boxes_to_strike(pdf) == 0
    leaders = [
        shape for shape in shapes_of(page) if len(shape.corners) == 2 and shape.width > 1 < shape.height
    ]
    assert len(leaders) == 2 * 3, "each drawn twice, with a pale edge"


def test_a_beginner_gets_half_a_sheet_of_units_and_half_a_sheet_of_rules() -> None:
    pdf = printed(companies()[:1], "beginner")
    words = words_of(pages_of(pdf)[0])
    assert "What the dice do W any one action B defend" in words
    assert "Your turn 1 Name a target and a range." in words
    assert boxes_to_strike(pdf) == 20 + 10 + 3 + 2


def test_an_illegal_company_says_so_and_why(tmp_path: Path) -> None:
    text = "company: C\nframes:\n  - {name: Greedy, systems: 2B 2G 1Y}\n"
    pages = [words_of(page) for page in pages_of(made_of(text, tmp_path, "company,opponent,beginner,cards"))]
    for page in pages[:4]:
        assert "NOT LEGAL" in page
    assert "Not allowed (SYS001): Greedy carries 5 systems; a frame has room for 4" in pages[0]
    assert "SYS001" in pages[3]


UNREAD = "company: C\nframes:\n  - {name: Sniper, systems: 1B 1Q 2Rd}\n  - {name: Brave, systems: 1B 1G 1Y}\n"


@pytest.mark.parametrize("kind", ["company", "beginner", "opponent", "cards"])
def test_what_can_t_be_read_rolls_nothing_on_any_sheet(kind: str, tmp_path: Path) -> None:
    text = UNREAD.split("  - {name: Brave")[0]
    said = words_of(pages_of(made_of(text, tmp_path, kind))[0])
    assert "What it carries could not be read." in said
    assert [word for word in ("2W", "Gd8", "read. no systems", "movement") if word in said] == []


def test_systems_that_can_t_be_read_leave_the_scores_open(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(UNREAD, "utf-8")
    (tmp_path / "b.yaml").write_text(UNREAD.replace("1Q", "1Y").replace("company: C", "company: D"), "utf-8")
    request, kinds = JudgeSettings(), sheet_kinds("company,scoreboard")
    pdf, notes = sheets_pdf(open_design_files([tmp_path], request), request, kinds, dpi=0)
    assert "scores are left open: not all of C could be read" in notes
    company, _, board = (words_of(page) for page in pages_of(pdf))
    assert "2 frames, at least 3 systems" in company
    assert "most frames (yours: 2)" in company
    assert "most systems (yours: at least 3)" in company
    assert "C 2 frames, at least 3 systems" in board
    assert "D 2 frames, 6 systems" in board
    files, against = open_design_files([tmp_path / "b.yaml"], request), (str(tmp_path / "a.yaml"),)
    notes = sheets_pdf(files, request, sheet_kinds("scoreboard"), dpi=0, against=against)[1]
    assert "scores are left open: not all of C could be read" in notes


def unspaced(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize("kind", ["company", "beginner", "opponent", "cards"])
def test_a_units_name_is_a_name_and_never_markup(kind: str, tmp_path: Path) -> None:
    text = "company: C\nframes:\n"
    text += "".join(f"  - {{name: {json.dumps(name)}, systems: 1B}}\n" for name in HOSTILE[:6])
    read = unspaced(text_of(made_of(text, tmp_path, kind)))
    assert [name for name in HOSTILE[:6] if unspaced(name) not in read] == []


def test_a_companys_name_is_a_name_and_never_markup(tmp_path: Path) -> None:
    for number, name in enumerate(HOSTILE):
        text = f"company: {json.dumps(name)}\nframes:\n  - {{name: A, systems: 1B}}\n"
        (tmp_path / f"{number}.yaml").write_text(text, "utf-8")
    request = JudgeSettings()
    pdf, _ = sheets_pdf(open_design_files([tmp_path], request), request, sheet_kinds("scoreboard"), dpi=0)
    read = unspaced(text_of(pdf))
    assert [name for name in HOSTILE if unspaced(name) not in read] == []


def test_whatever_else_is_said_of_a_company_is_never_markup(tmp_path: Path) -> None:
    faction, author, licence, station = (json.dumps(name) for name in HOSTILE[:4])
    text = f"company: C\nfaction: {faction}\nauthor: {author}\nlicence: {licence}\nframes:\n"
    text += f"  - {{name: A, systems: 1B}}\nstations:\n  - {{name: {station}}}\n"
    read = unspaced(pages_of(made_of(text, tmp_path))[0].extract_text())
    assert [name for name in HOSTILE[:4] if unspaced(name) not in read] == []


@pytest.mark.parametrize(
    "name", ["\u202egnp.exe", "a\u2066b\u2069", "\u200b\u200d\ufeff", "\ud800", "tab\there"]
)
def test_nothing_in_a_name_steers_letters(name: str) -> None:
    values = {
        "paper": PAPERS[PaperName.A4].values(),
        "title": name,
        "sheets": [],
        "notices": [],
        "paints": {},
    }
    ruler = ruler_values(edition("rapid-attack"), RAPID_ATTACK, {}, PAPERS[PaperName.A4])
    assert ruler is not None
    sheet = {"kind": "ruler", **ruler, "title": name}
    pdf = print_pdf("sheets", {**values, "sheets": [sheet], "notices": [name]}, {})
    assert not set("\u202e\u2066\u2069\u200b\u200d\ufeff\ud800") & set(text_of(pdf))


def test_a_name_of_5000_letters_is_cut_and_stays_on_its_page(tmp_path: Path) -> None:
    long = "N" * 5000
    text = f"company: {long[:190]}\nframes:\n  - {{name: {long[:190]}, systems: 1B 2Rd, count: 3}}\n"
    assert len(pages_of(made_of(text, tmp_path, "all"))) == 9
    words = text_of(made_of(text.replace(long[:190], long), tmp_path, "all"))
    assert "N" * 60 not in words.replace("\u200b", "")


def test_a_company_beyond_every_rule_is_still_printed(tmp_path: Path) -> None:
    text = "company: C\nframes:\n  - {name: A, systems: 2B 2G 2Y 2Rd 2Ra, rockets: 999, count: 90000}\n"
    assert len(pages_of(made_of(text, tmp_path, "company,cards"))) < 20


def test_a_f14_one_wide_heap_does_not_shrink_the_portraits_of_the_others(tmp_path: Path) -> None:
    (tmp_path / "tin.ldr").write_text(TIN, "utf-8")
    row = "\n".join(place("3001.dat", 4, f"{80 * brick} 0 0") for brick in range(1, 50))
    (tmp_path / "heap.ldr").write_text(f"{TIN}\n{row}\n", "utf-8")
    listed = "company: Tins\nframes: [{model: tin.ldr, count: 3}, {model: tin.ldr, name: B}"
    widths, notes = [], []
    for name, more in (("without.yaml", ""), ("with.yaml", ", {model: heap.ldr, name: C}")):
        (tmp_path / name).write_text(f"{listed}{more}]\n", "utf-8")
        [file] = open_design_files([tmp_path / name], JudgeSettings())
        album = Album()
        fill_album(file.designs, album, dpi=COARSE, labelled=False)
        widths.append(album.plain[file.designs[0].slug]["width"])
        notes += album.notes()
    assert widths[0] == widths[1]
    assert [note for note in notes if "smaller scale" in note]


def test_spare_heaps_far_apart_are_drawn_small_and_not_cut_off(tmp_path: Path) -> None:
    far = "\n".join(place("3001.dat", 1, f"3000 {-24 * height} 0") for height in range(2))
    (tmp_path / "heaps.ldr").write_text(f"{TIN}\n{far}\n", "utf-8")
    [file] = open_design_files([tmp_path / "heaps.ldr"], JudgeSettings())
    album = Album()
    fill_album(file.designs, album, dpi=4 * COARSE, labelled=False)
    data = album.files[album.plain[file.designs[0].slug]["file"]]
    is_drawn = np.any(np.asarray(Image.open(BytesIO(data)).getchannel("A")) > 0, axis=0).tolist()
    assert np.count_nonzero(np.diff(is_drawn)) == 2, "a heap at each end, and nothing between"
    assert is_drawn[0]
    assert is_drawn[-1]


def test_a_model_by_itself_is_printed(tmp_path: Path) -> None:
    request = JudgeSettings()
    folders = open_design_files([ROOT / "examples/frames/chub.mpd"], request)
    pages = pages_of(sheets_pdf(folders, request, sheet_kinds(""), dpi=0)[0])
    assert len(pages) == 4
    assert f"model {folders[0].designs[0].digest[:8]}" in words_of(pages[0])


def test_a_station_by_itself_has_a_card_and_no_sheet_of_units() -> None:
    request = JudgeSettings()
    folders = open_design_files([ROOT / "examples/stations/depot.mpd"], request)
    pages = pages_of(sheets_pdf(folders, request, sheet_kinds("company,cards"), dpi=0)[0])
    assert ["depot station" in words_of(page) for page in pages] == [True]


def test_the_same_files_give_the_same_bytes(tmp_path: Path) -> None:
    first = made_of(TINS, tmp_path, "company,opponent", COARSE)
    assert made_of(TINS, tmp_path, "company,opponent", COARSE) == first


def printed_with(library: Path, folder: Path) -> tuple[str, list[str]]:
    made_of(TINS, folder)
    request = JudgeSettings(workspace=open_workspace([library]))
    folders = open_design_files([folder / "force.yaml"], request)
    pdf, notes = sheets_pdf(folders, request, sheet_kinds("company"), dpi=COARSE)
    return words_of(pages_of(pdf)[0]), notes


def test_without_a_library_the_sheet_says_that_outlines_stand_in(tmp_path: Path) -> None:
    library = tmp_path / "library"
    (library / "parts").mkdir(parents=True)
    words, notes = printed_with(library, tmp_path)
    assert "Outlines stand in for the parts" in words
    assert any(note.startswith("Tin: outlines stand in") for note in notes)


def test_with_a_library_it_does_not(library_root: Path, tmp_path: Path) -> None:
    words, notes = printed_with(library_root, tmp_path)
    assert "Outlines" not in words
    assert not [note for note in notes if "outlines" in note]


def test_no_template_knows_an_edition() -> None:
    words = [edition(name).title for name in ("rapid-attack", "intercept-orbit", "paper-mech")]
    words += [
        "rapid-attack",
        "intercept-orbit",
        "paper-mech",
        "condensed",
        "4–6",
        "5–6",
        "artillery",
        "doomsday",
    ]
    for file in TEMPLATES.glob("*.typ"):
        text = file.read_text("utf-8").replace("condensed(", "").replace("#let condensed", "")
        assert not [word for word in words if word in text], file.name
        assert "eval(" not in text


@pytest.mark.parametrize("name", ["../x.png", "/etc/passwd", "a/b.png", "x.typ", "values.json", "A.png"])
def test_no_picture_leaves_the_folder_of_the_press(name: str) -> None:
    with pytest.raises(ValueError, match="not a valid name for a picture"):
        print_pdf("sheets", {}, {name: b""})


@pytest.mark.parametrize(
    ("numbers", "said"), [((4, 5, 6), "4–6"), ((6,), "6"), ((1, 3, 4), "1, 3–4"), ((), "")]
)
def test_faces_are_said_as_spans(numbers: tuple[int, ...], said: str) -> None:
    assert spans(numbers) == said


def test_the_command_names_its_file_after_the_force_and_overwrites_only_its_own(tmp_path: Path) -> None:
    company = str(ROOT / "examples/companies/suns-fang.yaml")
    run = brickyard(["sheets", company, "--only", "company", "--no-pictures"], tmp_path)
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("sun-s-fang.pdf: ")
    made = tmp_path / "sun-s-fang.pdf"
    assert made.read_bytes().startswith(b"%PDF-")
    assert pdf_target(None, str(made.with_suffix(""))) == made
    made.write_bytes(b"my diary")
    run = brickyard(["sheets", company, "--no-pictures"], tmp_path)
    assert run.returncode == 2
    assert "already exists, and brickyard didn't make it" in run.stderr
    assert made.read_bytes() == b"my diary"
    assert [path.name for path in tmp_path.iterdir()] == ["sun-s-fang.pdf"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--only", "cerds"], "--only: there is no sheet “cerds”. Did you mean cards?"),
        (["-o", "x.png"], "x.png: sheets are printed as a PDF"),
        (["-o", f"{__file__}/x.pdf"], "can't be made a folder"),
    ],
)
def test_a_slip_on_the_command_line_is_told_in_one_line(
    arguments: list[str], said: str, tmp_path: Path
) -> None:
    company = str(ROOT / "examples/companies/suns-fang.yaml")
    run = brickyard(["sheets", company, "--no-pictures", *arguments], tmp_path)
    assert run.returncode == 2
    assert said in run.stderr
    assert len(run.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_letters_that_no_font_has_are_told_and_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_printing, "_has_other_letters", lambda text: False)
    assert (
        pdf_printing.missing_letters({"name": "Zoë Жанна Ωmega 3 × ½", "more": [{"said": "雷電 1"}, "雷"]})
        == "雷電"
    )
    assert pdf_printing.letter_notes({"name": "Zoë"}) == []
    [note] = pdf_printing.letter_notes({"name": "雷電"})
    assert note.startswith("no font on this machine has 雷電, printed as empty boxes")


def test_a_system_named_as_its_kind_is_named_once() -> None:
    [folder] = open_design_files([ROOT / "examples" / "ships" / "lantern.mpd"], JudgeSettings())
    values = unit_values.unit_values(folder.designs[0], 0, {})
    assert [(one["name"], one["label"]) for one in values["systems"]][-1] == ("point defense", "")


@pytest.mark.parametrize(
    ("force", "paper"),
    [("fleets/meridian-squadron.yaml", PaperName.LETTER), ("companies/estars-anvil.yaml", PaperName.A4)],
)
def test_the_opponents_copy_of_a_usual_force_is_one_page(force: str, paper: PaperName) -> None:
    folders = open_design_files([ROOT / "examples" / force], JudgeSettings())
    pdf, _ = sheets_pdf(folders, JudgeSettings(), sheet_kinds("opponent"), paper=paper, dpi=20)
    [copy] = pages_of(pdf)
    assert "Made with brickyard" in words_of(copy)
