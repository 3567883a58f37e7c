"""An evening at the table: the game is served, its log kept, and after a crash it goes on where it was."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import date
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

from brickyard.facts.judged_designs import slug_of
from brickyard.table.game_host import GameHost
from brickyard.table.hosted_log import HostedLog, opened_log
from brickyard.table.table_address import (
    LOOPBACK,
    USUAL_PORT,
    doors_of,
    keep_doors,
    lan_address,
    listening,
    only_host,
)
from brickyard.table.table_files import TableFiles
from brickyard.table.table_game import MadeTable, TableQuestion, open_table
from brickyard.table.table_server import ServedTable, run_table
from brickyard.terminal import Screen
from fleets.battles.event_fields import MOST_PLAYERS, list_in, object_of
from ldraw_tools.findings import BrickyardError, printable
from ldraw_tools.writing import clear_leftovers, note_input


class Evening(NamedTuple):
    """How a game is to be served."""

    lan: bool = False
    port: int = 0
    address: str = ""
    log: Path | None = None
    is_opened: bool = True


def serve_evening(question: TableQuestion, evening: Evening, screen: Screen) -> None:
    """Serves the game until Ctrl-C."""
    if evening.address and not evening.lan:
        raise BrickyardError("--address is for --lan; without it the game is served on this computer only")
    address = lan_address(evening.address) if evening.lan else LOOPBACK
    found = opened_log(evening.log) if evening.log and evening.log.exists() else None
    made = open_table(question, game_id=_game_id(found))
    log = _log(evening, made, found)
    doors = doors_of(log.game["id"])
    with (
        _kept(log, is_new=found is None),
        only_host(log.game["id"]),
        listening(address, evening.port, doors.port or USUAL_PORT) as opened,
    ):
        clear_leftovers(log.path)
        doors = doors._replace(port=opened.getsockname()[1])
        keep_doors(log.game["id"], doors)
        told = {**made.told, "game": {**made.told["game"], **log.game}}
        files = TableFiles(made.title, told, printable(log.path.name))
        served = ServedTable(GameHost(log), files, doors, address, doors.port, evening.lan)
        run_table(served, opened, lambda: _ready(served, evening, made, screen))
    kept = f"The log is in {printable(str(log.path))}." if log.events else "Nothing was entered."
    screen.line(f"Stopped. {kept}")


def _ready(served: ServedTable, evening: Evening, made: MadeTable, screen: Screen) -> None:
    screen.text(served.play_address)
    screen.lines(_told(served, evening, made, screen.paint.is_watched))
    # At once, so that a program that reads from a pipe has the address.
    screen.data(b"")
    if evening.is_opened:
        import webbrowser

        webbrowser.open(served.play_address + ("join" if evening.lan else ""))


def _told(served: ServedTable, evening: Evening, made: MadeTable, is_watched: bool) -> Iterator[str]:
    if evening.lan:
        if is_watched:
            yield from _code(served.play_address)
        yield f"The code to scan: {served.play_address}join"
        yield "Phones must be on the same network. Others on it can't join without this address."
    yield f"To watch on a large screen: {served.watch_address}"
    yield f"The log is kept in {printable(str(served.host.log.path))}"
    yield from made.remarks
    yield "Ctrl-C stops it."


def _code(text: str) -> Iterator[str]:
    import segno

    written = StringIO()
    segno.make(text, error="m", micro=False).terminal(out=written, border=2, compact=True)
    yield from written.getvalue().splitlines()


def _game_id(found: dict[str, Any] | None) -> str:
    return str(found["game"].get("id", "")) if found else ""


def _log(evening: Evening, made: MadeTable, found: dict[str, Any] | None) -> HostedLog:
    game = {key: value for key, value in made.told["game"].items() if key != "rules"}
    if found is not None and evening.log is not None:
        _check_same(evening.log, found["game"], game)
        note_input(evening.log)
        # Numbers and sentences come from the edition, whatever the log says.
        was = {key: value for key, value in found["game"].items() if key != "rules"}
        return HostedLog(evening.log, was, found["events"])
    folder = evening.log.parent if evening.log else Path()
    if not folder.is_dir():
        raise BrickyardError(f"{folder}: no such folder, so the log can't be kept there")
    if not os.access(folder, os.W_OK):
        raise BrickyardError(
            f"{folder}: can't be written, so the log can't be kept there; name a file with --log"
        )
    for path in [evening.log] if evening.log else _new_names(made.title):
        log = HostedLog(path, game)
        with suppress(FileExistsError):
            log.claim()
            return log
    raise BrickyardError("the log's name is taken by another game; name another file with --log")


@contextmanager
def _kept(log: HostedLog, is_new: bool) -> Iterator[None]:
    """A new log in which nothing was entered goes again."""
    try:
        yield
    finally:
        if is_new and not log.events:
            log.path.unlink(missing_ok=True)


def _check_same(path: Path, was: dict[str, Any], now: dict[str, Any]) -> None:
    """A log goes on with the forces that it began with; who joined later is in its events."""

    def forces(game: dict[str, Any]) -> list[str]:
        players = [object_of(one) for one in list_in(game.get("players"), MOST_PLAYERS)]
        return [str(object_of(one.get("force")).get("name", "")) for one in players]

    if was.get("edition") != now.get("edition") or forces(was) != forces(now):
        raise BrickyardError(
            f"{path}: this log belongs to another game ({printable(', '.join(forces(was)))}, "
            f"{printable(str(was.get('edition', '')))}); name another file with --log"
        )


def _new_names(title: str) -> Iterator[Path]:
    stem = f"game-{date.today().isoformat()}-{slug_of(title, ())}"
    return (Path(f"{stem}{f'-{number}' if number > 1 else ''}.json") for number in range(1, 10_000))
