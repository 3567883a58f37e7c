"""A unit's numbers for its card: what it deals at each range, how long it lasts, how it moves and spots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from catalog.editions.tables import Sight
from catalog.vocabulary import NO_DICE, Dice, Pool
from fleets.chances.attacks import Outcome, resolve
from fleets.chances.combat import COVER, OPEN, Combat, highest
from fleets.chances.duel import Fighter, actions_of, dice_range, sight_of, typical_fighter
from fleets.chances.white_dice import Actions, Aim
from fleets.dice.carried_systems import by_range, sprint_of

BLUE = (0, 1, 2)
_BLUE_DICE = [Pool.of(Dice("B", count=number)) for number in BLUE]
# Beyond every rule, and long to work out.
_LONGEST_LIFE = 20


class Dealt(NamedTuple):
    """Mean damage at one range, out of cover, to a kind of target with 0, 1 or 2 blue dice and no others."""

    letter: str
    kind: str
    means: tuple[Fraction, ...]


class Durability(NamedTuple):
    """What a typical attack does to the unit, and how many such attacks destroy it on average.

    The unit loses other systems first, then its defense, then its white dice. White dice it still has are
    used for defense first.
    """

    fighter: Fighter
    attacker: Fighter
    letter: str
    # Of an attack on the unit after 0, 1, 2 … points of damage.
    outcomes: tuple[Outcome, ...]

    @property
    def outcome(self) -> Outcome:
        return self.outcomes[0]

    @property
    def attacks(self) -> Fraction | None:
        """None for what lives too long to be counted, and for what can't be hurt."""
        return _attacks_to_destroy(self.outcomes) if self.fighter.life <= _LONGEST_LIFE else None

    def standing(self) -> Iterator[Fraction]:
        """The chance that it is not destroyed by 0, 1, 2 … of these attacks, without end."""
        life, damages = len(self.outcomes), [one.damage for one in self.outcomes]
        # Every attack has this many cases: whole numbers add up in a tenth of the time of fractions.
        cases = lcm(*(damage.cases for damage in damages))
        ways = [[number * (cases // one.cases) for number in one.ways] for one in damages]
        left, of = [1, *[0] * (life - 1)], 1
        while self.fighter.life <= life:
            yield Fraction(sum(left), of)
            after = [0] * life
            for lost, number in enumerate(left):
                for damage, here in enumerate(ways[lost][: life - lost]):
                    after[lost + damage] += number * here
            left, of = after, of * cases


class CardNumbers(NamedTuple):
    """`movement` and `spot` are means of a turn at its own range, `letter`: where its weapons do most.

    `actions` are all four at that range.
    """

    fighter: Fighter
    aim: Aim
    letter: str
    dealt: tuple[Dealt, ...]
    durability: Durability | None
    actions: Actions
    movement: Fraction
    spot: Fraction
    sight: Sight | None
    moves_through_cover: bool

    @property
    def movement_word(self) -> str:
        """A ship flies on by itself, and its die only changes how (IO p.31)."""
        return "maneuver" if self.fighter.kind == "ship" else "movement"

    @property
    def spot_word(self) -> str:
        """A group may let a unit spot two frames: then it is both dice together."""
        return "two spots" if self.sight and self.sight.targets == 2 else "spot"


def card_numbers(fighter: Fighter, combat: Combat, aim: Aim = Aim.BALANCED) -> CardNumbers:
    """The unit's white dice, and those of the typical attacker, are used for the aim."""
    dealt = tuple(one for kind in combat.typical for one in _dealt(fighter, kind, combat, aim))
    letter = _own_range(fighter, combat, dealt)
    actions = actions_of(fighter, combat, letter, aim)
    ace = combat.ace(fighter.loadout.ace)
    spot = actions.spot.mean
    if ace.adds:
        spot += highest(combat.vocabulary.ace(fighter.loadout.ace)).mean
    return CardNumbers(
        fighter,
        aim,
        letter,
        dealt,
        _typical_durability(fighter, combat, aim),
        actions,
        actions.movement.mean,
        spot,
        sight_of(fighter, combat),
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
            means = [resolve(attack, highest(blue), charts[OPEN]).mean for blue in _BLUE_DICE]
            found.append(Dealt(known.letter, kind, tuple(means)))
    return found


def _typical_durability(fighter: Fighter, combat: Combat, aim: Aim) -> Durability | None:
    if fighter.kind not in combat.typical:
        return None
    return durability(fighter, *typical_fighter(combat, fighter.kind), combat, aim)


def durability(
    fighter: Fighter, attacker: Fighter, letter: str, combat: Combat, aim: Aim, spot: int = 0
) -> Durability | None:
    """How long a unit lasts in the open; None where it can't be attacked so."""
    attack = actions_of(attacker, combat, letter, aim).attack
    charts = combat.against(dice_range(attacker, combat, letter), fighter.kind)
    if not charts or not attack.most or fighter.is_terrain:
        return None
    chart = charts[OPEN]
    if combat.ace(fighter.loadout.ace).in_cover:
        chart = charts.get(COVER, chart)
    outcomes = [
        resolve(attack, highest(_defending(weaken(fighter, lost), combat, aim)), chart, spot)
        for lost in range(min(fighter.life, _LONGEST_LIFE))
    ]
    return Durability(fighter, attacker, letter, tuple(outcomes))


def weaken(fighter: Fighter, lost: int) -> Fighter:
    """After this much damage: other systems go first, then its defense, then its white dice."""
    loadout = fighter.loadout
    in_turn = sorted(loadout.systems, key=lambda system: system.code == "B")
    white = max(0, fighter.white - max(0, lost - loadout.count))
    return replace(fighter, loadout=replace(loadout, systems=tuple(in_turn[lost:])), white=white)


def _defending(fighter: Fighter, combat: Combat, aim: Aim) -> Pool:
    """The dice that could be its defense."""
    vocabulary, loadout = combat.vocabulary, fighter.loadout
    own = vocabulary.system_type("B").given_by(sum(system.code == "B" for system in loadout.systems))
    ace = vocabulary.ace(loadout.ace) if loadout.ace == "B" else NO_DICE
    return own + ace + Pool.of(Dice("W", count=0 if aim is Aim.NONE else fighter.white))


def _attacks_to_destroy(outcomes: Sequence[Outcome]) -> Fraction | None:
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
