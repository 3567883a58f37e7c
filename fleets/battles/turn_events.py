"""Turns: one begins, the unit defends, moves, spots and is done; or its player passes."""

from __future__ import annotations

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
from fleets.battles.game_types import Json, MadeAttack, OpenTurn, Said, UnitInPlay
from fleets.battles.standings import choose_who_is_up, has_unit_order

TERRAIN, DEBRIS = "terrain", "debris"


def open_turn(battle: Battle, unit: UnitInPlay) -> OpenTurn:
    """The unit's open turn, or a new one if it may begin now. Nothing changes before all is checked."""
    state = battle.state
    mine = next((one for one in state["open_turns"] if one["unit"] == unit["id"]), None)
    if mine is not None:
        return mine
    battle.need("play")
    if unit["activated"]:
        raise PointlessError("has-gone", unit=unit["called"])
    if not battle.can_go(unit):
        raise PointlessError("cant-go", unit=unit["called"])
    turns, attack = state["open_turns"], state["attack"]
    if turns:
        is_target = attack is not None and turns[-1]["waits"] and attack["target"] == unit["id"]
        if not is_target:
            _check_free(battle)
            end_turn(battle, turns[0])
            choose_who_is_up(battle)
    if state["up"] and unit["id"] not in state["up_units"]:
        who = {"player": battle.called(state["up"])}
        battle.notes.append(filled(battle.rules["say"]["out-of-turn"], who))
    # In combat order its number hasn't come.
    for row in state["turn_order"] if not state["open_turns"] else []:
        row["used"] = row["used"] or row["unit"] == unit["id"]
    unit["activated"] = True
    turn: OpenTurn = {
        "unit": unit["id"],
        "waits": False,
        "defended": False,
        "moved": False,
        "attacked": False,
        "spotted": False,
        # How many it may still make.
        "spots": _spots_of(battle, unit),
        "left": list(unit["left"]),
        "pool": unit["pool"],
    }
    state["open_turns"].append(turn)
    state["passed"] = []
    return turn


def _spots_of(battle: Battle, unit: UnitInPlay) -> int:
    """By its comms systems; if they aren't known, the most that any unit of its kind may make."""
    rows = battle.rules.get("spotting", {}).get(battle.kind(unit)["target"]) or [1]
    return int(rows[min(unit["left"].count("Y"), len(rows) - 1)] if unit["known"] else max(rows))


def is_aboard(battle: Battle, unit: UnitInPlay) -> bool:
    """A company that was never launched can't be a target."""
    return bool(battle.kind(unit)["needs_fuel"]) and unit["fuel"] is None


def most_shown(battle: Battle, unit: UnitInPlay, colour: str, letter: str = "", rockets: int = 0) -> int:
    """The highest number that a white die of it or one of a colour can show; 8 if nobody knows its dice.

    A high value asset only moves.
    """
    if not unit["known"]:
        return 8
    if not battle.kind(unit)["white"]:
        return 8 if colour == "G" else 0
    mine = next((one for one in battle.state["open_turns"] if one["unit"] == unit["id"]), None)
    fired = battle.rules["rocket_dice"] if rockets else []
    rocket = fired[0][3] if fired else letter
    most = 0
    for _count, die, sides, at in mine["pool"] if mine is not None else unit["pool"]:
        if die == "W" or (die == colour and at in (letter, rocket)):
            most = max(most, sides)
    return most


def judge_number(battle: Battle, event: Json, unit: UnitInPlay, value: int, most: int) -> None:
    """A number that none of its dice can show."""
    if value > most:
        say = "no-such-die" if most else "only-moves"
        battle.judge(event, say, {"unit": unit["called"], "value": value, "most": most})


def _check_free(battle: Battle) -> None:
    """A single open turn ends when the next one begins; one of two, or one that waits, doesn't."""
    turns = battle.state["open_turns"]
    if len(turns) > 1 or (turns and turns[0]["waits"]):
        raise PointlessError("turn-open", unit=battle.unit(turns[-1]["unit"])["called"])


def acting_turn(battle: Battle, unit: UnitInPlay) -> OpenTurn:
    """The open turn in which the unit acts; a unit under attack may only defend until the attacker is done.

    Nothing changes before all is checked.
    """
    turns = battle.state["open_turns"]
    if any(one["unit"] == unit["id"] for one in turns):
        if turns[0]["unit"] != unit["id"] or turns[0]["waits"]:
            raise PointlessError("must-wait", unit=unit["called"])
    else:
        _check_free(battle)
    return open_turn(battle, unit)


