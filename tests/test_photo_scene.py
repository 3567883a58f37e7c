"""Photographs, as far as they go without mitsuba: what is handed to it, and how its light becomes a picture.

What mitsuba and OIDN make of it is not covered: 150 MB of wheels and minutes of work, tried by hand.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from brickyard.pictures import photo, photo_scene
from brickyard.pictures.making import Shot, photo_png
from ldraw_tools.findings import BrickyardError
from ldraw_tools.rendering.camera import View, aim
from ldraw_tools.rendering.paint import Paint
from ldraw_tools.rendering.shading import sun_way
from tests.drawing import BLUE, cube, staged
from tests.test_render import brick, model, opened

SIZE = (48, 36)


def test_the_sky_is_brightest_where_the_drawings_sun_is_and_brighter_above_than_below() -> None:
    stage = staged(cube())
    sun = sun_way(aim(stage.points, View(), SIZE))
    light = photo_scene.sky(sun)[:, :, 0]
    height, width = light.shape
    row, column = np.argwhere(light == light.max()).mean(axis=0)
    down, around = np.pi * (row + 0.5) / height, 2 * np.pi * (column + 0.5) / width
    way = np.array([np.sin(down) * np.sin(around), np.cos(down), -np.sin(down) * np.cos(around)])
    assert way @ sun > 0.98
    # Rows begin at +y, which is down.
    assert light[-1].mean() > light[0].mean()


def test_every_triangle_is_in_the_body_of_its_paint() -> None:
    stage = staged(cube(), cube(BLUE, "40 0 0"), cube(BLUE, "80 0 0"))
    found = {paint.rgb: corners.shape for paint, corners, _ in photo_scene.bodies_of(stage)}
    assert found == {(200, 30, 30): (12, 3, 3), (30, 60, 200): (24, 3, 3)}


@pytest.mark.parametrize(
    ("paint", "kind"),
    [
        (Paint((200, 0, 0), (0, 0, 0)), "roughplastic"),
        (Paint((200, 0, 0), (0, 0, 0), shine=0.06), "roughplastic"),
        (Paint((200, 200, 200), (0, 0, 0), shine=0.9), "roughconductor"),
        (Paint((200, 0, 0), (0, 0, 0), alpha=0.5), "thindielectric"),
    ],
)
def test_plastic_metal_rubber_and_glass_are_told_apart(paint: Paint, kind: str) -> None:
    made = photo_scene.surface(paint)
    assert made.get("bsdf", made)["type"] == kind


def test_rubber_is_duller_than_plastic() -> None:
    plastic, rubber = (
        photo_scene.surface(Paint((9, 9, 9), (0, 0, 0), shine=shine)) for shine in (0.25, 0.06)
    )
    assert rubber["bsdf"]["alpha"] > plastic["bsdf"]["alpha"]


def test_a_point_is_photographed_where_it_is_drawn() -> None:
    points = np.array([[-30.0, -60.0, -10.0], [50.0, 0.0, 40.0], [10.0, -20.0, 5.0]])
    camera = aim(points, View(50, 20), SIZE)
    sensor, matrix = photo_scene.sensor(camera, 8), photo_scene.sensor_matrix(camera)
    seen = (points - matrix[:3, 3]) @ matrix[:3, :3]
    reach = np.tan(np.radians(sensor["fov"]) / 2)
    # Mitsuba's x goes to the left and its y up; its middle is moved by shares of the picture.
    x = SIZE[0] * (0.5 - sensor["principal_point_offset_x"] - seen[:, 0] / seen[:, 2] / reach / 2)
    y = SIZE[1] * (0.5 - sensor["principal_point_offset_y"]) - seen[:, 1] / seen[:, 2] / reach * SIZE[0] / 2
    expected_x, expected_y, _ = camera.place(points)
    assert np.allclose(x, expected_x)
    assert np.allclose(y, expected_y)


def test_the_table_lies_just_below_what_stands_on_it() -> None:
    corners = np.array([[x, y, 0.0, 1.0] for x in (-1, 1) for y in (-1, 1)])
    places = corners @ photo_scene.table_matrix(24.0).T
    assert np.ptp(places[:, 1]) == 0
    assert 24.0 < places[0, 1] < 24.2
    assert np.abs(places[:, [0, 2]]).min() > 100_000


@pytest.mark.parametrize("paper", [None, (247, 247, 243)])
def test_light_becomes_a_picture_on_paper_or_on_none(paper: tuple[int, int, int] | None) -> None:
    stage = staged(cube())
    camera = aim(stage.points, View(), SIZE)
    light = np.full((3, SIZE[1], SIZE[0]), 0.5, np.float32)
    pixels = photo._composed(stage, camera, paper, light, 0.5)
    corner, middle = pixels[0, 0], pixels[SIZE[1] // 2, SIZE[0] // 2]
    assert tuple(corner[:3]) == paper if paper else corner[3] == 0
    assert middle[3] == 255
    assert np.abs(middle[:3].astype(int) - 255).max() > 0


def test_without_its_programs_a_photograph_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "mitsuba", None)
    with pytest.raises(BrickyardError, match=r"brickyard\[photo\]"):
        photo_png(opened(model(tmp_path, brick())).subject(), Shot(SIZE))
