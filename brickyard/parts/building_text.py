"""What can be built, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from brickyard.parts.building import Answer, DesignAnswer, Lack
from brickyard.parts.largest_set import Choice
from brickyard.parts.lines import Lot
from brickyard.parts.owned import HOW, called
from brickyard.terminal import Paint, wrapped
from ldraw_tools.findings import count_of, printable

# Goes up when a field goes away or changes its meaning; a new field is no new form.
FORMAT = 1
_SHOWN = 8


def lines(answer: Answer, pool_name: str, paint: Paint, everything: bool = False) -> Iterator[str]:
    pieces = count_of(answer.pieces, "piece")
    yield paint(f"What {pieces} in {printable(pool_name)} are enough for", "bold")
    yield ""
    most = max((len(printable(design.name)) for design in answer.designs), default=0)
    for design in answer.designs:
        name = printable(design.name)[:40].ljust(min(most, 40))
        yield from _wrapped(f"  {name}  {_how_many(design)}", "    ")
        yield from _lacks(design, everything)
        yield from _doubts(design, everything)
    if answer.substitutions:
        yield ""
        yield f"  With {_substitutions(answer)}:"
        shown = answer.substitutions if everything else answer.substitutions[:_SHOWN]
        for taking in shown:
            text = f"{taking.count} × your {taking.bin.name} for {called(taking.lot)}: {HOW[taking.fit]}"
            yield from _wrapped(f"    {printable(text)}", "      ")
        yield from _rest(len(answer.substitutions) - len(shown), "substitution")
    yield ""
    for note in notes(answer):
        yield from _wrapped(f"  {note}", "  ")
    yield ""
    yield from _wrapped(verdict(answer), "")


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


def _lacks(design: DesignAnswer, everything: bool) -> Iterator[str]:
    if not design.lacks:
        return
    pieces = count_of(sum(lack.missing for lack in design.lacks), "piece")
    one = "one more lacks" if design.at_best else "lacks"
    yield f"    {one} {pieces} in {count_of(len(design.lacks), 'lot')}:"
    shown: Sequence[Lack] = design.lacks if everything else design.lacks[:_SHOWN]
    for lack in shown:
        yield from _wrapped(f"      {lack.missing} × {printable(called(lack.lot))}", "        ")
    yield from _rest(len(design.lacks) - len(shown), "lot")


def _doubts(design: DesignAnswer, everything: bool) -> Iterator[str]:
    if not design.doubts:
        return
    yield f"    doubtful, so look for them yourself ({count_of(len(design.doubts), 'lot')}):"
    shown: Sequence[Lot] = design.doubts if everything else design.doubts[:_SHOWN]
    for lot in shown:
        text = f"{lot.needed} × {called(lot)}: {lot.reason}"
        yield from _wrapped(f"      {printable(text)}", "        ")
    yield from _rest(len(design.doubts) - len(shown), "lot")


def _rest(count: int, noun: str) -> Iterator[str]:
    if count > 0:
        yield f"      … and {count_of(count, noun)} more (--all shows them)"


def _substitutions(answer: Answer) -> str:
    pieces = sum(taking.count for taking in answer.substitutions)
    return count_of(pieces, "piece") + " that are not quite the same"


def notes(answer: Answer) -> Iterator[str]:
    """How the answer is meant."""
    if len(answer.designs) > 1:
        yield "Where several sets are as large, the one with the earlier in the list is taken."
    if not answer.at_best.is_first and answer.at_best.is_proven:
        yield "There were too many such sets to be sure that this is the first of them."
    if answer.is_in_doubt:
        yield "For certain, a doubtful lot counts as missing; if it is there, as there for every design."
    check = sum(design.to_check for design in answer.designs)
    if check:
        numbers = "a number that is" if check == 1 else "numbers that are"
        yield f"{count_of(check, 'lot')} with {numbers} mostly right: taken as right here."
    if answer.without_colour:
        pieces = count_of(answer.without_colour, "piece")
        yield f"{pieces} of the pool without a colour: taken only where any colour will do."
    if any(design.stickers for design in answer.designs):
        yield "Stickers are left aside."


def verdict(answer: Answer) -> str:
    wished, certain, best = answer.wished, answer.certain, answer.at_best
    if not (best.is_proven and certain.is_proven):
        most = max(best.at_most, certain.at_most)
        return f"At least {best.total} of {wished} can be built, and no more than {most}: " + (
            "there are too many designs to find out; name fewer at a time."
        )
    if certain.total == best.total == wished:
        return f"All {wished} can be built." if wished > 1 else "It can be built."
    if best.total > certain.total:
        return (
            f"{certain.total} of {wished} can be built for certain; {best.total} if the doubtful lots "
            "are there."
        )
    return (
        f"{certain.total} of {wished} can be built, and no larger set."
        if wished > 1
        else "It can't be built."
    )


@dataclass(frozen=True)
class LotDocument:
    """`number` and `colour` are BrickLink's; empty and null where there is none."""

    number: str
    colour: int | None
    part: str
    title: str
    colour_name: str
    count: int
    reason: str


@dataclass(frozen=True)
class DesignDocument:
    name: str
    wished: int
    certain: int
    at_best: int
    lacks: list[LotDocument]
    doubts: list[LotDocument]
    to_check: int
    stickers: int


@dataclass(frozen=True)
class SubstitutionDocument:
    owned: str
    file: str
    line: int
    count: int
    fit: str
    wanted: LotDocument


@dataclass(frozen=True)
class SetDocument:
    """No set has more than `at_most`; it is proven to be the largest where that is `total`."""

    total: int
    at_most: int
    is_proven: bool
    is_first: bool


@dataclass(frozen=True)
class BuildingDocument:
    """What `brickyard parts --can-build --format json` prints."""

    format: int
    pieces: int
    wished: int
    certain: SetDocument
    at_best: SetDocument
    designs: list[DesignDocument]
    substitutions: list[SubstitutionDocument]
    notes: list[str]
    verdict: str


def document(answer: Answer) -> BuildingDocument:
    substitutions = [
        SubstitutionDocument(
            taking.bin.name,
            taking.bin.first.place.file,
            taking.bin.first.place.line,
            taking.count,
            taking.fit.name.lower(),
            _lot(taking.lot, taking.count),
        )
        for taking in answer.substitutions
    ]
    designs = [_design(design) for design in answer.designs]
    return BuildingDocument(
        FORMAT,
        answer.pieces,
        answer.wished,
        _set(answer.certain),
        _set(answer.at_best),
        designs,
        substitutions,
        list(notes(answer)),
        verdict(answer),
    )


def _set(choice: Choice) -> SetDocument:
    return SetDocument(choice.total, choice.at_most, choice.is_proven, choice.is_first)


def _design(design: DesignAnswer) -> DesignDocument:
    return DesignDocument(
        design.name,
        design.wished,
        design.certain,
        design.at_best,
        [_lot(lack.lot, lack.missing) for lack in design.lacks],
        [_lot(lot, lot.needed) for lot in design.doubts],
        design.to_check,
        design.stickers,
    )


def _lot(lot: Lot, count: int) -> LotDocument:
    return LotDocument(lot.number, lot.colour, lot.part, lot.title, lot.colour_name, count, lot.reason)


def _wrapped(text: str, hanging: str) -> list[str]:
    indent = text[: len(text) - len(text.lstrip())]
    return wrapped(text.strip(), indent, hanging)
