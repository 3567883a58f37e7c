"""What is ordered for every kind of part that LDraw and shops see differently."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from brickyard.parts.adjusting import with_uncertain
from brickyard.parts.lots import PartsList, Piece, pieces_needed, pieces_of
from brickyard.parts.merging import make_list_again
from brickyard.parts.ordering import Orderer
from brickyard.parts.user_numbers import remedy
from catalog.database.part_database import open_workspace, shipped_parts
from catalog.shops.rebrickable import shipped_tables
from catalog.shops.shop_numbers import Confidence, NumberBook, Shop
from ldraw_tools.assembly.inventory import count
from ldraw_tools.findings import BrickyardError
from ldraw_tools.names import MODEL_SUFFIXES
from ldraw_tools.reading.lines import colour_text
from tests.building import place
from tests.running import ROOT
from tests.shopping import gather_from, gathered, in_short, list_of, listed

BLACK, BLUE, RED, YELLOW = 11, 7, 5, 3


def accounted(parts: PartsList) -> int:
    groups = (parts.written, parts.sheets, parts.uncertain, parts.not_written)
    return sum(pieces_of(group) for group in groups)


def test_parts_are_merged_after_mapping(tmp_path: Path) -> None:
    # 3626b and 3626c are two moulds to LDraw and one number to BrickLink.
    parts = list_of(tmp_path, ("3626b", 14), ("3626c", 14), ("3626c", 4))
    assert in_short(parts.written) == [("3626", YELLOW, 2), ("3626", RED, 1)]
    assert parts.written[0].pieces == (Piece("3626b", 14, 1), Piece("3626c", 14, 1))


def test_a_moved_part_is_bought_under_its_new_number(tmp_path: Path) -> None:
    assert in_short(list_of(tmp_path, "3023").written) == [("3023", RED, 1)]
    assert in_short(list_of(tmp_path, "4073").written) == [("4073", RED, 1)]


def test_a_moved_part_whose_new_number_is_unknown_keeps_the_old(tmp_path: Path) -> None:
    # 3660 moved to 3660a, an obsolete file; shops have 3660: 3660b's header, Rebrickable.
    (lot,) = list_of(tmp_path, "3660").written
    assert (lot.number, lot.confidence) == ("3660", Confidence.EXACT)


def test_an_alias_is_what_it_stands_for_unless_it_has_a_number(tmp_path: Path) -> None:
    assert in_short(list_of(tmp_path, "55539").written) == [("42604", RED, 1)]
    assert in_short(list_of(tmp_path, "28978").written) == [("64451", RED, 1)]


def test_a_physical_colour_is_its_part_in_the_colour_of_its_line(tmp_path: Path) -> None:
    assert in_short(list_of(tmp_path, ("379523", 4)).written) == [("3795", BLUE, 1)]


def test_a_physical_colour_of_several_parts_is_told(tmp_path: Path) -> None:
    (lot,) = list_of(tmp_path, "4168950").not_written
    assert "fixed colours" in lot.reason


def test_an_assembly_with_a_number_is_bought_whole(tmp_path: Path) -> None:
    parts = list_of(tmp_path, "73200b-f1")
    assert in_short(parts.written) == [("970c00", RED, 1)]
    assert (parts.held, parts.added) == (1, 0)


def test_an_assembly_without_a_number_is_bought_in_parts(tmp_path: Path) -> None:
    parts = list_of(tmp_path, "3680c01", "3680c01")
    assert sorted(in_short(parts.written)) == [("3679", 9, 2), ("3680", RED, 2)]
    assert (parts.held, parts.added, accounted(parts)) == (2, 2, 4)
    assert all("3680c01" in lot.notes[0] for lot in parts.written)


def test_an_assembly_that_shops_have_whole_is_bought_whole(tmp_path: Path) -> None:
    (lot,) = list_of(tmp_path, "3829c01").written
    assert (lot.number, lot.confidence, lot.quantity) == ("3829c01", Confidence.EXACT, 1)


def test_an_assembly_with_a_piece_that_nobody_sells_is_uncertain_and_names_its_pieces(tmp_path: Path) -> None:
    parts = list_of(tmp_path, "73435", "73435")
    assert not parts.written
    (lot,) = parts.uncertain
    assert (lot.number, lot.quantity) == ("73435", 2)
    assert lot.notes == ("made of 4343 + 4344",)
    assert (parts.held, parts.added, accounted(parts)) == (2, 0, 2)


def test_an_obsolete_assembly_is_bought_as_its_successor(tmp_path: Path) -> None:
    assert in_short(list_of(tmp_path, "3815c01", "970c00").written) == [("970c00", RED, 2)]


def test_our_override_of_an_assembly_counts(tmp_path: Path) -> None:
    assert in_short(list_of(tmp_path, "4266c01").written) == [("4266c02", RED, 1)]


def test_stickers_are_bought_by_the_sheet_as_often_as_one_of_them_is_there(tmp_path: Path) -> None:
    parts = list_of(tmp_path, "003497a", "003497a", "003497b", "003497bc01", "003497c")
    assert in_short(parts.sheets) == [("1589.1stk01", None, 2)]
    assert pieces_of(parts.sheets) == accounted(parts) == 5


def test_a_stickered_part_is_the_plain_part_and_its_sheet(tmp_path: Path) -> None:
    parts = list_of(tmp_path, "3846d08")
    assert in_short(parts.written) == [("3846", RED, 1)]
    assert in_short(parts.sheets) == [("1592.1stk01", None, 1)]
    assert "3846pb001" in parts.written[0].notes[0]
    assert (parts.held, parts.added) == (1, 1)


def test_a_stickered_part_whose_sheet_is_unknown_is_bought_with_its_sticker(tmp_path: Path) -> None:
    assert in_short(list_of(tmp_path, "11055d04").written) == [("2335pb194", RED, 1)]


def test_a_sticker_is_on_the_sheet_that_its_neighbours_name(tmp_path: Path) -> None:
    parts = list_of(tmp_path, "973d08")
    assert in_short(parts.sheets) == [("1589.1stk01", None, 1)]
    assert parts.sheets[0].confidence is Confidence.PROBABLE


def test_a_sticker_without_a_known_sheet_names_its_set(tmp_path: Path) -> None:
    (lot,) = list_of(tmp_path, "003238a").not_written
    assert "375-2" in lot.reason


def test_segments_are_one_hose_a_unit(tmp_path: Path) -> None:
    parts = list_of(tmp_path, "14301k01", "14301k02", "14301k02")
    (lot,) = parts.uncertain
    assert (lot.number, lot.quantity, pieces_of([lot])) == ("14301", 1, 1)
    assert "check the length and the number" in lot.notes


def test_a_hose_is_bought_for_each_unit(tmp_path: Path) -> None:
    (tmp_path / "hose.ldr").write_text(place("14301k01.dat", 4) + "\n")
    (tmp_path / "c.yaml").write_text("company: C\nframes:\n  - {model: hose.ldr, count: 3}\n")
    (lot,) = listed(gather_from([tmp_path / "c.yaml"])).uncertain
    assert (lot.quantity, [str(origin) for origin in lot.needed_for]) == (3, ["hose ×3"])


def test_printed_hips_and_legs_are_one_lot(tmp_path: Path) -> None:
    # Each of the three files names the number of all three together; hips may have another colour.
    parts = list_of(tmp_path, ("3815bp63", 0), ("3816cp63", 1), ("3817cp63", 1))
    assert in_short(parts.written) == [("970c00pb0019", BLUE, 1)]
    assert accounted(parts) == 3


def test_printed_legs_are_one_lot_at_rebrickable_too(tmp_path: Path) -> None:
    parts = list_of(tmp_path, ("3816cp63", 1), ("3817cp63", 1), shop=Shop.REBRICKABLE)
    assert in_short(parts.written) == [("970c22pr0019", 1, 1)]


def test_two_pairs_of_printed_legs_in_two_colours_are_two_lots(tmp_path: Path) -> None:
    legs = [(part, colour) for part in ("3815bp63", "3816cp63", "3817cp63") for colour in (0, 1)]
    assert in_short(list_of(tmp_path, *legs).written) == [
        ("970c00pb0019", BLACK, 1),
        ("970c00pb0019", BLUE, 1),
    ]


def test_a_printed_torso_is_offered_with_its_arms(tmp_path: Path) -> None:
    (lot,) = list_of(tmp_path, "973p8l").uncertain
    assert lot.number == "973pb0899c01"
    assert "arms and hands" in lot.notes[0]


def test_single_limbs_get_a_word(tmp_path: Path) -> None:
    assert "973…c01" in list_of(tmp_path, "3818").written[0].notes[0]
    assert "970c00" in list_of(tmp_path, "3816c").written[0].notes[0]


def test_what_is_not_sold_says_why(tmp_path: Path) -> None:
    parts = list_of(tmp_path, "t1001c01", "3828", "u9410-f2", "nosuchpart")
    reasons = {lot.part: lot.reason for lot in parts.not_written}
    assert "not made by LEGO" in reasons["t1001c01"]
    assert "3829c01" in reasons["3828"]
    assert "made the number up" in reasons["u9410"]
    assert "not a part number" in reasons["nosuchpart"]
    assert not parts.written


def test_rubber_is_bought_as_its_colour(tmp_path: Path) -> None:
    assert in_short(list_of(tmp_path, ("3139", 256)).written) == [("3139", BLACK, 1)]


@pytest.mark.parametrize(("colour", "word"), [(16, "no colour"), (0x2FF8800, "nearest"), (44, "colour")])
def test_a_doubtful_colour_makes_a_doubtful_line(tmp_path: Path, colour: int, word: str) -> None:
    (lot,) = list_of(tmp_path, ("3001", colour)).uncertain
    assert word in lot.reason
    assert remedy(lot) == f"--recolour {colour_text(colour)}=COLOUR"


def test_a_colour_that_no_shop_has_is_not_written(tmp_path: Path) -> None:
    (lot,) = list_of(tmp_path, ("3001", 493)).not_written
    assert "Magnet" in lot.reason


def test_a_colour_of_the_models_own_is_the_nearest_one(tmp_path: Path) -> None:
    line = "0 !COLOUR Mine CODE 999 VALUE #B40000 EDGE #333333"
    (lot,) = listed(gathered(tmp_path, line, place("3001.dat", 999))).uncertain
    assert lot.colour == RED


def test_a_part_of_the_models_own_is_known_by_its_header(tmp_path: Path) -> None:
    part = ["0 FILE 99999.dat", "0 My Brick", "0 !LDRAW_ORG Unofficial_Part", "0 !KEYWORDS BrickLink x42"]
    lines = ["0 FILE m.ldr", place("99999.dat", 4), *part, "3 16 0 0 0 1 0 0 0 1 0"]
    assert in_short(listed(gathered(tmp_path, *lines, name="m.mpd")).written) == [("x42", RED, 1)]


def test_a_part_packed_under_its_sets_name_is_the_part(tmp_path: Path) -> None:
    part = ["0 FILE 6959 - 3001.dat", "0 Brick", "0 !LDRAW_ORG Part", "3 16 0 0 0 1 0 0 0 1 0"]
    lines = ["0 FILE m.ldr", place("6959 - 3001.dat", 4), *part]
    assert in_short(listed(gathered(tmp_path, *lines, name="m.mpd")).written) == [("3001", RED, 1)]


def test_the_users_override_wins_over_assemblies_sheets_and_hoses(tmp_path: Path) -> None:
    found = gathered(
        tmp_path, *(place(f"{part}.dat", 4) for part in ("3680c01", "003238a", "14301k01", "14301k01"))
    )
    parts = listed(found, p3680c01="w", p003238a="s1stk01", p14301k01="h")
    assert in_short(parts.written) == [("h", RED, 1), ("w", RED, 1)]
    assert in_short(parts.sheets) == [("s1stk01", None, 1)]


def test_an_override_may_say_not_to_buy(tmp_path: Path) -> None:
    (lot,) = listed(gathered(tmp_path, place("3001.dat", 4)), p3001="-").not_written
    assert "override file" in lot.reason


def test_rebrickable_has_numbers_and_colours_of_its_own(tmp_path: Path) -> None:
    parts = list_of(tmp_path, ("3023b", 4), ("3068b", 28), shop=Shop.REBRICKABLE)
    assert in_short(parts.written) == [("3023", 4, 1), ("3068b", 28, 1)]


def test_uncertain_lines_may_be_taken_for_good(tmp_path: Path) -> None:
    parts = with_uncertain(list_of(tmp_path, ("3001", 4), ("3001", 0x2B40000)))
    assert in_short(parts.written) == [("3001", RED, 2)]
    assert not parts.uncertain


def test_a_list_made_again_for_another_shop_has_what_is_left(tmp_path: Path) -> None:
    found = gathered(tmp_path, *[place("3023.dat", 4)] * 5, *[place("3001.dat", 4)] * 2)
    lots = [lot.taking(3) for lot in listed(found).written]
    again = make_list_again(
        lots, Orderer(Shop.REBRICKABLE, NumberBook({}, shipped_tables(), shipped_parts()), found.records)
    )
    assert in_short(again.written) == [("3023", 4, 2)]


def models() -> list[Path]:
    """The examples, and all models of a corpus where one is named."""
    roots = [
        ROOT / "examples",
        *([Path(os.environ["BRICKYARD_CORPUS"])] if "BRICKYARD_CORPUS" in os.environ else []),
    ]
    paths = [path for root in roots for path in sorted(root.rglob("*"))]
    return [path for path in paths if path.suffix.lower() in MODEL_SUFFIXES and path.is_file()]


@pytest.mark.parametrize("path", models(), ids=lambda path: path.name)
@pytest.mark.parametrize("shop", [Shop.BRICKLINK, Shop.REBRICKABLE])
def test_written_and_sheets_and_not_written_is_all_that_the_model_holds(path: Path, shop: Shop) -> None:
    try:
        held = count(open_workspace().assembly(path)).pieces
    except BrickyardError:
        with pytest.raises(BrickyardError):
            gather_from([path])
        return
    parts = listed(gather_from([path]), shop)
    assert parts.held == held
    assert accounted(parts) == parts.held + parts.added - parts.joined
    # One line a lot, in every group.
    for group in (parts.written, parts.sheets, parts.uncertain):
        assert len({lot.key for lot in group}) == len(group)
    assert all(lot.reason for lot in (*parts.written, *parts.uncertain, *parts.not_written))
    assert all(lot.number for lot in parts.written)
    assert not any(lot.number for lot in parts.not_written)
    assert pieces_needed(parts.written) <= pieces_of(parts.written)
