"""Who fights: a unit with what it carries and the white dice it has left; what it rolls at a range."""

from __future__ import annotations

from dataclasses import dataclass

from fleets.chances.combat import Combat
from fleets.chances.distribution import ALWAYS_ZERO
from fleets.chances.highest import highest
from fleets.chances.white_dice import Rolled
from fleets.dice.pool import NO_DICE, Pool
from fleets.dice.rolling import at_range, pool_of
from fleets.dice.systems import EMPTY, Loadout
from fleets.dice.vocabulary import Vocabulary
from fleets.models.designs import Unit, carried_by_unit
from fleets.notation import Reading, Unread, read_dice
from fleets.tagging.tag_words import SHIP_CLASSES
from ldraw_tools.findings import BrickyardError

TERRAIN = "terrain"


@dataclass(frozen=True, slots=True)
class Fighter:
    """`body` is its class (frame, capital, company); `count` says how many of it are fielded."""

    name: str
    body: str
    loadout: Loadout = EMPTY
    white: int = 2
    count: int = 1

    @property
    def kind(self) -> str:
        """What damage charts know it as."""
        return "ship" if self.body in SHIP_CLASSES else self.body

    @property
    def is_terrain(self) -> bool:
        return self.body == TERRAIN

    @property
    def life(self) -> int:
        """How much damage destroys it: its systems, then its white dice, then its ace."""
        return self.loadout.count + self.white + bool(self.loadout.ace)

    def pool(self, vocabulary: Vocabulary) -> Pool:
        if self.is_terrain:
            return NO_DICE
        return pool_of(self.loadout, vocabulary, vocabulary.body(self.body), self.white)


A_PIECE_OF_TERRAIN = Fighter(TERRAIN, TERRAIN, white=0)


def fighter_of(unit: Unit, combat: Combat, count: int = 1) -> Fighter | None:
    """A unit as it is fielded; None for what doesn't fight."""
    body = combat.vocabulary.body(unit.body)
    if body is None:
        return None
    return Fighter(unit.name, unit.body, carried_by_unit(unit, combat.edition), body.white, count)


def fighter_reading(reading: Reading, name: str = "") -> Fighter:
    """A notation without white dice is a list of what is carried; with some, it says how many are left."""
    white = reading.pool.count("W") or reading.body.white
    return Fighter(name or reading.text.strip(), reading.body.name, reading.loadout, white)


def typical_fighter(combat: Combat, kind: str) -> tuple[Fighter, str]:
    """Whom units of that kind are compared with, and the range it attacks at."""
    typical = combat.typical[kind]
    read = read_dice(typical.dice, combat.vocabulary)
    if isinstance(read, Unread) or typical.range not in combat.charts:
        raise BrickyardError(f"{combat.edition.title}: the typical {kind} is no unit: {typical.dice}")
    return fighter_reading(read, typical.name), typical.range


def rolled_by(fighter: Fighter, combat: Combat, letter: str, rockets: int = 0) -> Rolled:
    """Its dice for an attack at that range; all others are the same at any."""
    pool = fighter.pool(combat.vocabulary)
    if not pool:
        return Rolled()
    weapon = at_range(pool, combat.vocabulary, dice_range(fighter, combat, letter), rockets)
    spot = _of(pool, "Y")
    if combat.ace(fighter.loadout.ace).adds:
        # That die is added to the spot by itself.
        spot -= combat.vocabulary.ace(fighter.loadout.ace)
    return Rolled(
        highest(weapon) if weapon else ALWAYS_ZERO,
        highest(_of(pool, "B")),
        highest(_of(pool, "G")),
        highest(spot),
        fighter.white,
        bool(weapon) or letter in combat.unarmed,
    )


def dice_range(fighter: Fighter, combat: Combat, letter: str) -> str:
    """Which range's dice and chart serve at a range: an ace's may reach further than their own."""
    colour = fighter.loadout.ace
    if letter in combat.ace(colour).shoots_at:
        return next((dice.range for dice in combat.vocabulary.ace(colour)), letter)
    return letter


def _of(pool: Pool, colour: str) -> Pool:
    return Pool(tuple(dice for dice in pool if dice.colour == colour))
