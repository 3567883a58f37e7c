"""A log as saved by the page of a table, and what `brickyard replay` says of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, ClassVar, Literal

from brickyard.table import Language
from brickyard.table.hosted_log import opened_log
from brickyard.table.table_data import folded
from catalog.editions.edition import Edition
from catalog.editions.loading import edition, shipped_editions
from fleets.battles.event_fields import MOST_PLAYERS, list_in, object_of
from ldraw_tools.findings import BrickyardError
from ldraw_tools.suggestions import shown

_DATE_LENGTH = 10
# An edition names its options, and may do so with underscores.
_NAMED_BY_OTHERS = ("options",)


@dataclass(frozen=True)
class LoggedForce:
    """`units` have a name, a kind, systems (null if unknown), rockets, an ace; or only `counts` are known."""

    name: str
    units: tuple[Mapping[str, Any], ...]
    stations: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True)
class LoggedPlayer:
    """`force` is null if it was typed in or sealed during the game."""

    key: str
    name: str
    force: LoggedForce | None


@dataclass(frozen=True)
class LoggedGame:
    """What was on the table when the page was made; `judges` if its page asks before it takes what is against
    the text, so that such events say `anyway`."""

    id: str
    edition: str
    title: str
    game: Literal["frames", "fleet", "mech"]
    size: str
    options: Mapping[str, Any]
    objective: bool
    players: tuple[LoggedPlayer, ...]
    judges: bool = False


@dataclass(frozen=True)
class GameLog:
    """A whole game: every event has an `id` and a `do`, and mostly `by` and `at`."""

    brickyard: Literal["log"]
    version: int
    game: LoggedGame
    events: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True)
class ToldEvent:
    """One event in words. Without `effect` nothing was changed and `why` says why; `insist` if that can be
    overruled by `anyway`. `note` is what speaks against an event that stands; `anyway` if somebody insisted.
    `undone` ones were taken back. `round`, `clock` and `scores` are those after it, by the players' keys."""

    n: int
    id: str
    do: str
    by: str
    words: str
    effect: bool
    why: str
    insist: bool
    note: str
    anyway: bool
    undone: bool
    round: int
    clock: int
    scores: Mapping[str, int]


@dataclass(frozen=True)
class ReplayAnswer:
    """What `brickyard replay` prints; `state` is the game as it stands after the last event."""

    __json__: ClassVar = ("format", "edition", "players", "events", "state")

    edition: Edition
    players: Mapping[str, str]
    events: tuple[ToldEvent, ...]
    state: Mapping[str, Any]
    format: int = 1


@dataclass(frozen=True)
class Replayed:
    """A log with the state that it leads to."""

    edition: Edition
    game: Mapping[str, Any]
    state: Mapping[str, Any]
    day: date
    language: Language = Language.ENGLISH

    def answer(self) -> ReplayAnswer:
        told = {key: value for key, value in _spelled(self.state).items() if key != "log"}
        events = tuple(ToldEvent(**entry) for entry in self.state["log"])
        players = {player["key"]: player["name"] for player in self.state["players"]}
        return ReplayAnswer(self.edition, players, events, told)


def _spelled(value: Any) -> Any:
    """A state with the keys that this document has had since its first format: `openTurns`."""
    if isinstance(value, list):
        return [_spelled(one) for one in value]
    if not isinstance(value, dict):
        return value
    return {
        re.sub("_(.)", lambda found: found[1].upper(), key): one if key in _NAMED_BY_OTHERS else _spelled(one)
        for key, one in value.items()
    }


def replayed(path: Path, by: str = "", language: Language = Language.ENGLISH) -> Replayed:
    """`by` is an edition that was asked for; without it the log must name one of ours."""
    told = opened_log(path)
    game = object_of(told["game"])
    players = list_in(game.get("players"), MOST_PLAYERS + 1)
    if not players or len(players) > MOST_PLAYERS:
        raise BrickyardError(f"{path}: a log has 1 to {MOST_PLAYERS} players in its game")
    text = edition(by or _edition_named(game, path))
    if text.battle is None:
        raise BrickyardError(f"{text.title} has no table “battle”, so its games can't be replayed")
    bare = {key: value for key, value in game.items() if key != "rules"}
    state = folded(text, bare, told["events"], language)
    return Replayed(text, bare, state, _day(told["events"]), language)


def _edition_named(game: Mapping[str, Any], path: Path) -> str:
    name = game.get("edition")
    if isinstance(name, str) and name in shipped_editions():
        return name
    said = f"“{shown(name)}”" if isinstance(name, str) else "none"
    raise BrickyardError(
        f"{path}: its edition is {said}, which isn't one of ours; say which it was with --edition house.yaml"
    )


def _day(events: list[Any]) -> date:
    """Of the last event that says when it was; today, if none does."""
    for event in reversed(events):
        at = object_of(event).get("at")
        try:
            return date.fromisoformat(str(at)[:_DATE_LENGTH])
        except ValueError:
            continue
    return date.today()
