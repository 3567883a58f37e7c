"""BLD005: systems that hold the rest together."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.models.model_units import Unit
from ldraw_tools.findings import count_of
from ldraw_tools.highlights import Highlight
from validators.rule import Found, Ruling, rule
from validators.wording import built, name_of_unit, named_group, pointed_out


@rule(
    "BLD005",
    "Taking “{piece}” off {name} takes {measured} with it: {parts}",
    "Connect the rest without this system: systems are taken off in play.",
)
def system_holds_the_rest(unit: Unit, _ruling: Ruling, *, gap_ldu: float) -> Iterator[Found]:
    """What stays on the table holds together without its systems.

    A system that is hit is taken off in the middle of the game, and no one wants to rebuild a leg then.
    """
    structure = built(unit)
    if structure is None:
        return
    for holding in structure.holding(gap_ldu):
        falling = [index for group in holding.falling for index in group]
        values = {
            "piece": holding.marked.name,
            "name": name_of_unit(unit),
            "parts": named_group(structure.parts, falling),
        }
        groups = (
            pointed_out(structure.parts, holding.marked.name, sorted(holding.piece)),
            pointed_out(structure.parts, values["parts"], falling),
        )
        highlight = Highlight("Taking A off takes B with it", groups)
        measured = count_of(len(falling), "other part")
        yield Found(holding.marked.tag.place, values, measured=measured, highlight=highlight)
