"""FLT004: one ace for a fleet with catapults, none for one without."""

from __future__ import annotations

from collections.abc import Iterator

from catalog.vocabulary import COLOURS
from fleets.forces.force import Fielded, Force
from fleets.models.model_units import Role
from ldraw_tools.findings import count_of
from ldraw_tools.phrases import say
from validators.rule import Found, Ruling, rule
from validators.rules.fleet import (
    FLEET,
    aces_on,
    catapults,
    catapults_in,
    colour_named,
    colour_of_ace,
    name_of_fleet,
)
from validators.wording import listed, name_of_unit


@rule(
    "FLT004",
    "{fleet} has {measured} and {catapults}; it should have {allowed}",
    "Bring {wanted}.",
)
def wrong_number_of_aces(force: Force, ruling: Ruling) -> Iterator[Found]:
    """A fleet with a catapult has exactly one ace, on one frame company; a fleet without has none.

    The ace is the one pilot everybody knows by name, and leads a single company into battle.
    With nothing to launch from there is no company to lead.
    """
    launched, aces = catapults_in(force, ruling), _aces(force)
    number, allowed = sum(aces.values()), 1 if launched else 0
    if force.kind != FLEET or number == allowed:
        return
    values = {
        "fleet": name_of_fleet(force),
        "aces": say("{number} ({aces})", number=count_of(number, "ace"), aces=listed(list(aces)))
        if number
        else say("no ace"),
        "catapults": catapults(launched),
        "wanted": _an_ace(force, ruling) if launched else _no_ace(),
    }
    yield Found(force.place, values, values["aces"], say("exactly one ace") if launched else say("none"))


def _aces(force: Force) -> dict[str, int]:
    """Where there are aces, and how many: the one declared for the fleet may be the one on a company."""
    leading = [one for one in force.of(Role.COMPANY) if aces_on(one)]
    aces = {_leader(one): aces_on(one) for one in leading}
    declared = colour_named(force.ace)
    if declared and declared not in {colour_of_ace(one.unit) for one in leading}:
        aces[say("{colour} declared for the fleet", colour=say(declared))] = 1
    return aces


def _leader(company: Fielded) -> str:
    each = f"{aces_on(company):,} × " if aces_on(company) > 1 else ""
    colour, name = say(colour_of_ace(company.unit)), name_of_unit(company.unit)
    return say("{each}{colour} on {name}", each=each, colour=colour, name=name)


def _an_ace(force: Force, ruling: Ruling) -> str:
    colours = listed([COLOURS[ace.colour] for ace in ruling.vocabulary.aces], "or")
    several = any(one.count > 1 and aces_on(one) for one in force.of(Role.COMPANY))
    alone = say(", and list the company it leads by itself") if several else ""
    return say("one ace (ace: {colours}){alone}", colours=colours, alone=alone)


def _no_ace() -> str:
    return say("no ace, or a ship with a catapult and a frame company for the ace to lead")
