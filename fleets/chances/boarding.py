"""Boarding: whose yellow dice take the ship, and what every die does to the other side's companies."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from catalog.editions.tables import BoardingRules
from fleets.chances.distribution import Distribution, total
from fleets.dice.pool import NO_DICE, Pool


@dataclass(frozen=True, slots=True)
class BoardingSide:
    """Companies aboard, with their ace or not; `red` are the ship's point defense dice, the owner's only."""

    companies: int
    ace: bool = False
    red: Pool = NO_DICE


@dataclass(frozen=True, slots=True)
class Boarding:
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
