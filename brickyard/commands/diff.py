"""`brickyard diff`: what changed between two versions of a design or a force."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import brickyard
from brickyard.commands import options
from brickyard.commands.options import OverHttp, PastedFormat, flag, output, workspace_of
from brickyard.terminal import Screen, talk
from ldraw_tools.findings import BrickyardError, printable
from ldraw_tools.writing import check_output, write_output

if TYPE_CHECKING:
    from brickyard.changes.change_answer import VersionChanges
    from brickyard.fight_odds.odds_answer import InsteadOdds

_SUFFIXES = (".html", ".png")


Old = Annotated[
    Path,
    typer.Argument(metavar="OLD", help="The earlier model or manifest, or a unit: company.yaml:Name."),
    OverHttp("file"),
]
Output = Annotated[
    Path | None, output("Write a page (.html), or a picture with added and removed parts in colour (.png).")
]


def diff(
    old: Old,
    new: Annotated[Path, typer.Argument(metavar="NEW", help="The later one."), OverHttp("file")],
    target: Output = None,
    everything: Annotated[bool, flag("--all", "Show all lots to buy.")] = False,
    submodel: options.SubmodelOption = "",
    edition: options.EditionOption = "",
    form: options.PastedFormatOption = PastedFormat.TEXT,
    force: options.ForceOption = False,
    library: options.LibraryOption = None,
    _quiet: options.QuietOption = False,
) -> None:
    """Show what changed between two versions of a design or a force, and what must be bought in addition.

    Two texts of dice are compared by the numbers of their cards: brickyard diff "2Rd 1B" "2Rd 1G".

    For example: brickyard diff chub-old.mpd chub.mpd -o changes.html
    """
    if target is not None and target.suffix.lower() not in _SUFFIXES:
        raise BrickyardError(f"{target}: the name must end with {' or '.join(_SUFFIXES)}")
    from brickyard.changes.change_answer import markdown_lines, show
    from brickyard.fight_odds.odds_answer import InsteadOdds

    found = brickyard.diff(old, new, edition=edition, submodel=submodel, workspace=workspace_of(library))
    if form is PastedFormat.JSON:
        Screen().document(found)
    elif isinstance(found, InsteadOdds):
        _show_dice(found, form)
    elif form is PastedFormat.MARKDOWN:
        Screen(colour=False).lines(markdown_lines(found))
    else:
        show(found, Screen(), everything)
    if target is not None:
        if isinstance(found, InsteadOdds):
            raise BrickyardError(f"{target}: two sets of dice have no page and no picture")
        # Programs read standard output: nothing else stands there.
        screen = talk() if form is PastedFormat.TEXT else talk(sys.stderr)
        screen.line(_written(found, target, force))


def _show_dice(found: InsteadOdds, form: PastedFormat) -> None:
    from brickyard.fight_odds.odds_instead import instead_lines, instead_markdown

    if form is PastedFormat.MARKDOWN:
        Screen(colour=False).lines(instead_markdown(found))
    else:
        screen = Screen()
        screen.lines(instead_lines(found, screen.paint))


def _written(found: VersionChanges, target: Path, force: bool) -> str:
    from brickyard.changes.change_page import changes_html, changes_png

    check_output(target, force=force)
    data = changes_png(found) if target.suffix.lower() == ".png" else changes_html(found)
    write_output(target, data, force=force)
    return printable(f"{target}: {len(data) / 1000:,.0f} kB")
