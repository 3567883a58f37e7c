"""Which systems are behind given dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, product

from catalog.vocabulary import NO_DICE, Pool, SystemType
from fleets.dice.carried_systems import System

Halves = dict[str, int]


@dataclass(frozen=True, slots=True)
class Weapons:
    """The weapons behind a pool, full ones preferred, and another way to roll the same if there is one."""

    systems: tuple[System, ...]
    instead: tuple[System, ...] = ()


def systems_rolling(system: SystemType, pool: Pool) -> int | None:
    """The fewest systems of a type that give exactly these dice."""
    given = NO_DICE
    for number in count():
        if given == pool:
            return number
        if len(given) > len(pool) or number > len(pool):
            return None
        given += system.added_by(number + 1)
    return None


def weapons_rolling(types: Sequence[SystemType], pool: Pool) -> Weapons | None:
    """The weapons, full and split, that give exactly these dice; None if none do."""
    splits = [system for system in types if system.half]
    ways = [list(_full_and_halves(system, pool.like(system.dice))) for system in splits]
    found: list[tuple[System, ...]] = []
    for choice in sorted(product(*ways), key=_most_full_first):
        halves = {s.code: way[1] for s, way in zip(splits, choice, strict=True)}
        pairs = _paired(halves)
        if pairs is not None:
            full = [System(s.code) for s, way in zip(splits, choice, strict=True) for _ in range(way[0])]
            found.append((*full, *pairs))
            if len(found) > 1:
                return Weapons(*found)
    return Weapons(found[0]) if found else None


def _full_and_halves(system: SystemType, pool: Pool) -> Iterator[tuple[int, int]]:
    """How many full weapons and how many halves can share the dice at one range."""
    given = NO_DICE
    for number in range(len(pool) + 1):
        if not pool.holds(given):
            return
        left = pool - given
        if left == left.like(system.half) and len(left) % len(system.half) == 0:
            yield number, len(left) // len(system.half)
        further = system.added_by(number + 1)
        if not further:
            return
        given += further


def _most_full_first(choice: tuple[tuple[int, int], ...]) -> tuple[int, list[int]]:
    """Sorts the choice with most full weapons first, then the one whose first ranges have them."""
    return (-sum(full for full, _ in choice), [-full for full, _ in choice])


def _paired(halves: Halves) -> list[System] | None:
    """Halves joined to split weapons of two ranges each, always the two ranges with most left."""
    left = dict(halves)
    pairs: list[System] = []
    while any(left.values()):
        first, second, *_ = [*sorted(left, key=lambda code: -left[code]), ""]
        if not left.get(second):
            return None
        left[first] -= 1
        left[second] -= 1
        pairs.append(System(first, second))
    return pairs
