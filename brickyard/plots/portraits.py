"""Models to one scale, each by itself and with nothing around it: for line-ups and matrices."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from brickyard.pictures.picture_files import png_bytes
from brickyard.pictures.shots import Shot, camera_for, cut_out, picture, points_of, view_for
from brickyard.pictures.subject import Subject, subject_of
from brickyard.plots.flat_drawing import Inset
from catalog.database.part_database import shipped_parts
from fleets.models.model_units import Unit
from ldraw_tools.assembly.assembling import assemble
from ldraw_tools.findings import RefusedError, printable
from ldraw_tools.library.part_files import Files
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.reading import document
from ldraw_tools.rendering.camera import View, turn_of
from ldraw_tools.units import LDU_PER_STUD

# A camera so far away that nearer is not larger.
FAR_LDU = 60_000.0
ELEVATION = 16.0
# Pixels of a picture for each unit of a drawing: sharp on dense screens and in a PNG of twice the size.
SHARP = 2.0
_FIGURE = Path(__file__).parent.parent / "data" / "figure.ldr"
_SPARE = 2.2
_MOST_SIDE = 1600


class Portrait(NamedTuple):
    """A picture in the drawing's units; `left`, `right`, `top` and `bottom` are where the model ends.

    `foot` is how far down the middle of where it stands is.
    """

    data: bytes
    width: float
    height: float
    left: float
    right: float
    top: float
    bottom: float
    foot: float

    @property
    def wide(self) -> float:
        return self.right - self.left

    def scaled(self, times: float) -> Portrait:
        sides = (self.width, self.height, self.left, self.right, self.top, self.bottom, self.foot)
        return Portrait(self.data, *(side * times for side in sides))

    def standing(self, left: float, ground: float) -> Inset:
        """With its left side and its foot there."""
        return Inset(self.data, left - self.left, ground - self.foot, self.width, self.height)


def view_at(azimuth: float, elevation: float = ELEVATION) -> View:
    return View(azimuth, elevation, FAR_LDU)


def line_up_azimuth(subject: Subject) -> float:
    """Round from the front to the left, as its other pictures have it."""
    return view_for(points_of(subject), subject.role).azimuth


def extent(subject: Subject, view: View) -> tuple[float, float, float]:
    """How wide it is in studs in such a picture, how high above where it stands, and how far below."""
    points = points_of(subject)
    right, down = turn_of(view)[:2]
    across, along = points @ right, points @ down
    foot = float(_foot(points) @ down)
    return (
        float(np.ptp(across)) / LDU_PER_STUD,
        (foot - float(along.min())) / LDU_PER_STUD,
        (float(along.max()) - foot) / LDU_PER_STUD,
    )


def _foot(points: Points) -> Points:
    low, high = points.min(axis=0), points.max(axis=0)
    return np.array([(low[0] + high[0]) / 2, high[1], (low[2] + high[2]) / 2])


class _Framing(NamedTuple):
    """How a model is drawn by itself, and where it is in its picture, in pixels."""

    shot: Shot
    left: float
    right: float
    top: float
    bottom: float
    foot: float

    @classmethod
    def of(cls, subject: Subject, view: View, fine: float, shadows: bool = True) -> _Framing:
        """`fine` are pixels for a stud."""
        wide, high, deep = extent(subject, view)
        spare = _SPARE * fine
        size = round(wide * fine + 2 * spare) + 8, round((high + deep) * fine + 2 * spare) + 8
        shot = Shot(
            size, view, transparent=True, pixels_per_stud=fine, shadows=shadows, ground=shadows, notes=False
        )
        camera, points = camera_for(subject, shot), points_of(subject)
        x, y, _ = camera.place(points)
        _, foot, _ = camera.place(_foot(points))
        return cls(shot, float(x.min()), float(x.max()), float(y.min()), float(y.max()), float(foot))


def _fineness(subject: Subject, view: View, per_stud: float) -> float:
    """Pixels for a stud: sharp, but of no more than a picture can have."""
    wide, high, deep = extent(subject, view)
    return min(per_stud * SHARP, _MOST_SIDE / (max(wide, high + deep) + 2 * _SPARE))


def portrait(subject: Subject, view: View, per_stud: float, shadows: bool = True) -> Portrait:
    """`per_stud` are units of the drawing."""
    fine = _fineness(subject, view, per_stud)
    framed = _Framing.of(subject, view, fine, shadows)
    unit = per_stud / fine
    sides = (*framed.shot.size, framed.left, framed.right, framed.top, framed.bottom, framed.foot)
    return Portrait(png_bytes(picture(subject, framed.shot)), *(side * unit for side in sides))


def on_one_ground(
    models: Sequence[tuple[Subject, View, Sequence[float]]], ground: float, per_stud: float
) -> Inset:
    """Models in one picture, each wherever its left side is: shadows fall on the ground, not on neighbours.

    Each is drawn by itself, because each is seen from a side of its own, as on its own page.
    """
    from PIL import Image as Images

    fine = min(_fineness(subject, view, per_stud) for subject, view, _ in models)
    pixels = fine / per_stud
    placed = []
    for subject, view, lefts in models:
        framed = _Framing.of(subject, view, fine)
        whole, alone = cut_out(subject, framed.shot)
        top = round(ground * pixels - framed.foot)
        placed += [(round(left * pixels - framed.left), top, whole, alone) for left in lefts]
    left, top = min(one[0] for one in placed), min(one[1] for one in placed)
    right = max(x + whole.width for x, _, whole, _ in placed)
    bottom = max(y + whole.height for _, y, whole, _ in placed)
    row = Images.new("RGBA", (right - left, bottom - top))
    for x, y, whole, _ in placed:
        row.alpha_composite(whole, (x - left, y - top))
    for x, y, _, alone in placed:
        row.alpha_composite(alone, (x - left, y - top))
    return Inset(png_bytes(row), left / pixels, top / pixels, row.width / pixels, row.height / pixels)


def figure_subject(library: Files | None) -> Subject:
    """A person of 7 plates, for scale."""
    assembly = assemble(document.read(_FIGURE), shipped_parts(), library)
    return subject_of(assembly, assembly.root, "figure")


class UnitPictures:
    """Small pictures of units, all to one scale, by the name that a fighter has; each model is drawn once."""

    def __init__(self, units: Sequence[Unit], wide: float, high: float) -> None:
        self._drawn: dict[str, Portrait] = {}
        subjects: dict[str, Subject] = {}
        for unit in units:
            if subject := _subject(unit):
                subjects.setdefault(printable(unit.name), subject)
        views = {name: view_at(line_up_azimuth(one)) for name, one in subjects.items()}
        sizes = [extent(one, views[name]) for name, one in subjects.items()]
        if sizes:
            scale = min(
                *(wide / size[0] for size in sizes), *(high / (size[1] + size[2]) for size in sizes), 30
            )
            for name, one in subjects.items():
                self._drawn[name] = portrait(one, views[name], scale, shadows=False)

    def __bool__(self) -> bool:
        return bool(self._drawn)

    def of(self, fighter: str) -> Portrait | None:
        """A fighter that is led by an ace has that behind its name."""
        name = printable(fighter)
        return self._drawn.get(name) or self._drawn.get(name.rpartition(" (")[0])


def _subject(unit: Unit) -> Subject | None:
    if unit.assembly is None or unit.node is None:
        return None
    try:
        found = subject_of(unit.assembly, unit.node, unit.name, (), unit.role)
    except RefusedError:
        return None
    return found if len(points_of(found)) else None
