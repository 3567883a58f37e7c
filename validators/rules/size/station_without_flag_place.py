"""SIZ011: whether a flag can be put on a station."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.models.model_units import Role, Unit
from ldraw_tools.assembly.inventory import Assembly
from validators.rule import Found, Ruling, rule
from validators.wording import name_of_unit

# Words in the titles of parts that a flag can be clipped to or stuck on.
_HOLDS = ("clip", "bar", "handle", "antenna", "hole", "tap", "flag")


@rule(
    "SIZ011",
    "no place for a flag was found on {name}",
    "Add a clip, a bar or a free stud, or tag the submodel that holds the flag with [flag].",
)
def station_without_flag_place(unit: Unit, _ruling: Ruling) -> Iterator[Found]:
    """A station has somewhere to put a flag.

    Who holds a station is shown by a flag on it. A tagged place, a clip, a bar or a stud on top will do.
    """
    if unit.role is not Role.STATION or unit.assembly is None or unit.node is None:
        return
    if unit.pieces(Role.FLAG) or _has_holder(unit.assembly, unit.node) or _has_free_stud(unit):
        return
    yield Found(unit.place, {"name": name_of_unit(unit)})


def _has_free_stud(unit: Unit) -> bool:
    """Also true if nothing can be measured, which another finding reports."""
    sizes = unit.sizes
    return sizes is None or sizes.whole.box is None or sizes.has_free_stud()


def _has_holder(assembly: Assembly, node: int) -> bool:
    parts = (assembly.nodes[index].facts for index in assembly.below(node))
    titles = (assembly.follow(facts).title.lower().split() for facts in parts if facts is not None)
    return any(word.startswith(_HOLDS) for title in titles for word in title)
