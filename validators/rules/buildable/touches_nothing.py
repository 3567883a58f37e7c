"""BLD003: parts that hang in the air."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.models.model_units import Unit
from ldraw_tools.highlights import Highlight
from ldraw_tools.phrases import say
from validators.rule import Found, Ruling, rule
from validators.wording import (
    MOST_FOUND,
    built,
    cut_short,
    distinct,
    in_ldu,
    name_of_unit,
    named,
    named_group,
    often,
    pointed_out,
)


@rule(
    "BLD003",
    "{parts} {touch} nothing else of {name}: the nearest part is at least {measured} away{often}{rest}",
    "Connect it, or move it where it belongs. To keep loose parts next to the model, put them in a submodel"
    " tagged [spare].",
)
def touches_nothing(
    unit: Unit, _ruling: Ruling, *, gap_ldu: float, above_ldu: float, few_parts: int, share_percent: float
) -> Iterator[Found]:
    """Nothing hangs in the air.

    A part that touches no other stays behind when the model is lifted. What stands on the table beside it
    doesn't count, nor do pilots, flags and figures.
    """
    structure = built(unit)
    if structure is None:
        return
    found = structure.hanging(gap_ldu, above_ldu, few_parts, share_percent / 100)
    hanging = distinct(structure.parts, found)
    for place, (group, times) in enumerate(hanging[:MOST_FOUND], 1):
        values = {
            "parts": named_group(structure.parts, group),
            "touch": say("touches" if len(group) == 1 else "together touch"),
            "name": name_of_unit(unit),
            "often": often(times),
            "rest": cut_short(len(hanging)) if place == MOST_FOUND else "",
        }
        distance, nearest = structure.contacts(gap_ldu).nearest(group)
        away = in_ldu(distance)
        groups = (
            pointed_out(structure.parts, values["parts"], group),
            pointed_out(structure.parts, named(structure.parts, nearest), [nearest]),
        )
        highlight = Highlight(f"A touches nothing: B, the nearest part, is at least {away} away", groups)
        yield Found(structure.parts.place(group[0]), values, away, in_ldu(gap_ldu), highlight=highlight)
