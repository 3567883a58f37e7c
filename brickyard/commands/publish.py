"""`brickyard publish`: a static site of design pages."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import brickyard
from brickyard.commands import options
from brickyard.commands.options import flag, output
from brickyard.progress import Progress, end_with
from brickyard.terminal import talk
from ldraw_tools.findings import and_more, count_of, printable

if TYPE_CHECKING:
    from brickyard.web.site import PublishedSite

Paths = Annotated[
    list[Path], typer.Argument(metavar="PATH...", help="Models, manifests (.yaml) or folders of them.")
]
Outside = Annotated[
    bool,
    typer.Option(
        "--outside",
        "--with-outside-files",
        help="Also show models, editions and photos that a list names in other folders.",
    ),
]
Source = Annotated[
    bool, flag("--source/--no-source", "With or without model files, lists and 3D models to download.")
]
Instructions = Annotated[bool, flag("--instructions", "Also offer building instructions as PDFs.")]
Battles = Annotated[bool, flag("--battles", "Also play the companies against each other; takes minutes.")]


def publish(
    paths: Paths,
    target: Annotated[Path, output("Folder for the site: empty, new, or a site.", "FOLDER")],
    name: Annotated[str, typer.Option(metavar="NAME", help="Title of the gallery.")] = "Designs",
    address: Annotated[str, typer.Option(metavar="URL", help="Public URL, for link previews.")] = "",
    steps: Annotated[bool, flag("--steps/--no-steps", "With or without pictures of building steps.")] = True,
    jobs: options.JobsOption = 1,
    cluster: options.ClusterOption = "",
    outside: Outside = False,
    source: Source = True,
    instructions: Instructions = False,
    battles: Battles = False,
    edition: options.EditionOption = "",
    no_suppress: options.NoSuppressOption = False,
    submodel: options.SubmodelOption = "",
    library: options.LibraryOption = None,
    _quiet: options.QuietOption = False,
) -> None:
    """Build a static website: a page for every design, company and fleet, and a gallery.

    For example: brickyard publish company.yaml -o site
    """
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
            cluster=cluster,
            outside=outside,
            source=source,
            instructions=instructions,
            battles=battles,
            suppress=not no_suppress,
            submodel=submodel,
            told=progress,
            say=talk().line,
        )
    talk().lines(_summary(built, target, address, library or ()))
    end_with(int(bool(built.undrawn)), built.problems)


def _summary(built: PublishedSite, target: Path, address: str, library: Sequence[Path]) -> Iterator[str]:
    from ldraw_tools.library.places import wrongly_named
    from ldraw_tools.workspace import LateLibrary

    if LateLibrary(library).library() is None:
        yield "No LDraw library found: outlines stand in for the parts, and the pictures say so"
        yield "(see: brickyard library status)."
        if why := wrongly_named(os.environ, sys.platform, Path.home()):
            yield f"{why}."
    yield from (printable(remark) for remark in built.remarks)
    if not address:
        yield "If it will be on the web, publish it with --address https://…: then chats and forums"
        yield "show a picture with a link to it."
    words = ("NOT LEGAL", "NOT JUDGED", "LEGAL but for accepted errors")
    for word, found in zip(words, (built.not_legal, built.not_judged, built.accepted), strict=True):
        if found:
            verb = "says" if len(found) == 1 else "say"
            yield f"{count_of(len(found), 'page')} {verb} {word}: {printable(and_more(found, 5))}"
    yield from (f"No picture of {printable(reason)}" for reason in built.undrawn)
    kept = f", {count_of(built.kept, 'page')} as before" if built.kept else ""
    yield f"{count_of(built.made, 'page')} made{kept}. Open {target / 'index.html'}"
