"""The weapons that a notation's red dice stand for, or what is wrong with those dice."""

from __future__ import annotations

from fleets.dice.infer_systems import weapons_rolling
from fleets.dice.pool import Pool
from fleets.dice.system_names import list_of
from fleets.dice.systems import System
from fleets.dice.vocabulary import SystemType
from fleets.notation import faults
from fleets.notation.page import Page


def weapons_in(pool: Pool, page: Page, *, as_systems: bool) -> tuple[System, ...]:
    """The weapons behind the dice, full ones preferred; says where they can't be told or can't be."""
    found = weapons_rolling(page.split_types, pool)
    if found is None:
        _say_why_none(pool, page, as_systems)
        return ()
    if found.instead:
        taken, instead = (list_of(way, page.vocabulary) for way in (found.systems, found.instead))
        page.say(faults.NOT_UNIQUE, page.place(pool), dice=page.text(pool), taken=taken, instead=instead)
    return found.systems


def _say_why_none(pool: Pool, page: Page, as_systems: bool) -> None:
    halves = {system.code: pool.like(system.half) for system in page.split_types}
    odd = [system for system in page.split_types if len(halves[system.code]) % 2]
    lone = [system for system in page.split_types if _lacks_first(system, pool)]
    if len(odd) % 2:
        say = _say_half_a_weapon if as_systems else _say_odd
        say(odd[0], Pool.total(halves.values()), page)
    elif lone:
        _say_second_without_first(lone[0], page)
    else:
        most = max(page.split_types, key=lambda system: len(halves[system.code]))
        full, second, half = (page.text(p) for p in (most.adds[0], most.added_by(2), most.half))
        at, dice = page.place(most.dice), page.text(pool)
        page.say(faults.NO_SUCH_WEAPONS, at, dice=dice, full=full, second=second, half=half)


def _say_odd(system: SystemType, sixes: Pool, page: Page) -> None:
    full, half, dice = (page.text(pool) for pool in (system.adds[0], system.half, sixes))
    die = system.half.dice[0].name
    page.say(faults.ODD_DICE, page.place(system.half), dice=dice, die=die, full=full, half=half)


def _say_half_a_weapon(system: SystemType, sixes: Pool, page: Page) -> None:
    other = next(t for t in reversed(page.split_types) if t.code != system.code)
    full, half, rest = (page.text(pool) for pool in (system.adds[0], system.half, other.half))
    dice = page.text(sixes.like(system.half))
    page.say(faults.HALF_A_WEAPON, page.place(system.half), dice=dice, full=full, split=f"{half} {rest}")


def _say_second_without_first(system: SystemType, page: Page) -> None:
    full, second, both = (page.text(p) for p in (system.adds[0], system.adds[1], system.given_by(2)))
    rocket = page.vocabulary.rocket
    if rocket and rocket.reach == system.range:
        both += f", or {page.text(rocket.dice)} for a rocket"
    page.say(faults.SECOND_WITHOUT_FIRST, page.place(system.adds[1]), dice=second, full=full, both=both)


def _lacks_first(system: SystemType, pool: Pool) -> bool:
    """Whether a further weapon's die is there without the first weapon's dice."""
    return any(pool.like(adds) for adds in system.adds[1:]) and not pool.holds(system.adds[0])
