"""Whom a 'mech and its enemies reach: arcs and ranges, the shield that takes a hit, how many dice there are."""

from __future__ import annotations

from fleets.battles.game_types import Json, MechEnemy, MechGame
from fleets.battles.radar import Radar

# Keywords that the fold knows by name: shields, and what pulls its target.
REFLEX, WALL, PULL = "reflex", "wall", "pull"


def radar_of(rules: Json) -> Radar:
    board = rules["board"]
    return Radar(board["entries"], board["front"], board["rear"], rules["bands"])


def side_of(rules: Json, sector: int | None) -> str:
    """From where an attack comes, as the diagrams of hits have it."""
    board = rules["board"]
    if sector is None or sector in board["front"]:
        return "front"
    if sector in board["rear"]:
        return "rear"
    return next((side for side, sectors in board["arcs"].items() if sector in sectors), "front")


def is_in_arc(rules: Json, mount: str, sector: int | None) -> bool:
    """Whether a mount's weapon points there. Who has no place may be anywhere."""
    board = rules["board"]
    arc = board["arcs"].get(mount.partition("-")[0], board["front"])
    return sector is None or sector in arc


def why_out_of_reach(rules: Json, mech: MechGame, mount: str, enemy: MechEnemy) -> str:
    """The key of the sentence that says why a weapon can't attack this enemy; empty if it can."""
    weapon, bands = rules["weapons"][mech["parts"][mount]["weapon"]], rules["bands"]
    if enemy["sector"] is None:
        return ""
    band = bands.index(enemy["band"])
    if weapon["range"] not in bands or band > bands.index(weapon["range"]):
        return "out-of-range"
    if weapon["nearest"] and band < bands.index(weapon["nearest"]):
        return "too-near"
    return "" if is_in_arc(rules, mount, enemy["sector"]) else "out-of-arc"


def dice_on(rules: Json, mech: MechGame, action: Json, enemy: MechEnemy) -> int:
    """How many dice an attack has: nearer is better for some weapons, the same target again for others."""
    keyword = rules["keywords"].get(action["keyword"])
    power: int = action["power"]
    if keyword is None:
        return power
    if mech["last"] == action["mount"] and mech["last_target"] == enemy["id"]:
        power += keyword["combo"]
    return max(0, power + keyword["per_band"] * rules["bands"].index(enemy["band"]))


def in_reach(rules: Json, mech: MechGame) -> list[MechEnemy]:
    """Whom the chosen attack can hurt."""
    action = mech["action"]
    if action is None or not action["power"]:
        return []
    return [
        enemy
        for enemy in mech["enemies"]
        if not enemy["lost"]
        and not why_out_of_reach(rules, mech, action["mount"], enemy)
        and dice_on(rules, mech, action, enemy)
    ]


def is_foe_in_range(rules: Json, enemy: MechEnemy, attack: Json) -> bool:
    bands = rules["bands"]
    return bool(bands.index(enemy["band"]) <= bands.index(attack["range"]))


def foe_dice(rules: Json, mech: MechGame, attack: Json) -> int:
    """A 'mech that squats is attacked with fewer."""
    stances, power = rules["stances"], attack["power"]
    return int(max(stances["least_power"], power - stances["squat_power"]) if mech["squat"] else power)


def shield_against(rules: Json, mech: MechGame, enemy: MechEnemy) -> str:
    """The mount whose shield must take an attack: one that defends just now, or one that stands guard."""
    action = mech["action"]
    defends = action is not None and action["time"] == 0 and action["keyword"] == REFLEX
    shields = [action["mount"] if action is not None and defends else "", mech["guard"]]
    return next((one for one in shields if one and is_in_arc(rules, one, enemy["sector"])), "")


def pulled_to(rules: Json, mount: str, enemy: MechEnemy) -> list[tuple[int, str]]:
    """The spaces to which a hit may pull an enemy: nearer or sideways, within the weapon's arc."""
    radar, sector = radar_of(rules), enemy["sector"]
    if sector is None:
        return []
    band = radar.bands.index(enemy["band"])
    nearer = [(sector, radar.bands[band - 1])] if band else []
    beside = [(radar.turned(sector, way), enemy["band"]) for way in (1, -1)]
    return [place for place in [*nearer, *beside] if is_in_arc(rules, mount, place[0])]
