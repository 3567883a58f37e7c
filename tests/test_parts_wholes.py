"""Assemblies as shops sell them: whole or in pieces, and loose pieces that sit together as one."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

from brickyard.parts.joining import found_together, put_together
from brickyard.parts.lots import PartsList, PieceItem, pieces_of
from brickyard.parts.part_records import Records
from brickyard.parts.stock import StockLot
from catalog.shops.assemblies import TABLE, is_near, number_in_colour, patterns_from
from catalog.shops.shop_numbers import Confidence, Shop
from tests.building import UPRIGHT, place
from tests.running import brickyard
from tests.shopping import gather_from, gathered, in_short, list_of, listed

RED, YELLOW, BLACK, WHITE, LIGHT_GREY = 5, 3, 11, 1, 86
SITTING = "1 0 0 0 0 1 0 -1 0"
ARM_RIGHT, ARM_LEFT = "0.985 -0.17 0 0.17 0.985 0 0 0 1", "0.985 0.17 0 -0.17 0.985 0 0 0 1"
HAND_RIGHT, HAND_LEFT = (
    "0.985 -0.12 0.12 0.17 0.696 -0.696 0 0.707 0.707",
    "0.985 0.12 -0.12 -0.17 0.696 -0.696 0 0.707 0.707",
)


def at(part: str, colour: int, where: str = "0 0 0", turn: str = UPRIGHT) -> str:
    return f"1 {colour} {where} {turn} {part}.dat"


def torso(pattern: str, colour: int, hands: int) -> list[str]:
    return [
        at(f"973{pattern}", colour),
        at("3818", colour, "-15.552 9 0", ARM_RIGHT),
        at("3819", colour, "15.552 9 0", ARM_LEFT),
        at("3820", hands, "-23.69 26.774 -9.898", HAND_RIGHT),
        at("3820", hands, "23.69 26.774 -9.898", HAND_LEFT),
    ]


LOOSE = {
    "a steering wheel": (
        [at("3829a", 4), at("3828", 0, "0 -26.32 -0.24", "0 0 1 -0.8 0.6 0 -0.6 -0.8 0")],
        ("3829c01", RED, 1),
    ),
    "a steering wheel that is turned": (
        [at("3829a", 4), at("3828", 0, "0 -26.32 -0.24", "0.707 0 0.707 0 1 0 -0.707 0 0.707")],
        ("3829c01", RED, 1),
    ),
    "a door, right": ([at("4343", 4), at("4344", 47, "0 114 0")], ("73435c01", RED, 1)),
    "a door, left": ([at("4343", 4), at("4344", 47)], ("73436c01", RED, 1)),
    "hinge plates": ([at("2429", 4), at("2430", 4)], ("2429c01", RED, 1)),
    "a lever": ([at("4592", 4), at("4593", 0)], ("4592c02", RED, 1)),
    "a lever that is tilted": (
        [at("4592", 4), at("4593", 0, "0 -2 0", "1 0 0 0 0.5 0.866 0 -0.866 0.5")],
        ("4592c02", RED, 1),
    ),
    "a small turntable": ([at("3680", 4), at("3679", 71)], ("3680c02", RED, 1)),
    "a large turntable": ([at("3403", 4), at("3404", 4)], ("3403c01", RED, 1)),
    "legs that stand": (
        [at("3815b", 4), at("3816c", 4, "0 12 0"), at("3817c", 4, "0 12 0")],
        ("970c00", RED, 1),
    ),
    "legs that sit, by their old numbers": (
        [at("3815", 4), at("3816", 4, "0 12 0", SITTING), at("3817b", 4, "0 12 0", SITTING)],
        ("970c00", RED, 1),
    ),
    "a printed torso": (torso("p8l", 4, 14), ("973pb0899c01", RED, 1)),
    "a plain torso": (torso("", 4, 4), ("973c00", RED, 1)),
}


@pytest.mark.parametrize("name", LOOSE)
def test_loose_pieces_that_sit_together_are_bought_as_one(name: str, tmp_path: Path) -> None:
    lines, whole = LOOSE[name]
    parts = listed(gathered(tmp_path, *lines))
    assert in_short(parts.written) == [whole]
    assert (parts.held, parts.added, parts.joined) == (len(lines), 0, len(lines) - 1)
    assert not parts.uncertain + parts.not_written


def test_pieces_are_found_together_however_the_model_is_turned(tmp_path: Path) -> None:
    turned = "0 0 1 0 1 0 -1 0 0"
    lines = [
        at("3815b", 4, "50 7 9", turned),
        at("3816c", 4, "50 19 9", turned),
        at("3817c", 4, "50 19 9", turned),
    ]
    assert in_short(listed(gathered(tmp_path, *lines)).written) == [("970c00", RED, 1)]


APART = {
    "in another place": [at("2429", 4), at("2430", 4, "0 -8 0")],
    "in two colours that are not sold": [at("2429", 4), at("2430", 14)],
    "a piece missing": [at("3815b", 4), at("3816c", 4, "0 12 0")],
    "legs of two colours": [at("3815b", 4), at("3816c", 4, "0 12 0"), at("3817c", 14, "0 12 0")],
}


@pytest.mark.parametrize("name", APART)
def test_pieces_that_do_not_make_an_assembly_stay_loose(name: str, tmp_path: Path) -> None:
    parts = listed(gathered(tmp_path, *APART[name]))
    assert (len(parts.written), parts.joined) == (len(APART[name]), 0)


def test_pieces_in_two_submodels_may_be_moved_apart_and_stay_loose(tmp_path: Path) -> None:
    lines = ["0 FILE a.ldr", at("2429", 4), place("b.ldr", 4), "0 FILE b.ldr", at("2430", 4)]
    parts = listed(gathered(tmp_path, *lines, name="m.mpd"))
    assert [number for number, _, _ in in_short(parts.written)] == ["2429", "2430"]


def test_an_assembly_that_is_never_made_in_that_colour_is_bought_in_pieces(tmp_path: Path) -> None:
    # Trans-clear: neither has it, but the whole is known in other colours.
    parts = listed(gathered(tmp_path, at("2429", 47), at("2430", 47)))
    assert (len(parts.written), parts.joined) == (2, 0)


def test_pieces_that_nobody_sells_are_the_whole_in_any_colour(tmp_path: Path) -> None:
    lines = [line.replace("1 4 ", "1 47 ", 1) for line in LOOSE["a steering wheel"][0]]
    assert in_short(listed(gathered(tmp_path, *lines)).written) == [("3829c01", 12, 1)]


def test_pieces_are_counted_together_in_every_copy_of_a_submodel(tmp_path: Path) -> None:
    lines = ["0 FILE m.ldr", *[place("b.ldr", colour) for colour in (4, 4, 1)]]
    lines += ["0 FILE b.ldr", at("2429", 16), at("2430", 16)]
    parts = listed(gathered(tmp_path, *lines, name="m.mpd"))
    assert sorted(in_short(parts.written)) == [("2429c01", 5, 2), ("2429c01", 7, 1)]
    assert (parts.held, parts.joined) == (6, 3)


@pytest.mark.parametrize(
    ("options", "numbers"),
    [
        ({"recolour": {4: 2}}, ["2429c01", "4592c02"]),
        # A green lever on a red base is nothing that shops sell.
        ({"recolour": {0: 2}}, ["2429c01", "4592", "4593"]),
        ({"any_colour": ("b",)}, ["2429", "2430", "4592c02"]),
        ({"only": ("b",)}, ["2429c01"]),
    ],
)
def test_pieces_are_found_together_in_what_is_asked_for(
    options: dict[str, Any], numbers: list[str], tmp_path: Path
) -> None:
    lines = ["0 FILE a.ldr", at("4592", 4), at("4593", 0), place("b.ldr", 4)]
    lines += ["0 FILE b.ldr", at("2429", 16), at("2430", 16)]
    path = tmp_path / "m.mpd"
    path.write_text("\n".join([*lines, ""]))
    parts = listed(gather_from([path], **options))
    assert sorted(lot.number for lot in parts.written) == numbers
    assert pieces_of(parts.lots) == parts.sold


# Whole or in pieces.


@pytest.mark.parametrize(
    ("part", "number", "note"),
    [
        ("3829c01", "3829c01", "made of 3828 + 3829a"),
        ("73983", "2429c01", "or in pieces: 2429 + 2430"),
        ("3403c01", "3403c01", "or in pieces: 3403 + 3404"),
        ("73200b-f1", "970c00", "or in pieces: 970 + 971 + 972"),
        ("47899c01", "73436c01", "made of 4343 + 4344"),
        ("76382p90", "973p90c05", "made of 982 + 981 + 2 × 983 + 973p90"),
        ("99455", "99455", "made of 99535c01 + 99543"),
        ("73587p01", "4592c02", "or in pieces: 4592 + 4593"),
    ],
)
def test_what_is_sold_whole_is_bought_whole_and_names_its_pieces(
    part: str, number: str, note: str, tmp_path: Path
) -> None:
    (lot,) = list_of(tmp_path, part).written
    assert (lot.number, lot.confidence, lot.notes) == (number, Confidence.EXACT, (note,))


@pytest.mark.parametrize(
    "part", ["28738", "58121", "45601c01", "19066c01", "54696p01", "15466p01c01", "919c01"]
)
def test_hubs_and_motors_are_never_split_into_pieces_that_nobody_sells(part: str, tmp_path: Path) -> None:
    parts = list_of(tmp_path, part)
    bought = [lot for lot in parts.lots if lot.part != part]
    assert all(lot.number and lot.confidence >= Confidence.PROBABLE for lot in bought)
    assert not [lot for lot in parts.not_written if lot.part != part]


@pytest.mark.parametrize(
    ("part", "rim", "tyre"),
    [("22253c01", "6595", "32180"), ("55981c02", "55981", "35578"), ("88517c02", "88517", "67140")],
)
def test_review_8_a_wheel_that_brickstores_table_numbers_wrongly_is_bought_as_rim_and_tyre(
    part: str, rim: str, tyre: str, tmp_path: Path
) -> None:
    lots = list_of(tmp_path, part).written
    assert {lot.number for lot in lots} == {rim, tyre}
    assert {lot.confidence for lot in lots} == {Confidence.EXACT}


def test_an_assembly_bought_in_pieces_names_the_whole(tmp_path: Path) -> None:
    for lot in list_of(tmp_path, "3680c01").written:
        assert lot.notes == (
            "of 3680c01, Turntable 2 x 2 Plate with Light Grey Top, whose BrickLink number is not known "
            "(LDraw's is right 3 times in 4)",
        )


def test_the_way_with_fewer_lots_is_taken_and_the_other_named(tmp_path: Path) -> None:
    # The pieces are needed by themselves as well: the whole would be a third lot.
    apart = [at("2429", 4, "100 0 0"), at("2430", 4, "200 0 0")]
    for together in ([at("73983", 4)], [at("2429", 4), at("2430", 4)]):
        parts = listed(gathered(tmp_path, *together, *apart))
        assert in_short(parts.written) == [("2429", RED, 2), ("2430", RED, 2)]
        assert all("2429c01" in lot.notes[0] for lot in parts.written)
    # And where the whole is needed anyway, two loose pieces are no lots of their own.
    parts = listed(gathered(tmp_path, at("73983", 4), at("2429", 4), at("2430", 4)))
    assert in_short(parts.written) == [("2429c01", RED, 2)]


def test_the_message_about_a_steering_wheel_does_not_contradict_itself(tmp_path: Path) -> None:
    parts = list_of(tmp_path, "3829c01", "3828")
    (whole,), (loose,) = parts.written, parts.not_written
    assert (whole.number, whole.confidence) == ("3829c01", Confidence.EXACT)
    assert loose.reason == "part of an assembly, not sold separately; look at 3829c01"


def test_studios_torso_has_bricklinks_number(tmp_path: Path) -> None:
    (lot,) = list_of(tmp_path, "bl_973c00").written
    assert (lot.number, lot.confidence) == ("973c00", Confidence.EXACT)
    (lot,) = list_of(tmp_path, "bl_973c00", shop=Shop.REBRICKABLE).written
    assert (lot.number, lot.confidence) == ("973c00", Confidence.PROBABLE)


@pytest.mark.parametrize(("colour", "number"), [(4, "970c22"), (0, "970c03"), (14, "970c01")])
def test_rebrickable_numbers_legs_by_their_colour(colour: int, number: str, tmp_path: Path) -> None:
    parts = list_of(tmp_path, ("73200b-f1", colour), shop=Shop.REBRICKABLE)
    assert [lot.number for lot in parts.written] == [number]


@pytest.mark.parametrize(
    ("shop", "number", "black"), [(Shop.BRICKLINK, "970c05pb01", 11), (Shop.REBRICKABLE, "970c22pr0001", 0)]
)
def test_hips_with_legs_of_another_colour_are_sold_in_the_colour_of_the_hips(
    shop: Shop, number: str, black: int, tmp_path: Path
) -> None:
    # Black hips and red legs with a print; Rebrickable has the element in black.
    parts = list_of(tmp_path, ("73200bp6v", 4), shop=shop)
    assert in_short(parts.written) == [(number, black, 1)]
    assert parts.written[0].ldraw_colour == 4


def test_legs_in_a_colour_that_rebrickable_has_no_number_for_are_uncertain(tmp_path: Path) -> None:
    assert number_in_colour("970c03", 47) == ""
    (lot,) = list_of(tmp_path, ("73200b-f1", 47), shop=Shop.REBRICKABLE).uncertain
    assert "numbers it by its colour" in lot.reason


def test_the_same_pieces_are_counted_by_inspect_and_parts_and_both_say_why_they_differ(
    tmp_path: Path,
) -> None:
    path = tmp_path / "m.ldr"
    path.write_text("\n".join([at("2429", 4), at("2430", 4), at("3680c01", 4), ""]))
    inspected, listed_ = (
        brickyard(["inspect", "m.ldr"], tmp_path).stdout,
        brickyard(["parts", "m.ldr"], tmp_path).stdout,
    )
    assert "3 pieces" in inspected
    assert "brickyard parts may count more or fewer: it counts assemblies as shops sell them" in inspected
    assert "Total: 3 pieces: 3 in the models and 1 more for assemblies bought in parts, 1 fewer" in " ".join(
        listed_.split()
    )
    path.write_text(at("3001", 4))
    assert "may count" not in brickyard(["inspect", "m.ldr"], tmp_path).stdout


# What is owned.


def owned(number: str, count: int, colour: int = RED) -> StockLot:
    return StockLot(Shop.BRICKLINK, number, colour, count)


def legs(tmp_path: Path, count: int) -> PartsList:
    return list_of(tmp_path, *["73200b-f1"] * count)


def test_owned_pieces_make_the_assemblies_that_are_wanted(tmp_path: Path) -> None:
    (lot,) = legs(tmp_path, 3).written
    assert lot.made_of == (PieceItem("970", RED, 1), PieceItem("971", RED, 1), PieceItem("972", RED, 1))
    pool = [owned("970", 2), owned("971", 5), owned("972", 2), owned("970", 1, YELLOW)]
    left, found = put_together(pool, [(lot, 3)])
    assert [(one.number, one.quantity) for one in left] == [
        *(("970", 0), ("971", 3), ("972", 0), ("970", 1), ("970c00", 2)),
    ]
    assert [one.message for one in found] == [
        "your 970 + 971 + 972 make 2 × 970c00 Minifig Hips and Legs (Standing), Red"
    ]


def test_pieces_that_are_wanted_by_themselves_are_not_put_together(tmp_path: Path) -> None:
    parts = list_of(tmp_path, "73200b-f1", "3815b")
    wanted = [(lot, lot.needed) for lot in parts.written]
    pool = [owned("970", 1), owned("971", 1), owned("972", 1)]
    assert put_together(pool, wanted) == (pool, [])


def test_a_drawer_of_loose_pieces_is_enough_for_a_model_with_assemblies(tmp_path: Path) -> None:
    model, drawer = tmp_path / "m.ldr", tmp_path / "drawer.csv"
    model.write_text(at("73200b-f1", 4) + "\n")
    drawer.write_text("number,colour,quantity\n970,5,1\n971,5,1\n972,5,1\n")
    assert "nothing to buy" in brickyard(["parts", "m.ldr", "--owned", "drawer.csv"], tmp_path).stdout
    assert "It can be built" in brickyard(["can-build", "m.ldr", "--owned", "drawer.csv"], tmp_path).stdout


TWO_COLOURED = [at("3815b", 0), at("3816c", 4, "0 12 0"), at("3817c", 4, "0 12 0")]


def test_hips_and_legs_of_two_colours_are_one_at_rebrickable_and_named_at_bricklink(tmp_path: Path) -> None:
    """Rebrickable has an element of 970c22, red legs, in black; BrickLink's number follows a rule only."""
    parts = listed(gathered(tmp_path, *TWO_COLOURED), shop=Shop.REBRICKABLE)
    assert (in_short(parts.written), parts.joined) == ([("970c22", 0, 1)], 2)
    assert parts.written[0].confidence is Confidence.EXACT
    parts = listed(gathered(tmp_path, *TWO_COLOURED))
    assert (sorted(lot.number for lot in parts.written), parts.joined) == (["970", "971", "972"], 0)
    assert all("sold together too, as 970c05" in lot.notes for lot in parts.written)


