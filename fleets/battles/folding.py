"""The fold, from events to a state: undo takes an event out, and any list of events is accepted."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from fleets.battles import (
    attack_events,
    fleet_events,
    loss_events,
    mech_events,
    mech_moves,
    round_events,
    setup_events,
    turn_events,
    yard_events,
)
from fleets.battles.battle_state import SETTING_UP, Battle
from fleets.battles.event_fields import (
    PointlessError,
    filled,
    is_true,
    name_of_event,
    object_of,
    text_of,
    whole,
)
from fleets.battles.game_types import GameState, Json, LogEntry, Said
from fleets.battles.standings import settle

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Handler = Callable[[Battle, Json], Said]

MOST_EVENTS = 5_000
UNDO, REDO = "undo", "redo"
ENDS_A_ROUND = ("round-end", "tick")
HANDLERS: Mapping[str, Handler] = {
    "note": setup_events.note,
    "join": setup_events.join,
    "leave": setup_events.leave,
    "bring": setup_events.bring,
    "seal": setup_events.seal,
    "reveal": setup_events.reveal,
    "option": setup_events.option,
    "objective-on": setup_events.objective_on,
    "roll-off": setup_events.roll_off,
    "tie": setup_events.tie,
    "deploy": setup_events.deploy,
    "check": setup_events.check,
    "start": setup_events.start,
    "turn": turn_events.turn,
    "pass": turn_events.pass_turn,
    "defend": turn_events.defend,
    "attack": attack_events.attack,
    "abort": attack_events.abort,
    "hits": attack_events.hits,
    "covered": attack_events.covered,
    "move": turn_events.move,
    "spot": turn_events.spot,
    "enter": turn_events.enter,
    "done": turn_events.done,
    "gone": turn_events.gone,
    "order": turn_events.order,
    "wait": turn_events.wait,
    "hurt": loss_events.hurt,
    "strike": loss_events.strike,
    "fall": loss_events.fall,
    "lost": loss_events.lost,
    "off": loss_events.off,
    "ignore": loss_events.ignore,
    "restore": loss_events.restore,
    "rocket": loss_events.rocket,
    "station": loss_events.station,
    "objective": loss_events.objective,
    "round-end": round_events.round_end,
    "tick": round_events.tick,
    "agree": round_events.agree,
    "next-round": round_events.begin_round,
    "decide": round_events.decide,
    "launch": fleet_events.launch,
    "fuel": fleet_events.fuel,
    "aboard": fleet_events.aboard,
    "nudge": fleet_events.nudge,
    "capture": fleet_events.capture,
    "abandon": fleet_events.abandon,
    "board": fleet_events.board,
    "hold": fleet_events.hold,
    "collide": fleet_events.collide,
    "mend": fleet_events.mend,
    "yard": yard_events.yard,
    "answer": yard_events.answer,
    "rolled": yard_events.rolled,
}
MECH_HANDLERS: Mapping[str, Handler] = {
    "note": setup_events.note,
    "bring": setup_events.bring,
    "seal": setup_events.seal,
    "reveal": setup_events.reveal,
    "start": setup_events.start,
    "wave": mech_events.wave,
    "choose": mech_events.choose,
    "advance": mech_events.advance,
    "shoot": mech_events.shoot,
    "acted": mech_moves.acted,
    "free": mech_moves.free,
    "foe": mech_events.foe,
    "spill": mech_events.spill,
    "go": mech_moves.go,
    "stance": mech_moves.stance,
    "destroy": mech_events.destroy,
    "repairs": mech_events.repairs,
    "repair": mech_events.repair,
}


def fold(game: Mapping[str, Any], events: Sequence[object]) -> GameState:
    """The state after all events that were not taken back; its log has every event."""
    battle, rows = begin(game), EventRows(events)
    said: list[str] = []
    battle.state["log"] = [entry_at(battle, rows, place, said) for place in range(len(rows.rows))]
    return battle.state


def begin(game: Mapping[str, Any]) -> Battle:
    battle = Battle(game)
    settle(battle)
    return battle


class EventRows:
    """A log before it is folded: the place of each id, and what undo and redo do to it in the end.

    `gone` are the places of events that are taken out; `worked` has for each event what it takes back.
    """

    def __init__(self, events: Sequence[object]) -> None:
        self.rows = [object_of(event) for event in events[:MOST_EVENTS]]
        self.gone: set[int] = set()
        self.worked: list[int | None] = [None for _ in self.rows]
        self._first: dict[str, int] = {}
        for place, row in enumerate(self.rows):
            self._first.setdefault(text_of(row, "id"), place)
        for place, row in enumerate(self.rows):
            if row.get("do") in (UNDO, REDO) and self.is_first(place):
                self._take_back(place, row)

    def is_first(self, place: int) -> bool:
        """Whether it has an id, and no event before it has the same."""
        name = text_of(self.rows[place], "id")
        return name != "" and self._first[name] == place

    def _take_back(self, place: int, row: Json) -> None:
        name = text_of(row, "what")
        what = self._first.get(name, place) if name else place
        if what >= place or self.rows[what].get("do") in (UNDO, REDO):
            return
        is_undo = row.get("do") == UNDO
        if (what in self.gone) is is_undo:
            return
        self.worked[place] = what
        if is_undo:
            self.gone.add(what)
        else:
            self.gone.remove(what)


def entry_at(battle: Battle, rows: EventRows, place: int, said: list[str]) -> LogEntry:
    """Folds one event; returns its entry in the log, and adds its own sentence to those said before."""
    event = rows.rows[place]
    entry = log_entry(event, place)
    before, words = battle.state["round"], ""
    if not rows.is_first(place):
        _fail(entry, battle, "twice")
    elif event.get("do") in (UNDO, REDO):
        _take_back(entry, rows.worked[place], said, battle)
    elif place in rows.gone:
        words = _words_alone(battle, event)
        entry["undone"], entry["words"] = True, words
    else:
        words = apply_event(battle, event, entry)
    said.append(words)
    # The event that ends a round belongs to it, although the next round has begun then.
    entry["round"] = before if entry["do"] in ENDS_A_ROUND else battle.state["round"]
    entry["clock"] = battle.state["clock"]
    entry["scores"] = _scores(battle)
    return entry


def _scores(battle: Battle) -> dict[str, int]:
    return {player["key"]: player["score"] for player in battle.state["players"]}


def log_entry(event: Json, place: int) -> LogEntry:
    return {
        "id": text_of(event, "id"),
        "n": whole(event.get("n"), 0, 1_000_000_000) or place + 1,
        "do": text_of(event, "do"),
        "by": name_of_event(event.get("by"), ""),
        "words": "",
        "effect": False,
        "why": "",
        "insist": False,
        "note": "",
        "anyway": False,
        "undone": False,
        "round": 0,
        "clock": 0,
        "scores": {},
    }


def _fail(entry: LogEntry, battle: Battle, say: str, values: Mapping[str, str | int] | None = None) -> None:
    entry["why"] = filled(battle.rules["say"][say], values or {})
    entry["words"] = filled(battle.rules["say"]["no-effect"], {"do": entry["do"], "why": entry["why"]})


def apply_event(battle: Battle, event: Json, entry: LogEntry) -> str:
    """Changes the state, if the event makes sense; fills in the log's entry and returns its sentence."""
    before = _scores(battle)
    defends = _defender(battle)
    words = _handled(battle, event, entry)
    if entry["effect"]:
        settle(battle)
        entry["words"] = words + _changes(battle, before, defends)
    return words


