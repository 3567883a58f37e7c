"""Reads who fights, as people name it: a notation, a model, a manifest or a unit of it, an enemy, terrain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from catalog.editions.edition import Edition
from catalog.editions.loading import edition, edition_for
from catalog.vocabulary import GAMES, VOCABULARIES, Vocabulary, vocabulary_of
from fleets.chances.combat import Combat, combat_of
from fleets.chances.duel import (
    A_PIECE_OF_TERRAIN,
    PLAIN,
    TERRAIN,
    Fighter,
    Situation,
    fighter_of,
    fighter_reading,
    typical_fighter,
)
from fleets.chances.mech_odds import CALM, Circumstance
from fleets.forces.force import Force, Mech
from fleets.forces.named_files import split_unit, unit_named
from fleets.models.model_units import Role, Unit
from fleets.notation import Reading, Unread, read_dice
from fleets.tagging.tag_values import ACE_COLOURS
from ldraw_tools.choosing import file_of
from ldraw_tools.file_overlay import is_file_there
from ldraw_tools.findings import BrickyardError, Finding, and_more, count_of
from ldraw_tools.names import nearest, shown
from ldraw_tools.workspace import is_there
from validators.judged_files import JudgeSettings, ReadFile, read_file, sentence
from validators.report import Subject
from validators.usual import usual, usual_edition

_MOST_NAMES = 12


@dataclass(frozen=True, kw_only=True)
class OddsQuestion:
    """What is asked beside the sides. An empty range or cover means all of them.

    `boarders` and `defenders` are companies, for the boarding of a ship; `circumstance` is for 'mechs.
    """

    situation: Situation = PLAIN
    range: str = ""
    cover: str = ""
    matrix: bool = False
    boarders: int = 1
    defenders: int = 0
    defending_ace: bool = False
    circumstance: Circumstance = CALM
    # The hostile terrain that each side stands in.
    hostile: str = ""
    target_hostile: str = ""
    # Whether the target is beside a station and steps away from it.
    steps_away: bool = False
    # Beside attacks: bricks that a frame falls, the speed of a ramming ship, what is to be repaired.
    fall: int | None = None
    collide: int | None = None
    # Games to play out against the waves of a 'mech's text.
    waves: int = 0
    seed: int = 1
    repair: int | None = None
    # Damage that an enemy of a 'mech has already.
    damaged: int = 0

    @property
    def mishaps(self) -> list[str]:
        asked = {"fall": self.fall, "collide": self.collide, "repair": self.repair}
        return [f"--{name}" for name, number in asked.items() if number is not None]

    @property
    def is_about_boarding(self) -> bool:
        return (self.boarders, self.defenders, self.defending_ace) != (1, 0, False)


class OddsSide(NamedTuple):
    """One side as it was written: text, or a file that was read, and which unit of it is meant."""

    text: str
    entry: ReadFile | None = None
    unit: str = ""

    @property
    def subject(self) -> Subject | None:
        return self.entry.subject if self.entry else None

    @property
    def title(self) -> str:
        """What the file's force calls itself."""
        return self.subject.name if self.subject else self.text

    @property
    def fielded(self) -> tuple[Unit, ...]:
        return tuple(unit for unit, _ in self.entry.units) if self.entry else ()

    @property
    def findings(self) -> list[Finding]:
        """Those of the file; where one unit is meant, without those about others."""
        if self.entry is None or not self.unit:
            return self.entry.findings if self.entry else []
        wanted = self.unit.strip().casefold()
        units = [(unit, unit.name.casefold() == wanted) for unit, _ in self.entry.units]
        own = {place for unit, is_meant in units if is_meant for place in _places_of(unit)}
        others = {place for unit, is_meant in units if not is_meant for place in _places_of(unit)} - own
        if not own:
            return self.entry.findings
        return [
            one
            for one in self.entry.findings
            if (one.place.file, 0) not in others and (one.place.file, one.place.line) not in others
        ]

    @property
    def mech(self) -> Mech | None:
        return self.subject if isinstance(self.subject, Mech) else None


