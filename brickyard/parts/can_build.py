"""Can I build it? Which designs one pool of bricks is enough for, and what each of the others lacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, NamedTuple

from brickyard.answer_text import left_out
from brickyard.parts.flow import BuildableSet, Placing, Puzzle, largest_set, total_needs
from brickyard.parts.lots import FORMAT, Lot, PartsList
from brickyard.parts.owned_bricks import (
    HOW,
    BrickFit,
    CountedLot,
    Matcher,
    Relations,
    Taking,
    fill_bins,
    lot_name,
)
from brickyard.parts.stock import StockLot
from brickyard.terminal import wrap_lines
from catalog.shops.shop_numbers import Confidence
from ldraw_tools.findings import Finding, count_of, printable
from ldraw_tools.notebooks import html_rows, line_of
from validators.reporters.text import TextPaint

_SHOWN = 8


@dataclass(frozen=True)
class Design:
    """A frame, a station or a model: how many are wished for, and what one of it takes."""

    name: str
    count: int
    parts: PartsList

    @property
    def lots(self) -> tuple[Lot, ...]:
        """Everything it can't be built without; stickers are left aside."""
        parts = self.parts
        return (*parts.written, *parts.uncertain, *parts.not_written)


class DesignAnswer(NamedTuple):
    """How many can be built for certain, and how many if the doubtful lots turn out to be there.

    `lacks` are for one more of it; `doubts` are lots that may be in the pool under another number;
    `to_check` counts the lots whose number is only probable.
    """

    name: str
    wished: int
    certain: int
    at_best: int
    lacks: tuple[CountedLot, ...] = ()
    doubts: tuple[CountedLot, ...] = ()
    to_check: int = 0
    stickers: int = 0


@dataclass(frozen=True)
class Answer:
    """The largest set for certain and at best, each the first of its size in the order of the list.

    If the doubtful lots make no difference, both are the same. Lacks and substitutions are those of the
    set at best. `notes` and `verdict` say it in words.
    """

    __json__: ClassVar = (
        *("format", "pieces", "wished", "certain", "at_best", "designs", "substitutions"),
        *("notes", "verdict", "findings"),
    )

    designs: tuple[DesignAnswer, ...]
    pieces: int
    certain: BuildableSet
    at_best: BuildableSet
    substitutions: tuple[Taking, ...]
    without_colour: int = 0
    """Pieces of the pool that are listed without a colour."""
    findings: tuple[Finding, ...] = ()

    __repr__ = line_of

    def __str__(self) -> str:
        return self.verdict

    def _repr_html_(self) -> str:
        return html_rows(str(self), self.designs, "name", "wished", "certain", "at_best")

    @property
    def format(self) -> int:
        return FORMAT

    @property
    def wished(self) -> int:
        return sum(design.wished for design in self.designs)

    @property
    def notes(self) -> tuple[str, ...]:
        """How the answer is meant."""
        return tuple(_notes(self))

    @property
    def verdict(self) -> str:
        return _verdict(self)


def can_build(
    designs: Sequence[Design],
    pool: Iterable[StockLot],
    substitutes: str = "mould",
    relations: Relations | None = None,
) -> Answer:
    """The largest set of designs that the pool is enough for, in exact numbers.

    A doubtful lot never decides silently: for certain it counts as missing, at best as being there.
    """
    bins = fill_bins(pool)
    matcher = Matcher(bins, substitutes, relations)
    bench = _Bench(designs, matcher, with_doubtful=True)
    certain = at_best = largest_set(bench.puzzle)
    doubts = [_doubts(design, matcher) for design in designs]
    if any(doubts):
        hopeful = _Bench(designs, matcher, with_doubtful=False)
        hoped_for = largest_set(hopeful.puzzle)
        if hoped_for.total > certain.total:
            bench, at_best = hopeful, hoped_for
    answers = []
    for place, (design, doubtful) in enumerate(zip(designs, doubts, strict=True)):
        sure, hoped = certain.counts[place], at_best.counts[place]
        short = bench.lacks(at_best.counts, place) if hoped < design.count else ()
        # A doubtful lot is not called missing, because it may be there.
        lacks = tuple(lack for lack in short if not matcher.is_doubtful(lack.lot))
        answers.append(_on_design(design, sure, hoped, lacks, doubtful if sure < design.count else ()))
    taken = bench.takings(at_best.counts)
    return Answer(
        tuple(answers),
        sum(one.quantity for one in bins),
        certain,
        at_best,
        tuple(taking for taking in taken if taking.fit.is_substitute),
        sum(one.quantity for one in bins if one.lacks_colour),
    )


def _on_design(
    design: Design, certain: int, at_best: int, lacks: tuple[CountedLot, ...], doubts: tuple[CountedLot, ...]
) -> DesignAnswer:
    to_check = sum(lot.confidence is Confidence.PROBABLE for lot in design.parts.written)
    stickers = sum(lot.needed for lot in design.parts.sheets)
    return DesignAnswer(design.name, design.count, certain, at_best, lacks, doubts, to_check, stickers)


def _doubts(design: Design, matcher: Matcher) -> tuple[CountedLot, ...]:
    lots = [lot for lot in design.lots if lot.needed and matcher.is_doubtful(lot)]
    return tuple(CountedLot(lot, lot.needed) for lot in lots)


