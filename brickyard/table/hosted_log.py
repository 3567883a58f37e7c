"""The log of a game that is played together: the host numbers the events, and keeps them on its disk."""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from fleets.battles.event_fields import whole
from fleets.battles.folding import REDO, UNDO
from ldraw_tools.findings import BrickyardError
from ldraw_tools.writing import replace_when_done

LOG_VERSION = 1
MOST_EVENTS = 5_000
MOST_BYTES = 2_000_000
MOST_BODY = 64_000
MOST_IN_A_POST = 200
_MOST_EVENT_BYTES = 20_000
# Of the log's room: long events may take some, short ones most, and the rest is kept for undo.
_LONG_PART, _SHORT_PART, _UNDO_PART = 0.4, 0.8, 0.2
_SHORT_BYTES = 1_000
_ALL = "*"
_MOST_TEXT = 2_000
_DEEPEST = 8
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_KIND = re.compile(r"[a-z][a-z-]{0,39}")

Event = dict[str, Any]
# Why the host refuses something; a page in another language has its own sentence for each key.
HOST_SAYS: Mapping[str, str] = {
    "no-event": "This is not an event.",
    "no-id": "An event needs an id of letters and digits.",
    "no-kind": "An event says in `do` what was done.",
    "no-author": "An event says in words by whom and when.",
    "numbered": "Only the host numbers events; this page is not the host.",
    "deep": "This event is nested too deeply.",
    "long-text": f"A text of an event has at most {_MOST_TEXT:,} characters.",
    "large-number": "A number of an event is too large.",
    "large": f"An event has at most {_MOST_EVENT_BYTES:,} characters.",
    "full": "The log has no more room for an entry like this. Save it and begin a new game.",
    "share": "This device has filled its share of the log. Enter this on another device, or save the log and "
    "begin a new game.",
    "wrong-address": "No game is served at this address now. Scan the code on the host's screen again.",
    "foreign": "This host is only for pages that it serves itself.",
    "too-many": "Too many entries at once from this device. It keeps them; wait a little.",
    "not-saved": "The host can't save its log: is its disk full? Your entries are kept here and sent again.",
    "watching": "This address is only for watching. Ask a player for the address of the game.",
    "crowded": "Too many pages are connected already. Close one of them.",
    "no-json": "Events are sent as JSON.",
    "other-game": "Another game is played here. Load the page again to join it.",
    "nothing": "This holds no event.",
    "many-at-once": f"At most {MOST_IN_A_POST} events at once.",
    "large-post": f"This is too large: at most {MOST_BODY:,} bytes at once.",
    "slow": "This took too long to arrive. Send it again.",
    "no-file": "There is no such file in this game.",
}


class Taken(NamedTuple):
    """The numbers that events got, or why they were refused (a key of `HOST_SAYS`)."""

    numbers: Mapping[str, int]
    refused: Mapping[str, str]


def why_no_event(event: object) -> str:
    """Why this can't be in a log, as a key; empty if it can. The fold decides whether it makes sense."""
    if not isinstance(event, dict):
        return "no-event"
    if not isinstance(event.get("id"), str) or not _ID.fullmatch(event["id"]):
        return "no-id"
    if not isinstance(event.get("do"), str) or not _KIND.fullmatch(event["do"]):
        return "no-kind"
    # Older pages had the way of a 'mech's turn in `by`.
    if not isinstance(event.get("at", ""), str) or not (
        isinstance(event.get("by", ""), str) or whole(event["by"], -1, 1)
    ):
        return "no-author"
    if "n" in event:
        return "numbered"
    return _why_too_large(event)


def _why_too_large(event: Event) -> str:
    waiting: list[tuple[object, int]] = [(event, 0)]
    while waiting:
        value, depth = waiting.pop()
        if depth > _DEEPEST:
            return "deep"
        if isinstance(value, str) and len(value) > _MOST_TEXT * (10 if depth == 1 else 1):
            return "long-text"
        if isinstance(value, float) and not math.isfinite(value):
            # Such as 1e999: JSON can't write it, so no page could read it.
            return "large-number"
        if isinstance(value, dict):
            waiting += [(key, depth + 1) for key in value]
            waiting += [(one, depth + 1) for one in value.values()]
        elif isinstance(value, list):
            waiting += [(one, depth + 1) for one in value]
    if len(json.dumps(event)) > _MOST_EVENT_BYTES:
        return "large"
    return ""


