"""BAS001: whether a base is of a size that works well."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.models.model_units import Role, Unit
from validators.measuring import has_sides, ruled, sides
from validators.rule import Found, Pair, Ruling, rule
from validators.wording import NOTHING_TO_MEND, listed, name_of_unit


@rule("BAS001", "the base of {name} is {measured}; {allowed} work well", NOTHING_TO_MEND)
def base_unusual(unit: Unit, _ruling: Ruling, *, studs: tuple[Pair, ...]) -> Iterator[Found]:
    """A base of four or six studs a side works well.

    Smaller ones tip, larger ones don't fit between terrain. Any other is legal.
    """
    sizes = unit.sizes
    for base in unit.pieces(Role.BASE) if sizes and unit.role is Role.FRAME else []:
        assert sizes is not None
        piece = sizes.piece(base)
        if piece.box and not any(has_sides(piece, each) for each in studs):
            allowed = listed([sides(each) for each in studs], "or")
            yield Found(base.tag.place, {"name": name_of_unit(unit)}, ruled(piece), allowed)
