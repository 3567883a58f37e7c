"""BLD001: the same thing twice in the same place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fleets.models.model_units import Unit
from ldraw_tools.findings import Place, count_of
from ldraw_tools.highlights import Highlight
from ldraw_tools.phrases import say
from validators.rule import Found, Ruling, rule
from validators.wording import MOST_FOUND, built, cut_short, in_lines, named_target, pointed_out


@rule(
    "BLD001",
    "{what} is {measured} in the same place, {where}{rest}",
    "Delete {spare}, or move what is too much where it belongs; until then the parts list counts them all.",
)
def same_part_twice(unit: Unit, _ruling: Ruling) -> Iterator[Found]:
    """A part is placed only once in the same place.

    A copy that was never moved away is invisible in the editor, but is still counted and bought.
    """
    structure = built(unit)
    copies = structure.copies() if structure else []
    for number, copy in enumerate(copies[:MOST_FOUND], 1):
        assert structure is not None
        parts = structure.parts
        places = [parts.place_of(reference) for reference in copy.references]
        times, what = count_of(len(places), "time"), named_target(parts, copy.references[0])
        where = in_lines(places, structure.assembly.document.file)
        spare = [parts.place_of(reference) for reference in copy.spare]
        values = {
            "what": what,
            "where": where,
            "spare": _spare(spare, structure.assembly.document.file),
            "rest": cut_short(len(copies)) if number == MOST_FOUND else "",
        }
        group = pointed_out(parts, f"{what}, {where}", parts.under(copy.references[0]))
        highlight = Highlight(f"A is {times} in the same place", (group,))
        yield Found(places[-1], values, measured=times, allowed=say("once"), highlight=highlight)


def _spare(places: Sequence[Place], home: str) -> str:
    """What can be deleted so that no part is lost, here or where a submodel is placed once more."""
    return (
        in_lines(places, home) if places else say("one of them here only, because each is needed elsewhere")
    )
