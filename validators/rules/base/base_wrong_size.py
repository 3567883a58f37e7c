"""BAS002: whether a base is exactly its class's."""

from __future__ import annotations

from collections.abc import Iterator

from catalog.editions.edition import Citation
from fleets.designs import Role, Unit
from validators.measuring import TOLERANCE_LDU, in_studs, pair_of, sides, studs_to_ldu
from validators.rule import Found, Ruling, rule
from validators.wording import kind_of_unit, name_of_unit


@rule(
    "BAS002",
    "the base of {name} is {measured}; {body} has one of {allowed}",
    "Use a base of that size, either way round.",
)
def base_wrong_size(unit: Unit, ruling: Ruling, cited: Citation) -> Iterator[Found]:
    """A base has exactly the size of its class.

    Movement, collision and boarding are measured from the base, so a larger one reaches further.
    Either way round will do.
    """
    row = ruling.edition.tables.get("classes", {}).get(unit.body or unit.role.value, {})
    sizes = unit.sizes
    if sizes is None or "base" not in row:
        return
    one, other = studs_to_ldu(pair_of(row["base"], cited, "base"))
    for base in unit.pieces(Role.BASE):
        box = sizes.piece(base).box
        if box is None:
            continue
        got = sorted((box.width, box.depth))
        if any(abs(a - b) > TOLERANCE_LDU for a, b in zip(got, sorted((one, other)), strict=True)):
            values = {"name": name_of_unit(unit), "body": kind_of_unit(unit, ruling)}
            allowed = sides(pair_of(row["base"], cited, "base"))
            yield Found(base.tag.place, values, in_studs(box.width, box.depth), allowed)
