"""Triangles to pixels, against every pixel looked at by itself."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from ldraw_tools.findings import RefusedError
from ldraw_tools.rendering.raster import Blocks, Boxes, Budget, DepthBuffer, boxes_of, fragments

SIZE = 12
# Sixteenths: exact in every sum, and never the middle of a pixel by accident of rounding.
coordinate = st.integers(-40, 240).map(lambda n: n / 16 + 1 / 64)
corner = st.tuples(coordinate, coordinate, st.integers(0, 64).map(lambda n: n / 64))
triangle = st.tuples(corner, corner, corner)


def columns(
    triangles: Sequence[Sequence[tuple[float, ...]]],
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    x, y, depth = np.array(triangles, np.float64).reshape(-1, 3, 3).transpose(2, 1, 0)
    return x, y, depth


def covered(triangles: Sequence[Sequence[tuple[float, ...]]]) -> list[int]:
    """The pixels that triangles cover, as often as they do."""
    x, y, depth = columns(triangles)
    boxes = boxes_of(x, y, SIZE, SIZE)
    found = fragments(x, y, depth, np.arange(len(triangles)), boxes, SIZE)
    return [pixel for some in found for pixel in some.pixels.tolist()]


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
    seen = covered(parts)
    assert len(set(seen)) == len(seen)
    # The middle is rounded, so a pixel right on the outer edge stays out of question: those are shared.
    assert set(seen) == set(covered([whole]))


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


def scattered(number: int, reach: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Triangles of many sizes all over a picture, some far behind others; x, y and depth (3, n)."""
    random = np.random.default_rng(7)
    middle, size = random.uniform(0, 96, (2, 1, number)), random.uniform(0.5, reach, number) ** 2
    x, y = middle + random.uniform(-1, 1, (2, 3, number)) * size
    depth = np.clip(random.uniform(0, 1, number) + random.uniform(-0.02, 0.02, (3, number)), 0, 1)
    return x, y, depth


def test_what_is_left_out_because_it_is_hidden_would_not_be_seen() -> None:
    """Small triangles by the thousand, many of them behind large ones."""
    x, y, depth = scattered(4000, 7)
    ids = np.arange(4000)
    some = DepthBuffer(96, 96)
    some.draw(x, y, depth, ids)
    every = DepthBuffer(96, 96)
    for found in fragments(x, y, depth, ids, boxes_of(x, y, 96, 96), 96):
        np.minimum.at(every.keys, found.pixels, found.keys)
    assert len(np.unique(some.ids)) > 50
    assert np.array_equal(some.keys, every.keys)


def test_blocks_hide_nothing_that_is_before_any_pixel_of_its_box_or_beside_it() -> None:
    buffer = DepthBuffer(50, 37)
    x, y, depth = scattered(60, 6)
    buffer.draw(x / 2, y / 3, depth, np.arange(60))
    buffer.draw(*columns([((-90.0, -90.0, 0.7), (190.0, -90.0, 0.7), (50.0, 290.0, 0.7))]), np.array([60]))
    depths, blocks = buffer.depths.reshape(37, 50), Blocks(buffer)
    random = np.random.default_rng(3)
    left, top = random.integers(0, 49, 500), random.integers(0, 36, 500)
    right = np.minimum(left + random.integers(1, 30, 500), 50)
    bottom = np.minimum(top + random.integers(1, 30, 500), 37)
    nearest = random.uniform(0, 1, 500)
    hidden = blocks.hide(Boxes(np.arange(500), left, right, top, bottom), nearest)
    for n in np.flatnonzero(hidden).tolist():
        around = depths[max(top[n] - 1, 0) : bottom[n] + 1, max(left[n] - 1, 0) : right[n] + 1]
        assert nearest[n] >= around.max()
    assert 10 < hidden.sum() < 490
