"""What an edition's tables say: one record for each kind of row, which is also how the files are read."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, NamedTuple

from catalog.editions.battle_tables import (
    BattleTable,
    Board,
    Collision,
    EnemyRow,
    Falling,
    FightingTable,
    HostileTerrain,
    Keyword,
    Penalty,
    Repairs,
    SteppingAway,
    Weapon,
)
from catalog.yaml.typed_reading import (
    NO_ROWS,
    Between,
    Distance,
    Face,
    Key,
    Lines,
    Number,
    Positive,
    Sides,
    Span,
    Words,
)

# No annotations are postponed here: evaluating them again from text would cost every command some time.

# Who plays with what.


class CompanyRow(NamedTuple):
    """One game for companies: an exact number of stations, and frames from low to high."""

    stations: Number
    frames: Span


class FleetRow(NamedTuple):
    """One game for fleets: tactical assets from low to high, and an exact number of high value assets."""

    assets: Span
    hvas: Number


class UnitClass(NamedTuple):
    """A class of units. `fixed` are the systems that all of them have; None is no limit."""

    base: tuple[Number, Number]
    white: Number = 0
    green: Number = 0
    systems: Number | None = None
    fixed: Words = ()
    largest_studs: Number | None = None


class ComparisonTable(NamedTuple):
    """By what sides are compared; the words are those of `fleets.comparing`.

    `regained` can come back to who lost them; `unowned` are assets that nobody brings, such as a special
    objective, in the plural.
    """

    start: Number
    step: Number
    compared: Mapping[str, Words]
    assets: Words
    changed: Words
    captured: Words
    choices: Words
    reference: str
    ties_reference: str
    lowest_reference: str
    scoring_reference: str
    regained: Words = ()
    unowned: Mapping[str, Number] = NO_ROWS
    spare_reference: str = ""


# What a game night needs. Dice are written `red d8`.


class Clock(NamedTuple):
    """The die that counts down: which sizes will do, and where it starts."""

    sides: tuple[Sides, ...]
    start: Number
    reference: str


class Ruler(NamedTuple):
    """`parts` are LDraw numbers of bricks that are one unit each; they go with units of `studs` only."""

    units: Positive
    studs: Positive
    reference: str
    parts: Words = ()
    note: str = ""


class TurnOrderDice(NamedTuple):
    """Dice for whose turn it is, where the group agreed to `option`; `fewer` for units with few systems.

    Those are counted as designed, or with `of_left` as they are when it rolls.
    """

    option: str
    sides: Sides
    full: Number
    fewer: Number
    fewer_than: Number
    reference: str
    of_left: bool = False


class Damage(NamedTuple):
    """Which colours add up to the dice that a hit rolls."""

    attack: str
    spot: str
    reference: str


class ExtraPower(NamedTuple):
    """How many dice more a keyword may roll."""

    extra: Mapping[str, Number]
    reference: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ExtraRoll:
    """Dice that are rolled outside of turns: a number, or a number for each such unit."""

    dice: str
    count: Number
    each: Words = ()
    what: str
    reference: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Advised:
    """How many dice the rules tell a player to bring; `plus` only if one turn rolls that many."""

    count: Number
    each: Words = ()
    plus: Number = 0
    plus_if_rolled: Number = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Thing:
    """Something else to bring, for the table or for every player; a count of None is as many as you like."""

    id: Key = ""
    what: str
    per: str
    each: Words = ()
    count: Span | None = None
    reference: str


class KitTable(NamedTuple):
    """`stay` has for each colour the units that a die of it may lie beside until the round ends."""

    turns_at_once: Positive
    stay: Mapping[str, Words] = NO_ROWS
    spares: Number = 0
    clock: Clock | None = None
    ruler: Ruler | None = None
    damage: Damage | None = None
    order: TurnOrderDice | None = None
    power: ExtraPower | None = None
    also_rolled: tuple[ExtraRoll, ...] = ()
    advised_by: str = ""
    advised: Mapping[str, Advised] = NO_ROWS
    things: Mapping[str, Thing] = NO_ROWS


# How attacks are resolved.

ANYWHERE, BLIND = "any", "none"
"""How far a unit spots, beside the letters of ranges."""


class Chart(NamedTuple):
    """On which faces a damage die hurts the target, and on which its cover.

    `through` are those of the cover's faces that hurt the target once the cover is gone.
    """

    target: tuple[Face, ...]
    name: Key = ""
    cover: tuple[Face, ...] = ()
    through: tuple[Face, ...] = ()
    reference: str = ""

    @property
    def first(self) -> int:
        """How many faces spend themselves on the cover, before those that could go through."""
        return len(self.cover) - len(self.through)


class RangeCharts(NamedTuple):
    """The charts at one range: by kind of target, then by cover. `unarmed` if it needs no weapon."""

    unarmed: bool = False
    frame: Mapping[str, str] | None = None
    ship: Mapping[str, str] | None = None
    company: Mapping[str, str] | None = None
    terrain: Mapping[str, str] | None = None
    debris: Mapping[str, str] | None = None

    @property
    def targets(self) -> dict[str, Mapping[str, str]]:
        """The charts' names by kind of target, where such targets can be attacked."""
        kinds = {"frame": self.frame, "ship": self.ship, "company": self.company}
        kinds |= {"terrain": self.terrain, "debris": self.debris}
        return {kind: covers for kind, covers in kinds.items() if covers is not None}


