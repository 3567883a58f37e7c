"""Edge lines: hidden ones hidden, conditional ones only as outlines; the same as paths; areas traced."""

from __future__ import annotations

from collections.abc import Callable
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from ldraw_tools.findings import RefusedError
from ldraw_tools.rendering import edges
from ldraw_tools.rendering.camera import Camera, View, aim
from ldraw_tools.rendering.line_art import LineArt, Ring, draw_lines, rings_around
from ldraw_tools.rendering.picture import Look, draw
from ldraw_tools.rendering.stage import Stage
from tests.drawing import cube, paint_of, placed, staged

FRONT = View(0, 0)
SIZE = (100, 100)
LINES = Look(shadows=False, ground=False)
BARE = Look(shadows=False, ground=False, lines=False)


def lined(stage: Stage, camera: Camera) -> np.ndarray:
    """Where lines change the picture."""
    there: np.ndarray = (draw(stage, camera, LINES).pixels != draw(stage, camera, BARE).pixels).any(axis=2)
    return there


def length(paths: list[Ring]) -> float:
    return sum(float(np.hypot(*(path[1:] - path[:-1]).T).sum()) for path in paths)


def art_of(*lines: str, view: View = FRONT) -> LineArt:
    stage = staged(*lines)
    return draw_lines(stage, aim(stage.points, view, SIZE))


def test_of_a_cube_from_the_front_only_the_near_face_has_lines() -> None:
    stage = staged(cube())
    camera = aim(stage.points, FRONT, SIZE)
    there = lined(stage, camera)
    # The far face is smaller in perspective: its edges would lie inside.
    x, y, _ = camera.place(np.array([[-10.0, -10, 10], [10, 10, 10]]))
    assert there.any()
    assert not there[int(y[0]) + 3 : int(y[1]) - 3, int(x[0]) + 3 : int(x[1]) - 3].any()


def test_three_faces_of_a_cube_have_nine_edges() -> None:
    art = art_of(cube(), view=View(30, 30))
    stage = staged(cube())
    camera = aim(stage.points, View(30, 30), SIZE)
    edges = placed(cube()).meshes[0].edges
    x, y, ahead = camera.place(edges)
    hidden = (ahead > ahead.max() - 1e-6).any(axis=1)
    expected = np.hypot(x[~hidden, 1] - x[~hidden, 0], y[~hidden, 1] - y[~hidden, 0]).sum()
    assert (~hidden).sum() == 9
    assert length(art.inner) + length(art.outer) == pytest.approx(expected, rel=0.03)
    assert len(art.outer) == 1, "the outline is one path"
    assert len(art.whole) == 1


def test_what_stands_before_a_line_cuts_it() -> None:
    behind = art_of(cube(4, "0 0 60", "3 0 0 0 1 0 0 0 1"))
    cut = art_of(cube(4, "0 0 60", "3 0 0 0 1 0 0 0 1"), cube(1, "0 0 0", "1 0 0 0 2 0 0 0 1"))
    assert len(cut.inner + cut.outer) > len(behind.inner + behind.outer)


def conditional(side: int) -> tuple[str, ...]:
    """A ridge between two faces that bend away from us, or a valley's side that doesn't end there."""
    return (
        "0 BFC CERTIFY CCW",
        f"4 4 0 -20 0 0 20 0 20 20 {side * 30} 20 -20 {side * 30}",
        "4 4 -20 -20 30 -20 20 30 0 20 0 0 -20 0",
        f"5 24 0 -20 0 0 20 0 20 -20 {side * 30} -20 -20 30",
    )


def test_a_conditional_line_is_drawn_only_as_an_outline() -> None:
    from_the_front = staged(*conditional(1))
    camera = aim(from_the_front.points, FRONT, SIZE)
    assert not lined(from_the_front, camera).any()
    from_the_side = aim(from_the_front.points, View(80, 0), SIZE)
    assert lined(from_the_front, from_the_side).any()


def crossing(number: int) -> list[str]:
    """Long lines, each another one, before a wall."""
    wall = "4 4 0 0 9 99 0 9 99 99 9 0 99 9"
    return [wall, *(f"2 24 {i} 0 0 {99 - i} 99 0" for i in range(number))]


def test_robustness_0_lines_are_drawn_in_portions_with_the_same_picture(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stage = staged(*crossing(60))
    camera = aim(stage.points, FRONT, SIZE)
    whole, paths = draw(stage, camera, LINES).pixels, draw_lines(stage, camera)
    spied = mock.Mock(side_effect=edges.Samples.of)
    monkeypatch.setattr(edges, "_AT_ONCE", 1000)
    monkeypatch.setattr(edges.Samples, "of", spied)
    assert (draw(stage, camera, LINES).pixels == whole).all()
    drawn = [float(call.args[0].lengths.sum()) for call in spied.call_args_list]
    assert len(drawn) > 5
    assert max(drawn) <= 1000
    assert length(draw_lines(stage, camera).inner) == length(paths.inner)


@pytest.mark.parametrize("drawing", [draw, draw_lines], ids=["picture", "line art"])
def test_robustness_0_too_many_long_lines_are_refused(
    drawing: Callable[[Stage, Camera], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = staged(*crossing(60))
    camera = aim(stage.points, FRONT, SIZE)
    drawing(stage, camera)
    monkeypatch.setattr(edges, "_FRAGMENTS", 10_000)
    with pytest.raises(RefusedError, match="too many surfaces or lines behind each other"):
        drawing(stage, camera)


def test_areas_are_traced_by_number() -> None:
    pieces = placed(cube(), cube(1, "40 0 0"))
    stage = Stage(pieces, paint_of)
    camera = aim(stage.points, FRONT, SIZE)
    art = draw_lines(stage, camera, np.array([-1, 3]))
    assert list(art.areas) == [3]
    right = np.concatenate(art.areas[3])
    assert right[:, 0].min() > 50


def test_lines_alone_and_nothing_are_no_trouble() -> None:
    alone = art_of("2 24 0 0 0 50 0 0", "2 24 0 0 0 0 50 0")
    assert length(alone.inner) + length(alone.outer) > 100
    empty = Stage(placed(), paint_of)
    assert draw_lines(empty, aim(np.zeros((1, 3)), FRONT, SIZE)).outer == []


masks = st.lists(st.lists(st.booleans(), min_size=6, max_size=6), min_size=1, max_size=6).map(
    lambda rows: np.array(rows, np.bool_)
)


@given(masks)
@settings(deadline=None, derandomize=True, max_examples=80)
def test_rings_enclose_exactly_what_is_marked(mask: np.ndarray) -> None:
    rings = rings_around(mask, tolerance=0)
    for row in range(mask.shape[0]):
        for column in range(mask.shape[1]):
            crossed = sum(_crossings(ring, column + 0.5, row + 0.5) for ring in rings)
            assert crossed % 2 == mask[row, column]


def _crossings(ring: Ring, x: float, y: float) -> int:
    """How often a ray to the right meets a ring."""
    number = 0
    for (ax, ay), (bx, by) in zip(ring, np.roll(ring, -1, axis=0), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            number += 1
    return number


def test_a_slanting_rim_needs_few_corners() -> None:
    triangle = np.tri(60, dtype=np.bool_)
    (ring,) = rings_around(triangle)
    assert len(ring) <= 6
