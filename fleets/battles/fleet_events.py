"""What only fleets do: launching and fuel, captures, boarding, drifting companies, collisions."""

from __future__ import annotations

from fleets.battles.attack_events import MOST_DICE, owe
from fleets.battles.battle_state import Battle
from fleets.battles.event_fields import (
    PointlessError,
    key_of_event,
    list_in,
    number_of,
    numbers_of,
    object_of,
    whole,
)
from fleets.battles.game_types import Json, Said
from fleets.battles.loss_events import lose, mend_one
from fleets.battles.standings import have_all_gone

DEBRIS = "debris"


def launch(battle: Battle, event: Json) -> Said:
    """A company gets a fuel die; one that drifted goes back to its first owner."""
    battle.need("play")
    unit, fuel = battle.unit(key_of_event(event, "unit")), battle.rules["fuel"]
    if not fuel or not battle.kind(unit)["needs_fuel"] or unit["lost"] not in ("", "adrift"):
        raise PointlessError("no-launch", unit=unit["name"])
    value = number_of(event, "fuel", 1, fuel["most"])
    if value is None:
        raise PointlessError("no-number")
    values: dict[str, str | int] = {
        "unit": unit["name"],
        "fuel": value,
        "player": battle.called(unit["first"]),
    }
    was_adrift, is_first = unit["lost"] == "adrift", unit["fuel"] is None
    unit["fuel"], unit["lost"], unit["held_by"] = value, "", ""
    if was_adrift:
        unit["owner"] = unit["first"]
        return "refuel-drifter", values
    return ("launch" if is_first else "refuel"), values


def fuel(battle: Battle, event: Json) -> Said:
    """The fuel die as it is; at 0 the company drifts."""
    battle.need("play", "clock")
    unit, rules = battle.standing(key_of_event(event, "unit")), battle.rules["fuel"]
    if not rules or unit["fuel"] is None:
        raise PointlessError("no-launch", unit=unit["name"])
    value = number_of(event, "value", 0, rules["most"])
    if value is None or value == unit["fuel"]:
        raise PointlessError("no-number")
    unit["fuel"] = value
    if value == 0:
        lose(battle, unit, "adrift")
        return "adrift", {"unit": unit["name"], "player": battle.called(unit["owner"])}
    return "fuel", {"unit": unit["name"], "fuel": value}


def capture(battle: Battle, event: Json) -> Said:
    """Captures a high value asset at once, a ship only when the round ends."""
    battle.need("play", "clock")
    unit = battle.standing(key_of_event(event, "unit"))
    to = battle.player(key_of_event(event, "to"))
    count = battle.kind(unit)["count"]
    if count not in battle.rules["comparison"]["captured"]:
        raise PointlessError("cant-capture", unit=unit["name"])
    if unit["owner"] == to["key"]:
        raise PointlessError("no-change")
    if count == "ships" and not is_boarding_time(battle):
        raise PointlessError("not-yet")
    before = battle.called(unit["owner"])
    unit["owner"] = to["key"]
    return "capture", {"unit": unit["name"], "player": to["name"], "before": before}


def is_boarding_time(battle: Battle) -> bool:
    """Whether all have gone; if the players agreed so, also whether the clock has gone down."""
    if battle.state["phase"] == "play" and battle.state["answers"].get("boarding-when") == "after":
        return False
    return have_all_gone(battle)


def abandon(battle: Battle, event: Json) -> Said:
    """The captors have left a captured ship: its first owner gets it back."""
    battle.need("play", "clock")
    unit = battle.standing(key_of_event(event, "unit"))
    if unit["owner"] == unit["first"] or battle.kind(unit)["count"] != "ships":
        raise PointlessError("no-change")
    before = battle.called(unit["owner"])
    unit["owner"] = unit["first"]
    return "abandon", {"unit": unit["name"], "player": battle.called(unit["first"]), "before": before}


def board(battle: Battle, event: Json) -> Said:
    """Yellow dice take the ship; every die hurts the companies of the others."""
    battle.need("play", "clock")
    rules, unit = battle.rules["boarding"], battle.standing(key_of_event(event, "unit"))
    if not rules or battle.kind(unit)["count"] not in ("ships", "hvas"):
        raise PointlessError("cant-capture", unit=unit["name"])
    if not is_boarding_time(battle):
        raise PointlessError("not-yet")
    rolls = _rolls(battle, event)
    if not rolls:
        raise PointlessError("no-number")
    helped = object_of(event.get("aid"))
    sides = {key: _side(helped.get(key), key, rolls) for key in rolls}
    yellow = dict.fromkeys(rolls, 0)
    damage = dict.fromkeys(rolls, 0)
    for key, dice in rolls.items():
        yellow[sides[key]] += sum(face >= rules["takes"] for face in dice["yellow"])
        for face in [*dice["yellow"], *dice["red"]]:
            damage[key] += rules["damage"].get(str(face), 0)
    best = max(yellow.values())
    winners = [key for key in rolls if yellow[key] == best and best > 0]
    owner = unit["owner"]
    taker = winners[0] if len(winners) == 1 else owner
    # Those who help each other are not enemies.
    enemies = {
        key: [other for other in rolls if key != other and not _are_friends(sides, key, other)]
        for key in rolls
    }
    battle.state["boarding"] = {
        "unit": unit["id"],
        "yellow": yellow,
        "damage": damage,
        "enemies": enemies,
        "owed": {},
        "taken": dict.fromkeys(rolls, 0),
        "taker": taker,
    }
    values: dict[str, str | int] = {"unit": unit["name"], "player": battle.called(taker)}
    values["dice"] = ", ".join(f"{battle.called(key)} {yellow[key]}" for key in rolls)
    values["damage"] = ", ".join(f"{battle.called(key)} {damage[key]}" for key in rolls)
    unit["owner"] = taker
    return ("board" if taker != owner else "board-held"), values


