"""MEC004: what a heavy 'mech pays in time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from catalog.editions.edition import Citation
from fleets.forces.force import Mech
from fleets.forces.paper_mech import FilledLoadout, filled_loadout, sheet_of
from ldraw_tools.findings import BrickyardError
from validators.rule import Found, Ruling, rule, whole_number
from validators.rules.mech import name_of_mech


@rule(
    "MEC004",
    "{mech} weighs {measured}, rated for {allowed}: every action takes {penalty} T more",
    "Take {over} W off to be rid of that, or keep it and be slow.",
)
def overweight(mech: Mech, ruling: Ruling, cited: Citation) -> Iterator[Found]:
    """A 'mech that carries more than it is rated for takes longer for everything.

    It is a choice, not a fault: the heaviest weapons may be worth being slow.
    Each step of weight, begun or complete, makes every action one unit longer.
    """
    filled = _as_cited(filled_loadout(mech, sheet_of(ruling.edition)), cited)
    if not filled.penalty:
        return
    values = {
        "mech": name_of_mech(mech),
        "penalty": filled.penalty,
        "over": filled.weight - filled.rated,
    }
    yield Found(mech.place, values, f"{filled.weight} W", f"{filled.rated} W")


def _as_cited(filled: FilledLoadout, cited: Citation) -> FilledLoadout:
    """The sheet's own limits, unless the citation states others."""
    rated = whole_number(cited, "rated") if "rated" in cited.numbers else filled.rated
    step = whole_number(cited, "step") if "step" in cited.numbers else filled.per
    if not step:
        raise BrickyardError(f"{cited.edition}: the citation of {cited.code} needs a step of 1 or more")
    return replace(filled, rated=rated, per=step)
