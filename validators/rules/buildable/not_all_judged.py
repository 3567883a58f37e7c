"""BLD007: what could not be judged of how a model is built."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from fleets.models.model_units import Unit
from ldraw_tools.findings import and_more
from ldraw_tools.library.places import wrongly_named
from ldraw_tools.names import part_number
from ldraw_tools.phrases import join_texts, say
from ldraw_tools.solids.firmness import DIGITAL_DESIGNER, STUDIO
from validators.rule import Found, Ruling, rule
from validators.wording import name_of_unit

if TYPE_CHECKING:
    from fleets.models.structure import Structure


@rule(
    "BLD007",
    "Not all of how {name} is built could be judged: {what}",
    "To know more, {way_out}.",
)
def not_all_judged(unit: Unit, _ruling: Ruling) -> Iterator[Found]:
    """A report says what was not judged.

    Without this, silence about what could not be seen would look like a yes.
    """
    structure = unit.structure
    if structure is None:
        return
    for what, way_out in _unjudged(structure):
        yield Found(unit.place, {"name": name_of_unit(unit), "what": what, "way_out": way_out})


_ELSEWHERE = {
    STUDIO: (
        say("Studio draws some parts its own way, so only plain bricks and plates were tried for overlaps"),
        say("switch on the collision check in Studio"),
    ),
    DIGITAL_DESIGNER: (
        say(
            "LEGO Digital Designer exports some parts to slightly wrong places,"
            " so only plain bricks and plates were tried for overlaps"
        ),
        say("look at the model in an LDraw editor"),
    ),
}


def _unjudged(structure: Structure) -> Iterator[tuple[str, str]]:
    """What was not judged, and what to do about it."""
    from ldraw_tools.solids.placements import MOST_PARTS

    parts = structure.parts
    if not parts.is_whole:
        yield say("it has more than {most:,} parts", most=MOST_PARTS), say("check its submodels one by one")
        return
    if structure.gave_up:
        yield (
            say("there are too many parts in one place to look at all"),
            say("check its submodels one by one"),
        )
    if len(parts) > 1 and not structure.solids.can_be_made:
        what = say("finding overlaps needs the LDraw library, which has the surfaces of all parts")
        wrong = wrongly_named(os.environ, sys.platform, Path.home())
        install = say("install it (brickyard library install)")
        correct = say("correct that, or {install}", install=install)
        yield (join_texts([what, wrong], "; "), correct) if wrong else (what, install)
    elif structure.foreign_editor:
        yield _ELSEWHERE[structure.foreign_editor]
    if parts.unknown:
        keys = dict.fromkeys(parts.assembly.nodes[parts[index].node].key for index in parts.unknown)
        names = and_more(part_number(key) for key in keys)
        what = say("the size of {names} is unknown, and it may hold what seems loose", names=names)
        yield what, say("put the missing parts beside the model, or install a newer LDraw library")
    elif structure.contacts(0.0).have_hoses:
        yield say("hoses of LSynth may hold what seems loose"), say("look at what hangs on a hose")
