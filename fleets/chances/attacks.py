"""Attack against defense to chances of damage: every case is counted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb

from catalog.editions.tables import Chart
from fleets.chances.combat import DAMAGE_SIDES
from fleets.chances.distribution import Distribution, DoesDamage

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
def resolved(
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
