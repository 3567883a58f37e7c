"""LNT011: companies smaller or larger than most."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.forces.force import Force
from fleets.models.model_units import Role
from ldraw_tools.findings import count_of
from validators.rule import Found, Pair, Ruling, rule
from validators.wording import span


@rule(
    "LNT011",
    "{name} has {measured}; most companies have {allowed}",
    "Worth a thought, no breach: in a small company each loss hurts, a large one takes long to play.",
    only_counts=True,
)
def company_of_unusual_size(force: Force, ruling: Ruling, *, frames: Pair) -> Iterator[Found]:
    """A company of four to seven frames is easy to plan.

    With fewer frames each loss takes away something that only this frame could do.
    The size of the game decides what is legal, and this is advice beside it.
    """
    number = force.count(Role.FRAME)
    low, high = map(int, frames)
    if number and not ruling.alone and not low <= number <= high:
        yield Found(force.place, {"name": force.name}, count_of(number, "frame"), span(low, high))
