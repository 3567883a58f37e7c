"""SIZ007: whether terrain is tall enough to be cover."""

from __future__ import annotations

from collections.abc import Iterator

from catalog.editions.edition import Citation
from fleets.designs import Role, Unit
from ldraw_tools.units import LDU_PER_BRICK
from validators.measuring import in_bricks, measured_whole, number
from validators.rule import Found, Ruling, rule
from validators.wording import name_of_unit


@rule(
    "SIZ007",
    "{name} is {measured} tall: too low for cover, which begins at {allowed}",
    "Build it higher if it is meant as cover.",
)
def terrain_no_cover(unit: Unit, _ruling: Ruling, cited: Citation) -> Iterator[Found]:
    """Terrain is cover from a certain height on.

    Lower pieces may stand on the table all the same. A frame behind them is in the open.
    """
    found = measured_whole(unit) if unit.role is Role.TERRAIN else None
    if found is None:
        return
    box = found[1].box_without_top_studs
    assert box is not None
    if box.height < number(cited, "bricks") * LDU_PER_BRICK - 0.5:
        yield Found(
            unit.place,
            {"name": name_of_unit(unit)},
            in_bricks(box.height),
            f"{number(cited, 'bricks'):g} bricks",
        )
