"""In which order a model is built: its steps, and before each the submodels that it places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ldraw_tools.assembly.inventory import Assembly, Node
from ldraw_tools.findings import RefusedError
from ldraw_tools.geometry.pieces import Numbers, PieceMark, StandIn, lay_out, steps_of
from ldraw_tools.reading.contents import DRAWN
from ldraw_tools.reading.lines import INHERIT

MOST_STEPS = 400
# The deepest nesting of submodels that we follow.
_DEEPEST = 40
# A file without steps gets steps if it places more than this many things.
_MOST_AT_ONCE = 6


class Item(NamedTuple):
    """A part or a submodel in a colour; INHERIT where it has colours of its own."""

    node: int
    colour: int


class Step(NamedTuple):
    """`parts` and `submodels` are what it adds, and how many.

    `number` is the file's, `shown` counts from 1 within its submodel those that add something.
    """

    number: int
    shown: int
    parts: tuple[tuple[Item, int], ...]
    submodels: tuple[tuple[Item, int], ...] = ()


class Use(NamedTuple):
    """Where a submodel is used: each of the `parents` takes `each` copies."""

    parent: Item
    each: int
    parents: int
    is_main: bool = False

    @property
    def copies(self) -> int:
        return self.each * self.parents


class PlanSection(NamedTuple):
    """One submodel's steps, all or those up to where another has to be built first.

    `steps_by_reference` (n,) is the step of each of its file's references; `uses` are what it is for.
    """

    item: Item
    steps: tuple[Step, ...]
    steps_by_reference: Numbers
    is_main: bool = False
    is_ours: bool = False
    uses: tuple[Use, ...] = ()

    @property
    def times(self) -> int:
        """How many the whole model holds: nothing is shown again where the others are needed."""
        return 1 if self.is_main else sum(use.copies for use in self.uses)

    @property
    def first(self) -> int:
        return self.steps[0].shown if self.steps else 0


class Plan(NamedTuple):
    """Sections in building order; a file may come in several, with others in between."""

    sections: tuple[PlanSection, ...]

    @property
    def steps(self) -> int:
        return sum(len(section.steps) for section in self.sections)

    @property
    def has_our_steps(self) -> bool:
        return any(section.is_ours for section in self.sections)


def plan_building(assembly: Assembly, root: int, stand_in: StandIn | None = None) -> Plan:
    """Every submodel is shown once, where it is first needed, and built as often as the model needs it."""
    planner = _Planner(assembly, stand_in)
    planner.build(_unwrapped(assembly, Item(root, INHERIT)), 0)
    uses = planner.uses()
    return Plan(tuple(section._replace(uses=uses[section.item]) for section in planner.sections))


def _unwrapped(assembly: Assembly, item: Item) -> Item:
    """If a file only places one model once, build that model."""
    for _ in range(_DEEPEST):
        node = assembly.nodes[item.node]
        placed = node.placed(DRAWN)
        if node.contents is None or len(placed) != 1:
            break
        [(reference, target)] = placed
        inner = assembly.nodes[target]
        if inner.is_part or inner.contents is None:
            break
        own = node.contents.colours[reference]
        item = Item(target, item.colour if own == INHERIT else own)
    return item


class _Planner:
    def __init__(self, assembly: Assembly, stand_in: StandIn | None) -> None:
        self._assembly = assembly
        self._stand_in = stand_in
        self._built: set[Item] = set()
        # What each takes of submodels, in the order in which they are finished: the whole last.
        self._takes: dict[Item, Counter[Item]] = {}
        self._inheriting: dict[int, bool] = {}
        self._steps = 0
        self.sections: list[PlanSection] = []

    def uses(self) -> dict[Item, tuple[Use, ...]]:
        """For what each is built, over the whole model."""
        found: dict[Item, list[Use]] = {item: [] for item in self._takes}
        main = next(reversed(self._takes))
        for parent, takes in reversed(self._takes.items()):
            # Whatever takes this one was finished after it: all uses of it are known by now.
            is_main = parent == main
            parents = 1 if is_main else sum(use.copies for use in found[parent])
            for sub, each in takes.items():
                found[sub].append(Use(parent, each, parents, is_main))
        order = {section.item: place for place, section in enumerate(self.sections)}
        return {item: tuple(sorted(uses, key=lambda use: order[use.parent])) for item, uses in found.items()}

    def build(self, item: Item, depth: int) -> None:
        node = self._assembly.nodes[item.node]
        by_reference, is_ours = self._steps_by_reference(node)
        waiting: list[Step] = []
        takes: Counter[Item] = Counter()

        def write() -> None:
            if waiting:
                section = PlanSection(item, tuple(waiting), by_reference, depth == 0, is_ours)
                self.sections.append(section)
                waiting.clear()

        for step in self._steps_of(node, item.colour, by_reference):
            takes.update(dict(step.submodels))
            new = [sub for sub, _ in step.submodels if sub not in self._built]
            if new:
                if depth == _DEEPEST:
                    raise self._refused(f"submodels more than {_DEEPEST} deep in submodels are too many")
                write()
                for sub in new:
                    self._built.add(sub)
                    self.build(sub, depth + 1)
            waiting.append(step)
            self._steps += 1
            if self._steps > MOST_STEPS:
                raise self._refused(f"more than {MOST_STEPS} steps are too many")
        write()
        self._takes[item] = takes

    def _refused(self, why: str) -> RefusedError:
        name = self._assembly.document.name
        return RefusedError(f"{name}: {why} for one booklet; choose a part of it with --submodel")

    def _steps_of(self, node: Node, colour: int, by_reference: Numbers) -> list[Step]:
        assert node.contents is not None
        parts: dict[int, Counter[Item]] = {}
        submodels: dict[int, Counter[Item]] = {}
        for reference, target in node.placed(DRAWN):
            own = node.contents.colours[reference]
            placed = self._assembly.nodes[target]
            is_part = placed.is_part or placed.contents is None
            found = parts if is_part else submodels
            shown = colour if own == INHERIT else own
            item = Item(target, shown if is_part or self._inherits(target) else INHERIT)
            found.setdefault(int(by_reference[reference]), Counter())[item] += 1
        numbers = sorted({*parts, *submodels})
        return [
            Step(
                number,
                shown,
                tuple(self._ordered(parts.get(number, Counter()))),
                tuple(submodels.get(number, Counter()).items()),
            )
            for shown, number in enumerate(numbers, 1)
        ]

    def _ordered(self, parts: Counter[Item]) -> list[tuple[Item, int]]:
        return sorted(
            parts.items(), key=lambda pair: (self._assembly.nodes[pair[0].node].key, pair[0].colour)
        )

    def _inherits(self, index: int) -> bool:
        """Whether anything in a submodel takes the colour that it is placed in."""
        known = self._inheriting.get(index)
        if known is None:
            self._inheriting[index] = False
            known = self._inheriting[index] = self._has_inheriting(self._assembly.nodes[index])
        return known

    def _has_inheriting(self, node: Node) -> bool:
        if node.contents is None:
            return True
        for reference, target in node.placed(DRAWN):
            placed = self._assembly.nodes[target]
            if node.contents.colours[reference] == INHERIT and (
                placed.is_part or placed.contents is None or self._inherits(target)
            ):
                return True
        return False

    def _steps_by_reference(self, node: Node) -> tuple[Numbers, bool]:
        """As the file has them; from the bottom up where it has none and places many things."""
        assert node.contents is not None
        steps = steps_of(node.contents)
        placed = [reference for reference, _ in node.placed(DRAWN)]
        if len(placed) <= _MOST_AT_ONCE or len(set(steps[placed].tolist())) > 1:
            return steps, False
        return self._from_the_bottom(node, placed, len(steps)), True

    def _from_the_bottom(self, node: Node, placed: Sequence[int], number: int) -> Numbers:
        marks = [PieceMark(node.index, (reference,)) for reference in placed]
        pieces = lay_out(self._assembly, node.index, marks, self._stand_in)
        lowest = [0.0] * len(marks)
        seen: set[int] = set()
        owners = np.array(pieces.marked, np.intp)
        for at in range(len(pieces)):
            if pieces.marks[at] < 0:
                continue
            triangles = pieces.meshes[pieces.mesh[at]].triangles.reshape(-1, 3)
            if len(triangles):
                matrix = pieces.matrices[at]
                # Down is where Y grows.
                low = float((triangles @ matrix[1, :3] + matrix[1, 3]).max())
                owner = int(owners[pieces.marks[at]])
                lowest[owner] = max(lowest[owner], low) if owner in seen else low
                seen.add(owner)
        order = sorted(range(len(marks)), key=lambda at: (-round(lowest[at]), placed[at]))
        steps = np.ones(number, np.intp)
        groups = -(-len(order) // _MOST_AT_ONCE)
        for place, at in enumerate(order):
            steps[placed[at]] = place * groups // len(order) + 1
        return steps
