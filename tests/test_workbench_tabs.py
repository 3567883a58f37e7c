"""Many tabs of one browser, the whole screen, and what is asked before something is thrown away."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browsers import hear
from tests.workbench import CHUB, FLAT, Bench, at_the_bench, save_elsewhere, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# A browser has six connections to a server.
TABS = 8
_LEGAL = "document.querySelector('[data-file=\"watched.mpd\"] .stamp')?.textContent === '{}'"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("mechs")
    (made / "watched.mpd").write_bytes(CHUB.read_bytes())
    (made / "picket.ldr").write_text(FLAT, "utf-8")
    (made / os.fsdecode(b"b\xfcchse.ldr")).write_text(FLAT, "utf-8")
    return made


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with serving(folder) as running:
        yield running


def test_eight_tabs_share_one_stream_and_another_takes_over_when_a_tab_is_closed(
    address: str, browser: Browser, folder: Path
) -> None:
    text = CHUB.read_text("utf-8")
    with at_the_bench(browser, address, draws=False) as bench:
        bench.show("/")
        tabs = [bench]
        for _ in range(TABS - 1):
            tabs.append(Bench(bench.page.context.new_page(), address))
            hear(tabs[-1].page, bench.said)
            tabs[-1].show("/")
        for tab in tabs:
            tab.see(".watching.watching")
            tab.until(_LEGAL.format("LEGAL"))
        save_elsewhere(folder / "watched.mpd", text.replace("SYSTEM 1B", "SYSTEM 3B"))
        for tab in tabs:
            tab.until(_LEGAL.format("NOT LEGAL"))
        # The first has the stream. With it goes another one, so that it isn't simply the second's turn.
        for tab in tabs[:2]:
            tab.page.close()
        save_elsewhere(folder / "watched.mpd", text)
        for tab in tabs[2:]:
            tab.until(_LEGAL.format("LEGAL"))
            tab.see(".watching.watching")
        # Where a browser allows no locks, a tab has a stream of its own.
        tabs[2].page.add_init_script("LockManager.prototype.request = async () => { throw new Error('no'); }")
        tabs[2].show("/")
        tabs[2].see(".watching.watching")
        tabs[2].until("document.querySelector('[data-note=unnamed] li') !== null")
        assert tabs[2].page.locator("[data-note=unnamed] li").all_inner_texts() == ["b\ufffdchse.ldr"]


def test_the_view_fills_the_screen_and_gives_it_back(address: str, light_browser: Browser) -> None:
    with at_the_bench(light_browser, address) as bench:
        bench.design("watched.mpd")
        before = bench.page.locator(".stage").bounding_box()
        assert before
        bench.page.click("[data-do=fill]")
        bench.until("document.fullscreenElement?.classList.contains('board')")
        bench.until(f"document.querySelector('.stage').clientWidth > {before['width'] + 100}")
        bench.see("[data-do=fill][aria-pressed=true]")
        # One goes on as before: a part is chosen, and tagged.
        bench.click_part("shield.ldr")
        bench.tag("1Y")
        assert "2Y" in bench.dice
        bench.page.locator(".stage canvas.live").focus()
        bench.page.keyboard.press("f")
        bench.until("document.fullscreenElement === null")
        bench.see("[data-do=fill][aria-pressed=false]")
        bench.until(f"Math.abs(document.querySelector('.stage').clientWidth - {before['width']}) < 2")
        # Changes are thrown away only by who says so.
        for answer, sign in (("Keep them", "!=="), ("Discard them", "===")):
            bench.page.click(".save summary")
            bench.page.click("[data-do=discard]")
            bench.page.click(f"dialog button >> text={answer}")
            bench.until(f"document.querySelector('.state').dataset.draft {sign} '0'")
        assert "2Y" not in bench.dice


def test_an_answer_that_takes_long_can_be_stopped(address: str, browser: Browser) -> None:
    with at_the_bench(browser, address, draws=False, allowed="400") as bench:
        bench.see(".watching.watching")
        bench.page.context.new_page().goto(address.replace("/?", "/how?"))
        # As the tab that has the stream tells it.
        tell = """(state) => new BroadcastChannel(
          `brickyard ${document.querySelector("meta[name=brickyard-token]").content}`
        ).postMessage({ event: "job", data: { id: "asked-9", what: "answer", name: "slow.mpd", state } })"""
        other = bench.page.context.pages[1]
        other.evaluate(tell, "working")
        bench.see(".long-answer", "slow.mpd takes long")
        bench.page.click(".long-answer button")
        bench.see(".notices .bad", "There is no such job")
        other.evaluate(tell, "done")
        bench.until("!document.querySelector('.long-answer')")


def test_where_a_browser_refuses_the_screen_the_view_fills_the_window(
    address: str, light_browser: Browser
) -> None:
    with at_the_bench(light_browser, address) as bench:
        bench.page.add_init_script("delete Element.prototype.requestFullscreen")
        bench.design("picket.ldr")
        bench.page.click("[data-do=fill]")
        bench.see(".board.alone")
        box = bench.page.locator(".board").bounding_box()
        assert box
        assert (box["width"], box["height"]) == (1000, 600)
        bench.page.click("[data-do=fill]")
        bench.until("!document.querySelector('.board.alone')")
