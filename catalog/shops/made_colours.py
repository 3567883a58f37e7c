"""Was a part ever made in a colour? By the elements that Rebrickable knows; and the nearest that was."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import ClassVar

from catalog.colours import Colour, by_rebrickable_id, colour, name_of, nearest, shop_ids
from catalog.database.part_database import PartRecord, shipped_parts
from catalog.shops.rebrickable import (
    ALTERNATE,
    MOULD,
    RebrickableTables,
    is_decorated,
    open_tables,
    without_mould,
    without_pose,
)
from catalog.shops.shop_numbers import Confidence, NumberBook, Shop
from ldraw_tools.findings import listed
from ldraw_tools.phrases import join_texts, say
from ldraw_tools.reading.header import FileKind

# Rebrickable's “unknown” and “no colour”: which colours such a part comes in is not known.
_NO_COLOUR = frozenset((-1, 9999))
_MOST_MOULDS = 20
# Rebrickable's colours of old: since 2012 no element has been made in them, so others are easier to buy.
# fmt: off
RETIRED = frozenset((
    6, 7, 8, 9, 11, 12, 13, 17, 18, 20, 21, 22, 43, 68, 69, 74, 77, 86, 89, 100, 110, 112, 115, 120,
    125, 134, 135, 137, 178, 230, 232, 236, 294, 335, 351, 366, 373, 462, 503, 1004, 1051, 1057, 1065,
    1091, 1094,
))
# fmt: on


@dataclass(frozen=True, slots=True)
class NeverMade:
    """No element is known of a part in this colour; colours are LDraw's codes."""

    __json__: ClassVar = ("colour", "nearest", "nearest_name", "also_as", "date")

    part: str
    colour: int
    nearest: int | None
    """The nearest colour of the same kind that it was made in; None if there is none."""
    also_as: tuple[str, ...]
    """Alternates that were made in this colour, by Rebrickable's numbers."""
    date: str
    """Of the tables."""

    @property
    def colour_name(self) -> str:
        return _shop_name(self.colour)

    @property
    def nearest_name(self) -> str:
        return "" if self.nearest is None else _shop_name(self.nearest)

    @property
    def way_out(self) -> str:
        """What to buy instead."""
        near = say("nearest made: {colour}", colour=self.nearest_name)
        near = near if self.nearest_name else say("nor in any colour of this kind")
        also = say("; made in it: {parts}", parts=listed(self.also_as, "or")) if self.also_as else ""
        wanted = colour(self.colour)
        is_old = wanted is not None and wanted.rebrickable_id in RETIRED
        old = say("; sets of the time of this colour may have it") if is_old else ""
        return join_texts([near, also, old], "")

    def __str__(self) -> str:
        return f"not known in {self.colour_name}, as of {self.date}; {self.way_out}"


