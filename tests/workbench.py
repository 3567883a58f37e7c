"""A workbench that is running, a browser in front of it, and the ways people use it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.browsers import COARSE, hear
from tests.running import ENVIRONMENT, ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

# Stands for a picture.
STILL = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>'
CHUB = ROOT / "examples" / "frames" / "chub.mpd"
# A body of grey bricks, and beside it a red gun of three.
FLAT = """0 Picket
0 Name: picket.ldr
1 71 0 0 0 1 0 0 0 1 0 0 0 1 3003.dat
1 71 0 -24 0 1 0 0 0 1 0 0 0 1 3003.dat
1 71 0 -48 0 1 0 0 0 1 0 0 0 1 3003.dat
1 4 110 -24 0 1 0 0 0 1 0 0 0 1 3005.dat
1 4 130 -24 0 1 0 0 0 1 0 0 0 1 3005.dat
1 4 150 -24 0 1 0 0 0 1 0 0 0 1 3005.dat
"""
# The same with the gun's parts here and there in the file: tagged together, they must move.
_BRICKS = FLAT.splitlines(keepends=True)[2:]
APART = "0 Guard\n0 Name: guard.ldr\n" + "".join(_BRICKS[place] for place in (3, 0, 4, 1, 5, 2))
# A place on the page where one of the pieces is seen, with as much of it around as there is.
_SPOT = """(wanted) => {
  const { view } = document.querySelector(".stage"), { width, height } = view.canvas;
  const box = view.canvas.getBoundingClientRect();
  const seen = view.drawing.numbersIn(view.camera(), 0, 0, width, height), own = new Set(wanted);
  for (const around of [9, 5, 3, 1]) {
    for (let i = 0; i < seen.length; i++) {
      const ways = [0, around, -around, around * width, -around * width];
      if (!ways.every((way) => seen[i + way] === seen[i] && own.has(seen[i]))) continue;
      const x = (i % width) + 0.5, y = height - Math.floor(i / width) - 0.5;
      return [box.left + x / view.dense, box.top + y / view.dense];
    }
  }
  return null;
}"""


def untagged(model: Path) -> str:
    lines = model.read_text("utf-8").splitlines()
    return "\n".join(line for line in lines if "!MFZ" not in line) + "\n"


def studio_file(path: Path, text: str) -> Path:
    """As Studio saves it, without its password."""
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("model.ldr", text)
        archive.writestr(".info", '{"version": "2.24", "total_parts": 75}')
    return path


def save_elsewhere(path: Path, text: str) -> None:
    """As an editor does that never leaves half a file: a page that asks meanwhile gets a whole one."""
    beside = path.with_name(f".{path.name}.new")
    beside.write_text(text, "utf-8")
    beside.replace(path)


@contextmanager
def serving(*arguments: str | Path, state: Path | None = None) -> Iterator[str]:
    """The address of a workbench, which ends with the test."""
    command = [sys.executable, "-m", "brickyard", "serve", *map(str, arguments), "--no-open"]
    # What other tests left unsaved isn't offered to this one.
    with (
        tempfile.TemporaryDirectory() as own,
        subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **ENVIRONMENT, "XDG_STATE_HOME": str(state or own)},
        ) as server,
    ):
        assert server.stdout
        try:
            yield server.stdout.readline().strip()
        finally:
            server.terminate()
            server.wait(60)


@dataclass
class Bench:
    """A page of the workbench and what its console said; steps wait for what they lead to."""

    page: Page
    address: str
    said: list[str] = field(default_factory=list)
    draws: bool = True

    def show(self, path: str) -> None:
        self.page.goto(self.address.split("/?")[0] + path)

    def design(self, file: str) -> None:
        """The design is judged, and drawn if the browser can."""
        self.show(f"/design?file={file}")
        self.ready()

    def ready(self) -> None:
        self.page.wait_for_selector(".stage canvas.live" if self.draws else ".stage .failed")
        self.page.wait_for_selector("section.judgement[aria-busy=false] .stamp")

    @property
    def verdict(self) -> str:
        return self.page.get_attribute("section.judgement", "data-verdict") or ""

    @property
    def dice(self) -> str:
        return self.page.inner_text(".notation b")

    def draft(self) -> int:
        return int(self.page.get_attribute(".state[data-draft]", "data-draft") or 0)

    def pieces(self, submodel: str) -> list[int]:
        """The numbers of a submodel's pieces, as the server tells them."""
        return list(
            self.page.evaluate(
                """async (name) => {
                  const file = new URLSearchParams(location.search).get("file");
                  const scene = await (await fetch(`/api/scene?file=${encodeURIComponent(file)}`)).json();
                  return scene.pieces.instance.flatMap((index, piece) => {
                    for (let i = index; i >= 0; i = scene.instances[i].parent)
                      if (scene.instances[i].name.replace(/ *\\[.*\\]/, "") === name) return [piece];
                    return [];
                  });
                }""",
                submodel,
            )
        )

    def coloured(self, colour: str) -> list[int]:
        return list(
            self.page.evaluate(
                """async (wanted) => {
                  const file = new URLSearchParams(location.search).get("file");
                  const answer = await fetch(`/api/scene?file=${encodeURIComponent(file)}`);
                  const { pieces } = await answer.json();
                  return pieces.colour.flatMap((colour, piece) => (colour === wanted ? [piece] : []));
                }""",
                colour,
            )
        )

    def spot(self, pieces: list[int]) -> tuple[float, float]:
        found = self.page.evaluate(_SPOT, pieces)
        assert found, f"none of {pieces} is seen"
        return found[0], found[1]

    def click_part(self, submodel: str, **options: Any) -> None:
        self.page.mouse.click(*self.spot(self.pieces(submodel)), **options)
        self.page.wait_for_selector(".crumbs [aria-current], .said:has-text('chosen')")

    def tag(self, tag: str) -> None:
        """Pressed, and judged anew."""
        button = self.page.locator(f".palette [data-tag='{tag}']")
        with self.page.expect_response(lambda answer: "/api/scene" in answer.url):
            button.click()
        self.page.wait_for_selector("section.judgement[aria-busy=false]")

    def until(self, what: str, **values: Any) -> None:
        self.page.wait_for_function(what, **values)

    def see(self, selector: str, text: str = "") -> Locator:
        found = self.page.locator(selector, has_text=text) if text else self.page.locator(selector)
        found.first.wait_for(state="visible")
        return found.first


@contextmanager
def at_the_bench(
    browser: Browser,
    address: str,
    width: int = 1000,
    height: int = 600,
    allowed: str = "",
    pictures: bool = False,
    draws: bool = True,
    **options: Any,
) -> Iterator[Bench]:
    """Nothing may be said on the console but what is allowed.

    It begins where nothing is judged or drawn; stills take most of the time, so only who asks gets real ones.

    A page's policy forbids what Playwright waits with; the test of the policy turns it on.
    """
    options = {"bypass_csp": True, "reduced_motion": "reduce", "locale": "en-GB", **options}
    context = browser.new_context(viewport={"width": width, "height": height}, **options)
    context.add_init_script(COARSE)
    bench = Bench(context.new_page(), address, draws=draws)
    hear(bench.page, bench.said)
    if not pictures:
        context.route(
            "**/api/picture?*", lambda route: route.fulfill(body=STILL, content_type="image/svg+xml")
        )
    bench.page.goto(address.replace("/?", "/how?"))
    yield bench
    told = [text for text in bench.said if not (allowed and re.search(allowed, text))]
    assert not told, told
    context.close()
