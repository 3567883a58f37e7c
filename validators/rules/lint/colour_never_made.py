"""LNT007: parts in colours that they can't be bought in."""

from __future__ import annotations

from collections.abc import Iterator

from catalog.shops.made_colours import NeverMade, made_colours
from fleets.models.model_units import Unit
from ldraw_tools.assembly.inventory import count
from ldraw_tools.findings import and_more, count_of
from ldraw_tools.phrases import say
from validators.rule import Found, Ruling, rule
from validators.wording import name_of_unit


@rule(
    "LNT007",
    "{name} has {measured} not known in {colours}: {parts}",
    "Change the colour, or order with brickyard parts --recolour nearest.",
    only_counts=True,
)
def colour_never_made(unit: Unit, _ruling: Ruling) -> Iterator[Found]:
    """Parts are best used in colours that they were made in.

    LEGO makes each part in a few colours, and a shop has no others.
    Rebrickable's tables don't know every old part, so this is only a note.
    """
    never = _never_made(unit)
    if never:
        names = [
            say("{part} in {colour} ({how})", part=one.part, colour=one.colour_name, how=one.way_out)
            for one in never
        ]
        one = len(never) == 1
        measured = count_of(len(never), "lot that is", "lots that are")
        colours = say("its colour" if one else "their colours")
        values = {"name": name_of_unit(unit), "colours": colours, "parts": and_more(names)}
        yield Found(unit.place, values, measured=measured)


def _never_made(unit: Unit) -> list[NeverMade]:
    if unit.assembly is None or unit.node is None:
        return []
    pieces = count(unit.assembly, unit.node, shortcuts=True).rows()
    return made_colours().never_made([(facts.key, colour) for facts, colour, _ in pieces])
