"""What a player fields: companies, fleets, a 'mech."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from fleets.battles.mech_state import key_of as key_of, time_penalty as time_penalty
from fleets.models.model_units import CARRYING, Role, Unit
from ldraw_tools.findings import BrickyardError, Place

if TYPE_CHECKING:
    from catalog.editions.battle_tables import Action, Weapon
    from catalog.editions.edition import Edition


class Game(NamedTuple):
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


class Suppression(NamedTuple):
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


_NO_RANGE = "none"


class Sheet(NamedTuple):
    """An edition's empty sheet and its list: mounts with their kinds, weapons, what the parts start with.

    `rated` is the weight that costs no time, `per` the weight of each further unit of it.
    """

    mounts: Mapping[str, str]
    weapons: Mapping[str, Weapon]
    armour: Mapping[str, int]
    rated: int
    per: int


class Mount(NamedTuple):
    """A place for one weapon: its kind (arm, shoulder), what was written there, which weapon that is."""

    name: str
    kind: str
    written: str = ""
    weapon: Weapon | None = None

    @property
    def weight(self) -> int:
        return self.weapon.weight if self.weapon else 0

    @property
    def fits(self) -> bool:
        return self.weapon is None or self.kind in self.weapon.mounts


class Plating(NamedTuple):
    """The armour of a part that has no weapon: what it starts with, and what was added."""

    part: str
    start: int
    above: int = 0

    @property
    def armour(self) -> int:
        return self.start + self.above

    @property
    def weight(self) -> int:
        """A point of armour weighs one; taking some off gives nothing back."""
        return max(0, self.above)


class FilledLoadout(NamedTuple):
    """The sheet, filled in."""

    name: str
    mounts: tuple[Mount, ...]
    plating: tuple[Plating, ...]
    rated: int
    per: int

    @property
    def weight(self) -> int:
        return sum(mount.weight for mount in self.mounts) + sum(part.weight for part in self.plating)

    @property
    def penalty(self) -> int:
        return time_penalty(self.weight, self.rated, self.per)

    def time_of(self, action: Action) -> int:
        return action.time + self.penalty

    def actions_of(self, weapon: Weapon) -> str:
        """`P2 T2, P5 T3, crush P1 T3`, in the time that they take it."""
        return ", ".join(f"{one.name} P{one.power} T{self.time_of(one)}".strip() for one in weapon.actions)


def in_words(key: str) -> str:
    return key.replace("-", " ")


def sheet_of(edition: Edition) -> Sheet:
    """The sheet as the edition's tables have it, in their order."""
    if not edition.mounts or not edition.weapons or not edition.armour or edition.penalty is None:
        raise BrickyardError(
            f"{edition.title}: the tables “mounts”, “weapons”, “armour” and “penalty” don't make a sheet"
        )
    return Sheet(
        mounts={key_of(mount): kind for mount, kind in edition.mounts.items()},
        weapons={key_of(name): _weapon(name, row) for name, row in edition.weapons.items()},
        armour={key_of(part): start for part, start in edition.armour.items()},
        rated=edition.penalty.rated,
        per=edition.penalty.per,
    )


def filled_loadout(mech: Mech, sheet: Sheet) -> FilledLoadout:
    """What is written where the sheet has no place is left out; the rules tell of it."""
    written = {key_of(mount): weapon for mount, weapon in mech.mounts.items()}
    above = {key_of(part): points for part, points in mech.armour.items()}
    return FilledLoadout(
        name=mech.name,
        mounts=tuple(_mounted(sheet, mount, written.get(mount, "")) for mount in sheet.mounts),
        plating=tuple(Plating(part, start, above.get(part, 0)) for part, start in sheet.armour.items()),
        rated=sheet.rated,
        per=sheet.per,
    )


def _mounted(sheet: Sheet, mount: str, written: str) -> Mount:
    return Mount(mount, sheet.mounts[mount], written, sheet.weapons.get(key_of(written)))


def _weapon(name: str, row: Weapon) -> Weapon:
    """With the name that people call it; its range is empty if it doesn't attack."""
    return row._replace(name=row.name or in_words(name), range="" if row.range == _NO_RANGE else row.range)
