"""`brickyard parts`: what to buy."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import brickyard
from brickyard.commands import options, part_options
from brickyard.commands.options import OVER_HTTP, OverHttp, flag, output, workspace_of
from brickyard.parts import Condition, Form, Substitutes
from brickyard.progress import Progress
from brickyard.terminal import Screen, is_quiet, stderr, talk
from ldraw_tools.findings import BrickyardError, Severity, count_of, worst
from ldraw_tools.writing import STANDARD

if TYPE_CHECKING:
    from brickyard.parts.lots import PartsList


Output = Annotated[Path | None, output("Where to write; a folder gets every format.", "FILE|FOLDER")]
Forms = Annotated[list[Form] | None, typer.Option("--format", help="The format; repeatable with a folder.")]
Prices = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Your prices: a CSV with number, colour and price.")
]
Update = Annotated[Path | None, typer.Option(metavar="FILE", help="Compare with this earlier list.")]
Spare = Annotated[
    str,
    typer.Option(metavar="PERCENT", help="Order this percentage extra; round up for small parts."),
    OVER_HTTP,
]
ConditionOption = Annotated[Condition, typer.Option(help="Buy new parts, used parts, or any."), OVER_HTTP]
Uncertain = Annotated[
    bool,
    flag("--with-uncertain", "Put uncertain lots in the main list instead of a separate file."),
    OverHttp(name="with_uncertain"),
]
MaxLots = Annotated[
    int,
    typer.Option(min=0, max=100_000, show_default=False, help="Split uploads into files of this many lots."),
]
Pictures = Annotated[
    bool, flag("--pictures/--no-pictures", "Show a picture of each part on the page to print.")
]


def parts(
    paths: options.PathsArgument,
    target: Output = None,
    forms: Forms = None,
    # What is counted.
    only: part_options.OnlyOption = None,
    spares: part_options.SparesOption = True,
    recolour: part_options.RecolourOption = None,
    any_colour: part_options.AnyColourOption = None,
    # What you have and know.
    owned: part_options.OwnedOption = None,
    sets: part_options.SetsOption = None,
    substitutes: part_options.SubstitutesOption = Substitutes.MOULD,
    overrides: part_options.OverridesOption = None,
    prices: Prices = None,
    currency: Annotated[str, typer.Option(metavar="EUR", help="The currency of your prices.")] = "",
    update: Update = None,
    # What is written.
    spare: Spare = "",
    condition: ConditionOption = Condition.ANY,
    max_prices: Annotated[bool, flag("--max-prices", "Write your prices as the most you'd pay.")] = False,
    uncertain: Uncertain = False,
    max_lots: MaxLots = 0,
    pictures: Pictures = True,
    clipboard: Annotated[bool, flag("--clipboard", "Copy the BrickLink list.")] = False,
    everything: part_options.AllOption = False,
    force: options.ForceOption = False,
    submodel: options.SubmodelOption = "",
    library: options.LibraryOption = None,
    _quiet: options.QuietOption = False,
    can_build: Annotated[bool, typer.Option("--can-build", hidden=True)] = False,
) -> None:
    """List the parts to buy: for BrickLink, BrickStore, Rebrickable, Pick a Brick, people and programs.

    For example: brickyard parts company.yaml --owned my-bricks.csv -o buy
    """
    from brickyard.parts.list_files import copy, files_of

    if can_build:
        raise BrickyardError(
            "--can-build is a command of its own now: brickyard can-build PATH... --owned FILE"
        )
    if target == STANDARD:
        target = None
    if target is None and len(set(forms or ())) > 1:
        raise BrickyardError("several formats need a folder to write to: -o buy/")
    with Progress("counting parts"):
        found = brickyard.parts_list(
            paths,
            target=target,
            forms=forms or (),
            only=only or (),
            spares=spares,
            recolour=recolour,
            any_colour=any_colour or (),
            owned=owned or (),
            sets=sets or (),
            substitutes=substitutes,
            overrides=overrides,
            prices=prices,
            currency=currency,
            update=update,
            spare=spare,
            condition=condition,
            max_prices=max_prices,
            with_uncertain=uncertain,
            max_lots=max_lots,
            with_pictures=None if pictures else False,
            force=force,
            submodel=submodel,
            workspace=workspace_of(library),
        )
    _print(found, target, everything)
    if clipboard:
        upload = files_of(
            found, Form.BRICKLINK, condition=condition, max_lots=max_lots, with_max_prices=max_prices
        )
        copy(upload[0].data)
        lots = count_of(upload[0].lots, "lot")
        talk(sys.stderr).line(f"copied {lots}: paste them at BrickLink, Want, Upload, BrickLink XML format")
    raise typer.Exit(1 if worst(found.findings) is Severity.ERROR else 0)


def _print(found: PartsList, target: Path | None, everything: bool) -> None:
    from brickyard.parts.list_text import show_findings, show_list

    data = found.files[0].data if target is None and found.files else b""
    if data:
        Screen().data(data)
    if data or is_quiet():
        least = Severity.ERROR if is_quiet() else Severity.WARNING
        show_findings(found.findings, stderr(), everything, least)
    else:
        show_list(found, Screen(), everything)
    for file in found.files[1:] if data else ():
        talk(sys.stderr).line(f"left out: {file.name}, {count_of(file.lots, 'lot')}; -o writes it too")