def _places_of(unit: Unit) -> Iterator[tuple[str, int]]:
    """The line of its entry, and its whole model."""
    yield unit.place.file, unit.place.line
    if unit.assembly is not None:
        yield unit.assembly.document.file, 0


def read_side(text: str, settings: JudgeSettings) -> OddsSide:
    found = split_unit(text)
    if found is None:
        # An existing file with another ending is refused for its ending.
        return OddsSide(text, read_file(Path(text), settings) if is_there(text) else None)
    path, unit = found
    if not is_file_there(file_of(path)):
        raise BrickyardError(f"{shown(str(path), 200)}: No such file")
    return OddsSide(text, read_file(path, settings), unit)


def combat_for(sides: Sequence[OddsSide], edition_name: str) -> Combat:
    """The edition to use: the one asked for, a file's, or the first that fits all sides."""
    if edition_name:
        return _combat(edition(edition_name))
    entries = [side.entry for side in sides if side.entry]
    if len({entry.ruling.edition.game for entry in entries}) > 1:
        raise BrickyardError("the two sides play different games, so there are no odds between them")
    if entries:
        chosen = next((entry for entry in entries if entry.names_edition), entries[0])
        return _combat(chosen.ruling.edition)
    return _combat(usual_edition(_game_of([side.text for side in sides]), usual()))


def other_texts(sides: Sequence[OddsSide], combat: Combat) -> list[str]:
    editions = [side.entry.ruling.edition for side in sides if side.entry and side.entry.names_edition]
    texts = {edition.id: edition.title for edition in editions}
    texts.pop(combat.edition.id, None)
    return [
        f"A file names another edition, {title}; here {combat.edition.title} is used."
        for title in texts.values()
    ]


def fighters_in(side: OddsSide, combat: Combat) -> list[Fighter]:
    """All that fight of a side; one, where a unit is named or a notation is written."""
    if side.entry is None:
        return [_from_text(side.text, combat)]
    found = _fielded(side.entry, combat)
    if not found:
        nothing = f"{shown(side.text, 200)}: nothing in it fights in {combat.edition.title}"
        raise BrickyardError(side.entry.why_nothing or nothing)
    return [unit_named(side.unit, side.text.rpartition(":")[0], found)] if side.unit else found


def the_fighter(side: OddsSide, combat: Combat) -> Fighter:
    """The only fighter; if there are several, the caller must choose."""
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
    return combat_of(text, vocabulary_of(text))


def _game_of(texts: list[str]) -> str:
    """The first game in which every notation makes sense; words that fit several games don't decide."""
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
        close = nearest(text.strip().casefold(), _words(combat))
        raise BrickyardError(f"“{shown(text)}”: {f'did you mean {close}?' if close else sentence(said)}")
    return fighter_reading(read, shown(text, 40))


def _from_word(text: str, combat: Combat) -> Fighter | None:
    kind = _words(combat).get(text.strip().casefold())
    if kind == TERRAIN:
        return A_PIECE_OF_TERRAIN
    return typical_fighter(combat, kind)[0] if kind else None


def _words(combat: Combat) -> dict[str, str]:
    """What may be written instead of a notation, and the kind of unit that it means."""
    words = {word: kind for kind, one in combat.typical.items() for word in (kind, one.name.casefold())}
    attacked = {kind for kinds in combat.charts.values() for kind in kinds}
    return words | ({TERRAIN: TERRAIN} if TERRAIN in attacked else {})


def _fielded(entry: ReadFile, combat: Combat) -> list[Fighter]:
    """Every design once; a fleet's ace leads its company if there is only one."""
    # A unit that couldn't be read would fight as if it carried nothing.
    read = [(unit, count) for unit, count in entry.units if not unit.is_unread]
    found = [fighter_of(unit, combat, count) for unit, count in read]
    colour = entry.subject.ace if isinstance(entry.subject, Force) else ""
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
