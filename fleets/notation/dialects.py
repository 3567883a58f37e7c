"""Dice in every dialect: groups read as dice or systems, and the two dialects that are written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from catalog.vocabulary import COLOURS, Body, Dice, Pool, SystemType, Vocabulary
from fleets.dice.carried_systems import Loadout, System, idle_systems, pool_of
from fleets.notation import notation_findings
from fleets.notation.groups import DiceGroup, Say
from ldraw_tools.findings import listed
from ldraw_tools.phrases import join_texts, say as said


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
        rolled = pool.like(system.dice)
        sixes, eights = rolled.count(sides=6), rolled.count(sides=8)
        text = f"{sixes}{system.code}" if sixes else " ".join([f"{system.code}8"] * eights)
        if sixes and eights:
            text += " & d8" if eights == 1 else f" & {eights}d8"
        parts += _group(text, system.code, idle, bool(rolled))
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


def written_in(text: str, groups: Sequence[DiceGroup], vocabulary: Vocabulary, say: Say) -> Written:
    dialect = dialect_of(text, groups)
    in_words = any(group.is_word for group in groups)
    written = Written(dialect, in_words or dialect is Dialect.HANDBOOK)
    before: DiceGroup | None = None
    for group in groups:
        if group.code or group.is_broken:
            _add(group, before, written, vocabulary, say)
            before = group
        else:
            _add_loose(group, before, written, vocabulary, say)
    return written


def dialect_of(text: str, groups: Sequence[DiceGroup]) -> Dialect:
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


def _is_bare(group: DiceGroup) -> bool:
    """A colour and range with nothing to count it: one die in Condensed, one system in the Handbook."""
    return bool(group.code) and group.count is None and not (group.sides or group.name or group.is_word)


def _add(
    group: DiceGroup, before: DiceGroup | None, written: Written, vocabulary: Vocabulary, say: Say
) -> None:
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
        say(notation_findings.WEAPON_WITHOUT_COUNT, group.at, group=group.text, full=full, half=half or full)
    else:
        _add_dice(group, written, vocabulary, say)


def _names_a_system(group: DiceGroup, before: DiceGroup | None, written: Written, is_weapon: bool) -> bool:
    if group.code == "W" or written.dialect is Dialect.CONDENSED:
        return False
    if written.dialect is Dialect.HANDBOOK:
        return _is_bare(group) or (is_weapon and group.count is None)
    if not _is_bare(group):
        return False
    # `1Y & Y` and `2Ra & d8 & Ra` name one more system, which may roll nothing.
    return before is not None and before.code == group.code and (group.is_joined or not is_weapon)


def _add_dice(group: DiceGroup, written: Written, vocabulary: Vocabulary, say: Say) -> None:
    count = 1 if group.count is None else group.count
    dice = Dice(group.code[0], group.sides or 6, group.code[1:], count)
    rocket = vocabulary.rocket
    if rocket is not None and group.count is not None and dice.range == rocket.reach:
        fired = Dice(*rocket.dice.dice[0].key, count)
        if dice.sides == fired.sides:
            if group.size_before_range:
                weapon, rockets = (write_book(Pool.of(d), vocabulary) for d in (Dice(*dice.key), fired))
                say(
                    notation_findings.ROCKET_OR_WEAPON,
                    group.at,
                    group=group.text,
                    weapon=weapon,
                    rockets=rockets,
                )
            dice = fired
    _note(dice, group.at, written, vocabulary, say)


def _add_loose(
    group: DiceGroup, before: DiceGroup | None, written: Written, vocabulary: Vocabulary, say: Say
) -> None:
    """A d8 with no colour belongs to the group before it."""
    if before is None or before.name:
        choices = listed([f"{system.code}{group.sides}" for system in vocabulary.weapons], "or")
        say(notation_findings.LOOSE_DIE, group.at, group=group.text, choices=choices)
    elif not before.is_broken:
        count = 1 if group.count is None else group.count
        dice = Dice(before.code[0], group.sides, before.code[1:], count)
        _note(dice, group.at, written, vocabulary, say)


def _note(dice: Dice, at: int, written: Written, vocabulary: Vocabulary, say: Say) -> None:
    if dice.key in vocabulary.dice:
        written.dice += [(dice, at)] if dice.count else []
        return
    ranges = {one.letter: said(" at {range} range", range=said(one.name)) for one in vocabulary.ranges}
    choices = join_texts(
        said(f"{COLOURS[c]} d{s}") for c, s in dict.fromkeys(key[:2] for key in vocabulary.dice)
    )
    die = join_texts([said(dice.name), ranges.get(dice.range, "")], "")
    say(notation_findings.UNKNOWN_DIE, at, game=vocabulary.name, die=die, choices=choices)
