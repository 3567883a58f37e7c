"""Loose pieces that sit together as an assembly that shops sell whole: found by where they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import isfinite
from typing import NamedTuple

from brickyard.parts.lots import Lot, PieceItem
from brickyard.parts.ordering import Orderer
from brickyard.parts.owned_bricks import lot_name
from brickyard.parts.stock import StockLot
from catalog import colours
from catalog.colours import by_bricklink_id
from catalog.database.part_database import PartRecord
from catalog.shops import shop_findings as faults
from catalog.shops.assemblies import (
    LEGS,
    AssemblyPattern,
    Matrix,
    Member,
    Vector,
    assemblies_with,
    in_two_colours,
    is_near,
    patterns_from,
    pieces_of_assemblies,
    relative,
)
from catalog.shops.shop_numbers import Confidence
from ldraw_tools.assembly.inventory import Assembly, Node, count_nodes
from ldraw_tools.findings import Finding
from ldraw_tools.names import part_number
from ldraw_tools.reading.contents import COUNTED
from ldraw_tools.reading.lines import INHERIT

# The most comparisons in one branch: no real model needs more; beyond this, pieces stay loose.
_MOST_STEPS = 300_000
_NUMBERS = 12

Names = Callable[[str], str]
"""The name of a piece, whichever of its files is placed."""


class Together(NamedTuple):
    """LDraw's shortcut for some pieces, the colour it would have, and the pieces: part and colour."""

    part: str
    colour: int
    pieces: tuple[tuple[str, int], ...]


def found_together(assembly: Assembly, root: int, names: Names) -> Counter[Together]:
    """How often which pieces sit together in a submodel; INHERIT is the colour it is placed in.

    Pieces of one file only: what is in two submodels may be moved apart.
    """
    found: Counter[Together] = Counter()
    steps = _Steps()
    for index, contexts in count_nodes(assembly, root).items():
        node = assembly.nodes[index]
        if node.facts is not None or node.contents is None:
            continue
        for one in _Sitting(assembly, node, names, steps).all():
            for around, times in contexts.items():
                found[_coloured(one, around)] += times
    return found


def _coloured(one: Together, around: int) -> Together:
    def own(colour: int) -> int:
        return around if colour == INHERIT else colour

    pieces = tuple((part, own(colour)) for part, colour in one.pieces)
    whole, legs = own(one.colour), pieces[-1][1]
    if one.part in LEGS and not _is_same(whole, legs):
        return Together(in_two_colours(one.part, legs), whole, pieces)
    return Together(one.part, whole, pieces)


class _Steps:
    def __init__(self) -> None:
        self.left = _MOST_STEPS


