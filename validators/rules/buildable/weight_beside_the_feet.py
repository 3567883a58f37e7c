"""BLD006: frames that can't stand."""

from __future__ import annotations

import math
from collections.abc import Iterator

from fleets.models.model_units import Role, Unit
from ldraw_tools.highlights import Highlight
from ldraw_tools.phrases import say
from validators.rule import Found, Ruling, rule
from validators.wording import built, in_ldu, name_of_unit, named_group, pointed_out

_SIDES = ("right", "back right", "back", "back left", "left", "front left", "front", "front right")


@rule(
    "BLD006",
    "The weight of {name} falls {measured} outside its feet, to the {side}: it tips over",
    "Set the feet wider, or move weight to the other side.",
)
def weight_beside_the_feet(
    unit: Unit, _ruling: Ruling, *, gap_ldu: float, slack_ldu: float
) -> Iterator[Found]:
    """A frame stands on its feet.

    The middle of its weight is above what touches the table, or it falls over at the first nudge.
    """
    structure = built(unit) if unit.role is Role.FRAME else None
    found = structure.tipping(gap_ldu, slack_ldu) if structure else None
    if structure is not None and found is not None:
        # x is to the right and z to the back as a model is looked at from its front.
        eighth = round(math.atan2(found.direction[1], found.direction[0]) / (math.pi / 4)) % len(_SIDES)
        side, by, parts = _SIDES[eighth], in_ldu(found.by), structure.parts
        feet = pointed_out(parts, f"the feet: {named_group(parts, found.feet)}", found.feet)
        # Seen across the way it falls.
        across = math.degrees(math.atan2(-found.direction[1], found.direction[0]))
        highlight = Highlight(f"The weight falls {by} outside A, to the {side}", (feet,), azimuth=across)
        yield Found(
            unit.place, {"name": name_of_unit(unit), "side": say(side)}, measured=by, highlight=highlight
        )
