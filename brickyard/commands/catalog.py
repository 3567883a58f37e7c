"""`brickyard catalog`: the parts database."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import brickyard
from brickyard.commands import options
from brickyard.commands.options import Format, WholeSentences, output
from brickyard.progress import Progress
from brickyard.terminal import Screen, cut, talk
from ldraw_tools.findings import BrickyardError, printable
from ldraw_tools.units import millimetres, plates, short, studs, with_unit
from ldraw_tools.writing import check_output

if TYPE_CHECKING:
    from catalog.database.part_database import PartRecord, PartsDatabase

app = typer.Typer(
    help="Look up parts in the database that ships with brickyard, and add shops' tables to it.",
    no_args_is_help=True,
    cls=WholeSentences,
)
add_app = typer.Typer(help="Add tables that you have downloaded.", no_args_is_help=True, cls=WholeSentences)
app.add_typer(add_app, name="add")


@app.command("search")
def search(
    words: Annotated[list[str], typer.Argument(metavar="WORDS", help="Words of a title: plate 1 x 2 clip")],
    most: Annotated[int, typer.Option(min=1, max=10_000, help="Show at most this many.")] = 20,
    form: options.FormatOption = Format.TEXT,
) -> None:
    """Find parts by the words of their titles, their numbers or their keywords.

    For example: brickyard catalog search plate 1 x 2 clip
    """
    answer = brickyard.catalog_search(words, most=most)
    screen = Screen()
    if form is Format.JSON:
        screen.document(answer)
        return
    for part in answer.parts:
        screen.line(f"{part.number:18} {cut(part.title, screen.paint.width - 19)}")
    if answer.has_more:
        screen.line(f"… and more; --most {most * 4} shows more of them")


@app.command("show")
def show(
    number: Annotated[str, typer.Argument(metavar="NUMBER", help="Such as 3001 or 2555.")],
    form: options.FormatOption = Format.TEXT,
) -> None:
    """Show one part: size, studs, shop numbers, its new number if it moved.

    For example: brickyard catalog show 3001
    """
    from catalog.database.part_database import shipped_parts

    answer = brickyard.catalog_show(number)
    if form is Format.JSON:
        Screen().document(answer)
    elif record := shipped_parts().find(number):
        _show_part(record, shipped_parts(), Screen())


@app.command("build")
def build(
    target: Annotated[Path, output("Where to write it.")],
    library: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The LDraw library; by default the one found.")
    ] = None,
    jobs_: Annotated[int, typer.Option("--jobs", min=1, help="How many processes to use.")] = 2,
    force: options.ForceOption = False,
    _quiet: options.QuietOption = False,
) -> None:
    """Build the parts database from a complete LDraw library; this takes minutes.

    For example: brickyard catalog build -o parts.sqlite
    """
    from catalog.database.database_building import build as build_database
    from ldraw_tools.authorship import remember
    from ldraw_tools.workspace import LateLibrary

    if library is None:
        found = LateLibrary().library()
        if found is None:
            raise BrickyardError(
                "no LDraw library found; name one with --library, or see: brickyard library status"
            )
        library = found.roots[0]
    check_output(target, force=force)
    with Progress("parts") as progress:
        number = build_database(library, target, jobs_, progress)
    remember(target, target.read_bytes())
    size = target.stat().st_size / 2**20
    talk().line(f"{target}: {number:,} files of {library}, {size:.1f} MB")


@add_app.command("rebrickable")
def add_rebrickable(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="Where parts.csv, elements.csv and so on are; also as .gz.")
    ],
    _quiet: options.QuietOption = False,
) -> None:
    """Add Rebrickable's tables, from its page Downloads: more reliable numbers, lists for Pick a Brick.

    For example: brickyard catalog add rebrickable downloads/
    """
    from catalog.shops.rebrickable import add_tables, tables_place

    added = add_tables(folder, tables_place(os.environ, sys.platform, Path.home()))
    rows = ", ".join(f"{count:,} {table.replace('_', ' ')}" for table, count in added.rows.items())
    screen = talk()
    screen.line(f"{rows}, of {added.date}, in {printable(str(added.target))}")
    for table in added.missing:
        screen.line(f"no {table}.csv in it: {_WITHOUT[table]}")


_WITHOUT = {
    "elements": "without it there are no lists for Pick a Brick",
    "part_relationships": "without it other moulds and alternates are not known",
}


def _show_part(record: PartRecord, database: PartsDatabase, screen: Screen) -> None:

    screen.line(screen.paint(f"{record.number}  {' '.join(record.title.split())}", "bold"))
    final = database.follow(record)
    if record.kind == "moved":
        screen.line(f"  Moved       to {final.number}: {' '.join(final.title.split())}")
    screen.line(f"  Kind        {final.kind.value}, category {final.category or 'none'}")
    for line in _size_lines(record, database):
        screen.line(line)
    if final.components:
        parts = ", ".join(
            f"{c.count} × {c.key.removesuffix('.dat')}" if c.count > 1 else c.key.removesuffix(".dat")
            for c in final.components
        )
        screen.line(f"  Made of     {parts}")
    if final.bricklink:
        screen.line(f"  BrickLink   {', '.join(final.bricklink)}")
    if final.rebrickable:
        screen.line(f"  Rebrickable {', '.join(final.rebrickable)}")
    if final.keywords:
        screen.line(f"  Keywords    {', '.join(final.keywords)}")


def _size_lines(record: PartRecord, database: PartsDatabase) -> list[str]:
    from ldraw_tools.measuring.measure import Measurement

    shape = database.shape_of(record)
    measured = Measurement(shape) if shape is not None else None
    if measured is None or measured.box is None or measured.box_without_top_studs is None:
        return ["  Size        nothing to measure"]
    box, solid = measured.box, measured.box_without_top_studs
    number = sum(len(group.places) for group in database.studs_of(record))
    lines = [
        f"  Size        {short(studs(box.width))} × {short(studs(box.depth))} studs, "
        f"{with_unit(plates(solid.height), 'plate')} high"
        + (f" ({short(plates(box.height))} with studs)" if box.height != solid.height else ""),
        f"              {short(millimetres(box.width), 1)} × {short(millimetres(box.depth), 1)} × "
        f"{short(millimetres(solid.height), 1)} mm",
    ]
    if number:
        lines.append(f"  Studs       {number:,}")
    return lines
