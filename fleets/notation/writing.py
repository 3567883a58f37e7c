"""Dice written down: the book's dialect, which serves Intercept Orbit too, and Condensed's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from fleets.dice.pool import Pool
from fleets.dice.rolling import idle_systems, pool_of
from fleets.dice.systems import Loadout, System
from fleets.dice.vocabulary import Body, SystemType, Vocabulary


def write_book(pool: Pool, vocabulary: Vocabulary, idle: Iterable[System] = ()) -> str:
    """`2W 1B 2Rd & d8 Gd8 E:vacuum 2Rd8`; systems that roll nothing are named, as in `1Y & Y`."""
    idle = tuple(idle)
    parts: list[str] = []
    for item in vocabulary.order:
        match item:
            case "sprint":
                parts += _loose(pool.like(vocabulary.sprint_dice))
            case "named":
                parts += [f"{system.code}:{system.name}" for system in idle if system.name]
            case "rockets":
                parts += _rockets(pool, vocabulary)
            case "ace":
                parts += _loose(_ace_dice(pool, vocabulary))
            case colour:
                parts += _colour(colour, pool, vocabulary, idle)
    return " ".join(parts)


def write_condensed(pool: Pool, vocabulary: Vocabulary, idle: Iterable[System] = ()) -> str:
    """`WWBYGRdRdR8rR8r`: one letter a die, in the order of Condensed."""
    if not vocabulary.condensed:
        raise ValueError(f"{vocabulary.name} isn't written in Condensed's dialect")
    text = ""
    for colour in vocabulary.condensed:
        text += colour * pool.count(colour, 6) + f"{colour}8" * pool.count(colour, 8)
    ranges = [known.letter for known in vocabulary.ranges]
    for letter in (*ranges, *(dice.range for dice in vocabulary.rocket_dice)):
        for dice in (dice for dice in pool if dice.range == letter):
            text += (dice.colour + ("" if dice.sides == 6 else str(dice.sides)) + letter) * dice.count
    return " ".join(part for part in (text, *map(bare_text, idle)) if part)


def notations(pool: Pool, vocabulary: Vocabulary, idle: Iterable[System] = ()) -> Mapping[str, str]:
    """The pool in every dialect that is written, by the dialect's name."""
    idle = tuple(idle)
    texts = {"book": write_book(pool, vocabulary, idle)}
    if vocabulary.condensed:
        texts["condensed"] = write_condensed(pool, vocabulary, idle)
    return texts


def write_loadout(loadout: Loadout, vocabulary: Vocabulary, body: Body | None = None) -> Mapping[str, str]:
    """What a unit rolls, in every dialect that is written."""
    return notations(pool_of(loadout, vocabulary, body), vocabulary, idle_systems(loadout, vocabulary))


def bare_text(system: System) -> str:
    return f"{system.code}:{system.name}" if system.name else system.code


def _colour(colour: str, pool: Pool, vocabulary: Vocabulary, idle: tuple[System, ...]) -> list[str]:
    if colour not in vocabulary.weapon_colours:
        return _group(f"{pool.count(colour, 6)}{colour}", colour, idle, bool(pool.count(colour, 6)))
    parts: list[str] = []
    for system in _weapons_by_range(colour, vocabulary):
        there = pool.like(system.dice)
        sixes, eights = there.count(sides=6), there.count(sides=8)
        text = f"{sixes}{system.code}" if sixes else " ".join([f"{system.code}8"] * eights)
        if sixes and eights:
            text += " & d8" if eights == 1 else f" & {eights}d8"
        parts += _group(text, system.code, idle, bool(there))
    return parts


def _group(text: str, code: str, idle: tuple[System, ...], present: bool) -> list[str]:
    named = [system.code for system in idle if system.code == code and not system.name]
    joined = " & ".join([text, *named] if present else named)
    return [joined] if joined else []


def _weapons_by_range(colour: str, vocabulary: Vocabulary) -> list[SystemType]:
    codes = [colour + known.letter for known in vocabulary.ranges]
    return [vocabulary.by_code[code] for code in codes if code in vocabulary.by_code]


def _rockets(pool: Pool, vocabulary: Vocabulary) -> list[str]:
    if vocabulary.rocket is None:
        return []
    reach, fired = vocabulary.rocket.reach, pool.like(vocabulary.rocket.dice)
    return [f"{dice.count}{dice.colour}{reach}{dice.sides}" for dice in fired]


def _ace_dice(pool: Pool, vocabulary: Vocabulary) -> Pool:
    return pool.like(Pool(vocabulary.aces))


def _loose(pool: Pool) -> list[str]:
    """`Gd8`; a weapon's has a count, `1Rf8`, since one without is a second weapon's."""
    texts = []
    for dice in pool:
        size = str(dice.sides) if dice.range else f"d{dice.sides}"
        count = str(dice.count) if dice.range or dice.count > 1 else ""
        texts.append(f"{count}{dice.colour}{dice.range}{size}")
    return texts
