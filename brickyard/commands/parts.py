"""`brickyard parts`: what to buy."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from brickyard.commands.options import ForceOption, LibraryOption, PathsArgument, QuietOption, SubmodelOption
from brickyard.commands.part_options import (
    AllOption,
    AnyColourOption,
    OnlyOption,
    OverridesOption,
    OwnedOption,
    RecolourOption,
    SetsOption,
    SparesOption,
    SubstitutesOption,
)
from brickyard.parts.forms import Condition, Form, Substitutes


def parts(
    paths: PathsArgument,
    target: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FILE|FOLDER", help="Where to write; a folder gets every format."
        ),
    ] = None,
    forms: Annotated[
        list[Form] | None, typer.Option("--format", help="The format; repeatable with a folder.")
    ] = None,
    # What is counted.
    only: OnlyOption = None,
    spares: SparesOption = True,
    recolour: RecolourOption = None,
    any_colour: AnyColourOption = None,
    # What you have and know.
    owned: OwnedOption = None,
    sets: SetsOption = None,
    substitutes: SubstitutesOption = Substitutes.MOULD,
    overrides: OverridesOption = None,
    prices: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Your prices: a CSV with number, colour and price.")
    ] = None,
    currency: Annotated[str, typer.Option(metavar="EUR", help="The currency of your prices.")] = "",
    update: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Compare with this earlier list.")
    ] = None,
    # What is written.
    spare: Annotated[
        str, typer.Option(metavar="PERCENT", help="Order this percentage extra; round up for small parts.")
    ] = "",
    condition: Annotated[Condition, typer.Option(help="Buy new parts, used parts, or any.")] = Condition.ANY,
    max_prices: Annotated[
        bool, typer.Option("--max-prices", help="Write your prices as the most you'd pay.")
    ] = False,
    uncertain: Annotated[
        bool,
        typer.Option(
            "--with-uncertain", help="Put uncertain lots in the main list instead of a separate file."
        ),
    ] = False,
    max_lots: Annotated[
        int,
        typer.Option(
            min=0, max=100_000, show_default=False, help="Split uploads into files of this many lots."
        ),
    ] = 0,
    pictures: Annotated[
        bool,
        typer.Option("--pictures/--no-pictures", help="Show a picture of each part on the page to print."),
    ] = True,
    clipboard: Annotated[bool, typer.Option("--clipboard", help="Copy the BrickLink list.")] = False,
    everything: AllOption = False,
    force: ForceOption = False,
    submodel: SubmodelOption = "",
    library: LibraryOption = None,
    _quiet: QuietOption = False,
    can_build: Annotated[bool, typer.Option("--can-build", hidden=True)] = False,
) -> None:
    """List the parts to buy: for BrickLink, BrickStore, Rebrickable, Pick a Brick, people and programs.

    For example: brickyard parts company.yaml --owned my-bricks.csv -o buy
    """
    from dataclasses import replace
    from functools import partial

    from brickyard.parts import list_files
    from brickyard.parts.adjusting import parse_recolour, wants_nearest
    from brickyard.parts.list_making import parts_list
    from brickyard.parts.list_text import show_findings, show_list
    from brickyard.progress import Progress
    from brickyard.terminal import Screen, is_quiet, stderr, talk
    from catalog.database.part_database import open_workspace
    from ldraw_tools.choosing import with_submodel
    from ldraw_tools.findings import BrickyardError, Severity, count_of, in_file_order, worst
    from ldraw_tools.writing import STANDARD

    paths = with_submodel(paths, submodel)
    if can_build:
        from brickyard.commands.part_options import can_build_line

        line = can_build_line(
            paths,
            owned=owned or (),
            substitutes=substitutes,
            only=only or (),
            spares=spares,
            recolour=recolour or (),
            any_colour=any_colour or (),
            overrides=overrides,
            as_json=Form.JSON in (forms or ()),
            everything=everything,
            library=library or (),
        )
        raise BrickyardError(f"--can-build is a command of its own now: {line}")
    if target == STANDARD:
        target = None
    if max_prices and prices is None:
        raise BrickyardError("--max-prices needs prices: name your table with --prices")
    if target is None and len(set(forms or ())) > 1:
        raise BrickyardError("several formats need a folder to write to: -o buy/")
    wanted = list_files.forms_for(target, forms or ())
    with Progress("counting parts"):
        found = parts_list(
            paths,
            owned=owned or (),
            sets=sets or (),
            substitutes=substitutes,
            only=only or (),
            spares=spares,
            recolour=parse_recolour(recolour or ()),
            nearest_colours=wants_nearest(recolour or ()),
            any_colour=any_colour or (),
            overrides=overrides,
            spare=spare,
            prices=prices,
            currency=currency.strip(),
            update=update,
            with_uncertain=uncertain,
            with_pictures=pictures and Form.HTML in wanted,
            also_for=list_files.shops_for(wanted),
            workspace=open_workspace(library),
        )
    files_of = partial(
        list_files.files_of, found, condition=condition, max_lots=max_lots, with_max_prices=max_prices
    )
    screen, least = stderr(), Severity.ERROR if is_quiet() else Severity.WARNING
    if target is None and wanted:
        files = files_of(wanted[0])
        found = replace(found, findings=tuple(in_file_order([*found.findings, *list_files.refused(files)])))
        Screen().data(files[0].data)
        show_findings(found.findings, screen, everything, least)
        for file in files[1:]:
            talk(sys.stderr).line(f"left out: {file.name}, {count_of(file.lots, 'lot')}; -o writes it too")
    else:
        written = []
        if target is not None:
            folder, plan = list_files.planned(target, forms or ())
            files = [file for form, stem, suffix in plan for file in files_of(form, stem, suffix)]
            told = [*list_files.refused(files), *list_files.left_from_before(folder, files)]
            list_files.write_all(folder, files, force=force)
            found = replace(found, findings=tuple(in_file_order([*found.findings, *told])))
            written = [(str(folder / file.name), file.lots) for file in files]
        if is_quiet():
            show_findings(found.findings, screen, everything, least)
        else:
            show_list(found, Screen(), everything, written)
    if clipboard:
        upload = files_of(Form.BRICKLINK)[0]
        list_files.copy(upload.data)
        lots = count_of(upload.lots, "lot")
        talk(sys.stderr).line(f"copied {lots}: paste them at BrickLink, Want, Upload, BrickLink XML format")
    raise typer.Exit(1 if worst(found.findings) is Severity.ERROR else 0)
