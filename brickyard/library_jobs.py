"""The jobs of `brickyard library`: where libraries are, and putting one there."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from brickyard.terminal import Progress, Screen, wrapped
from catalog.database.part_database import PartsDatabase
from ldraw_tools.findings import and_more, count_of, printable
from ldraw_tools.library import places
from ldraw_tools.library.places import Checked, State

_SIGNS = {State.USED: "*", State.NOT_NEEDED: "+", State.NO_LIBRARY: "!", State.ABSENT: " "}


def status(everything: bool) -> int:
    screen = Screen()
    database = PartsDatabase()
    release = database.about["release"]
    screen.line(screen.paint("Parts database", "bold"))
    screen.line(
        f"  ships with brickyard: {database.size:,} files of LDraw release {release[:4]}-{release[4:]}"
    )
    screen.line()
    screen.line(screen.paint("LDraw library", "bold"))
    checked = places.status(os.environ, sys.platform, Path.home())
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
        text = (
            "No library found, and none is needed to read, count and measure models. Parts the database "
            "doesn't know would be taken from one: download complete.zip from LDraw.org, then run "
            "brickyard library install complete.zip, or set LDRAWDIR to the folder you have."
        )
        screen.lines(wrapped(text))
    return 0


def _show(place: Checked, screen: Screen) -> None:
    path = printable(str(place.candidate.path))
    screen.line(f"{_SIGNS[place.state]} {path} ({place.candidate.why}): {place.state.value}")
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


def install(source: str) -> int:
    from ldraw_tools.library.install import install as install_library

    target = places.install_folder(os.environ, sys.platform, Path.home())
    with Progress("installing") as progress:
        report = install_library(source, target, progress)
    screen = Screen()
    screen.line(f"{count_of(report.files, 'file')}, {report.bytes / 2**20:.0f} MB, in {report.target}")
    for reason, names in report.left_out.items():
        screen.line(f"left out: {printable(and_more(names))} ({reason})")
    screen.line("Run brickyard library status to see it in use.")
    return 0
