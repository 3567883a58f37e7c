"""Where enemies stand around a 'mech and where they go; arcs, ranges, shields, and how many dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fleets.battles.game_types import Json, MechEnemy, MechGame

if TYPE_CHECKING:
    from collections.abc import Sequence

# Keywords that the fold knows by name: shields, and what pulls its target.
REFLEX, WALL, PULL = "reflex", "wall", "pull"


class Radar:
    """Sectors around the 'mech, clockwise, and bands from near to far."""

    def __init__(self, entries: int, front: Sequence[int], rear: Sequence[int], bands: Sequence[str]) -> None:
        self.entries, self.front, self.rear, self.bands = entries, front, rear, bands

    def turned(self, sector: int, by: int) -> int:
        return (sector - 1 + by) % self.entries + 1

    def walked(self, sector: int, band: int, by: int = 1) -> tuple[int, int]:
        """Where an enemy is when the 'mech has walked: by 1 forwards, by −1 backwards."""
        furthest = len(self.bands) - 1
        if sector in self.front:
            return sector, min(furthest, max(0, band - by))
        if sector in self.rear:
            return sector, min(furthest, max(0, band + by))
        return self.to_the_rear(sector) if by > 0 else self.to_the_front(sector), band

    def to_the_rear(self, sector: int) -> int:
        if sector in self.rear:
            return sector
        ways = self._beside(sector)
        return next((one for one in ways if one not in self.front), ways[0])

    def to_the_front(self, sector: int) -> int:
        ways = self._beside(sector)
        return next((one for one in ways if one in self.front), ways[0])

    def is_near(self, one: tuple[int, int], other: tuple[int, int]) -> bool:
        """Whether two places are within one space of each other."""
        apart = abs(one[1] - other[1])
        return apart <= 1 if one[0] == other[0] else apart == 0 and other[0] in self._beside(one[0])

    def _beside(self, sector: int) -> list[int]:
        return [self.turned(sector, 1), self.turned(sector, -1)]

    def acted(self, sector: int, band: int, is_in_range: bool) -> tuple[int, int]:
        """Where an enemy is after its attack: out of range one band nearer, else one sector to the rear."""
        return (self.to_the_rear(sector), band) if is_in_range else (sector, max(0, band - 1))


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


def out_of_reach(rules: Json, mech: MechGame, mount: str, enemy: MechEnemy) -> list[str]:
    """The keys of the sentences that say why a weapon can't attack this enemy; none if it can."""
    weapon, bands = rules["weapons"][mech["parts"][mount]["weapon"]], rules["bands"]
    if enemy["sector"] is None:
        return []
    band = bands.index(enemy["band"])
    is_far = weapon["range"] not in bands or band > bands.index(weapon["range"])
    is_near = weapon["nearest"] in bands and band < bands.index(weapon["nearest"])
    is_ahead = is_in_arc(rules, mount, enemy["sector"])
    told = [("out-of-range", is_far), ("too-near", is_near), ("out-of-arc", not is_ahead)]
    return [say for say, is_so in told if is_so]


def dice_on(rules: Json, mech: MechGame, action: Json, enemy: MechEnemy) -> int:
    """How many dice an attack has: nearer is better for some weapons, the same target again for others."""
    keyword = rules["keywords"].get(action["keyword"])
    power: int = action["power"]
    if keyword is None:
        return power
    if mech["last"] == action["mount"] and mech["last_target"] == enemy["id"]:
        power += keyword["combo"]
    return int(max(0, power + keyword["per_band"] * rules["bands"].index(enemy["band"])))


def in_reach(rules: Json, mech: MechGame) -> list[MechEnemy]:
    """Whom the chosen attack can hurt."""
    action = mech["action"]
    if action is None or not action["power"]:
        return []
    return [
        enemy
        for enemy in mech["enemies"]
        if not enemy["lost"]
        and not out_of_reach(rules, mech, action["mount"], enemy)
        and dice_on(rules, mech, action, enemy)
    ]


def are_near(rules: Json, one: MechEnemy, other: MechEnemy) -> bool:
    """Whether two enemies are within one space of each other. Who has no place may be anywhere."""
    first, second = one["sector"], other["sector"]
    if first is None or second is None:
        return True
    bands = rules["bands"]
    places = (first, bands.index(one["band"])), (second, bands.index(other["band"]))
    return radar_of(rules).is_near(places[0], places[1])


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
