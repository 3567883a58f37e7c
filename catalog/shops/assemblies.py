"""Assemblies that shops sell whole: which pieces they are made of, and how these sit together."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from catalog.database.part_database import PartRecord
from catalog.shops.rebrickable import is_sheet, without_pose
from catalog.shops.shop_numbers import successors
from ldraw_tools.reading.header import FileKind

TABLE = Path(__file__).parents[1] / "data" / "assemblies.csv"
COLOUR_NUMBERS = TABLE.with_name("colour_numbers.csv")
"""Both are made by scripts/make_assemblies.py."""

Vector = tuple[float, float, float]
Matrix = tuple[float, ...]
"""Nine numbers, row by row, as LDraw writes them."""
Find = Callable[[str], PartRecord | None]

# Models round numbers, and older files of a part have a slightly different origin.
_NEAR_LDU = 2.5
_MOST_MOVES = 12
# A keyword such as 970c00pb0019 names the whole that a piece belongs to.
# Plain hips and legs, standing or sitting, whose legs may have a colour of their own.
LEGS = ("73200b-f1", "73200b-f2")
_TWO_COLOURS = re.compile(r"(73200b-f[12])\+(\d{1,7})")
_WHOLE = re.compile(r"\dc\d\d")


class Member(NamedTuple):
    """A piece of an assembly, and where it sits beside `partner`, an earlier piece.

    Joints turn, so two places are kept: its own in the partner's frame, and the partner's in its own.
    A turn about the origin of either leaves one of the two as it is.
    """

    piece: str
    colour: int
    partner: int
    beside: Vector
    back: Vector


class AssemblyPattern(NamedTuple):
    """A shortcut of LDraw's that shops sell whole; the first member is what the others are sought from."""

    part: str
    members: tuple[Member, ...]


def piece_name(part: PartRecord, find: Find) -> str:
    """One name for all files of a piece: BrickLink's number if its file has one, else LDraw's today."""
    for _ in range(_MOST_MOVES):
        wanted = part.target if part.kind is FileKind.MOVED else successors().get(part.number, "")
        if not wanted and part.kind is FileKind.ALIAS and len(part.components) == 1:
            wanted = part.components[0].key
        instead = find(wanted) if wanted else None
        if instead is None:
            break
        part = instead
    numbers = [number for number in part.bricklink if not is_sheet(number)]
    is_own = len(numbers) == 1 and not _WHOLE.search(numbers[0])
    return numbers[0].lower() if is_own else without_pose(part.number)


def relative(place: Vector, turn: Matrix, other: Vector) -> Vector:
    """Where another piece's origin is in the frame of a piece."""
    x, y, z = other[0] - place[0], other[1] - place[1], other[2] - place[2]
    return (
        turn[0] * x + turn[3] * y + turn[6] * z,
        turn[1] * x + turn[4] * y + turn[7] * z,
        turn[2] * x + turn[5] * y + turn[8] * z,
    )


def is_near(one: Vector, other: Vector) -> bool:
    return all(abs(a - b) <= _NEAR_LDU for a, b in zip(one, other, strict=True))


def in_two_colours(part: str, colour: int) -> str:
    """A name for plain legs below hips of another colour; LDraw has no file of them."""
    return f"{part}+{colour}"


def colour_of_legs(part: str) -> tuple[str, int] | None:
    """LDraw's number of the legs in one colour, and the colour of the legs, of such a name."""
    found = _TWO_COLOURS.fullmatch(part)
    return (found[1], int(found[2])) if found else None


def number_in_colour(number: str, colour: int) -> str | None:
    """Rebrickable's number of the same assembly in one of its colours: 970c22 are hips with red legs.

    Empty if it has none; None for a number that doesn't name a colour.
    """
    families, members = _families()
    family = families.get(number.lower())
    return None if family is None else members.get((family, colour), "")


@cache
def _families() -> tuple[Mapping[str, str], Mapping[tuple[str, int], str]]:
    rows = [line.split(",") for line in COLOUR_NUMBERS.read_text("utf-8").splitlines()[1:]]
    families = {number: family for number, family, _ in rows}
    return families, {(family, int(colour)): number for number, family, colour in rows}


@cache
def _lines() -> Mapping[str, Sequence[str]]:
    """The table by the name of the first piece; a line is read only where a model has that piece."""
    found: dict[str, list[str]] = {}
    for line in TABLE.read_text("utf-8").splitlines()[1:]:
        found.setdefault(line.split(",", 2)[1].partition(" ")[0], []).append(line)
    return found


@cache
def pieces_of_assemblies() -> frozenset[str]:
    """The names of all pieces that some assembly has."""
    lines = [line for some in _lines().values() for line in some]
    return frozenset(words.partition(" ")[0] for line in lines for words in line.split(",")[1:])


@lru_cache(maxsize=4096)
def patterns_from(piece: str) -> tuple[AssemblyPattern, ...]:
    """Assemblies whose first piece is this, those of many pieces before those of few."""
    return tuple(_pattern(line) for line in _lines().get(piece, ()))


def assemblies_with(pieces: Set[str]) -> Iterator[AssemblyPattern]:
    """Assemblies that have one of these pieces."""
    for lines in _lines().values():
        for line in lines:
            if any(words.partition(" ")[0] in pieces for words in line.split(",")[1:]):
                yield _pattern(line)


def may_sit_together(names: Set[str]) -> bool:
    """Whether all pieces of some assembly are among these, wherever they are."""
    patterns = (pattern for name in names for pattern in patterns_from(name))
    return any(all(member.piece in names for member in one.members) for one in patterns)


def _pattern(line: str) -> AssemblyPattern:
    part, *members = line.split(",")
    return AssemblyPattern(part, tuple(_member(words.split()) for words in members))


def _member(words: Sequence[str]) -> Member:
    piece, colour, partner, *numbers = words
    x, y, z, *back = [float(number) for number in numbers] or [0.0] * 6
    return Member(piece, int(colour), int(partner), (x, y, z), (back[0], back[1], back[2]))
