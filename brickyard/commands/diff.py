"""`brickyard diff`: what changed between two versions of a design or a force."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import brickyard
from brickyard.commands.options import (
    EditionOption,
    ForceOption,
    LibraryOption,
    OverHttp,
    PastedFormat,
    PastedFormatOption,
    QuietOption,
    SubmodelOption,
)
from brickyard.markdown import table_lines
from brickyard.terminal import Screen, talk
from ldraw_tools.findings import BrickyardError, printable
from ldraw_tools.writing import check_output, write_output

if TYPE_CHECKING:
    from brickyard.changes.change_answer import VersionChanges
    from brickyard.fight_odds.odds_answer import InsteadOdds

_SUFFIXES = (".html", ".png")


def diff(
    old: Annotated[
        Path,
        typer.Argument(metavar="OLD", help="The earlier model or manifest, or a unit: company.yaml:Name."),
        OverHttp("file"),
    ],
    new: Annotated[Path, typer.Argument(metavar="NEW", help="The later one."), OverHttp("file")],
    target: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Write a page (.html), or a picture with added and removed parts in colour (.png).",
        ),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Show all lots to buy.")] = False,
    submodel: SubmodelOption = "",
    edition: EditionOption = "",
    form: PastedFormatOption = PastedFormat.TEXT,
    force: ForceOption = False,
    library: LibraryOption = None,
    _quiet: QuietOption = False,
) -> None:
    """Show what changed between two versions of a design or a force, and what must be bought in addition.

    Two texts of dice are compared by the numbers of their cards: brickyard diff "2Rd 1B" "2Rd 1G".

    For example: brickyard diff chub-old.mpd chub.mpd -o changes.html
    """
    if target is not None and target.suffix.lower() not in _SUFFIXES:
        raise BrickyardError(f"{target}: the name must end with {' or '.join(_SUFFIXES)}")
    from brickyard.fight_odds.odds_answer import InsteadOdds
    from catalog.database.part_database import open_workspace

    found = brickyard.diff(old, new, edition=edition, submodel=submodel, workspace=open_workspace(library))
    if form is PastedFormat.JSON:
        Screen().document(found)
    elif isinstance(found, InsteadOdds):
        _show_dice(found, form)
    elif form is PastedFormat.MARKDOWN:
        from brickyard.changes.change_answer import markdown_lines

        Screen(colour=False).lines(markdown_lines(found))
    else:
        from brickyard.changes.change_answer import show

        show(found, Screen(), everything)
    if target is not None:
        if isinstance(found, InsteadOdds):
            raise BrickyardError(f"{target}: two sets of dice have no page and no picture")
        # Programs read standard output: nothing else stands there.
        screen = talk() if form is PastedFormat.TEXT else talk(sys.stderr)
        screen.line(_written(found, target, force))


def _show_dice(found: InsteadOdds, form: PastedFormat) -> None:
    from brickyard.fight_odds.odds_instead import instead_lines, instead_table

    if form is PastedFormat.MARKDOWN:
        Screen(colour=False).lines(table_lines(instead_table(found)))
    else:
        screen = Screen()
        screen.lines(instead_lines(found, screen.paint))


def _written(found: VersionChanges, target: Path, force: bool) -> str:
    check_output(target, force=force)
    if target.suffix.lower() == ".png":
        from brickyard.changes.change_page import changes_png

        data = changes_png(found)
    else:
        from brickyard.changes.change_page import changes_html

        data = changes_html(found)
    write_output(target, data, force=force)
    return printable(f"{target}: {len(data) / 1000:,.0f} kB")
