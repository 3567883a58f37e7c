"""A unit against a unit: who fights, what each rolls, and the outcome at every range in every cover."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from catalog.editions.tables import Chart, Sight
from catalog.vocabulary import COLOURS, NO_DICE, Pool, Vocabulary
from fleets.chances.attacks import Outcome, resolve
from fleets.chances.combat import ALWAYS_ZERO, COVER, OPEN, Combat, highest, highest_two
from fleets.chances.white_dice import Actions, Aim, Rolled, assign
from fleets.dice.carried_systems import EMPTY, Loadout, at_range, pool_of
from fleets.models.model_units import Unit, carried_by_unit
from fleets.notation import Reading, Unread, read_dice
from fleets.tagging.tag_values import SHIP_CLASSES
from ldraw_tools.findings import BrickyardError

TERRAIN = "terrain"
NO_WEAPON = "no weapon at this range"
NO_TARGET = "can't be attacked at this range"
ONLY_WHITE = "only white dice could attack"


@dataclass(frozen=True, slots=True)
class Fighter:
    """`body` is its class (frame, capital, company); `count` says how many of it are fielded.

    `aside` are white dice that it has and doesn't roll, as in hostile terrain.
    """

    name: str
    body: str
    loadout: Loadout = EMPTY
    white: int = 2
    count: int = 1
    aside: int = 0

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
    loadout = carried_by_unit(unit, combat.edition)
    name = f"{unit.name} ({COLOURS[loadout.ace]} ace)" if loadout.ace else unit.name
    return Fighter(name, unit.body, loadout, body.white, count)


def fighter_reading(reading: Reading, name: str = "") -> Fighter:
    """A notation without white dice lists what is carried; one with white dice says how many are left."""
    white = reading.pool.count("W") or reading.body.white
    return Fighter(name or reading.text.strip(), reading.body.name, reading.loadout, white)


def typical_fighter(combat: Combat, kind: str) -> tuple[Fighter, str]:
    """The unit that others of that kind are compared with, and the range it attacks at."""
    typical = combat.typical[kind]
    read = _read(typical.dice, combat.vocabulary)
    if isinstance(read, Unread) or typical.range not in combat.charts:
        raise BrickyardError(
            f"{combat.edition.title}: the typical {kind} is not a valid unit: {typical.dice}"
        )
    return fighter_reading(read, typical.name), typical.range


@lru_cache(maxsize=64)
def _read(dice: str, vocabulary: Vocabulary) -> Reading | Unread:
    """Every page of a site compares with the same few units."""
    return read_dice(dice, vocabulary)


def rolled_by(fighter: Fighter, combat: Combat, letter: str, rockets: int = 0) -> Rolled:
    """Its dice for an attack at that range; all others are the same at any."""
    pool = fighter.pool(combat.vocabulary)
    if not pool:
        return Rolled()
    weapon = at_range(pool, combat.vocabulary, dice_range(fighter, combat, letter), rockets)
    spot, sight = _of(pool, "Y"), sight_of(fighter, combat)
    if combat.ace(fighter.loadout.ace).adds:
        # That die is added to the spot by itself.
        spot -= combat.vocabulary.ace(fighter.loadout.ace)
    may_spot = not (sight and sight.is_blind)
    pairs = highest_two(spot) if sight and sight.targets == 2 and may_spot else ()
    return Rolled(
        highest(weapon) if weapon else ALWAYS_ZERO,
        highest(_of(pool, "B")),
        highest(_of(pool, "G")),
        highest(spot) if may_spot else ALWAYS_ZERO,
        max(0, fighter.white - fighter.aside),
        bool(weapon) or letter in combat.unarmed,
        may_spot,
        pairs,
    )


def sight_of(fighter: Fighter, combat: Combat) -> Sight | None:
    """How it spots, by its comms systems and its ace."""
    sight = combat.sight(fighter.kind, int(fighter.loadout.counts.get("Y", 0)))
    ace = combat.ace(fighter.loadout.ace)
    return sight._replace(reach=ace.spots_to) if sight and ace.spots_to else sight


def dice_range(fighter: Fighter, combat: Combat, letter: str) -> str:
    """Whose dice and chart are used at a range: those of an ace may reach further than their own range."""
    colour = fighter.loadout.ace
    if letter in combat.ace(colour).shoots_at:
        return next((dice.range for dice in combat.vocabulary.ace(colour)), letter)
    return letter


def _of(pool: Pool, colour: str) -> Pool:
    return Pool(tuple(dice for dice in pool if dice.colour == colour))


class Situation(NamedTuple):
    """The spot on the target, the rockets fired with the attack, and how either side uses its white dice.

    `cover_hits` is how many hits destroy the cover; None if it can't be destroyed. `ignored` is the damage
    that the target lets pass by stepping away from a station.
    """

    spot: int = 0
    rockets: int = 0
    aim: Aim = Aim.BALANCED
    target_aim: Aim = Aim.BALANCED
    cover_hits: int | None = None
    ignored: int = 0


PLAIN = Situation()


class AttackRow(NamedTuple):
    """One range and one cover. If there is no outcome, `why` says why no attack is possible."""

    letter: str
    cover: str
    chart: Chart | None
    outcome: Outcome | None
    why: str = ""


def attack_rows(
    attacker: Fighter, target: Fighter, combat: Combat, situation: Situation = PLAIN
) -> list[AttackRow]:
    """The target uses its white dice as if it attacked at the same range itself."""
    rows: list[AttackRow] = []
    for known in combat.ranges:
        rows += _at(known.letter, attacker, target, combat, situation)
    return rows


def actions_of(fighter: Fighter, combat: Combat, letter: str, aim: Aim, rockets: int = 0) -> Actions:
    return assign(rolled_by(fighter, combat, letter, rockets), aim)


def _at(
    letter: str, attacker: Fighter, target: Fighter, combat: Combat, situation: Situation
) -> Iterator[AttackRow]:
    own = dice_range(attacker, combat, letter)
    charts = combat.against(own, target.kind)
    rockets = min(situation.rockets, attacker.loadout.rockets)
    rolled = rolled_by(attacker, combat, letter, rockets)
    attack = assign(rolled, situation.aim).attack
    why = NO_TARGET if not charts else NO_WEAPON if not rolled.may_attack else ""
    if why or not attack.most:
        yield AttackRow(letter, OPEN, None, None, why or ONLY_WHITE)
        return
    spot = 0 if target.kind in combat.not_spotted else situation.spot
    defense = actions_of(target, combat, letter, situation.target_aim).defense
    for cover, chart in charts.items():
        used = charts.get(COVER, chart) if combat.ace(target.loadout.ace).in_cover else chart
        outcome = resolve(attack, defense, used, spot, situation.cover_hits)
        if situation.ignored:
            outcome = outcome.ignoring(situation.ignored)
        yield AttackRow(letter, cover, used, outcome)
