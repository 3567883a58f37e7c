"""What only fleets do: launching and fuel, captures, boarding, drifting companies, collisions."""

from __future__ import annotations

from fleets.battles.attack_events import MOST_DICE, owe
from fleets.battles.battle_state import CATAPULT, Battle
from fleets.battles.event_fields import (
    PointlessError,
    filled,
    key_of_event,
    list_in,
    number_of,
    numbers_of,
    object_of,
    whole,
)
from fleets.battles.game_types import Json, Said, UnitInPlay
from fleets.battles.loss_events import leave_ship, lose, mend_one, system_name, take_over
from fleets.battles.standings import have_all_gone
from fleets.battles.turn_events import DEBRIS

# The range of the weapons that repel boarders.
POINT = "p"


def launch(battle: Battle, event: Json) -> Said:
    """A company gets a fuel die; one that drifted goes back to its first owner."""
    battle.need("play")
    unit, fuel = battle.unit(key_of_event(event, "unit")), battle.rules["fuel"]
    if not fuel or not battle.kind(unit)["needs_fuel"] or unit["lost"] not in ("", "adrift"):
        raise PointlessError("no-launch", unit=unit["called"])
    value = number_of(event, "fuel", 1, fuel["most"])
    if value is None:
        raise PointlessError("no-number")
    to = key_of_event(event, "aboard")
    if to and battle.kind(battle.standing(to))["count"] != "ships":
        raise PointlessError("only-ships-carry")
    carrier = _carrier(battle, event, unit, 1)
    values: dict[str, str | int] = {
        "unit": unit["called"],
        "fuel": value,
        "player": battle.called(unit["first"]),
        "more": leave_ship(battle, unit, to),
    }
    if carrier is not None:
        carrier["launches"] += 1
        carrier["served"] += 1
    unit["aboard"] = to
    was_adrift, is_first = unit["lost"] == "adrift", unit["fuel"] is None
    unit["fuel"], unit["lost"], unit["held_by"] = value, "", ""
    if was_adrift:
        unit["owner"] = unit["first"]
        return "refuel-drifter", values
    return ("launch" if is_first else "refuel"), values


def _carrier(battle: Battle, event: Json, unit: UnitInPlay, launches: int) -> UnitInPlay | None:
    """The ship that serves a company: the one named, whose turn it is, or one of its side that still can.

    A catapult launches one company a turn; every launch and every repair takes a black or a white die.
    """
    state, named = battle.state, key_of_event(event, "from")
    sides = (unit["owner"], unit["held_by"])
    own = [
        one
        for one in state["units"].values()
        if one["owner"] in sides and battle.kind(one)["count"] == "ships" and not one["lost"]
    ]
    going = [one for one in own if one["id"] == state["going"]]
    ships = [battle.standing(named)] if named else going or own
    if not ships or not all(one["known"] for one in ships):
        return None
    able = [one for one in ships if one["left"].count(CATAPULT)]
    if not able:
        names = ", ".join(one["called"] for one in ships) if named or going else battle.called(unit["owner"])
        battle.judge(event, "no-catapult", {"ship": names, "unit": unit["called"]})
        return None
    touched = [one for one in able if one["id"] == unit["aboard"]]
    if unit["aboard"] and not touched:
        battle.judge(event, "not-touching", {"unit": unit["called"], "ship": able[0]["called"]})
    able = touched or able
    free = [one for one in able if one["launches"] + launches <= one["left"].count(CATAPULT)]
    if not free:
        battle.judge(event, "all-launched", {"ship": able[0]["called"]})
        return able[0]
    dicey = [one for one in free if one["served"] < _dice_for_companies(one)]
    if not dicey:
        battle.judge(event, "no-black-die", {"ship": free[0]["called"]})
    return dicey[0] if dicey else free[0]


def _dice_for_companies(ship: UnitInPlay) -> int:
    """Its black dice and its white ones, but for those that have repaired the ship itself."""
    return int(sum(dice[0] for dice in ship["pool"] if dice[1] in ("K", "W"))) - ship["restored"]


