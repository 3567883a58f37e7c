"""A club of three, from folders to a site with three games of a campaign; of twenty by scripts/club.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.club import year_of
from tests.publishing import leave_printing_out


@pytest.mark.usefixtures("coarse_pictures")
def test_a_club_is_checked_published_updated_and_plays_three_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_printing_out(monkeypatch)
    told: list[str] = []
    found = year_of(
        tmp_path / "club",
        3,
        (),
        lambda what, *_took: told.append(what),
        steps=False,
        buildable=False,
        width=120,
    )
    verdicts, *pages = (what for what in told if " pages" in what or what.startswith("verdicts"))
    assert verdicts == "verdicts ['legal', 'legal', 'legal', 'legal']"
    # A change makes the member's page again, and what leads to it; three games, only the campaign's.
    assert pages[1].partition(" ")[0] in ("2", "3")
    assert pages[2].startswith("1 pages again")
    assert [one.games for one in found.standings] == [3, 3, 3]
    assert sum(one.wins for one in found.standings) >= 3
    site = tmp_path / "club" / "site"
    assert sorted(file.name for file in (site / "league").iterdir()) == [
        *(f"game-{number}.html" for number in (1, 2, 3)),
        "index.html",
    ]
