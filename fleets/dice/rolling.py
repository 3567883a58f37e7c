"""What a unit rolls, what each of its systems gives, and what is left after losing one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from catalog.vocabulary import NO_DICE, Body, Dice, Pool, Vocabulary
from fleets.dice.carried_systems import Loadout, System, in_order


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one system adds to the pool."""

    system: System
    pool: Pool


@dataclass(frozen=True, slots=True)
class Loss:
    """One system gone: what is still carried, and what is rolled then."""

    system: System
    left: Loadout
    pool: Pool


def contributions(loadout: Loadout, vocabulary: Vocabulary) -> tuple[Contribution, ...]:
    """What each system gives, in the game's order; of two alike the first comes first."""
    given: list[Contribution] = []
    numbers: dict[str, int] = {}
    for system in in_order(loadout.systems, vocabulary):
        if system.is_split:
            pool = Pool.total(vocabulary.system_type(code).half for code in system.codes)
        else:
            numbers[system.code] = numbers.get(system.code, 0) + 1
            pool = vocabulary.system_type(system.code).added_by(numbers[system.code])
        given.append(Contribution(system, pool))
    return tuple(given)


def idle_systems(loadout: Loadout, vocabulary: Vocabulary) -> tuple[System, ...]:
    """The systems that add no die: a notation has to name them."""
    return tuple(given.system for given in contributions(loadout, vocabulary) if not given.pool)


def systems_pool(loadout: Loadout, vocabulary: Vocabulary) -> Pool:
    """The dice of the systems alone."""
    return Pool.total(given.pool for given in contributions(loadout, vocabulary))


def sprint_of(loadout: Loadout, vocabulary: Vocabulary) -> Pool:
    sprint = vocabulary.sprint
    if sprint is None or not loadout.codes.isdisjoint(sprint.unless):
        return NO_DICE
    return sprint.dice


def pool_of(
    loadout: Loadout, vocabulary: Vocabulary, body: Body | None = None, white: int | None = None
) -> Pool:
    """All that is rolled: by the body, which may have lost white dice, and by what it carries."""
    body = body or vocabulary.bodies[0]
    return Pool.total(
        (
            Pool.of(Dice("W", count=body.white if white is None else white)),
            body.dice,
            systems_pool(loadout, vocabulary),
            sprint_of(loadout, vocabulary),
            *(vocabulary.rocket_dice for _ in range(loadout.rockets)),
            vocabulary.ace(loadout.ace),
        )
    )


def losses(
    loadout: Loadout, vocabulary: Vocabulary, body: Body | None = None, white: int | None = None
) -> tuple[Loss, ...]:
    """What is left for each system that could be lost next, alike ones once."""
    choices = dict.fromkeys(in_order(loadout.systems, vocabulary))
    left = {system: loadout.without(system) for system in choices}
    return tuple(Loss(s, rest, pool_of(rest, vocabulary, body, white)) for s, rest in left.items())


def at_range(pool: Pool, vocabulary: Vocabulary, letter: str, rockets: int = 0) -> Pool:
    """The weapon dice of a pool at one range, with this many of its rockets fired."""
    dice = [d for d in pool if d.range == letter]
    rocket = vocabulary.rocket
    if rocket is not None and rocket.reach == letter:
        dice += [Dice(*d.key, min(rockets, d.count)) for d in pool.like(rocket.dice)]
    return Pool(tuple(dice))


def by_range(pool: Pool, vocabulary: Vocabulary) -> Mapping[str, Pool]:
    """The weapon dice at each range, rockets kept back."""
    return {r.letter: at_range(pool, vocabulary, r.letter) for r in vocabulary.ranges}
