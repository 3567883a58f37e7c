"""Every attacker against every target: one table for each range, to be written or drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from brickyard.fight_odds.odds_answer import ANY_COVER, MatrixOdds, OddsFighter, OddsRow
from fleets.chances.combat import COVER, OPEN
from ldraw_tools.findings import printable

COVERS = {OPEN: "in the open", COVER: "in cover", "frame": "covered by a frame", ANY_COVER: "any cover"}
Cells = list[list[OddsRow | None]]


@dataclass(frozen=True)
class MatrixTable:
    """One range and cover: a row for each attacker, a column for each target."""

    title: str
    rows: list[str]
    columns: list[str]
    cells: Cells


def matrix_tables(found: MatrixOdds, covered: bool = False) -> list[MatrixTable]:
    """A table for each range that any attack is possible at: in the open, or in the cover that was chosen.

    With `covered` in cover, where that is another thing than the open.
    """
    wide = found.targets
    lines = [found.fights[start : start + wide] for start in range(0, len(found.fights), wide)]
    attackers = _labels([line[0].attacker for line in lines], counted=True)
    targets = _labels([fight.target for fight in lines[0]], counted=False)
    possible = {row.range for fight in found.fights for row in fight.rows if row.possible}
    # Every fight has all ranges in the game's order.
    places = dict.fromkeys((row.range, row.range_name) for row in found.fights[0].rows)
    covers = {row.cover for fight in found.fights for row in fight.rows if row.possible}
    chosen = (OPEN, ANY_COVER) if OPEN in covers else tuple(covers)
    if covered:
        chosen = (COVER,) if {OPEN, COVER} <= covers else ()
    tables = []
    for letter, name in places:
        if letter not in possible:
            continue
        cells = [[_cell(fight.rows, letter, chosen) for fight in line] for line in lines]
        here = {cell.cover for row in cells for cell in row if cell}
        if covered and not here:
            continue
        cover = next(iter(here - {ANY_COVER}), ANY_COVER)
        title = f"{name.capitalize()} range, {COVERS.get(cover, cover)}"
        tables.append(MatrixTable(title, attackers, targets, cells))
    return tables


def _labels(fighters: Sequence[OddsFighter], counted: bool) -> list[str]:
    """Names, numbered where several are equal; with an attacker's count in front."""
    names = [printable(fighter.name) for fighter in fighters]
    found = []
    for place, (name, fighter) in enumerate(zip(names, fighters, strict=True)):
        number = f" {names[: place + 1].count(name)}" if names.count(name) > 1 else ""
        count = f"{fighter.count:,} × " if counted and fighter.count > 1 else ""
        found.append(f"{count}{name}{number}")
    return found


def _cell(rows: Sequence[OddsRow], letter: str, covers: Sequence[str]) -> OddsRow | None:
    return next((r for r in rows if r.range == letter and r.possible and r.cover in covers), None)
