"""The interval of a value holds it as often as it says, in games of which the value is known."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from fractions import Fraction
from statistics import NormalDist

import numpy as np
import pytest

from fleets.self_play import tactic_tables
from fleets.self_play.battle_sums import BattleBatch, BattleSums
from fleets.self_play.matrix_games import GameValue, solve
from fleets.self_play.tactic_tables import find_value
from fleets.self_play.tactics import shipped_tactics
from tests.fleets.self_play.duels import contest

# By hand: BRICKYARD_GAMES=1000 pytest this file.
GAMES = int(os.environ.get("BRICKYARD_GAMES", "60"))
NAMES = [one.name for one in shipped_tactics()]
MOST = 20_000
# How much of what decides a battle is the seed's, whatever the tactics are.
SHARED = 0.3


class KnownGame:
    """Five tactics against five, each of which wins so often; battles of one seed share some luck."""

    def __init__(self, number: int, apart: float, mixed: float) -> None:
        self.number, chance = number, np.random.default_rng(number)
        skills = chance.normal(0, apart, 5)[:, None] - chance.normal(0, apart, 5)
        shares = np.clip(0.5 + chance.normal(0, 0.12) + skills + chance.normal(0, mixed, (5, 5)), 0.03, 0.97)
        exact = [[Fraction(one).limit_denominator(10_000) for one in row] for row in shares.tolist()]
        self.value = float(solve(exact).value)
        self.bounds = [[NormalDist().inv_cdf(float(one)) for one in row] for row in exact]
        self.luck = chance.normal(size=MOST)

    def play(self, batches: Sequence[BattleBatch]) -> Iterator[tuple[int, BattleSums]]:
        for at, batch in enumerate(batches):
            row, column = (NAMES.index(one.name) for one in batch.contest.tactics)
            own = np.random.default_rng((self.number, row, column, batch.first)).normal(size=batch.count)
            luck = (
                SHARED**0.5 * self.luck[batch.first : batch.first + batch.count] + (1 - SHARED) ** 0.5 * own
            )
            yield at, BattleSums(bytes(1 if one < self.bounds[row][column] else 2 for one in luck))


@pytest.mark.parametrize(
    ("within", "apart", "mixed"),
    [
        pytest.param(0.1, 0.12, 0.1, id="soon known"),
        pytest.param(0.05, 0.12, 0.1, id="tactics far apart"),
        pytest.param(0.05, 0.06, 0.04, id="tactics close together"),
        pytest.param(0.05, 0.0, 0.15, id="games in which one mixes"),
    ],
)
def test_95_of_100_intervals_hold_the_value(within: float, apart: float, mixed: float) -> None:
    """By the luck of a thousand games it may be two less; of sixty, five."""
    held = 0
    for number in range(GAMES):
        game = KnownGame(number, apart, mixed)
        found = find_value(contest(), shipped_tactics(), 1, within, game.play, MOST)
        assert found.high - found.low <= 2 * within
        held += found.low <= game.value <= found.high
    assert held / GAMES >= 0.95 - 0.6 / GAMES**0.5


@pytest.mark.parametrize(
    ("second_row", "second_column", "wanted"),
    [
        pytest.param(48, 52, {(0, 0), (0, 1), (1, 0)}, id="both may still be chosen"),
        pytest.param(47, 52, {(0, 0), (0, 1)}, id="a tactic that wins too little"),
        pytest.param(48, 53, {(0, 0), (1, 0)}, id="an answer that loses too much"),
    ],
)
def test_tactics_are_played_on_while_they_may_be_chosen(
    second_row: int, second_column: int, wanted: set[tuple[int, int]]
) -> None:
    """Of a hundred battles with the same dice two may go the other way by luck, not three."""
    won = {(0, 0): 50, (0, 1): second_column, (1, 0): second_row, (1, 1): 50}
    cells = {place: BattleSums(bytes([1] * number + [2] * (100 - number))) for place, number in won.items()}
    first_ones = GameValue(Fraction(1, 2), (Fraction(1), Fraction(0)), (Fraction(1), Fraction(0)))
    assert set(tactic_tables._worth_more(cells, first_ones, 2)) == wanted


def test_what_nobody_has_played_yet_counts_as_even() -> None:
    assert BattleSums().share() == Fraction(1, 2)
    assert BattleSums(bytes([1, 1, 3])).share() == Fraction(5, 6)
