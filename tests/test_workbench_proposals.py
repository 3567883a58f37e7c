"""Tags proposed by name on the workbench: ghosts on the model, accepted, chosen or refused, never unasked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.running import ROOT
from tests.workbench import Bench, at_the_bench, serving, untagged

if TYPE_CHECKING:
    from playwright.sync_api import Browser

COMMISSAR = ROOT / "examples" / "frames" / "commissar.mpd"
# How many pieces are drawn in another colour than their own.
GHOSTS = """new Set(document.querySelector(".stage").view.drawing.shapes.flatMap((shape) =>
  Array.from({length: shape.copies}, (_, i) => (shape.marking[i * 8 + 7] ? shape.notes[i * 4 + 3] : -1))
)).size - 1"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("mechs")
    for name in ("mouse", "keys", "phone"):
        (made / f"{name}.mpd").write_text(untagged(COMMISSAR), "utf-8")
    return made


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with serving(folder) as running:
        yield running


def names(bench: Bench) -> list[str]:
    return [one.get_attribute("data-proposal") or "" for one in bench.page.locator(".proposals li").all()]


def wait_for(bench: Bench, *left: str) -> None:
    """Until only these are proposed, and everything is judged."""
    listed = "[...document.querySelectorAll('.proposals li')].map((one) => one.dataset.proposal).join()"
    bench.until(f"(left) => {listed} === left", arg=",".join(left))
    bench.page.wait_for_selector("section.judgement[aria-busy=false]")


def test_ghosts_are_accepted_chosen_and_refused_and_nothing_is_tagged_before(
    address: str, light_browser: Browser, folder: Path
) -> None:
    with at_the_bench(light_browser, address) as bench:
        page = bench.page
        bench.design("mouse.mpd")
        wait_for(bench, "cannon.ldr", "radar.ldr", "shield.ldr", "rocket.ldr")
        assert (bench.verdict, bench.draft()) == ("not judged", 0)
        pieces = sum(len(bench.pieces(name)) for name in names(bench))
        bench.until(f"{GHOSTS} === {pieces}")
        page.click("[data-proposal='radar.ldr'] [data-do=refuse]")
        wait_for(bench, "cannon.ldr", "shield.ldr", "rocket.ldr")
        page.click("[data-proposal='cannon.ldr'] [data-accept='2Ra']")
        wait_for(bench, "shield.ldr", "rocket.ldr")
        assert "2Ra" in bench.dice
        page.click("[data-do=accept-all]")
        wait_for(bench)
        assert (bench.verdict, bench.draft() > 0) == ("legal", True)
        assert "1B" in bench.dice
        assert "1Y" not in bench.dice
        assert "!MFZ" not in (folder / "mouse.mpd").read_text("utf-8")
        # A refused one stays refused, an accepted one comes back with Undo.
        page.click("[data-do=undo]")
        wait_for(bench, "shield.ldr", "rocket.ldr")
        bench.design("mouse.mpd")
        wait_for(bench, "shield.ldr", "rocket.ldr")


def test_proposals_are_accepted_with_the_keyboard_alone(address: str, light_browser: Browser) -> None:
    with at_the_bench(light_browser, address) as bench:
        page = bench.page
        bench.design("keys.mpd")
        wait_for(bench, "cannon.ldr", "radar.ldr", "shield.ldr", "rocket.ldr")
        page.focus("[data-proposal='radar.ldr'] [data-accept]")
        page.keyboard.press("Enter")
        wait_for(bench, "cannon.ldr", "shield.ldr", "rocket.ldr")
        bench.until("document.activeElement.closest('.proposals') !== null")
        page.focus("[data-proposal='shield.ldr'] [data-accept]")
        page.keyboard.press("Tab")
        page.keyboard.press("Space")
        wait_for(bench, "cannon.ldr", "rocket.ldr")
        assert "1Y" in bench.dice
        assert "1B" not in bench.dice


def test_on_a_phone_and_in_german_proposals_fit_and_say_what_to_press(
    address: str, light_browser: Browser
) -> None:
    with at_the_bench(light_browser, address, width=360, height=740, locale="de-DE") as bench:
        page = bench.page
        bench.design("phone.mpd")
        bench.see(".proposals", "4 Namen sagen, was es ist.")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert page.get_by_role("button", name="Annehmen: Radar ist ").count() == 1
        page.get_by_role("button", name="Alle 3 annehmen").click()
        wait_for(bench, "cannon.ldr")
        assert "1B" in bench.dice
