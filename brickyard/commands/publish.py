"""`brickyard publish`: a static site of design pages."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

import brickyard
from brickyard.commands.options import (
    EditionOption,
    LibraryOption,
    NoSuppressOption,
    QuietOption,
    SubmodelOption,
)
from brickyard.one_by_one import end_with
from brickyard.progress import Progress
from brickyard.terminal import talk
from ldraw_tools.findings import and_more, count_of, printable
from ldraw_tools.library.places import wrongly_named


def publish(
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH...", help="Models, manifests (.yaml) or folders of them.")
    ],
    target: Annotated[
        Path,
        typer.Option("-o", "--output", metavar="FOLDER", help="Folder for the site: empty, new, or a site."),
    ],
    name: Annotated[str, typer.Option(metavar="NAME", help="Title of the gallery.")] = "Designs",
    address: Annotated[str, typer.Option(metavar="URL", help="Public URL, for link previews.")] = "",
    steps: Annotated[
        bool, typer.Option("--steps/--no-steps", help="With or without pictures of building steps.")
    ] = True,
    jobs: Annotated[int, typer.Option(min=1, max=64, help="Use this many processes.")] = 1,
    outside: Annotated[
        bool,
        typer.Option(
            "--outside",
            "--with-outside-files",
            help="Also show models, editions and photos that a list names in other folders.",
        ),
    ] = False,
    source: Annotated[
        bool,
        typer.Option(
            "--source/--no-source", help="With or without model files, lists and 3D models to download."
        ),
    ] = True,
    instructions: Annotated[
        bool, typer.Option("--instructions", help="Also offer building instructions as PDFs.")
    ] = False,
    edition: EditionOption = "",
    no_suppress: NoSuppressOption = False,
    submodel: SubmodelOption = "",
    library: LibraryOption = None,
    _quiet: QuietOption = False,
) -> None:
    """Build a static website: a page for every design, company and fleet, and a gallery.

    For example: brickyard publish company.yaml -o site
    """
    from ldraw_tools.workspace import LateLibrary

    screen = talk()
    with Progress("Publishing", lines=True) as progress:
        built = brickyard.publish(
            paths,
            target,
            name=name,
            address=address,
            steps=steps,
            edition=edition,
            library=library or (),
            jobs=jobs,
            outside=outside,
            source=source,
            instructions=instructions,
            suppress=not no_suppress,
            submodel=submodel,
            told=progress,
            say=screen.line,
        )
    if LateLibrary(library or ()).library() is None:
        screen.line("No LDraw library found: outlines stand in for the parts, and the pictures say so")
        screen.line("(see: brickyard library status).")
        if why := wrongly_named(os.environ, sys.platform, Path.home()):
            screen.line(f"{why}.")
    screen.lines(printable(remark) for remark in built.remarks)
    if not address:
        screen.line("If it will be on the web, publish it with --address https://…: then chats and forums")
        screen.line("show a picture with a link to it.")
    words = ("NOT LEGAL", "NOT JUDGED", "LEGAL but for accepted errors")
    for word, found in zip(words, (built.not_legal, built.not_judged, built.accepted), strict=True):
        if found:
            verb = "says" if len(found) == 1 else "say"
            screen.line(f"{count_of(len(found), 'page')} {verb} {word}: {printable(and_more(found, 5))}")
    screen.lines(f"No picture of {printable(reason)}" for reason in built.undrawn)
    kept = f", {count_of(built.kept, 'page')} as before" if built.kept else ""
    screen.line(f"{count_of(built.made, 'page')} made{kept}. Open {target / 'index.html'}")
    end_with(int(bool(built.undrawn)), built.problems)
