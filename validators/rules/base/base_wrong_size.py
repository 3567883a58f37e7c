"""BAS002: whether a base is exactly its class's."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.models.model_units import Role, Unit
from validators.measuring import has_sides, ruled, sides
from validators.rule import Found, Ruling, rule
from validators.wording import kind_of_unit, name_of_unit


@rule(
    "BAS002",
    "the base of {name} is {measured}; {body} stands on a base of {allowed}",
    "Use a base of that size, either way round.",
)
def base_wrong_size(unit: Unit, ruling: Ruling) -> Iterator[Found]:
    """A base has exactly the size of its class.

    Movement, collision and boarding are measured from the base, so a larger one reaches further.
    Either way round will do.
    """
    row = ruling.class_of(unit)
    sizes = unit.sizes
    if sizes is None or row is None:
        return
    for base in unit.pieces(Role.BASE):
        piece = sizes.piece(base)
        # What is known of a base without one of its parts is not its size.
        if piece.box and piece.is_complete and not has_sides(piece, row.base):
            values = {"name": name_of_unit(unit), "body": kind_of_unit(unit, ruling)}
            yield Found(base.tag.place, values, ruled(piece), sides(row.base))
