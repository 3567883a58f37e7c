"""Published pages in a real browser: the 3D view, no error, no request, nothing axe would complain of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from brickyard.checking import Request
from brickyard.web.page import Settings
from brickyard.web.site import build_site
from tests.test_readme import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

_FLAGS = [
    "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
    "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync",
]  # fmt: skip


@dataclass
class Seen:
    """A page, what its console said and what it asked for."""

    page: Page
    said: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("published") / "site"
    examples = ROOT / "examples"
    paths = [examples / "companies" / "estars-anvil.yaml", examples / "mechs" / "standard.yaml"]
    paths.append(examples / "fleets" / "first-patrol.yaml")
    build_site(paths, target, Request(), Settings(width=240), None)
    return target


@pytest.fixture(scope="module")
def browser(browser_path: Path) -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=browser_path, args=_FLAGS)
        yield opened
        opened.close()


def visit(browser: Browser, page: Path, width: int = 1100, dark: bool = False) -> Seen:
    opened = browser.new_page(
        viewport={"width": width, "height": 900}, color_scheme="dark" if dark else "light"
    )
    seen = Seen(opened)
    opened.on("console", lambda message: seen.said.append(message.text))
    opened.on("pageerror", lambda error: seen.said.append(str(error)))
    opened.on("request", lambda request: seen.asked.append(request.url))
    opened.goto(page.as_uri())
    return seen


def pixels(seen: Seen) -> bytes:
    return seen.page.locator("figure.viewer canvas").screenshot()


def test_the_3d_view_turns_shows_steps_and_points_out_a_system(site: Path, browser: Browser) -> None:
    seen = visit(browser, site / "brutus" / "index.html")
    page = seen.page
    page.click("text=Turn it in 3D")
    page.wait_for_selector("figure.viewer.live")
    page.wait_for_function("document.querySelector('figure').dataset.drawn > 0")
    whole = pixels(seen)
    page.locator("canvas").press("ArrowRight")
    page.wait_for_timeout(200)
    turned = pixels(seen)
    assert turned != whole
    page.click("button.dice[data-system='0']")
    page.wait_for_function("document.querySelector('figure').dataset.system === '0'")
    page.wait_for_timeout(200)
    pointed_out = pixels(seen)
    assert pointed_out != turned
    page.evaluate(
        "const step = document.querySelector('#step');"
        "step.value = 2; step.dispatchEvent(new Event('input', {bubbles: true}));"
    )
    page.wait_for_function("document.querySelector('figure').dataset.step === '2'")
    page.wait_for_timeout(600)
    assert pixels(seen) != pointed_out
    assert page.inner_text("output") == "step 2 of 9"
    assert seen.said == []
    assert all(address.startswith("file:") for address in seen.asked)


def test_without_webgl_the_picture_stays(site: Path, browser: Browser) -> None:
    page = browser.new_page()
    page.add_init_script("HTMLCanvasElement.prototype.getContext = () => null")
    page.goto((site / "brutus" / "index.html").as_uri())
    page.wait_for_selector("figure.viewer.still img", state="visible")
    assert not page.locator("text=Turn it in 3D").is_visible()


def test_the_gallery_finds_and_filters(site: Path, browser: Browser) -> None:
    seen = visit(browser, site / "index.html")
    page = seen.page
    everything = page.locator(".gallery li:visible").count()
    page.fill("input[name=words]", "brutus")
    assert 0 < page.locator(".gallery li:visible").count() < everything
    page.fill("input[name=words]", "")
    page.select_option("select[name=system]", "Ra")
    assert 0 < page.locator(".gallery li:visible").count() < everything
    assert seen.said == []


@pytest.mark.parametrize("name", ["index.html", "brutus/index.html", "estar-s-anvil/index.html"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_to_complain_of(
    name: str, dark: bool, site: Path, browser: Browser, checkers: Path
) -> None:
    seen = visit(browser, site / name, dark=dark)
    seen.page.add_script_tag(path=checkers / "axe-core" / "axe.min.js")
    found = seen.page.evaluate("async () => (await axe.run()).violations")
    told = [(one["id"], one["help"], [node["html"] for node in one["nodes"]][:2]) for one in found]
    assert told == []


@pytest.mark.parametrize("name", ["index.html", "brutus/index.html", "first-patrol/index.html"])
def test_nothing_is_wider_than_a_telephone(name: str, site: Path, browser: Browser) -> None:
    seen = visit(browser, site / name, width=360)
    assert seen.page.evaluate("document.documentElement.scrollWidth") <= 360