def _handled(battle: Battle, event: Json, entry: LogEntry) -> str:
    handler = (MECH_HANDLERS if battle.rules["mech"] else HANDLERS).get(entry["do"], _unknown)
    battle.notes, battle.may_insist = [], False
    try:
        say, values = handler(battle, event)
    except PointlessError as error:
        _fail(entry, battle, error.say, error.values)
        entry["insist"] = battle.may_insist
        return str(entry["words"])
    entry["words"], entry["effect"] = filled(battle.rules["say"][say], values), True
    if battle.notes:
        entry["note"], entry["anyway"] = " ".join(battle.notes), is_true(event, "anyway")
        how = battle.rules["say"]["anyway" if entry["anyway"] else "noted"]
        entry["words"] += filled(how, {"why": entry["note"]})
    return str(entry["words"])


def _unknown(_battle: Battle, _event: Json) -> Said:
    raise PointlessError("unknown")


def _changes(battle: Battle, before: Mapping[str, int], defends: str) -> str:
    """Whose score changed, and who defends now."""
    say, more = battle.rules["say"], ""
    if battle.state["phase"] in SETTING_UP:
        return ""
    mech = battle.state["mech"]
    if mech is not None:
        how = "mech-won" if mech["won"] else "mech-lost"
        return " " + filled(say[how], {"circles": mech["circles"]}) if battle.state["phase"] == "over" else ""
    for player in battle.state["players"]:
        old = before.get(player["key"], player["score"])
        if old != player["score"]:
            change: dict[str, str | int] = {"player": player["name"], "old": old, "new": player["score"]}
            more += " " + filled(say["score-change"], change)
    now = _defender(battle)
    if now and now != defends:
        more += " " + filled(
            say["defends-now"], {"player": battle.called(now), "word": battle.player(now)["word"]}
        )
    if battle.state["phase"] == "over":
        names = " · ".join(battle.called(key) for key in battle.state["winners"])
        more += " " + filled(say["won"], {"players": names})
    return more


def _defender(battle: Battle) -> str:
    return next((player["key"] for player in battle.state["players"] if player["is_defender"]), "")


def _words_alone(battle: Battle, event: Json) -> str:
    """What an event that was taken out would say here; nothing is changed."""
    kept = battle.state
    # Several times as fast as deepcopy, and a state is JSON.
    battle.state, battle.looked_up = json.loads(json.dumps(kept)), {}
    words = _handled(battle, event, log_entry(event, 0))
    battle.state, battle.looked_up = kept, {}
    return words


def _take_back(entry: LogEntry, what: int | None, said: list[str], battle: Battle) -> None:
    if what is None:
        _fail(entry, battle, "nothing-to-undo")
        return
    entry["words"] = filled(battle.rules["say"][entry["do"]], {"words": said[what]})
    entry["effect"] = True
