"""BLD004: steps that leave something in the air."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from fleets.models.model_units import Unit
from ldraw_tools.findings import and_more
from ldraw_tools.highlights import Highlight
from ldraw_tools.phrases import say
from ldraw_tools.reading.lines import shortened
from validators.rule import Found, Ruling, rule
from validators.wording import MOST_FOUND, built, named_reference, pointed_out

if TYPE_CHECKING:
    from fleets.models.structure import Structure
    from ldraw_tools.solids.steps import StepInTheAir


@rule(
    "BLD004",
    "Step {step} of {file} leaves {what} in the air until step {until}{others}",
    "Move it to a later step, or what holds it to an earlier one.",
)
def step_in_the_air(unit: Unit, _ruling: Ruling, *, gap_ldu: float, above_ldu: float) -> Iterator[Found]:
    """Every step can be built on the one before.

    A part that nothing holds yet has to be held by hand until the step that brings what it sits on.
    """
    structure = built(unit)
    if structure is None:
        return
    for found in structure.steps(gap_ldu, above_ldu)[:MOST_FOUND]:
        reference = (found.node, found.reference)
        place, name = structure.parts.place_of(reference), structure.assembly.nodes[found.node].name
        rest = say(" (as do steps {steps})", steps=and_more(found.others)) if found.others else ""
        values = {
            "step": found.step,
            "file": shortened(name or place.name, 60),
            "what": named_reference(structure.parts, reference),
            "until": found.until,
            "others": rest,
        }
        yield Found(
            place,
            values,
            measured=say("step {step}", step=found.step),
            highlight=_highlight(structure, found),
        )


def _highlight(structure: Structure, found: StepInTheAir) -> Highlight:
    """The file of the step by itself, as it stands then."""
    from ldraw_tools.solids.placements import place_parts

    parts, reference = place_parts(structure.assembly, found.node), (found.node, found.reference)
    group = pointed_out(parts, named_reference(parts, reference), parts.under(reference))
    caption = f"After step {found.step} nothing holds A until step {found.until}"
    submodel = structure.assembly.nodes[found.node].key
    return Highlight(caption, (group,), submodel=submodel, step=found.step)
