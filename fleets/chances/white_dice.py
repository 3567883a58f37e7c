"""White dice go where they are wanted, after the roll: every roll is counted, none is sampled."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from itertools import permutations
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from fleets.chances.combat import ALWAYS_ZERO, Distribution

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int32]

WHITE_SIDES = 6
_SPOT = 3
_EXACT_BITS = 62
# More than four dice can show together, so that no digit of a rank runs over into the next.
_BASE = 64


class Aim(StrEnum):
    """What white dice are used for.

    none: nothing. attack: the highest attack, then the highest defense, then the most movement and spot.
    defense: the same with defense first. balanced: the most pips over all four actions; where several ways
    give as many, the one with the higher attack, then the higher defense.
    """

    NONE = "none"
    ATTACK = "attack"
    DEFENSE = "defense"
    BALANCED = "balanced"


class Rolled(NamedTuple):
    """The highest coloured die for each action, and the white dice beside them.

    White dice may serve as an attack only where `may_attack`: at ranged distance that takes a weapon there;
    as a spot only where `may_spot`. A unit that spots two frames has `pairs` instead of the highest die: the
    higher, the lower, and in how many ways they come; the spot is then both together.
    """

    attack: Distribution = ALWAYS_ZERO
    defense: Distribution = ALWAYS_ZERO
    movement: Distribution = ALWAYS_ZERO
    spot: Distribution = ALWAYS_ZERO
    white: int = 0
    may_attack: bool = True
    may_spot: bool = True
    pairs: tuple[tuple[int, int, int], ...] = ()


class Actions(NamedTuple):
    """What each action gets; 0 where there was no die for it."""

    attack: Distribution
    defense: Distribution
    movement: Distribution
    spot: Distribution

    @property
    def means(self) -> dict[str, Fraction]:
        return {name: chances.mean for name, chances in self._asdict().items()}


@lru_cache(maxsize=4096)
def assign(rolled: Rolled, aim: Aim) -> Actions:
    """The best use of white dice for the aim, roll by roll: one die an action, one action a die.

    Two white dice at most: no body has more.
    """
    coloured = (rolled.attack, rolled.defense, rolled.movement, rolled.spot)
    white = 0 if aim is Aim.NONE else rolled.white
    if not white and not rolled.pairs:
        return Actions(*coloured)
    if white > 2:
        raise ValueError(f"{white} white dice: a unit has two at most")
    values = [[value for value, ways in enumerate(dice.ways) if ways] for dice in coloured]
    counts = [[ways for ways in dice.ways if ways] for dice in coloured]
    least = values[_SPOT]
    if rolled.pairs:
        values[_SPOT] = [high + low for high, low, _ in rolled.pairs]
        least, counts[_SPOT] = [low for _, low, _ in rolled.pairs], [ways for *_, ways in rolled.pairs]
    grid = [_along(place, here) for place, here in enumerate(values)]
    rolls = _white_rolls(white)
    whites = [_along(4, [roll[place] for roll in rolls]) for place in range(white)]
    places = range(0 if rolled.may_attack else 1, 4 if rolled.may_spot else _SPOT)
    best = _best(grid, _along(_SPOT, least), whites, aim, places)
    ways = _ways([*counts, [ways for *_, ways in rolls]])
    return Actions(*(_tally(values, ways) for values in _values_of(best, aim)))


def best_use(
    coloured: tuple[int, int, int, int], whites: tuple[int, ...], aim: Aim, may_attack: bool = True
) -> tuple[int, ...]:
    """One roll: the highest coloured dice for attack, defense, movement and spot, and what they become."""
    if aim is Aim.NONE or not whites:
        return coloured
    grid = [_along(0, [value]) for value in coloured]
    dice = [_along(0, [white]) for white in sorted(whites, reverse=True)]
    found = _best(grid, grid[_SPOT], dice, aim, range(0 if may_attack else 1, 4))
    return tuple(int(values.flat[0]) for values in _values_of(found, aim))


def _best(grid: list[Numbers], least: Numbers, whites: list[Numbers], aim: Aim, places: range) -> Numbers:
    """The rank of the best use of each roll; a white die lower than the coloured one changes nothing.

    `least` is the coloured die of a spot that a white one takes the place of.
    """
    import numpy as np

    found: Numbers | None = None
    for targets in permutations(places, len(whites)):
        values = list(grid)
        for white, target in zip(whites, targets, strict=True):
            beaten = least if target == _SPOT else values[target]
            values[target] = values[target] + np.maximum(0, white - beaten)
        rank = _rank(values, aim)
        found = rank if found is None else np.maximum(found, rank)
    if found is None:
        raise ValueError("more white dice than actions")
    return found


def _along(axis: int, numbers: list[int]) -> Numbers:
    """The numbers along one of five axes: attack, defense, movement, spot, white dice."""
    import numpy as np

    shape = [1] * 5
    shape[axis] = len(numbers)
    return np.array(numbers, dtype=np.int32).reshape(shape)


def _white_rolls(count: int) -> list[tuple[int, int, int]]:
    """The higher die, the lower, and in how many ways they come."""
    faces = range(1, WHITE_SIDES + 1)
    if count < 2:
        return [(face, 0, 1) for face in faces] if count else [(0, 0, 1)]
    return [(high, low, 1 if high == low else 2) for high in faces for low in range(1, high + 1)]


def _rank(values: list[Numbers], aim: Aim) -> Numbers:
    """One number for each use of the dice: of two uses the better one has the higher rank.

    Its four digits are what the aim looks at, in that order. They leave nothing open, so that the values
    can be read back from the rank (`_values_of`).
    """
    attack, defense, movement, spot = values
    if aim is Aim.BALANCED:
        digits = (attack + defense + movement + spot, attack, defense, movement)
    elif aim is Aim.ATTACK:
        digits = (attack, defense, movement + spot, movement)
    else:
        digits = (defense, attack, movement + spot, movement)
    first, second, third, fourth = digits
    return ((first * _BASE + second) * _BASE + third) * _BASE + fourth


def _values_of(rank: Numbers, aim: Aim) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """Attack, defense, movement and spot of a rank."""
    first, second, third, movement = (rank // _BASE**power % _BASE for power in (3, 2, 1, 0))
    if aim is Aim.BALANCED:
        return second, third, movement, first - second - third - movement
    if aim is Aim.ATTACK:
        return first, second, movement, third - movement
    return second, first, movement, third - movement


def _ways(counts: list[list[int]]) -> Any:
    """How many cases each roll stands for; in Python's integers where 64 bits could be too few."""
    import numpy as np

    exact = np.int64 if prod(map(sum, counts)).bit_length() < _EXACT_BITS else object
    found: Any = np.array(1, dtype=exact)
    for place, numbers in enumerate(counts):
        shape = [1] * 5
        shape[place] = len(numbers)
        found = found * np.array(numbers, dtype=exact).reshape(shape)
    return found


def _tally(values: Any, ways: Any) -> Distribution:
    import numpy as np

    values, ways = np.broadcast_arrays(values, ways)
    return Distribution(tuple(int(ways[values == value].sum()) for value in range(int(values.max()) + 1)))
