"""The command line: arguments only; the work is in jobs.

Nothing heavy is imported here: help and mistakes must be answered at once.
"""

from __future__ import annotations

import gc
import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from brickyard import __version__
from brickyard.door import check_floors
from ldraw_tools.diagnostics import BrickyardError

app = typer.Typer(
    name="brickyard",
    help="Reads LDraw models of mechs, stations and starships, and knows the rules of Mobile Frame Zero.",
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


EditionOption = Annotated[
    str, typer.Option("--edition", metavar="ID|FILE", help="Judge by this text (see: brickyard editions).")
]


class CheckFormat(StrEnum):
    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    GITHUB = "github"


class Starter(StrEnum):
    COMPANY = "company"
    FLEET = "fleet"
    MECH = "mech"


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


@app.command()
def check(
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH...", help="Models, manifests (.yaml) or folders of them.")
    ],
    edition: EditionOption = "",
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME[=VALUE]", help="Something your group agreed to (several times)."),
    ] = None,
    game: Annotated[str, typer.Option(metavar="SIZE", help="The game's size: skirmish or battle.")] = "",
    players: Annotated[int, typer.Option(min=0, max=99, help="How many play.")] = 0,
    strict: Annotated[bool, typer.Option("--strict", help="Take warnings as errors.")] = False,
    output: Annotated[CheckFormat, typer.Option("--format", help="How to say it.")] = CheckFormat.TEXT,
    jobs: Annotated[int, typer.Option(min=1, max=64, help="Files to check at a time.")] = 1,
    everything: Annotated[bool, typer.Option("--all", help="Show all notes and all units.")] = False,
    library: LibraryOption = None,
) -> None:
    """Is it legal? What is wrong, where, by how much, by which rule, and how to mend it."""
    from brickyard import check_jobs
    from brickyard.checking import Request
    from fleets.force import Game

    request = Request(edition, tuple(option or ()), Game(game.lower(), players), tuple(library or ()))
    raise typer.Exit(check_jobs.check(paths, request, output.value, strict, everything, jobs))


@app.command()
def dice(
    what: Annotated[
        list[str], typer.Argument(metavar="TEXT|PATH", help="A notation, a model or a manifest.")
    ],
    edition: EditionOption = "",
    library: LibraryOption = None,
) -> None:
    """Reads dice in any dialect: every dialect, what each system gives, what a loss leaves."""
    from brickyard import dice_jobs

    raise typer.Exit(dice_jobs.read(" ".join(what), edition, library or []))


@app.command()
def tags(
    model: Annotated[Path, typer.Argument(metavar="MODEL", help="An .ldr, .mpd or .io file.")],
    change: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="NAME=TAG", help='Tag a submodel: --set "rifle.ldr=2Rd" (several times).'
        ),
    ] = None,
    target: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Where to write the tagged model.")
    ] = None,
) -> None:
    """Every submodel and what it was taken for, and why; --set writes tags and changes nothing else."""
    from brickyard import tag_jobs

    raise typer.Exit(tag_jobs.tags(model, change or [], target))


@app.command()
def rules(edition: EditionOption = "") -> None:
    """The rules, or those of one edition with their severity and page."""
    from brickyard import rule_jobs

    raise typer.Exit(rule_jobs.list_rules(edition))


@app.command()
def explain(
    code: Annotated[str, typer.Argument(metavar="CODE", help="Such as SYS001 or LDR030.")],
    edition: EditionOption = "",
) -> None:
    """One rule with its reason, and what every edition says of it."""
    from brickyard import rule_jobs

    raise typer.Exit(rule_jobs.explain(code, edition))


@app.command()
def editions(
    edition: Annotated[str, typer.Argument(metavar="[ID]", help="Show this edition's numbers.")] = "",
) -> None:
    """The texts that brickyard judges by, and their numbers."""
    from brickyard import rule_jobs

    raise typer.Exit(rule_jobs.list_editions(edition))


@app.command()
def new(
    kind: Annotated[Starter, typer.Argument(metavar="company|fleet|mech", help="What to begin.")],
    target: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Write it there instead of showing it."),
    ] = None,
) -> None:
    """A manifest to start from."""
    from brickyard import starters

    raise typer.Exit(starters.start(kind.value, target))


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


def main() -> NoReturn:
    """The door: one line on stderr and exit status 2 for what is wrong with the call or the machine."""
    # Models are a hundred thousand small values that all live to the end: looking through them
    # for rubbish now and then finds none and costs a tenth of the time.
    gc.set_threshold(200_000, 20, 20)
    status = _run()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:
        pass
    # For the same reason they are not taken apart one by one at the end.
    os._exit(status)


def _run() -> int:
    try:
        check_floors()
        app()
    except BrickyardError as error:
        sys.stderr.write(f"brickyard: {error}\n")
        return 2
    except BrokenPipeError:
        # Whoever read our output has seen enough.
        return 0
    except KeyboardInterrupt:
        sys.stderr.write("brickyard: stopped\n")
        return 130
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)
    return 0
