"""A comparison as a picture: a podium of scores, and below it each score step by step."""

from __future__ import annotations

from collections.abc import Iterator

from brickyard.comparison.compare_answer import Compared
from brickyard.comparison.compare_wording import (
    place_now,
    position_words,
    signed,
    step_words,
    sum_words,
    verdict,
)
from brickyard.pictures.lettering import Face, elided, wrapped
from brickyard.plots.flat_drawing import BAR, LINE, SOFT, Drawing, PenLine, Rectangle, Shape, Words
from brickyard.plots.plot_paper import HEAD, TEXT, PlotSheet
from fleets.comparing.scoring import Standing
from fleets.comparing.terms import Terms
from ldraw_tools.findings import BrickyardError, printable
from validators.wording import capital

WIDTH = 760.0
_PODIUM, _WIDEST_STAND = 130.0, 170.0
_ROW = 22.0
_MOST_SIDES = 12


def score_drawing(found: Compared, width: float = WIDTH) -> Drawing:
    """Highest score first, as everywhere; after events the podium has the scores of now."""
    standings = found.comparison.standings
    if len(standings) > _MOST_SIDES:
        raise BrickyardError(f"{len(standings)} sides are too many for a picture; {_MOST_SIDES} are the most")
    sheet = PlotSheet(width)
    terms = found.lineup.terms
    sheet.title("Who attacks, who defends" if not found.running else "How it stands now")
    _podium(sheet, found)
    sheet.heading(f"{capital(terms.word('points-per-asset'))} step by step ({terms.reference})")
    for standing in standings:
        _steps(sheet, standing, terms)
    sheet.top += 8
    for problem in found.lineup.problems:
        sheet.note(f"Warning: {printable(problem)}")
    sheet.note(printable(verdict(found)))
    sheet.tell(printable(verdict(found)))
    return sheet.drawing(f"Scores of {', '.join(printable(one.name) for one in standings)}")


def _places(found: Compared) -> Iterator[tuple[str, int, str]]:
    """Name, score and position, the highest first."""
    terms = found.lineup.terms
    if found.running:
        for now in found.running:
            was = f", was {now.score_at_start:,}" if now.score != now.score_at_start else ""
            yield now.name, now.score, place_now(now, terms) + was
    else:
        for one in found.comparison.standings:
            yield one.name, one.score, position_words(one.position, terms)


def _podium(sheet: PlotSheet, found: Compared) -> None:
    """A stand for each side, as high as its score; in the order of play from left to right."""
    places = list(_places(found))
    most = max((score for _, score, _ in places), default=0) or 1
    wide = min(sheet.inner / max(len(places), 1), _WIDEST_STAND)
    foot = sheet.top + _PODIUM + 52
    left = sheet.margin + (sheet.inner - wide * len(places)) / 2
    lowest = foot
    for place, (name, score, position) in enumerate(places):
        tall = _PODIUM * max(score, 0) / most
        middle = left + (place + 0.5) * wide
        sheet.put([Rectangle(left + place * wide + 5, foot - tall, wide - 10, tall, BAR)])
        lines = wrapped(printable(name), HEAD, wide - 6, 2, Face.BOLD)
        for up, line in enumerate(reversed(lines)):
            at = foot - tall - 28 - up * HEAD * 1.2
            sheet.put([Words(line, middle, at, HEAD, "middle", face=Face.BOLD)])
        sheet.put([Words(f"{score:,}", middle, foot - tall - 7, 19, "middle", face=Face.BOLD)])
        for down, line in enumerate(wrapped(capital(position), TEXT, wide - 6, 2)):
            lowest = max(lowest, foot + TEXT * 1.3 * (down + 1))
            sheet.put([Words(line, middle, foot + TEXT * 1.3 * (down + 1), TEXT, "middle", face=Face.BOLD)])
        sheet.tell(f"{printable(name)}: {score:,}, {position}.")
    sheet.put([PenLine(((sheet.margin, foot), (sheet.margin + sheet.inner, foot)), 1)])
    sheet.top = lowest + 6


def _steps(sheet: PlotSheet, standing: Standing, terms: Terms) -> None:
    sheet.top += 10
    name = elided(printable(standing.name), HEAD, sheet.inner, Face.BOLD)
    sheet.paragraph(name, HEAD, face=Face.BOLD)
    room = sheet.inner * 0.5
    rows = [("to start with", str(terms.start), 0, terms.start, "start")]
    at = terms.start
    for step in standing.adjustments:
        kind = "less" if step.points < 0 else "more"
        rows.append((step_words(step), signed(step.points), at, at + step.points, kind))
        at += step.points
    rows.append((terms.word("points-per-asset"), str(standing.per_asset), 0, standing.per_asset, "sum"))
    highest = max(max(start, end) for _, _, start, end, _ in rows)
    unit = (sheet.inner - room - 40) / max(highest, 10)
    for label, number, start, end, kind in rows:
        sheet.put(_step(sheet, printable(label), number, (start, end), unit, kind))
        sheet.top += _ROW
    sheet.paragraph(printable(sum_words(standing, terms)), TEXT, face=Face.BOLD)


def _step(
    sheet: PlotSheet, label: str, number: str, span: tuple[int, int], unit: float, kind: str
) -> Iterator[Shape]:
    """What it is, how much, and a block from where the last one ended; one that takes away is striped."""
    room = sheet.inner * 0.5
    base = sheet.top + _ROW * 0.68
    left = sheet.margin + room + 40
    low, high = min(span), max(span)
    yield Words(elided(label, TEXT, room - 6), sheet.margin, base, TEXT, colour=SOFT)
    face = Face.BOLD if kind == "sum" else Face.REGULAR
    yield Words(number, left - 10, base, TEXT, "end", face=face)
    if high > low:
        fill = LINE if kind == "start" else BAR
        yield Rectangle(
            left + low * unit, sheet.top + 3, (high - low) * unit, _ROW - 6, fill, striped=kind == "less"
        )
