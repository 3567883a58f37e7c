"""What a notation's groups say: dice, systems named outright, and the dialect."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from fleets.dice.pool import COLOURS, Dice, Pool
from fleets.dice.systems import Loadout, System
from fleets.dice.vocabulary import Vocabulary
from fleets.notation import faults
from fleets.notation.groups import Group, Say
from fleets.notation.writing import write_book


class Dialect(StrEnum):
    BOOK = "book"
    CONDENSED = "condensed"
    GARAGE = "garage"
    HANDBOOK = "handbook"
    MF0 = "mf0"


@dataclass(slots=True)
class Written:
    """The dice group by group, the systems that were named, and where each stood."""

    dialect: Dialect
    lists_systems: bool = False
    dice: list[tuple[Dice, int]] = field(default_factory=list)
    named: list[tuple[System, int]] = field(default_factory=list)

    @property
    def pool(self) -> Pool:
        return Pool(tuple(dice for dice, _ in self.dice))

    @property
    def loadout(self) -> Loadout:
        return Loadout(tuple(system for system, _ in self.named))


def written_in(text: str, groups: Sequence[Group], vocabulary: Vocabulary, say: Say) -> Written:
    dialect = dialect_of(text, groups)
    in_words = any(group.is_word for group in groups)
    written = Written(dialect, in_words or dialect is Dialect.HANDBOOK)
    before: Group | None = None
    for group in groups:
        if group.code or group.is_broken:
            _add(group, before, written, vocabulary, say)
            before = group
        else:
            _add_loose(group, before, written, vocabulary, say)
    return written


def dialect_of(text: str, groups: Sequence[Group]) -> Dialect:
    if any(group.is_word for group in groups):
        return Dialect.GARAGE
    if any(group.counted_after for group in groups):
        return Dialect.MF0
    if any(group.count is not None and group.code != "W" and group.sides != 8 for group in groups):
        return Dialect.GARAGE if "/" in text or "+" in text else Dialect.BOOK
    if any(group.sides == 6 for group in groups):
        return Dialect.GARAGE
    bare = [group for group in groups if _is_bare(group)]
    if any(not g.is_apart or g.size_before_range for g in groups) or any(g.code == "W" for g in bare):
        return Dialect.CONDENSED
    return Dialect.HANDBOOK if bare else Dialect.BOOK


def _is_bare(group: Group) -> bool:
    """A colour and range with nothing to count it: one die in Condensed, one system in the Handbook."""
    return bool(group.code) and group.count is None and not (group.sides or group.name or group.is_word)


def _add(group: Group, before: Group | None, written: Written, vocabulary: Vocabulary, say: Say) -> None:
    if group.is_broken:
        return
    is_weapon = group.code in vocabulary.by_code and group.code[1:] != ""
    if group.is_word or group.name:
        count = 1 if group.count is None else group.count
        written.named += [(System(group.code, name=group.name), group.at)] * count
    elif _names_a_system(group, before, written, is_weapon):
        written.named.append((System(group.code), group.at))
    elif _is_bare(group) and is_weapon and written.dialect is not Dialect.CONDENSED:
        system = vocabulary.system_type(group.code)
        full, half = (write_book(pool, vocabulary) for pool in (system.adds[0], system.half))
        say(faults.WEAPON_WITHOUT_COUNT, group.at, group=group.text, full=full, half=half or full)
    else:
        _add_dice(group, written, vocabulary, say)


def _names_a_system(group: Group, before: Group | None, written: Written, is_weapon: bool) -> bool:
    if group.code == "W" or written.dialect is Dialect.CONDENSED:
        return False
    if written.dialect is Dialect.HANDBOOK:
        return _is_bare(group) or (is_weapon and group.count is None)
    if not _is_bare(group):
        return False
    # `1Y & Y` and `2Ra & d8 & Ra` name one more system, which may roll nothing.
    return before is not None and before.code == group.code and (group.is_joined or not is_weapon)


def _add_dice(group: Group, written: Written, vocabulary: Vocabulary, say: Say) -> None:
    count = 1 if group.count is None else group.count
    dice = Dice(group.code[0], group.sides or 6, group.code[1:], count)
    rocket = vocabulary.rocket
    if rocket is not None and group.count is not None and dice.range == rocket.reach:
        fired = Dice(*rocket.dice.dice[0].key, count)
        if dice.sides == fired.sides:
            if group.size_before_range:
                weapon, rockets = (write_book(Pool.of(d), vocabulary) for d in (Dice(*dice.key), fired))
                say(faults.ROCKET_OR_WEAPON, group.at, group=group.text, weapon=weapon, rockets=rockets)
            dice = fired
    _note(dice, group.at, written, vocabulary, say)


def _add_loose(
    group: Group, before: Group | None, written: Written, vocabulary: Vocabulary, say: Say
) -> None:
    """A d8 with no colour belongs to the group before it."""
    if before is None or before.name:
        choices = " or ".join(f"{system.code}{group.sides}" for system in vocabulary.weapons)
        say(faults.LOOSE_DIE, group.at, group=group.text, choices=choices)
    elif not before.is_broken:
        count = 1 if group.count is None else group.count
        dice = Dice(before.code[0], group.sides, before.code[1:], count)
        _note(dice, group.at, written, vocabulary, say)


def _note(dice: Dice, at: int, written: Written, vocabulary: Vocabulary, say: Say) -> None:
    if dice.key in vocabulary.dice:
        written.dice += [(dice, at)] if dice.count else []
        return
    ranges = {known.letter: f" at {known.name} range" for known in vocabulary.ranges}
    choices = ", ".join(f"{COLOURS[c]} d{s}" for c, s in dict.fromkeys(key[:2] for key in vocabulary.dice))
    die = dice.name + ranges.get(dice.range, "")
    say(faults.UNKNOWN_DIE, at, game=vocabulary.name, die=die, choices=choices)
