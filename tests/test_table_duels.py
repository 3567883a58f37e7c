"""Rapid Attack and Intercept Orbit on a phone of 360 pixels, in German too: what a new user taps."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.running import ROOT, brickyard
from tests.test_table_page import entries, replayed, saved_log, set_level, table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

COMPANY = """company: Lancers
edition: rapid-attack
game: {size: skirmish, players: 2}
options: {climbing: true, environments: [vacuum]}
frames:
  - {name: Lance, systems: 1B 1G 1Y 2Rd, count: 2}
  - {name: Blade, systems: 1B 1Y 2Rh}
  - {name: Diver, systems: 1B 2Rd E vacuum, rockets: 3}
stations:
  - {name: Well, count: 3}
"""
FLEET = """fleet: Greens
edition: intercept-orbit
game: {players: 2}
ships:
  - {name: Carrier, class: capital, systems: 2B 1K 1Y}
  - {name: Gunship, class: frigate, systems: 1B 2Rp}
  - {name: Picket, class: frigate, systems: 1B 2Ra}
  - {name: Scout, class: frigate, systems: 1Y 2Ra}
companies:
  - {name: Sprinters}
ace: green
hvas:
  - {name: Barge, count: 3}
"""


@pytest.fixture(scope="module")
def duels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("duels")
    (folder / "lancers.yaml").write_text(COMPANY, "utf-8")
    (folder / "greens.yaml").write_text(FLEET, "utf-8")
    games = {
        "company": ["lancers.yaml", "frames=5,systems=20"],
        "fleet": ["greens.yaml", str(ROOT / "examples" / "fleets" / "first-patrol.yaml")],
        "numbers": ["frames=4,systems=16", "frames=5,systems=20"],
    }
    for name, forces in games.items():
        made = brickyard(["table", *forces, "-o", name], folder)
        assert made.returncode == 0, made.stderr
    return folder


@contextmanager
def phone(browser: Browser, folder: Path, level: int = 2, language: str = "en-GB") -> Iterator[Page]:
    """The battle has begun; nothing may be wider than the phone."""
    with table(browser, folder, 360, level, locale=language) as page:
        page.click("[data-do=start]")
        yield page
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 360


def tap(page: Page, *selectors: str) -> int:
    for selector in selectors:
        page.click(selector)
    return len(selectors)


def last(page: Page) -> dict[str, Any]:
    return entries(page)[-1]


def test_a_turn_with_all_damage_takes_six_taps_and_four_of_them_by_the_acting_player(
    browser: Browser, duels: Path
) -> None:
    with phone(browser, duels / "company") as page:
        tap(page, "[data-question=hostile-where] [data-answer=some]")
        others = "footer [data-do=pass]"
        tap(page, others, "footer [data-do=turn][data-unit=b1]", "footer [data-do=done]")
        tap(page, others, "footer [data-do=turn][data-unit=b2]")
        acting = tap(page, "[data-unit=a1] [data-target]", "[data-range=d][data-cover=open][data-number='6']")
        theirs = tap(page, "footer [data-number='3']")
        acting += 1 + tap(page, "footer [data-number='2']")
        assert "Lance 1 (Lancers)" in page.inner_text("footer.dock")
        theirs += tap(page, "footer [data-lose-all='B Y']")
        assert (acting, acting + theirs) == (4, 6)
        assert page.locator("footer [data-do=turn]").count() == 0
        assert [one["do"] for one in entries(page)[-5:]] == ["attack", "defend", "hits", "strike", "strike"]
        # Its target goes on; once it has attacked, the next turn begins without ending this one.
        tap(page, "footer [data-do=done]", "[data-unit=b3] [data-target]")
        tap(page, "[data-range=d][data-cover=open][data-number='2']", "footer [data-number='6']")
        tap(page, "footer [data-do=done]")
        tap(page, "[data-unit=a2] [data-target]", "[data-range=d][data-cover=open][data-number='1']")
        tap(page, "footer [data-number='6']", "footer [data-do=done]", "[data-unit=b4] [data-target]")
        tap(page, "[data-range=d][data-cover=open][data-number='1']", "footer [data-number='6']")
        tap(page, "footer [data-do=done]", "[data-unit=a1] [data-target]")
        tap(page, "[data-range=h][data-number='1']")
        number = len(entries(page))
        tap(page, "footer [data-do=turn] >> nth=0")
        assert [one["do"] for one in entries(page)[number:]] == ["turn"]


def test_newcomer_a_f7_a_spot_is_possible_at_every_level(browser: Browser, duels: Path) -> None:
    with phone(browser, duels / "company") as page:
        tap(page, "[data-question=hostile-where] [data-answer=some]", "footer [data-do=turn][data-unit=a1]")
        tap(page, "footer [data-open=spot]")
        assert "It sees as far as: direct." in page.inner_text("dialog")
        assert page.locator("dialog [data-number='7']").count() == 0
        tap(page, "dialog [data-target=b1][data-number='4']", "footer [data-do=done]")
        set_level(page, 1)
        tap(page, "[data-unit=a3] [data-more]", "dialog [data-open=spot]")
        tap(page, "dialog [data-target=b1][data-number='5']")
        assert last(page)["do"] == "spot"
        assert page.evaluate("document.querySelectorAll('dialog').length") == 0


def test_newcomer_a_f14_seven_and_eight_are_offered_only_where_a_die_shows_them(
    browser: Browser, duels: Path
) -> None:
    with phone(browser, duels / "company") as page:
        tap(page, "[data-question=hostile-where] [data-answer=some]", "footer [data-do=turn][data-unit=a3]")
        tap(page, "[data-unit=b1] [data-target]")
        # The only d8 of Blade is the green one of its sprint.
        assert page.locator("dialog [data-range=h][data-number]").count() == 6
        tap(page, "dialog header button", "footer [data-do=done]", "footer [data-do=turn][data-unit=a4]")
        tap(page, "[data-unit=b1] [data-target]")
        assert page.locator("dialog [data-range=d][data-rockets='1'][data-cover=open]").count() == 8


def test_newcomer_a_f11_every_prompt_names_the_side(browser: Browser, duels: Path) -> None:
    with phone(browser, duels / "numbers", language="de-DE") as page:
        tap(page, "footer [data-do=turn][data-unit=a1]", "[data-unit=b1] [data-target]")
        assert "Frame 1 (Gegner 1)" in page.inner_text("dialog")
        tap(page, "[data-range=d][data-cover=open][data-number='5']")
        asked = page.inner_text("footer.dock")
        assert "Frame 1 (Gegner 2)" in asked
        assert "Frame 1 (Gegner 1)" in asked


@pytest.mark.usefixtures("coarse_pictures")
def test_newcomer_a_f9_a_list_is_judged_for_the_game_that_is_played(tmp_path: Path) -> None:
    two = ["companies/suns-fang.yaml", "companies/estars-anvil.yaml"]
    three = [*two, "companies/piercing-eye.yaml"]
    for forces, verdict in ((two, "not legal"), (three, "legal")):
        paths = [str(ROOT / "examples" / one) for one in forces]
        made = brickyard(["table", *paths, "-o", f"of-{len(forces)}"], tmp_path)
        assert made.returncode == 0, made.stderr
        assert ("suns-fang.yaml --players 2 says why" in made.stdout) is (verdict == "not legal")
        text = (tmp_path / f"of-{len(forces)}" / "data.js").read_text("ascii")
        assert f'"verdict": "{verdict}"' in text or f'"verdict":"{verdict}"' in text


def test_all_may_agree_that_it_is_over(browser: Browser, duels: Path) -> None:
    with phone(browser, duels / "numbers") as page:
        tap(page, ".clock", "dialog [data-agree]", "dialog [data-do=agree]")
        assert "wins" in page.inner_text("footer.dock")
        assert last(page)["do"] == "agree"


def test_hostile_terrain_and_falls_are_behind_a_frames_three_dots(browser: Browser, duels: Path) -> None:
    with phone(browser, duels / "company", language="de-DE") as page:
        tap(page, "[data-question=hostile-where] [data-answer=some]", "[data-unit=a1] [data-more]")
        page.get_by_role("group", name="Steht in feindlichem Gelände").get_by_text("vacuum").click()
        assert last(page)["do"] == "enter"
        assert page.inner_text("[data-unit=a1] [data-stands]") == "in: vacuum"
        assert page.locator("[data-unit=a1] .dice svg[aria-label^='weiß']").count() == 1
        tap(page, "[data-unit=a1] [data-more]", "dialog summary:has-text('Er fällt')")
        page.get_by_role("group", name="Er fällt").get_by_text("6", exact=True).click()
        tap(page, "dialog details [data-number='2']")
        assert last(page)["do"] == "fall"
        assert "2 Schaden" in page.inner_text("footer.dock")


def test_what_is_against_the_text_is_told_and_taken_if_one_insists(
    browser: Browser, duels: Path, tmp_path: Path
) -> None:
    with phone(browser, duels / "fleet", language="de-DE") as page:
        tap(page, "footer [data-do=turn][data-unit=a2]", "[data-unit=a5] [data-slot=fuel]")
        tap(page, "dialog .pad [data-number='4']")
        number = len(entries(page))
        assert page.inner_text("dialog [data-why]") == "Gunship hat kein Katapult für Sprinters."
        tap(page, "dialog .strong")
        assert len(entries(page)) == number
        tap(page, "[data-unit=a5] [data-slot=fuel]", "dialog .pad [data-number='4']", "dialog [data-anyway]")
        assert last(page)["anyway"] is True
        log = saved_log(page, tmp_path)
        told = replayed(log, "--language", "de")["events"][-1]
        assert told["anyway"]
        assert told["words"].endswith("Trotzdem eingetragen: Gunship hat kein Katapult für Sprinters.")


def test_who_is_on_which_ship_and_what_the_green_ace_moves(browser: Browser, duels: Path) -> None:
    with phone(browser, duels / "fleet") as page:
        assert page.inner_text("[data-unit=a5] [data-aboard]") == "on Carrier"
        tap(page, "footer [data-do=turn][data-unit=a1]", "[data-unit=a5] [data-slot=fuel]")
        tap(page, "dialog .pad [data-number='4']", "[data-unit=a5] [data-more]", "dialog [data-nudge=b1]")
        assert last(page)["do"] == "nudge"
        tap(page, "[data-unit=a5] [data-more]")
        page.get_by_role("group", name="On which ship?").get_by_text("Steadfast").click()
        assert page.inner_text("[data-unit=a5] [data-aboard]") == "on Steadfast"
        # Debris is a target, and a ship with two defense systems may cover others.
        tap(page, "footer [data-do=done]")
        tap(page, "footer [data-do=turn] >> nth=0", "[data-open=attack]", "dialog [data-target=debris]")
        tap(page, "dialog [data-number='2'] >> nth=0")
        assert last(page)["target"] == "debris"
