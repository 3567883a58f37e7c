"""A unit's numbers for its card: what it deals at each range, how long it lasts, how it moves and spots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from catalog.editions.tables import Sight
from fleets.chances.attacks import Outcome, resolved
from fleets.chances.combat import COVER, OPEN, Combat
from fleets.chances.distribution import highest
from fleets.chances.duel import Fighter, actions_of, dice_range, typical_fighter
from fleets.chances.white_dice import Aim
from fleets.dice.pool import NO_DICE, Dice, Pool
from fleets.dice.rolling import by_range, sprint_of
from ldraw_tools.records import record

BLUE = (0, 1, 2)
_BLUE_DICE = [Pool.of(Dice("B", count=number)) for number in BLUE]
# Beyond every rule, and long to work out.
_LONGEST_LIFE = 20


@record
class Dealt:
    """Mean damage at one range, out of cover, to a kind of target with 0, 1 or 2 blue dice and no others."""

    letter: str
    kind: str
    means: tuple[Fraction, ...]


@record
class Durability:
    """What a typical attack does to the unit, and how many such attacks destroy it on average.

    The unit loses other systems first, then its defense, then its white dice. White dice it still has are
    used for defense first.
    """

    attacker: Fighter
    letter: str
    outcome: Outcome
    attacks: Fraction | None


@record
class CardNumbers:
    """`movement` and `spot` are means of a turn at its own range, `letter`: where its weapons do most."""

    fighter: Fighter
    aim: Aim
    letter: str
    dealt: tuple[Dealt, ...]
    durability: Durability | None
    movement: Fraction
    spot: Fraction
    sight: Sight | None
    moves_through_cover: bool

    @property
    def movement_word(self) -> str:
        """A ship flies on by itself, and its die only changes how (IO p.31)."""
        return "maneuver" if self.fighter.kind == "ship" else "movement"


def card_numbers(fighter: Fighter, combat: Combat, aim: Aim = Aim.BALANCED) -> CardNumbers:
    """The unit's white dice, and those of the typical attacker, are used for the aim."""
    dealt = tuple(one for kind in combat.typical for one in _dealt(fighter, kind, combat, aim))
    letter = _own_range(fighter, combat, dealt)
    actions = actions_of(fighter, combat, letter, aim)
    ace = combat.ace(fighter.loadout.ace)
    spot = actions.spot.mean
    sight = combat.sight(fighter.kind, int(fighter.loadout.counts.get("Y", 0)))
    if ace.adds:
        spot += highest(combat.vocabulary.ace(fighter.loadout.ace)).mean
    if ace.spots_to and sight:
        sight = replace(sight, reach=ace.spots_to)
    return CardNumbers(
        fighter,
        aim,
        letter,
        dealt,
        _durability(fighter, combat, aim),
        actions.movement.mean,
        spot,
        sight,
        _moves_through_cover(fighter, combat),
    )


def _moves_through_cover(fighter: Fighter, combat: Combat) -> bool:
    passing = combat.through_cover
    if passing is None or fighter.kind not in passing.kinds:
        return False
    green = fighter.pool(combat.vocabulary).count("G")
    sprint = 0 if passing.sprint else len(sprint_of(fighter.loadout, combat.vocabulary))
    return green > sprint


def _own_range(fighter: Fighter, combat: Combat, dealt: Sequence[Dealt]) -> str:
    armed = by_range(fighter.pool(combat.vocabulary), combat.vocabulary)
    found = [row for row in dealt if armed.get(row.letter)] or dealt
    best = max(found, key=lambda row: row.means[1], default=None)
    return best.letter if best else combat.ranges[0].letter


def _dealt(fighter: Fighter, kind: str, combat: Combat, aim: Aim) -> list[Dealt]:
    found = []
    for known in combat.ranges:
        attack = actions_of(fighter, combat, known.letter, aim).attack
        charts = combat.against(dice_range(fighter, combat, known.letter), kind)
        if charts and attack.most:
            means = [resolved(attack, highest(blue), charts[OPEN]).mean for blue in _BLUE_DICE]
            found.append(Dealt(known.letter, kind, tuple(means)))
    return found


def _durability(fighter: Fighter, combat: Combat, aim: Aim) -> Durability | None:
    if fighter.kind not in combat.typical:
        return None
    attacker, letter = typical_fighter(combat, fighter.kind)
    attack = actions_of(attacker, combat, letter, aim).attack
    charts = combat.against(dice_range(attacker, combat, letter), fighter.kind)
    if not charts or not attack.most:
        return None
    chart = charts[OPEN]
    if combat.ace(fighter.loadout.ace).in_cover:
        chart = charts.get(COVER, chart)
    outcomes = [
        resolved(attack, highest(_defending(fighter, lost, combat, aim)), chart)
        for lost in range(min(fighter.life, _LONGEST_LIFE))
    ]
    attacks = _attacks_to_destroy(outcomes) if fighter.life <= _LONGEST_LIFE else None
    return Durability(attacker, letter, outcomes[0], attacks)


def _defending(fighter: Fighter, lost: int, combat: Combat, aim: Aim) -> Pool:
    """The dice that could be its defense after this much damage."""
    vocabulary, loadout = combat.vocabulary, fighter.loadout
    blue = sum(system.code == "B" for system in loadout.systems)
    others = loadout.count - blue
    white = fighter.white - max(0, lost - loadout.count)
    own = vocabulary.system_type("B").given_by(blue - min(blue, max(0, lost - others)))
    ace = vocabulary.ace(loadout.ace) if loadout.ace == "B" else NO_DICE
    return own + ace + Pool.of(Dice("W", count=0 if aim is Aim.NONE else max(0, white)))


def _attacks_to_destroy(outcomes: list[Outcome]) -> Fraction | None:
    """The mean number of attacks, from the last life backwards: one, and what is to come after it."""
    life = len(outcomes)
    needed = [Fraction(0)] * (life + 1)
    for left in range(1, life + 1):
        chances = outcomes[life - left].damage.chances
        if len(chances) == 1:
            return None
        later = sum(chance * needed[max(0, left - k)] for k, chance in enumerate(chances) if k)
        needed[left] = (1 + later) / (1 - chances[0])
    return needed[life]
