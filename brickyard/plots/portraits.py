"""Models to one scale, each by itself and with nothing around it: for line-ups and matrices."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from brickyard.pictures.picture_files import png_bytes
from brickyard.pictures.shots import Shot, camera_for, picture, points_of, view_for
from brickyard.pictures.subject import Subject, subject_of
from brickyard.plots.flat_drawing import Inset
from catalog.database.part_database import shipped_parts
from ldraw_tools.assembly.assembling import assemble
from ldraw_tools.library.part_files import Files
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.reading import document
from ldraw_tools.records import record
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


@record
class Portrait:
    """A picture at a scale; in units of the drawing `left` to `right` and `top` is where the model is in it.

    `foot` is how far down the middle of where it stands is.
    """

    data: bytes
    width: float
    height: float
    left: float
    right: float
    top: float
    foot: float

    @property
    def wide(self) -> float:
        return self.right - self.left

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


def portrait(subject: Subject, view: View, per_stud: float, shadows: bool = True) -> Portrait:
    """`per_stud` are units of the drawing."""
    wide, high, deep = extent(subject, view)
    fine = per_stud * SHARP
    fine = min(fine, _MOST_SIDE / (max(wide, high + deep) + 2 * _SPARE))
    spare = _SPARE * fine
    size = round(wide * fine + 2 * spare) + 8, round((high + deep) * fine + 2 * spare) + 8
    shot = Shot(
        size, view, transparent=True, pixels_per_stud=fine, shadows=shadows, ground=shadows, notes=False
    )
    camera, points = camera_for(subject, shot), points_of(subject)
    x, y, _ = camera.place(points)
    _, foot, _ = camera.place(_foot(points))
    data = png_bytes(picture(subject, shot))
    unit = per_stud / fine
    return Portrait(
        data,
        *(size[0] * unit, size[1] * unit),
        *(float(x.min()) * unit, float(x.max()) * unit, float(y.min()) * unit, float(foot) * unit),
    )


def figure_subject(library: Files | None) -> Subject:
    """A person of 7 plates, for scale."""
    assembly = assemble(document.read(_FIGURE), shipped_parts(), library)
    return subject_of(assembly, assembly.root, "figure")
