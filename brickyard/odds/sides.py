"""Who fights, as people name it: a notation, a model, a manifest or one unit of it, an enemy, terrain."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from brickyard.checking import MANIFEST_SUFFIXES, VOCABULARIES, Entry, Request, read_entry
from brickyard.opening import MODEL_SUFFIXES
from catalog.editions.edition import Edition
from catalog.editions.loading import edition, edition_for
from catalog.suggestions import hint, shown
from fleets.designs import Role, Unit
from fleets.force import Force, Mech
from fleets.notation import Reading, Unread, read_dice
from fleets.odds.combat import Combat, combat_of
from fleets.odds.fighters import (
    A_PIECE_OF_TERRAIN,
    TERRAIN,
    Fighter,
    fighter_of,
    fighter_reading,
    typical_fighter,
)
from fleets.tag_words import ACE_COLOURS
from fleets.vocabulary import GAMES, Vocabulary
from ldraw_tools.diagnostics import BrickyardError, Diagnostic, Severity, and_more, count_of
from validators.check import Subject

_SUFFIXES = "|".join(suffix[1:] for suffix in (*MODEL_SUFFIXES, *MANIFEST_SUFFIXES))
_FILE = re.compile(rf"(?P<path>.+?\.(?:{_SUFFIXES}))(?::(?P<unit>[^/\\]+))?", re.IGNORECASE)
_MOST_NAMES = 12


@dataclass(frozen=True)
class Named:
    """One side as it was written: text, or a file that was read, and which unit of it is meant."""

    text: str
    entry: Entry | None = None
    unit: str = ""

    @property
    def subject(self) -> Subject | None:
        return self.entry.subjects[0] if self.entry and self.entry.subjects else None

    @property
    def title(self) -> str:
        """What the file's force calls itself."""
        return self.subject.name if self.subject else self.text

    @property
    def findings(self) -> list[Diagnostic]:
        return self.entry.findings if self.entry else []

    @property
    def mech(self) -> Mech | None:
        return self.subject if isinstance(self.subject, Mech) else None


def read_side(text: str, request: Request) -> Named:
    found = _FILE.fullmatch(text.strip())
    if found is None:
        if _is_there(text):
            wanted = ", ".join((*MODEL_SUFFIXES, *MANIFEST_SUFFIXES))
            raise BrickyardError(
                f"{shown(text, 200)}: neither a model nor a manifest (they end with {wanted})"
            )
        return Named(text)
    whole = Path(text.strip())
    path = whole if whole.is_file() else Path(found["path"])
    if not path.is_file():
        raise BrickyardError(f"{shown(str(path), 200)}: No such file")
    unit = "" if whole.is_file() else (found["unit"] or "").strip()
    return Named(text, read_entry(path, request), unit)


def combat_for(sides: list[Named], edition_name: str) -> Combat:
    """The text that the sides play by: the one that was asked for, a file's, or the first that all fit."""
    if edition_name:
        return _combat(edition(edition_name))
    entries = [side.entry for side in sides if side.entry]
    if len({entry.ruling.edition.game for entry in entries}) > 1:
        raise BrickyardError("the two sides are of different games, and have no odds against each other")
    if entries:
        chosen = next((entry for entry in entries if entry.names_edition), entries[0])
        return _combat(chosen.ruling.edition)
    return _combat(edition_for(_game_of([side.text for side in sides])))


def fighters_in(side: Named, combat: Combat) -> list[Fighter]:
    """All that fight of a side; one, where a unit is named or a notation is written."""
    if side.entry is None:
        return [_from_text(side.text, combat)]
    found = _fielded(side.entry.subjects, combat)
    if not found:
        said = next((one.message for one in side.findings if one.severity is Severity.ERROR), "")
        said = said or f"nothing in it fights in {combat.edition.title}"
        raise BrickyardError(f"{shown(side.text, 200)}: {said}")
    return [_unit_named(side, found)] if side.unit else found


