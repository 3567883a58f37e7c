"""What `brickyard dice` answers, as values: what a notation, or each unit of a file, rolls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from catalog.editions.loading import edition as edition_called
from catalog.vocabulary import GAMES, VOCABULARIES, Body, Dice, Pool, Vocabulary, vocabulary_of
from fleets.dice.carried_systems import (
    Loadout,
    by_range,
    contributions,
    idle_systems,
    losses,
    name_of,
    pool_of,
    systems_pool,
)
from fleets.forces.force import Mech, filled_loadout, sheet_of
from fleets.forces.named_files import MANIFEST_SUFFIXES
from fleets.models.model_units import carried_by_unit
from fleets.notation import Reading, Unread, notations, read_either
from ldraw_tools.choosing import file_of
from ldraw_tools.findings import BrickyardError, Finding, Severity, printable
from ldraw_tools.names import MODEL_SUFFIXES
from ldraw_tools.notebooks import line_of
from ldraw_tools.workspace import is_there
from validators.judged_files import JudgeSettings, ReadFile, read_file
from validators.wording import loadout_lines


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
class ReadDice:
    """A text as it was taken: a notation, or a file with all its units."""

    text: str
    units: tuple[UnitDice, ...]
    findings: tuple[Finding, ...]
    source: Reading | Unread | ReadFile


@dataclass(frozen=True, slots=True)
class DiceAnswer:
    """What `brickyard dice --format json` prints."""

    __json__: ClassVar = ("format", "units", "findings")

    read: tuple[ReadDice, ...]
    # Why files can't be opened.
    problems: tuple[str, ...] = ()
    format: int = 1

    __repr__ = line_of

    def __str__(self) -> str:
        rolls = [(one.name, one.notations.get("book", "")) for one in self.units]
        return ", ".join(f"{name}: {book}" if book not in ("", name) else name for name, book in rolls)

    @property
    def units(self) -> tuple[UnitDice, ...]:
        return tuple(unit for one in self.read for unit in one.units)

    @property
    def findings(self) -> tuple[Finding, ...]:
        return tuple(found for one in self.read for found in one.findings)


def dice_texts(words: tuple[str, ...]) -> list[str]:
    """Several files, or one text: a notation, or a name with spaces, may have come in several words."""
    if len(words) > 1 and all(map(_is_file, words)):
        return list(words)
    text = " ".join(words)
    there = [one for one in words if _is_file(one) and is_there(str(file_of(one)))]
    if len(words) > 1 and there and not is_there(text):
        raise BrickyardError("give files or dice, not both")
    return [text]


def read_dice_of(text: str, settings: JudgeSettings) -> ReadDice:
    """A file may have any name, such as 2Rd; an existing name that is not a notation is meant as a file."""
    found = None if _is_file(text) else read_either(text, _games(settings.edition))
    if isinstance(found, Reading):
        dice = unit_dice(text, found.body.name, 1, found.loadout, found.vocabulary, found.body, found.pool)
        return ReadDice(text, (dice,), found.findings, found)
    if found is not None and not is_there(text):
        return ReadDice(text, (), found.findings, found)
    file = read_file(Path(text), settings)
    if file.subject is None:
        raise BrickyardError(file.why_nothing or f"{text}: no unit in it")
    if isinstance(file.subject, Mech):
        return ReadDice(text, (_mech_dice(file.subject, file),), tuple(file.findings), file)
    wrong = tuple(one for one in file.findings if one.severity is Severity.ERROR)
    return ReadDice(text, tuple(_units_of(file)), wrong, file)


def _is_file(text: str) -> bool:
    return file_of(text).suffix.lower() in (*MODEL_SUFFIXES, *MANIFEST_SUFFIXES)


def _games(edition: str) -> tuple[Vocabulary, ...]:
    text = edition_called(edition) if edition else None
    return (vocabulary_of(text),) if text and text.game in VOCABULARIES else GAMES


def _mech_dice(mech: Mech, file: ReadFile) -> UnitDice:
    lines = loadout_lines(filled_loadout(mech, sheet_of(file.ruling.edition)))
    return UnitDice(mech.name, "mech", 1, True, {}, lines=tuple(map(printable, lines)))


def _units_of(file: ReadFile) -> Iterator[UnitDice]:
    vocabulary = file.ruling.vocabulary
    for unit, count in file.units:
        if unit.is_unread:
            yield UnitDice(unit.name, str(unit.role), count, False, {})
        else:
            loadout = carried_by_unit(unit, file.ruling.edition)
            body = vocabulary.body(unit.body)
            yield unit_dice(unit.name, str(unit.role), count, loadout, vocabulary, body)


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
