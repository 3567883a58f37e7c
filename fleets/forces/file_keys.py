"""What lists and campaigns may say: a class for each thing, whose annotations are its keys and their types.

Readers take their keys from here, `brickyard keys` and the schemas for editors their types.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import Annotated, Any, NamedTuple, TypeAlias

from catalog.yaml.typed_reading import Between, Words
from fleets.tagging.tag_values import ACE_COLOURS, SHIP_CLASSES

MOST_OF_ONE = 100_000
MOST_ROCKETS = 999
MOST_PLAYERS = 99
MOST_SCORE = 100_000
MOST_STATIONS = 1_000


class KeyMark(Enum):
    NEEDED = auto()
    """The key must be there."""
    OPTIONS = auto()
    """Keys and values are the options of an edition."""


class OneOf(NamedTuple):
    """`Annotated[str, OneOf(("a", "b"))]`: one of these words, in any case."""

    words: tuple[str, ...]


Name: TypeAlias = Annotated[str, KeyMark.NEEDED]
Options: TypeAlias = Annotated[Mapping[str, Any], KeyMark.OPTIONS]
Tags: TypeAlias = Mapping[str, str]
Ace: TypeAlias = Annotated[str, OneOf(tuple(ACE_COLOURS))]


class GameEntry:
    size: str
    players: Annotated[int, Between(1, MOST_PLAYERS)]


class UnitEntry:
    name: str
    model: str
    count: Annotated[int, Between(1, MOST_OF_ONE)]
    rockets: Annotated[int, Between(0, MOST_ROCKETS)]
    systems: str | tuple[str, ...]
    tags: Tags


class ShipEntry(UnitEntry):
    class_: Annotated[str, OneOf(SHIP_CLASSES)]


class CompanyEntry(UnitEntry):
    ace: Ace


class SuppressionEntry:
    code: Name
    reason: Name


class _AnyList:
    edition: str
    game: GameEntry
    options: Options
    suppress: Mapping[str, str] | tuple[SuppressionEntry, ...]
    faction: str
    colour: str
    author: str
    licence: str
    photo: str


class _OfCompany:
    company: Name
    frames: tuple[UnitEntry, ...]
    stations: tuple[UnitEntry, ...]
    tags: Tags
    spares: tuple[UnitEntry, ...]


class _OfFleet:
    fleet: Name
    ships: tuple[ShipEntry, ...]
    companies: tuple[CompanyEntry, ...]
    hvas: tuple[UnitEntry, ...]
    tags: Tags
    spares: tuple[ShipEntry, ...]
    ace: Ace


class _OfMech:
    mech: Name
    mounts: Mapping[str, str | None]
    armour: Mapping[str, int]


class CompanyFile(_AnyList, _OfCompany):
    pass


class FleetFile(_AnyList, _OfFleet):
    pass


class MechFile(_AnyList, _OfMech):
    pass


class ObjectiveEntry:
    name: str
    holder: str
    choices: Mapping[str, Any]


class PlayedEntry:
    date: str
    size: str
    players: Annotated[int, Between(1, MOST_PLAYERS)]
    scores: Mapping[str, Annotated[int, Between(0, MOST_SCORE)]]
    stations: Mapping[str, Annotated[int, Between(0, MOST_STATIONS)]]
    losses: Mapping[str, Words]
    objective: str
    winner: str
    unfinished: bool
    log: str


class CampaignFile:
    campaign: Name
    edition: str
    options: Options
    game: GameEntry
    forces: Annotated[tuple[str, ...], KeyMark.NEEDED]
    objective: ObjectiveEntry
    games: tuple[PlayedEntry, ...]


# By the key that says what the file is.
FILES: Mapping[str, type] = {
    "company": CompanyFile,
    "fleet": FleetFile,
    "mech": MechFile,
    "campaign": CampaignFile,
}


def fields_of(kind: type) -> dict[str, str]:
    """The attribute of each key, in the order of the file: what is a thing's own comes first."""
    found: dict[str, str] = {}
    for one in reversed(kind.__mro__):
        found |= {name.rstrip("_").replace("_", "-"): name for name in vars(one).get("__annotations__", ())}
    return found


def keys_of(kind: type) -> tuple[str, ...]:
    return tuple(fields_of(kind))
