"""What happens beside attacks: falls, collisions, repairs and fuel; every case is counted."""

from __future__ import annotations

from math import comb

from catalog.editions.battle_tables import Collision, Falling
from catalog.editions.tables import Chart
from fleets.chances.attacks import damage_to_target
from fleets.chances.combat import DAMAGE_SIDES
from fleets.chances.distribution import Distribution, highest_of

SIDES = 6


def successes(dice: int, faces: int, sides: int = SIDES) -> Distribution:
    """How many of so many dice show one of `faces` of their `sides`."""
    rest = sides - faces
    return Distribution(tuple(comb(dice, k) * faces**k * rest ** (dice - k) for k in range(dice + 1)))


def at_most(found: Distribution, most: int) -> Distribution:
    """The same, where more than `most` is of no use."""
    ways = [0] * (min(found.most, most) + 1)
    for value, cases in enumerate(found.ways):
        ways[min(value, most)] += cases
    return Distribution(tuple(ways))


def fall_dice(bricks: int, falling: Falling) -> int:
    """Damage dice of a fall; what is less than a whole step of height counts nothing."""
    return bricks // falling.bricks


def fall(bricks: int, falling: Falling, chart: Chart) -> Distribution:
    return damage_to_target(chart, fall_dice(bricks, falling))


def collide(speed: int, collision: Collision) -> tuple[Distribution, Distribution]:
    """Damage to the ship that rams and to the one that is rammed; each die hurts one of them, or none."""
    return (
        successes(speed, len(collision.rammer), DAMAGE_SIDES),
        successes(speed, len(collision.target), DAMAGE_SIDES),
    )


def repaired(white: int, faces: int, lost: int) -> Distribution:
    """Systems that a ship gets back: each white die that shows one of the faces restores one."""
    return at_most(successes(white, faces), lost)


def company_repaired(dice: int, white: int, systems: int, lost: int) -> Distribution:
    """Systems that a company gets back: the highest die says how many dice and systems it has then."""
    left = white + systems - lost
    ways = [0] * (lost + 1)
    for shown, cases in enumerate(highest_of(((SIDES, dice),)).ways):
        ways[max(0, min(lost, shown - left))] += cases
    return Distribution(tuple(ways))


def fuel(dice: int) -> Distribution:
    """What the fuel die of a company shows: the highest of the dice that may be used for it."""
    return highest_of(((SIDES, dice),))
