"""Many battles as sums: a batch is plain values in and plain values out, so any machine can play it."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import zip_longest
from typing import NamedTuple

import numpy as np

from fleets.self_play.battle_sides import FORCES
from fleets.self_play.dice_streams import mixed
from fleets.self_play.play_rules import DiceBook
from fleets.self_play.table_distances import Floats
from fleets.self_play.whole_battle import Contest, fight

# For each side what it has of the victory, by the sum that tells who shares it.
_PARTS = [
    [Fraction(winners >> side & 1, winners.bit_count() or 1) for winners in range(1 << len(FORCES))]
    for side in range(len(FORCES))
]
_SHARES = np.array(_PARTS, dtype=np.float64)


@dataclass(frozen=True, slots=True)
class BattleBatch:
    """Battles of one contest: those number `first` and so on of a seed."""

    contest: Contest
    seed: int
    first: int
    count: int


class BattleSums(NamedTuple):
    """Of each battle, who has the victory: 1 for the first side, 2 for the second and 4 for the third, added
    where they share it; of all together, how many were decided by a late station, and the sums of scores
    after each round, with the number of battles at the end."""

    winners: bytes = b""
    by_station: int = 0
    curve: tuple[tuple[int, ...], ...] = ()

    @property
    def battles(self) -> int:
        return len(self.winners)

    def shares(self, side: int = 0) -> Floats:
        """What a side has of the victory, battle by battle."""
        found: Floats = _SHARES[side][np.frombuffer(self.winners, dtype=np.uint8)]
        return found

    def share(self, side: int = 0) -> Fraction:
        """Of all together; what is not known yet counts as even."""
        parts = (self.winners.count(winners) * part for winners, part in enumerate(_PARTS[side]))
        return sum(parts, Fraction(0)) / self.battles if self.battles else Fraction(1, 2)

    def plus(self, other: BattleSums) -> BattleSums:
        """With those of the battles that come after these."""
        rows = zip_longest(self.curve, other.curve, fillvalue=(0,) * (len(FORCES) + 1))
        curve = tuple(tuple(map(sum, zip(one, two, strict=False))) for one, two in rows)
        return self._replace(
            winners=self.winners + other.winners,
            by_station=self.by_station + other.by_station,
            curve=curve,
        )


@dataclass(slots=True)
class _Adding:
    winners: bytearray = field(default_factory=bytearray)
    by_station: int = 0
    curve: list[list[int]] = field(default_factory=list)


def seed_of(seed: int, number: int) -> int:
    """The seed of one battle of many: near ones have nothing in common."""
    return mixed(mixed(seed) + number)


def play_batch(batch: BattleBatch) -> BattleSums:
    """The same batch gives the same sums wherever it is played."""
    adding, book = _Adding(), DiceBook(batch.contest.rules)
    for number in range(batch.first, batch.first + batch.count):
        fought = fight(batch.contest, seed_of(batch.seed, number), book)
        adding.winners.append(sum(1 << side for side in fought.winners))
        adding.by_station += fought.by_station
        for place, scores in enumerate(fought.history):
            if place == len(adding.curve):
                adding.curve.append([0] * (len(scores) + 1))
            adding.curve[place] = list(map(sum, zip(adding.curve[place], (*scores, 1), strict=True)))
    return BattleSums(bytes(adding.winners), adding.by_station, tuple(map(tuple, adding.curve)))
