"""Attacks: a target, a range and a number; what the damage dice do; damage that a unit still has to take."""

from __future__ import annotations

from fleets.battles.battle_state import Battle
from fleets.battles.event_fields import (
    PointlessError,
    filled,
    is_true,
    key_of_event,
    number_of,
    numbers_of,
    text_of,
    whole,
)
from fleets.battles.game_types import Json, MadeAttack, Said, UnitInPlay
from fleets.battles.turn_events import (
    DEBRIS,
    TERRAIN,
    acting_turn,
    check_acting,
    dice_words,
    is_aboard,
    judge_number,
    meet,
    most_shown,
)

MOST_DICE = 24


def dice_range(battle: Battle, unit: UnitInPlay, letter: str) -> str:
    """Whose dice and chart count at a range: an ace may reach further as though it were near."""
    ace = battle.rules["aces"].get(unit["ace"])
    reaches_further = ace and letter in ace["shoots_at"] and letter in battle.rules["attacks"]
    return str(ace["as"]) if reaches_further else letter


def thing_in(battle: Battle) -> str:
    """What can be attacked beside units: terrain, or debris among ships."""
    has_terrain = any(TERRAIN in row["targets"] for row in battle.rules["attacks"].values())
    return TERRAIN if has_terrain else DEBRIS


def is_always_in_cover(battle: Battle, target: UnitInPlay | None) -> bool:
    ace = battle.rules["aces"].get(target["ace"]) if target is not None else None
    return bool(ace and ace["in_cover"])


def chart_for(battle: Battle, letter: str, target: UnitInPlay | None, cover: str) -> str:
    """The name of the chart; a cover that isn't named makes no difference."""
    row = battle.rules["attacks"].get(letter)
    kind = thing_in(battle) if target is None else battle.kind(target)["target"]
    covers = row["targets"].get(kind) if row else None
    if not covers:
        raise PointlessError("no-target")
    name: str = covers.get("cover" if is_always_in_cover(battle, target) else cover) or covers["open"]
    return name


def faces_of(battle: Battle, chart: str, is_terrain: bool) -> dict[str, list[int]]:
    row = battle.rules["charts"][chart]
    faces = {"target": row["target"], "cover": row["cover"], "through": row["through"]}
    point = battle.rules["open"].get("charts")
    answer = battle.state["answers"].get("charts")
    if is_terrain and point and answer in point["faces"]:
        faces = {**faces, "target": point["faces"][answer]}
    return faces


def can_shoot(battle: Battle, unit: UnitInPlay, left: list[str], letter: str, rockets: int) -> bool:
    """By what it carried when it rolled; if that isn't known, the entry is believed."""
    rules = battle.rules
    ace = rules["aces"].get(unit["ace"])
    return bool(
        not unit["known"]
        or rules["attacks"][letter]["unarmed"]
        or any(part == f"R{letter}" for code in left for part in code.split("/"))
        or (rockets and letter == rules["rocket_reach"])
        or (ace and letter in ace["shoots_at"])
    )


def attack(battle: Battle, event: Json) -> Said:
    unit = battle.standing(key_of_event(event, "unit"))
    value, letter, cover = number_of(event, "value", 0, 8), text_of(event, "range"), text_of(event, "cover")
    if value is None:
        raise PointlessError("no-number")
    aimed = key_of_event(event, "target")
    target = None if aimed == thing_in(battle) else battle.standing(aimed)
    if target is unit or (target is not None and is_aboard(battle, target)):
        raise PointlessError("no-target")
    mine = check_acting(battle, unit)
    if mine is not None and (mine["attacked"] or mine["spotted"]):
        raise PointlessError("has-attacked", unit=unit["called"])
    if value == 0:
        acting_turn(battle, unit)["attacked"] = True
        return "abort", {"unit": unit["called"]}
    chart = chart_for(battle, dice_range(battle, unit, letter), target, cover or "open")
    rockets = number_of(event, "rockets", 0, 9) or 0
    if rockets > unit["rockets"] or (rockets and letter != battle.rules["rocket_reach"]):
        raise PointlessError("no-rocket", unit=unit["called"])
    left = mine["left"] if mine is not None else unit["left"]
    if not can_shoot(battle, unit, left, letter, rockets):
        raise PointlessError("no-weapon", unit=unit["called"], range=battle.rules["ranges"][letter])
    near = dice_range(battle, unit, letter)
    judge_number(battle, event, unit, value, most_shown(battle, unit, "R", near, rockets))
    coverer = key_of_event(event, "coverer")
    if coverer and battle.standing(coverer) in (unit, target):
        raise PointlessError("no-target")
    if target is not None and target["owner"] == unit["owner"]:
        battle.judge(event, "own-unit", {"unit": unit["called"], "target": target["called"]})
    return _make_attack(battle, event, unit, target, chart, value, rockets)


