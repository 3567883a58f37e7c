"""The building steps of a page: those of the instructions, many drawn in one picture and cut apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brickyard.pictures.paints import AS_IT_IS, MUTED, Paints, colours_of
from brickyard.pictures.part_icons import PartIcons
from brickyard.pictures.picture_files import webp_bytes
from brickyard.pictures.shots import ABOVE, keep_freed_memory, outlined
from brickyard.pictures.step_turns import StepTurn
from brickyard.pictures.subject import laid_out, outline_of, turns_in
from brickyard.sheets.building_plan import Item, Plan, PlanSection, Step, plan_building
from catalog import colours
from catalog.database.part_database import number_today
from fleets.models.model_units import Unit
from ldraw_tools.assembly.graph import Assembly
from ldraw_tools.findings import printable
from ldraw_tools.geometry.mesh import Mesh
from ldraw_tools.geometry.pieces import PieceMark, Pieces, lay_out
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.reading.array_columns import are_finite
from ldraw_tools.reading.lines import INHERIT, shortened
from ldraw_tools.records import record
from ldraw_tools.rendering.camera import Camera, turn_of
from ldraw_tools.rendering.mesh_table import MeshTable
from ldraw_tools.rendering.picture import Look, draw
from ldraw_tools.rendering.stage import Stage

# With more steps the page would be a book.
MOST_STEPS = 150
# The largest step, and the largest scale: a stud of 20 units is as wide on a screen as in the hand.
_LARGEST = (520, 420)
_PIXELS_PER_LDU = 1.7
# A step that would fit at this many times the scale of those after it is drawn larger.
_LARGER = 1.4
_LONGEST_NAME = 40
_MARGIN, _OUTLINE = 5, 1.5
# Sizes of the pictures that are cut apart: each pixel takes some hundred bytes while it is drawn.
_WIDE, _MOST_PIXELS = 1200, 400_000
# A camera so far away that perspective disappears.
_FAR_LDU = 60_000.0


@record
class StepShot:
    """What there is after a step, turned as it is seen; what the step adds is not muted.

    `spots` (n, 3) reach as far as all of it; right, down and forward.
    """

    pieces: Pieces
    coats: NDArray[np.intp]
    spots: Points
    scale: float = 0.0

    @property
    def size(self) -> tuple[int, int]:
        width, height = np.ptp(self.spots[:, :2], axis=0) * self.scale
        return int(width) + 2 * _MARGIN + 1, int(height) + 2 * _MARGIN + 1


@record
class BuildingSteps:
    """The plan, and what each of its steps shows; None for a step of which nothing can be drawn."""

    plan: Plan
    shots: tuple[StepShot | None, ...]
    table: MeshTable
    paints: Paints

    def images(self) -> Iterator[bytes]:
        """In the order of the plan; nothing where nothing can be drawn."""
        drawn = iter(_cut_apart([shot for shot in self.shots if shot], self.table, self.paints))
        yield from (next(drawn) if shot else b"" for shot in self.shots)

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
        last = {section.item: place for place, section in self._last_steps()}
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
                        {"count": count, "what": _title(assembly, item), "step": last.get(item, 0)}
                        for item, count in step.submodels
                    ],
                }

    def _last_steps(self) -> Iterator[tuple[int, PlanSection]]:
        """The number of the step that finishes each section."""
        number = 0
        for section in self.plan.sections:
            number += len(section.steps)
            yield number, section


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
    scales: dict[Item, list[StepShot]] = {}
    for section in plan.sections:
        if section.item not in known:
            known[section.item] = meshes.shared(_laid_out(unit, section))
        turns = {} if section.is_ours else turns_in(assembly, section.item.node)
        for step in section.steps:
            shots.append(_shot(known[section.item], step, turns.get(step.number), meshes))
            if (shot := shots[-1]) is not None:
                scales.setdefault(section.item, []).append(shot)
    scaled = {
        id(shot): new for some in scales.values() for shot, new in zip(some, _scaled(some), strict=True)
    }
    return BuildingSteps(
        plan,
        tuple(None if shot is None else scaled[id(shot)] for shot in shots),
        meshes.table,
        Paints(colours_of(assembly)),
    )


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
    return StepShot(shown, np.where(shown.steps < step.number, MUTED, AS_IT_IS), spots)


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


def _cut_apart(shots: Sequence[StepShot], table: MeshTable, paints: Paints) -> Iterator[bytes]:
    """Row by row on large sheets: a picture for each would take thrice the time."""
    waiting: list[tuple[StepShot, int, int]] = []
    left = top = row = 0
    for shot in shots:
        width, height = shot.size
        if left and left + width > _WIDE:
            left, top, row = 0, top + row, 0
        if waiting and (top + max(row, height)) * _WIDE > _MOST_PIXELS:
            yield from _sheet(waiting, table, paints)
            waiting, left, top, row = [], 0, 0, 0
        waiting.append((shot, left, top))
        left, row = left + width, max(row, height)
    if waiting:
        yield from _sheet(waiting, table, paints)


def _sheet(placed: Sequence[tuple[StepShot, int, int]], table: MeshTable, paints: Paints) -> list[bytes]:
    from PIL import Image as Images

    keep_freed_memory()
    width = max(left + shot.size[0] for shot, left, _ in placed)
    height = max(top + shot.size[1] for shot, _, top in placed)
    pieces, coats = _together(placed, table)
    turn = turn_of(ABOVE)
    # Pixels are the units of this picture's world.
    camera = Camera(-turn[2] * _FAR_LDU, turn, _FAR_LDU, (0.0, 0.0), (width, height))
    stage = Stage(pieces, paints, coats, table)
    drawn = draw(stage, camera, Look(None, ground=False, shadows=False))
    has_muted = [bool((shot.coats == MUTED).any()) for shot, _, _ in placed]
    is_new = np.append((stage.coats != MUTED) & np.array(has_muted)[stage.pieces.marks], False)
    image = outlined(Images.fromarray(drawn.pixels), is_new[drawn.pieces], _OUTLINE)
    found = []
    for shot, left, top in placed:
        wide, high = shot.size
        found.append(webp_bytes(image.crop((left, top, left + wide, top + high)), has_shadow=False))
    return found


def _together(
    placed: Sequence[tuple[StepShot, int, int]], table: MeshTable
) -> tuple[Pieces, NDArray[np.intp]]:
    """All steps beside each other; a piece's mark says which of them it is of."""
    turn = turn_of(ABOVE)
    moved = []
    for number, (shot, left, top) in enumerate(placed):
        low, high = shot.spots.min(axis=0), shot.spots.max(axis=0)
        corner = np.array([low[0], low[1], (low[2] + high[2]) / 2])
        matrices = shot.pieces.matrices * shot.scale
        matrices[:, :, 3] += np.array([left + _MARGIN, top + _MARGIN, 0.0]) - shot.scale * corner
        marks = np.full(len(matrices), number, np.intp)
        moved.append(replace(shot.pieces, matrices=np.matmul(turn.T, matrices), marks=marks))
    pieces = replace(
        moved[0],
        mesh=np.concatenate([one.mesh for one in moved]),
        matrices=np.concatenate([one.matrices for one in moved]),
        colours=np.concatenate([one.colours for one in moved]),
        inverted=np.concatenate([one.inverted for one in moved]),
        steps=np.concatenate([one.steps for one in moved]),
        marks=np.concatenate([one.marks for one in moved]),
        meshes=tuple(table.meshes),
    )
    return pieces, np.concatenate([shot.coats for shot, _, _ in placed])
