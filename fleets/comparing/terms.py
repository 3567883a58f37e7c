"""What a comparison counts: sides, how many of each kind they have, and an edition's words for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from catalog.editions.edition import Edition
from fleets.forces.force import Fielded, Force
from fleets.models.model_units import Role
from ldraw_tools.findings import BrickyardError

_KIND_OF_ROLE = {
    Role.FRAME: "frames",
    Role.STATION: "stations",
    Role.SHIP: "ships",
    Role.COMPANY: "companies",
    Role.HVA: "hvas",
}
# What these carry counts as systems; a frame company's are its own.
CARRIERS = ("frames", "ships")
_NOUNS = {"companies": ("company", "companies"), "hvas": ("HVA", "HVAs")}


class SideCounts(NamedTuple):
    frames: int = 0
    ships: int = 0
    companies: int = 0
    systems: int = 0
    stations: int = 0
    hvas: int = 0

    def of(self, kind: str) -> int:
        number: int = getattr(self, kind)
        return number

    def total(self, kinds: Iterable[str]) -> int:
        return sum(self.of(kind) for kind in kinds)

    def changed(self, kind: str, number: int, systems: int = 0) -> SideCounts:
        """The counts after adding this number of a kind, and this number of systems."""
        more = Counter({kind: number})
        more["systems"] += systems
        return self._replace(**{name: self.of(name) + by for name, by in more.items()})


KINDS = SideCounts._fields


@dataclass(frozen=True, slots=True)
class SideUnits:
    """Units of one design that a side fields or has as spares: `count` of them, each with these systems."""

    name: str
    kind: str
    systems: int = 0
    count: int = 1
    rockets: int = 0
    catapults: int = 0


class Side(NamedTuple):
    """One player's company or fleet. A side known by hearsay has counts but no pieces."""

    name: str
    counts: SideCounts
    pieces: tuple[SideUnits, ...] = ()
    spares: tuple[SideUnits, ...] = ()

    @property
    def is_hearsay(self) -> bool:
        return not self.pieces


def noun(kind: str, number: int = 1) -> str:
    """`frame`, `frames`; `HVA`, `HVAs`."""
    one, many = _NOUNS.get(kind, (kind.removesuffix("s"), kind))
    return one if number == 1 else many


def side_of(force: Force, catapult: str = "") -> Side:
    """What is compared of a force; `catapult` is the code of the system that launches companies."""
    pieces = _pieces(force.fielded, catapult)
    counts = Counter({"systems": sum(piece.count * piece.systems for piece in pieces)})
    for piece in pieces:
        counts[piece.kind] += piece.count
    return Side(force.name, SideCounts(**counts), pieces, _pieces(force.spares, catapult))


def _pieces(fielded: Sequence[Fielded], catapult: str) -> tuple[SideUnits, ...]:
    return tuple(_piece(entry, catapult) for entry in fielded if entry.unit.role in _KIND_OF_ROLE)


def _piece(entry: Fielded, catapult: str) -> SideUnits:
    kind, loadout = _KIND_OF_ROLE[entry.unit.role], entry.unit.loadout
    if kind not in CARRIERS:
        return SideUnits(entry.unit.name, kind, count=entry.count)
    catapults = sum(system.code == catapult for system in loadout.systems)
    return SideUnits(entry.unit.name, kind, loadout.count, entry.count, loadout.rockets, catapults)


class TieChoice(StrEnum):
    """What the winner of a tie for the highest score may do."""

    ADD = "add"
    REMOVE = "remove"
    LOSER_CHOOSES = "loser-chooses"
    GO_ON = "go-on"


class Measure(NamedTuple):
    """Something that is compared: what the edition calls it, and the counts that it is the sum of."""

    label: str
    kinds: tuple[str, ...]

    def of(self, counts: SideCounts) -> int:
        return counts.total(self.kinds)