def test_legs_of_two_colours_that_nobody_made_are_not_named_as_one(tmp_path: Path) -> None:
    lines = [at("3815b", 13), at("3816c", 4, "0 12 0"), at("3817c", 4, "0 12 0")]
    for shop in (Shop.BRICKLINK, Shop.REBRICKABLE):
        parts = listed(gathered(tmp_path, *lines), shop=shop)
        assert (len(parts.lots), parts.joined) == (3, 0)
        assert not any("sold together too" in note for lot in parts.lots for note in lot.notes)


OPENED = {
    "hinge plates": (["2429"], "2429c01", "2429"),
    "a lever": (["4593"], "4592c02", "4593"),
    "a turntable": (["3404"], "3403c01", "3404"),
    "legs": (["3816c"], "970c00", "971"),
}


@pytest.mark.parametrize("name", OPENED)
def test_owned_assemblies_are_taken_apart_for_the_pieces_that_a_list_needs(name: str, tmp_path: Path) -> None:
    pieces, whole, number = OPENED[name]
    colour = 0 if name == "a lever" else 4
    (tmp_path / "m.ldr").write_text("\n".join(at(piece, colour) for piece in pieces) + "\n")
    (tmp_path / "drawer.csv").write_text(f"number,colour,quantity\n{whole},5,1\n")
    run = brickyard(["parts", "m.ldr", "--owned", "drawer.csv"], tmp_path).stdout
    assert "nothing to buy" in run
    assert f"PRT080: 1 of your {whole} is taken apart for" in run
    assert number in run
    assert "It can be built" in brickyard(["can-build", "m.ldr", "--owned", "drawer.csv"], tmp_path).stdout


