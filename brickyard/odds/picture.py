"""A matrix of odds as heat maps, one a range, on one scale."""

from __future__ import annotations

from pathlib import Path

from brickyard.odds.document import OddsDocument
from brickyard.odds.matrix import Cells, matrix_tables
from brickyard.odds.text import situation_in_words
from brickyard.pictures.heatmap import Cell, HeatMap, write_heat_map
from ldraw_tools.findings import BrickyardError, printable


def write_matrix(found: OddsDocument, target: Path, *, force: bool = False) -> None:
    maps = heat_maps(found)
    if not maps:
        raise BrickyardError("nobody here can attack anybody, so there is nothing to draw")
    write_heat_map(target, *maps, force=force)


def heat_maps(found: OddsDocument) -> list[HeatMap]:
    tables = matrix_tables(found)
    cells = [cell for table in tables for row in table.cells for cell in row]
    values = [cell.mean.value for cell in cells if cell and cell.mean]
    highest = max(values, default=0.0)
    edition = f"{found.edition.title}, version {found.edition.version}"
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
                notes=[f"Small: the chance of any damage. {edition}; {situation_in_words(found)}."]
                if last
                else (),
            )
        )
    return maps


def _shaded(cells: Cells) -> list[list[Cell]]:
    shaded = []
    for row in cells:
        values = {cell.mean.value for cell in row if cell and cell.mean}
        # Where all are hurt alike there is no best target.
        best = max(values) if len(values) > 1 else -1.0
        shaded.append(
            [
                Cell(
                    cell.mean.value,
                    f"{cell.mean.value:.2f}",
                    f"{100 * cell.hurts.value:.0f} %" if cell.hurts else "",
                    marked=best == cell.mean.value,
                )
                if cell and cell.mean
                else Cell(None)
                for cell in row
            ]
        )
    return shaded
