"""Draws docs/pictures/table-*.png and the README's tile anew: the table's page on a phone and on a desk.

It needs Chromium, as `make test` has it:

    python -m scripts.make_table_pictures
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parent.parent
TARGET, EXAMPLES = ROOT / "docs" / "pictures", ROOT / "examples"
COMPANIES = ("piercing-eye", "suns-fang", "estars-anvil")
PHONE, DESK = (390, 844), (1280, 800)
# For the README, beside the tiles of make_doc_pictures.py.
TILE_SCREEN, TILE = (1040, 780), (720, 540)
# The book's example, a little later: who did what.
STORY: list[dict[str, Any]] = [
    {"do": "start"},
    {"do": "turn", "unit": "a1"},
    {"do": "defend", "unit": "a1", "value": 5},
    {"do": "attack", "unit": "a1", "target": "b2", "range": "d", "value": 6, "cover": "open"},
    {"do": "defend", "unit": "b2", "value": 3},
    {"do": "hits", "unit": "a1", "number": 2},
    {"do": "strike", "unit": "b2", "system": "Ra"},
    {"do": "strike", "unit": "b2", "system": "Y"},
    {"do": "spot", "unit": "a1", "target": "b4", "value": 4},
    {"do": "done", "unit": "a1"},
    {"do": "attack", "unit": "b2", "target": "a4", "range": "a", "value": 5, "cover": "cover"},
    {"do": "defend", "unit": "a4", "value": 2},
    {"do": "hits", "unit": "b2", "number": 1, "cover": 1},
    {"do": "strike", "unit": "a4", "system": "Rh"},
    {"do": "done", "unit": "b2"},
    {"do": "done", "unit": "a4"},
    {"do": "station", "station": "as2", "to": "b"},
]
LATER: list[dict[str, Any]] = [
    {"do": "lost", "unit": "a2"},
    *({"do": "tick", "player": key, "take": key == "b"} for key in "bac"),
    {"do": "lost", "unit": "c3"},
    {"do": "station", "station": "cs1", "to": "", "contested": ["a", "b"]},
    *({"do": "tick", "player": key, "take": False} for key in "bac"),
    {"do": "turn", "unit": "b4"},
]
LATER.insert(1, {"do": "round-end"})
LATER.insert(7, {"do": "round-end"})


def numbered(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {"id": f"e{place}", "by": "a", "at": "2026-01-01T20:00:00Z", **one}
        for place, one in enumerate(events)
    ]


def photograph(
    browser: Browser, page: Path, name: str, size: tuple[int, int], scheme: Any, events: Any, steps: list[str]
) -> None:
    """One screen, after these events and taps."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, bypass_csp=True, locale="en-GB"
    )
    shown = context.new_page()
    shown.goto(page.as_uri())
    shown.evaluate(
        """(log) => {
            localStorage.setItem(`${brickyardTable.game.id}:log`, log);
            localStorage.setItem("brickyard-table:level", "3");
        }""",
        json.dumps(numbered(events)),
    )
    shown.reload()
    shown.wait_for_selector("footer")
    for selector in steps:
        shown.click(selector)
    shown.wait_for_timeout(400)
    with tempfile.TemporaryDirectory() as folder:
        taken = Path(folder) / "taken.png"
        shown.screenshot(path=taken)
        with Image.open(taken) as image:
            if size == TILE_SCREEN:
                small = image.convert("RGB").resize(TILE, Image.Resampling.LANCZOS)
                small.save(TARGET / f"{name}.webp", quality=88, method=6)
                context.close()
                return
            few = image.convert("RGB").quantize(256, dither=Image.Dither.FLOYDSTEINBERG)
            few.save(TARGET / f"table-{name}.png", optimize=True)
    context.close()


def main() -> None:
    found = os.environ.get("BRICKYARD_TEST_BROWSER") or shutil.which("chromium")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        forces = [str(EXAMPLES / "companies" / f"{name}.yaml") for name in COMPANIES]
        command = [sys.executable, "-m", "brickyard", "table", *forces, "-o", f"{folder}/evening"]
        subprocess.run(command, cwd=ROOT, check=True)
        page = Path(folder) / "evening" / "index.html"
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        attack = ["[data-do=turn][data-unit=b4]", "[data-unit=a1] [data-target]"]
        photograph(browser, page, "phone", PHONE, "light", STORY, [])
        photograph(browser, page, "attack-dark", PHONE, "dark", STORY, attack)
        photograph(browser, page, "desk", DESK, "light", STORY + LATER, [])
        photograph(browser, page, "desk-dark", DESK, "dark", STORY + LATER, [])
        watch = ["[data-tab=more]", "button:has-text('Large screen')"]
        photograph(browser, page, "large-screen", DESK, "dark", STORY + LATER, watch)
        photograph(browser, page, "tile-table", TILE_SCREEN, "light", STORY + LATER, [])
        browser.close()


if __name__ == "__main__":
    main()