class _Bench:
    """The designs' lots and the bins that will do for them, as numbers; some lots may be left aside."""

    def __init__(self, designs: Sequence[Design], matcher: Matcher, with_doubtful: bool) -> None:
        self._matcher = matcher
        self.lots: list[Lot] = []
        self._fits: list[dict[int, BrickFit]] = []
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
        named = lot.number and lot.confidence >= Confidence.PROBABLE
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

    def lacks(self, counts: Sequence[int], design: int) -> tuple[CountedLot, ...]:
        """What one more of a design would need beside all that is chosen: as few pieces as can be."""
        placing = self._placed(counts)
        missing = []
        for want, number in sorted(self.puzzle.needs[design].items()):
            short = number - placing.place(want, number)
            if short:
                missing.append(CountedLot(self.lots[want], short))
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


def _best_of(one: Mapping[int, BrickFit], other: Mapping[int, BrickFit]) -> dict[int, BrickFit]:
    worst = BrickFit.ALTERNATE
    return {place: min(one.get(place, worst), other.get(place, worst)) for place in (*one, *other)}


# In words.


def answer_lines(
    answer: Answer, owned: Iterable[Path], paint: TextPaint, everything: bool = False
) -> Iterator[str]:
    names, pieces = ", ".join(path.name for path in owned), count_of(answer.pieces, "piece")
    yield paint(f"What you can build from {pieces} in {printable(names)}", "bold")
    yield ""
    most = max((len(printable(design.name)) for design in answer.designs), default=0)
    for design in answer.designs:
        name = printable(design.name)[:40].ljust(min(most, 40))
        yield from wrap_lines(f"{name}  {_how_many(design)}", "  ", "    ")
        if design.lacks:
            missing = count_of(sum(lack.count for lack in design.lacks), "piece")
            one_more = "one more needs" if design.at_best else "needs"
            yield f"    {one_more} {missing} more in {count_of(len(design.lacks), 'lot')}:"
            yield from _some([str(lack) for lack in design.lacks], "      ", "lot", everything)
        if design.doubts:
            yield f"    doubtful, so check these yourself ({count_of(len(design.doubts), 'lot')}):"
            doubts = [f"{doubt}: {doubt.reason}" for doubt in design.doubts]
            yield from _some(doubts, "      ", "lot", everything)
    if answer.substitutions:
        pieces = count_of(sum(taking.count for taking in answer.substitutions), "piece")
        yield ""
        yield f"  With {pieces} that are not quite the same:"
        taken = [
            f"{taking.count} × your {taking.bin.name} for {lot_name(taking.lot)}: {HOW[taking.fit]}"
            for taking in answer.substitutions
        ]
        yield from _some(taken, "    ", "substitution", everything)
    yield ""
    for note in answer.notes:
        yield from wrap_lines(note, "  ")
    if answer.notes:
        yield ""
    yield from wrap_lines(answer.verdict)


def _some(texts: Sequence[str], indent: str, noun: str, everything: bool) -> Iterator[str]:
    shown = texts if everything else texts[:_SHOWN]
    for text in shown:
        yield from wrap_lines(printable(text), indent, indent + "  ")
    yield from left_out(len(texts) - len(shown), noun, indent)


def _how_many(design: DesignAnswer) -> str:
    wished, best, certain = design.wished, design.at_best, design.certain
    if certain >= best:
        if certain == wished:
            return "yes" if wished == 1 else f"yes, all {wished}"
        return "no" if not certain else f"{certain} of {wished}"
    if wished == 1:
        return "yes, if the doubtful lots are there"
    sure = f"{certain} for certain, " if certain else ""
    return f"{sure}{best} of {wished} if the doubtful lots are there"


def _notes(answer: Answer) -> Iterator[str]:
    if len(answer.designs) > 1:
        yield "If several sets are equally large, the one whose designs come first in the list is chosen."
    if any(design.doubts for design in answer.designs):
        yield "For certain, a doubtful lot counts as missing; at best, it is there for every design."
    check = sum(design.to_check for design in answer.designs)
    if check:
        has = "has a probable number" if check == 1 else "have probable numbers"
        yield f"{count_of(check, 'lot')} {has}, taken as right here."
    if answer.without_colour:
        pieces = count_of(answer.without_colour, "piece")
        yield f"{pieces} of yours listed without a colour: used only where any colour will do."
    if any(design.stickers for design in answer.designs):
        yield "Stickers are not counted."


def _verdict(answer: Answer) -> str:
    wished, certain, best = answer.wished, answer.certain, answer.at_best
    if not (best.is_proven and certain.is_proven):
        most = max(best.at_most, certain.at_most)
        return (
            f"At least {best.total} of {wished} can be built, and at most {most}: finding out exactly "
            "takes too long; name fewer designs at a time."
        )
    if certain.total == best.total == wished:
        return f"All {wished} can be built." if wished > 1 else "It can be built."
    if best.total > certain.total:
        return (
            f"{certain.total} of {wished} can be built for certain; {best.total} if the doubtful lots "
            "are there."
        )
    return f"{certain.total} of {wished} can be built, and no more." if wished > 1 else "It can't be built."
