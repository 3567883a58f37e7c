"""Playing against the yard: who it plays for, what was answered at the table, what was rolled."""

from __future__ import annotations

from typing import Any

from fleets.battles.battle_state import Battle
from fleets.battles.event_fields import (
    PointlessError,
    key_of_event,
    number_of,
    numbers_of,
    object_of,
    text_of,
)
from fleets.battles.game_types import Json, Said, UnitInPlay, YardGame
from fleets.battles.yard_orders import (
    LEVELS,
    NEAR,
    USES,
    KnownFrame,
    SeenAnswers,
    YardView,
    hundredths,
    order_for,
    passes,
    use_dice,
    who_goes,
)

FRAME, ROCKET = "frame", "r"
_PLAYERS, _LIFE = 2, 6
_UNKNOWN: list[list[Any]] = [[2, "W", 6, ""], [1, "B", 6, ""]]


def yard(battle: Battle, event: Json) -> Said:
    """From now on the yard plays for somebody; without a player all play for themselves."""
    battle.need("setup", "deploy", "play", "clock")
    key, level = key_of_event(event, "player"), text_of(event, "level") or "steady"
    if not key:
        if battle.state["yard"] is None:
            raise PointlessError("no-change")
        battle.state["yard"] = None
        return "yard-gone", {}
    player = battle.player(key)
    if FRAME not in battle.rules["kinds"] or level not in LEVELS:
        raise PointlessError("not-now")
    battle.state["yard"] = {
        "player": key,
        "level": level,
        "unit": "",
        "round": 0,
        "order": None,
        "target": "",
        "uses": None,
        "whites": [],
    }
    return "yard", {"player": player["name"]}


def the_yard(battle: Battle) -> YardGame:
    found = battle.state["yard"]
    if found is None or len(battle.state["players"]) != _PLAYERS:
        raise PointlessError("not-now")
    return found


def fighter(battle: Battle, unit: UnitInPlay) -> KnownFrame:
    """A frame nobody knows more of than its number is taken for one with two white dice and a blue one."""
    pool = unit["pool"] if unit["known"] else list(_UNKNOWN)
    dice: dict[str, list[int]] = {"W": [], "B": [], "G": []}
    red: dict[str, list[int]] = {}
    for letter in battle.rules["nearest_first"]:
        is_fired = unit["rockets"] > 0 and letter == battle.rules["rocket_reach"]
        if battle.rules["attacks"][letter]["unarmed"] or is_fired:
            red[letter] = []
    for count, colour, sides, at in pool:
        each = [sides for _ in range(count)]
        if colour == "R" and at != ROCKET:
            red[at] = red.get(at, []) + each
        elif colour in dice:
            dice[colour] = dice[colour] + each
    return {
        "id": unit["id"],
        "life": len(unit["left"]) + unit["white"] if unit["known"] else _LIFE,
        "white": len(dice["W"]),
        "blue": dice["B"],
        "green": dice["G"],
        "red": red,
        "defense": unit["defense"],
        "spot": unit["spot"] or 0,
        "gone": unit["activated"],
    }


def standing_of(battle: Battle) -> YardView:
    mine = battle.player(the_yard(battle)["player"])
    theirs = next(one for one in battle.state["players"] if one["key"] != mine["key"])
    units = [one for one in battle.state["units"].values() if one["kind"] == FRAME and not one["lost"]]
    gone = sum(one["activated"] for one in units)
    return {
        "mine": mine["per_asset"],
        "theirs": theirs["per_asset"],
        "leads": mine["is_defender"],
        "level": the_yard(battle)["level"],
        # The same whenever the log is folded, and nobody sees it coming.
        "whim": (37 * battle.state["round"] + 53 * battle.state["clock"] + 29 * gone) % 100,
        "reaches": battle.rules["nearest_first"],
        "hurts": _hurts(battle),
        "own": [fighter(battle, one) for one in units if one["owner"] == mine["key"]],
        "enemies": [fighter(battle, one) for one in units if one["owner"] != mine["key"]],
    }


def _hurts(battle: Battle) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for letter in battle.rules["nearest_first"]:
        targets = battle.rules["attacks"][letter]["targets"].get(FRAME, {})
        found[letter] = {
            cover: hundredths(len(battle.rules["charts"][targets[cover]]["target"])) for cover in targets
        }
    return found


def answer(battle: Battle, event: Json) -> Said:
    """What somebody at the table sees, and the order that follows from it."""
    battle.need("play")
    game, unit = the_yard(battle), battle.standing(key_of_event(event, "unit"))
    if unit["owner"] != game["player"]:
        raise PointlessError("not-now")
    key, near = text_of(event, "station"), text_of(event, "near")
    station = next((one for one in battle.state["stations"] if one["id"] == key), None)
    if near not in NEAR or (station is not None and station["holder"] == game["player"]):
        raise PointlessError("no-answer")
    seen: SeenAnswers = {
        "station": station["id"] if station is not None else "",
        "far": number_of(event, "far", 0, 8) or 0,
        "near": near,
        "covered": event.get("covered") is True,
    }
    standing = standing_of(battle)
    order = order_for(fighter(battle, unit), standing, seen)
    game["unit"], game["round"], game["order"] = unit["id"], battle.state["round"], order
    game["target"], game["uses"] = "", None
    values: dict[str, str | int] = {"unit": unit["called"], "mine": standing["mine"]}
    values["theirs"] = standing["theirs"]
    values["station"] = station["name"] if station is not None else ""
    if station is not None:
        return ("yard-seize" if station["holder"] else "yard-take"), values
    return f"yard-{order['goal']}", values


def rolled(battle: Battle, event: Json) -> Said:
    """White dice and the best coloured one for each use: which is for what."""
    battle.need("play")
    game, unit = the_yard(battle), battle.standing(key_of_event(event, "unit"))
    order, white = game["order"], numbers_of(event.get("white"), 1, 6, 9)
    if order is None or game["unit"] != unit["id"] or game["round"] != battle.state["round"] or white is None:
        raise PointlessError("not-now")
    target = key_of_event(event, "target")
    if target and target not in order["wanted"]:
        raise PointlessError("no-target")
    told = object_of(event.get("best"))
    best = {use: number_of(told, use, 0, 8) or 0 for use in USES}
    made = battle.state["attack"]
    is_awaited = made is not None and made["target"] == unit["id"] and made["defense"] is None
    awaited = made["value"] if made is not None and is_awaited else 0
    game["target"] = target
    uses = use_dice(
        fighter(battle, unit), standing_of(battle), order, target, {"white": white, "best": best}, awaited
    )
    game["uses"], game["whites"] = uses, [use for use in USES if uses[use] > best[use]]
    return "yard-rolled", {"unit": unit["called"], **uses}


def yard_now(battle: Battle) -> Json:
    """What the yard does now without being asked: a whole event, or the unit that needs answers."""
    state = battle.state
    game = state["yard"]
    if game is None or len(state["players"]) != _PLAYERS or state["phase"] != "play":
        return {}
    made = state["attack"]
    if state["open_turns"]:
        unit = battle.unit(state["open_turns"][0]["unit"])
        if state["open_turns"][0]["waits"] and made is not None:
            unit = battle.unit(made["target"])
        return {"unit": unit["id"]} if unit["owner"] == game["player"] else {}
    if state["up"] != game["player"]:
        return {}
    standing = standing_of(battle)
    if state["may_pass"] and passes(standing):
        return {"do": "pass", "player": game["player"]}
    return {"unit": who_goes(standing)}
