"""Light in pictures: nothing bright is drawn black, shadows end before the picture does, finishes differ."""

from __future__ import annotations

import numpy as np
import pytest

from ldraw_tools.reading.editor_metas import read_colour
from ldraw_tools.rendering import light
from ldraw_tools.rendering.camera import View, aim
from ldraw_tools.rendering.edges import Around, Samples, Segments
from ldraw_tools.rendering.finishes import NUMBERS, Paint, specks
from ldraw_tools.rendering.picture import PAPER, Look, draw
from ldraw_tools.rendering.raster import Blocks, DepthBuffer
from ldraw_tools.rendering.shading import ALL_OF_IT, Palette, lamp_for, shade
from ldraw_tools.rendering.stage import Stage
from tests.drawing import cube, placed

WHITE = Paint((244, 244, 244), (51, 51, 51))
# A room that is open to the front, and dark: floor, roof, two sides and a back wall.
ROOM = (
    cube(at="0 60 0", turn="6 0 0 0 1 0 0 0 6"),
    cube(at="0 -60 0", turn="6 0 0 0 1 0 0 0 6"),
    cube(at="-60 0 0", turn="1 0 0 0 6 0 0 0 6"),
    cube(at="60 0 0", turn="1 0 0 0 6 0 0 0 6"),
    cube(at="0 0 60", turn="6 0 0 0 6 0 0 0 1"),
)


@pytest.mark.parametrize("view", [View(0, 0), View(20, 10), View(-20, -10)], ids=str)
def test_review_f1_nothing_white_is_ever_drawn_black(view: View) -> None:
    stage = Stage(placed(*ROOM), lambda code, coat: WHITE)
    shown = draw(stage, aim(stage.points, view, (120, 90)), Look(lines=False))
    seen = shown.pixels[shown.pieces >= 0][:, :3]
    assert seen.min() > 0.4 * 255
    assert np.ptp(seen[:, 1].astype(int)) > 20, "corners are still darker than the front"


