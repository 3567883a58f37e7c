"""Turns: one begins, the unit defends, moves, spots and is done; or its player passes."""

from __future__ import annotations

from fleets.battles.battle_state import Battle
from fleets.battles.event_fields import PointlessError, filled, key_of_event, number_of, numbers_of
from fleets.battles.game_types import Json, MadeAttack, OpenTurn, Said, UnitInPlay
from fleets.battles.standings import has_unit_order

TERRAIN = "terrain"


def open_turn(battle: Battle, unit: UnitInPlay) -> OpenTurn:
    """The unit's open turn, or a new one if it may begin now. Nothing changes before all is checked."""
    state = battle.state
    mine = next((one for one in state["open_turns"] if one["unit"] == unit["id"]), None)
    if mine is not None:
        return mine
    battle.need("play")
    if unit["activated"]:
        raise PointlessError("has-gone", unit=unit["name"])
    if not battle.can_go(unit):
        raise PointlessError("cant-go", unit=unit["name"])
    turns, attack = state["open_turns"], state["attack"]
    if turns:
        is_target = attack is not None and turns[-1]["waits"] and attack["target"] == unit["id"]
        if not is_target:
            _check_free(battle)
            end_turn(battle, turns[0])
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
    }
    state["open_turns"].append(turn)
    state["passed"] = []
    return turn


def _spots_of(battle: Battle, unit: UnitInPlay) -> int:
    """By its comms systems; if they aren't known, the most that any unit of its kind may make."""
    rows = battle.rules.get("spotting", {}).get(battle.kind(unit)["target"]) or [1]
    return int(rows[min(unit["left"].count("Y"), len(rows) - 1)] if unit["known"] else max(rows))


def _check_free(battle: Battle) -> None:
    """A single open turn ends when the next one begins; one of two, or one that waits, doesn't."""
    turns = battle.state["open_turns"]
    if len(turns) > 1 or (turns and turns[0]["waits"]):
        raise PointlessError("turn-open", unit=battle.unit(turns[-1]["unit"])["name"])


def acting_turn(battle: Battle, unit: UnitInPlay) -> OpenTurn:
    """The open turn in which the unit acts; a unit under attack may only defend until the attacker is done.

    Nothing changes before all is checked.
    """
    turns = battle.state["open_turns"]
    if any(one["unit"] == unit["id"] for one in turns):
        if turns[0]["unit"] != unit["id"] or turns[0]["waits"]:
            raise PointlessError("must-wait", unit=unit["name"])
    else:
        _check_free(battle)
    return open_turn(battle, unit)


def check_acting(battle: Battle, unit: UnitInPlay) -> OpenTurn | None:
    """The same without beginning a turn."""
    turns = battle.state["open_turns"]
    mine = next((one for one in turns if one["unit"] == unit["id"]), None)
    if mine is not None:
        if turns[0]["unit"] != unit["id"] or mine["waits"]:
            raise PointlessError("must-wait", unit=unit["name"])
        return mine
    battle.need("play")
    if unit["activated"]:
        raise PointlessError("has-gone", unit=unit["name"])
    if not battle.can_go(unit):
        raise PointlessError("cant-go", unit=unit["name"])
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
        raise PointlessError("has-turn", unit=unit["name"])
    expected, units = state["up"], state["up_units"]
    in_combat = bool(state["open_turns"]) and state["open_turns"][-1]["waits"]
    open_turn(battle, unit)
    values: dict[str, str | int] = {"player": battle.called(unit["owner"]), "unit": unit["name"]}
    values["dice"] = unit["dice"]
    if in_combat:
        return "turn-combat", values
    if expected and unit["id"] not in units:
        return "turn-odd", {**values, "expected": battle.called(expected)}
    return ("turn" if unit["dice"] else "turn-unknown"), values


def pass_turn(battle: Battle, event: Json) -> Said:
    battle.need("play")
    player = battle.player(key_of_event(event, "player"))
    state = battle.state
    if state["open_turns"]:
        raise PointlessError("turn-open", unit=battle.unit(state["open_turns"][-1]["unit"])["name"])
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
        raise PointlessError("has-defense", unit=unit["name"], value=unit["defense"])
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
        values: dict[str, str | int] = {"unit": unit["name"], "value": value}
        values["dice"] = dice_words(battle, attack["damage_dice"])
        return "defend-attacked", values
    return "defend", {"unit": unit["name"], "value": value}


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
    unit = battle.standing(key_of_event(event, "unit"))
    acting_turn(battle, unit)["moved"] = True
    value = number_of(event, "value", 0, 99)
    return ("move" if value is None else "move-far"), {"unit": unit["name"], "value": value or 0}