def check_acting(battle: Battle, unit: UnitInPlay) -> OpenTurn | None:
    """The same without beginning a turn."""
    turns = battle.state["open_turns"]
    mine = next((one for one in turns if one["unit"] == unit["id"]), None)
    if mine is not None:
        if turns[0]["unit"] != unit["id"] or mine["waits"]:
            raise PointlessError("must-wait", unit=unit["called"])
        return mine
    battle.need("play")
    if unit["activated"]:
        raise PointlessError("has-gone", unit=unit["called"])
    if not battle.can_go(unit):
        raise PointlessError("cant-go", unit=unit["called"])
    _check_free(battle)
    return None


def end_turn(battle: Battle, turn: OpenTurn) -> None:
    state = battle.state
    state["open_turns"] = [one for one in state["open_turns"] if one["unit"] != turn["unit"]]
    attack = state["attack"]
    if attack is not None and attack["unit"] == turn["unit"]:
        state["attack"] = None


def turn(battle: Battle, event: Json) -> Said:
    unit = battle.standing(key_of_event(event, "unit"))
    state = battle.state
    if any(one["unit"] == unit["id"] for one in state["open_turns"]):
        raise PointlessError("has-turn", unit=unit["called"])
    in_combat = bool(state["open_turns"]) and state["open_turns"][-1]["waits"]
    open_turn(battle, unit)
    values: dict[str, str | int] = {"player": battle.called(unit["owner"]), "unit": unit["called"]}
    values["dice"] = unit["dice"]
    if in_combat:
        return "turn-combat", values
    if unit["owner"] != unit["first"] and unit["white"]:
        return "turn-captured", {**values, "first": battle.called(unit["first"])}
    return ("turn" if unit["dice"] else "turn-unknown"), values


def pass_turn(battle: Battle, event: Json) -> Said:
    battle.need("play")
    player = battle.player(key_of_event(event, "player"))
    state = battle.state
    if state["open_turns"]:
        raise PointlessError("turn-open", unit=battle.unit(state["open_turns"][-1]["unit"])["called"])
    if state["up"] != player["key"]:
        raise PointlessError("not-up", player=player["name"])
    if not state["may_pass"]:
        raise PointlessError("must-go", player=player["name"])
    state["passed"].append(player["key"])
    return "pass", {"player": player["name"]}


def defend(battle: Battle, event: Json) -> Said:
    unit = battle.standing(key_of_event(event, "unit"))
    value = number_of(event, "value", 0, 8)
    if value is None:
        raise PointlessError("no-number")
    if unit["defense"] is not None:
        raise PointlessError("has-defense", unit=unit["called"], value=unit["defense"])
    judge_number(battle, event, unit, value, most_shown(battle, unit, "B"))
    attack = battle.state["attack"]
    is_awaited = attack is not None and attack["target"] == unit["id"] and attack["defense"] is None
    mine = next((one for one in battle.state["open_turns"] if one["unit"] == unit["id"]), None)
    if mine is None and not (is_awaited and unit["activated"]):
        # Its turn was not recorded and its defense is entered now; otherwise its turn begins.
        mine = open_turn(battle, unit)
    if mine is not None:
        mine["defended"] = True
    unit["defense"] = value
    if attack is not None and is_awaited:
        meet(battle, attack, value)
        values: dict[str, str | int] = {"unit": unit["called"], "value": value}
        values["dice"] = dice_words(battle, attack["damage_dice"])
        return "defend-attacked", values
    return "defend", {"unit": unit["called"], "value": value}


def meet(battle: Battle, attack: MadeAttack, defense: int) -> None:
    """Compares attack and defense: how many damage dice; the attacker goes on."""
    attack["defense"] = defense
    attack["damage_dice"] = max(0, attack["value"] + attack["spot"] - defense)
    for one in battle.state["open_turns"]:
        if one["unit"] == attack["unit"]:
            one["waits"] = False


def dice_words(battle: Battle, number: int | None) -> str:
    say = "no-dice" if not number else "damage-die" if number == 1 else "damage-dice"
    return filled(battle.rules["say"][say], {"number": number or 0})


