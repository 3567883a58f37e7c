"""SIZ002: whether a pilot is a person of the scale."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from fleets.models.model_units import Role, Unit
from ldraw_tools.findings import Place
from ldraw_tools.phrases import say
from ldraw_tools.units import LDU_PER_PLATE, with_unit
from validators.measuring import in_plates, is_within
from validators.rule import Found, Ruling, rule
from validators.wording import name_of_unit

if TYPE_CHECKING:
    from ldraw_tools.measuring.measure import Measurement


@rule(
    "SIZ002",
    "{who} is {measured} tall; a person is {allowed}",
    "Build the figure {least} to {most} plates tall, a stud on top not counted.",
)
def person_not_to_scale(unit: Unit, _ruling: Ruling, *, plates: float, slack: float) -> Iterator[Found]:
    """A person is as tall as the scale says.

    Everything on the table is measured against a person, so a figure of another size makes a frame look
    wrong beside the others. One plate more or less passes.
    """
    least, most = plates - slack, plates + slack
    for who, place, measured in _people(unit):
        box = measured.box_without_top_studs
        if box and not is_within(box.height, least * LDU_PER_PLATE, most * LDU_PER_PLATE):
            values = {"who": who, "least": f"{least:g}", "most": f"{most:g}"}
            yield Found(place, values, in_plates(box.height), with_unit(plates, "plate"))


def _people(unit: Unit) -> Iterator[tuple[str, Place, Measurement]]:
    """The figures of a unit, or the figure that a model is by itself."""
    sizes = unit.sizes
    if sizes is None:
        return
    if unit.role is Role.PILOT:
        yield name_of_unit(unit), unit.place, sizes.whole
        return
    for pilot in unit.pieces(Role.PILOT):
        yield (
            say("“{pilot}” of {name}", pilot=pilot.name, name=name_of_unit(unit)),
            pilot.tag.place,
            sizes.piece(pilot),
        )