class MadeColours:
    """Answers for parts by LDraw's numbers; gives no answer if the tables don't say enough."""

    def __init__(self, book: NumberBook) -> None:
        self._tables = book.tables
        self._book = book
        self._numbers: dict[str, tuple[str, frozenset[int]]] = {}
        # Lots that nothing is wrong with.
        self._made: set[tuple[str, int]] = set()

    def lacking(self, part: PartRecord, code: int) -> NeverMade | None:
        """What is wrong with a part in a colour; None if it was made so, or if that is unknown."""
        wanted = colour(code) if code >= 0 else None
        if wanted is None or wanted.rebrickable_id is None or not _is_judged(part):
            return None
        equal = equal_colours(wanted.rebrickable_id)
        # Most parts have one number everywhere: then one look is enough.
        if not equal.isdisjoint(self._tables.colours(without_pose(part.number).lower())):
            return None
        number, made = self._known(part)
        if not made or not made.isdisjoint(equal):
            return None
        near = nearest(wanted, _as_ldraw(made - RETIRED)) or nearest(wanted, _as_ldraw(made))
        others = {one for mould in self._moulds(number) for one in self._tables.related(mould, ALTERNATE)}
        also_as = tuple(one for one in sorted(others) if not equal.isdisjoint(self._tables.colours(one)))
        return NeverMade(part.number, code, near.code if near else None, also_as, self._tables.date)

    def never_made(self, lots: Sequence[tuple[str, int]]) -> list[NeverMade]:
        """What is wrong with lots, parts by their files' names and colours; one look serves for most."""
        lots = [lot for lot in lots if lot not in self._made]
        numbers = {key: without_pose(key.removesuffix(".dat")).lower() for key, _ in lots}
        codes = {code: colour(code) for _, code in lots if code >= 0}
        equal = {
            code: equal_colours(one.rebrickable_id)
            for code, one in codes.items()
            if one is not None and one.rebrickable_id is not None
        }
        made = self._tables.made_in({*numbers.values()}, frozenset().union(*equal.values()))
        doubtful = [
            (key, code)
            for key, code in lots
            if code in equal and equal[code].isdisjoint(made.get(numbers[key], ()))
        ]
        self._made |= {*lots}.difference(doubtful)
        records = ((shipped_parts().find(key), code) for key, code in doubtful)
        return [never for part, code in records if part and (never := self.lacking(part, code))]

    def instead(self, part: PartRecord, code: int) -> tuple[int, str] | None:
        """The nearest colour it was made in, with a note; None if its own will do, or no other is alike."""
        never = self.lacking(part, code)
        if never is None or never.nearest is None:
            return None
        return never.nearest, f"instead of {never.colour_name}, which it is not known in"

    def colours(self, part: PartRecord) -> frozenset[int]:
        """Rebrickable's colours that it was made in, from any mould; empty where that is not known."""
        return self._known(part)[1]

    def _known(self, part: PartRecord) -> tuple[str, frozenset[int]]:
        key = without_pose(part.number)
        if key not in self._numbers:
            found = self._book.number(part, Shop.REBRICKABLE)
            is_sure = found.confidence > Confidence.UNCERTAIN
            moulds = self._moulds(found.number.lower()) if is_sure else ()
            made = frozenset(one for mould in moulds for one in self._tables.colours(mould))
            self._numbers[key] = found.number, frozenset() if made & _NO_COLOUR else made
        return self._numbers[key]

    def _moulds(self, number: str) -> Iterable[str]:
        """The number, and those of the same part: by Rebrickable, by BrickLink, or by all but a letter."""
        found = {number: None}
        pending = [number]
        while pending and len(found) < _MOST_MOULDS:
            this = pending.pop()
            alternates = self._tables.related(this, ALTERNATE)
            alike = [one for one in alternates if _names(one) & _names(this)]
            new = [one for one in (*self._tables.related(this, MOULD), *alike) if one not in found]
            found |= dict.fromkeys(new)
            pending += new
        return found


def made_colours() -> MadeColours:
    """By our tables, and those that the user has added."""
    return _answers(open_tables(os.environ, sys.platform, Path.home()))


@lru_cache(maxsize=1)
def _answers(tables: RebrickableTables) -> MadeColours:
    """The units of a company are built from the same parts: what was looked up for one serves the next."""
    return MadeColours(NumberBook({}, tables, shipped_parts()))


def _is_judged(part: PartRecord) -> bool:
    """A print in another colour has another number, so the tables say too little of prints."""
    return part.kind in (FileKind.PART, FileKind.SHORTCUT) and not is_decorated(part)


@lru_cache(maxsize=1024)
def equal_colours(rebrickable_id: int) -> frozenset[int]:
    """Rebrickable's colours that BrickLink sells as one: Pearl Dark Gray and Pearl Titanium are 77 there."""
    sold_as, bought_as = _sold_as()
    equal = {one for bricklink in sold_as.get(rebrickable_id, ()) for one in bought_as[bricklink]}
    return frozenset(equal | {rebrickable_id})


@cache
def _sold_as() -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    """BrickLink's colours by Rebrickable's, and the other way around."""
    sold_as: dict[int, list[int]] = {}
    bought_as: dict[int, list[int]] = {}
    for rebrickable, bricklink in shop_ids():
        if rebrickable is not None and bricklink is not None:
            sold_as.setdefault(rebrickable, []).append(bricklink)
            bought_as.setdefault(bricklink, []).append(rebrickable)
    return sold_as, bought_as


def _names(number: str) -> set[str]:
    """What a part is called without the letter of its mould, and at BrickLink: 15672 is 92946 there."""
    part = shipped_parts().find(number)
    return {without_mould(number), *(part.bricklink if part else ())}


def _as_ldraw(ids: Iterable[int]) -> list[Colour]:
    """Those that can be ordered by a colour's number."""
    found = map(by_rebrickable_id, sorted(ids))
    return [one for one in found if one is not None and one.bricklink_id is not None]


def _shop_name(code: int) -> str:
    found: Colour | None = colour(code)
    return (found.bricklink_name if found else "") or name_of(code)
