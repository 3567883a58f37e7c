"""Either mould will do: what else is offered for a lot, and what is counted together."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from brickyard.parts.adjusting import with_choices
from brickyard.parts.list_formats import LONGEST_REMARK, brickstore, remark, wanted_list
from brickyard.parts.lots import Instead, Lot, Origin
from brickyard.parts.part_records import PartRelations, Records
from catalog.database.part_database import shipped_parts
from catalog.shops.rebrickable import ALTERNATE, MOULD, shipped_tables
from catalog.shops.shop_numbers import NumberBook
from tests.building import place
from tests.running import brickyard
from tests.shopping import list_of

BOOK = NumberBook({}, shipped_tables(), shipped_parts())
BLACK, DARK_RED = 0, 320


def choices(tmp_path: Path, part: str, colour: int) -> tuple[Instead, ...]:
    parts = with_choices(list_of(tmp_path, (part, colour)), PartRelations(BOOK, Records()))
    (lot,) = parts.written
    return lot.instead


@pytest.mark.parametrize(
    ("part", "colour", "expected"),
    [
        # Old moulds name the mould of today.
        ("3069a", 4, [("3069", "mould")]),
        ("3023a", 4, [("3023", "mould")]),
        ("3794a", 4, [("15573", "mould"), ("3794b", "mould")]),
        # By way of 4085a, which both replace.
        ("60897", BLACK, [("4085c", "mould")]),
        ("85861", BLACK, [("4073", "alternate")]),
        # 60470a was never made in black, 3069a not in dark red.
        ("60470b", BLACK, []),
        ("3069b", DARK_RED, []),
        ("3003", 4, []),
    ],
)
def test_a_lot_names_what_else_was_made_in_its_colour(
    part: str, colour: int, expected: list[tuple[str, str]], tmp_path: Path
) -> None:
    assert [(one.number, one.fit) for one in choices(tmp_path, part, colour)] == expected


def test_a_choice_is_never_the_lot_itself_nor_printed_and_at_most_three(tmp_path: Path) -> None:
    tables = shipped_tables()
    numbers = [
        part for part in ("3001", "3062b", "2436b", "3842b", "42042a", "3940b") if tables.has_part(part)
    ]
    assert len(numbers) > 3
    for part in numbers:
        for colour in (0, 1, 4, 14, 15):
            found = choices(tmp_path, part, colour)
            assert len(found) <= 3
            assert len({one.number for one in found} | {part}) == len(found) + 1


def test_moulds_of_a_mould_are_moulds_of_the_part() -> None:
    assert shipped_tables().related("4085c", MOULD) == ("4085a", "4085b", "60897")
    # LDraw's number is Rebrickable's 3023.
    assert PartRelations(BOOK, Records()).related("3023b", MOULD) == ("3023a",)
    # But an alternate of an alternate may be anything.
    assert "3062a" not in shipped_tables().related("6141", ALTERNATE)


def written(tmp_path: Path, *options: str) -> dict[str, str]:
    (tmp_path / "m.ldr").write_text(place("60897.dat", 0) + "\n")
    ran = brickyard(["parts", "m.ldr", "-o", "buy", *options], tmp_path)
    assert ran.returncode == 0, ran.stderr
    files = {path.name: path.read_text("utf-8-sig") for path in (tmp_path / "buy").iterdir()}
    return files | {"text": brickyard(["parts", "m.ldr", *options], tmp_path).stdout}


def test_the_choice_is_in_every_list_that_has_room_for_it(tmp_path: Path) -> None:
    files = written(tmp_path)
    assert "(or 4085c)" in files["text"]
    assert "or 4085c, another mould" in files["parts.html"]
    assert "<REMARKS>m; or 4085c</REMARKS>" in files["bricklink.xml"]
    assert "<Comments>or 4085c, another mould</Comments>" in files["brickstore.bsx"]
    (row,) = csv.DictReader(files["parts.csv"].splitlines())
    assert row["instead"] == "4085c, another mould"
    (lot,) = json.loads(files["parts.json"])["lots"]
    assert lot["instead"] == [{"number": "4085c", "fit": "mould"}]


def test_who_insists_on_the_mould_is_offered_no_other(tmp_path: Path) -> None:
    assert not any("4085c" in text for text in written(tmp_path, "--substitutes", "exact").values())


def test_a_long_remark_still_names_the_choice() -> None:
    lot = Lot("3001", 5, 1, needed_for=(Origin("long " * 60, 1, 1),), instead=(Instead("3001old", "mould"),))
    assert remark(lot).endswith("...; or 3001old")
    assert len(remark(lot)) <= LONGEST_REMARK
    assert b"or 3001old" in wanted_list([lot])
    assert b"or 3001old" in brickstore([lot])


@pytest.mark.parametrize(("substitutes", "can"), [("exact", False), ("mould", False), ("alternate", True)])
def test_moulds_and_alternates_are_counted_together_against_what_is_owned(
    substitutes: str, can: bool, tmp_path: Path
) -> None:
    (tmp_path / "m.ldr").write_text(f"{place('60897.dat', 0)}\n{place('85861.dat', 0)}\n")
    (tmp_path / "o.csv").write_text("number,colour,quantity\n4085c,11,1\n4073,11,1\n")
    options = ["--owned", "o.csv", "--substitutes", substitutes, "--format", "json"]
    lots = json.loads(brickyard(["parts", "m.ldr", *options], tmp_path).stdout)["lots"]
    owned = {lot["number"]: lot["owned"] for lot in lots}
    assert owned == {"4085d": int(substitutes != "exact"), "85861": int(can)}
    answer = json.loads(brickyard(["can-build", "m.ldr", *options], tmp_path).stdout)
    assert answer["certain"]["total"] == int(can)
