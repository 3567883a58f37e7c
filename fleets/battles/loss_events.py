"""What is lost and won: damage, systems, units, stations, the special objective; and what comes back."""

from __future__ import annotations

from fleets.battles.attack_events import owe
from fleets.battles.battle_state import Battle
from fleets.battles.event_fields import (
    PointlessError,
    filled,
    key_of_event,
    list_in,
    number_of,
    numbers_of,
    text_of,
)
from fleets.battles.game_types import Json, Said, UnitInPlay
from fleets.battles.standings import may_lose


def hurt(battle: Battle, event: Json) -> Said:
    battle.need("play", "clock")
    unit = battle.standing(key_of_event(event, "unit"))
    number = number_of(event, "number", 1, 9)
    if number is None:
        raise PointlessError("no-number")
    owe(unit, number)
    boarding = battle.state["boarding"]
    if boarding is not None and boarding["owed"].get(unit["owner"]):
        boarding["taken"][unit["owner"]] += number
    return "hurt", {"unit": unit["called"], "number": number}


def strike(battle: Battle, event: Json) -> Said:
    """One loss, in the order that the edition demands."""
    battle.need("play", "clock")
    unit = battle.unit(key_of_event(event, "unit"))
    if unit["lost"] != "adrift" or not unit["owed"]:
        unit = battle.standing(unit["id"])
    code = text_of(event, "system")
    if not unit["known"]:
        raise PointlessError("not-known", unit=unit["called"])
    if code not in may_lose(battle, unit):
        raise PointlessError("cant-lose", unit=unit["called"])
    if code == "W":
        unit["white"] -= 1
    elif code == "ace":
        unit["ace"] = ""
    else:
        unit["left"].remove(code)
    unit["struck"].append(code)
    unit["owed"] = max(0, unit["owed"] - 1)
    values: dict[str, str | int] = {"unit": unit["called"], "system": system_name(battle, code)}
    if not may_lose(battle, unit) and battle.rules["losses"]["is_destroyed"]:
        more = lose(battle, unit, "destroyed")
        return "strike-last", {**values, "player": battle.called(unit["owner"]), "more": more}
    battle.dice_of(unit)
    return "strike", {**values, "dice": unit["dice"]}


def system_name(battle: Battle, code: str) -> str:
    if code in ("W", "ace"):
        say: str = battle.rules["say"]["a-white" if code == "W" else "the-ace"]
        return say
    head, _, rest = code.partition(":")
    names = [battle.rules["system_names"].get(part, part) for part in head.split("/")]
    return " / ".join(names) + (f" ({rest})" if rest else "")


def lose(battle: Battle, unit: UnitInPlay, how: str) -> str:
    """A unit leaves the table, and nobody waits for it. Returns what goes through to the unit it covered."""
    state = battle.state
    more = blow_through(battle, unit)
    # A company that dodged with its last fuel still takes the other hits.
    unit["lost"], unit["owed"], unit["defense"] = how, (unit["owed"] if how == "adrift" else 0), None
    unit["spot"], unit["ace_spot"], unit["more_spots"] = None, None, []
    state["open_turns"] = [one for one in state["open_turns"] if one["unit"] != unit["id"]]
    more += leave_ship(battle, unit) + lose_carrier(battle, unit, how)
    attack = state["attack"]
    if attack is not None and unit["id"] in (attack["unit"], attack["target"]):
        is_target = attack["target"] == unit["id"]
        for turn in state["open_turns"]:
            turn["waits"] = False
        if not is_target or attack["rolled"] is None:
            state["attack"] = None
    return more


def leave_ship(battle: Battle, unit: UnitInPlay, to: str = "") -> str:
    """A captured ship goes back to its first owner when the last company of those who took it is gone."""
    ship = battle.state["units"].get(unit["aboard"])
    is_adrift = unit["lost"] == "adrift"
    unit["aboard"] = unit["aboard"] if is_adrift else to
    if ship is None or ship["owner"] == ship["first"] or ship["owner"] != unit["owner"] or ship["lost"]:
        return ""
    if battle.kind(ship)["count"] != "ships" or _crew(battle, ship):
        return ""
    take_over(battle, ship, ship["first"])
    values: dict[str, str | int] = {"unit": ship["called"], "player": battle.called(ship["first"])}
    return filled(battle.rules["say"]["left-alone"], values)


