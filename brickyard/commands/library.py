"""`brickyard library`: where the LDraw library is, and how to get it."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import brickyard
from brickyard.commands import options
from brickyard.commands.options import Format, WholeSentences, flag
from brickyard.progress import Progress
from brickyard.terminal import Screen, talk, wrap_lines
from ldraw_tools.findings import and_more, count_of, printable

if TYPE_CHECKING:
    from brickyard.look_up import LibraryPlace

app = typer.Typer(
    help="Show where the LDraw parts library is, or install it.", no_args_is_help=True, cls=WholeSentences
)

_SIGNS = {"used": "*", "not needed": "+", "no library": "!", "not there": " "}
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
    answer = brickyard.library_status()
    screen = Screen()
    if form is Format.JSON:
        screen.document(answer)
        return
    screen.line(screen.paint("Parts database", "bold"))
    size = f"{answer.database_files:,} files of LDraw release {answer.database_release}"
    screen.line(f"  ships with brickyard: {size}")
    screen.line()
    screen.line(screen.paint("LDraw library", "bold"))
    absent = [place for place in answer.places if place.state == "not there" and not place.by_user]
    for place in answer.places:
        if everything or place not in absent:
            _show(place, screen)
    if absent and not everything:
        screen.line(f"  {count_of(len(absent), 'usual place')} with nothing there (--all names them)")
    screen.line()
    if any(place.state == "used" for place in answer.places):
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
    from ldraw_tools.library.places import install_folder

    target = install_folder(os.environ, sys.platform, Path.home())
    with Progress("installing") as progress:
        report = install_library(source, target, progress)
    screen = talk()
    screen.line(f"{count_of(report.files, 'file')}, {report.bytes / 2**20:.0f} MB, in {report.target}")
    for reason, names in report.left_out.items():
        screen.line(f"left out: {printable(and_more(names))} ({reason})")
    screen.line("Run brickyard library status to see it in use.")


def _show(place: LibraryPlace, screen: Screen) -> None:
    screen.line(f"{_SIGNS[place.state]} {printable(place.path)} ({place.why}): {place.state.value}")
    if place.detail:
        screen.line(f"      {printable(place.detail)}")
    if place.holds:
        screen.line(f"      {', '.join(place.holds)}")
