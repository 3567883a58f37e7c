"""Numbers that LDraw's files name, and what speaks against them.

Where nothing does, they are right 99 times in 100; docs/decisions/019 has what was measured for each doubt.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from catalog.database.part_database import PartRecord, PartsDatabase
from catalog.shops.number_shapes import core, is_decorated, stem, without_pose
from catalog.shops.rebrickable import RebrickableTables
from ldraw_tools.reading.header import FileKind

_PLAIN = re.compile(r"^[a-z]*\d+[a-z]?(?=$|[cpd])")
# Hips and legs each name the number of all three, and are bought as one.
_LEGS = "970"
_PRINT = re.compile(r"p[bx]\d")
_WHOLE = re.compile(r"\dc(\d\d+)")
# A print by its count, LDraw's and BrickLink's: 4412p01, 4412pb02.
_NTH = re.compile(r"^(.*?\d[a-z]?)pb?0*(\d+)$", re.IGNORECASE)
_OTHER = {"l": re.compile(r"\bright\b", re.IGNORECASE), "r": re.compile(r"\bleft\b", re.IGNORECASE)}
_SIDE = re.compile(r"\d([lr])$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why a number may be another part's; a likely one is right some nine times in ten all the same."""

    is_likely: bool
    reason: str


@dataclass(frozen=True, slots=True)
class NumberDoubts:
    """Compares what a file names with other files and with Rebrickable's tables."""

    known: RebrickableTables
    """Ours alone: tables that the user adds only add certainty."""
    parts: PartsDatabase | None

    def about(self, part: PartRecord, number: str) -> Doubt | None:
        """What speaks against BrickLink's number in a part's own file."""
        own = without_pose(part.number)
        if part.kind is FileKind.ALIAS or core(own) == core(number):
            return None
        others = [one for one in self._who_names(number) if core(one) != core(own)]
        is_whole = _WHOLE.search(own) is not None or len(part.components) > 1
        if not is_whole and stem(number) == _LEGS:
            return None
        if others and not is_whole and _WHOLE.search(number):
            return Doubt(False, "LDraw's file names the whole that it is a piece of")
        if is_decorated(part):
            return self._about_print(part, number, others)
        if is_whole:
            return self._about_whole(own, number, others)
        if self.known.are_two_parts(own, number):
            return Doubt(True, "LDraw's file names it; Rebrickable has both numbers, of two parts")
        return None

    def _about_print(self, part: PartRecord, number: str, others: Sequence[str]) -> Doubt | None:
        own = without_pose(part.number)
        if stem(number) not in self._stems(part):
            if any(stem(number) in self._stems(one) for one in map(self._find, others) if one):
                return Doubt(False, "LDraw's file names the number of another part")
            return None if others else Doubt(True, "LDraw's file names a print of another part")
        if others:
            return Doubt(True, "LDraw's file names it, and so does that of another part")
        if self._is_sold(own):
            return Doubt(True, "LDraw's file names it, but shops have LDraw's own number, too")
        if self._is_exchanged(own, number) or _is_other_side(part.title, number):
            return Doubt(True, "LDraw's file names it; it may be exchanged with another print")
        return None

    def _about_whole(self, own: str, number: str, others: Sequence[str]) -> Doubt | None:
        if _PRINT.search(number) or (others and self._find(number)):
            return Doubt(True, "LDraw's file names it, and so does that of another assembly")
        ours, theirs = _WHOLE.search(own), _WHOLE.search(number)
        if not ours or self.known.has_part(number) or self._is_sold(own):
            return None
        is_other = stem(own) != stem(number) or (theirs and ours[1] != theirs[1])
        return Doubt(False, "LDraw's file names another assembly") if is_other else None

    def numbers_prints_otherwise(self, part: PartRecord) -> bool:
        """Whether BrickLink can't have LDraw's number of a print: its plain part has another one there."""
        plain = self._plain(part)
        numbers = plain.bricklink if plain else ()
        return bool(numbers) and stem(part.number) not in map(stem, numbers)

    def _who_names(self, number: str) -> Sequence[str]:
        """The parts whose files name a BrickLink number; aliases and obsolete files aside."""
        return self.parts.by_bricklink.get(number.lower(), ()) if self.parts else ()

    def _is_sold(self, number: str) -> bool:
        named = self.parts is not None and number.lower() in self.parts.bricklink_numbers
        return named or self.known.has_part(number)

    def _find(self, number: str) -> PartRecord | None:
        found = self.parts.find(number) if self.parts else None
        return self.parts.follow(found) if self.parts and found else None

    def _plain(self, part: PartRecord) -> PartRecord | None:
        plain = _PLAIN.match(part.number)
        return self._find(plain[0]) if plain else None

    def _stems(self, part: PartRecord) -> set[str]:
        """What a part's numbers may begin with: as its own, its plain part's and its pieces' do."""
        plain = self._plain(part)
        numbers = [part.number, *(piece.key for piece in part.components)]
        if plain:
            numbers += [plain.number, *plain.bricklink, *(piece.key for piece in plain.components)]
        return {stem(number) for number in numbers}

    def _is_exchanged(self, own: str, number: str) -> bool:
        """4412p01 names 4412pb02, and 4412p02 names 4412pb01: one of the two may count otherwise."""
        mine, theirs = _NTH.match(own), _NTH.match(number)
        if not mine or not theirs or int(mine[2]) == int(theirs[2]):
            return False
        other = self._find(f"{mine[1]}p{int(theirs[2]):02}")
        found = [match for named in other.bricklink if (match := _NTH.match(named))] if other else []
        return any(int(match[2]) == int(mine[2]) for match in found)


def _is_other_side(title: str, number: str) -> bool:
    """93606pb155L for a pattern that the title calls right."""
    side = _SIDE.search(number)
    return side is not None and _OTHER[side[1].lower()].search(title) is not None
