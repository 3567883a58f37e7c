"""Can I build it? Which designs one pool of bricks is enough for, and what each of the others lacks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from brickyard.parts.largest_set import Choice, Puzzle, largest_set, total_needs
from brickyard.parts.lines import Lot, PartsList
from brickyard.parts.matching import Fit, Matcher, Relations, fill_bins
from brickyard.parts.owned import Taking
from brickyard.parts.placing import Placing
from brickyard.parts.reading import StockLot
from catalog.shops.shop_numbers import Confidence


@dataclass(frozen=True)
class Design:
    """A frame, a station or a model: how many are wished for, and what one of it takes."""

    name: str
    count: int
    parts: PartsList

    @property
    def lots(self) -> tuple[Lot, ...]:
        """What it can't stand without; stickers are left aside."""
        parts = self.parts
        return (*parts.written, *parts.uncertain, *parts.not_written)


@dataclass(frozen=True, slots=True)
class Lack:
    """Pieces of a lot that one more of a design would need, beside all that can be built."""

    lot: Lot
    missing: int


@dataclass(frozen=True)
class DesignAnswer:
    """How many can be built for certain, and how many if the doubtful lots turn out to be there.

    `lacks` are for one more of it; `doubts` are lots that may be in the pool under another number.
    """

    name: str
    wished: int
    certain: int
    at_best: int
    lacks: tuple[Lack, ...] = ()
    doubts: tuple[Lot, ...] = ()
    to_check: int = 0
    """Lots whose number is right only most of the time."""
    stickers: int = 0


@dataclass(frozen=True)
class Answer:
    """The largest set for certain and at best, each the first of its size in the order of the list.

    Where doubt gains nothing both are the same. Lacks and substitutions are those of the set at best.
    """

    designs: tuple[DesignAnswer, ...]
    pieces: int
    certain: Choice
    at_best: Choice
    substitutions: tuple[Taking, ...]
    without_colour: int = 0
    """Pieces of the pool whose colour isn't said."""

    @property
    def wished(self) -> int:
        return sum(design.wished for design in self.designs)

    @property
    def is_in_doubt(self) -> bool:
        return any(design.doubts for design in self.designs)


def can_build(
    designs: Sequence[Design],
    pool: Iterable[StockLot],
    substitutes: str = "mould",
    relations: Relations | None = None,
    numbers: Mapping[str, Sequence[str]] | None = None,
) -> Answer:
    """The largest set of designs that the pool is enough for, in exact numbers.

    A doubtful lot makes nothing buildable and nothing unbuildable in silence: for certain it counts as
    missing, at best as being there.
    """
    bins = fill_bins(pool)
    matcher = Matcher(bins, substitutes, relations, numbers)
    bench = _Bench(designs, matcher, with_doubtful=True)
    certain = at_best = largest_set(bench.puzzle)
    doubts = [_doubts(design, matcher) for design in designs]
    if any(doubts):
        hopeful = _Bench(designs, matcher, with_doubtful=False)
        hoped_for = largest_set(hopeful.puzzle)
        if hoped_for.total > certain.total:
            bench, at_best = hopeful, hoped_for
    answers = []
    for place, design in enumerate(designs):
        open_doubts = doubts[place] if certain.counts[place] < design.count else ()
        short = bench.lacks(at_best.counts, place) if at_best.counts[place] < design.count else ()
        # A doubtful lot is no lack: nobody can say whether it is there.
        lacks = tuple(lack for lack in short if not matcher.is_doubtful(lack.lot))
        answers.append(_answer(design, certain.counts[place], at_best.counts[place], lacks, open_doubts))
    taken = bench.takings(at_best.counts)
    substitutions = tuple(taking for taking in taken if taking.fit.is_substitute)
    pieces = sum(one.quantity for one in bins)
    colourless = sum(one.quantity for one in bins if one.lacks_colour)
    return Answer(tuple(answers), pieces, certain, at_best, substitutions, colourless)


def _doubts(design: Design, matcher: Matcher) -> tuple[Lot, ...]:
    return tuple(lot for lot in design.lots if lot.needed and matcher.is_doubtful(lot))


def _answer(
    design: Design, certain: int, at_best: int, lacks: tuple[Lack, ...], doubts: tuple[Lot, ...]
) -> DesignAnswer:
    return DesignAnswer(
        design.name,
        design.count,
        certain,
        at_best,
        lacks,
        doubts,
        sum(lot.confidence is Confidence.MEDIUM for lot in design.parts.written),
        sum(lot.needed for lot in design.parts.sheets),
    )


class _Bench:
    """The designs' lots and the bins that will do for them, as numbers; some lots may be left aside."""

    def __init__(self, designs: Sequence[Design], matcher: Matcher, with_doubtful: bool) -> None:
        self._matcher = matcher
        self.lots: list[Lot] = []
        self._fits: list[dict[int, Fit]] = []
        self._places: dict[tuple[object, ...], int] = {}
        needs = []
        for design in designs:
            needed: dict[int, int] = {}
            for lot in design.lots:
                if lot.needed and (with_doubtful or not matcher.is_doubtful(lot)):
                    place = self._place(lot)
                    needed[place] = needed.get(place, 0) + lot.needed
            needs.append(needed)
        self.puzzle = Puzzle(
            needs,
            [design.count for design in designs],
            [{place: fit.price for place, fit in fits.items()} for fits in self._fits],
            [one.quantity for one in matcher.bins],
        )

    def _place(self, lot: Lot) -> int:
        """The same number and colour is the same want; what has no number is known by its parts."""
        named = lot.number and lot.confidence >= Confidence.MEDIUM
        parts = tuple(sorted({(piece.part, piece.colour) for piece in lot.pieces}))
        key = (*lot.key, *(() if named else parts))
        known = self._places.get(key)
        if known is None:
            known = self._places[key] = len(self.lots)
            self.lots.append(lot)
            self._fits.append(self._matcher.fits(lot))
        elif named:
            # Other designs may need it from other moulds of LDraw's, which the shop sells as one.
            self._fits[known] = _best_of(self._fits[known], self._matcher.fits(lot))
        return known

    def lacks(self, counts: Sequence[int], design: int) -> tuple[Lack, ...]:
        """What one more of a design would need beside all that is chosen: as few pieces as can be."""
        placing = self._placed(counts)
        missing = []
        for want, number in sorted(self.puzzle.needs[design].items()):
            short = number - placing.place(want, number)
            if short:
                missing.append(Lack(self.lots[want], short))
        return tuple(missing)

    def takings(self, counts: Sequence[int]) -> list[Taking]:
        """What is taken for the chosen, with the fewest substitutions."""
        flows = self._placed(counts).flow
        return [
            Taking(self.lots[want], self._matcher.bins[place], number, self._fits[want][place])
            for want, flow in enumerate(flows)
            for place, number in sorted(flow.items())
        ]

    def _placed(self, counts: Sequence[int]) -> Placing:
        placing = Placing(self.puzzle.edges, self.puzzle.stocks)
        for want, number in sorted(total_needs(self.puzzle, counts).items()):
            placing.place(want, number)
        return placing


def _best_of(one: Mapping[int, Fit], other: Mapping[int, Fit]) -> dict[int, Fit]:
    worst = Fit.ALTERNATE
    return {place: min(one.get(place, worst), other.get(place, worst)) for place in (*one, *other)}
