"""A 'mech on its sheet: parts and their circles, what an action takes, and where damage goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fleets.battles.event_fields import object_of, whole

if TYPE_CHECKING:
    from fleets.battles.game_types import Json, MechEnemy, MechGame, MechPart

TORSO, LEGS = "torso", "legs"
MOST_ARMOUR = 5


def new_mech(rules: Json, force: Json) -> MechGame:
    """Armour and weapons as the force has them; what the sheet doesn't know is left out."""
    loadout = object_of(force.get("loadout"))
    written, above = object_of(loadout.get("mounts")), object_of(loadout.get("armour"))
    weapons = {key_of(mount): key_of(name) for mount, name in written.items() if isinstance(name, str)}
    parts: dict[str, MechPart] = {}
    weight = 0
    for part, start in rules["armour"].items():
        more = whole(above.get(part), 0, max(0, MOST_ARMOUR - start)) or 0
        weight += more
        parts[part] = _part("", start + more, rules["circles"][part])
    for mount in rules["mounts"]:
        name = weapons.get(mount, "")
        row = rules["weapons"].get(name)
        weight += row["weight"] if row else 0
        circles = rules["circles"]["weapon"] if row else 0
        parts[mount] = _part(name if row else "", row["armour"] if row else 0, circles)
    return {
        "parts": parts,
        "weight": weight,
        "penalty": time_penalty(weight, rules["rated"], rules["per"]),
        "squat": False,
        "wave": 0,
        "time": 0,
        "action": None,
        "last": "",
        "last_target": "",
        "may_move": False,
        "guard": "",
        "pulls": "",
        "enemies": [],
        "pending": None,
        "beaten": 0,
        "repairs": None,
        "circles": open_circles(parts),
        "won": False,
    }


def time_penalty(weight: int, rated: int, per: int) -> int:
    """How much longer every action takes: one T for each `per` of weight above the rated, or part of it."""
    return max(0, -((rated - weight) // per))


def key_of(text: str) -> str:
    """`Left Shoulder`, `left_shoulder` and `left-shoulder` are one name."""
    return "-".join(text.casefold().replace("_", " ").replace("-", " ").split())


def _part(weapon: str, armour: int, circles: int) -> MechPart:
    return {"weapon": weapon, "armour": armour, "damage": [False] * circles}


def open_circles(parts: dict[str, MechPart]) -> int:
    return sum(not filled for part in parts.values() for filled in part["damage"])


def time_of(mech: MechGame, rules: Json, time: int) -> int:
    """What an action takes: overweight and a damaged torso make all of them slower."""
    slow = rules["board"]["slow"]
    return int(time + mech["penalty"] + (slow["by"] if filled_in(mech, TORSO) >= slow["at"] else 0))


def filled_in(mech: MechGame, part: str) -> int:
    return sum(mech["parts"][part]["damage"])


def is_disabled(mech: MechGame, mount: str, place: int, actions: int) -> bool:
    """All circles beside an action are filled."""
    damage = mech["parts"][mount]["damage"]
    share = len(damage) // max(1, actions)
    return all(damage[place * share : (place + 1) * share])


def open_actions(rules: Json, mech: MechGame) -> list[str]:
    """What may be chosen now: moves by name, then what each mount's weapon can do, as `left-arm/0`."""
    left = rules["board"]["moves"][filled_in(mech, LEGS) :]
    found: list[str] = [row["name"] for row in left if not (row["standing"] and mech["squat"])]
    for mount in rules["mounts"]:
        weapon = rules["weapons"].get(mech["parts"][mount]["weapon"])
        if weapon is None or (weapon["rests"] and mech["last"] == mount) or needs_squat(rules, mech, weapon):
            continue
        number = len(weapon["actions"])
        found += [f"{mount}/{at}" for at in range(number) if not is_disabled(mech, mount, at, number)]
    return found


def needs_squat(rules: Json, mech: MechGame, weapon: Json) -> bool:
    keyword = rules["keywords"].get(weapon["keyword"])
    return bool(keyword and keyword["needs"] == "squat" and not mech["squat"])


def fill(part: MechPart, damage: int, circle: int) -> int:
    """Fills circles from this one downwards, then from the top; returns the damage that is left."""
    circles = part["damage"]
    for step in range(len(circles)):
        place = (circle - 1 + step) % len(circles)
        if damage and not circles[place]:
            circles[place] = True
            damage -= 1
    return damage


def spoken(rules: Json, kind: str, name: str) -> str:
    """A part or a band as the log says it."""
    said: str = rules["say"].get(f"{kind}-{name}", name.replace("-", " "))
    return said


def action_words(rules: Json, mech: MechGame, action: Json) -> str:
    """With its power, which tells a weapon's actions apart; in the words that the rules have for it."""
    called = rules["mech"].get("called") or {}
    if not action["mount"]:
        return str(called.get(action["name"], action["name"]))
    weapon = rules["mech"]["weapons"][mech["parts"][action["mount"]]["weapon"]]
    row = weapon["actions"][action["place"]]
    words = f"{weapon['name']} {called.get(row['name'], row['name'])}".strip(" ")
    return f"{words} P{row['power']}" if row["power"] else words


def living(mech: MechGame) -> list[MechEnemy]:
    return [enemy for enemy in mech["enemies"] if not enemy["lost"]]


def nearest_time(mech: MechGame) -> int:
    """When somebody acts next."""
    action = mech["action"]
    own = [action["time"]] if action is not None else []
    return int(min([*own, *(enemy["time"] or 0 for enemy in living(mech))]))
