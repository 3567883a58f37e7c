"""SIZ010: whether all of a unit could be measured."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.models.model_units import Role, Unit
from ldraw_tools.findings import and_more
from ldraw_tools.names import part_number
from validators.rule import Found, Ruling, rule
from validators.wording import name_of_unit

# The rules about the size of a kind of unit.
_LIMITS = {
    Role.FRAME: ("SIZ001", "SIZ003"),
    Role.STATION: ("SIZ004",),
    Role.SHIP: ("SIZ006",),
    Role.HVA: ("SIZ006",),
    Role.DEBRIS: ("SIZ012",),
}


@rule(
    "SIZ010",
    "{name} could not be measured whole, as the size of {parts} is not known; it is at least {measured}",
    "Install the LDraw library (brickyard library install), or put the part's file beside the model.",
)
def size_not_known(unit: Unit, ruling: Ruling) -> Iterator[Found]:
    """Every part's size is known.

    A verdict on size is worth nothing if a part was left out of it. So this is reported, not guessed,
    and where the text limits the size, the unit is not judged.
    """
    sizes = unit.sizes
    if sizes is None:
        return
    bases = [sizes.piece(base) for base in unit.pieces(Role.BASE)]
    unknown = [*sizes.whole.unmeasured, *(item for base in bases for item in base.unmeasured)]
    if not unknown:
        return
    from validators.measuring import in_bricks, in_studs

    box = sizes.whole.box_without_top_studs
    measured = f"{in_studs(box.width, box.depth)} and {in_bricks(box.height)} tall" if box else "nothing"
    parts = and_more(dict.fromkeys(part_number(item.name) for item in unknown))
    limits = _LIMITS.get(unit.role, ()) if sizes.whole.unmeasured else ()
    limits += ("BAS002",) if any(base.unmeasured for base in bases) else ()
    is_open = any(map(ruling.is_strict, limits))
    yield Found(unit.place, {"name": name_of_unit(unit), "parts": parts}, measured, is_open=is_open)
