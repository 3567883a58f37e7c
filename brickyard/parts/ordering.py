"""What to order for a part of a model: itself, its parts, a sheet, a hose, or nothing, and why."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum, auto

from brickyard.parts.lots import ANY_COLOUR, PieceItem
from brickyard.parts.minifigures import (
    COMES_WITH_ARMS,
    LEGS_TOGETHER,
    colour_of_hips,
    is_leg_of_printed_legs,
    legs_in_two_colours,
    sold_together,
    torso_with_arms,
    which_leg,
)
from brickyard.parts.part_records import Records, ShopColour, shop_colour
from catalog.colours import INHERITED
from catalog.database.part_database import PartRecord
from catalog.shops.assemblies import number_in_colour
from catalog.shops.made_colours import MadeColours
from catalog.shops.rebrickable import is_sheet, without_pose
from catalog.shops.shop_numbers import NOT_WANTED, Confidence, NumberBook, Shop, ShopNumber, successors
from ldraw_tools.library.places import Component
from ldraw_tools.reading.header import BUILDING_BLOCKS, FileKind


class Counting(Enum):
    """How pieces of the model are counted as a shop's lots."""

    EACH = auto()
    """As many as pieces."""
    MOST = auto()
    """As many as of the piece there are most of: one sheet has one of each sticker."""


@dataclass(frozen=True, slots=True)
class OrderedThing:
    """One thing to order for one piece. `part` and `colour` are LDraw's, of the thing itself."""

    part: str
    colour: int
    count: int
    number: str
    shop_colour: int | None
    colour_name: str
    title: str
    confidence: Confidence
    reason: str
    notes: tuple[str, ...] = ()
    counting: Counting = Counting.EACH
    same: str = ""
    """For counting the most: pieces with the same word are the same sticker, or the same leg."""
    is_sheet: bool = False
    is_colour_in_doubt: bool = False
    """The number is sure enough, the colour isn't."""
    made_of: tuple[PieceItem, ...] = ()
    """For an assembly: its pieces, if all of them are sold."""

    @property
    def is_exact(self) -> bool:
        return self.confidence is Confidence.EXACT


# Assemblies of assemblies, aliases of aliases: no real part goes deeper.
_MOST_STEPS = 12
# The pieces of an assembly are named unless it is a whole machine.
_MOST_NAMED = 6
_SEGMENT = re.compile(r"^(\d+[a-z]?)k\d+")
_FORMED = re.compile(r"^(\d+[a-z]+)c\d+$")
_SET = re.compile(r"^set\s+(\S+)$", re.IGNORECASE)
_OBSOLETE = "(Obsolete)"


@dataclass(frozen=True, slots=True)
class _Placed:
    """A part where the search for what to order has come to."""

    part: PartRecord
    colour: int
    count: int = 1
    notes: tuple[str, ...] = ()
    depth: int = 0

    def inside(self, part: PartRecord, colour: int, count: int = 1, *notes: str) -> _Placed:
        own = self.colour if colour == INHERITED or self.colour == ANY_COLOUR else colour
        return _Placed(part, own, self.count * count, (*self.notes, *notes), self.depth + 1)


