"""LNT012: large parts, which are hard to adjust."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from fleets.models.brickwork import bricks_of, studs_covered
from fleets.models.model_units import Role, Unit
from ldraw_tools.findings import and_more
from ldraw_tools.names import part_number
from validators.measuring import sides
from validators.rule import Found, Pair, Ruling, rule
from validators.wording import name_of_unit


@rule(
    "LNT012",
    "{who}: {measured} of {of} parts are larger than {allowed}: {parts}",
    "Smaller parts are easier to rearrange; keep the large ones that have a purpose.",
)
def parts_larger_than_advised(unit: Unit, _ruling: Ruling, *, studs: Pair, share: float) -> Iterator[Found]:
    """A frame is built of small parts for the most part.

    Small parts are added and taken off one by one until a frame looks right; large ones leave no choice.
    What a part covers is read from its title, and bases are left out.
    """
    large: Counter[str] = Counter()
    total = 0
    for part, _, number in bricks_of(unit) if unit.role is Role.FRAME else ():
        total += number
        covered = studs_covered(part)
        if covered and covered[0] * covered[1] > studs[0] * studs[1]:
            large[part_number(part.key)] += number
    if large.total() > share * total:
        listed = and_more([f"{number} × {part}" for part, number in sorted(large.items())])
        values = {"who": name_of_unit(unit), "of": total, "parts": listed}
        yield Found(unit.place, values, str(large.total()), sides(studs))
