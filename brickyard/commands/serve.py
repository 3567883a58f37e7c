"""`brickyard serve`: the workbench in the browser."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from brickyard.commands import options
from brickyard.commands.options import flag
from brickyard.terminal import Screen
from ldraw_tools.findings import BrickyardError, printable

Paths = Annotated[
    list[Path] | None,
    typer.Argument(metavar="[PATH...]", help="Folders or files to work on; without any, the examples."),
]
Port = Annotated[
    int,
    typer.Option(
        min=0, max=65535, show_default=False, help="The port on this machine (default: any that is free)."
    ),
]
Outside = Annotated[bool, flag("--outside", "Let lists name models and editions outside of these folders.")]
Shortcut = Annotated[bool, flag("--shortcut", "Put an icon that starts this on the desktop, and exit.")]


def serve(
    paths: Paths = None,
    port: Port = 0,
    no_open: Annotated[bool, flag("--no-open", "Don't open the browser.")] = False,
    read_only: Annotated[bool, flag("--read-only", "Never write a file.")] = False,
    outside: Outside = False,
    shortcut: Shortcut = False,
    library: options.LibraryOption = None,
) -> None:
    """Open the workbench in the browser: see, tag, judge, compare and print what you drop or save.

    The first line printed is its address. Only this machine can reach it. Ctrl-C ends it.

    For example: brickyard serve my-mechs
    """
    from brickyard.serving.yard import SHOWN, is_shown
    from ldraw_tools.workspace import check_exists

    given = [check_exists(path) for path in paths or ()]
    for path in given:
        if path.is_file() and not is_shown(path.name):
            raise BrickyardError(f"{path}: the workbench opens only {', '.join(SHOWN)}")
    if shortcut:
        from brickyard.serving.starting import write_shortcut

        Screen().line(f"{printable(str(write_shortcut(given, os.environ, Path.home())))} written")
        return
    from brickyard.serving.server_state import Served
    from brickyard.serving.starting import examples, pictures_folder, serve as run, unsaved_folder

    kept = None if read_only else unsaved_folder()
    roots = tuple(given) or (examples(),)
    pictures = pictures_folder()
    served = Served(roots, tuple(library or ()), read_only, not given, outside, kept, pictures)
    run(served, port, opens=not no_open)
