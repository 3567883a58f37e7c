"""The building steps of a page: those of the instructions, each drawn on the one before."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image as Images

from brickyard.pictures.paints import AS_IT_IS, MUTED, Paints, colours_of
from brickyard.pictures.part_icons import PartIcons
from brickyard.pictures.picture_files import webp_bytes
from brickyard.pictures.shots import ABOVE, draw_outline, keep_freed_memory
from brickyard.pictures.step_turns import StepTurn
from brickyard.pictures.subject import laid_out, outline_of, turns_in
from brickyard.printing.building_plan import Item, Plan, PlanSection, Step, plan_building
from catalog import colours
from catalog.database.part_database import number_today
from fleets.models.model_units import Unit
from ldraw_tools.assembly.inventory import Assembly
from ldraw_tools.findings import printable
from ldraw_tools.geometry.mesh import Mesh
from ldraw_tools.geometry.pieces import PieceMark, Pieces, lay_out
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.reading.array_columns import are_finite
from ldraw_tools.reading.lines import INHERIT, shortened
from ldraw_tools.rendering.camera import Camera, turn_of
from ldraw_tools.rendering.growing import Window, draw_growing
from ldraw_tools.rendering.mesh_table import MeshTable

# With more steps the page would be a book.
MOST_STEPS = 150
# The largest step, and the largest scale: a stud of 20 units is as wide on a screen as in the hand.
_LARGEST = (520, 420)
_PIXELS_PER_LDU = 1.7
# The longer side of a finished submodel in a call-out.
_CALLED_OUT = 150
# A step that would fit at this many times the scale of those after it is drawn larger.
_LARGER = 1.4
_LONGEST_NAME = 40
_MARGIN, _OUTLINE = 5, 1.5
# Sizes of the sheets they are drawn on: each pixel takes some hundred bytes.
_WIDE, _MOST_PIXELS = 1000, 400_000
# A series so many times as short is not drawn beside a long one: it would be drawn in vain too often.
_MUCH_SHORTER = 3
# A camera so far away that perspective disappears.
_FAR_LDU = 600_000.0


@dataclass(frozen=True, slots=True)
class StepShot:
    """What there is after a step, turned as it is seen; what the step adds is not muted.

    `spots` (n, 3) reach as far as all of it; right, down and forward. Shots of one `series` show a submodel
    from one side and in one scale, and `corner` (3,) is where the largest of them begins.
    """

    step: int
    pieces: Pieces
    spots: Points
    series: int = 0
    scale: float = 0.0
    corner: Points = field(default_factory=lambda: np.zeros(3))

    @property
    def coats(self) -> NDArray[np.intp]:
        return np.where(self.pieces.steps < self.step, MUTED, AS_IT_IS)

    @property
    def window(self) -> Window:
        """Where it is in the picture of its series."""
        low, high = self.spots.min(axis=0) - self.corner, self.spots.max(axis=0) - self.corner
        left, top = np.floor(low[:2] * self.scale).astype(int).tolist()
        right, bottom = np.ceil(high[:2] * self.scale).astype(int).tolist()
        return left, top, right + 2 * _MARGIN, bottom + 2 * _MARGIN

    @property
    def size(self) -> tuple[int, int]:
        left, top, right, bottom = self.window
        return right - left, bottom - top


class BuildingSteps(NamedTuple):
    """The plan, and what each of its steps shows; None for a step of which nothing can be drawn.

    After the steps come submodels as they are when finished: `finished` has the number of each one's shot.
    """

    plan: Plan
    shots: tuple[StepShot | None, ...]
    table: MeshTable
    paints: Paints
    finished: Mapping[Item, int]

    def images(self) -> Iterator[tuple[int, Callable[[], bytes]]]:
        """What packs the picture of each shot, by its number."""
        by_series: dict[int, list[StepShot]] = {}
        for shot in self.shots:
            if shot:
                by_series.setdefault(shot.series, []).append(shot)
        numbers = {id(shot): number for number, shot in enumerate(self.shots)}
        for some in _on_sheets(list(by_series.values())):
            for shot, packing in _drawn(some, self.table, self.paints):
                yield numbers[id(shot)], packing

    def told(self) -> Iterator[NDArray[np.generic] | str]:
        """Everything that the pictures are made from, meshes aside."""
        yield repr(sorted(self.paints.own.items()))
        for shot in self.shots:
            yield "" if shot is None else repr(shot.scale)
            if shot is not None:
                pieces = shot.pieces
                yield from (pieces.mesh, pieces.matrices, pieces.colours, pieces.inverted, shot.coats)

    def said(self, assembly: Assembly, icons: PartIcons | None) -> Iterator[dict[str, Any]]:
        """For each step what it is of and what it takes, in words."""
        number = 0
        for section in self.plan.sections:
            name = "" if section.is_main else _title(assembly, section.item)
            for step in section.steps:
                number += 1
                yield {
                    "number": number,
                    "of": f"{name}, build {section.times}" if section.times > 1 else name,
                    "size": shot.size if (shot := self.shots[number - 1]) else (0, 0),
                    "parts": [_part(assembly, *pair, icons) for pair in step.parts],
                    "submodels": [
                        {"count": count, "what": _title(assembly, item), "step": self.finished.get(item, 0)}
                        for item, count in step.submodels
                    ],
                }


def _title(assembly: Assembly, item: Item) -> str:
    node = assembly.nodes[item.node]
    section = node.document.find(node.section_key) if node.document else None
    title = section.header.title if section else ""
    return shortened(printable(title.strip() or node.name), _LONGEST_NAME)


def _part(assembly: Assembly, item: Item, count: int, icons: PartIcons | None) -> dict[str, Any]:
    part = number_today(assembly.nodes[item.node].key)
    what = printable(f"{part} {colours.name_of(item.colour)}")
    return {"count": count, "what": what, "icon": icons.cut(part, item.colour) if icons else None}


def building_steps(unit: Unit) -> BuildingSteps | None:
    """None where there is only one step, or too many for a page."""
    assembly, node = unit.assembly, unit.node
    if assembly is None or node is None or assembly.nodes[node].contents is None:
        return None
    plan = plan_building(assembly, node, outline_of)
    if not 1 < plan.steps <= MOST_STEPS:
        return None
    meshes = _Meshes()
    known: dict[Item, Pieces] = {}
    shots: list[StepShot | None] = []
    by_item: dict[Item, list[int]] = {}
    for section in plan.sections:
        if section.item not in known:
            known[section.item] = meshes.shared(_laid_out(unit, section))
        turns = {} if section.is_ours else turns_in(assembly, section.item.node)
        for step in section.steps:
            shot = _shot(known[section.item], step, turns.get(step.number), meshes)
            if shot is not None:
                by_item.setdefault(section.item, []).append(len(shots))
            shots.append(shot)
    for numbers in by_item.values():
        own = [shot for number in numbers if (shot := shots[number])]
        for number, shot in zip(numbers, _in_series(_scaled(own), numbers[0]), strict=True):
            shots[number] = shot
    finished = {}
    for item in dict.fromkeys(section.item for section in plan.sections if not section.is_main):
        if whole := _finished(known[item], meshes, len(shots)):
            shots.append(whole)
            finished[item] = len(shots)
    return BuildingSteps(plan, tuple(shots), meshes.table, Paints(colours_of(assembly)), finished)


class _Meshes:
    """The different meshes of all submodels, each once."""

    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}
        self._meshes: list[Mesh] = []
        self._spots: list[Points] = []

    def shared(self, pieces: Pieces) -> Pieces:
        """The same pieces, with our numbers for their meshes."""
        for mesh in pieces.meshes:
            if id(mesh) not in self._numbers:
                self._numbers[id(mesh)] = len(self._meshes)
                self._meshes.append(mesh)
        own = np.array([self._numbers[id(mesh)] for mesh in pieces.meshes], np.intp)
        return replace(pieces, mesh=own[pieces.mesh], meshes=(), keys=(), stand_ins=frozenset())

    @property
    def table(self) -> MeshTable:
        return MeshTable(tuple(self._meshes))

    def spots(self, pieces: Pieces) -> Points:
        """(n, 3): corners that reach as far as all of them."""
        known = len(self._spots)
        if known < len(self._meshes):
            self._spots += MeshTable(self._meshes[known:]).spots
        found = [
            self._spots[mesh] @ matrix[:, :3].T + matrix[:, 3]
            for mesh, matrix in zip(pieces.mesh.tolist(), pieces.matrices, strict=True)
        ]
        points: Points = np.concatenate([np.empty((0, 3)), *found])
        return points[are_finite(points)]


def _laid_out(unit: Unit, section: PlanSection) -> Pieces:
    """A submodel in its colour, every piece with the step that the plan has it in."""
    assert unit.assembly is not None
    item, steps = section.item, section.steps_by_reference
    if item == Item(unit.node or 0, INHERIT) and not section.is_ours:
        # Its pieces have the file's own steps, and were laid out for the other pictures.
        return laid_out(unit.assembly, item.node)[0]
    numbers = np.unique(steps)
    marks = [PieceMark(item.node, tuple(np.flatnonzero(steps == number).tolist())) for number in numbers]
    pieces = lay_out(unit.assembly, item.node, marks, outline_of)
    if len(pieces) and pieces.marked:
        owners = np.array(pieces.marked, np.intp)[pieces.marks]
        pieces = replace(pieces, steps=np.where(pieces.marks >= 0, numbers[owners], pieces.steps))
    return pieces if item.colour == INHERIT else pieces.in_colour(item.colour)


def _shot(pieces: Pieces, step: Step, turn: StepTurn | None, meshes: _Meshes) -> StepShot | None:
    shown = pieces.up_to_step(step.number)
    seen = turn_of(turn.view(ABOVE) if turn else ABOVE) @ (turn.matrix if turn else np.eye(3))
    shown = replace(shown, matrices=np.matmul(seen, shown.matrices))
    spots = meshes.spots(shown)
    if not len(spots):
        return None
    return StepShot(step.number, shown, spots)


def _finished(pieces: Pieces, meshes: _Meshes, series: int) -> StepShot | None:
    """For call-outs: all of it in its own colours."""
    shot = _shot(replace(pieces, steps=np.ones_like(pieces.steps)), Step(1, 1, ()), None, meshes)
    if shot is None:
        return None
    low, high = shot.spots.min(axis=0), shot.spots.max(axis=0)
    scale = min(_PIXELS_PER_LDU, _CALLED_OUT / max(float((high - low)[:2].max()), 1.0))
    return replace(shot, series=series, scale=scale, corner=low)


def _scaled(shots: Sequence[StepShot]) -> list[StepShot]:
    """A submodel keeps its scale from step to step, but for steps that would be tiny."""
    scaled = []
    scale = 0.0
    for shot in reversed(shots):
        fits = min(
            most / max(side, 1.0) for most, side in zip(_LARGEST, np.ptp(shot.spots, axis=0), strict=False)
        )
        fits = min(float(fits), _PIXELS_PER_LDU)
        scale = fits if fits > _LARGER * scale else scale
        scaled.append(replace(shot, scale=scale))
    return scaled[::-1]


def _in_series(shots: Sequence[StepShot], first: int) -> Iterator[StepShot]:
    """Of one submodel: shots whose pieces stay where they are are drawn one on the other."""
    series: list[StepShot] = []
    for shot in shots:
        if series and not _goes_on(series[-1], shot):
            yield from _placed(series, first)
            first, series = first + len(series), []
        series.append(shot)
    yield from _placed(series, first)


def _goes_on(before: StepShot, shot: StepShot) -> bool:
    number = np.count_nonzero(shot.pieces.steps <= before.step)
    there = shot.pieces.matrices[shot.pieces.steps <= before.step]
    return (
        before.scale == shot.scale
        and before.step < shot.step
        and number == len(before.pieces)
        and np.array_equal(there, before.pieces.matrices)
    )


def _placed(series: Sequence[StepShot], number: int) -> Iterator[StepShot]:
    corner = np.min([shot.spots.min(axis=0) for shot in series], axis=0)
    return (replace(shot, series=number, corner=corner) for shot in series)


# A series with the place of its picture on a sheet.
_Series = tuple[Sequence[StepShot], int, int]


def _on_sheets(series: list[Sequence[StepShot]]) -> Iterator[list[_Series]]:
    """Series side by side, about as long as each other: one drawing takes a step of all of them."""
    sheet: list[_Series] = []
    left = top = row = 0
    for shots in sorted(series, key=len, reverse=True):
        width, height = _size_of(shots)
        if left and left + width > _WIDE:
            left, top, row = 0, top + row, 0
        is_full = (top + max(row, height)) * _WIDE > _MOST_PIXELS
        if sheet and (is_full or _MUCH_SHORTER * len(shots) < len(sheet[0][0])):
            yield sheet
            sheet, left, top, row = [], 0, 0, 0
        sheet.append((shots, left, top))
        left, row = left + width, max(row, height)
    if sheet:
        yield sheet


def _size_of(shots: Sequence[StepShot]) -> tuple[int, int]:
    width, height = (max(ends) for ends in zip(*(shot.window[2:] for shot in shots), strict=True))
    return width, height


def _drawn(
    series: Sequence[_Series], table: MeshTable, paints: Paints
) -> Iterator[tuple[StepShot, Callable[[], bytes]]]:
    keep_freed_memory()
    turn = turn_of(ABOVE)
    width = max(left + _size_of(shots)[0] for shots, left, _ in series)
    height = max(top + _size_of(shots)[1] for shots, _, top in series)
    # Pixels are the units of this picture's world.
    camera = Camera(-turn[2] * _FAR_LDU, turn, _FAR_LDU, (0.0, 0.0), (width, height))
    order: dict[int, list[StepShot]] = {}
    windows: dict[int, list[Window]] = {}
    for number in range(max(len(shots) for shots, _, _ in series)):
        for shots, across, down in series:
            if number < len(shots):
                left, top, right, bottom = shots[number].window
                order.setdefault(_turn(number), []).append(shots[number])
                place = left + across, top + down, right + across, bottom + down
                windows.setdefault(_turn(number), []).append(place)
    pieces = _together(series, table)
    for shown, pictures in zip(
        order.values(), draw_growing(pieces, paints, MUTED, table, camera, windows), strict=True
    ):
        for shot, grown in zip(shown, pictures, strict=True):
            image = Images.fromarray(grown.pixels)
            if (shot.coats == MUTED).any():
                image = draw_outline(image, grown.is_new, _OUTLINE)
            yield shot, partial(webp_bytes, image, has_shadow=False)


def _turn(number: int) -> int:
    """When a series' shot is drawn; before it comes what is in no shot of its own."""
    return 2 * number + 1


