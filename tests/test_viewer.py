"""The 3D view of a page in a real browser: it begins where the still stands, and points systems out."""

from __future__ import annotations

import io
import re
import shutil
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PIL import Image

from brickyard.web.site import publish
from tests.browsers import NOT_DRAWING, Launch
from tests.publishing import SMALL, leave_printing_out
from tests.running import ROOT
from tests.test_browser import Seen, changes, start, visit
from tests.test_textures import printed_model

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# Narrow, because drawing without a graphics card takes its time.
CALM: dict[str, Any] = {"reduced_motion": "reduce", "width": 480}

# Two bricks, one on the other, and in another pose beside it.
BRICK = "1 {} {} 0 1 0 0 0 1 0 0 0 1 3001.dat"
LOW, HIGH, BESIDE = BRICK.format(4, "0 0"), BRICK.format(1, "0 -24"), BRICK.format(1, "80 0")
POSED = "\n".join(
    [
        "0 FILE posed.ldr",
        "0 !MFZ FRAME Posed",
        LOW,
        "0 STEP",
        HIGH,
        "0 FILE other.ldr",
        "0 Lying",
        LOW,
        BESIDE,
    ]
)

# Glass of two colours, each before the other.
GLASS = "0 Glass\n" + "\n".join(
    BRICK.format(colour, f"{across} 0").replace(" 0 1 0", f" {away} 1 0", 1)
    for colour, across, away in ((36, -50, -60), (33, -50, 0), (33, 50, -60), (36, 50, 0))
)

COVERED: dict[str, Any] = {
    "green": lambda red, green, blue: green > 1.8 * np.maximum(red, blue),
    "blue": lambda red, green, blue: blue > 1.8 * np.maximum(red, green),
}