@dataclass(frozen=True, slots=True)
class Orderer:
    """Knows what a shop sells of LDraw's parts."""

    shop: Shop
    book: NumberBook
    records: Records
    nearest: MadeColours | None = None
    """Where given, a part that was never made in its colour is ordered in the nearest one."""
    _known: dict[tuple[str, int], list[OrderedThing]] = field(default_factory=dict, compare=False, repr=False)

    def orders(self, part: PartRecord, colour: int) -> list[OrderedThing]:
        """What to order for one piece: at least one thing, and never an assembly together with its parts."""
        key = (part.key, colour)
        if key not in self._known:
            self._known[key] = list(self._orders(_Placed(part, colour)))
        return self._known[key]

    def in_pieces(self, part: PartRecord, colour: int) -> list[OrderedThing]:
        """What the pieces of an assembly that is sold whole are ordered as; nothing for any other part."""
        (whole, *more) = self.orders(part, colour)
        if more or not whole.made_of:
            return []
        placed = _Placed(part, colour)
        while instead := self._instead(placed):
            placed = instead
        note = f"of {placed.part.number}, {_title(placed.part)}; or whole, as {whole.number}"
        return list(self._pieces(placed, note))

    def _orders(self, placed: _Placed) -> Iterator[OrderedThing]:
        part = placed.part
        if part.kind is FileKind.STICKER:
            yield self._sticker(placed)
        elif part.kind in (FileKind.FLEXIBLE_SECTION, FileKind.GENERATED) or _is_segment(part):
            yield self._hose(placed)
        elif override := self.book.override(part, self.shop):
            yield self._line(placed, override)
        elif placed.depth > _MOST_STEPS:
            yield self._line(placed, _nothing("its file refers to itself"))
        elif part.kind is FileKind.NOT_LEGO:
            yield self._line(placed, _nothing("not made by LEGO: buy it from its maker"))
        elif instead := self._instead(placed):
            yield from self._or_the_old(placed, list(self._orders(instead)))
        elif part.kind is FileKind.PHYSICAL_COLOUR:
            yield self._line(placed, _nothing("LDraw draws it in fixed colours, made of several parts"))
        elif part.kind is FileKind.SHORTCUT and self._can_be_taken_apart(part):
            yield from self._assembly(placed)
        elif part.kind is FileKind.SUBPART:
            yield self._sub_part(placed)
        else:
            yield self._single(placed)

    # Files that stand for others.

    def _instead(self, placed: _Placed) -> _Placed | None:
        """The part, in its colour, that a moved, obsolete, alias or coloured file stands for."""
        part = placed.part
        wanted, colour = "", INHERITED
        if part.kind is FileKind.MOVED:
            wanted = part.target
        elif part.kind is FileKind.PHYSICAL_COLOUR:
            wanted, colour = _only(part.components)
        elif self.book.from_header(part, self.shop):
            return None
        elif part.number in successors():
            wanted = successors()[part.number]
        elif part.kind is FileKind.ALIAS:
            wanted, colour = _only(part.components)
        found = self.records.find(wanted) if wanted else None
        return placed.inside(found, colour) if found and found.key != part.key else None

    def _or_the_old(self, placed: _Placed, orders: list[OrderedThing]) -> Iterator[OrderedThing]:
        """A moved part whose new number no shop has may still be sold under the old one."""
        part, new = placed.part, orders[0]
        if len(orders) > 1 or new.is_exact or part.kind is not FileKind.MOVED:
            yield from orders
            return
        old = self._older(part, f"LDraw moved it to {new.part}, whose number is not known")
        is_better = old.number and (not new.number or old.confidence is Confidence.EXACT)
        yield self._line(placed, old, new.title) if is_better else new

    def _older(self, part: PartRecord, reason: str) -> ShopNumber:
        """A number that LDraw has given up; surer where Rebrickable or another part's file has it."""
        found = self.book.in_tables(part, self.shop) or self.book.same_number(part, self.shop)
        number = found.number
        if not number or self.shop is not Shop.BRICKLINK:
            return found._replace(confidence=min(found.confidence, Confidence.UNCERTAIN), reason=reason)
        is_named, is_known = self.book.has(number), self.book.tables.has_part(number)
        if is_named or is_known:
            whose = " and ".join(["BrickLink"] * is_named + ["Rebrickable"] * is_known)
            sure = Confidence.EXACT if is_named and is_known else Confidence.PROBABLE
            verb = "have" if is_named and is_known else "has"
            return ShopNumber(number, min(sure, found.confidence), f"{reason}; {whose} {verb} {number}")
        return found._replace(confidence=min(found.confidence, Confidence.UNCERTAIN), reason=reason)

    # Assemblies.

    def _can_be_taken_apart(self, part: PartRecord) -> bool:
        inside = [self.records.find(component.key) for component in part.components]
        return bool(inside) and all(one and one.kind not in BUILDING_BLOCKS for one in inside)

    def _assembly(self, placed: _Placed) -> Iterator[OrderedThing]:
        """As a whole where it has a number, else its parts; with stickers on, plain and a sheet."""
        part = placed.part
        whole = (
            self.book.from_header(part, self.shop)
            or legs_in_two_colours(part, self.shop)
            or self.book.in_tables(part, self.shop)
        )
        stickers = [sticker for one in part.components if (sticker := self._sticker_in(one))]
        on_sheets = stickers and all(self._sheet(sticker) for sticker in stickers)
        if whole and not on_sheets:
            yield self._named(placed, self._in_colour(whole, placed))
            return
        note = f"of {part.number}, {_title(part)}, whose {self.shop.label} number is not known"
        note += " (LDraw's is right 3 times in 4)" if self._undivided(part).number else ""
        if on_sheets:
            note = "without its stickers: they are on a sheet"
            note += f"; sold with them on as {whole.number}" if whole else ""
        pieces = list(self._pieces(placed, note))
        if all(order.confidence >= Confidence.PROBABLE for order in pieces) or on_sheets:
            yield from pieces
            return
        whole = self._undivided(part)
        if not whole.number and any(order.number for order in pieces):
            yield from pieces
            return
        noted = f"made of {_together(pieces)}"
        yield self._line(replace(placed, notes=(*placed.notes, noted)), whole)

    def _pieces(self, placed: _Placed, note: str) -> Iterator[OrderedThing]:
        for component in placed.part.components:
            if found := self.records.find(component.key):
                inside = placed.inside(found, component.colour, component.count, note)
                yield from self._orders(inside)

    def _in_colour(self, whole: ShopNumber, placed: _Placed) -> ShopNumber:
        """Rebrickable numbers hips and legs by the colour of the legs; LDraw's file names one of these."""
        if self.shop is Shop.BRICKLINK or any(one.colour != INHERITED for one in placed.part.components):
            return whole
        given = shop_colour(placed.colour, self.shop, self.records.defined).number
        number = number_in_colour(whole.number, given) if given is not None else None
        if number is None:
            return whole
        if number:
            return whole._replace(number=number)
        reason = f"Rebrickable numbers it by its colour, such as {whole.number}; this one is not known"
        return whole._replace(confidence=min(whole.confidence, Confidence.UNCERTAIN), reason=reason)

    def _named(self, placed: _Placed, whole: ShopNumber) -> OrderedThing:
        """An assembly under its own number, with its pieces named."""
        pieces = list(self._pieces(replace(placed, count=1), ""))
        if len(pieces) > _MOST_NAMED:
            return self._line(placed, whole)
        hips = colour_of_hips(placed.part, whole.number)
        are_sold = all(one.is_exact and one.number != whole.number for one in pieces)
        note = f"{'or in pieces:' if are_sold else 'made of'} {_together(pieces)}"
        order = self._line(replace(placed, notes=(*placed.notes, note)), whole, sold_in=hips)
        if not are_sold or any(one.counting is not Counting.EACH for one in pieces):
            return order
        counts: dict[tuple[str, int | None], int] = {}
        for one in pieces:
            key = (one.number, one.shop_colour)
            counts[key] = counts.get(key, 0) + one.count
        return replace(order, made_of=tuple(PieceItem(*key, count) for key, count in counts.items()))

    def _undivided(self, part: PartRecord) -> ShopNumber:
        """An assembly with a piece that no shop sells: LDraw's number is right about 65 times in 100."""
        found = self.book.same_number(part, self.shop)
        reason = "an assembly of pieces that aren't all sold separately; the same number as LDraw's"
        if not found.number:
            return found._replace(reason=f"an assembly; {found.reason}")
        return found._replace(confidence=min(found.confidence, Confidence.UNCERTAIN), reason=reason)

    def _sticker_in(self, component: Component) -> PartRecord | None:
        """The sticker that a component is or stands for; None for any other part."""
        part = self.records.find(component.key)
        for _ in range(_MOST_STEPS):
            if part is None or part.kind is FileKind.STICKER:
                break
            stands_for = part.kind in (FileKind.ALIAS, FileKind.MOVED)
            part = self.records.find(part.target or _only(part.components)[0]) if stands_for else None
        return part

    # Stickers and hoses.

    def _sheet(self, sticker: PartRecord) -> ShopNumber | None:
        """The sheet that a sticker is on, by its own file or by those of its neighbours."""
        own = self._sheets_named_by(sticker)
        if len(own) == 1:
            return ShopNumber(own[0], Confidence.EXACT, "LDraw's file of the sticker names the sheet")
        if own:
            reason = f"the sticker is on several sheets: also {', '.join(own[1:])}"
            return ShopNumber(own[0], Confidence.UNCERTAIN, reason)
        mates = self.records.sheet_mates(sticker)
        named = {number for mate in mates for number in self._sheets_named_by(mate)}
        if len(named) == 1:
            return ShopNumber(named.pop(), Confidence.PROBABLE, "other stickers of the same sheet name it")
        return None

    def _sheets_named_by(self, sticker: PartRecord) -> list[str]:
        if self.shop is Shop.BRICKLINK:
            return [number for number in sticker.bricklink if is_sheet(number)]
        return list(sticker.rebrickable)

    def _sticker(self, placed: _Placed) -> OrderedThing:
        part = placed.part
        sets = [found[1] for keyword in part.keywords if (found := _SET.match(keyword))]
        of_sets = f" of set {' or '.join(sets)}" if sets else ""
        sheet = self.book.override(part, self.shop) or self._sheet(part)
        number = sheet or _nothing(f"a sticker; its sheet{of_sets} has no known {self.shop.label} number")
        title = f"Sticker sheet{of_sets}" if sheet else _title(part)
        order = self._line(replace(placed, colour=ANY_COLOUR), number, title)
        formed = _FORMED.match(part.number)
        same = formed[1] if formed else part.number
        counting = Counting.MOST if sheet else Counting.EACH
        return replace(order, colour_name="", counting=counting, same=same, is_sheet=bool(sheet))

    def _hose(self, placed: _Placed) -> OrderedThing:
        """Segments of a flexible part are counted as one hose; its length is not known here."""
        segment = _SEGMENT.match(placed.part.number) or _SEGMENT.match(placed.part.target)
        hose = (self.records.find(segment[1]) or self.records.find(f"{segment[1]}-f1")) if segment else None
        noted = replace(placed, notes=(*placed.notes, "check the length and the number"))
        if override := self.book.override(placed.part, self.shop):
            order = self._line(noted, override)
        elif hose is None:
            number = _nothing("a flexible part drawn in segments: look up the part of this length")
            order = self._line(placed, number)
        else:
            number = self.book.number(hose, self.shop)
            sure = min(number.confidence, Confidence.UNCERTAIN)
            number = number._replace(confidence=sure, reason=f"drawn in segments; {number.reason}")
            order = self._line(noted, number, _title(hose))
        return order

    # Parts sold by themselves, and those that aren't.

    def _sub_part(self, placed: _Placed) -> OrderedThing:
        part = placed.part
        given = self.book.from_header(part, self.shop)
        is_obsolete = _OBSOLETE in part.title
        if given and is_obsolete:
            return self._single(placed)
        if given:
            reason = "part of an assembly that has this number"
            number = given._replace(confidence=Confidence.UNCERTAIN, reason=reason)
            return replace(self._line(placed, number), counting=Counting.MOST, same=part.number)
        if is_obsolete:
            return self._line(placed, self._older(part, "LDraw calls this file obsolete"))
        if known := self.book.in_tables(part, self.shop):
            return self._line(placed, known._replace(confidence=Confidence.UNCERTAIN))
        around = self.records.assemblies_with(part)
        look = f"; look at {' or '.join(around)}" if around else ""
        return self._line(placed, _nothing(f"part of an assembly, not sold separately{look}"))

    def _single(self, placed: _Placed) -> OrderedThing:
        part, number = placed.part, self.book.number(placed.part, self.shop)
        title = _title(part)
        if is_leg_of_printed_legs(title, number.number):
            number = number._replace(confidence=min(number.confidence, Confidence.PROBABLE))
            noted = replace(placed, notes=(*placed.notes, LEGS_TOGETHER))
            order = self._line(noted, number)
            return replace(order, counting=Counting.MOST, same=which_leg(title, part.number))
        if self.shop is not Shop.BRICKLINK:
            return self._line(placed, number)
        if number.confidence < Confidence.EXACT:
            whole = torso_with_arms(part, self.records, self.book)
            if whole:
                return self._line(replace(placed, notes=(*placed.notes, COMES_WITH_ARMS)), whole)
        if note := sold_together(number.number):
            placed = replace(placed, notes=(*placed.notes, note))
        return self._line(placed, number)

    def _line(
        self, placed: _Placed, number: ShopNumber, title: str = "", sold_in: int | None = None
    ) -> OrderedThing:
        part = placed.part
        if self.nearest and (instead := self.nearest.instead(part, placed.colour)):
            placed = replace(placed, colour=instead[0], notes=(*placed.notes, instead[1]))
        if number.number == NOT_WANTED:
            number = _nothing("your override file says not to buy it")
        code = placed.colour if sold_in is None or placed.colour == ANY_COLOUR else sold_in
        colour = shop_colour(code, self.shop, self.records.defined)
        confidence, reason = _both(number, colour)
        return OrderedThing(
            without_pose(part.number),
            placed.colour,
            placed.count,
            number.number if confidence else "",
            colour.number,
            colour.name,
            title or _title(part) or part.number,
            confidence,
            reason,
            tuple(dict.fromkeys(placed.notes)),
            is_colour_in_doubt=colour.confidence <= Confidence.UNCERTAIN < number.confidence,
        )


