"""BAS001: whether a base is of a size that works well."""

from __future__ import annotations

from collections.abc import Iterator

from catalog.editions.edition import Citation
from fleets.designs import Role, Unit
from validators.measuring import TOLERANCE_LDU, in_studs, pair_of, sides, studs_to_ldu
from validators.rule import Found, Ruling, rule
from validators.wording import NOTHING_TO_MEND, listed, name_of_unit


@rule("BAS001", "the base of {name} is {measured}; {allowed} work well", NOTHING_TO_MEND)
def base_unusual(unit: Unit, _ruling: Ruling, cited: Citation) -> Iterator[Found]:
    """A base of four or six studs a side works well.

    Smaller ones tip, larger ones don't fit between terrain. Any other is legal.
    """
    sizes = unit.sizes
    good = [pair_of(value, cited, "studs") for value in cited.numbers["studs"]]
    for base in unit.pieces(Role.BASE) if sizes and unit.role is Role.FRAME else []:
        assert sizes is not None
        box = sizes.piece(base).box
        if box is None or any(_is(box.width, box.depth, *studs_to_ldu(each)) for each in good):
            continue
        allowed = listed([sides(each) for each in good], "or")
        yield Found(base.tag.place, {"name": name_of_unit(unit)}, in_studs(box.width, box.depth), allowed)


def _is(width: float, depth: float, one: float, other: float) -> bool:
    return any(
        abs(width - a) <= TOLERANCE_LDU and abs(depth - b) <= TOLERANCE_LDU
        for a, b in ((one, other), (other, one))
    )
