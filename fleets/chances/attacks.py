"""An attack value against a defense value, to chances of damage: by counting every case."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from catalog.editions.tables import Chart
from fleets.chances.combat import DAMAGE_SIDES
from fleets.chances.damage import damage_to_cover, damage_to_target
from fleets.chances.distribution import Distribution, DoesDamage

ByDice = Callable[[Chart, int, int | None], Distribution]


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
    """Attack and spot less defense, none below none."""
    ways = [0] * (attack.most + spot + 1)
    for value, here in enumerate(attack.ways):
        for other, there in enumerate(defense.ways):
            ways[max(0, value + spot - other)] += here * there
    return Distribution(tuple(ways))


def _over(dice: Distribution, chart: Chart, cover_hits: int | None, by_dice: ByDice) -> Distribution:
    """The damage of so many dice, as often as there are so many: all in cases of the most dice."""
    ways = [0] * (dice.most + 1)
    for count, cases in enumerate(dice.ways):
        scale = cases * DAMAGE_SIDES ** (dice.most - count)
        for value, here in enumerate(by_dice(chart, count, cover_hits).ways):
            ways[value] += scale * here
    return Distribution(tuple(ways))