def test_robustness_4_points_for_the_sky_are_the_same_where_triangles_are_too_many_to_keep(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stage = Stage(placed(*ROOM), lambda code, coat: WHITE)
    kept = light.surface_points(stage, 500)
    monkeypatch.setattr(light, "_MOST_KEPT", 10)
    assert (light.surface_points(stage, 500) == kept).all()
    assert kept.shape[1] > 400


@pytest.mark.parametrize("size", [(160, 120), (240, 80), (80, 160)], ids=str)
@pytest.mark.parametrize("view", [View(35, 18), View(35, None, 800), View(52, 20)], ids=str)
def test_review_f7_a_shadow_fades_out_before_the_picture_ends(view: View, size: tuple[int, int]) -> None:
    stage = Stage(placed(cube(turn="4 0 0 0 2 0 0 0 3")), lambda code, coat: WHITE)
    shown = draw(stage, aim(stage.points, view, size)).pixels[:, :, :3].astype(int)
    rim = np.concatenate((shown[0], shown[-1], shown[:, 0], shown[:, -1]))
    assert np.abs(rim - PAPER).max() <= 2
    assert (np.abs(shown - PAPER).max(axis=2) > 10).mean() > 0.05, "there is one"


def test_in_a_row_of_models_each_has_a_shadow_of_its_own() -> None:
    row = [cube(at=f"{at} 0 0", turn="3 0 0 0 6 0 0 0 3") for at in range(-500, 501, 200)]
    stage = Stage(placed(*row), lambda code, coat: WHITE)
    camera = aim(stage.points, View(0, 18), (900, 160))
    shown = draw(stage, camera)
    dark = np.where(shown.pieces < 0, PAPER[1] - shown.pixels[:, :, 1].astype(int), 0).max(axis=0)
    middles = (
        camera.place(np.array([(at, 60.0, -30.0) for at in range(-600, 601, 100)]))[0].round().astype(int)
    )
    gaps, feet = dark[middles[2:-2:2]], [dark[at - 30 : at + 30].max() for at in middles[1::2].tolist()]
    assert min(feet) > 0.6 * max(feet)
    assert gaps.max() < 0.6 * min(feet)


def shown_of(hidden: list[int]) -> list[int]:
    """Of a line of forty samples, where things lie before it at some of them: those that are drawn."""
    buffer = DepthBuffer(40, 9)
    # A sample is hidden by what is before it and before its neighbours.
    columns = {column + step for column in hidden for step in (-1, 0, 1)} & set(range(40))
    buffer.keys.reshape(9, 40)[:, sorted(columns)] = 0
    found = Samples.of(line((0.5, 4.5), (39.5, 4.5)))
    seen = found.seen(Around(buffer.keys, 40, 9, Blocks(buffer)))
    drawn: list[int] = found.major[found.shown(seen)].tolist()
    return drawn


def line(start: tuple[float, float], end: tuple[float, float]) -> Segments:
    x, y = np.array([start, end]).T[:, :, None]
    return Segments(x, y, np.full((2, 1), 0.5), np.zeros(1), *(np.zeros(1, np.int64),) * 2)


@pytest.mark.parametrize(
    ("hidden", "left"),
    [
        ([], range(40)),
        (range(40), ()),
        ((10, 20, 21), range(40)),
        ([*range(10, 20), *range(22, 40)], range(10)),
        ([*range(5), *range(8, 40)], ()),
        (range(20, 30), [*range(20), *range(30, 40)]),
    ],
    ids=["seen", "hidden", "gaps", "a speck", "only a speck", "two pieces"],
)
def test_review_f6_lines_in_a_surface_are_whole_or_not_there(hidden: range, left: range) -> None:
    assert shown_of(list(hidden)) == list(left)


def test_a_short_line_that_is_all_seen_is_drawn() -> None:
    found, buffer = Samples.of(line((4.5, 4.5), (6.5, 6.5))), DepthBuffer(9, 9)
    assert found.shown(found.seen(Around(buffer.keys, 9, 9, Blocks(buffer)))).tolist() == [True] * 3


def mirrored(finish: str) -> float:
    """The share of mirrored light of a grey ball, seen from the front."""
    palette = Palette.of([Paint((120, 120, 120), (0, 0, 0), finish=finish)])
    x, y = (part.ravel() for part in np.meshgrid(*(np.linspace(-0.69, 0.69, 80),) * 2))
    normals = np.stack((x, y, -np.sqrt(1 - x * x - y * y))).astype(np.float32)
    away = np.zeros_like(normals)
    away[2] = 1
    lamp = lamp_for(aim(np.zeros((1, 3)), View(0, 0), (8, 8)), np.zeros((1, 3)))
    paints = np.zeros(normals.shape[1], np.int64)
    light, gloss = shade(lamp, palette, paints, normals, away, ALL_OF_IT, ALL_OF_IT, normals)
    return float(gloss.mean() / (light + gloss).mean())


def test_review_f4_finishes_differ_as_what_they_are_made_of() -> None:
    finishes = ["rubber", "solid", "pearl", "metal", "chrome"]
    assert sorted(finishes, key=mirrored) == finishes
    assert mirrored("solid") > 2 * mirrored("rubber"), "plastic has a highlight"


@pytest.mark.parametrize("finish", ["speckle", "glitter", "opal"])
def test_review_f4_specks_stay_where_they_are(finish: str) -> None:
    places = np.random.default_rng(1).uniform(-200, 200, (3, 20_000)).astype(np.float32)
    there, _ = specks(NUMBERS[finish], places)
    assert 0.002 < there.mean() < 0.4
    assert np.array_equal(specks(NUMBERS[finish], places[:, 100:200])[0], there[100:200])


@pytest.mark.parametrize(
    ("text", "finish", "speck"),
    [
        ("Gold CODE 334 VALUE #DFC176 EDGE #C2982E CHROME", "chrome", "#FFFFFF"),
        ("Iron CODE 80 VALUE #767676 EDGE #333333 METAL", "metal", "#FFFFFF"),
        (
            "Soot CODE 75 VALUE #000000 EDGE #AB6038 MATERIAL SPECKLE VALUE #AB6038 FRACTION 0.4",
            "speckle",
            "#AB6038",
        ),
        (
            "Clear CODE 117 VALUE #EEEEEE EDGE #BABABA ALPHA 128 MATERIAL GLITTER VALUE #FFFFFF",
            "glitter",
            "#FFFFFF",
        ),
        ("Red CODE 4 VALUE #C91A09 EDGE #333333", "solid", "#FFFFFF"),
    ],
)
def test_a_files_own_colours_have_a_finish(text: str, finish: str, speck: str) -> None:
    found = read_colour(text)
    assert found is not None
    assert (found.finish, found.speck) == (finish, speck)
