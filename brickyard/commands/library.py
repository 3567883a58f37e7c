"""`brickyard library`: where the LDraw library is, and how to get it."""

from __future__ import annotations

from typing import Annotated

import typer

app = typer.Typer(help="The LDraw parts library: where it is, and how to get it.", no_args_is_help=True)


@app.command("status")
def status(
    everything: Annotated[
        bool, typer.Option("--all", help="Name the places with nothing there, too.")
    ] = False,
) -> None:
    """Where LDraw libraries were looked for, what was found, and which is used."""
    from brickyard import library_jobs

    raise typer.Exit(library_jobs.status(everything))


@app.command("install")
def install(
    source: Annotated[
        str, typer.Argument(metavar="PATH|URL", help="complete.zip, a folder, or an https address of one.")
    ],
) -> None:
    """Unpack the LDraw library where brickyard finds it."""
    from brickyard import library_jobs

    raise typer.Exit(library_jobs.install(source))
