"""`brickyard table`: a page for game night."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from brickyard.commands.options import (
    AgreedOption,
    EditionOption,
    LibraryOption,
    SizeOption,
    SubmodelOption,
)
from brickyard.terminal import Screen
from ldraw_tools.findings import BrickyardError, printable


def table(
    forces: Annotated[
        list[str],
        typer.Argument(
            metavar="FORCE...",
            help="Manifests or models, or a campaign. For a side you only know by its numbers: "
            "frames=5,systems=20. One is enough: opponents can be typed in on the page.",
        ),
    ],
    target: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FOLDER",
            help="Write the page into this folder: it works from a disk, from any web host, and offline.",
        ),
    ] = None,
    lan: Annotated[
        bool, typer.Option("--lan", help="Serve it to phones on the same network; a QR code has the address.")
    ] = False,
    port: Annotated[
        int, typer.Option(min=0, max=65535, show_default=False, help="Serve it at this port.")
    ] = 0,
    address: Annotated[
        str,
        typer.Option(metavar="IP", help="With --lan: this computer's address, if it has several."),
    ] = "",
    log: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Keep the log of the served game here (.json); if it holds a game, that goes on. "
            "Default: a new file in this folder.",
        ),
    ] = None,
    is_opened: Annotated[
        bool, typer.Option("--open/--no-open", help="Open a browser, or only print the address.")
    ] = True,
    edition: EditionOption = "",
    option: AgreedOption = None,
    game: SizeOption = "",
    submodel: SubmodelOption = "",
    library: LibraryOption = None,
) -> None:
    """Make the page for game night: clock, scores, order, losses and spots, for one device or for all phones.

    Without -o it is served on this computer until Ctrl-C; the first line is its address. The log of a served
    game is saved after every event.

    For example: brickyard table ours.yaml theirs.yaml --lan
    """
    from brickyard.table.table_game import TableQuestion, open_table
    from catalog.database.part_database import open_workspace
    from fleets.forces.force import Game
    from ldraw_tools.choosing import with_submodel_in
    from validators.judged_files import JudgeSettings

    if target and (lan or log or port or address):
        raise BrickyardError("-o writes a folder and serves nothing: leave out --lan, --port and --log")
    settings = JudgeSettings(
        edition=edition,
        options=tuple(option or ()),
        game=Game(game.lower()),
        workspace=open_workspace(library),
    )
    question = TableQuestion(tuple(with_submodel_in(forces, submodel)), settings)
    if target:
        from brickyard.table.table_files import check_folder

        check_folder(target)

    if target:
        from brickyard.table.table_files import TableFiles, write_folder

        made = open_table(question, place=target)
        write_folder(target, TableFiles(made.title, made.told).alone())
        Screen().lines([*made.remarks, f"Open {printable(str(target / 'index.html'))}"])
        return
    from brickyard.table.table_evening import Evening, serve_evening

    evening = Evening(lan=lan, port=port, address=address, log=log, is_opened=is_opened)
    serve_evening(question, evening, Screen())
