"""Setting a game up: who plays, what they bring (sealed until shown), ties played through, the checklist."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

from fleets.battles.battle_state import CATAPULT, Battle, is_option_value, read_unit, to_place
from fleets.battles.event_fields import (
    PointlessError,
    is_player_key,
    key_of_event,
    name_of_event,
    number_of,
    object_of,
    text_of,
)
from fleets.battles.game_types import Json, Player, Said

_HASH = re.compile("[0-9a-f]{64}")
_SALT = re.compile("[0-9a-f]{32}")
# Browsers and Python treat these differently; no list needs them.
_LONG_NUMBER = re.compile("[0-9]{300}")
_SURROGATE = re.compile("[\ud800-\udfff]")
_MOST_BRACKETS = 500
LONGEST_FORCE, LONGEST_NOTE = 50_000, 500


def join(battle: Battle, event: Json) -> Said:
    battle.need("setup")
    row = object_of(event.get("player"))
    key = key_of_event(row, "key")
    is_full = len(battle.state["players"]) >= battle.rules["players"][1]
    if not is_player_key(key) or battle.find_player(key) or is_full:
        raise PointlessError("cant-join")
    battle.add_player(key, name_of_event(row.get("name"), key))
    _forget_rolls(battle)
    return "join", {"player": battle.called(key)}


def leave(battle: Battle, event: Json) -> Said:
    battle.need("setup")
    player = battle.player(key_of_event(event, "player"))
    state, key = battle.state, player["key"]
    state["players"] = [one for one in state["players"] if one["key"] != key]
    state["units"] = {name: unit for name, unit in state["units"].items() if unit["first"] != key}
    state["stations"] = [one for one in state["stations"] if one["first"] != key]
    _forget_rolls(battle)
    return "leave", {"player": player["name"]}


def bring(battle: Battle, event: Json) -> Said:
    battle.need("setup")
    player = battle.player(key_of_event(event, "player"))
    if player["sealed"] and not player["ready"]:
        raise PointlessError("is-sealed", player=player["name"])
    battle.field_force(player["key"], event.get("force"))
    player["sealed"] = ""
    _forget_rolls(battle)
    return "bring", {"player": player["name"], "force": player["force"], "units": player["units"]}


def seal(battle: Battle, event: Json) -> Said:
    battle.need("setup")
    player = battle.player(key_of_event(event, "player"))
    code = text_of(event, "hash")
    if not _HASH.fullmatch(code) or player["ready"] or player["sealed"]:
        raise PointlessError("cant-seal", player=player["name"])
    player["sealed"] = code
    return "seal", {"player": player["name"]}


def reveal(battle: Battle, event: Json) -> Said:
    """What is shown must be what was sealed."""
    battle.need("setup")
    player = battle.player(key_of_event(event, "player"))
    salt, text = text_of(event, "salt"), event.get("text")
    if not player["sealed"] or player["ready"]:
        raise PointlessError("not-sealed", player=player["name"])
    if not isinstance(text, str) or len(text) > LONGEST_FORCE or not _SALT.fullmatch(salt):
        raise PointlessError("seal-broken", player=player["name"])
    if _SURROGATE.search(text):
        raise PointlessError("seal-broken", player=player["name"])
    if hashlib.sha256(f"{salt}\n{text}".encode()).hexdigest() != player["sealed"]:
        raise PointlessError("seal-broken", player=player["name"])
    battle.field_force(player["key"], _parsed(text))
    _forget_rolls(battle)
    return "reveal", {"player": player["name"], "force": player["force"], "units": player["units"]}


def _refuse(_constant: str) -> None:
    raise ValueError


def _parsed(text: str) -> Any:
    """JSON as a browser reads it, too: NaN isn't any."""
    if _LONG_NUMBER.search(text) or text.count("[") + text.count("{") > _MOST_BRACKETS:
        return None
    try:
        return json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None


def option(battle: Battle, event: Json) -> Said:
    battle.need("setup", "deploy")
    name = text_of(event, "name")
    row = next((one for one in battle.rules["options"] if one["name"] == name), None)
    value = event.get("value")
    if row is None or not is_option_value(value):
        raise PointlessError("no-option")
    if isinstance(value, bool) != (row["kind"] == "flag") or isinstance(value, list) != (
        row["kind"] == "list"
    ):
        raise PointlessError("no-option")
    battle.state["options"][name] = value
    return ("option-off" if value is False or value == [] else "option"), {"option": row["title"]}


def objective_on(battle: Battle, _event: Json) -> Said:
    battle.need("setup", "deploy")
    if battle.state["objective"] is not None or not battle.rules["comparison"]["objective"]:
        raise PointlessError("no-change")
    battle.state["objective"] = {"holder": ""}
    rows = battle.state["checklist"]
    for place, words in enumerate(to_place(battle.rules, True)):
        if place >= len(rows):
            rows.append({"item": place, "words": words, "done": False})
    return "objective-on", {}


def roll_off(battle: Battle, event: Json) -> Said:
    battle.need("setup", "deploy")
    return win_roll(
        battle, text_of(event, "place"), key_of_event(event, "winner"), key_of_event(event, "loser")
    )


