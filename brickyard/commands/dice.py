"""`brickyard dice`: any dialect of dice in, every dialect out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import brickyard
from brickyard.commands import options
from brickyard.commands.options import Format, OverHttp, output, workspace_of
from brickyard.plots import check_name
from brickyard.progress import end_with
from brickyard.standard_input import as_file, standard_input
from brickyard.terminal import Screen
from ldraw_tools.findings import BrickyardError, Severity, printable

if TYPE_CHECKING:
    from brickyard.dice_answer import DiceAnswer
    from ldraw_tools.workspace import Workspace


What = Annotated[
    list[str],
    typer.Argument(
        metavar="TEXT|PATH...", help="Dice in any notation, models or manifests; - is standard input."
    ),
    OverHttp("side"),
]
Output = Annotated[
    Path | None, output("Draw what attack, defense, movement and spot of each unit come to: .svg or .png.")
]


def dice(
    what: What,
    edition: options.EditionOption = "",
    submodel: options.SubmodelOption = "",
    form: options.FormatOption = Format.TEXT,
    target: Output = None,
    force: options.ForceOption = False,
    library: options.LibraryOption = None,
) -> None:
    """Read dice in any notation: every other notation, what each system gives, what a loss leaves.

    For example: brickyard dice 2W 1B 1Y 2Rd
    """
    check_name(target, force=force)
    workspace = workspace_of(library)
    texts = [_from_standard_input()] if what == ["-"] else what
    found = brickyard.dice(texts, edition=edition, submodel=submodel, workspace=workspace)
    if target:
        _draw(found, edition, workspace, target, force)
    if form is Format.JSON:
        Screen().document(found)
    else:
        from brickyard.dice_answer import show

        show(found, Screen())
        if target:
            Screen().line(f"Drawn to {printable(str(target))}.")
    end_with(int(any(one.severity is Severity.ERROR for one in found.findings)), found.problems)


def _draw(found: DiceAnswer, edition: str, workspace: Workspace, target: Path, force: bool) -> None:
    """One picture of all that was named; nothing is printed of it if it can't be drawn."""
    from brickyard.fight_odds.odds_answer import CardOdds
    from brickyard.plots.dice_plots import strips_drawing
    from brickyard.plots.flat_drawing import write_drawing

    odds = [brickyard.odds(one.text, edition=edition, workspace=workspace) for one in found.read]
    sides = [one for one in odds if isinstance(one, CardOdds)]
    if len(sides) < len(odds):
        raise BrickyardError("-o draws what units roll, and a 'mech rolls no dice of its own")
    write_drawing(strips_drawing(sides), target, force=force)


def _from_standard_input() -> str:
    """Dice on one line, or a model or a manifest, which is put in a file."""

    data = standard_input()
    lines = data.decode("utf-8", "replace").split("\n")
    is_notation = len([line for line in lines if line.strip()]) == 1 and not data.startswith(b"PK")
    return " ".join(lines).strip() if is_notation else str(as_file(data))