def may_spot_terrain(battle: Battle) -> bool:
    rules = battle.rules
    has_terrain = any(TERRAIN in row["targets"] for row in rules["attacks"].values())
    return has_terrain and TERRAIN not in rules["not_spotted"]


def spot(battle: Battle, event: Json) -> Said:
    """The higher one counts; pieces of terrain are not told apart."""
    unit = battle.standing(key_of_event(event, "unit"))
    aimed = key_of_event(event, "target")
    is_terrain = aimed == TERRAIN and may_spot_terrain(battle)
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
            "has-spotted" if before and before["spotted"] else "cant-spot", unit=unit["name"]
        )
    mine = acting_turn(battle, unit)
    mine["spots"] -= 1
    mine["spotted"] = mine["attacked"] = True
    if target is None:
        spots = [*battle.state["terrain_spots"], value]
        battle.state["terrain_spots"] = sorted(spots, reverse=True)
        return "spot", {"unit": unit["name"], "target": battle.rules["say"]["the-terrain"], "value": value}
    row = battle.rules["aces"].get(unit["ace"])
    adds = bool(ace is not None and row and row["adds"])
    # Of two dice that are added, another spot takes the place of the lower.
    is_first = adds or (target["ace_spot"] or 9) >= (target["spot"] or 0)
    stood = target["spot"] if is_first else target["ace_spot"]
    stands = value if stood is None or value > stood else stood
    target["spot" if is_first else "ace_spot"] = stands
    if ace is not None and adds:
        target["ace_spot"] = max(ace, target["ace_spot"] or 0)
    values: dict[str, str | int] = {"unit": unit["name"], "target": target["name"], "value": value}
    return ("spot" if stood != stands else "spot-lower"), {**values, "stands": stands}


def done(battle: Battle, event: Json) -> Said:
    unit = battle.unit(key_of_event(event, "unit"))
    mine = next((one for one in battle.state["open_turns"] if one["unit"] == unit["id"]), None)
    if mine is None:
        raise PointlessError("no-turn", unit=unit["name"])
    acting_turn(battle, unit)
    end_turn(battle, mine)
    left = battle.state["open_turns"]
    if left:
        return "done-next", {"unit": unit["name"], "next": battle.unit(left[0]["unit"])["name"]}
    return "done", {"unit": unit["name"]}


def gone(battle: Battle, event: Json) -> Said:
    """A turn without any details."""
    unit = battle.standing(key_of_event(event, "unit"))
    end_turn(battle, acting_turn(battle, unit))
    return "gone", {"player": battle.called(unit["owner"]), "unit": unit["name"]}


# The book's order by unit.


def order(battle: Battle, event: Json) -> Said:
    battle.need("play")
    unit = battle.standing(key_of_event(event, "unit"))
    dice = battle.rules["order_dice"]
    if not has_unit_order(battle):
        raise PointlessError("no-unit-order")
    rolled = numbers_of(event.get("rolled"), 1, dice["sides"], 9)
    count = dice["fewer"] if unit["known"] and len(unit["systems"]) < dice["fewer_than"] else dice["full"]
    if (
        rolled is None
        or not rolled
        or (unit["known"] and len(rolled) != count)
        or len(rolled) > dice["fewer"]
    ):
        raise PointlessError("wrong-dice", number=count)
    if any(row["unit"] == unit["id"] for row in battle.state["turn_order"]):
        raise PointlessError("has-order", unit=unit["name"])
    battle.state["turn_order"].append({"unit": unit["id"], "rolled": sorted(rolled), "at": 0, "used": False})
    either = f" {battle.rules['say']['or']} ".join(str(one) for one in sorted(rolled))
    return "order", {"unit": unit["name"], "rolled": either}


def wait(battle: Battle, event: Json) -> Said:
    battle.need("play")
    unit = battle.standing(key_of_event(event, "unit"))
    row = next((one for one in battle.state["turn_order"] if one["unit"] == unit["id"]), None)
    if row is None or row["at"] + 1 >= len(row["rolled"]) or unit["activated"]:
        raise PointlessError("cant-wait", unit=unit["name"])
    row["at"] += 1
    return "wait", {"unit": unit["name"], "value": row["rolled"][row["at"]]}
