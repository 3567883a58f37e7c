"""Which part is which: systems in their dice's colours, with labels that are set in type beside them."""

from __future__ import annotations

from collections.abc import Sequence

from brickyard.pictures.layout import Wanted
from brickyard.pictures.png import png_bytes
from brickyard.pictures.pointing import coats_of, wanted_labels
from brickyard.pictures.subject import Subject
from brickyard.pictures.systems import SystemMark
from brickyard.pictures.viewing import view_for
from brickyard.sheets import words
from brickyard.sheets.units import Plain, die
from ldraw_tools.rendering.camera import aim, even_margins
from ldraw_tools.rendering.picture import Look, draw
from ldraw_tools.rendering.stage import Stage

_MOST_LABELS = 14
_MOST_DICE = 3
_MARGIN = 0.02


def point_out(subject: Subject, systems: Sequence[SystemMark], size: tuple[int, int]) -> tuple[bytes, Plain]:
    """The picture, and its labels in two columns, each in the order of what they point at."""
    from PIL import Image

    stage = Stage(subject.pieces, subject.paints, coats_of(subject, systems), subject.table)
    camera = aim(stage.points, view_for(stage.points, subject.role), size, even_margins(*size, _MARGIN))
    picture = draw(stage, camera, Look(None, ground=False))
    labels = wanted_labels(subject, systems, camera, picture.pieces)[:_MOST_LABELS]
    values = {"width": size[0], "height": size[1], **_columns(labels, size)}
    return png_bytes(Image.fromarray(picture.pixels)), values


def _columns(labels: Sequence[Wanted], size: tuple[int, int]) -> Plain:
    """As even as can be: the leftmost half to the left."""
    by_side = sorted(labels, key=lambda one: one.spots)
    half = (len(by_side) + 1) // 2
    return {"left": _column(by_side[:half], size), "right": _column(by_side[half:], size)}


def _column(labels: Sequence[Wanted], size: tuple[int, int]) -> list[Plain]:
    """Where leaders end is told in shares of the picture's sides."""
    return [
        {
            "dice": [die(one) for one in label.dice[:_MOST_DICE]],
            "name": words.label(label.name),
            "x": label.spots[0][0] / size[0],
            "y": label.spots[0][1] / size[1],
            "hidden": label.hidden,
        }
        for label in sorted(labels, key=lambda one: one.spots[0][1])
    ]
