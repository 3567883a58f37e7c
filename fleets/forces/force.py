"""What a player fields: companies, fleets, a 'mech."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fleets.models.model_units import CARRYING, Role, Unit
from ldraw_tools.findings import Place


@dataclass(frozen=True, slots=True)
class Game:
    """What is played: its size (skirmish, battle, or none stated) and how many play (0: not stated)."""

    size: str = ""
    players: int = 0


NO_GAME = Game()


@dataclass(frozen=True, slots=True)
class Fielded:
    """A unit and how many of it; everything it has is multiplied too."""

    unit: Unit
    count: int
    place: Place


@dataclass(frozen=True, slots=True)
class Suppression:
    """What a list says of a finding that its owner accepts: why, and where that stands."""

    reason: str
    place: Place


@dataclass(frozen=True, slots=True)
class Force:
    """A company (frames and stations), a fleet (ships, companies, HVAs, an ace) or a single model.

    If `is_partial`, some entries couldn't be read and the number of units is unknown.
    """

    kind: str
    name: str
    place: Place
    fielded: tuple[Fielded, ...] = ()
    spares: tuple[Fielded, ...] = ()
    game: Game = NO_GAME
    options: Mapping[str, Any] = field(default_factory=dict)
    about: Mapping[str, str] = field(default_factory=dict)
    suppressed: Mapping[str, Suppression] = field(default_factory=dict)
    ace: str = ""
    is_partial: bool = False

    def of(self, *roles: Role) -> list[Fielded]:
        return [entry for entry in self.fielded if entry.unit.role in roles]

    def count(self, *roles: Role) -> int:
        return sum(entry.count for entry in self.of(*roles))

    @property
    def has_unread_loads(self) -> bool:
        """Whether what it carries isn't all known."""
        carrying = [entry.unit for entry in self.of(*CARRYING)]
        return any(unit.is_unread or not unit.is_described for unit in carrying)

    @property
    def systems(self) -> int:
        return sum(entry.count * entry.unit.loadout.count for entry in self.fielded)

    @property
    def rockets(self) -> int:
        return sum(entry.count * entry.unit.loadout.rockets for entry in self.fielded)


@dataclass(frozen=True, slots=True)
class Mech:
    """A Paper 'Mech: what is on its four mounts, and its armour above the given."""

    name: str
    place: Place
    mounts: Mapping[str, str]
    armour: Mapping[str, int]
    places: Mapping[str, Place] = field(default_factory=dict)
    suppressed: Mapping[str, Suppression] = field(default_factory=dict)
    about: Mapping[str, str] = field(default_factory=dict)
