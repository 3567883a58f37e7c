"""A host for tests: a small game served on loopback, and what a guest hears and says."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from brickyard.table.game_host import GameHost
from brickyard.table.hosted_log import HostedLog
from brickyard.table.table_address import LOOPBACK, Doors, listening, new_doors
from brickyard.table.table_files import TableFiles
from brickyard.table.table_server import ServedTable, game_server

GAME: dict[str, Any] = {
    "id": "game-of-tests",
    "edition": "rapid-attack",
    "title": "Rapid Attack",
    "game": "frames",
    "size": "",
    "options": {},
    "objective": False,
    "players": [{"key": "a", "name": "Ann", "force": {"name": "Reds", "units": [], "stations": []}}],
}


@dataclass
class Host:
    """A game that is being served."""

    served: ServedTable
    guest: httpx.Client

    @property
    def address(self) -> str:
        return self.served.play_address

    @property
    def log(self) -> HostedLog:
        return self.served.host.log

    def post(self, *events: object, game: str = "game-of-tests", **more: Any) -> httpx.Response:
        return self.guest.post(self.address + "events", json={"game": game, "events": list(events)}, **more)

    def on_disk(self) -> list[dict[str, Any]]:
        events: list[dict[str, Any]] = json.loads(self.log.path.read_text("utf-8"))["events"]
        return events


@contextmanager
def hosted(
    folder: Path,
    events: tuple[dict[str, Any], ...] = (),
    told: dict[str, Any] | None = None,
    port: int = 0,
    doors: Doors | None = None,
    title: str = "Reds",
) -> Iterator[Host]:
    told = {"pictures": {}, "about": {}, "game": GAME, **(told or {})}
    log = HostedLog(folder / "log.json", told["game"], [dict(event) for event in events])
    ready = threading.Event()
    with listening(LOOPBACK, port, 0) as opened:
        number = opened.getsockname()[1]
        files = TableFiles(title, told, log.path.name)
        served = ServedTable(GameHost(log), files, doors or new_doors(), LOOPBACK, number, True)
        server = game_server(served, ready.set)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [opened]})
        thread.start()
        assert ready.wait(60)
        try:
            with httpx.Client(timeout=10) as guest:
                yield Host(served, guest)
        finally:
            server.should_exit = True
            thread.join(5)
            assert not thread.is_alive()


def heard(host: Host, number: int, after: int = 0, held: str = "", last_id: str = "") -> list[dict[str, Any]]:
    """This many events of the stream, in order."""
    found: list[dict[str, Any]] = []
    headers = {"Last-Event-ID": last_id} if last_id else {}
    query = {"after": f"{after}", "held": held}
    with host.guest.stream("GET", host.address + "events", params=query, headers=headers) as stream:
        assert stream.status_code == 200
        kind = ""
        for line in stream.iter_lines():
            if line.startswith("event: "):
                kind = line.removeprefix("event: ")
            elif line.startswith("data: "):
                if not kind:
                    found += json.loads(line.removeprefix("data: "))
                if len(found) >= number:
                    return found
            elif not line:
                kind = ""
    return found


def event(name: str, do: str = "note", **more: Any) -> dict[str, Any]:
    return {"id": name, "by": "a", "at": "2026-11-17T20:00:00Z", "do": do, **more}
