"""Bids for people: a table of systems by units, or a heat map, what is assumed, what small changes change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from brickyard.comparison.bid_answer import Bids
from brickyard.comparison.bid_wording import (
    LETTERS,
    against_words,
    assumption_words,
    average,
    change_lines,
    letter_words,
    mine_words,
    percent,
    rows_shown,
    spare_lines,
    tie_lines,
    verdict,
    way_lines,
)
from brickyard.terminal import WIDTH, Screen, wrapped
from fleets.comparing.bidding import Bid, Prospect
from fleets.comparing.scoring import Position
from ldraw_tools.findings import count_of

if TYPE_CHECKING:
    from brickyard.plots.heatmap import Cell, HeatMap

# How many columns a cell takes.
_CERTAIN, _UNCERTAIN = 13, 22
_CHANCES = (Position.HIGHEST, Position.TIED_HIGHEST, Position.LOWEST)


def show(found: Bids, screen: Screen, everything: bool = False) -> None:
    screen.lines(lines(found, everything))
    for problem in found.lineup.problems:
        screen.lines(wrapped(f"warning: {problem}", "", "    "))
    for line in wrapped(verdict(found), "", "    "):
        screen.line(screen.paint(line, "bold"))


def lines(found: Bids, everything: bool = False) -> Iterator[str]:
    for sentence in (mine_words(found), against_words(found), assumption_words(found)):
        yield from wrapped(sentence)
    if found.field.assumed:
        yield "--likely 2-4 assumes otherwise, --against names who is known."
    yield ""
    yield from _tables(found, everything)
    yield from wrapped(_legend(found))
    yield ""
    for sentence in (*change_lines(found), *tie_lines(found)):
        yield from wrapped(sentence, "", "    ")
    yield ""
    yield from way_lines(found)
    for sentence in spare_lines(found):
        yield from wrapped(sentence, "", "    ")
    yield ""


def _tables(found: Bids, everything: bool) -> Iterator[str]:
    """As many units beside each other as there is room for."""
    units = sorted({bid.units for bid in found.prospects})
    wide = _CERTAIN if found.is_certain else _UNCERTAIN
    room = (WIDTH - 9) // wide
    for start in range(0, len(units), room):
        yield from _table(found, units[start : start + room], everything)
        yield ""


def _table(found: Bids, units: Sequence[int], everything: bool) -> Iterator[str]:
    unit = found.lineup.terms.word("asset-unit")
    wide = _CERTAIN if found.is_certain else _UNCERTAIN
    heads = "".join(count_of(number, unit).rjust(wide) for number in units)
    yield f"{'systems':>9}{heads}"
    if not found.is_certain:
        letters = "".join(f"{LETTERS[place] + '%':>4}" for place in _CHANCES)
        yield (" " * 9 + f"{'mean':>9} {letters}" * len(units)).rstrip()
    for systems in reversed(rows_shown(found, everything)):
        cells = [found.prospects.get(Bid(number, systems)) for number in units]
        if any(cells):
            yield f"{systems:>9}" + "".join(_cell(one, found).rjust(wide) for one in cells).rstrip()


def _cell(prospect: Prospect | None, found: Bids) -> str:
    if prospect is None:
        return "." if found.is_certain else ".".rjust(9).ljust(_UNCERTAIN)
    mark = "*" if prospect.bid == found.own else " "
    if found.is_certain:
        letter = LETTERS[prospect.position]
        return f"{average(prospect.per_asset)}:{average(prospect.score):>3} {letter:<2}{mark}"
    chances = "".join(f"{_whole(prospect, place):>4}" for place in _CHANCES)
    return f"{float(prospect.score):>9.1f}{mark}{chances}"


def _whole(prospect: Prospect, place: Position) -> str:
    chance = prospect.chances[place]
    if place is Position.LOWEST:
        chance += prospect.chances[Position.TIED_LOWEST]
    if 0 < chance * 200 < 1:
        return "<1"
    return ">99" if 199 < chance * 200 < 200 else str(round(chance * 100))


def _legend(found: Bids) -> str:
    terms = found.lineup.terms
    if found.is_certain:
        worth = f"{terms.word('points-per-asset')}: {terms.word('score')}, then {letter_words(terms)}"
        return f"{worth}; * is yours."
    chances = f"D {terms.word('highest')}, = tied for it, P {terms.word('lowest')} or tied for it"
    return f"The {terms.word('score')} on average, and the chance of {chances}; * is yours."


def heat_map(found: Bids) -> HeatMap:
    from brickyard.plots.heatmap import HeatMap

    terms, unit = found.lineup.terms, found.lineup.terms.word("asset-unit")
    units = sorted({bid.units for bid in found.prospects})
    systems = rows_shown(found, everything=False)
    certain = found.is_certain
    score, highest = terms.word("score"), terms.word("highest")
    notes = [assumption_words(found), verdict(found)]
    return HeatMap(
        title=f"What to bring: {found.company.name}, {found.limits.title}",
        subtitle=against_words(found),
        rows=[count_of(number, unit) for number in units],
        columns=[str(number) for number in systems],
        cells=[[_heat_cell(Bid(row, column), found) for column in systems] for row in units],
        column_title="systems",
        measure=score if certain else f"chance of {highest}",
        low=None if certain else 0,
        high=None if certain else 1,
        low_label="" if certain else "0%",
        high_label="" if certain else "100%",
        marking=f"{found.company.name} as it is",
        blank=f"more than {found.limits.room} systems on one {unit}",
        notes=[f"Letters: {letter_words(terms)}.", *notes]
        if certain
        else [f"Below the chance: the {score} on average.", *notes],
    )


def _heat_cell(bid: Bid, found: Bids) -> Cell:
    from brickyard.plots.heatmap import Cell

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
