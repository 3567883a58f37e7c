"""What an edition says a game night needs: dice that stay on the table, ruler, clock, other things."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from catalog.editions.edition import Edition
from catalog.editions.tables import Clock, Damage, PlayingField, Ruler, Thing, TurnOrderDice
from catalog.vocabulary import COLOURS, Dice
from ldraw_tools.findings import BrickyardError
from ldraw_tools.units import LDU_PER_STUD, millimetres, short

ANY = ""
"""The colour of dice whose colour doesn't matter."""
ANY_WORD = "any"
_DICE = re.compile(r"([a-z]+) d([1-9][0-9]{0,2})")
_LETTERS = {name: letter for letter, name in COLOURS.items()} | {ANY_WORD: ANY}


@dataclass(frozen=True, slots=True)
class Occasion:
    """Dice that are rolled together outside of turns: a number, or a number for each such unit."""

    dice: Dice
    what: str
    reference: str
    each: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Advice:
    """What the rules tell a player to bring; `plus` only if one turn rolls that many."""

    dice: Dice
    each: tuple[str, ...] = ()
    plus: int = 0
    plus_if_rolled: int = 0


@dataclass(frozen=True)
class Kit:
    """`stay` has for each colour the units that a die of it may lie beside until the round ends."""

    turns_at_once: int
    stay: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    spares: int = 0
    clock: Clock | None = None
    ruler: Ruler | None = None
    order: TurnOrderDice | None = None
    damage: Damage | None = None
    extra_power: Mapping[str, int] = field(default_factory=dict)
    occasions: tuple[Occasion, ...] = ()
    advised: tuple[Advice, ...] = ()
    advised_by: str = ""
    things: tuple[Thing, ...] = ()


def kit_of(edition: Edition) -> Kit:
    table = edition.kit
    if table is None:
        raise _says_nothing(edition)
    return Kit(
        turns_at_once=table.turns_at_once,
        stay=table.stay,
        spares=table.spares,
        clock=table.clock,
        ruler=table.ruler,
        order=table.order,
        damage=table.damage,
        extra_power=table.power.extra if table.power else {},
        occasions=tuple(
            Occasion(_dice(one.dice, one.count, edition), one.what, one.reference, one.each)
            for one in table.also_rolled
        ),
        advised=tuple(
            Advice(_dice(dice, one.count, edition), one.each, one.plus, one.plus_if_rolled)
            for dice, one in table.advised.items()
        ),
        advised_by=table.advised_by,
        things=tuple(table.things.values()),
    )


def field_words(area: PlayingField, ruler: Ruler) -> str:
    """`4 to 6 rulers across its diagonal: 160 to 240 studs, about 1.3 to 1.9 m`."""
    low, high = area.rulers
    across = f"rulers across {area.across}".rstrip()
    studs = [number * ruler.units * ruler.studs for number in (low, high)]
    metres = [short(millimetres(number * LDU_PER_STUD) / 1000, 1) for number in studs]
    if low == high:
        return f"about {low} {across}: {studs[0]} studs, {metres[0]} m"
    return f"{low} to {high} {across}: {studs[0]} to {studs[1]} studs, {metres[0]} to {metres[1]} m"


def _dice(text: str, count: int, edition: Edition) -> Dice:
    """`red d8` and how many."""
    found = _DICE.fullmatch(text)
    if found is None or found[1] not in _LETTERS:
        raise _says_nothing(edition)
    return Dice(_LETTERS[found[1]], int(found[2]), count=count)


def _says_nothing(edition: Edition) -> BrickyardError:
    return BrickyardError(
        f"{edition.title}: its table “kit” doesn't say what to bring; extend a shipped edition"
    )
