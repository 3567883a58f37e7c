"""MEC004: what a heavy 'mech pays in time."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.forces.force import FilledLoadout, Mech, filled_loadout, sheet_of
from ldraw_tools.findings import BrickyardError
from validators.rule import Found, Ruling, rule
from validators.rules.mech import name_of_mech


@rule(
    "MEC004",
    "{mech} weighs {measured}, rated for {allowed}: every action takes {penalty} T more",
    "Take off {over} W to avoid that, or accept being slow.",
)
def overweight(
    mech: Mech, ruling: Ruling, *, rated: int | None = None, step: int | None = None
) -> Iterator[Found]:
    """A 'mech that carries more than it is rated for takes longer for everything.

    It is a choice, not a fault: the heaviest weapons may be worth being slow.
    Each step of weight, begun or complete, makes every action one unit longer.
    """
    filled = filled_loadout(mech, sheet_of(ruling.edition))
    # The sheet's own limits, unless the citation states others.
    filled = filled._replace(rated=filled.rated if rated is None else rated, per=_per(filled, ruling, step))
    if not filled.penalty:
        return
    values = {
        "mech": name_of_mech(mech),
        "penalty": filled.penalty,
        "over": filled.weight - filled.rated,
    }
    yield Found(mech.place, values, f"{filled.weight} W", f"{filled.rated} W")


def _per(filled: FilledLoadout, ruling: Ruling, step: int | None) -> int:
    if step == 0:
        author = ruling.edition.citations["MEC004"].edition
        raise BrickyardError(f"{author}: the citation of MEC004 needs a step of 1 or more")
    return step or filled.per
