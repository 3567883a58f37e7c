"""The public functions of this floor: what dice mean, who attacks whom, what an attack does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from catalog.database.part_database import open_workspace
from catalog.editions.edition import Edition
from catalog.editions.loading import edition as edition_called, edition_for
from catalog.vocabulary import VOCABULARIES, Pool, Vocabulary, vocabulary_of
from fleets.chances.attacks import Outcome
from fleets.chances.combat import ALWAYS_ZERO, OPEN, Combat, combat_of
from fleets.chances.duel import (
    A_PIECE_OF_TERRAIN,
    TERRAIN,
    Fighter,
    Situation,
    attack_rows,
    fighter_of,
    fighter_reading,
)
from fleets.chances.white_dice import Aim
from fleets.comparing.hearsay import Hearsay, read_hearsay, side_from
from fleets.comparing.scoring import Comparison, compare as scores_of
from fleets.comparing.terms import Side, side_of, terms_of
from fleets.dice.carried_systems import EMPTY, Loadout, System, list_of
from fleets.forces.force import Force
from fleets.forces.manifest import manifest_in
from fleets.forces.named_files import MANIFEST_SUFFIXES
from fleets.models.model_units import Role, Unit
from fleets.notation import Reading, Unread, notations, read_dice
from ldraw_tools.findings import BrickyardError, Finding
from ldraw_tools.names import hint, several, shown
from ldraw_tools.notebooks import line_of

_FRAMES, _FLEET = "frames", "fleet"
# Counts that only a fleet has.
_OF_FLEETS = ("ships", "companies", "hvas")


@dataclass(frozen=True)
class ParsedDice:
    """A notation as read. If `is_valid` is false, `findings` say why and `dice` are those understood."""

    text: str
    game: str
    is_valid: bool
    dice: Pool
    loadout: Loadout
    notations: Mapping[str, str]
    findings: tuple[Finding, ...]
    _vocabulary: Vocabulary

    __repr__ = line_of

    @property
    def systems(self) -> tuple[System, ...]:
        return self.loadout.systems

    def __str__(self) -> str:
        """`1 defense system and 2 direct-fire weapons`."""
        return list_of(self.systems, self._vocabulary) or "no systems"


def parse_dice(text: str, *, game: str = "") -> ParsedDice:
    """Reads dice in any dialect. `game` is `frames` or `fleet`; without it, the first that the text fits.

    Raises `BrickyardError` for a game that there isn't; a text that can't be read raises nothing.

    >>> found = parse_dice("2Rd 1B 1Y")
    >>> str(found)
    '1 defense system, 1 comms system and 1 direct-fire weapon'
    >>> found.notations["book"], found.notations["condensed"]
    ('1B 1Y 2Rd', 'BYRdRd')
    >>> [system.code for system in found.systems], len(found.dice)
    (['B', 'Rd', 'Y'], 4)

    A text that can't be read is a value too, with what is wrong and where:

    >>> wrong = parse_dice("2Rx 1B")
    >>> wrong.is_valid, wrong.findings[0].code, wrong.findings[0].place.column
    (False, 'DIC013', 3)
    """
    if game and game not in VOCABULARIES:
        raise BrickyardError(f"there is no game “{shown(game)}”. {hint(game, VOCABULARIES)}")
    read = read_dice(text, VOCABULARIES[game] if game else tuple(VOCABULARIES.values()))
    is_valid = isinstance(read, Reading)
    return ParsedDice(
        text,
        _game_of(read.vocabulary),
        is_valid,
        read.pool,
        read.loadout if isinstance(read, Reading) else EMPTY,
        notations(read.pool, read.vocabulary, read.idle) if isinstance(read, Reading) else {},
        read.findings,
        read.vocabulary,
    )


def compare(sides: Sequence[str | Path | Force | Side], *, edition: Edition | str = "") -> Comparison:
    """Compares companies or fleets before a game: scores, positions, who defends, who is tied.

    A side is a text with its numbers, the path of a manifest, a force that was read, or a `Side`.
    `edition` is an edition, its id or a path; by default the one that the others of this game extend.

    Raises `BrickyardError` for fewer than two sides, two of one name, sides of different games, or a side
    or an edition that can't be read.

    >>> found = compare([
    ...     "name=Anvil,frames=7,systems=22,stations=0",
    ...     "name=Eye,frames=4,systems=15,stations=2",
    ...     "name=Fang,frames=5,systems=18,stations=1",
    ... ])
    >>> [(one.name, one.per_asset, one.score) for one in found.standings]
    [('Eye', 7, 42), ('Fang', 5, 30), ('Anvil', 3, 21)]
    >>> found.defender, found.attackers, found.ties
    ('Eye', ('Fang', 'Anvil'), ())
    """
    sides = several(sides)
    if len(sides) < 2:
        raise BrickyardError("a comparison needs at least two sides")
    named = [_named_side(side) for side in sides]
    games = {game for side in named if (game := _game_of_side(side))}
    if len(games) > 1:
        raise BrickyardError("companies and fleets play different games, and can't be compared")
    terms = terms_of(_edition(edition, next(iter(games), _FRAMES)))
    found: list[Side] = []
    for number, side in enumerate(named, 1):
        if isinstance(side, Force):
            made = side_of(side, _catapult(VOCABULARIES[next(iter(games))]))
        elif isinstance(side, Hearsay):
            made = side_from(side, terms, {})
        else:
            made = side
        found.append(made if made.name else made._replace(name=f"side {number}"))
    if len({side.name for side in found}) < len(found):
        raise BrickyardError("sides that are compared need different names")
    return scores_of(found, terms)


def odds(
    attacker: str | Unit | Fighter,
    defender: str | Unit | Fighter,
    *,
    range: str,  # noqa: A002
    cover: str = OPEN,
    spot: int = 0,
    rockets: int = 0,
    white: str = "balanced",
    defender_white: str = "balanced",
    cover_hits: int | None = None,
    edition: Edition | str = "",
) -> Outcome:
    """The exact odds of one attack: a distribution of damage, its mean a fraction.

    Attacker and defender are notations, units or fighters; a defender may also be `terrain`.
    `range` is a name or a letter of the edition's; `white` and `defender_white` say what white dice
    are used for (none, attack, defense, balanced); `cover_hits` is how many hits destroy the cover.
    Where cover makes no difference, as hand to hand, it is ignored. Where no attack is possible, as
    without a weapon at that range, every number is zero.

    Raises `BrickyardError` for dice, a range, a cover, a use of white dice or an edition that there
    isn't, and for numbers below 0.

    >>> found = odds("2Rd 1B 1Y", "1B", range="direct")
    >>> found.mean == found.damage.mean, round(float(found.mean), 3)
    (True, 0.27)
    >>> found.hits > found.hurts, sum(found.damage.chances)
    (True, Fraction(1, 1))
    >>> odds("2Rd 1B 1Y", "1B", range="direct", cover="cover", spot=3).mean > found.mean
    True
    """
    combat = _combat_for([side for side in (attacker, defender) if side != TERRAIN], edition)
    letter = combat.range_named(range).letter
    _check_attack(combat, cover, spot, rockets, cover_hits or 0)
    situation = Situation(spot, rockets, _aim(white), _aim(defender_white), cover_hits)
    first, second = (_fighter(side, combat) for side in (attacker, defender))
    rows = {row.cover: row for row in attack_rows(first, second, combat, situation) if row.letter == letter}
    row = rows.get(cover, rows[OPEN])
    return row.outcome or Outcome(ALWAYS_ZERO, ALWAYS_ZERO, ALWAYS_ZERO)


def _combat_for(sides: list[str | Unit | Fighter], edition: Edition | str) -> Combat:
    text = _edition(edition, _game_of_fighters(sides))
    if text.game not in VOCABULARIES:
        raise BrickyardError(f"{text.title} has no dice that can be written as a notation")
    return combat_of(text, vocabulary_of(text))


def _check_attack(combat: Combat, cover: str, *numbers: int) -> None:
    if cover not in combat.covers:
        raise BrickyardError(f"there is no cover “{shown(cover)}”. {hint(cover, combat.covers)}")
    if min(numbers) < 0:
        raise BrickyardError("spot, rockets and cover_hits can't be below 0")


def _edition(wanted: Edition | str, game: str) -> Edition:
    if isinstance(wanted, Edition):
        return wanted
    return edition_called(wanted) if wanted else edition_for(game)


def _game_of(vocabulary: Vocabulary) -> str:
    return next(game for game, known in VOCABULARIES.items() if known is vocabulary)


def _game_of_fighters(sides: Sequence[str | Unit | Fighter]) -> str:
    """The first game in which every notation can be read."""
    texts = [side for side in sides if isinstance(side, str)]
    bodies = {side.body for side in sides if not isinstance(side, str)}
    for game, vocabulary in VOCABULARIES.items():
        is_of_game = all(vocabulary.body(body) for body in bodies)
        if is_of_game and all(isinstance(read_dice(text, vocabulary), Reading) for text in texts):
            return game
    return _FRAMES


def _game_of_side(side: object) -> str:
    """Which game a side plays; empty where its numbers leave that open."""
    if isinstance(side, Force):
        return _FLEET if side.count(Role.SHIP, Role.COMPANY, Role.HVA) else _FRAMES
    if isinstance(side, Side):
        return _FLEET if side.counts.total(_OF_FLEETS) else _FRAMES
    if isinstance(side, Hearsay):
        said = set(side.numbers)
        return _FLEET if said & set(_OF_FLEETS) else _FRAMES if said & {"frames", "stations"} else ""
    raise BrickyardError(f"a side is a text, a path, a force or a Side, not {type(side).__name__}")


def _catapult(vocabulary: Vocabulary) -> str:
    return next((system.code for system in vocabulary.types if system.name == "catapult"), "")


def _named_side(side: str | Path | Force | Side) -> Hearsay | Force | Side:
    if isinstance(side, str) and not side.lower().endswith(MANIFEST_SUFFIXES):
        return read_hearsay(side)
    return _force_in(Path(side)) if isinstance(side, str | Path) else side


def _force_in(path: Path) -> Force:
    subject = manifest_in(open_workspace(), path).subject
    if not isinstance(subject, Force):
        raise BrickyardError(f"{path}: no company or fleet in it")
    return subject


def _aim(white: str) -> Aim:
    if white not in set(Aim):
        raise BrickyardError(f"white dice can't be used for “{shown(white)}”. {hint(white, Aim)}")
    return Aim(white)


def _fighter(side: str | Unit | Fighter, combat: Combat) -> Fighter:
    if isinstance(side, Fighter):
        return side
    if isinstance(side, Unit):
        found = fighter_of(side, combat)
        if found is None:
            raise BrickyardError(f"{shown(side.name)}: nothing here fights in {combat.edition.title}")
        return found
    if side == TERRAIN:
        return A_PIECE_OF_TERRAIN
    read = read_dice(side, combat.vocabulary)
    if isinstance(read, Unread):
        raise BrickyardError(f"“{shown(side)}”: {read.findings[0].message}. {read.findings[0].fix}".strip())
    return fighter_reading(read)
