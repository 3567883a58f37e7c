"""What an edition says a game night needs: dice that stay on the table, ruler, clock, other things."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from catalog.editions.edition import Edition
from fleets.dice.pool import COLOURS, Dice
from ldraw_tools.findings import BrickyardError

ANY = ""
"""The colour of dice whose colour doesn't matter."""
ANY_WORD = "any"
_DICE = re.compile(r"([a-z]+) d([1-9][0-9]{0,2})")
_LETTERS = {name: letter for letter, name in COLOURS.items()} | {ANY_WORD: ANY}


@dataclass(frozen=True, slots=True)
class Clock:
    """The die that counts down: which sizes will do, and where it starts."""

    sides: tuple[int, ...]
    start: int
    reference: str


@dataclass(frozen=True, slots=True)
class Ruler:
    """`parts` are LDraw numbers of bricks that are one unit each; they go with units of `studs` only."""

    units: int
    studs: int
    reference: str
    parts: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Order:
    """Dice for whose turn it is, where the group agreed to `option`; `fewer` for units with few systems."""

    option: str
    sides: int
    full: int
    fewer: int
    fewer_than: int
    reference: str


@dataclass(frozen=True, slots=True)
class Damage:
    """Which colours add up to the dice that a hit rolls."""

    attack: str
    spot: str
    reference: str


@dataclass(frozen=True, slots=True)
class Occasion:
    """Dice that something else than a turn rolls together: so many, or so many for each such unit."""

    dice: Dice
    what: str
    reference: str
    each: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Advice:
    """What the text itself tells a player to bring; `plus` only where one turn rolls so many."""

    dice: Dice
    each: tuple[str, ...] = ()
    plus: int = 0
    plus_if_rolled: int = 0


@dataclass(frozen=True, slots=True)
class Thing:
    """Something else to bring, for the table or for every player; a count of None is as many as you like."""

    id: str
    what: str
    per: str
    reference: str
    each: tuple[str, ...] = ()
    count: tuple[int, int] | None = None


@dataclass(frozen=True)
class Kit:
    """`stay` has for each colour the units that a die of it may lie beside until the round ends."""

    turns_at_once: int
    stay: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    spares: int = 0
    clock: Clock | None = None
    ruler: Ruler | None = None
    order: Order | None = None
    damage: Damage | None = None
    extra_power: Mapping[str, int] = field(default_factory=dict)
    occasions: tuple[Occasion, ...] = ()
    advised: tuple[Advice, ...] = ()
    advised_by: str = ""
    things: tuple[Thing, ...] = ()


def kit_of(edition: Edition) -> Kit:
    try:
        return _kit(edition.tables["kit"])
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise BrickyardError(
            f"{edition.title}: its table “kit” doesn't say what to bring; extend a shipped edition"
        ) from error


def _kit(table: Mapping[str, Any]) -> Kit:
    return Kit(
        turns_at_once=table["turns-at-once"],
        stay={colour: tuple(roles) for colour, roles in table.get("stay", {}).items()},
        spares=table.get("spares", 0),
        clock=Clock(**table["clock"]) if "clock" in table else None,
        ruler=Ruler(**table["ruler"]) if "ruler" in table else None,
        order=Order(**_underscored(table["order"])) if "order" in table else None,
        damage=Damage(**table["damage"]) if "damage" in table else None,
        extra_power=table["power"]["extra"] if "power" in table else {},
        occasions=tuple(_occasion(row) for row in table.get("also-rolled", ())),
        advised=tuple(_advice(dice, row) for dice, row in table.get("advised", {}).items()),
        advised_by=table.get("advised-by", ""),
        things=tuple(Thing(name, **row) for name, row in table.get("things", {}).items()),
    )


def _occasion(row: Mapping[str, Any]) -> Occasion:
    return Occasion(_dice(row["dice"], row["count"]), row["what"], row["reference"], row.get("each", ()))


def _advice(dice: str, row: Mapping[str, Any]) -> Advice:
    plain = {name: value for name, value in _underscored(row).items() if name != "count"}
    return Advice(_dice(dice, row["count"]), **plain)


def _underscored(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name.replace("-", "_"): value for name, value in row.items()}


def _dice(text: str, count: int) -> Dice:
    """`red d8` and how many."""
    found = _DICE.fullmatch(text)
    if found is None or found[1] not in _LETTERS:
        raise ValueError(text)
    return Dice(_LETTERS[found[1]], int(found[2]), count=count)
