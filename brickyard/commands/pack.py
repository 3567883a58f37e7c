"""`brickyard pack`: what to bring to a game night."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import brickyard
from brickyard.commands.options import (
    AgreedOption,
    EditionOption,
    ForceOption,
    LibraryOption,
    OverHttp,
    PastedFormat,
    PastedFormatOption,
    SubmodelOption,
)
from brickyard.terminal import Screen, harmless
from ldraw_tools.findings import Severity
from ldraw_tools.writing import write_output


def _show_example(wanted: bool) -> None:
    if wanted:
        from fleets.packing.dice_box import EXAMPLE

        Screen().text(EXAMPLE)
        raise typer.Exit


def pack(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATH...", help="The companies, fleets or 'mechs of everybody who plays."),
        OverHttp("file"),
    ],
    have: Annotated[
        Path | None,
        typer.Option("--have", metavar="FILE", help="What you have (.yaml), to see what is missing."),
        OverHttp("file"),
    ] = None,
    edition: EditionOption = "",
    option: AgreedOption = None,
    form: PastedFormatOption = PastedFormat.TEXT,
    target: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Write it to this file instead of showing it."),
    ] = None,
    _example: Annotated[
        bool,
        typer.Option(
            "--example", callback=_show_example, is_eager=True, help="Show a file for --have and exit."
        ),
    ] = False,
    force: ForceOption = False,
    submodel: SubmodelOption = "",
    library: LibraryOption = None,
) -> None:
    """List what to bring to a game: dice by colour and size, ruler, clock, flags, for you and for the table.

    The file for --have holds lines such as “red: {d6: 4, d8: 2}” below “dice:”, and “hinges: 8”. The
    status is 1 if something is missing that can't be shared.

    For example: brickyard pack ours.yaml theirs.yaml --have dice.yaml
    """
    from brickyard.packing.pack_text import markdown_lines, text_lines
    from catalog.database.part_database import open_workspace
    from ldraw_tools.json_values import json_text
    from validators.reporters.text import unpainted

    found = brickyard.pack(
        paths,
        have=have,
        edition=edition,
        options=option,
        submodel=submodel,
        workspace=open_workspace(library),
    )
    is_plain = form is not PastedFormat.TEXT or target is not None
    screen = Screen(colour=False if is_plain else None)
    if form is PastedFormat.JSON:
        text = json_text(found)
    elif form is PastedFormat.MARKDOWN:
        text = "\n".join(markdown_lines(found)) + "\n"
    else:
        text = "\n".join(text_lines(found, unpainted if is_plain else screen.paint)) + "\n"
    if target:
        write_output(target, harmless(text).encode("utf-8"), force=force)
    else:
        screen.lines(text.splitlines())
    lacks = any(table.verdict == "not enough" for table in found.tables)
    wrong = any(finding.severity is Severity.ERROR for finding in found.findings)
    raise typer.Exit(int(lacks or wrong))
