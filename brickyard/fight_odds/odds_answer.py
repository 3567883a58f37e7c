"""What `brickyard odds` answers, as values: text, pictures and JSON are made from these."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal

from catalog.editions.edition import Edition
from catalog.vocabulary import Pool
from fleets.chances.card_numbers import CardNumbers, Durability
from fleets.chances.duel import Situation
from fleets.models.model_units import Unit
from ldraw_tools.findings import Finding

# The cover of a row in which cover makes no difference.
ANY_COVER = "any"


@dataclass(frozen=True)
class OddsFighter:
    """`life` is how much damage destroys it, null for what can't be; `count` how many are fielded."""

    name: str
    kind: str
    body: str
    dice: str
    count: int
    systems: int
    white: int
    rockets: int
    life: int | None


@dataclass(frozen=True)
class OddsRow:
    """One range and cover. `cover` is `any` where it makes no difference; `why` says why nothing is possible.

    `hits`: the attack beats the defense; `hurts`: at least one damage; `damage`: the chance of exactly 0, 1,
    2 … points; `mean` counts points beyond the last that the target has. `mean_defended` is that mean if the
    target uses its white dice for defense first; null if it does so anyway, or has none.
    """

    range: str
    range_name: str
    cover: str
    possible: bool
    why: str
    reference: str
    hits: Fraction | None
    hurts: Fraction | None
    mean: Fraction | None
    destroys: Fraction | None
    cover_mean: Fraction | None
    damage: tuple[Fraction, ...]
    mean_defended: Fraction | None = None


@dataclass(frozen=True)
class WhiteDiceUse:
    """What each action gets on average if white dice are used for an aim.

    `damage` is the mean that comes of it: dealt by the attacker, taken by the target.
    """

    aim: str
    attack: Fraction
    defense: Fraction
    movement: Fraction
    spot: Fraction
    damage: Fraction


@dataclass(frozen=True)
class WhiteDiceTable:
    """The aims compared at one range, out of cover; the other side keeps to its own."""

    unit: str
    role: str
    range: str
    range_name: str
    uses: tuple[WhiteDiceUse, ...]


@dataclass(frozen=True)
class Fight:
    """One unit attacks another, at each range and cover."""

    __json__: ClassVar = ("attacker", "target", "rows", "white_dice")

    attacker: OddsFighter
    target: OddsFighter
    rows: tuple[OddsRow, ...]
    white_dice: tuple[WhiteDiceTable, ...]
    # For pictures: both sides' dice, and how long the target stands.
    pools: tuple[Pool, Pool]
    lasting: tuple[Durability, ...]


@dataclass(frozen=True)
class DealtRow:
    """Mean damage, out of cover, to a target of that kind that defends with 0, 1 and 2 blue dice alone."""

    range: str
    range_name: str
    kind: str
    means: tuple[Fraction, ...]


@dataclass(frozen=True)
class DurabilityRow:
    """A typical attack, and how many of them destroy the unit on average; null if that is unknown."""

    attacker: OddsFighter
    range: str
    range_name: str
    hurts: Fraction
    mean: Fraction
    attacks: Fraction | None


@dataclass(frozen=True)
class UnitOdds:
    """`spot_reach` is a range's name, `anywhere` or `nowhere`; means are for the range where it deals most.

    `spot` is of all `spot_targets` together.
    """

    __json__: ClassVar = (
        *("unit", "white", "dealt", "durability", "movement", "moves_through_cover", "spot"),
        *("spot_reach", "spots_into_cover", "spot_targets"),
    )

    unit: OddsFighter
    white: str
    dealt: tuple[DealtRow, ...]
    durability: DurabilityRow | None
    movement: Fraction
    moves_through_cover: bool
    spot: Fraction
    spot_reach: str
    spots_into_cover: bool
    spot_targets: int
    # What all this was taken from, for pictures.
    numbers: CardNumbers


@dataclass(frozen=True)
class BoardingRow:
    """Damage is to companies: the chance of exactly 0, 1, 2 … points."""

    ship: str
    boarders: int
    boarders_have_ace: bool
    defenders: int
    defenders_have_ace: bool
    red_dice: str
    taken: Fraction
    boarders_lose: tuple[Fraction, ...]
    boarders_lose_mean: Fraction
    owner_loses: tuple[Fraction, ...]
    owner_loses_mean: Fraction
    reference: str


