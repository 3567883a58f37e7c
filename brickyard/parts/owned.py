"""Takes owned bricks off a parts list: the same first, then other moulds, then alternates; and says so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from brickyard.parts.lines import Lot, PartsList
from brickyard.parts.matching import Bin, Fit, Matcher, Relations, fill_bins
from brickyard.parts.placing import Placing
from brickyard.parts.reading import StockLot
from catalog.shops import owned_findings as faults
from ldraw_tools.findings import Finding
from ldraw_tools.suggestions import shown

HOW = {Fit.MOULD: "another mould of the same part", Fit.ALTERNATE: "an alternate"}


@dataclass(frozen=True, slots=True)
class Taking:
    """So many pieces of a bin for a lot."""

    lot: Lot
    bin: Bin
    count: int
    fit: Fit


def subtract(
    parts: PartsList,
    pool: Iterable[StockLot],
    substitutes: str = "mould",
    relations: Relations | None = None,
    numbers: Mapping[str, Sequence[str]] | None = None,
) -> PartsList:
    """The list without what the pool holds, in the list's own numbers.

    Every substitution is a note of its lot and a finding. A doubtful number takes nothing off.
    """
    bins = fill_bins(pool)
    matcher = Matcher(bins, substitutes, relations, numbers)
    lots = parts.lots
    taken = takings(lots, matcher)
    by_lot: dict[int, list[Taking]] = {}
    for place, taking in taken:
        by_lot.setdefault(place, []).append(taking)
    left = [_without(lot, by_lot.get(place, [])) for place, lot in enumerate(lots)]
    told = [
        *parts.findings,
        *(_substituted(taking) for _, taking in taken if taking.fit.is_substitute),
        *_doubtful(left, matcher),
        *(_colourless(one) for one in bins if one.lacks_colour),
    ]
    groups = iter(left)
    written, sheets, uncertain, not_written = (
        tuple(next(groups) for _ in group)
        for group in (parts.written, parts.sheets, parts.uncertain, parts.not_written)
    )
    return replace(
        parts,
        written=written,
        sheets=sheets,
        uncertain=uncertain,
        not_written=not_written,
        findings=tuple(told),
    )


def takings(lots: Sequence[Lot], matcher: Matcher) -> list[tuple[int, Taking]]:
    """What is taken for which lot, by its place: as much as can be of each fit before the next poorer one."""
    fits = [matcher.fits(lot) for lot in lots]
    wanted = [lot.needed - lot.owned for lot in lots]
    free = [one.quantity for one in matcher.bins]
    taken: list[tuple[int, Taking]] = []
    for fit in Fit:
        edges = [{place: 0 for place, own in found.items() if own is fit} for found in fits]
        placing = Placing(edges, free)
        for want, count in enumerate(wanted):
            placing.place(want, count)
        for want, flow in enumerate(placing.flow):
            for place, count in sorted(flow.items()):
                wanted[want] -= count
                taken.append((want, Taking(lots[want], matcher.bins[place], count, fit)))
        free = placing.free
    return taken


def _without(lot: Lot, taken: Sequence[Taking]) -> Lot:
    for taking in taken:
        lot = lot.taking(taking.count)
    notes = [f"{t.count} of your {t.bin.name}, {HOW[t.fit]}" for t in taken if t.fit.is_substitute]
    return replace(lot, notes=(*lot.notes, *notes)) if notes else lot


def called(lot: Lot) -> str:
    """A lot in a few words: number, title, colour."""
    name = " ".join(word for word in (lot.number or lot.part, lot.title) if word)
    return shown(f"{name}, {lot.colour_name}" if lot.colour_name else name, 80)


def _substituted(taking: Taking) -> Finding:
    return faults.SUBSTITUTED.at(
        taking.bin.first.place,
        count=taking.count,
        owned=shown(taking.bin.name, 40),
        verb="is" if taking.count == 1 else "are",
        wanted=called(taking.lot),
        how=HOW[taking.fit],
    )


def _doubtful(lots: Iterable[Lot], matcher: Matcher) -> Iterable[Finding]:
    for lot in lots:
        count = matcher.doubtful_count(lot)
        if count and lot.quantity:
            place = next(
                one.first.place for one in matcher.bins if one.first.number.lower() == lot.number.lower()
            )
            yield faults.DOUBTFUL_MATCH.at(
                place, count=count, number=shown(lot.number, 40), wanted=shown(lot.title or lot.part, 60)
            )


def _colourless(one: Bin) -> Finding:
    return faults.COLOUR_NOT_SAID.at(one.first.place, number=shown(one.name, 40))
