"""Dice as a value: a number of dice of one colour, size and range."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

COLOURS = {"W": "white", "B": "blue", "G": "green", "Y": "yellow", "K": "black", "R": "red"}
_ORDER = {letter: place for place, letter in enumerate(COLOURS)}

Key = tuple[str, int, str]


@dataclass(frozen=True, slots=True)
class Dice:
    """Equal dice: `Dice("R", 6, "d", 2)` are two red d6 at direct range."""

    colour: str
    sides: int = 6
    range: str = ""
    count: int = 1

    def __lt__(self, other: Dice) -> bool:
        return (*self.key, self.count) < (*other.key, other.count)

    @property
    def key(self) -> Key:
        return (self.colour, self.sides, self.range)

    @property
    def name(self) -> str:
        """`red d6`."""
        return f"{COLOURS.get(self.colour, self.colour)} d{self.sides}"


@dataclass(frozen=True, slots=True)
class Pool:
    """Dice rolled together: sorted and without repeats, so that equal pools are equal values."""

    dice: tuple[Dice, ...] = ()

    def __post_init__(self) -> None:
        if not self.dice or (len(self.dice) == 1 and self.dice[0].count > 0):
            return
        counts: dict[Key, int] = {}
        for dice in self.dice:
            counts[dice.key] = counts.get(dice.key, 0) + dice.count
        if any(count < 0 for count in counts.values()):
            raise ValueError(f"a pool can't have fewer than 0 dice: {self.dice}")
        present = [Dice(*key, count) for key, count in counts.items() if count]
        object.__setattr__(self, "dice", tuple(sorted(present, key=_place)))

    @classmethod
    def of(cls, *dice: Dice) -> Pool:
        return cls(dice)

    @classmethod
    def total(cls, pools: Iterable[Pool]) -> Pool:
        return cls(tuple(dice for pool in pools for dice in pool))

    def __lt__(self, other: Pool) -> bool:
        return self.dice < other.dice

    def __iter__(self) -> Iterator[Dice]:
        return iter(self.dice)

    def __len__(self) -> int:
        return sum(dice.count for dice in self.dice)

    def __bool__(self) -> bool:
        return bool(self.dice)

    def __add__(self, other: Pool) -> Pool:
        return Pool(self.dice + other.dice)

    def __sub__(self, other: Pool) -> Pool:
        """What is left when dice are taken away; they must be there."""
        return Pool(self.dice + tuple(replace(dice, count=-dice.count) for dice in other))

    def holds(self, other: Pool) -> bool:
        """Whether every die of the other pool is in this one too."""
        return all(self.count_like(dice) >= dice.count for dice in other)

    def count_like(self, like: Dice) -> int:
        return next((dice.count for dice in self.dice if dice.key == like.key), 0)

    def count(self, colour: str = "", sides: int = 0, at: str | None = None) -> int:
        """How many dice have this colour, size and range; what isn't given may be any."""
        return sum(
            dice.count
            for dice in self.dice
            if (not colour or dice.colour == colour)
            and (not sides or dice.sides == sides)
            and (at is None or dice.range == at)
        )

    def like(self, other: Pool) -> Pool:
        """The dice that are of a kind with any of the other pool's."""
        keys = {dice.key for dice in other}
        return Pool(tuple(dice for dice in self.dice if dice.key in keys))


def _place(dice: Dice) -> tuple[int, str, str, int]:
    return (_ORDER.get(dice.colour, len(_ORDER)), dice.colour, dice.range, dice.sides)


NO_DICE = Pool()
