"""Attack against defense to chances of damage: every case is counted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import NamedTuple

from catalog.editions.battle_tables import Collision, Falling
from catalog.editions.tables import BoardingRules, Chart
from catalog.vocabulary import NO_DICE, Pool
from fleets.chances.combat import DAMAGE_SIDES, Distribution, DoesDamage, highest_of, total
from ldraw_tools.notebooks import line_of

ByDice = Callable[[Chart, int, int | None], Distribution]


@lru_cache(maxsize=4096)
def damage_to_target(chart: Chart, dice: int, cover_hits: int | None = None) -> Distribution:
    """Among all 6 ** `dice` rolls; the cover is destroyed by `cover_hits` hits, by none if that is None."""
    hurts = len(chart.target)
    if cover_hits is None or not chart.through:
        rest = DAMAGE_SIDES - hurts
        return Distribution(
            tuple(comb(dice, k) * hurts**k * rest ** (dice - k) for k in range(dice + 1)),
        )
    through, nothing = len(chart.through), DAMAGE_SIDES - hurts - len(chart.cover)
    ways = [0] * (dice + 1)
    # Dice that hurt the target, that go through broken cover, that only hit the cover, and the rest.
    for hurting in range(dice + 1):
        for piercing in range(dice - hurting + 1):
            for on_cover in range(dice - hurting - piercing + 1):
                rest = dice - hurting - piercing - on_cover
                cases = comb(dice, hurting) * comb(dice - hurting, piercing) * comb(rest + on_cover, on_cover)
                cases *= hurts**hurting * through**piercing * chart.first**on_cover * nothing**rest
                # The cover is spent on dice that can't go through it first.
                ways[hurting + max(0, min(piercing, piercing + on_cover - cover_hits))] += cases
    return Distribution(tuple(ways))


@lru_cache(maxsize=4096)
def damage_to_cover(chart: Chart, dice: int, cover_hits: int | None = None) -> Distribution:
    """How many hits the cover takes, at most as many as destroy it."""
    hurts = len(chart.cover)
    rest = DAMAGE_SIDES - hurts
    most = dice if cover_hits is None else min(dice, cover_hits)
    ways = [0] * (most + 1)
    for k in range(dice + 1):
        ways[min(k, most)] += comb(dice, k) * hurts**k * rest ** (dice - k)
    return Distribution(tuple(ways))


@dataclass(frozen=True, slots=True)
class Outcome(DoesDamage):
    """Damage dice, the damage they do, and the hits they score on the cover."""

    dice: Distribution
    damage: Distribution
    cover: Distribution

    __repr__ = line_of

    def __str__(self) -> str:
        return f"{float(self.mean):.3f} damage, {100 * float(self.hurts):.1f}% to hurt"

    @property
    def hits(self) -> Fraction:
        """The attack beats the defense: there is at least one damage die."""
        return self.dice.at_least(1)

    def destroys(self, life: int) -> Fraction:
        return self.damage.at_least(life)

    def ignoring(self, damage: int) -> Outcome:
        """The same for a target that lets the first points of damage pass."""
        ways = self.damage.ways
        left = (sum(ways[: damage + 1]), *ways[damage + 1 :])
        return Outcome(self.dice, Distribution(left), self.cover)


@lru_cache(maxsize=65536)
def resolve(
    attack: Distribution, defense: Distribution, chart: Chart, spot: int = 0, cover_hits: int | None = None
) -> Outcome:
    """The outcome of an attack that is made: its value is never 0."""
    dice = damage_dice(attack, defense, spot)
    return Outcome(
        dice,
        _over(dice, chart, cover_hits, damage_to_target),
        _over(dice, chart, cover_hits, damage_to_cover),
    )


@lru_cache(maxsize=65536)
def damage_dice(attack: Distribution, defense: Distribution, spot: int = 0) -> Distribution:
    """Attack plus spot minus defense, never below 0."""
    ways = [0] * (attack.most + spot + 1)
    for value, here in enumerate(attack.ways):
        for other, there in enumerate(defense.ways):
            ways[max(0, value + spot - other)] += here * there
    return Distribution(tuple(ways))


def _over(dice: Distribution, chart: Chart, cover_hits: int | None, by_dice: ByDice) -> Distribution:
    """Damage over every number of damage dice, weighted by how often that number comes up."""
    ways = [0] * (dice.most + 1)
    for count, cases in enumerate(dice.ways):
        scale = cases * DAMAGE_SIDES ** (dice.most - count)
        for value, here in enumerate(by_dice(chart, count, cover_hits).ways):
            ways[value] += scale * here
    return Distribution(tuple(ways))


class BoardingSide(NamedTuple):
    """Companies aboard, with their ace or not; `red` are the ship's point defense dice, the owner's only."""

    companies: int
    ace: bool = False
    red: Pool = NO_DICE


class Boarding(NamedTuple):
    """`boarders_lose` and `owner_loses` are points of damage to companies, even beyond what these have."""

    boarders: BoardingSide
    owner: BoardingSide
    taken: Fraction
    boarders_lose: Distribution
    owner_loses: Distribution


def boarding(boarders: BoardingSide, owner: BoardingSide, rules: BoardingRules) -> Boarding:
    """The side with more yellow dice that count takes the ship; if they are equal, its owner keeps it."""
    theirs, own = _takers(boarders, rules), _takers(owner, rules)
    taken = sum(
        here * there
        for more, here in enumerate(theirs.ways)
        for fewer, there in enumerate(own.ways)
        if more > fewer
    )
    return Boarding(
        boarders,
        owner,
        Fraction(taken, theirs.cases * own.cases),
        _damage(owner, rules),
        _damage(boarders, rules),
    )


def _yellow(side: BoardingSide, rules: BoardingRules) -> list[int]:
    return [rules.company_dice] * side.companies + [rules.ace_dice] * side.ace


def _takers(side: BoardingSide, rules: BoardingRules) -> Distribution:
    """How many of a side's yellow dice count towards taking the ship."""
    dice = _yellow(side, rules)
    below = rules.takes - 1
    return total([Distribution((min(below, sides), max(0, sides - below))) for sides in dice])


def _damage(side: BoardingSide, rules: BoardingRules) -> Distribution:
    """What a side's dice, red ones too, do to the companies of the other."""
    dice = _yellow(side, rules) + [dice.sides for dice in side.red for _ in range(dice.count)]
    return total([_one(sides, rules) for sides in dice])


def _one(sides: int, rules: BoardingRules) -> Distribution:
    damage = [rules.damage.get(face, 0) for face in range(1, sides + 1)]
    return Distribution(tuple(damage.count(points) for points in range(max(damage) + 1)))


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


def repairs(white: int, faces: int, lost: int) -> Distribution:
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
