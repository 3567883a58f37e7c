"""`brickyard catalog`: the parts database."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from brickyard.commands.options import ForceOption

app = typer.Typer(help="The parts database that ships with brickyard.", no_args_is_help=True)
add_app = typer.Typer(help="Take tables you have downloaded into the look-up.", no_args_is_help=True)
app.add_typer(add_app, name="add")


@app.command("search")
def search(
    words: Annotated[list[str], typer.Argument(metavar="WORDS", help="Words of a title: plate 1 x 2 clip")],
    most: Annotated[int, typer.Option(min=1, max=10_000, help="Show at most this many.")] = 20,
) -> None:
    """Find parts by the words of their titles, their numbers or their keywords."""
    from brickyard import catalog_jobs

    raise typer.Exit(catalog_jobs.search(" ".join(words), most))


@app.command("show")
def show(
    number: Annotated[str, typer.Argument(metavar="NUMBER", help="Such as 3001 or 2555.")],
) -> None:
    """One part: size, studs, shop numbers, where it moved."""
    from brickyard import catalog_jobs

    raise typer.Exit(catalog_jobs.show(number))


@app.command("build")
def build(
    target: Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="Where to write it.")],
    library: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The LDraw library; by default the one found.")
    ] = None,
    jobs_: Annotated[int, typer.Option("--jobs", min=1, help="Processes to work with.")] = 2,
    force: ForceOption = False,
) -> None:
    """Make the parts database anew from a complete LDraw library (minutes)."""
    from brickyard import catalog_jobs

    raise typer.Exit(catalog_jobs.build(library, target, jobs_, force))


@add_app.command("rebrickable")
def add_rebrickable(
    folder: Annotated[
        Path,
        typer.Argument(metavar="DIR", help="Where parts.csv, elements.csv and so on are; .gz will do."),
    ],
) -> None:
    """Rebrickable's tables, from its page Downloads: surer numbers, and lists for Pick a Brick."""
    from brickyard import catalog_jobs

    raise typer.Exit(catalog_jobs.add(folder))
