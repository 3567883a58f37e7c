"""SIZ002: whether a pilot is a person of the scale."""

from __future__ import annotations

from collections.abc import Iterator

from catalog.editions.edition import Citation
from fleets.designs import Role, Unit
from ldraw_tools.units import LDU_PER_PLATE
from validators.measuring import in_plates, number
from validators.rule import Found, Ruling, rule
from validators.wording import name_of_unit


@rule(
    "SIZ002",
    "{piece} of {name} is {measured} tall; a person is {allowed}",
    "Build the figure to the scale, a stud on top not counted.",
)
def person_not_to_scale(unit: Unit, _ruling: Ruling, cited: Citation) -> Iterator[Found]:
    """A person is as tall as the scale says.

    Everything on the table is measured against a person, so a figure of another size makes a frame look
    wrong beside the others. One plate more or less passes.
    """
    sizes = unit.sizes
    tall = number(cited, "plates") * LDU_PER_PLATE
    slack = number(cited, "slack") * LDU_PER_PLATE
    for pilot in unit.pieces(Role.PILOT) if sizes else []:
        assert sizes is not None
        box = sizes.piece(pilot).box_without_top_studs
        if box is not None and abs(box.height - tall) > slack + 0.5:
            values = {"name": name_of_unit(unit), "piece": f"“{pilot.name}”"}
            yield Found(pilot.tag.place, values, in_plates(box.height), f"{number(cited, 'plates'):g} plates")
