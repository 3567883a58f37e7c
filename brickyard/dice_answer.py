"""What brickyard dice answers, as values and as text: what a notation, or each unit of a file, rolls."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, NamedTuple

from brickyard.terminal import Screen, wrap_lines
from catalog.editions.loading import edition as edition_called, edition_for
from catalog.vocabulary import GAMES, NO_DICE, VOCABULARIES, Body, Dice, Pool, Vocabulary, vocabulary_of
from fleets.dice.carried_systems import (
    Loadout,
    by_range,
    contributions,
    idle_systems,
    list_of,
    losses,
    name_of,
    pool_of,
    sprint_of,
    systems_pool,
)
from fleets.forces.force import Mech, filled_loadout, sheet_of
from fleets.forces.named_files import MANIFEST_SUFFIXES
from fleets.models.model_units import Role, Unit, carried_by_unit
from fleets.notation import Dialect, Reading, Unread, caret, notations, read_either
from fleets.tagging.editors import NOTHING_TOLD, how_to_tag
from fleets.tagging.tag_values import SHIP_CLASSES
from ldraw_tools.choosing import file_of
from ldraw_tools.findings import BrickyardError, Finding, Place, Severity, printable
from ldraw_tools.names import MODEL_SUFFIXES
from ldraw_tools.notebooks import line_of
from ldraw_tools.workspace import is_there
from validators.judged_files import JudgeSettings, ReadFile, read_file
from validators.judging import findings_on
from validators.report import is_breach
from validators.rule import Ruling
from validators.wording import loadout_lines

Row = tuple[str, Pool]
DIALECTS = {"book": "book", "condensed": "Condensed"}


class SystemDice(NamedTuple):
    """A system, and the dice it gives."""

    name: str
    code: str
    dice: tuple[Dice, ...]


class LostSystem(NamedTuple):
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


class ReadDice(NamedTuple):
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


def show(found: DiceAnswer, screen: Screen) -> None:
    for one in found.read:
        if isinstance(one.source, ReadFile):
            _show_file(one, one.source, screen)
            continue
        screen.line(screen.paint(printable(one.text), "bold"))
        if isinstance(one.source, Unread):
            _show_unread(one.text, one.findings, screen)
        else:
            _show_reading(one.source, screen)


def _show_file(read: ReadDice, file: ReadFile, screen: Screen) -> None:
    screen.lines(line for unit in read.units for line in unit.lines)
    for number, (unit, count) in enumerate(file.units):
        if number:
            screen.line()
        many = f"{count:,} × " if count > 1 else ""
        screen.line(screen.paint(f"{many}{printable(unit.name)}", "bold") + f" ({unit.role})")
        _show_unit(unit, file.ruling, screen)
    wrong = [found for found in read.findings if found.severity is Severity.ERROR]
    if wrong:
        screen.line()
    for found in wrong:
        screen.finding(found)
    bare = next((unit for unit, _ in file.units if not unit.is_described and not unit.is_unread), None)
    if bare:
        # The dice above are those of a bare frame, because nothing says what it carries.
        screen.line()
        how = how_to_tag(bare.assembly.document if bare.assembly else None)
        screen.lines(wrap_lines(f"{NOTHING_TOLD} {how}", "", "  "))


def _show_unit(unit: Unit, ruling: Ruling, screen: Screen) -> None:
    vocabulary, loadout = ruling.vocabulary, carried_by_unit(unit, ruling.edition)
    body = vocabulary.body(unit.body)
    if unit.is_unread:
        screen.line("  what it carries can't be read")
    elif body is None:
        _show_piece(loadout, vocabulary, screen)
    else:
        _show_loadout(loadout, vocabulary, body, screen)


def _show_unread(text: str, findings: Sequence[Finding], screen: Screen) -> None:
    screen.line()
    for finding in findings:
        screen.lines(f"  {line}" for line in caret(text, finding).splitlines()[:2])
        screen.finding(finding, "  ")
        screen.line()


def _show_reading(reading: Reading, screen: Screen) -> None:
    screen.line(f"  read as    {reading.vocabulary.name}, {reading.dialect.value} notation")
    _show_loadout(reading.loadout, reading.vocabulary, reading.body, screen, reading.pool)
    for finding in reading.findings:
        screen.finding(finding, "  ")
    for line in _not_legal(reading):
        screen.lines(wrap_lines(line, "  ", "    "))


def _not_legal(reading: Reading) -> Iterator[str]:
    """What a text of dice alone can break, by the book of its game; the rest is for `check`."""

    role = Role.SHIP if reading.body.name in SHIP_CLASSES else Role(reading.body.name)
    game = next(game for game, known in VOCABULARIES.items() if known.name == reading.vocabulary.name)
    unit = Unit(role, f"the {reading.body.name}", reading.body.name, Place(""), reading.loadout)
    ruling = Ruling(edition_for(game), reading.vocabulary)
    broken = [found for found in findings_on(unit, ruling) if is_breach(found)]
    for found in broken:
        yield f"not legal: {printable(found.message)} ({found.reference})"
    if broken:
        yield "brickyard check judges it with all that your group has agreed to"


def _show_loadout(
    loadout: Loadout, vocabulary: Vocabulary, body: Body, screen: Screen, pool: Pool | None = None
) -> None:
    pool = pool_of(loadout, vocabulary, body) if pool is None else pool
    _show_notations(loadout, vocabulary, pool, screen)
    carried = list_of(loadout.systems, vocabulary) if loadout.systems else "no systems"
    screen.line(f"  carries    {printable(carried)}")
    screen.line()
    # A notation without white dice lists what is carried; one with them says how many are left.
    white = pool.count("W") or body.white
    _show_rows(_gifts(loadout, vocabulary, body, white), screen)
    _show_ranges(pool, vocabulary, screen, _unarmed(vocabulary))
    _show_losses(loadout, vocabulary, body, white, screen)


def _unarmed(vocabulary: Vocabulary) -> frozenset[str]:
    """The ranges at which white dice attack without a weapon."""

    game = next(game for game, known in VOCABULARIES.items() if known.name == vocabulary.name)
    table = edition_for(game).combat
    return frozenset(letter for letter, row in table.attacks.items() if row.unarmed) if table else frozenset()


def _show_piece(loadout: Loadout, vocabulary: Vocabulary, screen: Screen) -> None:
    """What a single system or rocket gives to the unit that carries it."""
    if not loadout.systems and not loadout.rockets:
        screen.line("  rolls no dice")
        return
    pool = systems_pool(loadout, vocabulary)
    _show_notations(loadout, vocabulary, pool, screen)
    screen.line(f"  gives      {printable(list_of(loadout.systems, vocabulary) or 'no systems')}")
    screen.line()
    _show_rows([*_pieces(loadout, vocabulary), *_rockets(loadout, vocabulary)], screen)
    _show_ranges(pool, vocabulary, screen)


def _pieces(loadout: Loadout, vocabulary: Vocabulary) -> Iterator[Row]:
    """What each system gives, and what it gives where one of its type is aboard already."""
    for given in contributions(loadout, vocabulary):
        name = name_of(given.system, vocabulary)
        yield name, given.pool
        second = vocabulary.system_type(given.system.code).added_by(2)
        is_single = loadout.systems.count(given.system) == 1 and not given.system.is_split
        if is_single and second != given.pool:
            yield "  as the second of its type", second


def _show_notations(loadout: Loadout, vocabulary: Vocabulary, pool: Pool, screen: Screen) -> None:
    idle = idle_systems(loadout, vocabulary)
    written = notations(pool, vocabulary, idle)
    for dialect, text in written.items():
        said = screen.paint.condensed(text) if dialect == Dialect.CONDENSED.value else text
        screen.line(f"  {DIALECTS.get(dialect, dialect):10} {said}")
    signs = dict.fromkeys(f"& {one.code}" for one in idle if f"& {one.code}" in written["book"])
    if signs:
        screen.line(f"  {'':10} {' and '.join(f'“{sign}”' for sign in signs)}: a system that adds no die")


def _gifts(loadout: Loadout, vocabulary: Vocabulary, body: Body, white: int) -> Iterator[Row]:
    bare = pool_of(Loadout(), vocabulary, body, white) - sprint_of(Loadout(), vocabulary)
    yield f"the {body.name} itself", bare
    for given in contributions(loadout, vocabulary):
        yield name_of(given.system, vocabulary), given.pool
    if sprint := sprint_of(loadout, vocabulary):
        yield "sprint (no ranged weapon)", sprint
    yield from _rockets(loadout, vocabulary)


def _rockets(loadout: Loadout, vocabulary: Vocabulary) -> Iterator[Row]:
    if loadout.rockets:
        dice = Pool.total([vocabulary.rocket_dice] * loadout.rockets)
        yield f"rockets, {loadout.rockets} of them, once each", dice


def _show_rows(rows: Iterable[Row], screen: Screen) -> None:
    for name, pool in rows:
        screen.line(f"  {printable(name):38} {dice_in_words(pool)}")


def _show_ranges(pool: Pool, vocabulary: Vocabulary, screen: Screen, unarmed: Collection[str] = ()) -> None:
    names = {known.letter: known.name for known in vocabulary.ranges}
    dice_at = by_range(pool, vocabulary)
    rockets = pool.like(vocabulary.rocket_dice) if vocabulary.rocket else NO_DICE
    shown = []
    for letter, name in names.items():
        said = [dice_in_words(dice_at[letter])] if dice_at.get(letter) else []
        if rockets and vocabulary.rocket and letter == vocabulary.rocket.reach:
            said.append(f"{dice_in_words(rockets)} of rockets, once")
        if not said and letter in unarmed:
            said.append("white dice only")
        shown += [f"{name} {' and '.join(said)}"] if said else []
    if shown:
        screen.line()
        screen.line(f"  at range: {'; '.join(shown)}")


def _show_losses(loadout: Loadout, vocabulary: Vocabulary, body: Body, white: int, screen: Screen) -> None:
    found = losses(loadout, vocabulary, body, white)
    if not found:
        return
    screen.line()
    for loss in found:
        text = notations(loss.pool, vocabulary, idle_systems(loss.left, vocabulary))["book"]
        screen.line(f"  without the {printable(name_of(loss.system, vocabulary)):26} {text}")


def dice_in_words(pool: Pool) -> str:
    """`2 red d6 and 1 red d8`."""
    return " and ".join(f"{dice.count} {dice.name}" for dice in pool) or "no dice"
