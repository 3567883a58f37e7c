"""Triangles to pixels, against every pixel looked at by itself."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ldraw_tools.findings import RefusedError
from ldraw_tools.rendering.raster import Budget, DepthBuffer, fragments

SIZE = 12
# Sixteenths: exact in every sum, and never the middle of a pixel by accident of rounding.
coordinate = st.integers(-40, 240).map(lambda n: n / 16 + 1 / 64)
corner = st.tuples(coordinate, coordinate, st.integers(0, 64).map(lambda n: n / 64))
triangle = st.tuples(corner, corner, corner)


def columns(
    triangles: Sequence[Sequence[tuple[float, ...]]],
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    table = np.array(triangles, np.float64).reshape(-1, 3, 3)
    return table[:, :, 0], table[:, :, 1], table[:, :, 2]


def covering(one: tuple[tuple[float, float, float], ...], x: float, y: float) -> float | None:
    """The depth of a triangle at a place, None where it isn't."""
    (ax, ay, ad), (bx, by, bd), (cx, cy, cd) = one
    area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    if area == 0:
        return None
    u = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area
    v = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area
    if u < 0 or v < 0 or u + v > 1:
        return None
    return ad + u * (bd - ad) + v * (cd - ad)


@given(st.lists(triangle, min_size=1, max_size=6))
@settings(deadline=None, derandomize=True, max_examples=60)
def test_the_nearest_triangle_wins_at_every_pixel(
    triangles: list[tuple[tuple[float, float, float], ...]],
) -> None:
    buffer = DepthBuffer(SIZE, SIZE)
    buffer.draw(*columns(triangles), np.arange(len(triangles)))
    ids, depths = buffer.ids.reshape(SIZE, SIZE), buffer.depths.reshape(SIZE, SIZE)
    for row in range(SIZE):
        for column in range(SIZE):
            found = [
                depth for one in triangles if (depth := covering(one, column + 0.5, row + 0.5)) is not None
            ]
            if not found:
                assert ids[row, column] == -1
                continue
            assert depths[row, column] == pytest.approx(min(found), abs=1e-4)
            own = covering(triangles[ids[row, column]], column + 0.5, row + 0.5)
            assert own is not None
            assert own == pytest.approx(min(found), abs=1e-4)


@given(triangle, corner)
@settings(deadline=None, derandomize=True, max_examples=60)
def test_a_triangle_cut_in_three_covers_the_same_pixels_each_once(
    whole: tuple[tuple[float, float, float], ...], inner: tuple[float, float, float]
) -> None:
    """However it is cut, no pixel is left out at a seam and none is drawn twice."""
    weights = np.array([0.2, 0.3, 0.5])
    middle = tuple(float(part) for part in weights @ np.array(whole))
    a, b, c = whole
    parts = [(a, b, middle), (b, c, middle), (c, a, middle)]
    one = [f.pixels for f in fragments(*columns([whole]), SIZE, SIZE)]
    cut = [f.pixels for f in fragments(*columns(parts), SIZE, SIZE)]
    seen = np.concatenate([np.empty(0, np.intp), *cut])
    assert len(np.unique(seen)) == len(seen)
    # The middle is rounded, so a pixel right on the outer edge stays out of question: those are shared.
    assert set(seen.tolist()) == set(np.concatenate([np.empty(0, np.intp), *one]).tolist())


def test_what_no_pixel_lies_in_draws_nothing() -> None:
    sliver = ((1.0, 1.0, 0.0), (5.0, 5.0, 0.0), (9.0, 9.0, 0.0))
    outside = ((-9.0, 1.0, 0.0), (-5.0, 5.0, 0.0), (-9.0, 9.0, 0.0))
    huge = ((-1e12, -1e12, 0.5), (1e12, -1e12, 0.5), (0.0, 1e12, 0.5))
    buffer = DepthBuffer(SIZE, SIZE)
    buffer.draw(*columns([sliver, outside]), np.arange(2))
    assert (buffer.ids == -1).all()
    buffer.draw(*columns([huge]), np.array([7]))
    assert (buffer.ids == 7).all()


def test_drawing_ends_when_there_is_too_much_of_it() -> None:
    layers = [((-50.0, -50.0, 0.5), (90.0, -50.0, 0.5), (20.0, 90.0, 0.5))] * 50
    with pytest.raises(RefusedError, match="reasonable time"):
        DepthBuffer(SIZE, SIZE, Budget(1000)).draw(*columns(layers), np.arange(50))