@dataclass(frozen=True)
class Terms:
    """`assets` score, `changed` can be added or removed at a tie, `captured` can change hands in play.

    `regained` can come back to who lost them; `unowned` score too, and nobody brings them.
    """

    start: int
    step: int
    compared: tuple[Measure, ...]
    assets: tuple[str, ...]
    changed: tuple[str, ...]
    captured: tuple[str, ...]
    choices: tuple[TieChoice, ...]
    words: Mapping[str, str]
    reference: str = ""
    ties_reference: str = ""
    lowest_reference: str = ""
    scoring_reference: str = ""
    regained: tuple[str, ...] = ()
    unowned: Mapping[str, int] = field(default_factory=dict)

    def word(self, name: str) -> str:
        return self.words.get(name, name)

    @property
    def kinds(self) -> tuple[str, ...]:
        """Every count that matters here, the compared ones first."""
        compared = [kind for measure in self.compared for kind in measure.kinds]
        return tuple(dict.fromkeys([*compared, *self.assets]))

    @property
    def fixed(self) -> tuple[str, ...]:
        """Assets whose number the game gives."""
        return tuple(kind for kind in self.assets if kind not in self.changed)

    def assets_of(self, counts: SideCounts) -> int:
        return counts.total(self.assets)

    def units_of(self, counts: SideCounts) -> int:
        """How many there are of what a side chooses its number of: frames, or tactical assets."""
        return counts.total(self.changed)


def terms_of(edition: Edition) -> Terms:
    table = edition.comparison
    if table is None:
        raise BrickyardError(f"{edition.title} doesn't compare sides, so there are no positions")
    kinds = [*table.assets, *table.changed, *table.captured, *table.regained]
    for word in [*(word for words in table.compared.values() for word in words), *kinds]:
        if word not in KINDS:
            raise _unusable(edition, f"“{word}” is not counted in any game")
    for word in table.choices:
        if word not in list(TieChoice):
            raise _unusable(edition, f"“{word}” is nothing to choose")
    return Terms(
        start=table.start,
        step=table.step,
        compared=tuple(Measure(label, words) for label, words in table.compared.items()),
        assets=table.assets,
        changed=table.changed,
        captured=table.captured,
        choices=tuple(TieChoice(word) for word in table.choices),
        words=edition.words,
        reference=table.reference,
        ties_reference=table.ties_reference,
        lowest_reference=table.lowest_reference,
        scoring_reference=table.scoring_reference,
        regained=table.regained,
        unowned=table.unowned,
    )


def _unusable(edition: Edition, why: str) -> BrickyardError:
    return BrickyardError(
        f"{edition.title}: the table “comparison” can't be used: {why}; kinds are "
        f"{', '.join(KINDS)}, choices {', '.join(TieChoice)}"
    )


@dataclass(frozen=True)
class Limits:
    """One game: `least` to `most` units, and an exact number of each `fixed` kind.

    `room` is the most systems that one unit carries. `as_catapults` says that every company needs
    its catapult, and every catapult its company.
    """

    title: str
    least: int
    most: int
    room: int
    fixed: Mapping[str, int] = field(default_factory=dict)
    as_catapults: bool = False

    def allows(self, units: int) -> bool:
        return self.least <= units <= self.most


def in_words(limits: Limits, unit: str) -> str:
    """`a skirmish of 3 players has 3 to 5 frames`."""
    span = f"{limits.least} to {limits.most}" if limits.least != limits.most else f"exactly {limits.least}"
    return f"{limits.title} has {span} {unit}s"


def fault_of_units(units: int, games: Sequence[Limits], unit: str) -> str:
    """Why a side may not have this many units in any of these games; empty if it may or no game is known."""
    if not games or any(game.allows(units) for game in games):
        return ""
    return "; ".join(in_words(game, unit) for game in games)


def games_that_allow(units: int, games: Sequence[Limits]) -> str:
    """`a battle of 3 players`, where only some of the games do."""
    allowing = [game.title for game in games if game.allows(units)]
    return " or ".join(allowing) if len(allowing) < len(games) else ""


def faults_of(counts: SideCounts, games: Sequence[Limits], terms: Terms) -> list[str]:
    """What is wrong with numbers that are only known from hearsay."""
    faults = []
    if fault := fault_of_units(terms.units_of(counts), games, terms.word("asset-unit")):
        faults.append(fault)
    for kind in terms.fixed:
        wanted = {game.fixed[kind] for game in games if kind in game.fixed}
        if wanted and counts.of(kind) not in wanted:
            numbers = " or ".join(str(number) for number in sorted(wanted))
            faults.append(f"{games[0].title} has exactly {numbers} {noun(kind, max(wanted))}")
    carriers = [kind for kind in CARRIERS if kind in terms.changed]
    room = max((game.room for game in games), default=0) * counts.total(carriers)
    if games and counts.systems > room:
        units = " and ".join(f"{counts.of(kind):,} {noun(kind, counts.of(kind))}" for kind in carriers)
        faults.append(f"{units} can't carry more than {room:,} systems")
    return faults
