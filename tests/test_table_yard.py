"""The yard as an opponent on the table's page: a whole game for one, tapped through in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.running import ROOT, brickyard
from tests.test_table_page import entries, played_to_its_end, replayed, saved_log, table
from tests.test_workbench_forces import shows

if TYPE_CHECKING:
    from playwright.sync_api import Browser

OURS = """company: Night Shift
edition: rapid-attack
game: {size: skirmish, players: 2}
frames:
  - {name: Crane, systems: 1B 1G 1Y 2Rd, rockets: 1, count: 3}
  - {name: Mole, systems: 1B 1Y 2Ra}
stations:
  - {name: Gate, count: 3}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("solo")
    (made / "ours.yaml").write_text(OURS, "utf-8")
    (made / "theirs.yaml").write_text(
        OURS.replace("Night Shift", "Yard").replace("count: 3", "count: 2"), "utf-8"
    )
    ran = brickyard(["table", str(made / "ours.yaml"), str(made / "theirs.yaml"), "-o", str(made / "table")])
    assert ran.returncode == 0, ran.stderr
    return made / "table"


@pytest.mark.parametrize(("yard", "speaks"), [("b", "en-GB"), ("a", "de-DE")])
def test_a_whole_game_against_the_yard(
    browser: Browser, folder: Path, tmp_path: Path, yard: str, speaks: str
) -> None:
    with table(browser, folder, locale=speaks) as page:
        page.click(f"[data-yard-seat={yard}]")
        page.add_script_tag(path=ROOT / "tests" / "table_player.js")
        end = page.evaluate("player.play({hurry: true, first: 3})")
        told = replayed(saved_log(page, tmp_path))
        kinds = played_to_its_end(told, told["state"]["round"], end)
        assert {"yard", "answer", "rolled", "defend", "attack", "move"} <= kinds
        answered = [one for one in entries(page) if one["do"] == "answer"]
        # Three answers to each order, and no more.
        assert all(len(set(one) & {"station", "far", "near", "covered"}) <= 4 for one in answered)
        ours = {unit["id"] for unit in told["state"]["units"].values() if unit["owner"] == yard}
        assert {one["unit"] for one in answered} <= ours


def test_a_turn_by_keyboard_that_survives_reload_and_undo_and_axe_reads_it(
    browser: Browser, folder: Path, checkers: Path
) -> None:
    with table(browser, folder) as page:
        page.locator("[data-yard-seat=b]").press("Enter")
        page.locator("[data-do=start]").press("Enter")
        panel = page.locator("[data-yard-panel]")
        page.add_script_tag(path=ROOT / "tests" / "table_player.js")
        while not panel.count():
            page.evaluate("player.step({})")
        before = entries(page)

        def choose(number: int, words: str) -> None:
            panel.get_by_role("group").nth(number).get_by_role("button", name=words, exact=True).press(
                "Enter"
            )

        def reads_well() -> None:
            page.add_script_tag(path=checkers / "axe-core" / "axe.min.js")
            rules = "{ preload: false, runOnly: ['wcag2a', 'wcag2aa'] }"
            found = page.evaluate(f"async () => (await axe.run('footer.dock', {rules})).violations")
            assert found == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

        reads_well()
        choose(0, "Gate 1")
        choose(1, "2")
        choose(2, "within the ruler")
        choose(3, "No")
        # The reason: what each side gains or loses by a station, by the scores above.
        each = {
            one: page.locator(f".score-row[data-player={one}] .per").inner_text().split()[0] for one in "ab"
        }
        shows(panel).to_contain_text(f"Go to Gate 1: +{each['b']} for it, −{each['a']} for you.")
        reads_well()
        page.reload()
        shows(panel).to_contain_text("Go to Gate 1")
        for number in range(panel.get_by_role("group").count()):
            panel.get_by_role("group").nth(number).get_by_role("button").first.press("Enter")
        # It has said what is for what, and has defended; both are taken back one by one.
        assert [one["do"] for one in entries(page)[len(before) :]] == ["answer", "rolled", "defend"]
        shows(panel).to_contain_text("defense 1")
        reads_well()
        page.get_by_role("button", name="Undo").first.press("Enter")
        shows(panel.locator("[data-yard-do=defend]")).to_be_visible()
        page.get_by_role("button", name="Undo").first.press("Enter")
        shows(panel).to_contain_text("Roll, then enter what it shows")


def test_the_white_die_is_named_for_its_use(browser: Browser, folder: Path) -> None:
    with table(browser, folder) as page:
        page.click("[data-yard-seat=b]")
        page.click("[data-do=start]")
        page.add_script_tag(path=ROOT / "tests" / "table_player.js")
        panel = page.locator("[data-yard-panel]")
        while not panel.count():
            page.evaluate("player.step({})")
        for words in ("none", "within the ruler", "No"):
            panel.get_by_role("button", name=words, exact=True).first.click()
        groups = panel.get_by_role("group")
        groups.nth(0).get_by_role("button").first.click()
        # Two white dice, then the best of each colour: white ones are better than all but the attack's.
        for number in range(1, groups.count()):
            label = groups.nth(number).get_attribute("aria-label") or ""
            value = "5" if "White" in label else "6" if "red" in label else "1"
            groups.nth(number).get_by_role("button", name=value, exact=True).click()
        shows(panel).to_contain_text("attack 6 ·")
        shows(panel).to_contain_text("5 (white die)")