def win_roll(battle: Battle, place: str, winner: str, loser: str) -> Said:
    """In a tie for the highest score the winner may choose; for the lowest the loser goes last."""
    state = battle.state
    if place not in ("highest", "lowest"):
        raise PointlessError("no-tie")
    tied = [one["key"] for one in state["players"] if one["position"] == f"tied-{place}"]
    if place == "highest":
        if winner not in tied or state["rolls"]["winner"]:
            raise PointlessError("no-tie")
        state["rolls"] = {"winner": winner, "chooser": winner, "go_on": False}
        return "roll-highest", {"player": battle.called(winner)}
    if not loser:
        others = [key for key in tied if key != winner]
        loser = others[0] if winner in tied and len(others) == 1 else ""
    if loser not in tied or state["last"] in tied:
        raise PointlessError("no-tie")
    state["last"], state["last_tied"] = loser, tied
    return "roll-lowest", {"player": battle.called(loser)}


def tie(battle: Battle, event: Json) -> Said:
    """What the winner of the roll does, or lets the loser do."""
    battle.need("setup", "deploy")
    player = battle.player(key_of_event(event, "player"))
    state, choice = battle.state, text_of(event, "choice")
    rolls = state["rolls"]
    if rolls["chooser"] != player["key"] or choice not in battle.rules["comparison"]["choices"]:
        raise PointlessError("no-tie")
    if choice == "go-on":
        state["rolls"] = {"winner": rolls["winner"], "chooser": "", "go_on": True}
        return "tie-go-on", {"player": player["name"]}
    if choice == "loser-chooses":
        other = battle.player(key_of_event(event, "other"))
        is_tied = other["position"] == "tied-highest" and other is not player
        if not is_tied or rolls["chooser"] != rolls["winner"]:
            raise PointlessError("no-tie")
        rolls["chooser"] = other["key"]
        return "tie-loser", {"player": player["name"], "other": other["name"]}
    if choice == "add":
        return _add(battle, event, player)
    unit = battle.unit(key_of_event(event, "unit"))
    if (
        unit["owner"] != player["key"]
        or battle.kind(unit)["count"] not in battle.rules["comparison"]["changed"]
    ):
        raise PointlessError("no-unit")
    systems = len(unit["systems"]) if unit["known"] else number_of(event, "systems", 0, 8) or 0
    if battle.kind(unit)["counts"]:
        player["systems"] = max(0, player["systems"] - systems)
    state["units"] = {key: one for key, one in state["units"].items() if key != unit["id"]}
    _forget_rolls(battle)
    return "tie-remove", {"player": player["name"], "unit": unit["called"]}


def _add(battle: Battle, event: Json, player: Player) -> Said:
    wanted = event.get("unit")
    place = number_of(event, "spare", 0, 8)
    if place is not None and place < len(player["spares"]):
        unit = player["spares"][place]
    else:
        unit = read_unit(wanted, battle.rules)
    row = battle.rules["kinds"][unit["kind"]]
    if row["count"] not in battle.rules["comparison"]["changed"]:
        raise PointlessError("no-kind")
    systems = len(unit["systems"]) if unit["known"] else number_of(event, "systems", 0, 8) or 0
    player["systems"] += systems if row["counts"] else 0
    player["spares"] = [one for one in player["spares"] if one is not unit]
    battle.add_unit(player["key"], unit)
    _forget_rolls(battle)
    return "tie-add", {"player": player["name"], "unit": unit["name"]}


def _forget_rolls(battle: Battle) -> None:
    battle.state["rolls"] = {"winner": "", "chooser": "", "go_on": False}
    battle.state["last"] = ""


def deploy(battle: Battle, _event: Json) -> Said:
    battle.need("setup")
    _check_ready(battle)
    battle.state["phase"] = "deploy"
    return "deploy", {}


def check(battle: Battle, event: Json) -> Said:
    battle.need("setup", "deploy")
    rows = battle.state["checklist"]
    place = number_of(event, "item", 0, 99)
    if place is None or place >= len(rows) or not isinstance(event.get("done"), bool):
        raise PointlessError("no-item")
    if rows[place]["done"] is event["done"]:
        raise PointlessError("no-change")
    rows[place]["done"] = event["done"]
    return ("check" if event["done"] else "check-not"), {"item": rows[place]["words"]}


def start(battle: Battle, event: Json) -> Said:
    battle.need("setup", "deploy")
    _check_ready(battle)
    state = battle.state
    tied = [one["name"] for one in state["players"] if one["position"] == "tied-highest"]
    if tied:
        battle.judge(event, "tie-open", {"players": ", ".join(tied)})
    state["phase"], state["round"] = "play", 1
    _go_aboard(battle)
    scores = {player["key"]: player["score"] for player in state["players"]}
    state["history"] = [{"round": 0, "clock": state["clock"], "scores": scores}]
    return ("start" if state["mech"] is None else "start-mech"), {"clock": state["clock"]}


def _go_aboard(battle: Battle) -> None:
    """Companies begin on their carriers, one for each catapult; whoever has placed them otherwise says so."""
    for player in battle.state["players"]:
        units = battle.units_of(player["key"])
        places = [unit["id"] for unit in units for code in unit["left"] if code == CATAPULT]
        companies = [unit for unit in units if battle.kind(unit)["needs_fuel"] and not unit["aboard"]]
        for place, unit in enumerate(companies[: len(places)]):
            unit["aboard"] = places[place]


def _check_ready(battle: Battle) -> None:
    players = battle.state["players"]
    low, high = battle.rules["players"]
    if not low <= len(players) <= high or not all(player["ready"] for player in players):
        raise PointlessError("not-ready", low=low, high=high)


def note(_battle: Battle, event: Json) -> Said:
    text = name_of_event(event.get("text"), "", LONGEST_NOTE)
    if not text:
        raise PointlessError("no-change")
    return "note", {"text": text}
