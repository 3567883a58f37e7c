"""Companies and fleets as they are compared: how many of everything, and what could join or leave them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace

from fleets.forces.force import Fielded, Force
from fleets.models.model_units import Role

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


@dataclass(frozen=True, slots=True)
class SideCounts:
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
        return replace(self, **{name: self.of(name) + by for name, by in more.items()})


KINDS = tuple(field.name for field in fields(SideCounts))


@dataclass(frozen=True, slots=True)
class SideUnits:
    """Units of one design that a side fields or has as spares: `count` of them, each with these systems."""

    name: str
    kind: str
    systems: int = 0
    count: int = 1
    rockets: int = 0
    catapults: int = 0


@dataclass(frozen=True)
class Side:
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