def _both(number: ShopNumber, colour: ShopColour) -> tuple[Confidence, str]:
    """A line is as sure as the less sure of its number and its colour."""
    if not number.number:
        return Confidence.NONE, number.reason
    if colour.confidence is Confidence.NONE:
        return Confidence.NONE, colour.reason
    reasons = [number.reason, *([colour.reason] if colour.reason else [])]
    # The reason for doubt comes first.
    ordered = reasons[::-1] if colour.confidence < number.confidence else reasons
    return min(number.confidence, colour.confidence), "; ".join(ordered)


def _together(pieces: list[OrderedThing]) -> str:
    sold = [order.number if order.confidence >= Confidence.PROBABLE else "" for order in pieces]
    names = [(number or order.part, order.count) for number, order in zip(sold, pieces, strict=True)]
    return " + ".join(f"{count} × {name}" if count > 1 else name for name, count in names)


def _nothing(reason: str) -> ShopNumber:
    return ShopNumber("", Confidence.NONE, reason)


def _is_segment(part: PartRecord) -> bool:
    """Pieces of hoses that older programs drew, before LDraw had a kind for them."""
    return part.kind is FileKind.SUBPART and " Segment" in part.title


def _only(components: tuple[Component, ...]) -> tuple[str, int]:
    """The one part that a file places, and its colour."""
    if len(components) == 1 and components[0].count == 1:
        return components[0].key, components[0].colour
    return "", INHERITED


def _title(part: PartRecord) -> str:
    return " ".join(part.title.lstrip("~=_| ").replace(_OBSOLETE, "").split())