def _together(series: Sequence[_Series], table: MeshTable) -> Pieces:
    """All pieces of series beside each other, each with the turn in which it is drawn as its step."""
    turn = turn_of(ABOVE)
    moved = []
    for shots, left, top in series:
        last, steps = shots[-1], np.array([shot.step for shot in shots])
        matrices = last.pieces.matrices * last.scale
        deep = -float(np.ptp(last.spots[:, 2])) * last.scale / 2
        matrices[:, :, 3] += np.array([left + _MARGIN, top + _MARGIN, deep]) - last.scale * last.corner
        number = np.searchsorted(steps, last.pieces.steps)
        turns = 2 * number + (steps[number] == last.pieces.steps)
        moved.append(replace(last.pieces, matrices=np.matmul(turn.T, matrices), steps=turns))
    return replace(
        moved[0],
        mesh=np.concatenate([one.mesh for one in moved]),
        matrices=np.concatenate([one.matrices for one in moved]),
        colours=np.concatenate([one.colours for one in moved]),
        inverted=np.concatenate([one.inverted for one in moved]),
        steps=np.concatenate([one.steps for one in moved]),
        marks=np.concatenate([one.marks for one in moved]),
        counted=np.concatenate([one.counted for one in moved]),
        meshes=tuple(table.meshes),
    )
