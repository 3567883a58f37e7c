"""LNT005: frames that defend with white dice only."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.forces.force import Force
from fleets.models.model_units import Role, Unit
from ldraw_tools.phrases import say
from validators.agreement import units_concerned
from validators.rule import Found, Ruling, rule
from validators.wording import agree, names_of


@rule(
    "LNT005",
    "{who} {carry} {measured}: the defense is whatever a white die shows",
    "Give up another system for a defense system, or keep to cover.",
)
def nothing_blue(subject: Force | Unit, ruling: Ruling) -> Iterator[Found]:
    """A frame without a defense system defends with white dice.

    A white die spent on defense is not there to attack, to move or to spot with.
    That can be the plan, and more often the shield was left untagged.
    """
    blue = ruling.code_of("defense")
    frames = [one for one in units_concerned(subject, ruling) if one.unit.role is Role.FRAME]
    without = [one for one in frames if blue and blue not in one.unit.loadout.codes]
    if without:
        values = {"who": names_of(without), "carry": agree(without, "carries", "carry")}
        yield Found(without[0].place, values, measured=say("nothing blue"))