def aboard(battle: Battle, event: Json) -> Said:
    """A company touches a ship now, or none: captured ships and hangars depend on it."""
    unit, to = battle.unit(key_of_event(event, "unit")), key_of_event(event, "ship")
    if not battle.kind(unit)["needs_fuel"] or unit["lost"] not in ("", "adrift"):
        raise PointlessError("only-companies", unit=unit["called"])
    ship = battle.standing(to) if to else None
    if ship is not None and battle.kind(ship)["count"] != "ships":
        raise PointlessError("only-ships-carry")
    if unit["aboard"] == to:
        raise PointlessError("no-change")
    before = battle.state["units"].get(unit["aboard"])
    values: dict[str, str | int] = {"unit": unit["called"], "more": leave_ship(battle, unit, to)}
    unit["aboard"] = to
    if ship is not None:
        return "aboard", {**values, "ship": ship["called"]}
    return "not-aboard", {**values, "ship": before["called"] if before else ""}


def nudge(battle: Battle, event: Json) -> Said:
    """The green ace moves or turns a ship that it touches by one."""
    battle.need("play")
    unit, ship = battle.standing(key_of_event(event, "unit")), battle.standing(key_of_event(event, "ship"))
    if battle.kind(ship)["count"] not in ("ships", "hvas"):
        raise PointlessError("only-ships-carry")
    ace = battle.rules["aces"].get(unit["ace"])
    if not ace or not ace["moves_ships"]:
        battle.judge(event, "not-green", {"unit": unit["called"]})
    elif unit["aboard"] not in ("", ship["id"]):
        battle.judge(event, "not-touching", {"unit": unit["called"], "ship": ship["called"]})
    return "nudge", {"unit": unit["called"], "ship": ship["called"]}


def fuel(battle: Battle, event: Json) -> Said:
    """The fuel die as it is; at 0 the company drifts."""
    battle.need("play", "clock")
    unit, rules = battle.standing(key_of_event(event, "unit")), battle.rules["fuel"]
    if not rules or unit["fuel"] is None:
        raise PointlessError("no-launch", unit=unit["called"])
    value = number_of(event, "value", 0, rules["most"])
    if value is None or value == unit["fuel"]:
        raise PointlessError("no-number")
    unit["fuel"] = value
    if value == 0:
        more = lose(battle, unit, "adrift")
        return "adrift", {"unit": unit["called"], "player": battle.called(unit["owner"]), "more": more}
    return "fuel", {"unit": unit["called"], "fuel": value}


def capture(battle: Battle, event: Json) -> Said:
    """Captures a high value asset at once, a ship only when the round ends."""
    battle.need("play", "clock")
    unit = battle.standing(key_of_event(event, "unit"))
    to = battle.player(key_of_event(event, "to"))
    count = battle.kind(unit)["count"]
    if count not in battle.rules["comparison"]["captured"]:
        raise PointlessError("cant-capture", unit=unit["called"])
    if unit["owner"] == to["key"]:
        raise PointlessError("no-change")
    if count == "ships" and not is_boarding_time(battle):
        raise PointlessError("not-yet")
    before = battle.called(unit["owner"])
    take_over(battle, unit, to["key"])
    return "capture", {"unit": unit["called"], "player": to["name"], "before": before}


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
    take_over(battle, unit, unit["first"])
    return "abandon", {"unit": unit["called"], "player": battle.called(unit["first"]), "before": before}


def _damage_by(dice: Json, damage: Json) -> int:
    return sum(damage.get(str(face), 0) for face in [*dice["yellow"], *dice["red"]])


def board(battle: Battle, event: Json) -> Said:
    """Yellow dice take the ship; every die hurts the companies of the others."""
    battle.need("play", "clock")
    rules, unit = battle.rules["boarding"], battle.standing(key_of_event(event, "unit"))
    if not rules or battle.kind(unit)["count"] not in ("ships", "hvas"):
        raise PointlessError("cant-capture", unit=unit["called"])
    if not is_boarding_time(battle):
        raise PointlessError("not-yet")
    rolls = _rolls(battle, event)
    if not rolls:
        raise PointlessError("no-number")
    for key, dice in rolls.items():
        _judge_boarders(battle, event, unit, key, dice)
    helped = object_of(event.get("aid"))
    sides = {key: _side(helped.get(key), key, rolls) for key in rolls}
    yellow = dict.fromkeys(rolls, 0)
    for key, dice in rolls.items():
        yellow[sides[key]] += sum(face >= rules["takes"] for face in dice["yellow"])
    damage = {key: _damage_by(dice, rules["damage"]) for key, dice in rolls.items()}
    best = max(yellow.values())
    winners = [key for key in rolls if yellow[key] == best and best > 0]
    owner = unit["owner"]
    taker = winners[0] if len(winners) == 1 else owner
    battle.state["boarding"] = {
        "unit": unit["id"],
        "yellow": yellow,
        "damage": damage,
        "enemies": {key: _enemies_of(key, sides) for key in rolls},
        "owed": {},
        "taken": dict.fromkeys(rolls, 0),
        "taker": taker,
    }
    values: dict[str, str | int] = {"unit": unit["called"], "player": battle.called(taker)}
    values["dice"] = ", ".join(f"{battle.called(key)} {yellow[key]}" for key in rolls)
    values["damage"] = ", ".join(f"{battle.called(key)} {damage[key]}" for key in rolls)
    take_over(battle, unit, taker)
    return ("board" if taker != owner else "board-held"), values