def _new_attack(battle: Battle, event: Json, unit: str, target: UnitInPlay | None, chart: str) -> MadeAttack:
    return {
        "unit": unit,
        "target": target["id"] if target else thing_in(battle),
        "range": text_of(event, "range"),
        "cover": "cover" if is_always_in_cover(battle, target) else text_of(event, "cover") or "open",
        "value": 0,
        "spot": 0,
        "rockets": 0,
        "defense": None,
        "damage_dice": None,
        "chart": chart,
        "rolled": None,
        "hits": 0,
        "cover_hits": 0,
        "coverer": key_of_event(event, "coverer"),
        "faces": faces_of(battle, chart, target is None),
    }


def _make_attack(
    battle: Battle,
    event: Json,
    unit: UnitInPlay,
    target: UnitInPlay | None,
    chart: str,
    value: int,
    rockets: int,
) -> Said:
    mine = acting_turn(battle, unit)
    mine["attacked"] = True
    unit["rockets"] -= rockets
    spot = _use_spot(battle, event, target)
    made = _new_attack(battle, event, unit["id"], target, chart)
    made["value"], made["spot"], made["rockets"] = value, spot, rockets
    battle.state["attack"] = made
    values: dict[str, str | int] = {
        "unit": unit["called"],
        "target": target["called"] if target else battle.rules["say"][f"the-{thing_in(battle)}"],
        "range": battle.rules["ranges"][made["range"]],
        "value": value,
    }
    values["sum"] = f"{value} + {spot}" if spot else value
    if target is None:
        meet(battle, made, 0)
    elif target["defense"] is not None:
        meet(battle, made, target["defense"])
    else:
        mine["waits"] = battle.can_go(target)
        return ("attack-waits" if mine["waits"] else "attack-unmet"), values
    return ("attack-hits" if made["damage_dice"] else "attack-misses"), {
        **values,
        "defense": made["defense"] or 0,
        "dice": dice_words(battle, made["damage_dice"]),
    }


def _use_spot(battle: Battle, event: Json, target: UnitInPlay | None) -> int:
    """Takes its dice off the table. For terrain the number names the die; without one it is the highest."""
    state = battle.state
    if target is None:
        spots = state["terrain_spots"]
        wanted: int | None = spots[0] if spots and is_true(event, "spot") else number_of(event, "spot", 1, 8)
        if wanted is None or wanted not in spots:
            return 0
        spots.remove(wanted)
        return wanted
    dice = [target["spot"] or 0, *target["more_spots"]]
    asked = number_of(event, "spot", 1, 8)
    # Where several dice stand beside it, one of them may be named.
    if asked is None or asked not in dice or battle.rules["high_spot"]:
        asked = dice[0] if is_true(event, "spot") else None
    if asked is None:
        return 0
    spot: int = asked
    dice.remove(spot)
    added: int = target["ace_spot"] or 0
    target["spot"], target["more_spots"], target["ace_spot"] = (dice[0] if dice else None), dice[1:], None
    return spot + added


def abort(battle: Battle, event: Json) -> Said:
    unit = battle.standing(key_of_event(event, "unit"))
    mine = acting_turn(battle, unit)
    if mine["attacked"]:
        raise PointlessError("has-attacked", unit=unit["called"])
    mine["attacked"] = True
    return "abort", {"unit": unit["called"]}


