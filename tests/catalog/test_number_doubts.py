"""Numbers that LDraw's files name, and what speaks against them (real-models N12)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from catalog.database.part_database import shipped_parts
from catalog.shops.rebrickable import shipped_tables, stem
from catalog.shops.shop_numbers import Confidence, NumberBook, Shop
from ldraw_tools.reading.header import FileKind
from tests.building import place
from tests.running import brickyard
from tests.shopping import list_of

BOOK = NumberBook({}, shipped_tables(), shipped_parts())
EXACT, PROBABLE, UNCERTAIN = Confidence.EXACT, Confidence.PROBABLE, Confidence.UNCERTAIN


@pytest.mark.parametrize(
    ("part", "number", "sure", "reason"),
    [
        # An arm whose file names the torso: by its whole, and by the number of another part.
        ("3818pdgb", "973pb4695c01", UNCERTAIN, "the whole that it is a piece of"),
        ("3818px1", "973pb2308", UNCERTAIN, "the number of another part"),
        # Rebrickable calls 3190 and 3192 two doors.
        ("3190", "3192", PROBABLE, "of two parts"),
        ("3191", "3193", PROBABLE, "of two parts"),
        # Another colour of an assembly.
        ("6051c01", "6050c05", UNCERTAIN, "another assembly"),
        ("72634c01", "2982c01", PROBABLE, "of another assembly"),
        # Prints that count otherwise, that two files claim, and of another side.
        ("4412p01", "4412pb02", PROBABLE, "exchanged"),
        ("4412p02", "4412pb01", PROBABLE, "exchanged"),
        ("3070bpf5", "3070pb048", PROBABLE, "of another part"),
        ("93606p03", "93606pb155L", PROBABLE, "exchanged"),
        ("2431p52", "2431pb0725", PROBABLE, "LDraw's own number"),
        ("3960px1", "35394pb005", PROBABLE, "a print of another part"),
        # Nothing speaks against these.
        ("6141", "4073", EXACT, "LDraw's file names it"),
        ("3062b", "3062", EXACT, "LDraw's file names it"),
        ("73983", "2429c01", EXACT, "LDraw's file names it"),
        ("14395", "2339", EXACT, "LDraw's file names it"),
    ],
)
def test_n12_what_speaks_against_a_number(part: str, number: str, sure: Confidence, reason: str) -> None:
    found = shipped_parts().find(part)
    assert found, part
    given = BOOK.number(found, Shop.BRICKLINK)
    assert (given.number, given.confidence) == (number, sure), given
    assert reason in given.reason


@pytest.mark.parametrize(
    ("name", "number", "sure"),
    [
        ("bl_973pb5038c01_torso", "973pb5038", EXACT),
        ("bl_970c00pb1559_hip", "970c00pb1559", UNCERTAIN),
        ("bl_3068", "3068", PROBABLE),
        ("14769pb079", "14769pb079", PROBABLE),
        ("10164pb01", "10164pb01", PROBABLE),
        ("54092c01pb01", "54092c01pb01", PROBABLE),
        ("32533p314", "32533p314", UNCERTAIN),
    ],
)
def test_n12_names_that_only_studio_has(name: str, number: str, sure: Confidence, tmp_path: Path) -> None:
    (lot,) = list_of(tmp_path, name).lots
    assert (lot.number, lot.confidence) == (number, sure)


def exact_numbers() -> Iterator[tuple[str, str]]:
    for part in shipped_parts():
        if part.kind in (FileKind.PART, FileKind.SHORTCUT) and not part.title.startswith("~"):
            given = BOOK.from_header(part, Shop.BRICKLINK)
            if given and given.confidence is EXACT:
                yield part.number, given.number


def test_n12_no_exact_number_of_an_arm_is_a_torsos() -> None:
    of_arms = [(part, number) for part, number in exact_numbers() if stem(part) in ("3818", "3819")]
    assert len(of_arms) > 9
    assert [pair for pair in of_arms if stem(pair[1]) == "973"] == []


def test_n12_a_mould_that_was_made_in_the_colour_is_named(tmp_path: Path) -> None:
    (tmp_path / "m.ldr").write_text("0 m\n" + place("32556.dat", 1) + "\n")
    answer = brickyard(["parts", "m.ldr"], tmp_path).stdout
    assert "made in it: 6558" in answer


def test_n12_of_a_colour_of_old_sets_of_that_time_are_named(tmp_path: Path) -> None:
    (tmp_path / "m.ldr").write_text("0 m\n" + place("87087.dat", 6) + "\n")
    answer = " ".join(brickyard(["parts", "m.ldr"], tmp_path).stdout.split())
    assert "sets of the time of this colour may have it" in answer


def test_n5_a_list_says_that_submodels_are_missing(tmp_path: Path) -> None:
    lines = [
        "0 FILE main.ldr",
        place("3001.dat", 4),
        place("wing.ldr", 16),
        "0 FILE other.ldr",
        place("3001.dat", 4),
    ]
    (tmp_path / "m.mpd").write_text("\n".join(lines) + "\n")
    answer = brickyard(["parts", "m.mpd"], tmp_path).stdout
    assert "nothing left out" not in answer
    assert "Total: 1 piece; what missing submodels hold is not counted" in answer
    assert "The one piece is on the list, without those of missing submodels." in answer