class _Sitting:
    """The pieces that one file places, and which of them sit together."""

    def __init__(self, assembly: Assembly, node: Node, names: Names, steps: _Steps) -> None:
        assert node.contents is not None
        self._contents = node.contents
        self._steps = steps
        self._parts: dict[int, str] = {}
        self._free: dict[str, dict[int, None]] = {}
        self._frames: dict[int, tuple[Vector, Matrix] | None] = {}
        called: dict[int, tuple[str, str]] = {}
        pieces = pieces_of_assemblies()
        for reference, target in node.placed(COUNTED):
            if target not in called:
                facts = assembly.nodes[target].facts
                number = part_number(facts.key) if facts else ""
                called[target] = (number, names(number) if number else "")
            number, name = called[target]
            if name in pieces:
                self._parts[reference] = number
                self._free.setdefault(name, {})[reference] = None

    def all(self) -> Iterator[Together]:
        patterns = [pattern for name in list(self._free) for pattern in patterns_from(name)]
        there = set(self._free)
        fitting = [one for one in patterns if all(member.piece in there for member in one.members)]
        for pattern in sorted(fitting, key=lambda one: -len(one.members)):
            for first in list(self._free[pattern.members[0].piece]):
                if self._steps.left < 0:
                    return
                taken = self._taken(pattern, first)
                if taken is not None:
                    yield self._together(pattern, taken)

    def _taken(self, pattern: AssemblyPattern, first: int) -> list[int] | None:
        taken = [first]
        for member in pattern.members[1:]:
            beside = taken[member.partner]
            found = next(
                (one for one in self._free[member.piece] if self._sits(one, beside, member, taken)), None
            )
            if found is None:
                return None
            taken.append(found)
        return taken if self._is_coloured(pattern, taken) else None

    def _sits(self, one: int, beside: int, member: Member, taken: list[int]) -> bool:
        self._steps.left -= 1
        if one in taken or self._steps.left < 0:
            return False
        own, others = self._frame(one), self._frame(beside)
        if own is None or others is None:
            return False
        return is_near(relative(*others, own[0]), member.beside) or is_near(
            relative(*own, others[0]), member.back
        )

    def _frame(self, reference: int) -> tuple[Vector, Matrix] | None:
        if reference not in self._frames:
            try:
                numbers = [float(word) for word in self._contents.references[reference][2:14]]
            except ValueError:
                numbers = []
            is_whole = len(numbers) == _NUMBERS and all(map(isfinite, numbers))
            place = (numbers[0], numbers[1], numbers[2]) if is_whole else None
            self._frames[reference] = (place, tuple(numbers[3:])) if place else None
        return self._frames[reference]

    def _is_coloured(self, pattern: AssemblyPattern, taken: list[int]) -> bool:
        """Whether the colours are those of the assembly, in whichever colour it would be placed."""
        whole = self._whole_colour(pattern, taken)
        if pattern.part in LEGS:
            return _is_same(*(self._contents.colours[leg] for leg in taken[1:]))
        return all(
            _is_same(self._contents.colours[reference], whole if member.colour == INHERIT else member.colour)
            for member, reference in zip(pattern.members, taken, strict=True)
        )

    def _whole_colour(self, pattern: AssemblyPattern, taken: list[int]) -> int:
        free = [place for place, member in enumerate(pattern.members) if member.colour == INHERIT]
        return self._contents.colours[taken[free[0] if free else 0]]

    def _together(self, pattern: AssemblyPattern, taken: list[int]) -> Together:
        for member, reference in zip(pattern.members, taken, strict=True):
            del self._free[member.piece][reference]
        pieces = tuple((self._parts[one], self._contents.colours[one]) for one in taken)
        return Together(pattern.part, self._whole_colour(pattern, taken), pieces)


def _is_same(one: int, other: int) -> bool:
    """The same colour, or one that BrickLink doesn't tell from it."""
    if one == other:
        return True
    first, second = colours.colour(one), colours.colour(other)
    if first is None or second is None or first.bricklink_id is None:
        return False
    return first.bricklink_id == second.bricklink_id


_Key = tuple[str, int | None]


def as_wanted(
    pool: Sequence[StockLot], wanted: Sequence[tuple[Lot, int]], orderer: Orderer
) -> tuple[list[StockLot], list[Finding]]:
    """The pool with assemblies put together and taken apart as a list needs them, and what was done."""
    joined, put = put_together(pool, wanted)
    opened, apart = take_apart(joined, wanted, orderer)
    return opened, [*put, *apart]


