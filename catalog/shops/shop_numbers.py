"""What shops call LDraw's parts: a number, how sure it is, and why."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

from catalog.database.part_database import PartRecord, PartsDatabase
from catalog.shops.rebrickable import (
    RebrickableTables,
    core,
    is_decorated,
    is_sheet,
    shipped_tables,
    stem,
    without_mould,
    without_pose,
)
from ldraw_tools.findings import RankedWord
from ldraw_tools.reading.header import FileKind

_PLAIN = re.compile(r"^[a-z]*\d+[a-z]?(?=$|[cpd])")
# Hips and legs each name the number of all three, and are bought as one.
_LEGS = "970"
_PRINT_NUMBER = re.compile(r"p[bx]\d")
_WHOLE = re.compile(r"\dc(\d\d+)")
# A print by its count, LDraw's and BrickLink's: 4412p01, 4412pb02.
_NTH = re.compile(r"^(.*?\d[a-z]?)pb?0*(\d+)$", re.IGNORECASE)
_OTHER = {"l": re.compile(r"\bright\b", re.IGNORECASE), "r": re.compile(r"\bleft\b", re.IGNORECASE)}
_SIDE = re.compile(r"\d([lr])$", re.IGNORECASE)


class Doubt(NamedTuple):
    """Why a number may be another part's; a likely one is right some nine times in ten all the same."""

    is_likely: bool
    reason: str


class NumberDoubts(NamedTuple):
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
        if _PRINT_NUMBER.search(number) or (others and self._find(number)):
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


NOT_WANTED = "-"
"""In an override: don't buy this part at all."""

_KEYWORD = re.compile(r"^(bricklink|rebrickable)\s+(.+)$", re.IGNORECASE)
# LDraw's own numbers for parts whose number isn't known (u9410), and for what others make (t1001).
_MADE_UP = re.compile(r"^[tu]\d")
# Studio has parts of BrickLink's that LDraw hasn't, and pieces of them: bl_973c00, bl_973pb5038c01_torso.
_STUDIOS = re.compile(r"^bl_(\d[0-9a-z]*)(?:_(\w+))?$")
_SHOP_LIKE = re.compile(r"^\d+[a-z]?(?:c\d{2,})?$")
_PRINT = re.compile(r"^(\d+[a-z]?)(?:c\d+)?p(?:b|x|s|\d)", re.IGNORECASE)
_PRINTED = re.compile(r"^\d+[a-z]?p[0-9a-z]{2,3}$")
# LDraw's own patterns have fewer digits: Studio has names such as 3069bpb777.
_AS_BRICKLINKS = re.compile(r"^\d+[a-z]?(?:c\d\d)?p[bx]\d{3,4}[a-z]?(?:c\d\d)?$")
_AS_OLDER_ONES = re.compile(r"^\d+[a-z]?(?:c\d\d)?p[bx]\d{2}[a-z]?(?:c\d\d)?$")
_COUNTED = re.compile(r"^(\w*?\dc?\w*?pb)(\d+)(\w*)$", re.IGNORECASE)
# BrickLink took over LDraw's first prints, which have two characters: 3039p05, 3039ps1.
_OLD_PRINT = re.compile(r"p(?:\d\w|[a-z]\d)$")
_PRINTED_SAME = "printed; the same number as LDraw's"
_ONLY_PRINTED = "shops may have only printed ones of it"


class Shop(StrEnum):
    """Whose numbers and colours a list is written in."""

    BRICKLINK = "bricklink"
    REBRICKABLE = "rebrickable"
    LEGO = "lego"
    """Pick a Brick: the number is an element, which has its colour in it."""

    @property
    def label(self) -> str:
        """As people write it."""
        return _LABELS[self]


_LABELS = {Shop.BRICKLINK: "BrickLink", Shop.REBRICKABLE: "Rebrickable", Shop.LEGO: "Pick a Brick"}


class Confidence(RankedWord):
    """How sure a shop number is: exact and probable are written, uncertain goes to a second file."""

    NONE = "none"
    UNCERTAIN = "uncertain"
    PROBABLE = "probable"
    """Right at least 85 times in 100."""
    EXACT = "exact"
    """Right at least 99 times in 100."""


class ShopNumber(NamedTuple):
    """`number` is empty where none is known; the reason then says so."""

    number: str
    confidence: Confidence
    reason: str


class Override(NamedTuple):
    """Numbers that a person has looked up; an empty number leaves that shop to the other rules."""

    part: str
    bricklink: str
    rebrickable: str
    confidence: Confidence
    reason: str

    def number(self, shop: Shop) -> str:
        return self.bricklink if shop is Shop.BRICKLINK else self.rebrickable


def numbers_in(keywords: Iterable[str], shop: Shop) -> tuple[str, ...]:
    """The numbers that a header's keywords give for a shop; free text is not a number."""
    found = [match for keyword in keywords if (match := _KEYWORD.match(keyword.strip()))]
    numbers = [match[2].strip() for match in found if match[1].lower() == shop.value]
    return tuple(dict.fromkeys(number for number in numbers if " " not in number))