def move(battle: Battle, event: Json) -> Said:
    """How far is told or not; with climbing, so many bricks of height are a unit of it."""
    unit = battle.standing(key_of_event(event, "unit"))
    value, bricks = number_of(event, "value", 0, 99), number_of(event, "climbed", 1, 99)
    mine = check_acting(battle, unit)
    if mine is not None and (mine["moved"] or mine["spotted"]):
        battle.judge(event, "has-moved" if mine["moved"] else "spot-is-last", {"unit": unit["called"]})
    # A ship's speed isn't what its die shows.
    if value is not None and battle.kind(unit)["target"] != "ship":
        judge_number(battle, event, unit, value, most_shown(battle, unit, "G"))
    climbing = battle.rules.get("falling")
    values: dict[str, str | int] = {"unit": unit["called"], "value": value or 0}
    if bricks is not None and climbing:
        values = {**values, "bricks": bricks, "units": -(-bricks // climbing["climbed"])}
        if not battle.state["options"].get("climbing"):
            battle.judge(event, "no-climbing", {})
        if unit["known"] and "G" not in unit["left"]:
            battle.judge(event, "cant-climb", {"unit": unit["called"]})
        if value is not None and bricks > value * climbing["climbed"]:
            battle.judge(event, "too-high", values)
    acting_turn(battle, unit)["moved"] = True
    if bricks is not None and climbing:
        return "move-climbs", values
    return ("move" if value is None else "move-far"), values


def may_spot_terrain(battle: Battle) -> bool:
    rules = battle.rules
    has_terrain = any(TERRAIN in row["targets"] for row in rules["attacks"].values())
    return has_terrain and TERRAIN not in rules["not_spotted"]


def spot(battle: Battle, event: Json) -> Said:
    """The higher one counts; pieces of terrain are not told apart."""
    unit = battle.standing(key_of_event(event, "unit"))
    aimed = key_of_event(event, "target")
    is_terrain = aimed == TERRAIN and may_spot_terrain(battle)
    if aimed in (TERRAIN, DEBRIS) and not is_terrain:
        raise PointlessError("no-target")
    target = None if is_terrain else battle.standing(aimed)
    value = number_of(event, "value", 1, 8)
    ace = number_of(event, "ace", 1, 8)
    if value is None:
        raise PointlessError("no-number")
    if target is unit:
        raise PointlessError("no-target")
    before = check_acting(battle, unit)
    if not (before["spots"] if before else _spots_of(battle, unit)):
        raise PointlessError(
            "has-spotted" if before and before["spotted"] else "cant-spot", unit=unit["called"]
        )
    if target is not None and (not battle.kind(target)["target"] or is_aboard(battle, target)):
        battle.judge(event, "helps-nobody", {"unit": target["called"]})
    judge_number(battle, event, unit, max(value, ace or 0), most_shown(battle, unit, "Y"))
    _judge_sight(battle, event, unit)
    mine = acting_turn(battle, unit)
    mine["spots"] -= 1
    mine["spotted"] = mine["attacked"] = True
    if target is None:
        spots = [*battle.state["terrain_spots"], value]
        battle.state["terrain_spots"] = sorted(spots, reverse=True)
        return "spot", {"unit": unit["called"], "target": battle.rules["say"]["the-terrain"], "value": value}
    return _put_spot(battle, unit, target, value, ace)


def _put_spot(battle: Battle, unit: UnitInPlay, target: UnitInPlay, value: int, ace: int | None) -> Said:
    """A die beside a unit: the higher one stands, or all do."""
    if not battle.rules["high_spot"]:
        dice = sorted([*target["more_spots"], target["spot"] or 0, value], reverse=True)
        target["spot"], target["more_spots"] = dice[0], [die for die in dice[1:] if die]
        return "spot", {"unit": unit["called"], "target": target["called"], "value": value}
    row = battle.rules["aces"].get(unit["ace"])
    adds = bool(ace is not None and row and row["adds"])
    # Of two dice that are added, another spot takes the place of the lower.
    is_first = adds or (target["ace_spot"] or 9) >= (target["spot"] or 0)
    stood = target["spot"] if is_first else target["ace_spot"]
    stands = value if stood is None or value > stood else stood
    target["spot" if is_first else "ace_spot"] = stands
    if ace is not None and adds:
        target["ace_spot"] = max(ace, target["ace_spot"] or 0)
    values: dict[str, str | int] = {"unit": unit["called"], "target": target["called"], "value": value}
    return ("spot" if stood != stands else "spot-lower"), {**values, "stands": stands}


def sight_of(battle: Battle, unit: UnitInPlay) -> Json | None:
    """How far it spots and whether into cover, by its comms systems; None if nobody knows those."""
    rows = battle.rules["sights"].get(battle.kind(unit)["target"])
    if not rows or not unit["known"]:
        return None
    found: Json = rows[min(unit["left"].count("Y"), len(rows) - 1)]
    ace = battle.rules["aces"].get(unit["ace"])
    return {**found, "reach": ace["spots_to"]} if ace and ace["spots_to"] else found


def _judge_sight(battle: Battle, event: Json, unit: UnitInPlay) -> None:
    """If somebody has told how far away the target is, or that it is in cover."""
    sight, far = sight_of(battle, unit), text_of(event, "range")
    ranges: list[str] = battle.rules["nearest_first"]
    if sight is None:
        return
    if far in ranges and sight["reach"] in ranges and ranges.index(far) > ranges.index(sight["reach"]):
        reach = battle.rules["ranges"][sight["reach"]]
        battle.judge(event, "too-far", {"unit": unit["called"], "range": reach})
    if text_of(event, "cover") == "cover" and not sight["in_cover"]:
        battle.judge(event, "no-sight", {"unit": unit["called"]})


def enter(battle: Battle, event: Json) -> Said:
    """A unit, or all of them if none is named, stands in hostile terrain that was agreed on, or in none."""
    battle.need("setup", "deploy", "play", "clock")
    where, key = text_of(event, "terrain"), key_of_event(event, "unit")
    if where and where not in list_in(battle.state["options"].get("environments"), 99):
        raise PointlessError("no-terrain")
    units = [battle.standing(key)] if key else [*battle.state["units"].values()]
    if all(unit["stands_in"] == where for unit in units):
        raise PointlessError("no-change")
    for unit in units:
        unit["stands_in"] = where
    values: dict[str, str | int] = {"unit": units[0]["called"] if key else "", "terrain": where}
    if key:
        battle.dice_of(units[0])
        return ("enter" if where else "leave-terrain"), {**values, "dice": units[0]["dice"]}
    return ("enter-all" if where else "leave-terrain-all"), values


def done(battle: Battle, event: Json) -> Said:
    unit = battle.unit(key_of_event(event, "unit"))
    mine = next((one for one in battle.state["open_turns"] if one["unit"] == unit["id"]), None)
    if mine is None:
        raise PointlessError("no-turn", unit=unit["called"])
    acting_turn(battle, unit)
    end_turn(battle, mine)
    left = battle.state["open_turns"]
    if left:
        return "done-next", {"unit": unit["called"], "next": battle.unit(left[0]["unit"])["called"]}
    return "done", {"unit": unit["called"]}


def gone(battle: Battle, event: Json) -> Said:
    """A turn without any details."""
    unit = battle.standing(key_of_event(event, "unit"))
    end_turn(battle, acting_turn(battle, unit))
    return "gone", {"player": battle.called(unit["owner"]), "unit": unit["called"]}


# The book's order by unit.


def order(battle: Battle, event: Json) -> Said:
    battle.need("play")
    unit = battle.standing(key_of_event(event, "unit"))
    dice = battle.rules["order_dice"]
    if not has_unit_order(battle):
        raise PointlessError("no-unit-order")
    rolled = numbers_of(event.get("rolled"), 1, dice["sides"], 9)
    has = unit["left"] if dice["of_left"] else unit["systems"]
    count = dice["fewer"] if unit["known"] and len(has) < dice["fewer_than"] else dice["full"]
    if (
        rolled is None
        or not rolled
        or (unit["known"] and len(rolled) != count)
        or len(rolled) > dice["fewer"]
    ):
        raise PointlessError("wrong-dice", number=count)
    if any(row["unit"] == unit["id"] for row in battle.state["turn_order"]):
        raise PointlessError("has-order", unit=unit["called"])
    battle.state["turn_order"].append({"unit": unit["id"], "rolled": sorted(rolled), "at": 0, "used": False})
    either = f" {battle.rules['say']['or']} ".join(str(one) for one in sorted(rolled))
    return "order", {"unit": unit["called"], "rolled": either}


def wait(battle: Battle, event: Json) -> Said:
    battle.need("play")
    unit = battle.standing(key_of_event(event, "unit"))
    row = next((one for one in battle.state["turn_order"] if one["unit"] == unit["id"]), None)
    if row is None or row["at"] + 1 >= len(row["rolled"]) or unit["activated"]:
        raise PointlessError("cant-wait", unit=unit["called"])
    row["at"] += 1
    return "wait", {"unit": unit["called"], "value": row["rolled"][row["at"]]}
