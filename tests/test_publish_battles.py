"""`publish --battles`: what pages of companies say of whole battles, and that nothing is played twice."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from brickyard.spreading import spread
from brickyard.web import site, site_battles
from fleets.self_play.battle_sums import BattleBatch
from tests.few_battles import play_first_again
from tests.running import brickyard

if TYPE_CHECKING:
    from collections.abc import Sequence

_LIST = """company: {name}
edition: rapid-attack
game: {{size: skirmish, players: 2}}
frames:
  - {{name: Crane, systems: 1B 1G 1Y 2Rd, rockets: 1, count: 3}}
  - {{name: Mole, systems: 1B 1Y 2Ra, count: {moles}}}
stations:
  - {{name: Gate, count: 3}}
"""


@pytest.fixture
def lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three companies that may meet; one tactic, and few battles."""
    monkeypatch.setattr(site_battles, "TACTICS", ("rush",))
    monkeypatch.setattr(site_battles, "WITHIN", 50.0)
    place = tmp_path / "lists"
    place.mkdir()
    for name, moles in (("Night Shift", 1), ("<b>Watch</b> & Ward", 2), ("Third", 3)):
        (place / f"of-{moles}.yaml").write_text(_LIST.format(name=name, moles=moles), "utf-8")
    return place


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[BattleBatch]:
    found: list[BattleBatch] = []

    def watched(function: object, batches: Sequence[BattleBatch], **how: object) -> Iterator[object]:
        found.extend(batches)
        return spread(play_first_again, batches)

    monkeypatch.setattr(site, "spread", watched)
    return found


def _section(target: Path, page: str) -> str:
    text = (target / page / "index.html").read_text("utf-8")
    return text.partition("<!--battles-->")[2].partition("<!--/battles-->")[0]


def _words(section: str) -> str:
    return " ".join(html.unescape(re.sub("<[^>]*>", " ", section)).split())


def test_each_page_says_how_its_company_does_and_nothing_is_played_twice(
    lists: Path, tmp_path: Path, played: list[BattleBatch]
) -> None:
    target, said = tmp_path / "site", list[str]()
    publish = partial(site.publish, lists, target, battles=True, say=said.append)
    publish()
    assert [one for one in said if one.startswith("Whole battles of 3 pairs")]
    assert sum(batch.count for batch in played) == 3 * 32
    first, second = (_section(target, f"of-{moles}") for moles in (1, 2))
    assert 'href="../of-2/index.html"' in first
    assert "<b>Watch</b>" not in first
    spans = {}
    for page, section in (("first", first), ("second", second)):
        other = "<b>Watch</b> & Ward" if page == "first" else "Night Shift"
        found = re.search(rf"(\d+)–(\d+) of 100 against {re.escape(other)}", _words(section))
        assert found, f"{page} page doesn't say how it does against {other}"
        spans[page] = int(found[1]), int(found[2])
    assert spans["second"] == (100 - spans["first"][1], 100 - spans["first"][0])
    assert "Two players, Mobile Frame Zero: Rapid Attack" in _words(first)
    assert "tactics rush, seed 1, engine" in _words(first)
    played.clear()
    publish()
    assert not played
    assert _section(target, "of-1") == first
    site.publish(lists, target)
    assert _section(target, "of-1") == ""


def test_who_is_alone_meets_a_usual_mix_and_who_isnt_legal_nobody(
    lists: Path, tmp_path: Path, played: list[BattleBatch]
) -> None:
    site.publish(lists / "of-1.yaml", tmp_path / "one", battles=True)
    assert "of 100 against a usual mix with its numbers" in _words(_section(tmp_path / "one", "of-1"))
    assert "is known by numbers only" in _words(_section(tmp_path / "one", "of-1"))
    illegal = lists / "of-9.yaml"
    illegal.write_text(_LIST.format(name="Too Many", moles=9), "utf-8")
    played.clear()
    site.publish(illegal, tmp_path / "none", battles=True)
    said = _words(_section(tmp_path / "none", "of-9"))
    assert said == "Battles No battles are played, because it is not legal in a game of two players."
    assert not played


def test_ctrl_c_keeps_what_was_played_and_the_next_run_goes_on(
    lists: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, played: list[BattleBatch]
) -> None:
    def stopped(function: object, batches: Sequence[BattleBatch], **how: object) -> Iterator[object]:
        for place, batch in enumerate(batches):
            if len(played) == 4:
                raise KeyboardInterrupt
            played.append(batch)
            yield place, play_first_again(batch)

    again = vars(site)["spread"]
    monkeypatch.setattr(site, "spread", stopped)
    with pytest.raises(KeyboardInterrupt):
        site.publish(lists, tmp_path / "site", battles=True)
    monkeypatch.setattr(site, "spread", again)
    site.publish(lists, tmp_path / "site", battles=True)
    assert sum(batch.count for batch in played) == 3 * 32


@pytest.mark.usefixtures("played")
def test_the_command_plays_too(lists: Path, tmp_path: Path) -> None:
    run = brickyard(["publish", str(lists), "-o", str(tmp_path / "site"), "--battles"])
    assert run.returncode == 0
    assert "Whole battles of 3 pairs: thirty seconds of a processor for each new one" in run.stdout
