"""What a model is in the game: units, what they carry, and what is marked on them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from fleets.dice.carried_systems import EMPTY, Loadout
from ldraw_tools.assembly.inventory import Assembly
from ldraw_tools.findings import Finding, Place

if TYPE_CHECKING:
    from catalog.editions.edition import Edition
    from fleets.models.sizes import Sizes
    from fleets.models.structure import Structure


class Role(StrEnum):
    """What a tag can say a piece is. The first group are units, the second things on them."""

    FRAME = "frame"
    STATION = "station"
    SHIP = "ship"
    HVA = "hva"
    COMPANY = "company"
    TERRAIN = "terrain"
    DEBRIS = "debris"
    SYSTEM = "system"
    ROCKET = "rocket"
    BASE = "base"
    PILOT = "pilot"
    FLAG = "flag"
    ACE = "ace"
    SPARE = "spare"


CARRYING = (Role.FRAME, Role.SHIP, Role.COMPANY)
UNITS = frozenset({Role.FRAME, Role.STATION, Role.SHIP, Role.HVA, Role.COMPANY, Role.TERRAIN, Role.DEBRIS})


class TagSource(StrEnum):
    """Where a tag comes from; later ones win over earlier ones."""

    NAME = "name"
    GROUP = "group"
    META = "meta"
    MANIFEST = "manifest"


class Tag(NamedTuple):
    """`value` is a notation, a ship's class or an ace's colour; `label` a free name."""

    role: Role
    value: str
    label: str
    source: TagSource
    text: str
    place: Place


class Marked(NamedTuple):
    """A tagged piece: a whole file (`members` is None) or some references of one, and how often it is there.

    `times` counts instances in one of the unit it belongs to.
    """

    tag: Tag
    name: str
    node: int
    members: tuple[int, ...] | None
    times: int
    loadout: Loadout = EMPTY


class Proposal(NamedTuple):
    """A submodel or group whose name sounds like a system, by which word, and the tags it may mean.

    If there are several tags, somebody must choose. `times` says how often it is placed. Unless
    `is_here`, it is in another file or has a name by which its tag can't be written.
    """

    name: str
    word: str
    tags: tuple[str, ...]
    times: int
    place: Place
    is_here: bool = True


@dataclass(frozen=True)
class Unit:
    """One design: a frame, a station, a ship … as its model shows it, or as it is declared on paper.

    `body` names the class that carries the systems (frame, capital, frigate, company);
    `node` is its root in `assembly`, both None for a unit still on paper. `times` is how often the
    model places it; `within` are the units that stand in it, which belong to themselves.
    `declared` is what a list says it carries. If `is_unread`, its loadout is unknown; unless `is_described`,
    neither its model nor a list says what it carries, so that it is shown without systems. Unless
    `is_tagged`, its model doesn't say it. `own_name` is what its model calls it, if a list calls it
    otherwise. If `is_missing`, a list names a model for it that could not be read.
    """

    role: Role
    name: str
    body: str
    place: Place
    loadout: Loadout = EMPTY
    marked: tuple[Marked, ...] = ()
    times: int = 1
    assembly: Assembly | None = None
    node: int | None = None
    declared: Loadout | None = None
    declared_at: Place | None = None
    is_unread: bool = False
    is_described: bool = True
    is_tagged: bool = True
    within: tuple[Marked, ...] = ()
    own_name: str = ""
    is_missing: bool = False

    def pieces(self, role: Role) -> list[Marked]:
        return [marked for marked in self.marked if marked.tag.role is role]

    @cached_property
    def sizes(self) -> Sizes | None:
        """Its measurements, which several rules ask for; a unit still on paper has none."""
        from fleets.models.sizes import Sizes

        if self.assembly is None or self.node is None:
            return None
        return Sizes(self, self.assembly, self.node)

    @cached_property
    def structure(self) -> Structure | None:
        """How it is put together; a unit still on paper isn't."""
        from fleets.models.structure import Structure

        if self.assembly is None or self.node is None:
            return None
        return Structure(self, self.assembly, self.node)


def carried_by_unit(unit: Unit, edition: Edition) -> Loadout:
    """What a unit carries; some have systems that are the same for all of a class and need no tags."""
    row = edition.classes.get(unit.body)
    if row is None or unit.loadout.systems:
        return unit.loadout
    return unit.loadout + Loadout.of(*row.fixed)


@dataclass(frozen=True, slots=True)
class Survey:
    """What a model file holds: its units, and findings about its tags."""

    units: list[Unit] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    # Every submodel with what it was taken for and why, for `brickyard tags`.
    submodels: list[tuple[str, Tag | None, str]] = field(default_factory=list)
    proposals: list[Proposal] = field(default_factory=list)
