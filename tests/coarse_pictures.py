"""Pictures of few details, for tests that make pictures and don't look at them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from brickyard.pictures import finding_pictures, part_icons, shots
from brickyard.printing import album
from brickyard.web import page_steps, site
from ldraw_tools.geometry.pieces import Pieces
from ldraw_tools.rendering.camera import Camera
from ldraw_tools.rendering.finishes import PaintOf
from ldraw_tools.rendering.growing import Grown, Window, draw_growing
from ldraw_tools.rendering.mesh_table import MeshTable
from ldraw_tools.rendering.picture import Look, Picture, check_size, draw
from ldraw_tools.rendering.stage import Stage

_COARSE = 1 / 6


def draw_coarsely(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures have their size, and a sixth of the details each way; those of sites are small, too.

    Most of their time goes into pixels.
    """
    for room in (shots, part_icons, finding_pictures, album):
        monkeypatch.setattr(room, "draw", _coarse)
    monkeypatch.setattr(page_steps, "draw_growing", _coarse_growing)
    assert site.publish.__kwdefaults__
    monkeypatch.setitem(site.publish.__kwdefaults__, "width", 240)


def _small(camera: Camera) -> Camera:
    """Not smaller than pictures may be."""
    return camera.magnified(max(_COARSE, min(8 / min(camera.size), 1)))


def _coarse(stage: Stage, camera: Camera, look: Look | None = None) -> Picture:
    check_size(*camera.size)
    width, height = camera.size
    small = draw(stage, _small(camera), look)
    grown = (_enlarged(values, width, height) for values in (small.pixels, small.pieces, small.shadow))
    pixels, pieces, shadow = grown
    return Picture(pixels, camera, pieces, shadow)


def _coarse_growing(
    pieces: Pieces,
    paint_of: PaintOf,
    faded: int,
    table: MeshTable,
    camera: Camera,
    windows: Mapping[int, Sequence[Window]],
) -> Iterator[list[Grown]]:
    small = _small(camera)
    fewer = {step: [_reduced(one, camera, small) for one in places] for step, places in windows.items()}
    drawn = draw_growing(pieces, paint_of, faded, table, small, fewer)
    for places, found in zip(windows.values(), drawn, strict=True):
        yield [
            Grown(*(_enlarged(values, right - left, bottom - top) for values in (one.pixels, one.is_new)))
            for (left, top, right, bottom), one in zip(places, found, strict=True)
        ]


def _reduced(window: Window, camera: Camera, small: Camera) -> Window:
    left, top, right, bottom = (
        end * small.size[place % 2] // camera.size[place % 2] for place, end in enumerate(window)
    )
    return left, top, max(right, left + 1), max(bottom, top + 1)


def _enlarged(values: NDArray[Any], width: int, height: int) -> NDArray[Any]:
    rows, columns = (
        np.arange(wanted) * there // wanted
        for wanted, there in zip((height, width), values.shape, strict=False)
    )
    return np.ascontiguousarray(values[rows][:, columns])
