"""The ruler to cut out: strips of whole units, true to size, that fit a sheet of paper."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from brickyard.sheets.paper import Paper
from brickyard.sheets.reference import manoeuvres, ranges, ruler_of
from brickyard.sheets.units import Plain
from catalog.editions.edition import Edition
from fleets.dice.vocabulary import Vocabulary
from ldraw_tools.findings import BrickyardError
from ldraw_tools.units import LDU_PER_STUD, millimetres

# What a strip is glued to the next one by.
TAB_MM = 12.0
CHECK_MM = 100.0


def unit_mm(studs: int) -> float:
    return millimetres(studs * LDU_PER_STUD)


def ruler_values(
    edition: Edition, vocabulary: Vocabulary, options: Mapping[str, Any], paper: Paper
) -> Plain | None:
    """None where the edition has no ruler. Each strip is a list of units, each unit the range it ends."""
    ruler = ruler_of(edition, options)
    if ruler is None:
        return None
    length = unit_mm(ruler.studs)
    most = int((paper.inner_height - 2 * TAB_MM) // length)
    if most < 1:
        raise BrickyardError(
            f"a ruler unit of {ruler.studs} studs is {length:.0f} mm long: too long for {paper.title} paper"
        )
    # Strips of about the same length are easier to glue.
    each = -(-ruler.units // -(-ruler.units // most))
    known = ranges(edition, vocabulary, ruler)
    bands = [row for row in known if row["to"] is not None and row["to"] > row["from"]]
    strips = [
        [_unit(number, bands) for number in range(first, min(first + each, ruler.units + 1))]
        for first in range(1, ruler.units + 1, each)
    ]
    return {
        "title": edition.title,
        "units": ruler.units,
        "studs": ruler.studs,
        "unit_mm": length,
        "total_mm": length * ruler.units,
        "tab_mm": TAB_MM,
        "check_mm": CHECK_MM,
        "strips": strips,
        "ranges": known,
        "manoeuvre": manoeuvres(edition),
    }


def _unit(number: int, bands: list[Plain]) -> Plain:
    """Which range this unit belongs to, the nearest that reaches so far; and its place among them."""
    for place, band in enumerate(bands):
        if band["from"] < number <= band["to"]:
            return {"number": number, "name": band["name"], "letter": band["letter"], "band": place}
    return {"number": number, "name": "", "letter": "", "band": len(bands)}
