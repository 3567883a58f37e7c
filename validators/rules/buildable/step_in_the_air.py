"""BLD004: steps that leave something in the air."""

from __future__ import annotations

from collections.abc import Iterator

from catalog.editions.edition import Citation
from fleets.designs import Unit
from ldraw_tools.diagnostics import and_more
from ldraw_tools.lines import shortened
from validators.building import MOST_FOUND, built
from validators.measuring import number
from validators.rule import Found, Ruling, rule


@rule(
    "BLD004",
    "Step {step} of {file} leaves {what} in the air until step {until}{others}",
    "Move it to a later step, or what holds it to an earlier one.",
)
def step_in_the_air(unit: Unit, _ruling: Ruling, cited: Citation) -> Iterator[Found]:
    """Every step can be built on the one before.

    A part that nothing holds yet has to be held by hand until the step that brings what it sits on.
    """
    structure = built(unit)
    if structure is None:
        return
    for found in structure.steps(number(cited, "gap-ldu"), number(cited, "above-ldu"))[:MOST_FOUND]:
        node = structure.assembly.nodes[found.node]
        assert node.contents is not None
        place = node.contents.at(node.contents.lines[found.reference])
        rest = f" (as do steps {and_more(found.others)})" if found.others else ""
        values = {
            "step": found.step,
            "file": shortened(node.name or place.file, 60),
            "what": f"{shortened(node.contents.name_of(found.reference), 60)} (line {place.line})",
            "until": found.until,
            "others": rest,
        }
        yield Found(place, values, measured=f"step {found.step}")