def until(seen: Seen, expression: str) -> None:
    """Asked again and again from here: the policy of a page forbids what Playwright would do there."""
    for _ in range(600):
        if seen.page.evaluate(expression):
            return
        seen.page.wait_for_timeout(50)
    pytest.fail(f"never: {expression}")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of a real frame, and of three bricks, which are drawn quickly, alone and with a pose."""
    folder = tmp_path_factory.mktemp("viewed")
    (folder / "small.ldr").write_text(SMALL, "utf-8")
    (folder / "posed.mpd").write_text(POSED, "utf-8")
    paths = [ROOT / "examples" / "frames" / "chub.mpd", folder / "small.ldr", folder / "posed.mpd"]
    (folder / "glass.ldr").write_text(GLASS, "utf-8")
    paths += [folder / "glass.ldr", printed_model(folder)]
    with pytest.MonkeyPatch.context() as patched:
        leave_printing_out(patched)
        publish(paths, folder / "site", buildable=False, steps=False, width=400)
    return folder / "site"


@pytest.fixture(scope="module")
def page(site: Path) -> Path:
    return site / "small" / "index.html"


def picture(seen: Seen, what: str) -> np.ndarray[Any, np.dtype[np.float64]]:
    """(h, w, 3), small enough that only what one notices counts."""
    shown = seen.page.locator(f"figure.viewer {what}").screenshot()
    return np.asarray(Image.open(io.BytesIO(shown)).convert("RGB").resize((160, 120)), float)


def outline(shown: np.ndarray[Any, np.dtype[np.float64]]) -> list[int]:
    """Left, top, right and bottom of the model; its shadow is paler."""
    far = np.abs(shown - shown[0, 0]).max(axis=2) > 90
    rows, columns = np.flatnonzero(far.any(axis=1)), np.flatnonzero(far.any(axis=0))
    return [int(columns[0]), int(rows[0]), int(columns[-1]), int(rows[-1])]


def told(seen: Seen, name: str) -> str | None:
    return seen.page.locator("figure.viewer").get_attribute(f"data-{name}")


def test_w5_the_view_begins_where_the_still_stands(site: Path, drawing_browser: Browser) -> None:
    with visit(drawing_browser, site / "chub" / "index.html", **CALM) as seen:
        below = "document.querySelector('h2').getBoundingClientRect().top + scrollY"
        place, still = seen.page.evaluate(below), picture(seen, "img")
        start(seen)
        live = picture(seen, "canvas")
        assert seen.page.evaluate(below) == place, "the page shifted"
        assert np.abs(still - live).mean() < 6, "of 255"
        assert np.abs(np.array(outline(still)) - outline(live)).max() <= 2, "of 160"


def test_pictures_on_bricks_are_in_the_view_as_in_the_still(site: Path, drawing_browser: Browser) -> None:
    with visit(drawing_browser, site / "printed" / "index.html", bypass_csp=False, **CALM) as seen:
        still = picture(seen, "img")
        start(seen)
        live = picture(seen, "canvas")
        assert np.abs(still - live).mean() < 4, "of 255"
        # The brick of glass on top is as clear.
        top = slice(outline(still)[1] - 12, outline(still)[1] + 16)
        assert still[top].mean() == pytest.approx(live[top].mean(), abs=3), "of 255"
        # Each of the picture's colours covers about the same.
        for name, is_it in COVERED.items():
            shares = [float(is_it(*shown.transpose(2, 0, 1)).mean()) for shown in (still, live)]
            assert min(shares) > 0.01, name
            assert shares[1] == pytest.approx(shares[0], rel=0.15), name


def test_glass_before_glass_has_the_colour_of_the_nearer_one_as_in_the_still(
    site: Path, light_browser: Browser
) -> None:
    with visit(light_browser, site / "glass" / "index.html", **CALM) as seen:
        still = picture(seen, "img")
        start(seen)
        assert (np.abs(still - picture(seen, "canvas")).max(axis=2) > 25).mean() < 0.01


def test_a_f8_what_is_drawn_in_slices_looks_and_answers_as_if_drawn_at_once(
    site: Path, tmp_path: Path, light_browser: Browser
) -> None:
    at_once = tmp_path / "site"
    shutil.copytree(site, at_once)
    script = at_once / "viewer.js"
    # Lines of many pieces have soft sides of their own: so in both.
    text = re.sub(r"const MANY = \d+;", "const MANY = 0;", script.read_text("utf-8"))
    script.write_text(text, "utf-8")
    in_slices = tmp_path / "slices"
    shutil.copytree(at_once, in_slices)
    text, found = re.subn(r"const (HUGE|SLICE) = [\d_]+;", r"const \1 = 100;", text)
    assert found == 2
    (in_slices / "viewer.js").write_text(text, "utf-8")
    pictures, numbers = [], []
    for copied in (at_once, in_slices):
        with visit(light_browser, copied / "glass" / "index.html", **CALM) as seen:
            start(seen)
            view = "document.querySelector('figure.viewer').shown.view"
            assert changes(seen, partial(seen.page.keyboard.press, "ArrowLeft"))
            pictures.append(picture(seen, "canvas"))
            pointed = f"{view}.then((view) => view.pieceAt(...view.placeOf(0)))"
            until(seen, f"{pointed}.then((piece) => piece >= 0)")
            numbers.append(seen.page.evaluate(pointed))
            assert seen.page.evaluate(f"{view}.then((view) => view.drawing.isHuge)") == (copied == in_slices)
    assert np.abs(pictures[0] - pictures[1]).max() <= 2, "of 255"
    assert numbers[0] == numbers[1]


def test_the_view_is_used_by_keyboard_alone(page: Path, light_browser: Browser) -> None:
    with visit(light_browser, page, **CALM) as seen:
        seen.page.locator(".start").focus()
        seen.page.keyboard.press("Enter")
        seen.page.wait_for_selector("figure.viewer.live[data-drawn]")
        assert seen.page.evaluate("document.activeElement.tagName") == "CANVAS"
        begun = picture(seen, "canvas")
        for key in ("ArrowLeft", "ArrowUp", "+", "-", "-"):
            assert changes(seen, partial(seen.page.keyboard.press, key)), key
        assert changes(seen, partial(seen.page.keyboard.press, "Home"))
        # Without the ring around what has the focus.
        inner = slice(4, -4), slice(4, -4)
        assert np.array_equal(picture(seen, "canvas")[inner], begun[inner]), "Home is where it began"
        die = seen.page.locator(".pool [data-system='0']")
        # Dice that are reached with Tab get their outline, and leave the rest pale when they are pressed.
        seen.page.keyboard.press("Tab")
        die.focus()
        seen.page.wait_for_selector("figure.viewer[data-pointed='0']")
        seen.page.keyboard.press(" ")
        seen.page.wait_for_selector("figure.viewer[data-system='0']")
        assert die.get_attribute("aria-pressed") == "true"


def test_w5_it_fills_the_screen_and_a_step_fills_the_picture(page: Path, light_browser: Browser) -> None:
    with visit(light_browser, page, **CALM) as seen:
        start(seen)
        small = seen.page.locator("canvas").bounding_box()
        seen.page.keyboard.press("f")
        seen.page.wait_for_selector("figure.viewer.filled")
        until(seen, "document.querySelector('canvas').clientHeight > 500")
        assert seen.page.locator("[data-do=fill]").get_attribute("aria-pressed") == "true"
        seen.page.keyboard.press("Escape")
        seen.page.wait_for_selector("figure.viewer:not(.filled)")
        assert seen.page.locator("canvas").bounding_box() == small
        whole = outline(picture(seen, "canvas"))
        assert changes(seen, lambda: seen.page.locator("#step").fill("1"))
        left, top, right, bottom = outline(picture(seen, "canvas"))
        assert max((right - left) / 160, (bottom - top) / 120) > 0.5, whole
        assert min(left, top, 159 - right, 119 - bottom) >= 2


def test_a_pose_is_shown_by_a_click_and_building_steps_end_it(site: Path, light_browser: Browser) -> None:
    with visit(light_browser, site / "posed" / "index.html", **CALM) as seen:
        pose, usual = seen.page.locator("[data-pose='1']"), seen.page.locator("[data-pose='0']")
        # Also before the view is open.
        pose.click()
        seen.page.wait_for_selector("figure.viewer.live[data-shown='1']")
        high = "document.querySelector('figure.viewer').shown.view.then((view) => view.drawing.low[1])"
        lying = seen.page.evaluate(high)
        assert pose.get_attribute("aria-pressed") == "true"
        seen.page.locator("#step").fill("1")
        seen.page.wait_for_selector("figure.viewer[data-shown='0'][data-step='1']")
        assert usual.get_attribute("aria-pressed") == "true"
        # A brick lower than standing.
        assert seen.page.evaluate(high) == lying - 24
        assert changes(seen, pose.click)
        assert seen.page.inner_text("output") == "all steps"
        assert changes(seen, usual.click)


def test_b2_pointing_outlines_a_system_and_a_tap_takes_it_off_the_pale_rest(
    page: Path, light_browser: Browser
) -> None:
    with visit(light_browser, page, **CALM) as seen:
        listed = seen.page.locator(".systems [data-system='0']")
        name = listed.get_attribute("data-name")
        view = "document.querySelector('figure.viewer').shown.view"
        lifted = f"{view}.then((view) => Math.hypot(...view.drawing.lift))"
        # Pointing outlines, even before the view was asked for, and takes no colour away.
        listed.hover()
        seen.page.wait_for_selector("figure.viewer.live[data-pointed='0']")
        assert seen.page.inner_text(".said") == name
        assert seen.page.evaluate(f"{view}.then((view) => [view.drawing.isHot, view.drawing.lit])") == [
            True,
            None,
        ]
        seen.page.mouse.move(1, 1)
        seen.page.wait_for_selector("figure.viewer[data-pointed='-1']")
        listed.click()
        seen.page.wait_for_selector("figure.viewer[data-system='0']")
        assert listed.get_attribute("aria-pressed") == "true"
        assert seen.page.evaluate(lifted) == 0
        listed.click()
        # What is pressed is lifted off, unless one wants no motion.
        seen.page.emulate_media(reduced_motion="no-preference")
        listed.click()
        until(seen, f"{lifted}.then((far) => far > 10)")
        listed.click()
        seen.page.mouse.move(1, 1)
        seen.page.wait_for_selector("figure.viewer[data-system='-1']")
        seen.page.emulate_media(reduced_motion="reduce")
        # Where a piece of that system is drawn, the view names it.
        at = seen.page.evaluate(
            """async () => {
              const shown = document.querySelector("figure.viewer").shown, view = await shown.open();
              view.move();
              view.canvas.scrollIntoView({ block: "center", behavior: "instant" });
              const box = view.canvas.getBoundingClientRect();
              for (let y = box.top + 5; y < box.bottom; y += 20)
                for (let x = box.left + 5; x < box.right; x += 20)
                  if (shown.systemOf(view.drawing.markOf(view.pieceAt(x, y))) === 0) return [x, y];
            }"""
        )
        seen.page.mouse.move(*at)
        seen.page.wait_for_selector(".systems .pointed[data-system='0']")
        assert seen.page.inner_text(".said") == name
        seen.page.mouse.click(*at)
        assert listed.get_attribute("aria-pressed") == "true"
        # Another button, or Shift, moves the picture and presses nothing.
        pushed = f"{view}.then((view) => view.pushed)"
        seen.page.mouse.down(button="right")
        seen.page.mouse.move(at[0] + 30, at[1] + 20)
        seen.page.mouse.up(button="right")
        assert seen.page.evaluate(pushed) == [30, 20]
        seen.page.locator("figure.viewer canvas").press("Shift+ArrowLeft")
        assert seen.page.evaluate(pushed) == [-10, 20]
        assert listed.get_attribute("aria-pressed") == "true"
        seen.page.locator("figure.viewer canvas").press("Home")
        assert seen.page.evaluate(pushed) == [0, 0]


def test_w22_the_wheel_scrolls_the_page_until_the_view_is_clicked(page: Path, light_browser: Browser) -> None:
    with visit(light_browser, page, **CALM) as seen:
        start(seen)
        box = seen.page.locator("canvas").bounding_box()
        assert box
        x, y = box["x"] + 4, box["y"] + 40
        zoom = "document.querySelector('figure.viewer').shown.view.then((view) => view.zoom)"
        seen.page.mouse.move(x, y)
        seen.page.mouse.wheel(0, 60)
        until(seen, "scrollY > 0")
        assert seen.page.evaluate(zoom) == 1
        assert "Ctrl" in seen.page.inner_text(".said")
        seen.page.evaluate("scrollTo(0, 0)")
        until(seen, "scrollY === 0")
        seen.page.keyboard.down("Control")
        seen.page.mouse.wheel(0, -200)
        seen.page.keyboard.up("Control")
        until(seen, f"{zoom}.then((zoom) => zoom > 1)")
        seen.page.mouse.click(x, y)
        before = seen.page.evaluate(zoom)
        seen.page.mouse.wheel(0, -200)
        until(seen, f"{zoom}.then((zoom) => zoom > {before})")
        assert seen.page.evaluate("scrollY") == 0


def test_what_can_t_be_shown_is_said_in_words(page: Path, light_browser: Browser, launch: Launch) -> None:
    with visit(launch(NOT_DRAWING), page) as seen:
        seen.page.wait_for_selector("figure.viewer.still img", state="visible")
        assert "WebGL" in seen.page.inner_text(".said")
        assert seen.page.locator("figure.viewer :is(button, input):visible").count() == 0
    with visit(light_browser, page) as seen:
        start(seen)
        seen.page.evaluate(
            "document.querySelector('canvas').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext()"
        )
        seen.page.wait_for_selector("figure.viewer.still img", state="visible")
        assert "graphics card" in seen.page.inner_text(".said")
        assert seen.page.locator("canvas").count() == 0


@pytest.mark.parametrize(("width", "shown"), [(1280, "labelled"), (390, "numbered")])
def test_w8_which_part_is_which_can_be_read_on_any_screen(
    site: Path, light_browser: Browser, width: int, shown: str
) -> None:
    with visit(light_browser, site / "chub" / "index.html", width=width) as seen:
        parts = {name: seen.page.locator(f".which .{name}") for name in ("labelled", "numbered")}
        assert [name for name, part in parts.items() if part.is_visible()] == [shown]
        # Every word and number on it, as high as its letters are on the screen.
        sizes = seen.page.evaluate(
            """(what) => [...document.querySelectorAll(`.which .${what} :is(li, svg:not(.die) > text)`)].map(
              (one) => parseFloat(getComputedStyle(one).fontSize) * (one.getScreenCTM?.().a ?? 1))""",
            shown,
        )
        assert len(sizes) >= 5
        assert min(sizes) >= 13, "pixels"
        assert "…" not in parts[shown].inner_text()
