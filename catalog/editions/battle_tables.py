"""The records of how a game is played out: clock, order, losses, mishaps, what is left open, words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, NamedTuple

from catalog.yaml.typed_reading import NO_ROWS, Between, Change, Face, Lines, Number, Positive, Span, Words


class Countdown(NamedTuple):
    """How far the clock goes down at a round's end, and how much further each player may turn it.

    `afterwards` says that something is still done after it: boarding.
    """

    each_round: Positive
    optional: Number
    reference: str
    afterwards: bool = False


class TurnOrder(NamedTuple):
    """Who chooses: from the highest score down; `open_turns` is how many turns may be under way at once."""

    open_turns: Positive
    may_pass: bool
    reference: str
    combat_reference: str


class LossOrder(NamedTuple):
    """What damage takes first: systems, then white dice, then an ace.

    `white_early` is the option by which a white die may go before a system. `safe_cover` is how many of a
    system let a unit be cover unharmed.
    """

    reference: str
    white_early: str = ""
    safe_cover: Mapping[str, Positive] = NO_ROWS
    is_destroyed: bool = True


class Contested(NamedTuple):
    """From how many players on a station may be nobody's while others stand beside it; never, if 0."""

    players: Number
    reference: str


class FuelTable(NamedTuple):
    """How a company's fuel counts down, and what dodging costs."""

    each_round: Positive
    most: Positive
    dodge: Number
    dodge_needs: str
    reference: str


class OpenPoint(NamedTuple):
    """Something that the text leaves to the players; `faces` are a chart's where an answer changes them."""

    asks: str
    answers: Mapping[str, str]
    reference: str
    faces: Mapping[str, tuple[Face, ...]] = NO_ROWS


class WordToLearn(NamedTuple):
    """A word of the rules in our own words, and where it stands."""

    says: str
    reference: str


class BattleTable(NamedTuple):
    """All of it; `hints` tell at each phase of a first game what to do now."""

    players: Span
    clock: Countdown | None = None
    order: TurnOrder | None = None
    losses: LossOrder | None = None
    contested: Contested | None = None
    fuel: FuelTable | None = None
    left_open: Mapping[str, OpenPoint] = NO_ROWS
    learn: Mapping[str, WordToLearn] = NO_ROWS
    hints: Mapping[str, Lines] = NO_ROWS


# What happens beside attacks.


class HostileTerrain(NamedTuple):
    """How many white dice a unit without the right system sets aside unrolled."""

    aside: Positive
    reference: str


class SteppingAway(NamedTuple):
    """Beside a station: how much damage a unit of some kinds may ignore by abandoning its position."""

    ignored: Positive
    kinds: Words
    reference: str


class Falling(NamedTuple):
    """One damage die for so many bricks of height, and the chart that they are read by.

    `climbed` is how many bricks of height cost a unit of movement.
    """

    bricks: Positive
    chart: str
    reference: str
    climbed: Positive = 6


class Collision(NamedTuple):
    """A die for each unit of speed: the faces that hurt the ship that rams, and the one that is rammed."""

    rammer: tuple[Face, ...]
    target: tuple[Face, ...]
    reference: str


class Repairs(NamedTuple):
    """The faces of white dice with which a ship repairs itself; the colour of dice that serve companies."""

    faces: tuple[Face, ...]
    reference: str
    companies: str
    companies_reference: str


class Action(NamedTuple):
    """One thing a weapon does: its power in dice and its time in units."""

    power: Number
    time: Number
    name: str = ""


class Weapon(NamedTuple):
    """`armour_assumed` where the text doesn't show it."""

    range: str
    mounts: Words
    weight: Number
    keyword: str
    armour: Number
    armour_assumed: bool
    actions: tuple[Action, ...]
    name: str = ""
    note: str = ""
    # Whether it can't attack twice in a row, and the nearest band that it reaches.
    rests: bool = False
    nearest: str = ""


class Penalty(NamedTuple):
    """`rated` is the weight that costs no time, `per` the weight of each further unit of it."""

    rated: Number
    per: Positive


class Keyword(NamedTuple):
    """What a keyword changes; `always` is a face that hurts whatever the armour."""

    armour: Change = 0
    always: Annotated[int, Between(1, 6)] = 0
    power_per_band: Change = 0
    combo_power: Number = 0
    again: str = ""
    targets: Positive = 1
    destroys: bool = False
    parries: bool = False
    # What a hit does to the target's time.
    delays: Number = 0
    restarts: bool = False
    needs: str = ""
    effect: str = ""
    says: str = ""


class Circles(NamedTuple):
    """How much damage each part takes."""

    weapon: Number
    enemy_attack: Number
    torso: Number
    legs: Number

    def of(self, part: str) -> int:
        """Those of a part that carries no weapon."""
        return {"torso": self.torso, "legs": self.legs}.get(part, 0)


class Stances(NamedTuple):
    """What an attack from behind and squatting change."""

    rear_armour: Number
    squat_power: Number
    least_power: Number


class FightingTable(NamedTuple):
    """Distances from near to far, circles, stances."""

    bands: Words
    circles: Circles
    stances: Stances


class EnemyAttack(NamedTuple):
    """One attack of an enemy."""

    name: str
    range: str
    power: Number
    time: Number


class EnemyRow(NamedTuple):
    """An enemy on the sheet."""

    letter: str
    armour: Number
    moves: bool
    attacks: tuple[EnemyAttack, ...]


class Move(NamedTuple):
    """What moving costs, and whether it can be done for nothing after an attack.

    `walks` is 1 forwards and −1 backwards. A 'mech that turns or changes its stance does one of them. What
    is done `standing` can't be done while it squats.
    """

    time: Number
    free: bool
    walks: Change = 0
    turns: bool = False
    squats: bool = False
    changes_stance: bool = False
    standing: bool = False


class Slow(NamedTuple):
    """From how much damage to the legs on moving takes how much longer."""

    at: Number
    by: Number


class Board(NamedTuple):
    """The play sheet around the 'mech."""

    track: Positive
    moves: Mapping[str, Move]
    slow: Slow
    entries: Positive
    front: tuple[Number, ...]
    rear: tuple[Number, ...]
    hits: Mapping[str, Mapping[Positive, str]]
    spills: Mapping[str, Mapping[str, str]]
    repair: Number
    ours: Lines
    # Which sectors weapons of a side reach.
    arcs: Mapping[str, tuple[Number, ...]] = NO_ROWS
    repair_reference: str = ""
