"""`brickyard parts`: what to buy."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from brickyard.commands.options import ForceOption, LibraryOption
from brickyard.parts.forms import Form


class Condition(StrEnum):
    ANY = "any"
    NEW = "new"
    USED = "used"


class Substitutes(StrEnum):
    EXACT = "exact"
    MOULD = "mould"
    ALTERNATE = "alternate"


def parts(
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH...", help="Models, manifests (.yaml) or folders of them.")
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FILE|FOLDER", help="Where to write; a folder gets every format."
        ),
    ] = None,
    forms: Annotated[
        list[Form] | None,
        typer.Option("--format", help="How to write it (may be given several times)."),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", help="Only this frame, system or submodel (may be given several times)."
        ),
    ] = None,
    spares: Annotated[
        bool, typer.Option("--spares/--no-spares", help="With units and pieces to spare.")
    ] = True,
    owned: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="What you have: BrickLink XML, .bsx or CSV (several times)."),
    ] = None,
    substitutes: Annotated[
        Substitutes, typer.Option(help="Which of yours will do: the same, another mould, an alternate.")
    ] = Substitutes.MOULD,
    can_build: Annotated[
        bool, typer.Option("--can-build", help="Which of them is what you own enough for?")
    ] = False,
    overrides: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Your own table of numbers: ldraw,bricklink,rebrickable."),
    ] = None,
    any_colour: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A submodel whose pieces may have any colour.")
    ] = None,
    recolour: Annotated[
        list[str] | None, typer.Option(metavar="OLD=NEW", help="Swap colours: 4=1 or red=blue.")
    ] = None,
    spare: Annotated[
        str, typer.Option(metavar="PERCENT", help="So many more of everything; small parts rounded up.")
    ] = "",
    update: Annotated[
        Path | None, typer.Option(metavar="FILE", help="An earlier list: what is new, what is not needed.")
    ] = None,
    prices: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Your prices: a CSV of number, colour, price.")
    ] = None,
    currency: Annotated[str, typer.Option(metavar="EUR", help="What your prices are in.")] = "",
    max_prices: Annotated[
        bool, typer.Option("--max-prices", help="Write your prices as the most you'd pay.")
    ] = False,
    condition: Annotated[Condition, typer.Option(help="New parts, used ones, or either.")] = Condition.ANY,
    uncertain: Annotated[
        bool, typer.Option("--with-uncertain", help="Doubtful numbers into the list, not a second file.")
    ] = False,
    max_lots: Annotated[
        int, typer.Option(min=0, max=100_000, help="Split uploads into files of so many lots.")
    ] = 0,
    clipboard: Annotated[bool, typer.Option("--clipboard", help="Copy the BrickLink list.")] = False,
    everything: Annotated[bool, typer.Option("--all", help="Show all lots and all notes.")] = False,
    pictures: Annotated[
        bool, typer.Option("--pictures", help="A picture of each part on the page to print.")
    ] = False,
    force: ForceOption = False,
    library: LibraryOption = None,
) -> None:
    """List the parts to buy: for BrickLink, BrickStore, Rebrickable, Pick a Brick, people and programs.

    For example: brickyard parts company.yaml --owned my-bricks.csv -o buy
    """
    from brickyard.parts import jobs
    from brickyard.parts.gathering import Selection
    from catalog.database.part_database import open_workspace

    swaps = {}
    if recolour:
        from brickyard.parts.recolouring import parse_recolour

        swaps = parse_recolour(recolour)
    selection = Selection(tuple(only or ()), spares, tuple(any_colour or ()), swaps, open_workspace(library))
    request = jobs.Request(
        selection,
        output,
        tuple(dict.fromkeys(forms or ())),
        overrides,
        tuple(owned or ()),
        substitutes.value,
        can_build,
        spare,
        update,
        prices,
        currency.strip(),
        max_prices,
        condition.value,
        uncertain,
        max_lots,
        clipboard,
        everything,
        pictures,
        force,
    )
    raise typer.Exit(jobs.parts(paths, request))