def is_shop_keyword(keyword: str) -> bool:
    """Whether a keyword gives a shop's number rather than a word to search by."""
    return _KEYWORD.match(keyword) is not None


@cache
def our_overrides() -> Mapping[str, Override]:
    """data/overrides.csv, whose sources data/SOURCES.md names."""
    return {
        part: Override(part, bricklink, rebrickable, Confidence(confidence.lower()), reason)
        for part, bricklink, rebrickable, confidence, _, reason in _rows_of("overrides.csv")
    }


@cache
def successors() -> Mapping[str, str]:
    """Obsolete part files and the newer file of the same part, both by number."""
    return {row[0]: row[1] for row in _rows_of("successors.csv")}


def _rows_of(name: str) -> list[list[str]]:
    path = Path(__file__).parents[1] / "data" / name
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))[1:]


@dataclass(frozen=True)
class NumberBook:
    """Looks numbers up: the user's overrides, ours, the header, then the same number.

    How sure each rule is was measured on 42,880 lots of 768 real models, and is said in docs/decisions/019.
    """

    overrides: Mapping[str, Override]
    tables: RebrickableTables
    parts: PartsDatabase | None = None
    """Where other files' keywords are looked up."""

    @cached_property
    def _doubts(self) -> NumberDoubts:
        return NumberDoubts(shipped_tables(), self.parts)

    def override(self, part: PartRecord, shop: Shop) -> ShopNumber | None:
        """Numbers that a person has looked up: the user's before ours."""
        for table, whose in ((self.overrides, "your override file"), (our_overrides(), "")):
            found = table.get(part.number) or table.get(without_pose(part.number))
            if found and found.number(shop):
                return ShopNumber(found.number(shop), found.confidence, whose or found.reason)
        return None

    def from_header(self, part: PartRecord, shop: Shop) -> ShopNumber | None:
        """What LDraw's own file says; sticker sheets are left out."""
        given = part.bricklink if shop is Shop.BRICKLINK else part.rebrickable
        numbers = [self._today(number) for number in given if not is_sheet(number)]
        if not numbers:
            return None
        if len(numbers) == 1:
            doubt = self._doubts.about(part, numbers[0]) if shop is Shop.BRICKLINK else None
            if doubt is None:
                return ShopNumber(numbers[0], Confidence.EXACT, "LDraw's file names it")
            sure = Confidence.PROBABLE if doubt.is_likely else Confidence.UNCERTAIN
            return ShopNumber(numbers[0], sure, doubt.reason)
        others = ", ".join(numbers[1:])
        return ShopNumber(numbers[0], Confidence.UNCERTAIN, f"LDraw's file names several: also {others}")

    def in_tables(self, part: PartRecord, shop: Shop) -> ShopNumber | None:
        """The same number, where shops have it in that form: Rebrickable, or another file's keyword."""
        number = without_pose(part.number)
        is_bricklink = shop is Shop.BRICKLINK
        if _MADE_UP.match(number):
            return None
        if named := _STUDIOS.match(number):
            return self._as_studio_names_it(named[1], named[2] or "", shop)
        if is_bricklink and is_decorated(part):
            is_there = self.tables.has_part(number)
            return ShopNumber(number, Confidence.PROBABLE, _PRINTED_SAME) if is_there else None
        is_known = self.tables.has_part(number) and not (is_bricklink and self._is_only_printed(number))
        if is_known and is_bricklink and part.kind is FileKind.SHORTCUT and self._may_be_another(part):
            reason = "an assembly; the same number as LDraw's, known to Rebrickable"
            return ShopNumber(number, Confidence.PROBABLE, reason)
        if is_known and part.kind is FileKind.UNKNOWN:
            return ShopNumber(number, Confidence.PROBABLE, "known to Rebrickable, though not to LDraw")
        if is_known:
            reason = "the same number as LDraw's, known to Rebrickable"
            return ShopNumber(number, Confidence.EXACT, reason)
        if is_bricklink and self.has(number):
            reason = "the same number as LDraw's, which other files of LDraw name"
            sure = Confidence.PROBABLE if part.kind is FileKind.UNKNOWN else Confidence.EXACT
            return ShopNumber(number, sure, reason)
        return None

    def _may_be_another(self, part: PartRecord) -> bool:
        """BrickLink counts wheels with tyres otherwise; of old assemblies nobody has elements."""
        return part.title.startswith("Wheel ") or not self.tables.is_made(part.number)

    def _as_studio_names_it(self, number: str, piece: str, shop: Shop) -> ShopNumber | None:
        if piece and piece != "torso":
            reason = "Studio's piece of what BrickLink sells under this number"
            return ShopNumber(number, Confidence.UNCERTAIN, reason) if shop is Shop.BRICKLINK else None
        number = re.sub(r"c\d\d$", "", number) if piece else number
        reason, is_known = "Studio names the part by BrickLink's number", self.tables.has_part(number)
        if shop is Shop.REBRICKABLE:
            return ShopNumber(number, Confidence.PROBABLE, reason) if is_known else None
        # Where LDraw has the part itself, Studio's bl_3068 is something else: the tile that it prints on.
        is_own = self.parts is not None and self.parts.find(number) is not None
        is_sure = (is_known or self.has(number)) and not is_own
        sure = Confidence.EXACT if is_sure else Confidence.PROBABLE
        return ShopNumber(number, sure, reason)

    def same_number(self, part: PartRecord, shop: Shop) -> ShopNumber:
        """The last resort: LDraw's own number, if it can be a shop's."""
        number = without_pose(part.number)
        if _MADE_UP.match(number):
            return _none(f"LDraw made the number up; {shop.label}'s is not known")
        unsure, probable = Confidence.UNCERTAIN, Confidence.PROBABLE
        if is_decorated(part):
            is_studios = part.kind is FileKind.UNKNOWN
            is_their_style = _AS_BRICKLINKS.match(number) or (is_studios and _AS_OLDER_ONES.match(number))
            if shop is Shop.BRICKLINK and is_their_style:
                return ShopNumber(self._today(number), probable, "numbered as BrickLink numbers its prints")
            if not _PRINTED.match(number):
                return _none(f"printed or stickered, and its {shop.label} number is not known")
            if shop is Shop.REBRICKABLE:
                return ShopNumber(number, unsure, "printed; Rebrickable had no such number")
            if is_studios or self._doubts.numbers_prints_otherwise(part) or not _OLD_PRINT.search(number):
                return ShopNumber(number, unsure, "printed; BrickLink may number it otherwise")
            return ShopNumber(number, probable, _PRINTED_SAME)
        if not _SHOP_LIKE.match(number):
            return _none("its name is not a part number")
        if part.kind is FileKind.UNKNOWN:
            return ShopNumber(number, unsure, "LDraw has no such part; the number is the model's")
        if shop is Shop.REBRICKABLE:
            return self._at_rebrickable(part, number)
        if self._is_only_printed(number):
            return ShopNumber(number, unsure, _ONLY_PRINTED)
        return ShopNumber(number, probable, "the same number as LDraw's, unknown to Rebrickable")

    def _at_rebrickable(self, part: PartRecord, number: str) -> ShopNumber:
        """Rebrickable's number of a part whose LDraw number it hasn't; its tables have all that it has."""
        bricklinks = self.from_header(part, Shop.BRICKLINK)
        if bricklinks and self.tables.has_part(bricklinks.number):
            sure = min(bricklinks.confidence, Confidence.PROBABLE)
            return ShopNumber(bricklinks.number, sure, "BrickLink's number, known to Rebrickable")
        mould = without_mould(number)
        if mould != number and self.tables.has_part(mould):
            reason = "LDraw's number without the letter of its mould"
            return ShopNumber(mould, Confidence.UNCERTAIN, reason)
        return ShopNumber(number, Confidence.UNCERTAIN, "the same number as LDraw's, unknown to Rebrickable")

    def _is_only_printed(self, number: str) -> bool:
        """A number that Rebrickable has for its prints alone.

        Older moulds have a letter, and no elements. A plain torso is known by being part of an assembly.
        """
        if without_mould(number) != number or not self.tables.has_prints(number):
            return False
        return not (self.tables.is_made(number) or self.tables.has_part(f"{number}c00"))

    def _today(self, number: str) -> str:
        """With as many digits as BrickLink writes now: it has 2431pb0037, so 2431pb013 is 2431pb0013."""
        counted = _COUNTED.match(number)
        if counted is None:
            return number
        stem, digits, rest = counted.groups()
        return f"{stem}{digits.zfill(self._digits.get(stem.lower(), 0))}{rest}"

    @cached_property
    def _digits(self) -> Mapping[str, int]:
        """How many digits the numbers of a part's prints have, by LDraw's keywords: the most of any."""
        most: dict[str, int] = {}
        for number in self.parts.bricklink_numbers if self.parts else ():
            if counted := _COUNTED.match(number):
                most[counted[1]] = max(most.get(counted[1], 0), len(counted[2]))
        return most

    def has(self, bricklink: str) -> bool:
        """Whether one of LDraw's files says that BrickLink has this number."""
        return bricklink.lower() in self._named

    @cached_property
    def _named(self) -> frozenset[str]:
        named = self.parts.bricklink_numbers if self.parts else frozenset()
        return named | {self._today(number) for number in named}

    def is_bricklinks(self, number: str) -> bool:
        """Whether a number is certainly BrickLink's: a person has looked it up, or LDraw's files name it."""
        return number.lower() in self._bricklinks

    @cached_property
    def _bricklinks(self) -> frozenset[str]:
        named = self._named
        plain = {match[1].lower() for number in named if (match := _PRINT.match(number))}
        tables = (self.overrides, our_overrides())
        return named | plain | {one.bricklink.lower() for table in tables for one in table.values()}

    def number(self, part: PartRecord, shop: Shop) -> ShopNumber:
        """All rules in their order, for a part that is bought by itself."""
        return (
            self.override(part, shop)
            or self.from_header(part, shop)
            or self.in_tables(part, shop)
            or self.same_number(part, shop)
        )


def _none(reason: str) -> ShopNumber:
    return ShopNumber("", Confidence.NONE, reason)
