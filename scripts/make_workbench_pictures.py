"""Draws docs/pictures/workbench-*.webp anew: every view of the workbench on a desk, a tablet and a phone.

It needs the LDraw library and Chromium, as `make test` has them; names of views draw only those:

    python -m scripts.make_workbench_pictures design yard
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parent.parent
TARGET, EXAMPLES = ROOT / "docs" / "pictures", ROOT / "examples"
# A player's own folder.
FRAMES = ("bullfrog", "chub", "chub-brewer", "commissar", "hi-leg", "lancer", "mauler", "osprey-guard")
YARD = (
    *(f"frames/{name}.mpd" for name in FRAMES),
    "stations/depot.mpd",
    "stations/well.mpd",
    "companies/estars-anvil.yaml",
    "companies/suns-fang.yaml",
    "garage-rules.yaml",
)
FLAGS = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
PATIENCE_MS = 120_000


def without_greeting(page: Page) -> None:
    greeting = page.get_by_role("button", name="Got it")
    if greeting.count():
        greeting.first.click()


def choose_the_rifle(page: Page) -> None:
    page.locator(".tree, section").get_by_text("Rifle", exact=True).first.click()


def take_apart(page: Page) -> None:
    for name in ("Systems", "Explode"):
        page.get_by_role("button", name=name, exact=True).click()


def against_two(page: Page) -> None:
    """The company is made for three players."""
    with page.expect_response(lambda answer: "/api/" in answer.url):
        page.get_by_role("button", name="Add an opponent by numbers").click()
    page.wait_for_load_state("networkidle")
    page.locator(".bid-map").first.scroll_into_view_if_needed()
    page.evaluate("window.scrollBy(0, 200)")


class View(NamedTuple):
    """Where it is, what is there when it is ready, and what is done first."""

    address: str
    ready: str
    sizes: tuple[tuple[int, int], ...]
    do: Callable[[Page], None] | None = None
    dark: int = 0
    """The width at which it is shown in the dark."""


WIDE, TABLET, PHONE = (1280, 900), (800, 900), (390, 844)
EACH = (WIDE, TABLET, PHONE)
ANVIL, FANG = "companies/estars-anvil.yaml", "companies/suns-fang.yaml"
CHUB = "/design?file=frames/chub.mpd"
DRAWN = "section.judgement[aria-busy=false] .stamp"
VIEWS = {
    "yard": View("/", ".stamp", ((1280, 800), (800, 1000), PHONE), without_greeting, dark=390),
    "design": View(CHUB, DRAWN, ((1280, 800),), choose_the_rifle),
    "design-small": View(CHUB, DRAWN, ((800, 1000), PHONE), dark=800),
    "systems": View(CHUB, DRAWN, ((1280, 800),), take_apart),
    "company": View(f"/company?file={ANVIL}", ".verdict", EACH),
    "score": View(f"/company?file={ANVIL}&against={FANG}", ".bid-map td.own", EACH, against_two),
    "fight": View("/fight?a=frames/chub.mpd&b=frames/bullfrog.mpd", ".damage", EACH),
    "matrix": View(f"/fight?a={ANVIL}&b={FANG}", ".matrix td a", EACH),
    "buy": View("/buy?file=frames/chub.mpd", ".lots", EACH),
    "house": View("/house?file=garage-rules.yaml", '[data-rule="SYS001"]', EACH),
    "how": View("/how?editor=leocad", ".guide-steps", EACH),
}


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    command = [sys.executable, "-m", "brickyard", "serve", str(folder), "--no-open"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        try:
            yield server.stdout.readline().strip()
        finally:
            server.terminate()


def photograph(browser: Browser, address: str, name: str, view: View, size: tuple[int, int]) -> None:
    root, _, token = address.partition("/?")
    how: dict[str, Any] = {"color_scheme": "dark" if size[0] == view.dark else "light", "locale": "en-GB"}
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, bypass_csp=True, **how)
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.goto(f"{root}{view.address}{'&' if '?' in view.address else '?'}{token}")
    page.locator(view.ready).first.wait_for()
    if view.address == CHUB:
        page.wait_for_selector(".stage canvas.live")
    # Pictures come when they are drawn; those that nobody sees are not waited for.
    page.wait_for_load_state("networkidle")
    if view.do:
        view.do(page)
    page.wait_for_timeout(1500)
    with Image.open(BytesIO(page.screenshot())) as image:
        wide = f"workbench-{name.removesuffix('-small')}-{size[0]}.webp"
        image.convert("RGB").save(TARGET / wide, quality=84, method=6)
    context.close()


def main(wanted: list[str]) -> None:
    found = os.environ.get("BRICKYARD_TEST_BROWSER") or shutil.which("chromium")
    with tempfile.TemporaryDirectory() as parent, sync_playwright() as playwright:
        folder = Path(parent) / "my-mechs"
        for name in YARD:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(EXAMPLES / name, folder / name)
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        with serving(folder) as address:
            for name, view in VIEWS.items():
                if not wanted or name in wanted:
                    for size in view.sizes:
                        photograph(browser, address, name, view, size)
                        print(name, size)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
