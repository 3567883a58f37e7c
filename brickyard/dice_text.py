"""Dice for people: every dialect, what each system gives, each range, and what is left after a loss."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from brickyard.dice_answer import DiceAnswer, ReadDice
from brickyard.terminal import Screen, wrap_lines
from catalog.editions.loading import edition_for
from catalog.vocabulary import NO_DICE, VOCABULARIES, Body, Pool, Vocabulary
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
from fleets.models.model_units import Role, Unit, carried_by_unit
from fleets.notation import Dialect, Reading, Unread, caret, notations
from fleets.tagging.editors import NOTHING_TOLD, how_to_tag
from fleets.tagging.tag_values import SHIP_CLASSES
from ldraw_tools.findings import Finding, Place, Severity, printable
from validators.judged_files import ReadFile
from validators.judging import findings_on
from validators.report import is_breach
from validators.rule import Ruling

Row = tuple[str, Pool]
DIALECTS = {"book": "book", "condensed": "Condensed"}


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
