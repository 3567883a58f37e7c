"""SIZ010: whether all of a unit could be measured."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.models.model_units import Unit
from ldraw_tools.findings import and_more
from ldraw_tools.names import part_number
from validators.rule import Found, Ruling, rule
from validators.wording import name_of_unit


@rule(
    "SIZ010",
    "{name} could not be measured whole, as the size of {parts} is not known; it is at least {measured}",
    "Install the LDraw library (brickyard library install), or put the part's file beside the model.",
)
def size_not_known(unit: Unit, _ruling: Ruling) -> Iterator[Found]:
    """Every part's size is known.

    A verdict on size is worth nothing if a part was left out of it. So it is said rather than guessed.
    """
    sizes = unit.sizes
    if sizes is None or sizes.whole.is_complete:
        return
    from validators.measuring import in_bricks, in_studs

    box = sizes.whole.box_without_top_studs
    measured = f"{in_studs(box.width, box.depth)} and {in_bricks(box.height)} tall" if box else "nothing"
    parts = and_more(part_number(item.name) for item in sizes.whole.unmeasured)
    yield Found(unit.place, {"name": name_of_unit(unit), "parts": parts}, measured)
