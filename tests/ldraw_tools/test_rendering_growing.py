"""Pictures that are drawn one on the other show what each of them shows when it is drawn by itself."""

import numpy as np

from ldraw_tools.geometry.pieces import Pieces
from ldraw_tools.rendering.camera import View, aim
from ldraw_tools.rendering.finishes import Paint
from ldraw_tools.rendering.growing import Grown, Window, draw_growing
from ldraw_tools.rendering.mesh_table import MeshTable
from ldraw_tools.rendering.picture import Look, draw
from ldraw_tools.rendering.stage import Stage
from tests.drawing import BLUE, CLEAR, cube, paint_of, placed

SIZE = 160, 120
WHOLE: Window = (0, 0, *SIZE)
FADED = 1
STEP = "0 STEP"
# Beside each other, behind each other, behind glass and before it, and one where nobody sees it.
MODEL = placed(
    cube(4),
    cube(BLUE, at="26 0 0"),
    STEP,
    cube(4, at="0 0 -24"),
    cube(CLEAR, at="0 -24 -24"),
    STEP,
    cube(BLUE, at="0 -24 0"),
    cube(CLEAR, at="30 -24 -40"),
    STEP,
    cube(4, at="0 0 0", turn=".5 0 0 0 .5 0 0 0 .5"),
    STEP,
    cube(4, at="40 0 -60"),
)


def coated(code: int, coat: int) -> Paint:
    """A coat makes it paler; glass stays glass."""
    paint = paint_of(code, 0)
    if not coat:
        return paint
    return paint._replace(rgb=(200, 200, 200), edge=(150, 150, 150))


CAMERA = aim(Stage(MODEL, paint_of).points, View(30, 25), SIZE)


def alone(step: int) -> tuple[Stage, Grown]:
    """All pieces up to a step, drawn anew."""
    there = np.flatnonzero(MODEL.steps <= step)
    some: Pieces = MODEL.where(there)
    stage = Stage(some, coated, np.where(some.steps < step, FADED, 0))
    drawn = draw(stage, CAMERA, Look(None, ground=False, shadows=False))
    is_new = np.append(stage.pieces.steps == step, False)
    return stage, Grown(drawn.pixels, is_new[drawn.pieces])


def far_off(one: Grown, other: Grown) -> float:
    """The share of pixels that differ by more than a step that nobody sees."""
    apart = np.abs(one.pixels.astype(int) - other.pixels.astype(int)).max(axis=2)
    return float((apart > 12).mean())


def grown(*steps: int) -> dict[int, Grown]:
    windows = {step: [WHOLE] for step in steps}
    found = draw_growing(MODEL, coated, FADED, MeshTable(MODEL.meshes), CAMERA, windows)
    return {step: pictures[0] for step, pictures in zip(steps, found, strict=True)}


def test_each_step_looks_as_if_it_were_drawn_by_itself() -> None:
    found = grown(1, 2, 3, 4, 5)
    for step, picture in found.items():
        assert far_off(picture, alone(step)[1]) < 0.002, step
        assert (picture.is_new != alone(step)[1].is_new).mean() < 0.002, step
    # Otherwise it would be no test: steps differ from each other.
    assert far_off(found[1], found[2]) > 0.02
    assert far_off(found[3], found[5]) > 0.02


def test_what_a_step_adds_out_of_sight_is_not_marked_as_new() -> None:
    assert not grown(3, 4)[4].is_new.any()


def test_steps_that_nobody_asked_for_are_there_before_the_next_one() -> None:
    assert far_off(grown(1, 3, 5)[5], alone(5)[1]) < 0.002


def test_a_window_is_that_part_of_the_picture() -> None:
    window: Window = (20, 30, 90, 100)
    table = MeshTable(MODEL.meshes)
    ((whole, part),) = draw_growing(MODEL, coated, FADED, table, CAMERA, {5: [WHOLE, window]})
    assert np.array_equal(part.pixels, whole.pixels[30:100, 20:90])
    assert np.array_equal(part.is_new, whole.is_new[30:100, 20:90])