@dataclass(frozen=True)
class MechAttackRow:
    """`band` is empty where the distance makes no difference; `notes` say what the keyword does besides."""

    mount: str
    weapon: str
    action: str
    power: int
    time: int
    band: str
    target: str
    armour: int
    hurts: Fraction
    mean: Fraction
    mean_per_time: Fraction
    destroys: Fraction | None
    damage: tuple[Fraction, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True)
class PartAttackRow:
    enemy: str
    attack: str
    power: int
    part: str
    armour: int
    armour_assumed: bool
    hurts: Fraction
    mean: Fraction
    fills: Fraction
    damage: tuple[Fraction, ...]


_ANSWERED = ("format", "kind", "title", "edition", "notes", "findings")


@dataclass(frozen=True, kw_only=True)
class _Answer:
    # Goes up when a key goes away or changes its meaning, not when one is added.
    format: int = 2
    kind: str
    title: str
    edition: Edition
    notes: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, kw_only=True)
class FightOdds(_Answer):
    """One unit against another; `fights` holds one."""

    kind: Literal["fight"] = "fight"
    situation: Situation
    fights: tuple[Fight, ...]
    boarding: BoardingRow | None


@dataclass(frozen=True, kw_only=True)
class MatrixOdds(_Answer):
    """Every attacker against every target: for each attacker a row of `targets` fights."""

    __json__: ClassVar = (*_ANSWERED, "situation", "fights", "targets")

    kind: Literal["matrix"] = "matrix"
    situation: Situation
    fights: tuple[Fight, ...]
    targets: int
    # For pictures: what each side fields.
    fielded: tuple[tuple[Unit, ...], ...] = ()


@dataclass(frozen=True, kw_only=True)
class CardOdds(_Answer):
    """Each unit of one side by itself: the numbers for its card."""

    __json__: ClassVar = (*_ANSWERED, "cards")

    kind: Literal["cards"] = "cards"
    cards: tuple[UnitOdds, ...]
    # For pictures: what it fields.
    fielded: tuple[Unit, ...] = ()


@dataclass(frozen=True, kw_only=True)
class MechOdds(_Answer):
    """A 'mech's weapons against an enemy, or against any armour."""

    kind: Literal["mech"] = "mech"
    mech_attacks: tuple[MechAttackRow, ...]


@dataclass(frozen=True, kw_only=True)
class EnemyOdds(_Answer):
    """An enemy's attacks on the parts of a 'mech."""

    kind: Literal["enemy"] = "enemy"
    on_parts: tuple[PartAttackRow, ...]


@dataclass(frozen=True)
class MishapRow:
    """`chances` are those of exactly 0, 1, 2 … of what `counted` names: damage, systems, fuel.

    `destroys` is null where nothing is hurt.
    """

    what: str
    dice: int
    counted: str
    mean: Fraction
    chances: tuple[Fraction, ...]
    destroys: Fraction | None
    reference: str


@dataclass(frozen=True, kw_only=True)
class MishapOdds(_Answer):
    """What happens beside attacks: a fall, a collision, repairs and fuel."""

    kind: Literal["mishap"] = "mishap"
    rows: tuple[MishapRow, ...]


@dataclass(frozen=True)
class WaveRow:
    """A wave: in which share of the games it was reached, and in which it was beaten."""

    wave: int
    reached: Fraction
    beaten: Fraction


@dataclass(frozen=True, kw_only=True)
class WaveOdds(_Answer):
    """A 'mech against all waves, played out; the same seed gives the same numbers.

    `score` is the mean of the circles that are open after a win, null if none was won. `plan` is how the
    'mech plays, `board` what the text doesn't say.
    """

    kind: Literal["waves"] = "waves"
    games: int
    seed: int
    rows: tuple[WaveRow, ...]
    score: Fraction | None
    plan: tuple[str, ...]
    board: tuple[str, ...]


# What `brickyard odds --format json` prints; `kind` says which.
OddsAnswer = FightOdds | MatrixOdds | CardOdds | MechOdds | EnemyOdds | MishapOdds | WaveOdds


def best_row(rows: Sequence[OddsRow]) -> OddsRow | None:
    """Where an attack does most; out of cover, unless only cover was asked for."""
    return max((row for row in rows if row.mean is not None), key=lambda row: row.mean or 0, default=None)
