"""What a game is worth in which each of two players chooses once: exactly, with fractions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple


class GameValue(NamedTuple):
    """What the first player gets if both choose as well as they can; how often each chooses what."""

    value: Fraction
    rows: tuple[Fraction, ...]
    columns: tuple[Fraction, ...]


def solve(payoffs: Sequence[Sequence[Fraction]]) -> GameValue:
    """By the simplex method, with Bland's rule, under which it always comes to an end."""
    height, width = len(payoffs), len(payoffs[0])
    # All payoffs above 0; the columns' player then makes the sum of their weights as large as it can be.
    shift = 1 - min(map(min, payoffs))
    table = [
        [
            *(one + shift for one in row),
            *(Fraction(int(place == slack)) for slack in range(height)),
            Fraction(1),
        ]
        for place, row in enumerate(payoffs)
    ]
    goal = [*[Fraction(-1)] * width, *[Fraction(0)] * (height + 1)]
    basis = [width + place for place in range(height)]
    while (enters := next((at for at, one in enumerate(goal[:-1]) if one < 0), None)) is not None:
        leaves = min(
            (row for row in range(height) if table[row][enters] > 0),
            key=lambda row: (table[row][-1] / table[row][enters], basis[row]),
        )
        basis[leaves] = enters
        pivot = table[leaves][enters]
        table[leaves] = [one / pivot for one in table[leaves]]
        for row in (*(row for row in table if row is not table[leaves]), goal):
            factor = row[enters]
            if factor:
                row[:] = [one - factor * other for one, other in zip(row, table[leaves], strict=True)]
    total = goal[-1]
    weights = {column: table[row][-1] / total for row, column in enumerate(basis)}
    return GameValue(
        1 / total - shift,
        tuple(goal[width + row] / total for row in range(height)),
        tuple(weights.get(column, Fraction(0)) for column in range(width)),
    )