def _side(helped: object, own: str, rolls: Json) -> str:
    """Whom a player helps, if that is one who rolled."""
    return helped if isinstance(helped, str) and helped in rolls else own


def _are_friends(sides: dict[str, str], one: str, other: str) -> bool:
    return sides[one] in (other, sides[other]) or sides[other] == one


def _rolls(battle: Battle, event: Json) -> dict[str, dict[str, list[int]]]:
    """What each player rolled, in the order of the game; players whose dice can't be read are left out."""
    given, found = object_of(event.get("rolls")), {}
    for player in battle.state["players"]:
        dice = object_of(given.get(player["key"]))
        yellow = numbers_of(list_in(dice.get("yellow"), MOST_DICE), 1, 6, MOST_DICE)
        red = numbers_of(list_in(dice.get("red"), MOST_DICE), 1, 8, MOST_DICE)
        ace = whole(dice.get("d8"), 1, 8)
        if yellow is not None and red is not None and (yellow or red or ace):
            found[player["key"]] = {"yellow": [*yellow, ace] if ace else yellow, "red": red}
    return found


def hold(battle: Battle, event: Json) -> Said:
    """Somebody takes a drifting company along."""
    battle.need("play", "clock")
    unit = battle.unit(key_of_event(event, "unit"))
    by = battle.player(key_of_event(event, "to"))
    if unit["lost"] != "adrift" or unit["held_by"] == by["key"]:
        raise PointlessError("not-adrift", unit=unit["name"])
    unit["held_by"] = by["key"]
    values: dict[str, str | int] = {"unit": unit["name"], "player": by["name"]}
    return ("rescue" if by["key"] == unit["first"] else "hold"), values


def collide(battle: Battle, event: Json) -> Said:
    """As many dice as the speed: some hurt the ship that rams, some the other; debris has nothing to lose."""
    battle.need("play")
    rules = battle.rules["collision"]
    unit, aimed = battle.standing(key_of_event(event, "unit")), key_of_event(event, "target")
    target = None if aimed == DEBRIS else battle.standing(aimed)
    rolled = numbers_of(event.get("rolled"), 1, 6, MOST_DICE)
    if not rules or rolled is None or unit is target:
        raise PointlessError("no-number")
    own = sum(face in rules["rammer"] for face in rolled)
    other = sum(face in rules["target"] for face in rolled)
    if target is None:
        owe(unit, own if battle.kind(unit)["white"] else 0)
        return "collide-debris", {"unit": unit["name"], "own": own}
    # A high value asset takes no damage; it has nothing to lose.
    owe(unit, own if battle.kind(unit)["white"] else 0)
    owe(target, other if battle.kind(target)["white"] else 0)
    return "collide", {"unit": unit["name"], "target": target["name"], "own": own, "other": other}


def mend(battle: Battle, event: Json) -> Said:
    """A company is repaired up to as many systems as the die shows; the owner says which."""
    battle.need("play")
    unit = battle.standing(key_of_event(event, "unit"))
    value = number_of(event, "value", 1, 8)
    if not battle.rules["repairs"] or not battle.kind(unit)["needs_fuel"]:
        raise PointlessError("no-repairs")
    if value is None:
        raise PointlessError("no-number")
    codes = [
        one for one in list_in(event.get("systems"), 8) if isinstance(one, str) and one not in ("W", "ace")
    ]
    struck = [code for code in unit["struck"] if code not in ("W", "ace")]
    wanted: list[str] = []
    for code in codes or struck:
        if struck.count(code) > wanted.count(code):
            wanted.append(code)
    # Its white dice count among what the die shows.
    room = max(0, value - unit["white"] - len(unit["left"]))
    wanted = wanted[:room]
    if not wanted:
        raise PointlessError("no-change")
    for code in wanted:
        mend_one(battle, unit, code)
    return "mend", {"unit": unit["name"], "number": len(wanted), "dice": unit["dice"]}
