"""FLT003: a frame company for each catapult, a catapult for each frame company."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.forces.force import Force
from fleets.models.model_units import Role
from ldraw_tools.findings import count_of
from ldraw_tools.phrases import say
from validators.rule import Found, Ruling, rule
from validators.rules.fleet import FLEET, catapults, catapults_in, catapults_on, companies, name_of_fleet
from validators.wording import names_of


@rule(
    "FLT003",
    "{fleet} has {measured} and {allowed}{aboard}; there should be as many of one as of the other",
    "Make them equal: {change}.",
)
def companies_differ_from_catapults(force: Force, ruling: Ruling) -> Iterator[Found]:
    """A fleet has exactly as many frame companies as its ships have catapults.

    A company without a catapult would have nowhere to launch from, refuel or be repaired.
    A catapult without a company is a system with nothing to do.
    """
    fielded, launched = force.count(Role.COMPANY), catapults_in(force, ruling)
    if force.kind != FLEET or fielded == launched:
        return
    carriers = [one for one in force.of(Role.SHIP) if catapults_on(one.unit, ruling)]
    values = {
        "fleet": name_of_fleet(force),
        "aboard": say(" (aboard {names})", names=names_of(carriers)) if carriers else "",
        "change": _change(fielded - launched),
    }
    yield Found(force.place, values, companies(fielded), catapults(launched))


def _change(surplus: int) -> str:
    if surplus > 0:
        more = count_of(surplus, "more catapult")
        return say("leave out {out}, or give the ships {more}", out=companies(surplus), more=more)
    values = {"companies": companies(-surplus), "catapults": catapults(-surplus)}
    return say("add {companies}, or carry something else in place of {catapults}", **values)
