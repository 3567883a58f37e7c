"""Any text to dice or to systems: a reading, or the reasons why there is none; a finding with a caret."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from catalog.vocabulary import GAMES, NO_DICE, Body, Pool, Vocabulary
from fleets.dice.carried_systems import Loadout, System, idle_systems
from fleets.notation import letter_hints, notation_findings
from fleets.notation.dialects import Dialect, Written, write_book, written_in
from fleets.notation.groups import groups_in
from fleets.notation.meanings import Notation, dice_meaning, systems_meaning
from ldraw_tools.findings import Finding, Kind, Place, Severity, in_file_order

LONGEST = 400
MOST_IN_ALL = 100
HERE = Place("", 1, 1)

Games = Vocabulary | Sequence[Vocabulary]
Meaning = Callable[[Notation], tuple[Loadout, Pool]]
_WIDTH = 72


class Reading(NamedTuple):
    """What a text says: `pool` is the dice as rolled, or those the systems add if these were asked for."""

    text: str
    vocabulary: Vocabulary
    dialect: Dialect
    body: Body
    loadout: Loadout
    pool: Pool
    findings: tuple[Finding, ...] = ()

    @property
    def is_unique(self) -> bool:
        """Whether no other weapons are behind the same dice."""
        return all(finding.code != notation_findings.NOT_UNIQUE.code for finding in self.findings)

    @property
    def idle(self) -> tuple[System, ...]:
        """The systems that no die shows."""
        return idle_systems(self.loadout, self.vocabulary)


class Unread(NamedTuple):
    """A text that can't be read, and why.

    `pool` holds the dice that were understood; if it `is_spelled` right, no unit of the game rolls them.
    """

    text: str
    vocabulary: Vocabulary
    findings: tuple[Finding, ...]
    pool: Pool = NO_DICE
    is_spelled: bool = False


def read_dice(text: str, games: Games = GAMES, *, body: str = "", at: Place = HERE) -> Reading | Unread:
    """Dice as rolled. Of several games it is the first that the text fits."""
    return _first_that_fits(text, _all_of(games), body, at, dice_meaning)


def read_systems(text: str, games: Games = GAMES, *, body: str = "", at: Place = HERE) -> Reading | Unread:
    """Systems as a tag or a list names them: `2Rd` is one direct weapon."""
    if len(text) <= LONGEST and (plain := _read_before(text, _all_of(games), body)):
        return plain
    found = _first_that_fits(text, _all_of(games), body, at, systems_meaning)
    if isinstance(found, Unread) or found.loadout.systems:
        return found
    findings = _Findings(at, found.findings)
    findings(notation_findings.NO_SYSTEMS, 0, example=letter_hints.example(found.vocabulary))
    return Unread(text, found.vocabulary, findings.in_order, found.pool, is_spelled=True)


@lru_cache(maxsize=1_000)
def _read_before(text: str, games: tuple[Vocabulary, ...], body: str) -> Reading | None:
    """Systems that there is nothing to say about, wherever they are written: frames carry the same few."""
    found = _first_that_fits(text, games, body, HERE, systems_meaning)
    return found if isinstance(found, Reading) and found.loadout.systems and not found.findings else None


def _all_of(games: Games) -> tuple[Vocabulary, ...]:
    return (games,) if isinstance(games, Vocabulary) else tuple(games)


def read_either(text: str, games: Games = GAMES) -> Reading | Unread:
    """Dice as rolled; where a text can only be a list of systems, as that.

    White dice are a unit's own: with them it is all that the unit rolls, and nothing of it is left out.
    """
    dice = read_dice(text, games)
    if isinstance(dice, Reading) or dice.pool.count("W"):
        return dice
    systems = read_systems(text, games)
    if isinstance(systems, Unread):
        return dice
    if dice.pool == systems.pool:
        return systems
    findings = _Findings(HERE, systems.findings)
    findings(notation_findings.TAKEN_AS_SYSTEMS, 0, rolled=write_book(systems.pool, systems.vocabulary))
    return systems._replace(findings=findings.in_order)


def read_carried(text: str, games: Games = GAMES, *, body: str = "", at: Place = HERE) -> Reading | Unread:
    """Systems as a list names them, or all that a unit rolls where its white dice are written too."""
    systems = read_systems(text, games, body=body, at=at)
    if isinstance(systems, Reading):
        return systems
    dice = read_dice(text, games, body=body, at=at)
    return dice if isinstance(dice, Reading) and dice.pool.count("W") else systems


class _Findings:
    """Collects findings, placed where the text is in its file."""

    def __init__(self, place: Place, said: Sequence[Finding] = ()) -> None:
        self.place = place
        self.said = list(said)

    def __call__(self, kind: Kind, at: int, **values: object) -> None:
        place = replace(self.place, column=max(self.place.column, 1) + at)
        self.said.append(kind.at(place, **values))

    @property
    def in_order(self) -> tuple[Finding, ...]:
        return tuple(in_file_order(self.said))


def _rank(findings: Sequence[Finding]) -> tuple[int, int]:
    """Fewest errors first, then fewest remarks."""
    return (sum(finding.severity is Severity.ERROR for finding in findings), len(findings))


def _first_that_fits(
    text: str, known: tuple[Vocabulary, ...], body: str, at: Place, meaning: Meaning
) -> Reading | Unread:
    choices = [game for game in known if not body or any(b.name == body for b in game.bodies)]
    if not choices:
        raise ValueError(f"no {body or 'game'} in {', '.join(game.name for game in known) or 'no games'}")
    unread: list[Unread] = []
    for vocabulary in choices:
        found = _read(text, vocabulary, body, at, meaning)
        if isinstance(found, Reading):
            return found
        unread.append(found)
    return min(unread, key=lambda reasons: (not reasons.is_spelled, _rank(reasons.findings)[0]))


def _read(text: str, vocabulary: Vocabulary, body: str, at: Place, meaning: Meaning) -> Reading | Unread:
    say = _Findings(at)
    if len(text) > LONGEST:
        say(notation_findings.TOO_LONG, LONGEST, length=f"{len(text):,}", most=LONGEST)
        return Unread(text, vocabulary, say.in_order)
    written = written_in(text, groups_in(text, vocabulary, say), vocabulary, say)
    total = len(written.pool) + len(written.named)
    if total > MOST_IN_ALL:
        say(notation_findings.TOO_MANY, 0, number=total, most=MOST_IN_ALL)
    if not (say.said or total):
        say(notation_findings.NOTHING, 0, example=letter_hints.example(vocabulary))
    if _rank(say.said)[0]:
        return Unread(text, vocabulary, say.in_order, written.pool)
    bodies = [known for known in vocabulary.bodies if body in ("", known.name)]
    trials = [_try(text, written, vocabulary, known, say, meaning) for known in bodies]
    best = min(trials, key=lambda trial: _rank(trial.findings))
    if _rank(best.findings)[0]:
        return Unread(text, vocabulary, best.findings, written.pool, is_spelled=True)
    return best


def _try(
    text: str, written: Written, vocabulary: Vocabulary, body: Body, before: _Findings, meaning: Meaning
) -> Reading:
    say = _Findings(before.place, before.said)
    loadout, pool = meaning(Notation(written, vocabulary, body, say))
    return Reading(text, vocabulary, written.dialect, body, loadout, pool, say.in_order)


def caret(text: str, finding: Finding, *, column: int = 1, width: int = _WIDTH) -> str:
    """Three lines or four: the text, the caret, what is wrong, the way out.

    `column` is where the text starts in its file, as it was given for reading.
    """
    at = min(max(finding.place.column - column, 0), len(text))
    start = max(0, min(at - width // 2, len(text) - width))
    shown = text[start : start + width]
    lines = [
        ("…" if start else "") + "".join(map(_printable, shown)) + ("…" if start + width < len(text) else ""),
        " " * (bool(start) + sum(map(_columns, text[start:at]))) + "^",
        f"{finding.severity} {finding.code}: {finding.message}",
    ]
    return "\n".join([*lines, finding.fix] if finding.fix else lines)


def _printable(character: str) -> str:
    return character if character.isprintable() else " " if character.isspace() else "?"


def _columns(character: str) -> int:
    """How wide a terminal shows a character."""
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
