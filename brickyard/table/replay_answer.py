"""A log as saved by the page of a table, and what `brickyard replay` says of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, ClassVar, Literal, NamedTuple

from brickyard.table import Language
from brickyard.table.hosted_log import opened_log
from brickyard.table.table_data import fold_log
from brickyard.table.table_texts import said_with, texts
from brickyard.terminal import Screen, wrap_lines
from catalog.editions.edition import Edition
from catalog.editions.loading import edition, shipped_editions
from fleets.battles.event_fields import MOST_PLAYERS, list_in, object_of
from fleets.battles.played_page import by_program
from ldraw_tools.findings import BrickyardError, printable
from ldraw_tools.names import shown
from ldraw_tools.notebooks import line_of

Say = Callable[..., str]


def show(found: Replayed, screen: Screen, everything: bool = True, only_end: bool = False) -> None:
    state, say = found.state, said_with(found.language, "replay")
    if not only_end:
        screen.lines(wrap_lines(printable(by_program(found.game, texts(f"{found.language}-battle")))))
        by = say("by", players=_players(state, say), edition=found.edition.named)
        screen.line(screen.paint(by, "bold"))
        for line in _forces(state, say):
            screen.line(line)
        screen.line()
        screen.lines(_events(state, screen, everything, say))
        screen.line()
    for line in ending_lines(state, say):
        screen.lines(wrap_lines(line, "", "    "))


def _players(state: Mapping[str, Any], say: Say) -> str:
    names = [printable(player["name"]) for player in state["players"]]
    return say("against").join(names) if len(names) < 3 else ", ".join(names)


def _forces(state: Mapping[str, Any], say: Say) -> Iterator[str]:
    for player in state["players"]:
        force = printable(player["force"]) or say("nothing")
        if state["mech"] is not None:
            yield f"  {printable(player['name'])}: {force}, {say('weighs', n=state['mech']['weight'])}"
        else:
            worth = say(
                "worth",
                assets=player["start_assets"],
                each=player["per_asset"],
                score=player["start_score"],
            )
            yield f"  {player['key']}  {printable(player['name'])}: {force}, {worth}"


def _events(state: Mapping[str, Any], screen: Screen, everything: bool, say: Say) -> Iterator[str]:
    """Events in order, with a line between rounds. Events without effect are dimmed."""
    scored = state["mech"] is None
    if scored and state["players"]:
        yield f"{'':>5}  {_columns(state, {one['key']: one['key'] for one in state['players']})}"
    last = 0
    for entry in state["log"]:
        has_effect = entry["effect"] and not entry["undone"]
        if not has_effect and not everything:
            continue
        mark = say("taken-back") if entry["undone"] else ""
        scores = f"{_columns(state, entry['scores'])}  " if scored else ""
        first = f"{entry['n']:>5}  {scores}"
        for line in wrap_lines(f"{mark}{printable(entry['words'])}", first, " " * len(first)):
            yield line if has_effect else screen.paint(line, "dim")
        if scored and entry["round"] > last:
            last = entry["round"]
            yield screen.paint(f"{'':>7}{say('round', round=last, clock=entry['clock'])}", "bold")


def _columns(state: Mapping[str, Any], values: Mapping[str, Any]) -> str:
    return " ".join(f"{values.get(player['key'], ''):>4}" for player in state["players"])


def ending_lines(state: Mapping[str, Any], say: Say) -> Iterator[str]:
    """How it stands or ended, and what is still to be decided."""
    if state["mech"] is not None:
        yield _mech_ending(state, say)
        return
    order = [player for key in state["order"] for player in state["players"] if player["key"] == key]
    scores = ", ".join(f"{printable(player['name'])} {player['score']}" for player in order)
    told = {"scores": scores, "n": state["round"], "round": state["round"], "clock": state["clock"]}
    if state["phase"] == "over":
        names = say("and").join(printable(one["name"]) for one in order if one["key"] in state["winners"])
        yield say("won-1" if state["round"] == 1 else "won", names=names, **told)
    elif state["phase"] in ("setup", "deploy"):
        yield say("not-begun")
    else:
        yield say("left", least=state["rounds_least"], most=state["rounds_most"], **told)
    for question in state["questions"]:
        yield say("open", question=printable(question["words"]), page=question["page"])


def _mech_ending(state: Mapping[str, Any], say: Say) -> str:
    mech = state["mech"]
    told = {"n": mech["wave"], "circles": mech["circles"]}
    return say("wave" if state["phase"] != "over" else "beaten" if mech["won"] else "destroyed", **told)


_DATE_LENGTH = 10
# An edition names its options, and may do so with underscores.
_NAMED_BY_OTHERS = ("options",)


class LoggedForce(NamedTuple):
    """`units` have a name, a kind, systems (null if unknown), rockets, an ace; or only `counts` are known."""

    name: str
    units: tuple[Mapping[str, Any], ...]
    stations: tuple[Mapping[str, Any], ...]


class LoggedPlayer(NamedTuple):
    """`force` is null if it was typed in or sealed during the game."""

    key: str
    name: str
    force: LoggedForce | None


class PlayedByProgram(NamedTuple):
    """The players' tactics in their order, with commas."""

    tactics: str
    terrain: str
    seed: int
    engine: int


