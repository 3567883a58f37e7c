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
from brickyard.terminal import Screen, bar, wrapped
from fleets.comparing.bidding import Bid, Prospect
from fleets.comparing.scoring import Position
from ldraw_tools.findings import count_of
from validators.reporters.text import TextPaint, unpainted

if TYPE_CHECKING:
    from brickyard.plots.heatmap import Cell, HeatMap

# How many columns a cell takes.
_CERTAIN, _UNCERTAIN = 13, 22
_BAR = 5
_CHANCES = (Position.HIGHEST, Position.TIED_HIGHEST, Position.LOWEST)


def show(found: Bids, screen: Screen, everything: bool = False) -> None:
    screen.lines(lines(found, screen.paint, everything))
    for problem in found.lineup.problems:
        screen.lines(wrapped(f"warning: {problem}", "", "    "))
    for line in wrapped(verdict(found), "", "    "):
        screen.line(screen.paint(line, "bold"))


def lines(found: Bids, paint: TextPaint = unpainted, everything: bool = False) -> Iterator[str]:
    for sentence in (mine_words(found), against_words(found), assumption_words(found)):
        yield from wrapped(sentence)
    if found.field.assumed:
        yield "--likely 2-4 assumes otherwise, --against names opponents that are known."
    yield ""
    yield from _tables(found, paint, everything)
    yield from wrapped(_legend(found))
    yield ""
    for sentence in (*change_lines(found), *tie_lines(found)):
        yield from wrapped(sentence, "", "    ")
    yield ""
    yield from way_lines(found)
    for sentence in spare_lines(found):
        yield from wrapped(sentence, "", "    ")
    yield ""


def _tables(found: Bids, paint: TextPaint, everything: bool) -> Iterator[str]:
    """As many units beside each other as there is room for; bars only if they don't cost another table."""
    units = sorted({bid.units for bid in found.prospects})
    wide = _CERTAIN if found.is_certain else _UNCERTAIN
    room = max(1, (paint.width - 9) // wide)
    bars = paint.is_watched and 9 + min(room, len(units)) * (wide + _BAR + 1) <= paint.width
    for start in range(0, len(units), room):
        yield from _table(found, units[start : start + room], paint, everything, bars)
        yield ""


def _table(
    found: Bids, units: Sequence[int], paint: TextPaint, everything: bool, bars: bool
) -> Iterator[str]:
    unit = found.lineup.terms.word("asset-unit")
    wide, more = _CERTAIN if found.is_certain else _UNCERTAIN, (_BAR + 1) * bars
    heads = "".join(count_of(number, unit).rjust(wide) + " " * more for number in units)
    yield f"{'systems':>9}{heads}".rstrip()
    if not found.is_certain:
        letters = "".join(f"{LETTERS[place] + '%':>4}" for place in _CHANCES)
        yield (" " * 9 + f"{'mean':>9} {letters}{' ' * more}" * len(units)).rstrip()
    most = max(one.score for one in found.prospects.values())
    for systems in reversed(rows_shown(found, everything)):
        cells = [found.prospects.get(Bid(number, systems)) for number in units]
        if any(cells):
            row = ""
            for one in cells:
                cell = _cell(one, found).rjust(wide)
                row += paint(cell, "info") if one and one.bid == found.own else cell
                row += f" {bar(_share(one, found, float(most)), _BAR)}" if bars else ""
            yield f"{systems:>9}{row}".rstrip()


def _share(prospect: Prospect | None, found: Bids, most: float) -> float:
    """What a bar shows: the score against the best one; if that is uncertain, the chance of the highest."""
    if prospect is None:
        return 0.0
    return float(prospect.score) / most if found.is_certain else float(prospect.chances[Position.HIGHEST])


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