def _judge_boarders(battle: Battle, event: Json, ship: UnitInPlay, key: str, dice: Json) -> None:
    """A die for each company that may be there and one for an ace; for the owner those of point defense."""
    units = battle.units_of(key)
    there = [
        one
        for one in units
        if not one["lost"] and one["aboard"] in ("", ship["id"]) and battle.kind(one)["needs_fuel"]
    ]
    has_ace = any(one["ace"] for one in there) or not all(one["known"] for one in units)
    yellow, is_owner = len(there) + has_ace, ship["owner"] == key
    red = sum(row[0] for row in ship["pool"] if row[1] == "R" and row[3] == POINT) if is_owner else 0
    is_known = ship["known"] or not is_owner
    if len(dice["yellow"]) > yellow or (is_known and len(dice["red"]) > red):
        values: dict[str, str | int] = {"player": battle.called(key), "yellow": yellow, "red": red}
        battle.judge(event, "too-many-board", {**values, "ship": ship["called"]})


def _side(helped: object, own: str, rolls: Json) -> str:
    """Whom a player helps, if that is one who rolled."""
    return helped if isinstance(helped, str) and helped in rolls else own


def _enemies_of(key: str, sides: dict[str, str]) -> list[str]:
    """All others but those whom it helps, who help it, or who help the same."""
    found = []
    for other, side in sides.items():
        if other != key and side != key and sides[key] != other and sides[key] != side:
            found.append(other)
    return found


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
        raise PointlessError("not-adrift", unit=unit["called"])
    to = key_of_event(event, "ship")
    if to and battle.standing(to)["owner"] != by["key"]:
        raise PointlessError("no-unit")
    unit["held_by"] = by["key"]
    unit["aboard"] = to
    values: dict[str, str | int] = {"unit": unit["called"], "player": by["name"]}
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
    if not battle.kind(unit)["white"]:
        battle.judge(event, "never-rams", {"unit": unit["called"]})
    for one in (unit, target):
        if one is not None and battle.kind(one)["needs_fuel"]:
            battle.judge(event, "never-collides", {"unit": one["called"]})
    own = sum(face in rules["rammer"] for face in rolled)
    other = sum(face in rules["target"] for face in rolled)
    # A high value asset takes no damage; it has nothing to lose.
    hurt = own if battle.kind(unit)["white"] else 0
    values: dict[str, str | int] = {"unit": unit["called"], "own": hurt, "other": other}
    owe(unit, hurt)
    if target is None:
        return "collide-debris", values
    values["target"] = target["called"]
    turns = [(unit, target, other), (target, unit, own)]
    values["more"] = "".join(_turned(battle, by, ship, clicks) for by, ship, clicks in turns if clicks)
    if not battle.kind(target)["white"]:
        return "collide-hva", values
    owe(target, other)
    return "collide", values


def _turned(battle: Battle, by: UnitInPlay, ship: UnitInPlay, clicks: int) -> str:
    """After a collision each turns the other's ship, as far as it was hit."""
    values: dict[str, str | int] = {"player": battle.called(by["owner"]), "ship": ship["called"]}
    return filled(battle.rules["say"]["may-turn"], {**values, "clicks": clicks})


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
        raise PointlessError("mends-nothing" if struck else "no-change", unit=unit["called"])
    carrier = _carrier(battle, event, unit, 0)
    if carrier is not None:
        carrier["served"] += 1
    for code in wanted:
        mend_one(battle, unit, code)
    systems = ", ".join([system_name(battle, code) for code in wanted])
    return "mend", {"unit": unit["called"], "systems": systems, "dice": unit["dice"]}
