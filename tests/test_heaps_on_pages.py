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
    tiles = [BRICK.format(x=300 + 100 * at, y=0) for at in range(15)]
    (made / "a_bench_with_a_long_name.ldr").write_text("\n".join([*TOWER, *tiles, ""]), "utf-8")
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


def test_on_a_phone_in_german_findings_the_menu_and_names_are_seen_whole(
    address: str, light_browser: Browser
) -> None:
    """Ten rows of heaps stood above the findings, the last entry of the menu and long names were cut."""
    with at_the_bench(light_browser, address, 360, 740, locale="de-DE", device_scale_factor=1) as bench:
        page = bench.page
        bench.design("a_bench_with_a_long_name.ldr")
        page.wait_for_selector(".heaps summary")
        assert page.locator(".heaps li:visible").count() == 2
        assert page.inner_text(".heaps summary") == "14 kleinere Haufen"
        page.click(".heaps summary")
        assert page.locator(".heaps li:visible").count() == 10
        bench.show("/")
        page.wait_for_selector(".gallery li .words > b")
        page.evaluate("document.fonts.ready.then(() => true)")
        cut = page.evaluate(
            """[...document.querySelectorAll("header.top nav a, .gallery .words > b")].filter((one) =>
              one.getBoundingClientRect().right > Math.min(innerWidth,
                (one.closest("li") || one).getBoundingClientRect().right) + 1
              || one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"""
        )
        assert cut == []
