"""What somebody fields: companies, fleets, a 'mech."""

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


@dataclass(frozen=True)
class Force:
    """A company (frames and stations), a fleet (ships, companies, HVAs, an ace) or a single model.

    Of one that is partial some entries couldn't be read, so that nobody knows how many units it has.
    """

    kind: str
    name: str
    place: Place
    fielded: tuple[Fielded, ...] = ()
    spares: tuple[Fielded, ...] = ()
    game: Game = NO_GAME
    options: Mapping[str, Any] = field(default_factory=dict)
    about: Mapping[str, str] = field(default_factory=dict)
    suppressed: Mapping[str, str] = field(default_factory=dict)
    ace: str = ""
    is_partial: bool = False

    def of(self, *roles: Role) -> list[Fielded]:
        return [one for one in self.fielded if one.unit.role in roles]

    def count(self, *roles: Role) -> int:
        return sum(one.count for one in self.of(*roles))

    @property
    def has_unread_loads(self) -> bool:
        """Whether it carries more than anybody could read."""
        return any(one.unit.is_unread for one in self.of(*CARRYING))

    @property
    def systems(self) -> int:
        return sum(one.count * one.unit.loadout.count for one in self.fielded)

    @property
    def rockets(self) -> int:
        return sum(one.count * one.unit.loadout.rockets for one in self.fielded)


@dataclass(frozen=True)
class Mech:
    """A Paper 'Mech: what is on its four mounts, and its armour above the given."""

    name: str
    place: Place
    mounts: Mapping[str, str]
    armour: Mapping[str, int]
    places: Mapping[str, Place] = field(default_factory=dict)
    suppressed: Mapping[str, str] = field(default_factory=dict)
    about: Mapping[str, str] = field(default_factory=dict)
