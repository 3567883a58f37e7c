"""LNT009: systems so small that they are hard to see and easy to lose."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.models.model_units import Role, Unit
from ldraw_tools.findings import count_of
from ldraw_tools.phrases import say
from ldraw_tools.units import LDU_PER_STUD, TOLERANCE_LDU
from validators.measuring import is_surely_longer, length_in_studs, longest_side
from validators.rule import Found, Ruling, rule
from validators.wording import name_of_unit


@rule(
    "LNT009",
    "{systems} of {name} {measured}: hard to see and easy to lose",
    "Build it larger: rather too large than too small.",
)
def system_easily_lost(unit: Unit, _ruling: Ruling, *, studs: float) -> Iterator[Found]:
    """A system is large enough to be seen across the table.

    Systems are taken off in play, and everybody has to see what is left of a frame.
    What counts is the longest side of the piece by itself, studs on top not counted.
    """
    sizes = unit.sizes if unit.role is Role.FRAME else None
    number, longest = 0, 0.0
    least = studs * LDU_PER_STUD - TOLERANCE_LDU
    for marked in unit.pieces(Role.SYSTEM) if sizes else ():
        measured = sizes.piece(marked) if sizes else None
        if measured and measured.is_complete and measured.box and not is_surely_longer(measured, least):
            side = longest_side(measured)
            if side < least:
                number, longest = number + marked.times, max(longest, side)
    if number:
        words = "is at most {length} long" if number == 1 else "are at most {length} long"
        words = say(words, length=length_in_studs(longest))
        values = {"systems": count_of(number, "system"), "name": name_of_unit(unit)}
        yield Found(unit.place, values, words)
