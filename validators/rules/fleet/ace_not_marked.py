"""FLT005: the ace's company shows it."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.forces.force import Force
from fleets.models.model_units import Role
from ldraw_tools.findings import Severity
from ldraw_tools.phrases import say
from validators.rule import Found, Ruling, rule
from validators.rules.fleet import FLEET, aces_on, colour_named, colour_of_ace, name_of_fleet
from validators.wording import listed, name_of_unit


@rule(
    "FLT005",
    "{fleet} has a {colour} ace {lack} ({companies})",
    "Say which company it leads: {remedy}.",
)
def ace_not_marked(force: Force, _ruling: Ruling) -> Iterator[Found]:
    """The company that an ace leads shows it with a special model.

    Everybody at the table has to see which company has the ace's die and its power.
    A company still on paper has no model to show it with; there the list says which one it is.
    """
    companies = force.of(Role.COMPANY)
    leading = [one for one in companies if aces_on(one)]
    if force.kind != FLEET or not (leading or force.ace):
        return
    units = [one.unit for one in leading or companies if one.unit.assembly is not None]
    if any(unit.pieces(Role.ACE) for unit in units):
        return
    if units:
        colour = colour_named(force.ace) or colour_of_ace(units[0])
        values = {
            "colour": colour,
            "lack": say("that is marked on no model of a frame company"),
            "remedy": say("build the ace into its model, and tag that piece [ace {colour}]", colour=colour),
        }
        severity = None
    elif not leading and len(companies) > 1:
        units = [one.unit for one in companies]
        values = {
            "colour": force.ace,
            "lack": say("and doesn't say which company it leads; its die is in the dice of none"),
            "remedy": say("write ace: {colour} in its entry", colour=force.ace),
        }
        severity = Severity.INFO
    else:
        return
    values |= {"fleet": name_of_fleet(force), "companies": listed([name_of_unit(unit) for unit in units])}
    # Where it is clear which model lacks the ace, the finding stands there.
    yield Found(units[0].place if len(units) == 1 else force.place, values, severity=severity)
