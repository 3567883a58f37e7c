"""A unit against a unit: at every range, in every cover."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from catalog.editions.tables import Chart
from fleets.chances.attacks import Outcome, resolved
from fleets.chances.combat import COVER, OPEN, Combat
from fleets.chances.fighters import Fighter, dice_range, rolled_by
from fleets.chances.white_dice import Actions, Aim, assigned

NO_WEAPON = "no weapon at this range"
NO_TARGET = "can't be attacked at this range"
ONLY_WHITE = "only white dice could attack"


@dataclass(frozen=True, slots=True)
class Situation:
    """The spot on the target, the rockets fired with the attack, and how either side uses its white dice.

    `cover_hits` is how many hits destroy the cover; None: it stands them all.
    """

    spot: int = 0
    rockets: int = 0
    aim: Aim = Aim.BALANCED
    target_aim: Aim = Aim.BALANCED
    cover_hits: int | None = None


PLAIN = Situation()


@dataclass(frozen=True, slots=True)
class AttackRow:
    """One range and one cover; without an outcome `why` says why there is no attack."""

    letter: str
    cover: str
    chart: Chart | None
    outcome: Outcome | None
    why: str = ""


def attack_rows(
    attacker: Fighter, target: Fighter, combat: Combat, situation: Situation = PLAIN
) -> list[AttackRow]:
    """The target rolls as for an attack of its own at the same range: that is what its white dice are for."""
    rows: list[AttackRow] = []
    for known in combat.ranges:
        rows += _at(known.letter, attacker, target, combat, situation)
    return rows


def actions_of(fighter: Fighter, combat: Combat, letter: str, aim: Aim, rockets: int = 0) -> Actions:
    return assigned(rolled_by(fighter, combat, letter, rockets), aim)


def _at(
    letter: str, attacker: Fighter, target: Fighter, combat: Combat, situation: Situation
) -> Iterator[AttackRow]:
    own = dice_range(attacker, combat, letter)
    charts = combat.against(own, target.kind)
    rockets = min(situation.rockets, attacker.loadout.rockets)
    rolled = rolled_by(attacker, combat, letter, rockets)
    attack = assigned(rolled, situation.aim).attack
    why = NO_TARGET if not charts else NO_WEAPON if not rolled.may_attack else ""
    if why or not attack.most:
        yield AttackRow(letter, OPEN, None, None, why or ONLY_WHITE)
        return
    spot = 0 if target.kind in combat.not_spotted else situation.spot
    defense = actions_of(target, combat, letter, situation.target_aim).defense
    for cover, chart in charts.items():
        used = charts.get(COVER, chart) if combat.ace(target.loadout.ace).in_cover else chart
        outcome = resolved(attack, defense, used, spot, situation.cover_hits)
        yield AttackRow(letter, cover, used, outcome)
