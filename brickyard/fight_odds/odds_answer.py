"""What `brickyard odds` answers, as values: text, pictures and JSON are made from these."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal, NamedTuple

from brickyard.fight_odds.odds_exchange import Exchange
from catalog.editions.edition import Edition
from catalog.vocabulary import Pool
from fleets.chances.card_numbers import CardNumbers, Durability
from fleets.chances.combat import COVER, OPEN
from fleets.chances.duel import Situation
from fleets.models.model_units import Unit
from ldraw_tools.findings import Finding, printable
from ldraw_tools.notebooks import html_rows, html_table, line_of

# The cover of a row in which cover makes no difference.
ANY_COVER = "any"
COVERS = {OPEN: "in the open", COVER: "in cover", "frame": "covered by a frame", ANY_COVER: "any cover"}


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


class OddsRow(NamedTuple):
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


class WhiteDiceUse(NamedTuple):
    """What each action gets on average if white dice are used for an aim.

    `damage` is the mean that comes of it: dealt by the attacker, taken by the target.
    """

    aim: str
    attack: Fraction
    defense: Fraction
    movement: Fraction
    spot: Fraction
    damage: Fraction


class WhiteDiceTable(NamedTuple):
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


class DealtRow(NamedTuple):
    """Mean damage, out of cover, to a target of that kind that defends with 0, 1 and 2 blue dice alone."""

    range: str
    range_name: str
    kind: str
    means: tuple[Fraction, ...]


class DurabilityRow(NamedTuple):
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


class BoardingRow(NamedTuple):
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


class MechAttackRow(NamedTuple):
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


class PartAttackRow(NamedTuple):
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

    __repr__ = line_of

    def __str__(self) -> str:
        return self.title

    # What notebooks show: the field with the rows, and their columns.
    _shown: ClassVar[tuple[str, ...]] = ()

    def _repr_html_(self) -> str:
        rows, *keys = self._shown
        return html_rows(self.title, getattr(self, rows), *keys)


@dataclass(frozen=True, kw_only=True, repr=False)
class FightOdds(_Answer):
    """One unit against another; `fights` holds one."""

    __json__: ClassVar = (*_ANSWERED, "situation", "fights", "boarding")
    kind: Literal["fight"] = "fight"
    situation: Situation
    fights: tuple[Fight, ...]
    boarding: BoardingRow | None
    fielded: tuple[tuple[Unit, ...], ...] = ()

    def __str__(self) -> str:
        rows = [row for fight in self.fights for row in fight.rows if row.cover in ("any", "open")]
        means = ", ".join(f"{row.range_name} {float(row.mean):.2f}" for row in rows if row.mean is not None)
        return f"{self.title}: mean damage without cover {means}" if means else self.title

    def _repr_html_(self) -> str:
        rows = [row for fight in self.fights for row in fight.rows]
        return html_rows(self.title, rows, "range_name", "cover", "hits", "hurts", "mean", "destroys", "why")


@dataclass(frozen=True, kw_only=True, repr=False)
class MatrixOdds(_Answer):
    """Every attacker against every target: for each attacker a row of `targets` fights."""

    __json__: ClassVar = (*_ANSWERED, "situation", "fights", "targets", "exchanges")
    kind: Literal["matrix"] = "matrix"
    situation: Situation
    fights: tuple[Fight, ...]
    targets: int
    exchanges: tuple[Exchange, ...] = ()
    # For pictures: what each side fields.
    fielded: tuple[tuple[Unit, ...], ...] = ()

    def _repr_html_(self) -> str:
        return "".join(_matrix_html(table) for table in matrix_tables(self))


@dataclass(frozen=True, kw_only=True, repr=False)
class CardOdds(_Answer):
    """Each unit of one side by itself: the numbers for its card."""

    __json__: ClassVar = (*_ANSWERED, "cards")
    kind: Literal["cards"] = "cards"
    cards: tuple[UnitOdds, ...]
    fielded: tuple[Unit, ...] = ()

    def _repr_html_(self) -> str:
        return "".join(
            html_rows(f"{card.unit.name} ({card.unit.dice})", card.dealt, "range_name", "kind", "means")
            for card in self.cards
        )


@dataclass(frozen=True, kw_only=True, repr=False)
class MechOdds(_Answer):
    """A 'mech's weapons against an enemy, or against any armour."""

    _shown: ClassVar = ("mech_attacks", "mount", "weapon", "target", "armour", "hurts", "mean", "destroys")
    kind: Literal["mech"] = "mech"
    mech_attacks: tuple[MechAttackRow, ...]


@dataclass(frozen=True, kw_only=True, repr=False)
class EnemyOdds(_Answer):
    """An enemy's attacks on the parts of a 'mech."""

    _shown: ClassVar = ("on_parts", "enemy", "attack", "part", "hurts", "mean", "fills")
    kind: Literal["enemy"] = "enemy"
    on_parts: tuple[PartAttackRow, ...]


class MishapRow(NamedTuple):
    """`chances` are of 0, 1, 2 … damage, systems or fuel; `destroys` is null where nothing is hurt."""

    what: str
    dice: int
    counted: str
    mean: Fraction
    chances: tuple[Fraction, ...]
    destroys: Fraction | None
    reference: str


@dataclass(frozen=True, kw_only=True, repr=False)
class MishapOdds(_Answer):
    """What happens beside attacks: a fall, a collision, repairs and fuel."""

    _shown: ClassVar = ("rows", "what", "dice", "counted", "mean", "destroys")
    kind: Literal["mishap"] = "mishap"
    rows: tuple[MishapRow, ...]


class WaveRow(NamedTuple):
    """A wave: in which share of the games it was reached, and in which it was beaten."""

    wave: int
    reached: Fraction
    beaten: Fraction


@dataclass(frozen=True, kw_only=True, repr=False)
class WaveOdds(_Answer):
    """A 'mech against all waves, played out; the same seed gives the same numbers.

    `score` is the mean of the circles that are open after a win, null if none was won. `plan` is how the
    'mech plays, `board` what the text doesn't say.
    """

    _shown: ClassVar = ("rows", "wave", "reached", "beaten")
    kind: Literal["waves"] = "waves"
    games: int
    seed: int
    rows: tuple[WaveRow, ...]
    score: Fraction | None
    plan: tuple[str, ...]
    board: tuple[str, ...]


class InsteadRow(NamedTuple):
    """One number before and after the change: mean damage dealt or taken, or a number of the card.

    Null where there is none, as without a weapon at that range.
    """

    what: str
    before: Fraction | None
    after: Fraction | None
    change: Fraction | None

    @classmethod
    def of(cls, what: str, before: Fraction | None, after: Fraction | None) -> InsteadRow:
        return cls(what, before, after, None if before is None or after is None else after - before)


@dataclass(frozen=True, kw_only=True, repr=False)
class InsteadOdds(_Answer):
    """A unit as it is and with other systems; `instead` is the change, empty where two units are compared."""

    _shown: ClassVar = ("rows", "what", "before", "after", "change")
    kind: Literal["instead"] = "instead"
    instead: str
    before: OddsFighter
    after: OddsFighter
    rows: tuple[InsteadRow, ...]


# What `brickyard odds --format json` prints; `kind` says which.
OddsAnswer = FightOdds | MatrixOdds | CardOdds | MechOdds | EnemyOdds | MishapOdds | WaveOdds | InsteadOdds


def best_row(rows: Sequence[OddsRow]) -> OddsRow | None:
    """Where an attack does most; out of cover, unless only cover was asked for."""
    return max((row for row in rows if row.mean is not None), key=lambda row: row.mean or 0, default=None)


class MatrixTable(NamedTuple):
    """One range and cover: a row for each attacker, a column for each target."""

    title: str
    rows: list[str]
    columns: list[str]
    cells: list[list[OddsRow | None]]


def matrix_tables(found: MatrixOdds, covered: bool = False) -> list[MatrixTable]:
    """A table for each range that any attack is possible at: in the open, or in the cover that was chosen.

    With `covered` in cover, where that is another thing than the open.
    """
    wide = found.targets
    lines = [found.fights[start : start + wide] for start in range(0, len(found.fights), wide)]
    attackers = _labels([line[0].attacker for line in lines], counted=True)
    targets = _labels([fight.target for fight in lines[0]], counted=False)
    possible = {row.range for fight in found.fights for row in fight.rows if row.possible}
    # Every fight has all ranges in the game's order.
    places = dict.fromkeys((row.range, row.range_name) for row in found.fights[0].rows)
    covers = {row.cover for fight in found.fights for row in fight.rows if row.possible}
    chosen = (OPEN, ANY_COVER) if OPEN in covers else tuple(covers)
    if covered:
        chosen = (COVER,) if {OPEN, COVER} <= covers else ()
    tables = []
    for letter, name in places:
        if letter not in possible:
            continue
        cells = [[_cell(fight.rows, letter, chosen) for fight in line] for line in lines]
        here = {cell.cover for row in cells for cell in row if cell}
        if covered and not here:
            continue
        cover = next(iter(here - {ANY_COVER}), ANY_COVER)
        title = f"{name.capitalize()} range, {COVERS.get(cover, cover)}"
        tables.append(MatrixTable(title, attackers, targets, cells))
    return tables


def _matrix_html(table: MatrixTable) -> str:
    rows = [
        [name, *(cell and cell.mean for cell in cells)]
        for name, cells in zip(table.rows, table.cells, strict=True)
    ]
    return html_table(f"{table.title}: mean damage of an attack", ("", *table.columns), rows)


def _labels(fighters: Sequence[OddsFighter], counted: bool) -> list[str]:
    """Names, numbered where several are equal; with an attacker's count in front."""
    names = [printable(fighter.name) for fighter in fighters]
    found = []
    for place, (name, fighter) in enumerate(zip(names, fighters, strict=True)):
        number = f" {names[: place + 1].count(name)}" if names.count(name) > 1 else ""
        count = f"{fighter.count:,} × " if counted and fighter.count > 1 else ""
        found.append(f"{count}{name}{number}")
    return found


def _cell(rows: Sequence[OddsRow], letter: str, covers: Sequence[str]) -> OddsRow | None:
    return next((r for r in rows if r.range == letter and r.possible and r.cover in covers), None)
