"""A campaign's page: standings, games as curves, reports, forces; made again only when something changed."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

import brickyard as library
from brickyard.web import site as web_site
from brickyard.web.site_memory import recall
from scripts.play_games import played_log
from tests.publishing import SMALL, Reader, leave_printing_out
from tests.running import brickyard

pytestmark = pytest.mark.usefixtures("coarse_pictures")

HOSTILE = "Reds <b>&\"'"
FORCE = """\
company: {name}
author: Somebody
frames:
  - {{name: Soldier, model: small.ldr, systems: 1B 1G 1Y 2Rd, count: {count}}}
  - {{name: Scout, systems: 1B 1G 2Y}}
stations:
  - {{name: Depot, count: 3}}
"""
CAMPAIGN = """\
campaign: {name}
edition: rapid-attack
forces: [reds.yaml, blues.yaml]
objective: {{name: the <i>gate}}
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    leave_printing_out(monkeypatch)
    folder = tmp_path / "club"
    folder.mkdir()
    (folder / "small.ldr").write_text(SMALL, "utf-8")
    for name, file, count in ((HOSTILE, "reds", 3), ("Blues", "blues", 4)):
        (folder / f"{file}.yaml").write_text(FORCE.format(name=json.dumps(name), count=count), "utf-8")
    campaign = folder / "war.yaml"
    campaign.write_text(CAMPAIGN.format(name=json.dumps("The <script>war")), "utf-8")
    played_log(campaign, folder / "tuesday.json", 3, date(2026, 11, 17)).save()
    library.add_game(campaign, folder / "tuesday.json")
    return folder


def publish(folder: Path, *files: str) -> web_site.PublishedSite:
    paths = [folder / file for file in files] or [folder]
    return web_site.publish(paths, folder.parent / "site", buildable=False, width=120, steps=False)


def read(site: Path, name: str) -> Reader:
    reader = Reader()
    reader.feed((site / name).read_text("utf-8"))
    return reader


def test_a_campaigns_page_has_standings_curves_forces_and_reports(place: Path) -> None:
    built = publish(place, "war.yaml")
    site = place.parent / "site"
    page = read(site, "war/index.html")
    assert (built.made, built.problems, built.remarks) == (8, (), ())
    assert "By wins, then by the difference" in page.text
    assert "This order is ours: the book has none." in page.text
    assert "17 November 2026" in page.text
    # A line for each, with the score that the campaign tells at its end.
    assert next(one for tag, one in page.tags if tag == "polyline")["class"] == "p0"
    assert {*page.attributes("line", "class")} >= {"p0", "p1"}
    found = library.campaign(place / "war.yaml")
    assert all(str(score) in page.text for score in found.games[0].scores.values())
    links = page.attributes("a", "href")
    assert {"game-1.html", "../reds/index.html", "../blues/index.html", "../small/index.html"} <= {*links}
    files = [link.partition("#")[0] for link in links if not link.startswith("#")]
    assert [name for name in files if not (site / "war" / name).is_file()] == []
    report = read(site, "war/game-1.html")
    assert "has won" in report.text
    assert "../small/thumb.webp" in report.attributes("img", "src")
    assert "index.html" in report.attributes("a", "href")
    # Names are text wherever they stand.
    for name in ("war/index.html", "war/game-1.html", "index.html", "reds/index.html"):
        assert not {"script", "i"} & {tag for tag, told in read(site, name).tags if not told.get("src")}
    assert "Plays in The <script>war" in " ".join(read(site, "blues/index.html").text.split())
    assert "Campaigns" in read(site, "index.html").text


def test_a_campaigns_page_is_made_again_when_a_game_is_added_and_goes_with_its_file(place: Path) -> None:
    publish(place)
    site = place.parent / "site"
    again = publish(place)
    assert (again.made, again.kept) == (0, 8)
    played_log(place / "war.yaml", place / "wednesday.json", 4, date(2026, 11, 18)).save()
    library.add_game(place / "war.yaml", place / "wednesday.json")
    assert publish(place).made == 1
    assert (site / "war" / "game-2.html").is_file()
    # Games without a log are told as far as the file tells them; a log that is none is named.
    text = (place / "war.yaml").read_text("utf-8").replace("    log: tuesday.json\n", "")
    (place / "war.yaml").write_text(text, "utf-8")
    (place / "wednesday.json").write_text("{}", "utf-8")
    built = publish(place)
    assert built.made == 1
    assert "game 2 has no curve" in built.remarks[0]
    assert not (site / "war" / "game-1.html").exists()
    page = read(site, "war/index.html")
    assert "17 November 2026" in page.text
    assert "polyline" not in {tag for tag, _ in page.tags}
    (place / "war.yaml").unlink()
    publish(place)
    assert not (site / "war").exists()
    assert "Plays in" not in (site / "blues" / "index.html").read_text("utf-8")


def test_forces_elsewhere_are_left_out_and_named(place: Path) -> None:
    (place.parent / "secret.yaml").write_text(FORCE.format(name="Secret", count=3), "utf-8")
    text = (place / "war.yaml").read_text("utf-8").partition("objective:")[0]
    (place / "war.yaml").write_text(text.replace("[reds", "[../secret.yaml, reds"), "utf-8")
    said: list[str] = []
    web_site.publish(
        place / "war.yaml", place.parent / "site", buildable=False, width=120, steps=False, say=said.append
    )
    assert "secret.yaml" in said[0]
    assert "--outside" in said[0]
    site = place.parent / "site"
    assert not (site / "secret").exists()
    assert "Scout" not in (site / "war" / "index.html").read_text("utf-8").partition("Blues")[0]


def test_the_command_takes_a_campaign(place: Path) -> None:
    run = brickyard(["publish", "war.yaml", "-o", "../site", "--no-steps"], place)
    assert run.returncode == 0, run.stderr
    assert "8 pages made" in run.stdout


def test_a_force_has_the_same_verdict_on_its_page_and_on_its_campaigns(place: Path) -> None:
    twice = "1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n"
    (place / "small.ldr").write_text(f"{SMALL}{twice}{twice}", "utf-8")
    blues = place / "blues.yaml"
    legal = blues.read_text("utf-8").replace("systems: 1B 1G 1Y 2Rd, count: 4", "count: 3, rockets: 1")
    blues.write_text(f"{legal}game: {{size: skirmish, players: 2}}\n", "utf-8")
    site = place.parent / "site"
    web_site.publish([place], site, buildable=True, width=120, steps=False)
    stamps = {one.name: one.stamp for one in recall(site).entries() if one.kind == "company"}
    assert "warning" in stamps["Blues"], "one brick in another's place is a warning"
    page = (site / "war" / "index.html").read_text("utf-8")
    assert f">{stamps['Blues'].lower()}</span>" in page
