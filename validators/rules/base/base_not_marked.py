"""BAS003: whether a base is marked where one is needed."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.models.model_units import Role, Unit
from ldraw_tools.phrases import say
from validators.measuring import sides
from validators.rule import Found, Ruling, rule
from validators.wording import kind_of_unit, name_of_unit


@rule(
    "BAS003",
    "{name} has {measured}; {body} stands on one of {allowed}",
    "Put the base into a submodel and tag it [base], so that it is measured by itself.",
)
def base_not_marked(unit: Unit, ruling: Ruling) -> Iterator[Found]:
    """A unit that needs a base shows which part is the base.

    The bricks alone don't show which plates are the base. It is measured by itself: it is left out of the
    unit's size, and must have exactly the size of its class.
    """
    row = ruling.class_of(unit)
    if unit.sizes is None or row is None or unit.pieces(Role.BASE):
        return
    values = {"name": name_of_unit(unit), "body": kind_of_unit(unit, ruling)}
    yield Found(unit.place, values, say("no marked base"), sides(row.base))
