"""`brickyard manual`: the manual of this version, opened or searched."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import brickyard
from brickyard.terminal import Screen, talk, wrap_lines


def manual(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[WORD]...", help="List the sections that have these words.")
    ] = None,
    target: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FOLDER", help="Write the pages to this folder.")
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Don't open the browser.")] = False,
) -> None:
    """Open the manual of this version in the browser, without a network; with words, search it here.

    For example: brickyard manual heaps
    """
    found = brickyard.manual(words or (), target=target)
    if not words:
        if not no_open:
            import webbrowser

            webbrowser.open(found.index.absolute().as_uri())
        talk().line(str(found.index))
        return
    screen = Screen()
    for one in found.found:
        title = one.page if one.heading in ("", one.page) else f"{one.page}: {one.heading}"
        screen.lines(wrap_lines(f"{title} ({one.group.lower()}, {one.address})", "", "  "))
        screen.lines(wrap_lines(one.text, "    "))
    screen.line("brickyard manual opens the pages." if found.found else "No section has all these words.")
