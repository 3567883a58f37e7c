"""The yard as an opponent on the table's page: a whole game for one, tapped through in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.running import ROOT, brickyard
from tests.test_table_page import entries, played_to_its_end, replayed, saved_log, table

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