def the_fighter(side: Named, combat: Combat) -> Fighter:
    """The only one; of several the caller must choose."""
    found = fighters_in(side, combat)
    if len(found) == 1:
        return found[0]
    names = and_more([shown(one.name) for one in found], _MOST_NAMES)
    raise BrickyardError(
        f"{shown(side.text, 200)} has {count_of(len(found), 'unit')} that fight: {names}. "
        f'Name one, as in "{shown(side.text, 200)}:{shown(found[0].name)}", or use --matrix for all of them'
    )


def _combat(text: Edition) -> Combat:
    if text.game not in VOCABULARIES:
        raise BrickyardError(f"{text.title} has no dice to write down: name a file with a 'mech in it")
    return combat_of(text, VOCABULARIES[text.game])


def _game_of(texts: list[str]) -> str:
    """The first game that every text is of; words that mean something in several decide nothing."""
    named = {game: vocabulary for game, vocabulary in VOCABULARIES.items() if vocabulary in GAMES}
    for game, vocabulary in named.items():
        if all(_fits(text, game, vocabulary) for text in texts):
            return game
    return next(iter(named))


def _fits(text: str, game: str, vocabulary: Vocabulary) -> bool:
    combat = combat_of(edition_for(game), vocabulary)
    return _from_word(text, combat) is not None or isinstance(read_dice(text, vocabulary), Reading)


def _from_text(text: str, combat: Combat) -> Fighter:
    meant = _from_word(text, combat)
    if meant is not None:
        return meant
    read = read_dice(text, combat.vocabulary)
    if isinstance(read, Unread):
        said = read.findings[0]
        raise BrickyardError(f"“{shown(text)}”: {said.message}. {said.fix}".strip())
    return fighter_reading(read, shown(text, 40))


def _from_word(text: str, combat: Combat) -> Fighter | None:
    word = text.strip().casefold()
    if word == TERRAIN and any(TERRAIN in kinds for kinds in combat.charts.values()):
        return A_PIECE_OF_TERRAIN
    for kind, typical in combat.typical.items():
        if word in (kind, typical.name.casefold()):
            return typical_fighter(combat, kind)[0]
    return None


def _unit_named(side: Named, found: list[Fighter]) -> Fighter:
    word = side.unit.casefold()
    exact = [one for one in found if one.name.casefold() == word]
    close = exact or [one for one in found if one.name.casefold().startswith(word)]
    if close and (exact or len(close) == 1):
        return close[0]
    names = [shown(one.name) for one in found]
    file = shown(side.text.rpartition(":")[0], 200)
    raise BrickyardError(f"no unit “{shown(side.unit)}” in {file}. {hint(side.unit, names)}")


def _fielded(subjects: Sequence[Subject], combat: Combat) -> list[Fighter]:
    """Every design once; a fleet's ace leads its company, where there is but one to lead."""
    found: list[Fighter | None] = []
    colour = ""
    for subject in subjects:
        if isinstance(subject, Force):
            colour = subject.ace
            found += [fighter_of(one.unit, combat, one.count) for one in subject.fielded]
        elif isinstance(subject, Unit):
            found.append(fighter_of(subject, combat, subject.times))
    return _led([one for one in found if one], colour)


def _led(found: list[Fighter], colour: str) -> list[Fighter]:
    led = [place for place, one in enumerate(found) if one.kind == Role.COMPANY]
    if not colour or len(led) != 1 or found[led[0]].loadout.ace:
        return found
    place = led[0]
    plain = found[place]
    loadout = replace(plain.loadout, ace=ACE_COLOURS[colour])
    ace = replace(plain, name=f"{plain.name} ({colour} ace)", loadout=loadout, count=1)
    others = [replace(plain, count=plain.count - 1)] if plain.count > 1 else []
    return [*found[:place], ace, *others, *found[place + 1 :]]


def _is_there(text: str) -> bool:
    try:
        return bool(text.strip()) and Path(text).exists()
    except (OSError, ValueError):
        return False
