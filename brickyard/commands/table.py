"""`brickyard table`: a page for game night."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from brickyard.commands import options
from brickyard.commands.options import flag, output, workspace_of
from brickyard.terminal import Screen
from ldraw_tools.findings import BrickyardError, printable

if TYPE_CHECKING:
    from brickyard.table.table_game import TableQuestion

Forces = Annotated[
    list[str],
    typer.Argument(
        metavar="FORCE...",
        help="Manifests or models, or a campaign and those of its forces that play. "
        "For a side you only know by its numbers: frames=5,systems=20. "
        "One is enough: opponents can be typed in on the page.",
    ),
]
Output = Annotated[
    Path | None,
    output(
        "Write the page into this folder: it works from a disk, from any web host, and offline.", "FOLDER"
    ),
]
Lan = Annotated[bool, flag("--lan", "Serve it to phones on the same network; a QR code has the address.")]
Port = Annotated[int, typer.Option(min=0, max=65535, show_default=False, help="Serve it at this port.")]
Address = Annotated[
    str, typer.Option(metavar="IP", help="With --lan: this computer's address, if it has several.")
]
Log = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Keep the log of the served game here (.json); if it holds a game, that goes on. "
        "Default: a new file in this folder.",
    ),
]


def table(
    forces: Forces,
    target: Output = None,
    lan: Lan = False,
    port: Port = 0,
    address: Address = "",
    log: Log = None,
    is_opened: Annotated[bool, flag("--open/--no-open", "Open a browser, or only print the address.")] = True,
    edition: options.EditionOption = "",
    option: options.AgreedOption = None,
    game: options.SizeOption = "",
    submodel: options.SubmodelOption = "",
    library: options.LibraryOption = None,
) -> None:
    """Make the page for game night: clock, scores, order, losses and spots, for one device or for all phones.

    Without -o it is served on this computer until Ctrl-C; the first line is its address. The log of a served
    game is saved after every event.

    For example: brickyard table ours.yaml theirs.yaml --lan
    """
    from brickyard.table.table_game import TableQuestion
    from fleets.forces.force import Game
    from ldraw_tools.choosing import with_submodel_in
    from validators.judged_files import JudgeSettings

    if target and (lan or log or port or address):
        raise BrickyardError("-o writes a folder and serves nothing: leave out --lan, --port and --log")
    settings = JudgeSettings(
        edition=edition, options=tuple(option or ()), game=Game(game.lower()), workspace=workspace_of(library)
    )
    question = TableQuestion(tuple(with_submodel_in(forces, submodel)), settings)
    if target:
        _write(question, target)
        return
    from brickyard.table.table_evening import Evening, serve_evening

    evening = Evening(lan=lan, port=port, address=address, log=log, is_opened=is_opened)
    serve_evening(question, evening, Screen())


def _write(question: TableQuestion, target: Path) -> None:
    from brickyard.table.table_files import TableFiles, check_folder, write_folder
    from brickyard.table.table_game import open_table

    check_folder(target)
    made = open_table(question, place=target)
    write_folder(target, TableFiles(made.title, made.told).alone())
    Screen().lines([*made.remarks, f"Open {printable(str(target / 'index.html'))}"])
