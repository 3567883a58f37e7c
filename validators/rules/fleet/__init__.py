"""Rules for fleets, and what more than one of them counts."""

from __future__ import annotations

from typing import NamedTuple

from catalog.vocabulary import COLOURS
from fleets.forces.force import Fielded, Force
from fleets.models.model_units import Role, Unit
from ldraw_tools.findings import count_of
from ldraw_tools.phrases import say
from validators.rule import Ruling

FLEET = "fleet"


class FleetSizes(NamedTuple):
    """What each of the players brings: `least` to `most` tactical assets, and exactly `hvas` HVAs."""

    players: int
    least: int
    most: int
    hvas: int

    def allows(self, assets: int) -> bool:
        return self.least <= assets <= self.most

    def with_more(self, assets: int) -> FleetSizes:
        return FleetSizes(self.players, self.least + assets, self.most + assets, self.hvas)


def games_in(ruling: Ruling) -> list[FleetSizes]:
    """The edition's table of fleets, by number of players."""
    rows = sorted(ruling.edition.fleets.items())
    return [FleetSizes(players, *row.assets, row.hvas) for players, row in rows]


def name_of_fleet(force: Force) -> str:
    return force.name or say("The fleet")


def companies(number: int) -> str:
    return count_of(number, "frame company", "frame companies") if number else say("no frame company")


def catapults(number: int) -> str:
    return count_of(number, "catapult") if number else say("no catapult")


def catapults_on(unit: Unit, ruling: Ruling) -> int:
    code = ruling.code_of("catapult")
    return sum(system.code == code for system in unit.loadout.systems)


def catapults_in(force: Force, ruling: Ruling) -> int:
    """Only ships launch companies, each as many as it has catapults."""
    return sum(one.count * catapults_on(one.unit, ruling) for one in force.of(Role.SHIP))


def aces_on(company: Fielded) -> int:
    """Aces marked on the model, else the one declared with its systems; every company of the entry has it."""
    marked = sum(piece.times for piece in company.unit.pieces(Role.ACE))
    return company.count * (marked or bool(company.unit.loadout.ace))


def colour_of_ace(unit: Unit) -> str:
    marked = (piece.tag.value for piece in unit.pieces(Role.ACE))
    return colour_named(unit.loadout.ace or next(marked, ""))


def colour_named(text: str) -> str:
    """`R`, `red` and `Red` are one colour."""
    return COLOURS.get(text.strip().upper(), text.strip().lower())
