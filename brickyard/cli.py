"""The command line: arguments only; the work is in jobs.

Nothing heavy is imported here: help and mistakes must be answered at once.
"""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from brickyard import __version__
from brickyard.door import check_floors
from ldraw_tools.diagnostics import BrickyardError

app = typer.Typer(
    name="brickyard",
    help="Reads LDraw models of mechs, stations and starships. Try: brickyard inspect MODEL",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
library_app = typer.Typer(
    help="The LDraw parts library: where it is, and how to get it.", no_args_is_help=True
)
catalog_app = typer.Typer(help="The parts database that ships with brickyard.", no_args_is_help=True)
app.add_typer(library_app, name="library", rich_help_panel=None)
app.add_typer(catalog_app, name="catalog", rich_help_panel=None)

LibraryOption = Annotated[
    list[Path] | None,
    typer.Option("--library", metavar="DIR|ZIP", help="Use this LDraw library (may be given several times)."),
]


class Format(StrEnum):
    TEXT = "text"
    JSON = "json"


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"brickyard {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and leave.")
    ] = False,
) -> None:
    pass


@app.command()
def inspect(
    model: Annotated[Path, typer.Argument(metavar="MODEL", help="An .ldr, .mpd, .dat or .io file.")],
    submodel: Annotated[str, typer.Option(metavar="NAME", help="Look at this submodel only.")] = "",
    fit: Annotated[
        str,
        typer.Option(metavar="WxD[xH]", help="Does it fit this box? Studs, studs and bricks: --fit 10x10x12"),
    ] = "",
    expand: Annotated[
        bool, typer.Option("--expand", help="Count assembled parts (legs, doors) as what they are made of.")
    ] = False,
    everything: Annotated[
        bool, typer.Option("--all", help="Show all parts, submodels and findings.")
    ] = False,
    output: Annotated[
        Format, typer.Option("--format", help="Text for people, json for programs.")
    ] = Format.TEXT,
    library: LibraryOption = None,
) -> None:
    """What is in a model: submodels, parts, sizes, oddities."""
    from brickyard import jobs
    from brickyard.inspection import Wanted

    wanted = Wanted(submodel, expand, _box(fit) if fit else None)
    raise typer.Exit(jobs.inspect(model, wanted, library or [], output is Format.JSON, everything))


def _box(text: str) -> tuple[float, float, float | None]:
    try:
        sides = [float(side) for side in text.lower().replace("×", "x").split("x")]
    except ValueError:
        sides = []
    if len(sides) not in (2, 3) or not all(0 < side < 100_000 for side in sides):
        raise BrickyardError(f"--fit {text}: write a box as studs x studs x bricks, such as 10x10x12 or 8x8")
    return sides[0], sides[1], sides[2] if len(sides) == 3 else None


@library_app.command("status")
def library_status(
    everything: Annotated[
        bool, typer.Option("--all", help="Name the places with nothing there, too.")
    ] = False,
) -> None:
    """Where LDraw libraries were looked for, what was found, and which is used."""
    from brickyard import library_jobs

    raise typer.Exit(library_jobs.status(everything))


@library_app.command("install")
def library_install(
    source: Annotated[
        str, typer.Argument(metavar="PATH|URL", help="complete.zip, a folder, or an https address of one.")
    ],
) -> None:
    """Unpack the LDraw library where brickyard finds it."""
    from brickyard import library_jobs

    raise typer.Exit(library_jobs.install(source))


@catalog_app.command("search")
def catalog_search(
    words: Annotated[list[str], typer.Argument(metavar="WORDS", help="Words of a title: plate 1 x 2 clip")],
    most: Annotated[int, typer.Option(min=1, max=10_000, help="Show at most this many.")] = 20,
) -> None:
    """Find parts by the words of their titles, their numbers or their keywords."""
    from brickyard import jobs

    raise typer.Exit(jobs.search_catalog(" ".join(words), most))


@catalog_app.command("show")
def catalog_show(
    number: Annotated[str, typer.Argument(metavar="NUMBER", help="Such as 3001 or 2555.")],
) -> None:
    """One part: size, studs, shop numbers, where it moved."""
    from brickyard import jobs

    raise typer.Exit(jobs.show_part(number))


@catalog_app.command("build")
def catalog_build(
    target: Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="Where to write it.")],
    library: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The LDraw library; by default the one found.")
    ] = None,
    jobs_: Annotated[int, typer.Option("--jobs", min=1, help="Processes to work with.")] = 2,
) -> None:
    """Make the parts database anew from a complete LDraw library (minutes)."""
    from brickyard import jobs

    raise typer.Exit(jobs.build_catalog(library, target, jobs_))


def main() -> None:
    """The door: one line on stderr and exit status 2 for what is wrong with the call or the machine."""
    try:
        check_floors()
        app()
    except BrickyardError as error:
        sys.stderr.write(f"brickyard: {error}\n")
        sys.exit(2)
    except BrokenPipeError:
        # Whoever read our output has seen enough; Python would complain once more at exit.
        sys.stderr.close()
        sys.exit(0)
    except KeyboardInterrupt:
        sys.stderr.write("brickyard: stopped\n")
        sys.exit(130)
