"""Many battles as sums: a batch is plain values in and plain values out, so any machine can play it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import zip_longest

from fleets.self_play.dice_streams import mixed
from fleets.self_play.play_rules import DiceBook
from fleets.self_play.whole_battle import Contest, fight


@dataclass(frozen=True, slots=True)
class BattleBatch:
    """Battles of one contest: those number `first` and so on of a seed."""

    contest: Contest
    seed: int
    first: int
    count: int


@dataclass(frozen=True, slots=True)
class BattleSums:
    """Of each battle, what the first side has of the victory in halves: 2, 1 or 0; of all together, how many
    were decided by a late station, and the sums of scores after each round, with the number of battles."""

    halves: bytes = b""
    by_station: int = 0
    curve: tuple[tuple[int, int, int], ...] = ()

    @property
    def battles(self) -> int:
        return len(self.halves)

    def plus(self, other: BattleSums) -> BattleSums:
        """With those of the battles that come after these."""
        nothing = (0, 0, 0)
        curve = tuple(
            (one[0] + two[0], one[1] + two[1], one[2] + two[2])
            for one, two in zip_longest(self.curve, other.curve, fillvalue=nothing)
        )
        return replace(
            self,
            halves=self.halves + other.halves,
            by_station=self.by_station + other.by_station,
            curve=curve,
        )


@dataclass(slots=True)
class _Adding:
    halves: bytearray = field(default_factory=bytearray)
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
        adding.halves.append(int(2 * fought.share))
        adding.by_station += fought.by_station
        for place, (one, two) in enumerate(fought.history):
            if place == len(adding.curve):
                adding.curve.append([0, 0, 0])
            row = adding.curve[place]
            row[0], row[1], row[2] = row[0] + one, row[1] + two, row[2] + 1
    return BattleSums(
        bytes(adding.halves), adding.by_station, tuple((one, two, three) for one, two, three in adding.curve)
    )
