"""The fold, from events to a state: undo takes an event out, and any list of events is accepted."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fleets.battles import (
    attack_events,
    fleet_events,
    loss_events,
    mech_events,
    mech_moves,
    round_events,
    setup_events,
    turn_events,
)
from fleets.battles.battle_state import SETTING_UP, Battle
from fleets.battles.event_fields import Json, PointlessError, filled, name_of_event, object_of, text_of, whole
from fleets.battles.standings import settle
from fleets.battles.turn_events import Said
from fleets.comparing.terms import Terms

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
    "done": turn_events.done,
    "gone": turn_events.gone,
    "order": turn_events.order,
    "wait": turn_events.wait,
    "hurt": loss_events.hurt,
    "strike": loss_events.strike,
    "lost": loss_events.lost,
    "off": loss_events.off,
    "ignore": loss_events.ignore,
    "restore": loss_events.restore,
    "rocket": loss_events.rocket,
    "station": loss_events.station,
    "objective": loss_events.objective,
    "round-end": round_events.round_end,
    "tick": round_events.tick,
    "next-round": round_events.begin_round,
    "decide": round_events.decide,
    "launch": fleet_events.launch,
    "fuel": fleet_events.fuel,
    "capture": fleet_events.capture,
    "abandon": fleet_events.abandon,
    "board": fleet_events.board,
    "hold": fleet_events.hold,
    "collide": fleet_events.collide,
    "mend": fleet_events.mend,
}
MECH_HANDLERS: Mapping[str, Handler] = {
    **{kind: HANDLERS[kind] for kind in ("note", "bring", "seal", "reveal", "start")},
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


def fold(game: Mapping[str, Any], events: Sequence[object], terms: Terms | None) -> Json:
    """The state after all events that were not taken back; its log has every event."""
    battle = Battle(game, terms)
    settle(battle)
    rows = [object_of(event) for event in events[:MOST_EVENTS]]
    first = first_places(rows)
    out = taken_out(rows, first)
    log: list[Json] = []
    said: dict[int, str] = {}
    for place, event in enumerate(rows):
        entry = log_entry(event, place)
        before = battle.state["round"]
        if first.get(entry["id"]) != place:
            _fail(entry, battle, "twice")
        elif event.get("do") in (UNDO, REDO):
            _take_back(entry, event, place, out, said, battle)
        elif place in out.gone:
            entry["undone"] = True
            entry["words"] = said[place] = _words_alone(battle, event)
        else:
            said[place] = apply_event(battle, event, entry)
        # The event that ends a round belongs to it, although the next round has begun then.
        entry["round"] = before if entry["do"] in ENDS_A_ROUND else battle.state["round"]
        entry["clock"] = battle.state["clock"]
        entry["scores"] = {player["key"]: player["score"] for player in battle.state["players"]}
        log.append(entry)
    battle.state["log"] = log
    return battle.state


class _Out:
    """Which events are taken out in the end, and which undo and redo events had an effect."""

    def __init__(self) -> None:
        self.gone: set[int] = set()
        self.worked: dict[int, int] = {}


def first_places(rows: Sequence[Json]) -> dict[str, int]:
    found: dict[str, int] = {}
    for place, row in enumerate(rows):
        found.setdefault(text_of(row, "id"), place)
    found.pop("", None)
    return found


def taken_out(rows: Sequence[Json], first: Mapping[str, int]) -> _Out:
    out = _Out()
    for place, row in enumerate(rows):
        kind = row.get("do")
        what = first.get(text_of(row, "what"), place)
        if kind not in (UNDO, REDO) or first.get(text_of(row, "id")) != place or what >= place:
            continue
        if rows[what].get("do") in (UNDO, REDO) or (what in out.gone) is (kind == UNDO):
            continue
        out.worked[place] = what
        if kind == UNDO:
            out.gone.add(what)
        else:
            out.gone.remove(what)
    return out


def log_entry(event: Json, place: int) -> Json:
    return {
        "id": text_of(event, "id"),
        "n": whole(event.get("n"), 0, 1_000_000_000) or place + 1,
        "do": text_of(event, "do"),
        "by": name_of_event(event.get("by"), ""),
        "words": "",
        "effect": False,
        "why": "",
        "undone": False,
        "round": 0,
        "clock": 0,
        "scores": {},
    }


def _fail(entry: Json, battle: Battle, say: str, values: Mapping[str, str | int] | None = None) -> None:
    entry["why"] = filled(battle.rules["say"][say], values or {})
    entry["words"] = filled(battle.rules["say"]["no-effect"], {"do": entry["do"], "why": entry["why"]})


def apply_event(battle: Battle, event: Json, entry: Json) -> str:
    """Changes the state, if the event makes sense; fills in the log's entry and returns its sentence."""
    before = {player["key"]: player["score"] for player in battle.state["players"]}
    defends = _defender(battle)
    words = _handled(battle, event, entry)
    if entry["effect"]:
        settle(battle)
        entry["words"] = words + _changes(battle, before, defends)
    return words


def _handled(battle: Battle, event: Json, entry: Json) -> str:
    handler = (MECH_HANDLERS if battle.rules["mech"] else HANDLERS).get(entry["do"], _unknown)
    try:
        say, values = handler(battle, event)
    except PointlessError as error:
        _fail(entry, battle, error.say, error.values)
    else:
        entry["words"], entry["effect"] = filled(battle.rules["say"][say], values), True
    words: str = entry["words"]
    return words


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
            values = {"player": player["name"], "old": old, "new": player["score"]}
            more += " " + filled(say["score-change"], values)
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
    return next((player["key"] for player in battle.state["players"] if player["isDefender"]), "")


def _words_alone(battle: Battle, event: Json) -> str:
    """What an event that was taken out would say here; nothing is changed."""
    kept = battle.state
    # Several times as fast as deepcopy, and a state is JSON.
    battle.state, battle.looked_up = json.loads(json.dumps(kept)), {}
    words = _handled(battle, event, log_entry(event, 0))
    battle.state, battle.looked_up = kept, {}
    return words


def _take_back(
    entry: Json,
    event: Json,
    place: int,
    out: _Out,
    said: Mapping[int, str],
    battle: Battle,
) -> None:
    if place not in out.worked:
        _fail(entry, battle, "nothing-to-undo")
        return
    words = said.get(out.worked[place], "")
    entry["words"] = filled(battle.rules["say"][str(event["do"])], {"words": words})
    entry["effect"] = True