@dataclass
class HostedLog:
    """Events in order, each once, however often it is sent; none is ever removed."""

    path: Path
    game: Mapping[str, Any]
    events: list[Event] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)
    # How many events and bytes a guest, or all together, entered; undo apart.
    shares: dict[tuple[str, bool], tuple[int, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for number, event in enumerate(self.events, 1):
            event["n"] = number
            self.numbers[event["id"]] = number
            self._count(event, _ALL)

    @property
    def last(self) -> int:
        return len(self.events)

    def add(self, events: Sequence[object], guest: str = "") -> Taken:
        """Nobody else is told before `save` has returned."""
        numbers: dict[str, int] = {}
        refused: dict[str, str] = {}
        for event in events:
            name = _name_of(event)
            if why := why_no_event(event) or self._why_full(event, name, guest):
                refused[name] = why
            else:
                assert isinstance(event, dict)
                numbers[name] = self.numbers.get(name) or self._append(event, name, guest)
        return Taken(numbers, refused)

    def _append(self, event: Event, name: str, guest: str) -> int:
        number = len(self.events) + 1
        self.events.append({**event, "n": number})
        self.numbers[name] = number
        self._count(event, _ALL, guest)
        return number

    def _count(self, event: Event, *whose: str) -> None:
        size = len(json.dumps(event))
        for who in whose:
            events, written = self.shares.get((who, _is_undo(event, size)), (0, 0))
            self.shares[who, _is_undo(event, size)] = events + 1, written + size

    def _why_full(self, event: Any, name: str, guest: str) -> str:
        """A guest may take half of what the others leave, so that there is room for everybody who comes."""
        if name in self.numbers:
            return ""
        size = len(json.dumps(event))
        is_undo = _is_undo(event, size)
        part = _UNDO_PART if is_undo else _SHORT_PART if size <= _SHORT_BYTES else _LONG_PART
        used, own = (self.shares.get((who, is_undo), (0, 0)) for who in (_ALL, guest))
        for more, by_all, mine, most in zip((1, size), used, own, (MOST_EVENTS, MOST_BYTES), strict=True):
            left = most * part - by_all
            if mine + more > (left + mine) / 2:
                return "full" if more > left / 2 else "share"
        return ""

    def document(self) -> dict[str, Any]:
        game = {key: value for key, value in self.game.items() if key != "rules"}
        return {"brickyard": "log", "version": LOG_VERSION, "game": game, "events": self.events}

    def data(self) -> bytes:
        """An event a line: deep ones, indented, could make the file too large to be read again."""
        told = self.document()
        rows = ",\n".join(json.dumps(event, ensure_ascii=False) for event in told.pop("events"))
        head = json.dumps(told, ensure_ascii=False, indent=1).removesuffix("\n}")
        return f'{head},\n "events": [\n{rows}\n]}}\n'.encode("utf-8", "replace")

    def claim(self) -> None:
        """Makes the file before anything is entered: two games that begin in one folder must not share it."""
        try:
            with self.path.open("xb") as file:
                file.write(self.data())
        except FileExistsError:
            raise
        except OSError as error:
            # Made, and then the disk was full.
            self.path.unlink(missing_ok=True)
            raise BrickyardError(f"{self.path}: can't be written: {error.strerror or error}") from error

    def save(self, data: bytes | None = None) -> None:
        """Writes all or nothing; when this returns it is on disk, even if the power fails."""
        with replace_when_done(self.path) as temporary, temporary.open("wb") as file:
            file.write(self.data() if data is None else data)
            file.flush()
            os.fsync(file.fileno())


def _is_undo(event: Event, size: int) -> bool:
    return event["do"] in (UNDO, REDO) and size <= _SHORT_BYTES


def _name_of(event: object) -> str:
    name = event.get("id") if isinstance(event, dict) else ""
    return name[:64] if isinstance(name, str) else ""


def opened_log(path: Path) -> dict[str, Any]:
    """Reads a log to go on with; what is wrong with it is said in one line."""
    try:
        if path.stat().st_size > 2 * MOST_BYTES:
            raise BrickyardError(f"{path}: too large for the log of a game")
        told = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise BrickyardError(f"{path}: can't be read: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        raise BrickyardError(f"{path}: this is not the log of a game") from error
    if not isinstance(told, dict) or told.get("brickyard") != "log" or told.get("version") != LOG_VERSION:
        raise BrickyardError(f"{path}: this is not the log of a game")
    if not isinstance(told.get("game"), dict) or not isinstance(told.get("events"), list):
        raise BrickyardError(f"{path}: this log has no game or no events in it")
    if not _ID.fullmatch(str(told["game"].get("id", ""))):
        raise BrickyardError(f"{path}: the game of this log has no id of letters and digits")
    for number, event in enumerate(told["events"], 1):
        plain = (
            {key: value for key, value in event.items() if key != "n"} if isinstance(event, dict) else event
        )
        if why := why_no_event(plain):
            raise BrickyardError(f"{path}: event {number}: {HOST_SAYS[why]}")
    return told