def test_assemblies_that_are_wanted_whole_are_not_taken_apart(tmp_path: Path) -> None:
    (tmp_path / "m.ldr").write_text(f"{at('73200b-f1', 4)}\n{at('3816c', 4, '100 0 0')}\n")
    (tmp_path / "drawer.csv").write_text("number,colour,quantity\n970c00,5,1\n")
    run = brickyard(["parts", "m.ldr", "--owned", "drawer.csv"], tmp_path).stdout
    assert "PRT080" not in run
    assert "971" in run


def test_no_more_assemblies_are_opened_than_are_needed(tmp_path: Path) -> None:
    (tmp_path / "m.ldr").write_text("".join(f"{at('3816c', 4, f'{place} 0 0')}\n" for place in (0, 50, 100)))
    (tmp_path / "drawer.csv").write_text("number,colour,quantity\n970c00,5,9\n971,5,1\n")
    run = brickyard(["parts", "m.ldr", "--owned", "drawer.csv"], tmp_path).stdout
    assert "2 of your 970c00 are taken apart for 970 + 971 + 972" in run
    assert "nothing to buy" in run


# The table.


def test_every_pattern_begins_with_a_piece_and_names_an_earlier_partner() -> None:
    lines = TABLE.read_text("utf-8").splitlines()[1:]
    firsts = {line.split(",")[1].split()[0] for line in lines}
    patterns = list(itertools.chain.from_iterable(map(patterns_from, sorted(firsts))))
    assert len(patterns) == len(lines) > 2000
    for pattern in patterns:
        assert len(pattern.members) > 1
        assert all(member.partner < place for place, member in enumerate(pattern.members) if place)


def test_is_near_allows_for_rounding_and_no_more() -> None:
    assert is_near((0, 0, 0), (2.5, -2.5, 0))
    assert not is_near((0, 0, 0), (0, 0, 2.6))


def test_many_pieces_in_one_place_stay_loose_instead_of_taking_for_ever(tmp_path: Path) -> None:
    from catalog.database.part_database import open_workspace

    path = tmp_path / "many.ldr"
    path.write_text("\n".join([*[at("2429", 4)] * 1500, *[at("2430", 4, "500 0 0")] * 1500, ""]))
    assembly = open_workspace().assembly(path)
    assert not found_together(assembly, assembly.root, Records().piece_name)
