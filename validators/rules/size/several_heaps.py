"""SIZ013: whether a unit lies on a workbench with other things."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from fleets.models.model_units import Unit
from ldraw_tools.findings import and_more, count_of
from ldraw_tools.phrases import say
from ldraw_tools.reading.lines import shortened
from validators.measuring import size_of
from validators.rule import Found, Ruling, rule
from validators.rules.size.size_not_known import is_size_a_rule
from validators.wording import name_of_unit

if TYPE_CHECKING:
    from fleets.models.sizes import Sizes
    from ldraw_tools.measuring.heaps import Heap

_MOST_NAMED = 4


@rule(
    "SIZ013",
    "{name} lies in {count} heaps: only the largest is measured, {measured}. The others: {others}",
    'Choose one, as in "{choice}". What only lies beside it is a submodel tagged [spare].',
)
def several_heaps(unit: Unit, ruling: Ruling) -> Iterator[Found]:
    """A unit lies in one heap.

    Files of editors are workbenches, where spare arms lie beside the frame and would count towards its size.
    So the largest heap is measured; where nothing is tagged and the text limits the size, it is not judged.
    """
    sizes = unit.sizes
    if sizes is None or len(sizes.heaps) < 2:
        return
    (_, largest), *others = sizes.heaps
    assert unit.assembly is not None
    named = [_said(sizes, *one) for one in others[:_MOST_NAMED]]
    values = {
        "name": name_of_unit(unit),
        "count": len(sizes.heaps),
        "others": and_more(named + [""] * (len(others) - len(named)), _MOST_NAMED),
        "choice": f"{unit.assembly.document.name}#{_way(unit)}heap {sizes.heaps[0][0]}",
    }
    is_open = not unit.is_tagged and is_size_a_rule(unit, ruling)
    measured = say("{count} ({size})", count=count_of(largest.pieces, "piece"), size=size_of(sizes.whole))
    yield Found(unit.place, values, measured, is_open=is_open)


def _way(unit: Unit) -> str:
    """What to choose of the file before a heap of it can be."""
    assert unit.assembly is not None
    if unit.node == unit.assembly.root and not unit.assembly.chosen:
        return ""
    return f"{shortened(unit.assembly.nodes[unit.node or 0].name, 60)}#"


def _said(sizes: Sizes, number: int, heap: Heap) -> str:
    name = f" ({shortened(heap.name)})" if heap.name else ""
    pieces, size = count_of(heap.pieces, "piece"), size_of(sizes.heap(number))
    return say("heap {number}{name}, {pieces} ({size})", number=number, name=name, pieces=pieces, size=size)
