"""Dice for programs: the same facts that `brickyard dice` shows to people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from fleets.dice.carried_systems import Loadout, name_of
from fleets.dice.pool import Dice, Pool
from fleets.dice.rolling import by_range, contributions, idle_systems, losses, pool_of, systems_pool
from fleets.dice.vocabulary import Body, Vocabulary
from fleets.notation import notations
from ldraw_tools.findings import Finding


@dataclass(frozen=True, slots=True)
class SystemDice:
    """A system, and the dice it gives."""

    name: str
    code: str
    dice: tuple[Dice, ...]


@dataclass(frozen=True, slots=True)
class LostSystem:
    """What is rolled without one of its systems, in the book's notation."""

    system: str
    book: str


@dataclass(frozen=True, slots=True)
class UnitDice:
    """What a unit or a notation rolls; colours and ranges are the letters of the notation.

    `lines` are what there is to say of a 'mech, which rolls no dice of its own.
    """

    name: str
    kind: str
    count: int
    is_read: bool
    notations: Mapping[str, str]
    systems: tuple[SystemDice, ...] = ()
    rockets: int = 0
    dice: tuple[Dice, ...] = ()
    at_range: Mapping[str, tuple[Dice, ...]] | None = None
    losses: tuple[LostSystem, ...] = ()
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DiceAnswer:
    """What `brickyard dice --format json` prints."""

    __json__: ClassVar = ("format", "units", "findings")

    units: tuple[UnitDice, ...]
    findings: tuple[Finding, ...]
    format: int = 1


def unit_dice(
    name: str,
    kind: str,
    count: int,
    loadout: Loadout,
    vocabulary: Vocabulary,
    body: Body | None,
    pool: Pool | None = None,
) -> UnitDice:
    """`pool` is what was written, if it differs from what the loadout rolls."""
    if pool is None:
        pool = pool_of(loadout, vocabulary, body) if body else systems_pool(loadout, vocabulary)
    lost = losses(loadout, vocabulary, body, pool.count("W") or body.white) if body else ()
    return UnitDice(
        name,
        kind,
        count,
        True,
        notations(pool, vocabulary, idle_systems(loadout, vocabulary)),
        tuple(
            SystemDice(name_of(one.system, vocabulary), "/".join(one.system.codes), one.pool.dice)
            for one in contributions(loadout, vocabulary)
        ),
        loadout.rockets,
        pool.dice,
        {letter: dice.dice for letter, dice in by_range(pool, vocabulary).items() if dice},
        tuple(
            LostSystem(name_of(one.system, vocabulary), _book(one.pool, one.left, vocabulary)) for one in lost
        ),
    )


def _book(pool: Pool, left: Loadout, vocabulary: Vocabulary) -> str:
    return notations(pool, vocabulary, idle_systems(left, vocabulary))["book"]
