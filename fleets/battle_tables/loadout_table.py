"""Every loadout of a game with its dice, as a table: a page looks dice up and needs no rule about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import TypeAlias

from catalog.editions.edition import Edition
from catalog.vocabulary import Body, Pool, Vocabulary
from fleets.battles.battle_state import loadout_key
from fleets.dice.carried_systems import Loadout, System, pool_of
from fleets.notation import write_book

Row: TypeAlias = list[object]
"""A notation and the dice behind it, without white ones, rockets and an ace."""
_LIMIT_OF_ALL, _LIMIT_OF_TYPE = "SYS001", "SYS002"
_MOST_SYSTEMS = 4


def code_of(system: System) -> str:
    """`Rd`, a split weapon as `Ra/Rd`, an environmental system as `E:vacuum`."""
    if system.is_split:
        return f"{system.code}/{system.other}"
    return f"{system.code}:{system.name}" if system.name else system.code


def system_of(code: str) -> System:
    head, _, name = code.partition(":")
    first, _, second = head.partition("/")
    return System(first, second, name)


def loadouts_of(
    edition: Edition, vocabulary: Vocabulary, met: Mapping[str, Iterable[tuple[str, ...]]], with_splits: bool
) -> dict[str, dict[str, Row]]:
    """By body and key: all whole loadouts that the edition allows, those met, and all that losses lead to.

    Split weapons are in it where the group plays with them.
    """
    table: dict[str, dict[str, Row]] = {}
    for body in vocabulary.bodies:
        rows = table.setdefault(body.name, {})
        for codes in (*_allowed(edition, body, vocabulary, with_splits), *met.get(body.name, ())):
            _add(rows, tuple(codes), vocabulary, body)
    return table


def _add(rows: dict[str, Row], codes: tuple[str, ...], vocabulary: Vocabulary, body: Body) -> None:
    key = loadout_key(codes)
    if key in rows:
        return
    left = tuple(key.split())
    rows[key] = _row(left, vocabulary, body)
    for place in range(len(left)):
        _add(rows, left[:place] + left[place + 1 :], vocabulary, body)


@lru_cache(maxsize=65536)
def _row(codes: tuple[str, ...], vocabulary: Vocabulary, body: Body) -> Row:
    pool = pool_of(Loadout.of(*(system_of(code) for code in codes)), vocabulary, body, white=0)
    return [write_book(pool, vocabulary), dice_list(pool)]


def dice_list(pool: Pool) -> list[list[object]]:
    """`[2, "R", 6, "d"]` is two red d6 at direct range."""
    return [[dice.count, dice.colour, dice.sides, dice.range] for dice in pool if dice.count]


def _allowed(
    edition: Edition, body: Body, vocabulary: Vocabulary, with_splits: bool
) -> Iterator[tuple[str, ...]]:
    row = edition.classes.get(body.name)
    if row and row.fixed:
        yield tuple(row.fixed)
        return
    most = row.systems if row and row.systems else _cited(edition, _LIMIT_OF_ALL, _MOST_SYSTEMS)
    alike = most if row else _cited(edition, _LIMIT_OF_TYPE, most)
    named = vocabulary.named.code if vocabulary.named else ""
    codes = [code for code in body.carries if code != named]
    if with_splits:
        weapons = sorted(code for code in codes if len(code) > 1)
        codes += [f"{one}/{two}" for place, one in enumerate(weapons) for two in weapons[place + 1 :]]
    yield from _whole(tuple(codes), most, alike)


@lru_cache(maxsize=64)
def _whole(codes: tuple[str, ...], most: int, alike: int) -> tuple[tuple[str, ...], ...]:
    """Loadouts of so many systems at most, and so many of one type: the same for every force of a game."""
    return tuple(
        chosen
        for number in range(most + 1)
        for chosen in combinations_with_replacement(codes, number)
        if all(count <= alike for count in Loadout.of(*map(system_of, chosen)).counts.values())
    )


def _cited(edition: Edition, code: str, otherwise: int) -> int:
    citation = edition.citations.get(code)
    number = citation.numbers.get("most", otherwise) if citation else otherwise
    return number if isinstance(number, int) else otherwise