def _count_hits(event: Json, made: MadeAttack) -> None:
    most = made["damage_dice"] if made["damage_dice"] is not None else MOST_DICE
    rolled = numbers_of(event.get("rolled"), 1, 6, MOST_DICE)
    if rolled is None:
        on_target, on_cover = number_of(event, "number", 0, most), number_of(event, "cover", 0, most) or 0
        if on_target is None or on_target + on_cover > most:
            raise PointlessError("no-number")
        made["rolled"], made["hits"], made["cover_hits"] = [], on_target, on_cover
        return
    if len(rolled) > most or (made["damage_dice"] is not None and len(rolled) != most):
        raise PointlessError("wrong-dice", number=most)
    faces = made["faces"]
    may_go_through = sum(face in faces["through"] for face in rolled)
    through = min(whole(event.get("through"), 0, MOST_DICE) or 0, may_go_through)
    made["rolled"] = rolled
    made["hits"] = sum(face in faces["target"] for face in rolled) + through
    made["cover_hits"] = sum(face in faces["cover"] for face in rolled) - through


def hits(battle: Battle, event: Json) -> Said:
    """What the damage dice did: their faces, or the number of hits as people count them."""
    made = battle.state["attack"]
    unit = battle.unit(key_of_event(event, "unit"))
    if made is None or made["unit"] != unit["id"] or made["rolled"] is not None:
        raise PointlessError("no-attack", unit=unit["called"])
    if (
        made["target"] != thing_in(battle)
        and battle.unit(made["target"])["defense"] is None
        and any(one["waits"] for one in battle.state["open_turns"])
    ):
        raise PointlessError("must-wait", unit=unit["called"])
    _count_hits(event, made)
    rolled: list[int] = made["rolled"] or []
    on_target, on_cover = made["hits"], made["cover_hits"]
    values: dict[str, str | int] = {"unit": unit["called"], "hits": on_target, "cover": on_cover}
    values["rolled"] = " ".join(str(face) for face in rolled)
    # People count hits; only some tell the faces.
    told = "" if rolled else "-number"
    is_thing = made["target"] == thing_in(battle)
    by_terrain = on_target if is_thing else on_cover if made["cover"] == "cover" else 0
    pieces = by_terrain * (battle.rules.get("pieces") or 0)
    values["loses"] = filled(battle.rules["say"]["loses-pieces"], {"pieces": pieces}) if pieces else ""
    if is_thing:
        return f"hits-{thing_in(battle)}{told}", values
    target = battle.unit(made["target"])
    owe(target, on_target)
    if made["coverer"] and on_cover and made["cover"] == "frame":
        coverer = battle.unit(made["coverer"])
        if not _is_safe_cover(battle, coverer):
            owe(coverer, on_cover)
    values["target"] = target["called"]
    return f"hits{'-cover' if on_cover else ''}{told}", values


def coverers(battle: Battle) -> list[str]:
    """The units that may have stood between, until somebody says which one did."""
    made = battle.state["attack"]
    if made is None or made["cover"] != "frame" or not made["faces"]["cover"]:
        return []
    if not made["cover_hits"] or made["coverer"]:
        return []
    not_these = (made["unit"], made["target"])
    return [
        one["id"] for one in battle.state["units"].values() if not one["lost"] and one["id"] not in not_these
    ]


def covered(battle: Battle, event: Json) -> Said:
    """The unit that stood between takes the hits on the cover, unless it is safe there."""
    made = battle.state["attack"]
    unit = battle.standing(key_of_event(event, "unit"))
    if made is None or unit["id"] not in coverers(battle):
        raise PointlessError("no-cover", unit=unit["called"])
    made["coverer"] = unit["id"]
    if _is_safe_cover(battle, unit):
        return "covered-safe", {"unit": unit["called"]}
    owe(unit, made["cover_hits"])
    return "covered", {"unit": unit["called"], "number": made["cover_hits"]}


def owe(unit: UnitInPlay, number: int) -> None:
    """Damage that its owner still has to take."""
    if not unit["lost"] and number:
        unit["owed"] = min(99, unit["owed"] + number)
        unit["stepped"] = False


def _is_safe_cover(battle: Battle, unit: UnitInPlay) -> bool:
    return any(
        unit["left"].count(code) >= count for code, count in battle.rules["losses"]["safe_cover"].items()
    )
