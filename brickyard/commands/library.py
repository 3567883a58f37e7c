"""`brickyard library`: where the LDraw library is, and how to get it."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from brickyard.commands import options
from brickyard.commands.options import Format, WholeSentences, flag
from brickyard.progress import Progress
from brickyard.terminal import Screen, talk, wrap_lines
from ldraw_tools.findings import and_more, count_of, printable
from ldraw_tools.library import places
from ldraw_tools.library.places import Checked, State

app = typer.Typer(
    help="Show where the LDraw parts library is, or install it.", no_args_is_help=True, cls=WholeSentences
)


_NO_LIBRARY = (
    "No library found, and none is needed to read, count and measure models. Pictures show outlines "
    "until there is one, and parts that the database doesn't know are taken from it: download "
    "complete.zip from LDraw.org, then run brickyard library install complete.zip, or set LDRAWDIR "
    "to the folder you have."
)


@app.command("status")
def status(
    everything: Annotated[bool, flag("--all", "Also show the places with nothing there.")] = False,
    form: options.FormatOption = Format.TEXT,
) -> None:
    """Show where LDraw libraries were looked for, what was found, and which is used.

    For example: brickyard library status
    """
    from catalog.database.part_database import PartsDatabase

    database = PartsDatabase()
    release = f"{database.about['release'][:4]}-{database.about['release'][4:]}"
    checked = places.status(os.environ, sys.platform, Path.home())
    screen = Screen()
    if form is Format.JSON:
        from brickyard.look_up import LibraryAnswer, LibraryPlace

        found = (
            LibraryPlace(str(one.candidate.path), one.candidate.why, one.state, one.detail) for one in checked
        )
        screen.document(LibraryAnswer(database.size, release, tuple(found)))
        return
    screen.line(screen.paint("Parts database", "bold"))
    screen.line(f"  ships with brickyard: {database.size:,} files of LDraw release {release}")
    screen.line()
    screen.line(screen.paint("LDraw library", "bold"))
    for place in checked:
        if everything or place.state is not State.ABSENT or place.candidate.by_user:
            _show(place, screen)
    absent = [place for place in checked if place.state is State.ABSENT and not place.candidate.by_user]
    if absent and not everything:
        screen.line(f"  {count_of(len(absent), 'usual place')} with nothing there (--all names them)")
    screen.line()
    if any(place.state is State.USED for place in checked):
        screen.line("Parts that the database doesn't know are taken from the library marked with *.")
    else:
        screen.lines(wrap_lines(_NO_LIBRARY))


@app.command("install")
def install(
    source: Annotated[
        str, typer.Argument(metavar="PATH|URL", help="complete.zip, a folder, or an https address of one.")
    ],
    _quiet: options.QuietOption = False,
) -> None:
    """Unpack the LDraw library where brickyard finds it.

    For example: brickyard library install complete.zip
    """
    from ldraw_tools.library.install import install as install_library

    target = places.install_folder(os.environ, sys.platform, Path.home())
    with Progress("installing") as progress:
        report = install_library(source, target, progress)
    screen = talk()
    screen.line(f"{count_of(report.files, 'file')}, {report.bytes / 2**20:.0f} MB, in {report.target}")
    for reason, names in report.left_out.items():
        screen.line(f"left out: {printable(and_more(names))} ({reason})")
    screen.line("Run brickyard library status to see it in use.")


def _show(place: Checked, screen: Screen) -> None:
    signs = {State.USED: "*", State.NOT_NEEDED: "+", State.NO_LIBRARY: "!", State.ABSENT: " "}
    path = printable(str(place.candidate.path))
    screen.line(f"{signs[place.state]} {path} ({place.candidate.why}): {place.state.value}")
    if place.detail:
        screen.line(f"      {printable(place.detail)}")
    if place.state is State.USED:
        about = places.describe(place.candidate.path)
        parts = [f"{about.parts:,} parts", f"{about.primitives:,} primitives"]
        if about.unofficial_parts:
            parts.append(f"{about.unofficial_parts:,} unofficial parts")
        if about.release:
            parts.append(f"release {about.release}")
        screen.line(f"      {', '.join(parts)}")
