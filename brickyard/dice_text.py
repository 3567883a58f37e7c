"""Dice for people: every dialect, what each system gives, each range, and what is left after a loss."""

from __future__ import annotations

from brickyard.terminal import Screen
from fleets.dice import by_range, contributions, losses, pool_of, sprint_of
from fleets.naming import list_of, name_of
from fleets.notation import Reading, notations, write_book, write_loadout
from fleets.pool import Pool
from fleets.systems import Loadout
from fleets.vocabulary import Body, Vocabulary
from ldraw_tools.diagnostics import printable

DIALECTS = {"book": "book", "condensed": "Condensed"}


def show_reading(reading: Reading, screen: Screen) -> None:
    screen.line(f"  read as    {reading.vocabulary.name}, {reading.dialect.value} notation")
    show_loadout(reading.loadout, reading.vocabulary, reading.body, screen, reading.pool)
    for finding in reading.findings:
        screen.line(f"  {finding.severity} {finding.code}: {printable(finding.message)}")


def show_loadout(
    loadout: Loadout, vocabulary: Vocabulary, body: Body, screen: Screen, pool: Pool | None = None
) -> None:
    pool = pool_of(loadout, vocabulary, body) if pool is None else pool
    idle = [given.system for given in contributions(loadout, vocabulary) if not given.pool]
    for dialect, text in notations(pool, vocabulary, idle).items():
        screen.line(f"  {DIALECTS.get(dialect, dialect):10} {text}")
    carried = list_of(loadout.systems, vocabulary) if loadout.systems else "no systems"
    screen.line(f"  carries    {printable(carried)}")
    screen.line()
    _show_gifts(loadout, vocabulary, body, screen)
    _show_ranges(pool, vocabulary, screen)
    _show_losses(loadout, vocabulary, body, screen)


def _show_gifts(loadout: Loadout, vocabulary: Vocabulary, body: Body, screen: Screen) -> None:
    rows = [
        (f"the {body.name} itself", dice_in_words(pool_of(Loadout(), vocabulary, body) - _sprint(vocabulary)))
    ]
    rows += [
        (name_of(g.system, vocabulary), dice_in_words(g.pool)) for g in contributions(loadout, vocabulary)
    ]
    sprint = sprint_of(loadout, vocabulary)
    if sprint:
        rows.append(("sprint, for want of a ranged weapon", dice_in_words(sprint)))
    if loadout.rockets:
        rocket = Pool.total([vocabulary.rocket_dice] * loadout.rockets)
        rows.append((f"rockets, {loadout.rockets} of them, once each", dice_in_words(rocket)))
    for name, dice in rows:
        screen.line(f"  {printable(name):38} {dice}")


def _sprint(vocabulary: Vocabulary) -> Pool:
    return sprint_of(Loadout(), vocabulary)


def _show_ranges(pool: Pool, vocabulary: Vocabulary, screen: Screen) -> None:
    names = {known.letter: known.name for known in vocabulary.ranges}
    shown = [
        f"{names[letter]} {dice_in_words(dice)}"
        for letter, dice in by_range(pool, vocabulary).items()
        if dice
    ]
    if shown:
        screen.line()
        screen.line(f"  at range: {'; '.join(shown)}")


def _show_losses(loadout: Loadout, vocabulary: Vocabulary, body: Body, screen: Screen) -> None:
    found = losses(loadout, vocabulary, body)
    if not found:
        return
    screen.line()
    for loss in found:
        text = write_loadout(loss.left, vocabulary, body)["book"]
        screen.line(f"  without the {printable(name_of(loss.system, vocabulary)):26} {text}")


def dice_in_words(pool: Pool) -> str:
    """`2 red d6 and 1 red d8`."""
    return " and ".join(f"{dice.count} {dice.name}" for dice in pool) or "no dice"


def short_dice(loadout: Loadout, vocabulary: Vocabulary, body: Body) -> str:
    """The canonical notation in one line."""
    idle = [given.system for given in contributions(loadout, vocabulary) if not given.pool]
    return write_book(pool_of(loadout, vocabulary, body), vocabulary, idle)