def _crew(battle: Battle, ship: UnitInPlay) -> list[str]:
    """The companies of its owner that are aboard and have fuel."""
    units = battle.units_of(ship["owner"])
    return [one["id"] for one in units if one["aboard"] == ship["id"] and not one["lost"] and one["fuel"]]


def take_over(battle: Battle, ship: UnitInPlay, to: str) -> None:
    """Whoever has a ship holds the companies that drift with it."""
    ship["owner"] = to
    for one in battle.state["units"].values():
        if one["aboard"] == ship["id"] and one["lost"] == "adrift" and one["held_by"]:
            one["held_by"] = to


def lose_carrier(battle: Battle, ship: UnitInPlay, how: str) -> str:
    """Companies that were still in its hangar drift, or are gone with a ship that left the table."""
    more = ""
    for one in battle.state["units"].values():
        if one["aboard"] != ship["id"]:
            continue
        one["aboard"] = ""
        one["held_by"] = ""
        if one["fuel"] is None and not one["lost"]:
            lose(battle, one, "off" if how == "off" else "adrift")
            say = battle.rules["say"]["gone-with" if how == "off" else "drifts-from"]
            more += filled(say, {"unit": one["called"], "ship": ship["called"]})
    return more


def blow_through(battle: Battle, unit: UnitInPlay) -> str:
    """A covering frame that is destroyed by some of the hits on it lets the rest through."""
    attack = battle.state["attack"]
    if attack is None or attack["coverer"] != unit["id"] or not unit["known"]:
        return ""
    faces = attack["faces"]["through"]
    most = sum(face in faces for face in attack["rolled"]) if attack["rolled"] else attack["cover_hits"]
    has_left = len(unit["left"]) + unit["white"] + bool(unit["ace"])
    rest: int = min(most, attack["cover_hits"], unit["owed"] - has_left) if faces else 0
    target = battle.state["units"].get(attack["target"])
    if rest <= 0 or target is None or target["lost"]:
        return ""
    attack["hits"], attack["cover_hits"] = attack["hits"] + rest, attack["cover_hits"] - rest
    # It is the same attack, from which it may step away once.
    has_stepped = target["stepped"]
    owe(target, rest)
    target["stepped"] = has_stepped
    return filled(battle.rules["say"]["goes-through"], {"number": rest, "unit": target["called"]})


def fall(battle: Battle, event: Json) -> Said:
    """A damage die for so many bricks of height; the faces rolled, or the number that hurt."""
    battle.need("play", "clock")
    rules, unit = battle.rules.get("falling"), battle.standing(key_of_event(event, "unit"))
    bricks = number_of(event, "bricks", 1, 99)
    if not rules or bricks is None:
        raise PointlessError("no-number")
    dice = bricks // rules["bricks"]
    rolled = numbers_of(event.get("rolled"), 1, 6, 99)
    number = number_of(event, "number", 0, dice)
    if rolled is not None:
        number = sum(face in battle.rules["charts"][rules["chart"]]["target"] for face in rolled)
    if number is None or (rolled is not None and len(rolled) != dice):
        raise PointlessError("wrong-dice", number=dice)
    owe(unit, number)
    return "fall", {"unit": unit["called"], "bricks": bricks, "dice": dice, "number": number}


def lost(battle: Battle, event: Json) -> Said:
    battle.need("play", "clock")
    unit = battle.standing(key_of_event(event, "unit"))
    owner = battle.called(unit["owner"])
    more = lose(battle, unit, "destroyed")
    return "lost", {"unit": unit["called"], "player": owner, "more": more}


def off(battle: Battle, event: Json) -> Said:
    """A ship that has left the table."""
    battle.need("play")
    unit = battle.standing(key_of_event(event, "unit"))
    if battle.kind(unit)["count"] != "ships":
        raise PointlessError("only-ships")
    owner = battle.called(unit["owner"])
    more = lose(battle, unit, "off")
    return "off", {"unit": unit["called"], "player": owner, "more": more}


