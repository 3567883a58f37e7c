"""The records of how a game is played out: clock, order, losses, mishaps, what is left open, words."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from catalog.editions.table_cells import Face, Lines, Number, Positive, Span, Words


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
