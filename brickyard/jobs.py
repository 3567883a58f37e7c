"""One function a job: each a screen long, reading like the arrows of the house."""

from __future__ import annotations

import sys
from pathlib import Path

from brickyard.inspection import Wanted, inspect_model
from brickyard.opening import LateLibrary, assemble_model, open_model
from brickyard.terminal import Progress, Screen
from catalog.parts import PartsDatabase
from ldraw_tools.diagnostics import BrickyardError, printable


def inspect(model: Path, wanted: Wanted, library: list[Path], as_json: bool, everything: bool) -> int:
    opened = open_model(model)
    assembly = assemble_model(opened, LateLibrary(library))
    inspection = inspect_model(opened, assembly, wanted)
    if as_json:
        from pydantic import TypeAdapter

        from brickyard.inspection import Inspection

        sys.stdout.write(TypeAdapter(Inspection).dump_json(inspection, indent=2).decode() + "\n")
    else:
        from brickyard.inspection_text import show

        show(inspection, Screen(sys.stdout), everything)
    return 1 if any(finding.severity == "error" for finding in inspection.findings) else 0


def search_catalog(text: str, most: int) -> int:
    from brickyard.catalog_text import show_results

    database = PartsDatabase()
    results = database.search(text, most + 1)
    if not results:
        raise BrickyardError(f"no part found for “{text}”; try fewer words, such as: plate 1x2 clip")
    screen = Screen(sys.stdout)
    show_results(results[:most], screen)
    if len(results) > most:
        screen.line(f"… and more; --most {most * 4} shows more of them")
    return 0


def show_part(number: str) -> int:
    from brickyard.catalog_text import show_part as show

    database = PartsDatabase()
    record = database.find(number)
    if record is None:
        nearest = database.nearest(f"{number.strip().lower().removesuffix('.dat')}.dat")
        hint = f"; did you mean {nearest.removesuffix('.dat')}?" if nearest else ""
        raise BrickyardError(f"no part “{number}” in the parts database{hint}")
    show(record, database, Screen(sys.stdout))
    return 0


def build_catalog(library: Path | None, target: Path, jobs: int) -> int:
    from catalog.build import build

    if library is None:
        found = LateLibrary().library()
        if found is None:
            raise BrickyardError(
                "no LDraw library found; name one with --library, or see: brickyard library status"
            )
        library = found.roots[0]
    with Progress("parts") as progress:
        number = build(library, target, jobs, progress)
    size = target.stat().st_size / 2**20
    sys.stdout.write(f"{target}: {number:,} files of {library}, {size:.1f} MB\n")
    return 0


def add_tables(folder: Path) -> int:
    import os

    from catalog.rebrickable import add_tables as add
    from catalog.rebrickable import tables_place

    added = add(folder, tables_place(os.environ, sys.platform, Path.home()))
    rows = ", ".join(f"{count:,} {table.replace('_', ' ')}" for table, count in added.rows.items())
    screen = Screen(sys.stdout)
    screen.line(f"{rows}, of {added.date}, in {printable(str(added.target))}")
    for table in added.missing:
        screen.line(f"no {table}.csv in it: {_WITHOUT[table]}")
    return 0


_WITHOUT = {
    "elements": "without it there are no lists for Pick a Brick",
    "part_relationships": "without it other moulds and alternates are not known",
}
