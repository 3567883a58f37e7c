"""Every attacker against every target: one table for each range, to be written or drawn as a heat map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from brickyard.facts.verdicts import mean_words
from brickyard.odds.odds_answer import ANY_COVER, MatrixOdds, OddsFighter, OddsRow
from brickyard.odds.odds_wording import situation_in_words
from fleets.chances.combat import COVER, OPEN
from ldraw_tools.findings import BrickyardError, printable

if TYPE_CHECKING:
    from brickyard.plots.heatmap import Cell, HeatMap

COVERS = {OPEN: "in the open", COVER: "in cover", "frame": "covered by a frame", ANY_COVER: "any cover"}
Cells = list[list[OddsRow | None]]


@dataclass(frozen=True)
class MatrixTable:
    """One range and cover: a row for each attacker, a column for each target."""

    title: str
    rows: list[str]
    columns: list[str]
    cells: Cells


def matrix_tables(found: MatrixOdds) -> list[MatrixTable]:
    """A table for each range that any attack is possible at: in the open, or in the cover that was chosen."""
    wide = found.targets
    lines = [found.fights[start : start + wide] for start in range(0, len(found.fights), wide)]
    attackers = _labels([line[0].attacker for line in lines], counted=True)
    targets = _labels([fight.target for fight in lines[0]], counted=False)
    possible = {row.range for fight in found.fights for row in fight.rows if row.possible}
    # Every fight has all ranges in the game's order.
    places = dict.fromkeys((row.range, row.range_name) for row in found.fights[0].rows)
    covers = {row.cover for fight in found.fights for row in fight.rows if row.possible}
    chosen = (OPEN, ANY_COVER) if OPEN in covers else tuple(covers)
    tables = []
    for letter, name in places:
        if letter not in possible:
            continue
        cells = [[_cell(fight.rows, letter, chosen) for fight in line] for line in lines]
        here = {cell.cover for row in cells for cell in row if cell}
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


def write_matrix(found: MatrixOdds, target: Path, *, force: bool = False) -> None:
    from brickyard.plots.heatmap import write_heat_map

    maps = heat_maps(found)
    if not maps:
        raise BrickyardError("no unit here can attack any other, so there is nothing to draw")
    write_heat_map(target, *maps, force=force)


def heat_maps(found: MatrixOdds) -> list[HeatMap]:
    from brickyard.plots.heatmap import HeatMap

    tables = matrix_tables(found)
    cells = [cell for table in tables for row in table.cells for cell in row]
    values = [float(cell.mean) for cell in cells if cell and cell.mean is not None]
    highest = max(values, default=0.0)
    edition = found.edition.named
    maps = []
    for place, table in enumerate(tables):
        last = place == len(tables) - 1
        maps.append(
            HeatMap(
                title=printable(found.title) if place == 0 else table.title,
                subtitle=table.title if place == 0 else "",
                rows=table.rows,
                columns=table.columns,
                cells=_shaded(table.cells),
                row_title="attacker",
                column_title="target",
                measure="mean damage of an attack",
                low=0,
                high=highest or 1,
                low_label="0",
                high_label=f"{highest:.2f}",
                marking="the target it hurts most" if last else "",
                blank="no attack possible" if last else "",
                notes=[f"Small: the chance of any damage. {edition}; {situation_in_words(found.situation)}."]
                if last
                else (),
            )
        )
    return maps


def _shaded(cells: Cells) -> list[list[Cell]]:
    from brickyard.plots.heatmap import Cell

    shaded = []
    for row in cells:
        values = {cell.mean for cell in row if cell and cell.mean is not None}
        # If all targets are hurt equally, there is no best target.
        best = max(values) if len(values) > 1 else None
        shaded.append(
            [
                Cell(
                    float(cell.mean),
                    mean_words(cell.mean),
                    f"{100 * float(cell.hurts):.0f} %" if cell.hurts is not None else "",
                    marked=best == cell.mean,
                )
                if cell and cell.mean is not None
                else Cell(None)
                for cell in row
            ]
        )
    return shaded
