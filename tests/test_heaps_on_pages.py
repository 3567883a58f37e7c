"""A-F3: a mech among other things: the page lists its heaps, lights them, and one is chosen by a click."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.serving import workbench
from tests.workbench import at_the_bench, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser

BRICK = "1 4 {x} {y} 0 1 0 0 0 1 0 0 0 1 3001.dat"
TOWER = [BRICK.format(x=0, y=-24 * level) for level in range(4)]
PILE = [BRICK.format(x=400, y=-24 * level) for level in range(2)]
FLAT = "\n".join([*TOWER, *PILE, ""])
GUN = "0 FILE m.ldr\n" + "\n".join([*TOWER, "1 4 400 0 0 1 0 0 0 1 0 0 0 1 arm.ldr", ""])
NESTED = f"{GUN}0 FILE arm.ldr\n{BRICK.format(x=0, y=0)}\n{BRICK.format(x=0, y=-24)}\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("piles")
    (made / "flat.ldr").write_text(FLAT, "utf-8")
    (made / "nested.mpd").write_text(NESTED, "utf-8")
    (made / "one.ldr").write_text("\n".join([*TOWER, ""]), "utf-8")
    return made


@pytest.mark.parametrize(
    ("file", "heaps"),
    [("flat.ldr", [[0, 1, 2, 3], [4, 5]]), ("nested.mpd", [[0, 1, 2, 3], [4, 5]]), ("one.ldr", [])],
)
def test_a_scene_says_which_pieces_lie_in_which_heap(folder: Path, file: str, heaps: list[list[int]]) -> None:
    with workbench(folder) as bench:
        assert bench.get("scene", file=file).json()["heaps"] == heaps


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with serving(folder) as running:
        yield running


@pytest.mark.parametrize("file", ["flat.ldr", "nested.mpd"])
def test_one_click_says_which_heap_counts(address: str, light_browser: Browser, file: str) -> None:
    with at_the_bench(light_browser, address) as bench:
        bench.design(file)
        page = bench.page
        page.wait_for_selector(".heaps li >> nth=1")
        assert page.locator(".heaps [data-heap]").all_inner_texts() == ["Heap 1: 4 parts", "Heap 2: 2 parts"]
        page.click(".heaps li:first-child [data-do=use-heap]")
        page.wait_for_selector(".heaps", state="detached")
        assert bench.draft() > 0
        page.click("[data-do=undo]")
        page.wait_for_selector(".heaps li >> nth=1")
