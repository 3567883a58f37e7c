"""The records of how a game is played out: clock, order, losses, mishaps, what is left open, words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from catalog.yaml.typed_reading import Between, Change, Face, Lines, Number, Positive, Span, Words


@dataclass(frozen=True, kw_only=True, slots=True)
class Countdown:
    """How far the clock goes down at a round's end, and how much further each player may turn it.

    `afterwards` says that something is still done after it: boarding.
    """

    each_round: Positive
    optional: Number
    afterwards: bool = False
    reference: str


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnOrder:
    """Who chooses: from the highest score down; `open_turns` is how many turns may be under way at once."""

    open_turns: Positive
    may_pass: bool
    reference: str
    combat_reference: str


@dataclass(frozen=True, kw_only=True, slots=True)
class LossOrder:
    """What damage takes first: systems, then white dice, then an ace.

    `white_early` is the option by which a white die may go before a system. `safe_cover` is how many of a
    system let a unit be cover unharmed.
    """

    white_early: str = ""
    safe_cover: Mapping[str, Positive] = field(default_factory=dict)
    is_destroyed: bool = True
    reference: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Contested:
    """From how many players on a station may be nobody's while others stand beside it; never, if 0."""

    players: Number
    reference: str


@dataclass(frozen=True, kw_only=True, slots=True)
class FuelTable:
    """How a company's fuel counts down, and what dodging costs."""

    each_round: Positive
    most: Positive
    dodge: Number
    dodge_needs: str
    reference: str


@dataclass(frozen=True, kw_only=True, slots=True)
class OpenPoint:
    """Something that the text leaves to the players; `faces` are a chart's where an answer changes them."""

    asks: str
    answers: Mapping[str, str]
    faces: Mapping[str, tuple[Face, ...]] = field(default_factory=dict)
    reference: str


@dataclass(frozen=True, kw_only=True, slots=True)
class WordToLearn:
    """A word of the rules in our own words, and where it stands."""

    says: str
    reference: str


@dataclass(frozen=True, kw_only=True, slots=True)
class BattleTable:
    """All of it; `hints` tell at each phase of a first game what to do now."""

    players: Span
    clock: Countdown | None = None
    order: TurnOrder | None = None
    losses: LossOrder | None = None
    contested: Contested | None = None
    fuel: FuelTable | None = None
    left_open: Mapping[str, OpenPoint] = field(default_factory=dict)
    learn: Mapping[str, WordToLearn] = field(default_factory=dict)
    hints: Mapping[str, Lines] = field(default_factory=dict)


# What happens beside attacks.


@dataclass(frozen=True, kw_only=True, slots=True)
class HostileTerrain:
    """How many white dice a unit without the right system sets aside unrolled."""

    aside: Positive
    reference: str


@dataclass(frozen=True, kw_only=True, slots=True)
class SteppingAway:
    """Beside a station: how much damage a unit of some kinds may ignore by abandoning its position."""

    ignored: Positive
    kinds: Words
    reference: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Falling:
    """One damage die for so many bricks of height, and the chart that they are read by.

    `climbed` is how many bricks of height cost a unit of movement.
    """

    bricks: Positive
    climbed: Positive = 6
    chart: str
    reference: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Collision:
    """A die for each unit of speed: the faces that hurt the ship that rams, and the one that is rammed."""

    rammer: tuple[Face, ...]
    target: tuple[Face, ...]
    reference: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Repairs:
    """The faces of white dice with which a ship repairs itself; the colour of dice that serve companies."""

    faces: tuple[Face, ...]
    reference: str
    companies: str
    companies_reference: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Action:
    """One thing a weapon does: its power in dice and its time in units."""

    name: str = ""
    power: Number
    time: Number


@dataclass(frozen=True, kw_only=True, slots=True)
class Weapon:
    """`armour_assumed` where the text doesn't show it."""

    name: str = ""
    range: str
    mounts: Words
    weight: Number
    keyword: str
    armour: Number
    armour_assumed: bool
    note: str = ""
    # Whether it can't attack twice in a row, and the nearest band that it reaches.
    rests: bool = False
    nearest: str = ""
    actions: tuple[Action, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Penalty:
    """`rated` is the weight that costs no time, `per` the weight of each further unit of it."""

    rated: Number
    per: Positive


@dataclass(frozen=True, kw_only=True, slots=True)
class Keyword:
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


@dataclass(frozen=True, kw_only=True, slots=True)
class Circles:
    """How much damage each part takes."""

    weapon: Number
    enemy_attack: Number
    torso: Number
    legs: Number

    def of(self, part: str) -> int:
        """Those of a part that carries no weapon."""
        return {"torso": self.torso, "legs": self.legs}.get(part, 0)


@dataclass(frozen=True, kw_only=True, slots=True)
class Stances:
    """What an attack from behind and squatting change."""

    rear_armour: Number
    squat_power: Number
    least_power: Number


@dataclass(frozen=True, kw_only=True, slots=True)
class FightingTable:
    """Distances from near to far, circles, stances."""

    bands: Words
    circles: Circles
    stances: Stances


@dataclass(frozen=True, kw_only=True, slots=True)
class EnemyAttack:
    """One attack of an enemy."""

    name: str
    range: str
    power: Number
    time: Number


@dataclass(frozen=True, kw_only=True, slots=True)
class EnemyRow:
    """An enemy on the sheet."""

    letter: str
    armour: Number
    moves: bool
    attacks: tuple[EnemyAttack, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Move:
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


@dataclass(frozen=True, kw_only=True, slots=True)
class Slow:
    """From how much damage to the legs on moving takes how much longer."""

    at: Number
    by: Number


@dataclass(frozen=True, kw_only=True, slots=True)
class Board:
    """The play sheet around the 'mech."""

    track: Positive
    moves: Mapping[str, Move]
    slow: Slow
    entries: Positive
    front: tuple[Number, ...]
    rear: tuple[Number, ...]
    # Which sectors weapons of a side reach.
    arcs: Mapping[str, tuple[Number, ...]] = field(default_factory=dict)
    hits: Mapping[str, Mapping[Positive, str]]
    spills: Mapping[str, Mapping[str, str]]
    repair: Number
    repair_reference: str = ""
    ours: Lines