def take_apart(
    pool: Sequence[StockLot], wanted: Iterable[tuple[Lot, int]], orderer: Orderer
) -> tuple[list[StockLot], list[Finding]]:
    """The pool with the pieces of assemblies in place of those that aren't wanted whole.

    Only as many are opened as give a piece that is short, and only if all of their pieces have sure numbers.
    """
    needed: Counter[_Key] = Counter()
    for lot, count in wanted:
        if lot.number and lot.confidence >= Confidence.PROBABLE:
            needed[_key(lot)] += count
    there = _tally(pool)
    left, found = list(pool), list[Finding]()
    short = {key[0] for key in needed if needed[key] > there[key]}
    owned: dict[str, list[_Key]] = {}
    for key in there:
        owned.setdefault(key[0], []).append(key)
    for pattern in assemblies_with(short) if short else ():
        part = orderer.records.find(pattern.part)
        whole = orderer.book.number(part, orderer.shop) if part else None
        if part is None or whole is None or whole.number.lower() not in owned:
            continue
        for key in owned[whole.number.lower()]:
            colour = by_bricklink_id(key[1]) if key[1] is not None else None
            pieces = _pieces_of(orderer, part, colour.code) if colour else ()
            count = min(there[key] - needed[key], _lacking(pieces, needed, there))
            if count <= 0:
                continue
            place = next(one.place for one in left if _key(one) == key)
            left = _without(left, PieceItem(whole.number, key[1], 1), count)
            there[key] -= count
            for item in pieces:
                there[_key(item)] += count * item.quantity
                left.append(
                    StockLot(pool[0].shop, item.number, item.colour, count * item.quantity, place=place)
                )
            said = f"{whole.number} {'is' if count == 1 else 'are'}"
            names = " + ".join(item.number for item in pieces)
            found.append(faults.TAKEN_APART.at(place, count=count, whole=said, pieces=names))
    return left, found


def _lacking(pieces: Iterable[PieceItem], needed: Counter[_Key], there: Counter[_Key]) -> int:
    """How many assemblies give all of these pieces that are short."""
    short = [item for item in pieces if needed[_key(item)] > there[_key(item)]]
    return max((-((there[_key(one)] - needed[_key(one)]) // one.quantity) for one in short), default=0)


def _pieces_of(orderer: Orderer, part: PartRecord, colour: int) -> Sequence[PieceItem]:
    """What an assembly in a colour is made of, where shops sell each of its pieces."""
    (order, *more) = orderer.orders(part, colour)
    return () if more else order.made_of


def put_together(
    pool: Sequence[StockLot], wanted: Iterable[tuple[Lot, int]]
) -> tuple[list[StockLot], list[Finding]]:
    """The pool with assemblies in place of their pieces, and what was put together.

    `wanted` are lots and how many of each. Pieces that are wanted by themselves are left alone.
    """
    lots = [(lot, count) for lot, count in wanted if lot.number and lot.confidence >= Confidence.PROBABLE]
    needed: Counter[_Key] = Counter()
    assemblies: dict[_Key, Lot] = {}
    for lot, count in lots:
        needed[_key(lot)] += count
        if lot.made_of:
            assemblies.setdefault(_key(lot), lot)
    left, there = list(pool), _tally(pool)
    found: list[Finding] = []
    for key, lot in assemblies.items():
        free = [(there[_key(item)] - needed[_key(item)]) // item.quantity for item in lot.made_of]
        count = min(needed[key] - there[key], *free)
        if count <= 0:
            continue
        place = next(one.place for one in left if _key(one) == _key(lot.made_of[0]))
        for item in lot.made_of:
            there[_key(item)] -= count * item.quantity
            left = _without(left, item, count * item.quantity)
        there[key] += count
        left.append(StockLot(pool[0].shop, lot.number, lot.colour, count, place=place))
        names = " + ".join(item.number for item in lot.made_of)
        found.append(faults.PUT_TOGETHER.at(place, pieces=names, count=count, wanted=lot_name(lot)))
    return left, found


def _key(one: Lot | StockLot | PieceItem) -> _Key:
    return one.number.lower(), one.colour


def _tally(pool: Iterable[StockLot]) -> Counter[_Key]:
    there: Counter[_Key] = Counter()
    for one in pool:
        there[_key(one)] += one.quantity
    return there


def _without(lots: list[StockLot], item: PieceItem, count: int) -> list[StockLot]:
    left: list[StockLot] = []
    for lot in lots:
        taken = min(count, lot.quantity) if _key(lot) == _key(item) else 0
        count -= taken
        left.append(lot._replace(quantity=lot.quantity - taken))
    return left
