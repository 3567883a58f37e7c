"""How large a unit is: its base left out, its marked pieces by themselves, what sticks out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from fleets.models.model_units import Marked, Role, Unit
from ldraw_tools.assembly.inventory import Assembly
from ldraw_tools.units import LDU_PER_PLATE

if TYPE_CHECKING:
    from ldraw_tools.measuring.fitting import TurnedRectangle
    from ldraw_tools.measuring.heaps import Heap
    from ldraw_tools.measuring.measure import Measurement
    from ldraw_tools.measuring.protrusions import Protrusion
    from ldraw_tools.measuring.shapes import Points
    from ldraw_tools.measuring.slices import Slice

# What stands beside a unit and belongs to it all the same.
_APART = (Role.BASE, Role.PILOT, Role.FLAG, Role.ACE, Role.SPARE)
# What is one thing: terrain, debris, a frame company or a pair of skates may well lie apart.
_IN_ONE_HEAP = (Role.FRAME, Role.STATION, Role.SHIP, Role.HVA)


@dataclass(frozen=True)
class Sizes:
    """Measurements of one unit's model, each made when it is asked for and once."""

    unit: Unit
    assembly: Assembly
    node: int

    @cached_property
    def _lying(self) -> tuple[tuple[int, Heap], ...]:
        """Every heap with its number, which `#heap 1` means; none for what is scattered by nature."""
        from ldraw_tools.measuring.heaps import find_heaps

        if self.unit.role not in _IN_ONE_HEAP:
            return ()
        apart = [marked for role in _APART for marked in self.unit.pieces(role)]
        references = [placed for marked in (*apart, *self.unit.within) for placed in self._placed(marked)]
        return tuple(enumerate(find_heaps(self.assembly, self.node, references).sure, 1))

    @cached_property
    def heaps(self) -> tuple[tuple[int, Heap], ...]:
        """Those that are not tagged as something else; the first is the largest, which is measured."""
        own = [one for one in self._lying if one[1].own]
        return tuple(sorted(own, key=lambda one: (-one[1].own, one[0])))

    def heap(self, number: int) -> Measurement:
        """One heap by itself, bases and all."""
        heap = dict(self._lying)[number]
        return self.assembly.measurer.measure_parts(heap.nodes, heap.matrices)

    def _elsewhere(self) -> list[tuple[int, int]]:
        """The references to what doesn't lie with the largest heap."""
        largest = self.heaps[0][1] if self.heaps else None
        others = (heap for _, heap in self._lying if largest is not None and heap is not largest)
        return [place for heap in others for place in heap.places]

    @cached_property
    def _solid(self) -> Assembly:
        """The largest heap without bases, and terrain without stations: they are measured by themselves."""
        apart = self.unit.pieces(Role.BASE)
        if self.unit.role is Role.TERRAIN:
            apart += self.unit.within
        hidden = [placed for marked in apart for placed in self._placed(marked)]
        hidden += self._elsewhere()
        return self.assembly.without(hidden) if hidden else self.assembly

    @cached_property
    def whole(self) -> Measurement:
        return self._solid.measurer.measure(self.node)

    def piece(self, marked: Marked) -> Measurement:
        """A marked piece by itself, as placed in its own file."""
        if marked.members is None:
            return self.assembly.measurer.measure(marked.node)
        node = self.assembly.nodes[marked.node]
        others = set(range(len(node.targets))) - set(marked.members)
        return self.assembly.without((marked.node, i) for i in others).measurer.measure(marked.node)

    @cached_property
    def _slices(self) -> dict[float, Slice]:
        return {}

    def near_table(self, plates: float) -> Slice:
        """The outline of what is within this many plates of the lowest point."""
        from ldraw_tools.measuring.slices import slice_near_table

        _ = self.whole
        if plates not in self._slices:
            height = plates * LDU_PER_PLATE
            self._slices[plates] = slice_near_table(self._solid, self._solid.measurer, self.node, height)
        return self._slices[plates]

    def has_free_stud(self) -> bool:
        """Whether something can still be put on top, anywhere."""
        from ldraw_tools.measuring.slices import has_free_stud

        _ = self.whole
        return has_free_stud(self._solid, self._solid.measurer, self.node)

    def sticking_out(self, direction: Points, beyond: float, most: int = 3) -> list[Protrusion]:
        from ldraw_tools.measuring.protrusions import protrusions

        _ = self.whole
        return protrusions(self._solid, self._solid.measurer, self.node, direction, beyond, most)

    def sticking_out_sideways(
        self, turn: TurnedRectangle, allowed: tuple[float, float], slack: float
    ) -> dict[str, list[Protrusion]]:
        """The part at either end of each side that is too long for a box."""
        from ldraw_tools.measuring.protrusions import sticking_out_sideways

        _ = self.whole
        measurer = self._solid.measurer
        return sticking_out_sideways(self._solid, measurer, self.node, turn, allowed, slack, most=1)

    def _placed(self, marked: Marked) -> list[tuple[int, int]]:
        """The references, (node, reference), that a marked piece is placed by."""
        if marked.members is not None:
            return [(marked.node, member) for member in marked.members]
        return [
            (index, i)
            for index in self.assembly.below(self.node)
            for i, target in enumerate(self.assembly.nodes[index].targets)
            if target == marked.node
        ]
