"""Makes assemblies.csv, shortcuts that shops sell whole, and colour_numbers.csv: numbers naming a colour."""

from __future__ import annotations

import argparse
import csv
import gzip
import math
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from catalog.database.part_database import PartRecord, PartsDatabase
from catalog.shops.assemblies import COLOUR_NUMBERS, TABLE, Matrix, Vector, piece_name, relative
from catalog.shops.rebrickable import shipped_tables
from catalog.shops.shop_numbers import NumberBook, Shop
from ldraw_tools.reading.header import BUILDING_BLOCKS, FileKind

MOST_PIECES = 12
_HEADER = "part,pieces: name colour partner place of it beside the partner place of the partner beside it"
_NUMBER = re.compile(r"(\d+[a-z]?)c\d+")


@dataclass(frozen=True, slots=True)
class _Placed:
    piece: str
    colour: int
    place: Vector
    turn: Matrix


def rows(database: PartsDatabase, library: Path) -> Iterator[str]:
    book = NumberBook({}, shipped_tables(), database)
    sold = [part for part in database if part.kind is FileKind.SHORTCUT and _is_sold_whole(part, book)]
    found = []
    for part in sold:
        inside = [database.find(component.key) for component in part.components]
        if any(one is None or one.kind in (*BUILDING_BLOCKS, FileKind.STICKER) for one in inside):
            continue
        placed = list(_placed(library / "parts" / part.key, database))
        if 2 <= len(placed) <= MOST_PIECES:
            found.append((-len(placed), part.title.startswith("~"), part.number, placed))
    for _, _, number, placed in sorted(found, key=lambda one: one[:3]):
        yield ",".join([number, *_members(placed)])


def _is_sold_whole(part: PartRecord, book: NumberBook) -> bool:
    return any(
        book.override(part, shop) or book.from_header(part, shop) or book.in_tables(part, shop)
        for shop in (Shop.BRICKLINK, Shop.REBRICKABLE)
    )


def _placed(path: Path, database: PartsDatabase) -> Iterator[_Placed]:
    for line in path.read_text("utf-8", "replace").splitlines():
        words = line.split(None, 14)
        if len(words) == 15 and words[0] == "1":
            numbers = [float(word) for word in words[2:14]]
            part = database.find(words[14].strip())
            assert part is not None, line
            place = (numbers[0], numbers[1], numbers[2])
            yield _Placed(piece_name(part, database.find), int(words[1]), place, tuple(numbers[3:]))


def _members(placed: list[_Placed]) -> Iterator[str]:
    """Each beside the nearest before it: a hand turns with its arm, not with the torso."""
    for index, one in enumerate(placed):
        if not index:
            yield f"{one.piece} {one.colour} 0"
            continue
        partner = min(range(index), key=lambda other: (math.dist(placed[other].place, one.place), other))
        other = placed[partner]
        beside = relative(other.place, other.turn, one.place)
        back = relative(one.place, one.turn, other.place)
        numbers = " ".join(f"{round(number, 1) + 0:g}" for number in (*beside, *back))
        yield f"{one.piece} {one.colour} {partner} {numbers}"


def colour_numbers(folder: Path) -> Iterator[tuple[str, str, int]]:
    """Number, family and colour of numbers whose names are the same but for the one colour in them."""
    colours = {row["name"]: int(row["id"]) for row in _rows(folder / "colors.csv.gz")}
    longest_first = sorted(colours, key=len, reverse=True)
    word = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, longest_first))})(?![\w-])")
    families: dict[tuple[str, str], list[tuple[str, int]]] = defaultdict(list)
    for row in _rows(folder / "parts.csv.gz"):
        number, named = _NUMBER.fullmatch(row["part_num"]), word.findall(row["name"])
        if number and len(named) == 1:
            family = families[number[1], word.sub("", row["name"])]
            family.append((row["part_num"], colours[named[0]]))
    for (stem, _), family in sorted(families.items()):
        if len(family) > 1 and len({colour for _, colour in family}) == len(family):
            for part, colour in sorted(family):
                yield part, f"{stem}/{family[0][0]}", colour


def _rows(path: Path) -> Iterator[dict[str, str]]:
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library", type=Path, help="the LDraw library that the parts database was made from")
    parser.add_argument("rebrickable", type=Path, help="Rebrickable's CSV files, packed with gzip")
    arguments = parser.parse_args()
    numbers = [
        f"{number},{family},{colour}" for number, family, colour in colour_numbers(arguments.rebrickable)
    ]
    text = "\n".join(["number,family,colour", *numbers, ""])
    COLOUR_NUMBERS.write_text(text, encoding="utf-8", newline="\n")
    lines = [_HEADER, *rows(PartsDatabase(), arguments.library)]
    TABLE.write_text("\n".join([*lines, ""]), encoding="utf-8", newline="\n")
    print(f"{TABLE}: {len(lines) - 1:,} assemblies")
    return 0


if __name__ == "__main__":
    sys.exit(main())