class Sight(NamedTuple):
    """How far a unit spots: the letter of the furthest range, `any` or `none`; and whether into cover.

    `targets` is how many frames it may spot in a turn, a die each; one if that isn't said.
    """

    reach: str
    in_cover: bool
    targets: Annotated[int, Between(1, 2)] | None = None

    @property
    def is_blind(self) -> bool:
        return self.reach == BLIND


class Ace(NamedTuple):
    """What a company's ace changes."""

    shoots_at: Words = ()
    spots_to: str = ""
    in_cover: bool = False
    adds: bool = False
    moves_ships: bool = False


class BoardingRules(NamedTuple):
    """`damage` is what a die of each number does, the rest do nothing; `weapons` is the range that fires."""

    takes: Number
    weapons: str
    company_dice: Sides
    ace_dice: Sides
    damage: Mapping[Positive, Number]
    reference: str


class Typical(NamedTuple):
    """A unit to compare others with: its dice, and the range it attacks at."""

    dice: str
    range: str
    name: str = ""


class ThroughCover(NamedTuple):
    """Which kinds of units move through cover with a movement system; `sprint` where that will do too."""

    kinds: Words
    reference: str
    sprint: bool | None = None


class CombatTable(NamedTuple):
    """Charts by name, attacks by range, what is spotted and how far, aces, boarding.

    `sprint`: whether units without ranged weapons roll their game's die for that. `pieces` is what terrain
    loses by each damage; `high_spot` says that of several spots on a unit only the highest stands.
    """

    charts: Mapping[str, Chart]
    attacks: Mapping[str, RangeCharts]
    spotting: Mapping[str, tuple[Sight, ...]]
    typical: Mapping[str, Typical]
    sprint: bool | None = None
    pieces: Number | None = None
    not_spotted: Words = ()
    high_spot: bool | None = None
    aces: Mapping[str, Ace] = NO_ROWS
    boarding: BoardingRules | None = None
    through_cover: ThroughCover | None = None
    hostile: HostileTerrain | None = None
    stepping_away: SteppingAway | None = None
    falling: Falling | None = None
    collision: Collision | None = None
    repairs: Repairs | None = None


class RangeRow(NamedTuple):
    """How far a range reaches, in units of the ruler."""

    over: Distance | None = None
    to: Distance | None = None
    also: str = ""


# What is printed for the table beside the numbers that rules use, in our own words.


class Play(NamedTuple):
    """Reminders for the table; `agreed` has those that go with an option."""

    reference: str
    dice: Mapping[str, str] = NO_ROWS
    turns: Mapping[str, Lines] = NO_ROWS
    damage: Lines = ()
    round: Lines = ()
    scoring: Lines = ()
    agreed: Mapping[str, Lines] = NO_ROWS

    def damage_with(self, options: Mapping[str, object]) -> tuple[str, ...]:
        """What damage does, and what the group's options add to it."""
        added = (line for option, lines in self.agreed.items() if options.get(option) for line in lines)
        return (*self.damage, *added)


class Manoeuvre(NamedTuple):
    """How ships move: what a die's pips buy, and how many clicks of a hinge each kind turns."""

    speed: Number
    pips: Lines
    clicks: Mapping[str, Number]
    full_turn: Annotated[int, Between(4, 1_000)]
    reference: str


class CampaignTable(NamedTuple):
    """What the holder of the special objective may settle for the next game: each choice and its options.

    `size` among them is the size of the game.
    """

    choices: Mapping[str, Words]
    no_advantage: str
    reference: str


class PlayingField(NamedTuple):
    """The table that is played on, in lengths of the ruler, and how all is placed on it; lines are ours."""

    rulers: Span
    reference: str
    placing_reference: str
    across: str = ""
    otherwise: Lines = ()
    placing: Lines = ()


@dataclass(frozen=True, kw_only=True)
class EditionTables:
    """Every table there is; an edition has those of its game."""

    companies: Mapping[str, Mapping[Positive, CompanyRow]] = field(default_factory=dict)
    fleets: Mapping[Positive, FleetRow] = field(default_factory=dict)
    classes: Mapping[str, UnitClass] = field(default_factory=dict)
    mounts: Mapping[str, str] = field(default_factory=dict)
    armour: Mapping[str, Number] = field(default_factory=dict)
    penalty: Penalty | None = None
    weapons: Mapping[str, Weapon] = field(default_factory=dict)
    comparison: ComparisonTable | None = None
    kit: KitTable | None = None
    combat: CombatTable | None = None
    fighting: FightingTable | None = None
    keywords: Mapping[str, Keyword] = field(default_factory=dict)
    enemies: Mapping[str, EnemyRow] = field(default_factory=dict)
    board: Board | None = None
    waves: Mapping[str, Words] = field(default_factory=dict)
    ranges: Mapping[str, RangeRow] = field(default_factory=dict)
    play: Play | None = None
    manoeuvre: Manoeuvre | None = None
    campaign: CampaignTable | None = None
    field: PlayingField | None = None
    battle: BattleTable | None = None
