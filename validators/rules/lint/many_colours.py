"""LNT010: frames in many colours, which are hard to make out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from fleets.models.brickwork import bricks_of
from fleets.models.model_units import Role, Unit
from validators.rule import Found, Ruling, rule
from validators.wording import name_of_unit


@rule(
    "LNT010",
    "{name} has {measured} colours beside its accents; up to {allowed} are easy to make out",
    "Keep to one or two colours and a few accents.",
)
def many_colours(unit: Unit, _ruling: Ruling, *, most: int, share: float) -> Iterator[Found]:
    """A frame keeps to a few colours.

    At this size and at a distance many colours become a blur, and bold ones stay readable.
    Accents don't count, which are colours of a few parts only; bases are left out.
    """
    if unit.role is not Role.FRAME:
        return
    colours: Counter[int] = Counter()
    for _, colour, number in bricks_of(unit):
        colours[colour] += number
    main = [colour for colour, number in colours.items() if number >= share * colours.total()]
    if len(main) > most:
        yield Found(unit.place, {"name": name_of_unit(unit)}, str(len(main)), str(most))
