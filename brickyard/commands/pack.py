"""`brickyard pack`: what to bring to a game night."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import brickyard
from brickyard.commands import options
from brickyard.commands.options import OverHttp, PastedFormat, output, workspace_of
from brickyard.terminal import Screen, harmless
from ldraw_tools.findings import Severity
from ldraw_tools.writing import write_output

if TYPE_CHECKING:
    from brickyard.packing.pack_answer import PackAnswer
    from validators.reporters.text import TextPaint


def _show_example(wanted: bool) -> None:
    if wanted:
        from fleets.packing.needs import EXAMPLE

        Screen().text(EXAMPLE)
        raise typer.Exit


Paths = Annotated[
    list[Path],
    typer.Argument(metavar="PATH...", help="The companies, fleets or 'mechs of everybody who plays."),
    OverHttp("file"),
]
Have = Annotated[
    Path | None,
    typer.Option("--have", metavar="FILE", help="What you have (.yaml), to see what is missing."),
    OverHttp("file"),
]
Example = Annotated[
    bool,
    typer.Option("--example", callback=_show_example, is_eager=True, help="Show a file for --have and exit."),
]


def pack(
    paths: Paths,
    have: Have = None,
    edition: options.EditionOption = "",
    option: options.AgreedOption = None,
    form: options.PastedFormatOption = PastedFormat.TEXT,
    target: Annotated[Path | None, output("Write it to this file instead of showing it.")] = None,
    _example: Example = False,
    force: options.ForceOption = False,
    submodel: options.SubmodelOption = "",
    library: options.LibraryOption = None,
) -> None:
    """List what to bring to a game: dice by colour and size, ruler, clock, flags, for you and for the table.

    The file for --have holds lines such as “red: {d6: 4, d8: 2}” below “dice:”, and “hinges: 8”. The
    status is 1 if something is missing that can't be shared.

    For example: brickyard pack ours.yaml theirs.yaml --have dice.yaml
    """
    from validators.reporters.text import unpainted

    found = brickyard.pack(
        paths,
        have=have,
        edition=edition,
        options=option,
        submodel=submodel,
        workspace=workspace_of(library),
    )
    is_plain = form is not PastedFormat.TEXT or target is not None
    screen = Screen(colour=False if is_plain else None)
    text = _text(found, form, unpainted if is_plain else screen.paint)
    if target:
        write_output(target, harmless(text).encode("utf-8"), force=force)
    else:
        screen.lines(text.splitlines())
    lacks = any(table.verdict == "not enough" for table in found.tables)
    wrong = any(finding.severity is Severity.ERROR for finding in found.findings)
    raise typer.Exit(int(lacks or wrong))


def _text(found: PackAnswer, form: PastedFormat, paint: TextPaint) -> str:
    from brickyard.packing.pack_answer import markdown_lines, text_lines
    from ldraw_tools.json_values import json_text

    if form is PastedFormat.JSON:
        return json_text(found)
    lines = markdown_lines(found) if form is PastedFormat.MARKDOWN else text_lines(found, paint)
    return "\n".join(lines) + "\n"
