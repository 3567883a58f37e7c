"""Pictures: what is near hides what is far, glass doesn't; edges where they are, shadows below."""

from __future__ import annotations

import numpy as np
import pytest

from ldraw_tools.findings import BrickyardError, RefusedError
from ldraw_tools.rendering import glass, picture
from ldraw_tools.rendering.camera import EYE_LEVEL, EYE_LEVEL_LDU, View, aim
from ldraw_tools.rendering.picture import PAPER, Look, Picture, draw
from ldraw_tools.rendering.stage import Stage
from tests.drawing import BLUE, CLEAR, cube, paint_of, placed, staged

FRONT = View(0, 0)
PLAIN = Look(shadows=False, lines=False)
SIZE = (64, 48)


def drawn(*lines: str, view: View = FRONT, look: Look = PLAIN, size: tuple[int, int] = SIZE) -> Picture:
    stage = staged(*lines)
    return draw(stage, aim(stage.points, view, size), look)


def middle(shown: Picture) -> np.ndarray:
    height, width = shown.pieces.shape
    pixel: np.ndarray = shown.pixels[height // 2, width // 2].astype(int)
    return pixel


def is_red(pixel: np.ndarray) -> bool:
    return bool(pixel[0] > 2 * pixel[2])


def is_blue(pixel: np.ndarray) -> bool:
    return bool(pixel[2] > 2 * pixel[0])


@pytest.mark.parametrize(
    ("view", "sees_red"),
    [
        (View(0, 0), True),
        (View(180, 0), False),
        (View(90, 0), True),
        (View(-90, 0), False),
        (View(0, 90), True),
    ],
    ids=["front", "back", "left", "right", "above"],
)
def test_what_is_near_hides_what_is_far(view: View, sees_red: bool) -> None:
    """LDraw's front is towards -z, its left towards -x, and up is -y."""
    front, back = ("0 0 -60", "0 0 60") if view.azimuth in (0, 180) else ("-60 0 0", "60 0 0")
    if view.elevation == 90:
        front, back = "0 -60 0", "0 60 0"
    shown = drawn(cube(4, front), cube(BLUE, back), view=view)
    assert is_red(middle(shown)) == sees_red
    assert is_blue(middle(shown)) != sees_red


def test_of_parts_in_one_place_one_is_seen_everywhere() -> None:
    shown = drawn(*(cube(code) for code in (4, BLUE) * 20), view=View(30, 20), size=(200, 150))
    assert len(np.unique(shown.pieces)) == 2, "nothing, and the first"
    clear = drawn(cube(4), *(cube(CLEAR) for _ in range(5)), view=View(30, 20), size=(200, 150))
    assert np.array_equal(clear.pixels, drawn(cube(4), view=View(30, 20), size=(200, 150)).pixels)


@pytest.mark.parametrize(
    "turn", ["1 0 0 0 1 0 0 0 1", "-1 0 0 0 1 0 0 0 1", "1 0 0 0 1 0 0 0 -1", "0 0 2 0 1 0 -1 0 0"]
)
def test_a_mirrored_part_shows_its_outside(turn: str) -> None:
    """Of a closed part drawn inside out one would see the far wall: the pixel's depth tells."""
    stage = staged(cube(4, "0 0 0", turn))
    camera = aim(stage.points, View(30, 20), SIZE)
    shown = draw(stage, camera, PLAIN)
    assert (shown.pieces == 0).sum() > 300
    assert middle(shown)[0] > 90


def test_a_turned_out_part_is_seen_from_inside() -> None:
    whole, inside_out = placed(cube()), placed("0 BFC CERTIFY CCW", "0 BFC INVERTNEXT", cube())
    looks = []
    for pieces in (whole, inside_out):
        stage = Stage(pieces, paint_of)
        looks.append(draw(stage, aim(stage.points, View(30, 20), SIZE), PLAIN).pixels)
    assert not np.array_equal(looks[0], looks[1])


def test_the_same_picture_every_time() -> None:
    lines = (cube(), cube(BLUE, "15 -20 5"), cube(CLEAR, "-25 0 -10"))
    one = drawn(*lines, view=View(30, 20), look=Look())
    two = drawn(*lines, view=View(30, 20), look=Look())
    assert np.array_equal(one.pixels, two.pixels)


def test_a_picture_drawn_in_bands_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = (cube(), cube(BLUE, "15 -20 5"), cube(CLEAR, "-25 0 -10"))
    whole = drawn(*lines, view=View(30, 20), look=Look(), size=(120, 300))
    monkeypatch.setattr(picture, "_BAND_PIXELS", 120 * 64)
    bands = drawn(*lines, view=View(30, 20), look=Look(), size=(120, 300))
    assert np.abs(whole.pixels.astype(int) - bands.pixels.astype(int)).max() <= 2


def test_through_glass_one_sees_what_is_behind_in_its_colour() -> None:
    bare = middle(drawn(cube(4)))
    behind = middle(drawn(cube(4, "0 0 40"), cube(CLEAR, "0 0 -40")))
    assert behind[1] < behind[0] < bare[0]
    assert behind[2] > bare[2]
    front = drawn(cube(CLEAR), look=Look(shadows=False, lines=False))
    red, _, blue, _ = middle(front).tolist()
    assert blue > red
    assert blue < PAPER[2]


def test_transparent_ground_is_empty_glass_half_and_bricks_full() -> None:
    look = Look(paper=None, shadows=False, lines=False)
    solid, clear = drawn(cube(), look=look), drawn(cube(CLEAR), look=look)
    assert solid.pixels[0, 0, 3] == 0
    assert middle(solid)[3] == 255
    assert 40 < middle(clear)[3] < 250


def test_cut_out_glass_laid_on_white_is_the_glass_that_is_drawn_on_white() -> None:
    lines = (cube(CLEAR), cube(CLEAR, "0 0 30"), cube(4, "10 0 60"))
    view, plain = View(30, 20), Look(paper=(255, 255, 255), shadows=False, lines=False)
    paper = drawn(*lines, view=view, look=plain).pixels.astype(float)
    alone = drawn(*lines, view=view, look=Look(paper=None, shadows=False, lines=False)).pixels.astype(float)
    share = alone[:, :, 3:] / 255
    laid = alone[:, :, :3] * share + 255 * (1 - share)
    assert ((share > 0.2) & (share < 0.95)).mean() > 0.05, "there is glass with nothing behind it"
    assert np.abs(laid - paper[:, :, :3]).max() <= 3


def test_the_shadow_lies_on_the_ground_and_nowhere_else() -> None:
    stage = staged(cube(), cube(4, "0 -20 0"))
    camera = aim(stage.points, View(20, 25), (120, 120))
    lit, bare = draw(stage, camera, Look(lines=False)), draw(stage, camera, Look(lines=False, ground=False))
    changed = (lit.pixels != bare.pixels).any(axis=2)
    assert changed.any()
    assert not (changed & (bare.pieces >= 0) & ~_near_rim(bare.pieces)).any()
    assert (lit.pixels[changed].astype(int).sum(axis=1) <= bare.pixels[changed].astype(int).sum(axis=1)).all()
    assert not changed[:20].any()


def _near_rim(pieces: np.ndarray) -> np.ndarray:
    empty = np.pad(pieces < 0, 2, constant_values=True)
    near = np.zeros(pieces.shape, np.bool_)
    for row in range(5):
        for column in range(5):
            near |= empty[row : row + pieces.shape[0], column : column + pieces.shape[1]]
    return near


def test_from_below_the_ground_there_is_none() -> None:
    shown = drawn(cube(), view=View(20, -30), look=Look(lines=False))
    assert (shown.pixels[shown.pieces < 0][:, :3].min(axis=0) >= np.array(PAPER) - 90).all()
    assert tuple(shown.pixels[0, 0, :3].tolist()) == PAPER


def test_a_brick_in_the_shade_is_darker() -> None:
    alone = staged(cube(4, "0 0 0"), cube(4, "0 -300 0"))
    shaded = staged(cube(4, "0 0 0"), *(cube(4, f"{x} -24 {z}") for x in (-20, 0, 20) for z in (-20, 0, 20)))
    pixels = []
    for stage in (alone, shaded):
        camera = aim(np.array([[-10.0, -10, -10], [10, 10, 10]]), FRONT, SIZE)
        shown = draw(stage, camera, Look(lines=False, ground=False))
        pixels.append(shown.pixels[26:40, 28:36, 0].astype(int).mean())
    assert pixels[1] < pixels[0]


def test_a_coat_covers_the_colour() -> None:
    pieces = placed(cube(), cube(BLUE, "0 0 60"))
    stage = Stage(pieces, paint_of, np.array([1, 0]))
    shown = draw(stage, aim(stage.points, FRONT, SIZE), PLAIN)
    red, green, blue, _ = middle(shown).tolist()
    assert max(red, green, blue) - min(red, green, blue) < 12


def test_everything_is_in_the_frame_and_fills_it() -> None:
    stage = staged(cube(), cube(BLUE, "150 -40 30"))
    for view in (View(0, 0), View(35, 25), View(120, 80), View(35, -20), EYE_LEVEL):
        x, y, _ = aim(stage.points, view, (200, 100)).place(stage.points)
        assert x.min() >= 6.9
        assert x.max() <= 193.1
        assert y.min() >= 6.9
        assert y.max() <= 93.1
        assert max(np.ptp(x) / 186, np.ptp(y) / 86) == pytest.approx(1, abs=0.01)


def test_a_person_looks_straight_ahead_from_six_plates_and_a_half() -> None:
    stage = staged(cube(), cube(BLUE, "0 -200 0"))
    camera = aim(stage.points, EYE_LEVEL, SIZE)
    assert camera.eye[1] == pytest.approx(10 - EYE_LEVEL_LDU)
    x, _, _ = camera.place(np.array([[5.0, 10, 3], [5.0, -200, 3]]))
    assert x[0] == pytest.approx(x[1])


def test_a_scale_makes_pictures_compare() -> None:
    widths = []
    for lines in ((cube(),), (cube(), cube(4, "40 0 0"))):
        stage = staged(*lines)
        camera = aim(stage.points, FRONT, (300, 200), pixels_per_ldu=2.0)
        shown = draw(stage, camera, PLAIN)
        widths.append(int((shown.pieces == 0).any(axis=0).sum()))
    assert widths == pytest.approx([40, 40], abs=2)


@pytest.mark.parametrize("scale", ["1e8", "1e-7"])
def test_what_is_a_kilometre_or_a_hair_across_is_drawn(scale: str) -> None:
    number = f"{float(scale):.8f}"
    shown = drawn(cube(4, "0 0 0", f"{number} 0 0 0 {number} 0 0 0 {number}"), look=Look())
    assert is_red(middle(shown))


@pytest.mark.parametrize("turn", ["0 0 0 0 0 0 0 0 0", "1 0 0 0 0 0 0 0 1", "1 0 0 0 1 0 0 0 0"])
def test_a_part_squashed_flat_does_no_harm(turn: str) -> None:
    assert drawn(cube(4, "0 0 0", turn), cube(BLUE, "30 0 0"), look=Look()).pixels.shape == (48, 64, 4)


def test_sizes_are_bounded() -> None:
    stage = staged(cube())
    for size in ((4, 100), (100_000, 100_000)):
        with pytest.raises(BrickyardError, match="is not a valid size"):
            draw(stage, aim(stage.points, FRONT, size), PLAIN)


def test_glass_behind_glass_ends_somewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(glass, "MOST_PANES", 1000)
    with pytest.raises(RefusedError, match="glass"):
        drawn(cube(CLEAR), cube(CLEAR, "0 0 40"))


def test_nothing_at_all_is_paper() -> None:
    shown = draw(Stage(placed(), paint_of), aim(np.zeros((1, 3)), FRONT, SIZE), Look())
    assert (shown.pixels[:, :, :3] == PAPER).all()
