"""The jobs of `brickyard catalog`: the parts database searched, shown, made anew, and added to."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from brickyard.terminal import Progress, Screen
from catalog.database.part_database import PartsDatabase
from ldraw_tools.authorship import remember
from ldraw_tools.findings import BrickyardError, printable
from ldraw_tools.workspace import LateLibrary
from ldraw_tools.writing import check_output


def search(text: str, most: int) -> int:
    from brickyard.catalog_text import show_results

    database = PartsDatabase()
    results = database.search(text, most + 1)
    if not results:
        raise BrickyardError(f"no part found for “{text}”; try fewer words, such as: plate 1x2 clip")
    screen = Screen()
    show_results(results[:most], screen)
    if len(results) > most:
        screen.line(f"… and more; --most {most * 4} shows more of them")
    return 0


def show(number: str) -> int:
    from brickyard.catalog_text import show_part

    database = PartsDatabase()
    record = database.find(number)
    if record is None:
        nearest = database.nearest(f"{number.strip().lower().removesuffix('.dat')}.dat")
        hint = f"; did you mean {nearest.removesuffix('.dat')}?" if nearest else ""
        raise BrickyardError(f"no part “{number}” in the parts database{hint}")
    show_part(record, database, Screen())
    return 0


def build(library: Path | None, target: Path, jobs: int, force: bool = False) -> int:
    from catalog.database.database_building import build as build_database

    if library is None:
        found = LateLibrary().library()
        if found is None:
            raise BrickyardError(
                "no LDraw library found; name one with --library, or see: brickyard library status"
            )
        library = found.roots[0]
    check_output(target, force=force)
    with Progress("parts") as progress:
        number = build_database(library, target, jobs, progress)
    remember(target, target.read_bytes())
    size = target.stat().st_size / 2**20
    Screen().line(f"{target}: {number:,} files of {library}, {size:.1f} MB")
    return 0


def add(folder: Path) -> int:
    from catalog.shops.rebrickable import add_tables, tables_place

    added = add_tables(folder, tables_place(os.environ, sys.platform, Path.home()))
    rows = ", ".join(f"{count:,} {table.replace('_', ' ')}" for table, count in added.rows.items())
    screen = Screen()
    screen.line(f"{rows}, of {added.date}, in {printable(str(added.target))}")
    for table in added.missing:
        screen.line(f"no {table}.csv in it: {_WITHOUT[table]}")
    return 0


_WITHOUT = {
    "elements": "without it there are no lists for Pick a Brick",
    "part_relationships": "without it other moulds and alternates are not known",
}