def ignore(battle: Battle, event: Json) -> Said:
    """Takes one damage less, for stepping away from a station or for fuel."""
    battle.need("play", "clock")
    unit = battle.standing(key_of_event(event, "unit"))
    if not unit["owed"]:
        raise PointlessError("nothing-owed", unit=unit["called"])
    if text_of(event, "how") == "fuel":
        fuel = battle.rules["fuel"]
        has = unit["fuel"] or 0
        if not fuel or fuel["dodge_needs"] not in unit["left"] or has < fuel["dodge"]:
            raise PointlessError("cant-dodge", unit=unit["called"])
        unit["owed"] -= 1
        unit["fuel"] = has - fuel["dodge"]
        # It steps away from the ship that it touches.
        more = leave_ship(battle, unit)
        more += lose(battle, unit, "adrift") if unit["fuel"] == 0 else ""
        return "dodge", {"unit": unit["called"], "fuel": has - fuel["dodge"], "more": more}
    stepping = battle.rules["stepping"]
    if not stepping or unit["kind"] not in stepping["kinds"] or unit["stepped"]:
        raise PointlessError("cant-dodge", unit=unit["called"])
    unit["owed"] -= 1
    unit["stepped"] = True
    return "step", {"unit": unit["called"]}


def restore(battle: Battle, event: Json) -> Said:
    battle.need("play", "clock")
    unit = battle.standing(key_of_event(event, "unit"))
    code = text_of(event, "system")
    if not battle.rules["repairs"]:
        raise PointlessError("no-repairs")
    if code not in unit["struck"] or code in ("W", "ace"):
        raise PointlessError("not-struck", unit=unit["called"])
    if battle.kind(unit)["needs_fuel"]:
        battle.judge(event, "carriers-mend", {"unit": unit["called"]})
    elif unit["restored"] >= unit["white"]:
        battle.judge(event, "no-white-left", {"unit": unit["called"], "number": unit["white"]})
    unit["restored"] += 1
    mend_one(battle, unit, code)
    return "restore", {"unit": unit["called"], "system": system_name(battle, code), "dice": unit["dice"]}


def mend_one(battle: Battle, unit: UnitInPlay, code: str) -> None:
    unit["struck"].remove(code)
    unit["left"] = sorted([*unit["left"], code])
    battle.dice_of(unit)


def rocket(battle: Battle, event: Json) -> Said:
    battle.need("play")
    unit = battle.standing(key_of_event(event, "unit"))
    number = number_of(event, "number", 1, 9) or 1
    if number > unit["rockets"]:
        raise PointlessError("no-rocket", unit=unit["called"])
    unit["rockets"] -= number
    return "rocket", {"unit": unit["called"], "left": unit["rockets"]}


def station(battle: Battle, event: Json) -> Said:
    """A station is seized or regained, or nobody has it while others contest it."""
    battle.need("play", "clock")
    found = next((one for one in battle.state["stations"] if one["id"] == text_of(event, "station")), None)
    if found is None:
        raise PointlessError("no-station")
    to = key_of_event(event, "to")
    said = [key for key in list_in(event.get("contested"), 9) if isinstance(key, str)]
    keys = [player["key"] for player in battle.state["players"]]
    contested = [key for key in keys if key in said]
    before = found["holder"]
    if to:
        battle.player(to)
    elif text_of(event, "to") != "" or event.get("to") != "":
        raise PointlessError("no-player")
    elif not 0 < battle.rules["contested"] <= len(keys):
        raise PointlessError("not-contested")
    if before == to and contested == found["contested_by"]:
        raise PointlessError("no-change")
    found["holder"], found["contested_by"] = to, contested
    values: dict[str, str | int] = {"station": found["name"], "player": battle.called(to)}
    values["before"] = battle.called(before)
    values["others"] = ", ".join(battle.called(key) for key in contested)
    if not to:
        return ("station-contested" if contested else "station-nobody"), values
    if to == before:
        return ("station-watched" if contested else "station-quiet"), values
    if to == found["first"]:
        return "station-regained", values
    return ("station-seized" if before else "station-won"), values


def objective(battle: Battle, event: Json) -> Said:
    battle.need("play", "clock")
    held = battle.state["objective"]
    if held is None:
        raise PointlessError("no-objective")
    to = key_of_event(event, "to")
    if to:
        battle.player(to)
    elif event.get("to") != "":
        raise PointlessError("no-player")
    if held["holder"] == to:
        raise PointlessError("no-change")
    held["holder"] = to
    return ("objective" if to else "objective-nobody"), {"player": battle.called(to)}