class LoggedGame(NamedTuple):
    """What was on the table when the page was made; `judges` (new in 0.3) if its page asks before it takes
    what is against the text, so that such events say `anyway`; `by_program` (new in 0.3) if
    `brickyard battle --story` played it."""

    id: str
    edition: str
    title: str
    game: Literal["frames", "fleet", "mech"]
    size: str
    options: Mapping[str, Any]
    objective: bool
    players: tuple[LoggedPlayer, ...]
    judges: bool = False
    by_program: PlayedByProgram | None = None


class GameLog(NamedTuple):
    """A whole game: every event has an `id` and a `do`, and mostly `by` and `at`."""

    brickyard: Literal["log"]
    version: int
    game: LoggedGame
    events: tuple[Mapping[str, Any], ...]


class ToldEvent(NamedTuple):
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

    __json__: ClassVar = ("format", "edition", "players", "by_program", "events", "state")

    edition: Edition
    players: Mapping[str, str]
    events: tuple[ToldEvent, ...]
    state: Mapping[str, Any]
    by_program: Mapping[str, Any] | None = None
    format: int = 1


@dataclass(frozen=True)
class Replayed:
    """A log with the state that it leads to."""

    edition: Edition
    game: Mapping[str, Any]
    state: Mapping[str, Any]
    day: date
    language: Language = Language.ENGLISH

    __repr__ = line_of

    def answer(self) -> ReplayAnswer:
        told = {key: value for key, value in _spelled(self.state).items() if key != "log"}
        events = tuple(ToldEvent(**entry) for entry in self.state["log"])
        players = {player["key"]: player["name"] for player in self.state["players"]}
        return ReplayAnswer(self.edition, players, events, told, self.game.get("by_program"))


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


def replay_log(
    path: Path, by: str = "", language: Language = Language.ENGLISH, known: Edition | None = None
) -> Replayed:
    """`by` is an edition that was asked for; without it the log must name `known` or one of ours."""
    told = opened_log(path)
    game = object_of(told["game"])
    players = list_in(game.get("players"), MOST_PLAYERS + 1)
    if not players or len(players) > MOST_PLAYERS:
        raise BrickyardError(f"{path}: a log has 1 to {MOST_PLAYERS} players in its game")
    is_known = known is not None and game.get("edition") == known.id and not by
    text = known if known and is_known else edition(by or _edition_named(game, path))
    if text.battle is None:
        raise BrickyardError(f"{text.title} has no table “battle”, so its games can't be replayed")
    bare = {key: value for key, value in game.items() if key != "rules"}
    state = fold_log(text, bare, told["events"], language)
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
