"""`brickyard publish`: a static site of design pages."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from brickyard.commands.options import EditionOption, LibraryOption


def publish(
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH...", help="Models, manifests (.yaml) or folders of them.")
    ],
    target: Annotated[
        Path,
        typer.Option("-o", "--output", metavar="FOLDER", help="Where the site goes: a folder of its own."),
    ],
    name: Annotated[str, typer.Option(metavar="NAME", help="What the gallery is called.")] = "Designs",
    address: Annotated[
        str, typer.Option(metavar="URL", help="Where it will stand, so that links to it show a picture.")
    ] = "",
    steps: Annotated[bool, typer.Option("--steps/--no-steps", help="With or without building steps.")] = True,
    outside: Annotated[
        bool,
        typer.Option(
            "--with-outside-files",
            help="Copy models and photos that a list names in other folders, too.",
        ),
    ] = False,
    edition: EditionOption = "",
    library: LibraryOption = None,
) -> None:
    """Build a static website: a page for every design, company and fleet, and a gallery.

    For example: brickyard publish company.yaml -o site
    """
    from brickyard.web import jobs
    from brickyard.web.page import Settings
    from catalog.database.part_database import open_workspace
    from validators.judged_files import JudgeSettings

    request = JudgeSettings(edition=edition, workspace=open_workspace(library), buildable=True)
    raise typer.Exit(jobs.publish(paths, target, request, Settings(name, address, steps, outside=outside)))
