"""Textures (!TEXMAP): pictures on surfaces, from the model's folder or its own lines, and nowhere else."""

from __future__ import annotations

import base64
import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from brickyard.pictures.model_pictures import render_model
from brickyard.pictures.paints import TextureFiles, textures_beside
from brickyard.pictures.shots import Shot
from catalog.database.part_database import open_workspace
from ldraw_tools.geometry.texture_codes import FIRST_TEXTURE, moved_codes, plain, texture_code, texture_of
from ldraw_tools.reading.texture_maps import read_texture
from ldraw_tools.rendering.camera import View
from ldraw_tools.rendering.textures import MOST_PIXELS, decode_png
from tests.drawing import CUBE

RED, GREEN, BLUE, WHITE = (200, 0, 0), (0, 160, 0), (0, 0, 200), (255, 255, 255)
START = "0 !TEXMAP START"
# The front of the cube of 20, from the upper left to the upper right and the lower left.
FRONT = "PLANAR -10 -10 -10 10 -10 -10 -10 10 -10"
BRICK = "1 14 0 0 0 1 0 0 0 1 0 0 0 1 cube.dat"


def png(*colours: tuple[int, ...]) -> bytes:
    """Four squares: upper left, upper right, lower left, lower right."""
    image = Image.new("RGBA", (40, 40))
    for place, colour in enumerate(colours):
        image.paste(
            colour, (20 * (place % 2), 20 * (place // 2), 20 * (place % 2) + 20, 20 * (place // 2) + 20)
        )
    held = io.BytesIO()
    image.save(held, "PNG")
    return held.getvalue()


SKIN = png(RED, GREEN, BLUE, WHITE)


def printed_model(folder: Path) -> Path:
    """A solid brick and one of glass with a picture on their fronts, which stands in the file itself.

    On top is clear glass without one.
    """
    text = base64.b64encode(SKIN).decode()
    lines = ["0 Printed", "0 Name: printed.ldr", "1 47 0 -24 0 1 0 0 0 1 0 0 0 1 3001.dat"]
    for colour, top in ((4, 0), (47, 24)):
        lines.append(f"{START} PLANAR -40 {top} -20 40 {top} -20 -40 {top + 24} -20 skin.png")
        lines += [f"1 {colour} 0 {top} 0 1 0 0 0 1 0 0 0 1 3001.dat", "0 !TEXMAP END"]
    lines += ["0 !DATA skin.png", *(f"0 !: {text[start : start + 76]}" for start in range(0, len(text), 76))]
    (folder / "printed.ldr").write_text("\n".join(lines) + "\n", "utf-8")
    return folder / "printed.ldr"


def drawn(
    folder: Path, *lines: str, skin: bytes | None = SKIN, view: View | None = None
) -> tuple[np.ndarray, list[str]]:
    """The picture (60, 60, 3) of a model from the front, and what was said."""
    parts = folder / "shelf" / "parts"
    parts.mkdir(parents=True, exist_ok=True)
    (parts / "cube.dat").write_text("\n".join(CUBE) + "\n", encoding="utf-8")
    (folder / "m.ldr").write_text("\n".join(["0 m", *lines]) + "\n", encoding="utf-8")
    if skin is not None:
        (folder / "skin.png").write_bytes(skin)
    target = folder / "m.png"
    shot = Shot((60, 60), view or View(0, 0, 4000.0), shadows=False, ground=False)
    made = render_model(folder / "m.ldr", target, open_workspace([folder / "shelf"]), shot, force=True)
    with Image.open(target) as image:
        return np.asarray(image.convert("RGB"), np.int16), list(made.said)


def quarters(shown: np.ndarray) -> list[str]:
    """What colour each quarter of the front is: upper left, upper right, lower left, lower right."""
    found = []
    for y, x in ((18, 18), (18, 42), (42, 18), (42, 42)):
        red, green, blue = shown[y, x]
        names = {"white": min(red, green, blue) > 170, "yellow": min(red, green) > 130 > blue + 30}
        names |= {"red": red > 2 * max(green, blue), "green": green > 2 * max(red, blue)}
        names |= {"blue": blue > 2 * max(red, green)}
        found.append("".join(name for name, is_it in names.items() if is_it))
    return found


AS_IT_IS = ["red", "green", "blue", "white"]


@pytest.mark.parametrize(
    "lines",
    [
        [f"{START} {FRONT} skin.png", BRICK, "0 !TEXMAP END"],
        [f"{START} {FRONT} skin.png", f"0 !: {BRICK}", "0 !TEXMAP END"],
        [f"{START} {FRONT} skin.png", f"0 !: {BRICK}", "0 !TEXMAP FALLBACK", BRICK, "0 !TEXMAP END"],
        [f"0 !TEXMAP NEXT {FRONT} skin.png", BRICK],
        [f'{START} {FRONT} "skin.png"', BRICK, "0 !TEXMAP END"],
        [f"{START} {FRONT} SKIN.PNG GLOSSMAP shine.png".replace("SKIN.PNG", "skin.png"), BRICK],
    ],
    ids=[
        "lines",
        "marked lines",
        "a fallback of the same shape",
        "the next line",
        "in quotes",
        "with a map of shine",
    ],
)
def test_a_picture_lies_on_what_is_between_start_and_end(lines: list[str], tmp_path: Path) -> None:
    shown, said = drawn(tmp_path, *lines)
    assert quarters(shown) == AS_IT_IS
    assert not any("texture" in line for line in said)


def test_it_lies_on_what_a_part_draws_wherever_that_is_placed(tmp_path: Path) -> None:
    (tmp_path / "thing.ldr").write_text(
        f"0 thing\n{START} {FRONT} skin.png\n{BRICK}\n0 !TEXMAP END\n".replace("1 14", "1 16"),
        encoding="utf-8",
    )
    shown, _ = drawn(tmp_path, "1 14 70 -30 5 0 -1 0 1 0 0 0 0 1 thing.ldr")
    # Turned by a quarter: what was below is on the left.
    assert quarters(shown) == ["blue", "red", "white", "green"]


def test_what_a_picture_shows_nothing_of_keeps_its_colour(tmp_path: Path) -> None:
    shown, _ = drawn(tmp_path, f"{START} {FRONT} skin.png", BRICK, skin=png(RED, (0, 0, 0, 0), BLUE, WHITE))
    assert quarters(shown) == ["red", "yellow", "blue", "white"]
    half = "PLANAR -10 -10 -10 0 -10 -10 -10 10 -10"
    assert quarters(drawn(tmp_path, f"{START} {half} skin.png", BRICK)[0])[1::2] == ["yellow"] * 2


@pytest.mark.parametrize(
    "how",
    ["CYLINDRICAL 0 10 0 0 -10 0 0 10 -10 90", "SPHERICAL 0 0 0 0 0 -10 0 -10 0 90 90"],
    ids=["around a cylinder", "around a ball"],
)
def test_a_picture_goes_around(how: str, tmp_path: Path) -> None:
    shown, _ = drawn(tmp_path, f"{START} {how} skin.png", BRICK)
    assert quarters(shown) == AS_IT_IS


def test_a_picture_may_stand_in_the_file_itself(tmp_path: Path) -> None:
    text = base64.b64encode(SKIN).decode()
    data = ["0 !DATA skin.png", *(f"0 !: {text[start : start + 76]}" for start in range(0, len(text), 76))]
    shown, said = drawn(tmp_path, f"{START} {FRONT} skin.png", BRICK, "0 !TEXMAP END", *data, skin=None)
    assert quarters(shown) == AS_IT_IS
    assert not any("texture" in line for line in said)


@pytest.mark.parametrize("skin", [b"", b"GIF89a", SKIN[:60], b"\x89PNG\r\n\x1a\n" + bytes(40)], ids=repr)
def test_what_is_no_picture_is_said_and_the_colour_stays(skin: bytes, tmp_path: Path) -> None:
    shown, said = drawn(tmp_path, f"{START} {FRONT} skin.png", BRICK, skin=skin)
    assert quarters(shown) == ["yellow"] * 4
    assert "note: textures that can't be read are not drawn: skin.png" in said


@pytest.mark.parametrize(
    "name", ["../skin.png", "/skin.png", "..\\skin.png", "C:skin.png", "skin.dat", "linked.png"]
)
def test_pictures_outside_of_the_models_folder_are_not_looked_at(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "models"
    folder.mkdir()
    for outside in ("skin.png", "skin.dat"):
        (tmp_path / outside).write_bytes(SKIN)
    (folder / "linked.png").symlink_to(tmp_path / "skin.png")
    shown, said = drawn(folder, f"{START} {FRONT} {name}", BRICK, skin=None)
    assert quarters(shown) == ["yellow"] * 4
    assert any("are not drawn" in line for line in said)


def test_a_picture_that_is_too_large_is_not_read() -> None:
    held = io.BytesIO()
    Image.new("1", (MOST_PIXELS // 1000 + 1, 1000)).save(held, "PNG")
    assert len(held.getvalue()) < 5_000
    assert decode_png(held.getvalue()) is None
    assert decode_png(SKIN) is not None


@pytest.mark.parametrize(
    "rest",
    [
        "START",
        "START PLANAR 1 2 3 skin.png",
        "START CUBIC 0 0 0 1 0 0 0 1 0 skin.png",
        f"START {FRONT}",
        f"START {FRONT} ".replace("-10", "1e300") + "skin.png",
        f"START {FRONT} {'x' * 300}.png",
    ],
)
def test_what_is_not_complete_is_no_texture(rest: str) -> None:
    assert read_texture(rest) is None


def test_a_code_stands_for_a_colour_with_a_texture_where_it_is_placed() -> None:
    found = read_texture(f"START {FRONT} skin.png")
    assert found
    code = texture_code(4, found)
    assert code >= FIRST_TEXTURE
    assert (plain(code), texture_of(code), texture_code(4, found)) == (4, found, code)
    placed = np.array([[2.0, 0, 0, 5], [0, 2, 0, 0], [0, 0, 2, 0]])
    moved = texture_of(int(moved_codes(np.array([code, 4]), np.stack((placed, placed)))[0]))
    assert moved
    assert moved.points[:3] == (-15.0, -20.0, -20.0)
    assert (plain(7), texture_of(7)) == (7, None)


def test_bricks_that_show_one_picture_share_it_and_pictures_are_bounded_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = tmp_path / "two.ldr"
    model.write_text("0 nothing\n", "utf-8")
    for name in ("one.png", "two.png"):
        Image.new("RGBA", (40, 30)).save(tmp_path / name)
    files = TextureFiles(open_workspace().assembly(model))
    assert files("one.png") is files("one.png")
    monkeypatch.setattr("brickyard.pictures.paints._MOST_PIXELS_IN_ALL", 2000)
    assert files("two.png") is None


def test_pictures_beside_a_model_belong_to_what_a_page_is_made_from(tmp_path: Path) -> None:
    (tmp_path / "textures").mkdir()
    for name in ("one.png", "textures/two.png"):
        Image.new("RGBA", (4, 4)).save(tmp_path / name)
    lines = [f"{START} {FRONT} {name}" for name in ("one.png", "two.png", "gone.png", "../one.png")]
    block = "".join(f"{line}\n{BRICK}\n0 !TEXMAP END\n" for line in lines)
    model = tmp_path / "m.ldr"
    model.write_text(f"0 model\n{block}", "utf-8")
    found = sorted(path.name for path in textures_beside(open_workspace().assembly(model)))
    assert found == ["one.png", "two.png"]
