"""Bids as a heat map: systems across, units down, darker is the higher score or the better chance."""

from __future__ import annotations

from brickyard.comparison.bid_words import (
    LETTERS,
    against_words,
    assumption_words,
    average,
    letter_words,
    percent,
    rows_shown,
    verdict,
)
from brickyard.comparison.bids import Bids
from brickyard.pictures.heatmap import Cell, HeatMap
from fleets.comparing.bidding import Bid
from fleets.comparing.scoring import Position
from ldraw_tools.findings import count_of


def heat_map(found: Bids) -> HeatMap:
    terms, unit = found.table.terms, found.table.terms.word("asset-unit")
    units = sorted({bid.units for bid in found.prospects})
    systems = rows_shown(found, everything=False)
    certain = found.is_certain
    score, highest = terms.word("score"), terms.word("highest")
    notes = [assumption_words(found), verdict(found)]
    return HeatMap(
        title=f"What to bring: {found.mine.name}, {found.limits.title}",
        subtitle=against_words(found),
        rows=[count_of(number, unit) for number in units],
        columns=[str(number) for number in systems],
        cells=[[_cell(Bid(row, column), found) for column in systems] for row in units],
        column_title="systems",
        measure=score if certain else f"chance of {highest}",
        low=None if certain else 0,
        high=None if certain else 1,
        low_label="" if certain else "0%",
        high_label="" if certain else "100%",
        marking=f"{found.mine.name} as it is",
        blank=f"more than {found.limits.room} systems on one {unit}",
        notes=[f"Letters: {letter_words(terms)}.", *notes]
        if certain
        else [f"Below the chance: the {score} on average.", *notes],
    )


def _cell(bid: Bid, found: Bids) -> Cell:
    prospect = found.prospects.get(bid)
    if prospect is None:
        return Cell(None)
    marked = bid == found.own
    if found.is_certain:
        return Cell(prospect.score, average(prospect.score), LETTERS[prospect.position], marked)
    chance = prospect.chances[Position.HIGHEST]
    return Cell(chance, _short(percent(chance)), average(prospect.score), marked)


def _short(text: str) -> str:
    return text.replace("under ", "<").replace("over ", ">")
