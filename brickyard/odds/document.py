"""What `brickyard odds` knows, as plain values: the text and the JSON are made from these."""

from __future__ import annotations

from dataclasses import dataclass, field

from validators.json_documents import EditionDocument, FindingDocument

# Goes up when a field goes away or changes its meaning; a new field is no new form.
FORMAT = 1


@dataclass(frozen=True)
class Exact:
    """A number as a fraction, such as 35/72, and nearly the same as a decimal."""

    exact: str
    value: float


@dataclass(frozen=True)
class FighterDocument:
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
class SituationDocument:
    """`cover_hits` is how many hits destroy the cover; null: none do."""

    spot: int
    rockets: int
    white: str
    target_white: str
    cover_hits: int | None


@dataclass(frozen=True)
class RowDocument:
    """One range and cover. `cover` is `any` where it makes no difference; `why` says why nothing is possible.

    `hits`: the attack beats the defense; `hurts`: at least one damage; `damage`: the chance of exactly 0, 1,
    2 … points; `mean` counts points beyond the last that the target has.
    """

    range: str
    range_name: str
    cover: str
    possible: bool
    why: str
    reference: str
    hits: Exact | None
    hurts: Exact | None
    mean: Exact | None
    destroys: Exact | None
    cover_mean: Exact | None
    damage: list[Exact]


@dataclass(frozen=True)
class UseDocument:
    """What each action gets on average if white dice are used for an aim.

    `damage` is the mean that comes of it: dealt by the attacker, taken by the target.
    """

    aim: str
    attack: Exact
    defense: Exact
    movement: Exact
    spot: Exact
    damage: Exact


@dataclass(frozen=True)
class WhiteDiceDocument:
    """The aims compared at one range, out of cover; the other side keeps to its own."""

    unit: str
    role: str
    range: str
    range_name: str
    uses: list[UseDocument]


@dataclass(frozen=True)
class FightDocument:
    attacker: FighterDocument
    target: FighterDocument
    rows: list[RowDocument]
    white_dice: list[WhiteDiceDocument]


@dataclass(frozen=True)
class DealtDocument:
    """Mean damage, out of cover, to a target of that kind that defends with 0, 1 and 2 blue dice alone."""

    range: str
    range_name: str
    kind: str
    means: list[Exact]


@dataclass(frozen=True)
class DurabilityDocument:
    """A typical attack, and how many of them destroy the unit on average; null where nobody can say."""

    attacker: FighterDocument
    range: str
    range_name: str
    hurts: Exact
    mean: Exact
    attacks: Exact | None


@dataclass(frozen=True)
class CardDocument:
    """`spot_reach` is a range's name, or `anywhere`; means are for the range where the unit deals most."""

    unit: FighterDocument
    white: str
    dealt: list[DealtDocument]
    durability: DurabilityDocument | None
    movement: Exact
    moves_through_cover: bool
    spot: Exact
    spot_reach: str
    spots_into_cover: bool


@dataclass(frozen=True)
class BoardingDocument:
    """Damage is to companies: the chance of exactly 0, 1, 2 … points."""

    ship: str
    boarders: int
    boarders_have_ace: bool
    defenders: int
    defenders_have_ace: bool
    red_dice: str
    taken: Exact
    boarders_lose: list[Exact]
    boarders_lose_mean: Exact
    owner_loses: list[Exact]
    owner_loses_mean: Exact
    reference: str


@dataclass(frozen=True)
class MechAttackDocument:
    """`band` is empty where the distance makes no difference; `notes` say what the keyword does besides."""

    mount: str
    weapon: str
    action: str
    power: int
    time: int
    band: str
    target: str
    armour: int
    hurts: Exact
    mean: Exact
    mean_per_time: Exact
    destroys: Exact | None
    damage: list[Exact]
    notes: list[str]


@dataclass(frozen=True)
class OnPartDocument:
    enemy: str
    attack: str
    power: int
    part: str
    armour: int
    armour_assumed: bool
    hurts: Exact
    mean: Exact
    fills: Exact
    damage: list[Exact]


@dataclass(frozen=True)
class OddsDocument:
    """What `brickyard odds --format json` prints.

    `kind` is fight, matrix, cards, mech or enemy; lists that it doesn't need are empty. The fights of a
    matrix stand row by row, an attacker a row, each with so many `targets`.
    """

    format: int
    kind: str
    title: str
    edition: EditionDocument
    situation: SituationDocument | None = None
    fights: list[FightDocument] = field(default_factory=list)
    targets: int = 0
    cards: list[CardDocument] = field(default_factory=list)
    boarding: BoardingDocument | None = None
    mech_attacks: list[MechAttackDocument] = field(default_factory=list)
    on_parts: list[OnPartDocument] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    findings: list[FindingDocument] = field(default_factory=list)
