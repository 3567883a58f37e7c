"""After the game: the battle's page, and results in the campaign's file."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from brickyard.campaigns.campaign_answer import add_game
from brickyard.table import Language
from brickyard.table.battle_page import battle_html, battle_told
from brickyard.table.game_script import GAME_SCRIPT, game_script
from brickyard.table.table_texts import texts
from ldraw_tools.findings import BrickyardError
from tests.running import ROOT, brickyard

# Where the checkers are, node is too.
NODE = shutil.which("node") or ""
GAME = {"edition": "rapid-attack", "title": "Rapid Attack", "size": "skirmish"}


def player(key: str, name: str, start: int, score: int, **more: Any) -> dict[str, Any]:
    about = {"per_asset": 5, "assets": score // 5, "start_score": start, "lost": 1}
    return {"key": key, "name": name, "force": name, "score": score, **about, **more}


def unit(key: str, number: int, name: str, lost: str = "", struck: tuple[str, ...] = ()) -> dict[str, Any]:
    return {
        "id": f"{key}{number}",
        "first": key,
        "owner": key,
        "name": name,
        "lost": lost,
        "struck": [*struck],
        "systems": ["B", "G", "Rd", "Rd"],
    }


def state(*names: str, **more: Any) -> dict[str, Any]:
    """A game of two or three that is over after two rounds."""
    starts = [42, 36, 21]
    players = [player("abc"[at], name, starts[at], starts[at] - 5 * at) for at, name in enumerate(names)]
    scores = [{one["key"]: one["start_score"] - by for one in players} for by in (0, 3)]
    units = [unit("a", 1, "Lash", "destroyed"), unit("a", 2, "Whip", "", ("B", "Rd")), unit("b", 1, "Iris")]
    log = [
        {"words": f"Event {number} <b>of</b> “{names[0]}”.", "effect": number != 2, "undone": number == 3,
         "round": number // 2, "do": "note" if number < 5 else "check"}
        for number in range(6)
    ]  # fmt: skip
    return {
        "players": players,
        "phase": "over",
        "round": 2,
        "winners": ["a"],
        "objective": None,
        "mech": None,
        "history": [{"round": at, "clock": 11 - at, "scores": row} for at, row in enumerate(scores)],
        "units": {one["id"]: one for one in units},
        "stations": [{"id": "as1", "name": "Depot", "first": "a", "holder": "b", "contested_by": []}],
        "log": log,
        **more,
    }


HOSTILE = "<script>alert(1)</script> & \"'"
STATES = {
    "two": state("Reds", "Blues"),
    "three": state("Estar's Anvil", "A force with a very long name indeed", HOSTILE),
    "begun": state("Reds", "Blues", phase="play", winners=[], history=[]),
    "set up": state("Reds", "Blues", phase="setup", winners=[], history=[], log=[], units={}),
    "a mech": state("Standard", phase="over", units={}, mech={"won": True, "circles": 1, "wave": 4}),
    "won together": state("Reds", "Blues", winners=["a", "b"]),
}


@pytest.mark.usefixtures("checkers")
@pytest.mark.parametrize("what", STATES)
@pytest.mark.parametrize("language", Language)
def test_the_page_of_a_battle_is_the_same_from_python_and_from_the_table(
    what: str, language: Language, tmp_path: Path
) -> None:
    pictures = {"a1": "data:image/webp;base64,AAAA"}
    script = tmp_path / GAME_SCRIPT
    script.write_bytes(game_script())
    program = (
        "require('vm').runInThisContext(require('fs').readFileSync(process.argv[1], 'utf8'));"
        "const told = JSON.parse(require('fs').readFileSync(0, 'utf8'));"
        "process.stdout.write(brickyardGame.played_page.page_of(...told));"
    )
    made = {**battle_told(), "language": str(language)}
    told = [GAME, STATES[what], pictures, texts(f"{language}-battle"), made]
    run = subprocess.run(
        [NODE, "-e", program, str(script)], input=json.dumps(told), capture_output=True, encoding="utf-8",
        check=True,
    )  # fmt: skip
    assert run.stdout == battle_html(GAME, STATES[what], pictures, language)


def test_the_page_of_a_battle_tells_scores_losses_and_what_happened() -> None:
    page = battle_html(GAME, STATES["three"])
    assert "Estar&#39;s Anvil has won." in page
    assert '<polyline class="p2"' in page
    assert 'font-family: "Yard Narrow"; src: url("data:font/woff2;base64,' in page
    assert "<b>Lash</b><br>destroyed" in page
    assert "lost B Rd" in page
    crossed = re.search(r"lost B Rd<div[^>]*>(.*?)</div>", page)
    assert crossed
    assert re.findall(r'class="gone">(\w+)<', crossed[1]) == ["B", "Rd"]
    assert "<del>Event 3" in page
    assert "Event 2" not in page
    assert "Event 5" not in page
    assert (
        page.index("<summary>Setting up</summary>")
        < page.index("Event 1")
        < page.index("<summary>Round 1</summary>")
    )
    assert "<script" not in page
    assert "<b>of</b>" not in page
    assert "default-src 'none'" in page


@pytest.mark.parametrize("rounds", [1, 2, 4])
def test_a_curve_rises_with_its_score_from_the_start_to_the_last_round(rounds: int) -> None:
    scores = [{"a": 42 - 8 * (rounds - at), "b": 31} for at in range(rounds + 1)]
    history = [{"round": at, "clock": 11, "scores": row} for at, row in enumerate(scores)]
    page = battle_html(GAME, state("Reds", "Blues", history=history))
    wide, high = map(int, re.findall(r'viewBox="0 0 (\d+) (\d+)" role="img"', page)[0])
    lines = [int(y) for y in re.findall(r'class="grid" [^>]* y1="([-\d]+)"', page)]
    assert high > lines[0] > lines[-1] > 0
    ours, theirs = (
        [tuple(map(int, spot.split(","))) for spot in line.split()]
        for line in re.findall(r'<polyline class="p\d" points="([^"]*)"', page)
    )
    assert len(ours) == len(theirs) == rounds + 1
    below = re.findall(r'text-anchor="middle">([^<]*)<', page)
    assert below == ["start", *map(str, range(1, rounds + 1))]
    assert len({y for _, y in theirs}) == 1
    assert all(0 < one[0] < next_one[0] < wide for one, next_one in pairwise(ours))
    assert all(lines[0] > one[1] > next_one[1] > 0 for one, next_one in pairwise(ours))
    assert {*re.findall(r'<text class="p\d"[^>]*>([^<]*)<', page)} == {"Reds", "Blues"}


def test_a_player_without_a_forces_name_is_named_at_the_end_of_the_curve() -> None:
    players = [player("a", "Reds", 4, 4), {**player("b", "", 0, 0), "name": "Bea"}]
    page = battle_html(GAME, state("Reds", "", players=players))
    assert {*re.findall(r'<text class="p\d"[^>]*>([^<]*)<', page)} == {"Reds", "Bea"}


@pytest.mark.parametrize("step", [digit * 10**power for power in range(4) for digit in (1, 2, 5)])
def test_the_lines_behind_a_curve_are_at_most_five_above_nought_and_at_round_numbers(step: int) -> None:
    for most, lines in ((5 * step, 6), (5 * step - 1, 5)):
        players = [player("a", "Reds", 0, 0), player("b", "Blues", 0, 0)]
        page = battle_html(GAME, state("Reds", "Blues", players=players, history=[{"scores": {"a": most}}]))
        curve = page[page.index('<svg class="curve"') :]
        assert re.findall(r'text-anchor="end">(\d+)<', curve) == [str(at * step) for at in range(lines)]


def test_the_start_alone_is_no_curve() -> None:
    assert '<svg class="curve"' not in battle_html(GAME, state("Reds", "Blues", history=[]))


FORCE = "company: {name}\nframes:\n  - {{name: Soldier, systems: 1B 1G 1Y 2Rd, count: 3}}\n"
CAMPAIGN = """\
# Our long war.
campaign: The Gate
forces:
  - reds.yaml   # ours
  - "blues.yaml"
objective:
  name: the gate
  holder: Reds  # since the first game
games:
  # The first one.
  - date: 2026-09-05
    players: 2
    scores: {Reds: 10, Blues: 9}
    objective: Reds
"""


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    for name in ("Reds", "Blues"):
        (tmp_path / f"{name.lower()}.yaml").write_text(FORCE.format(name=name), "utf-8")
    (tmp_path / "campaign.yaml").write_text(CAMPAIGN, "utf-8")
    return tmp_path / "campaign.yaml"


def test_a_result_goes_into_the_campaigns_file_and_every_other_line_stays(campaign: Path) -> None:
    played = state("Reds", "Blues", objective={"holder": "b"})
    said = add_game(campaign, GAME, played, date(2026, 11, 17))
    assert "the game of 2026-11-17 is added (Reds 42, Blues 31)" in said
    text = campaign.read_text("utf-8")
    added = """\
  - date: 2026-11-17
    size: skirmish
    players: 2
    scores: {Reds: 42, Blues: 31}
    stations: {Reds: 0, Blues: 1}
    losses: {Reds: [Lash, a station]}
    objective: Blues
"""
    assert text == CAMPAIGN.replace("holder: Reds ", "holder: Blues") + added
    assert (campaign.parent / "campaign.yaml.bak").read_text("utf-8") == CAMPAIGN
    run = brickyard(["check", "campaign.yaml"], campaign.parent)
    assert "2. 2026-11-17, a skirmish of 2 players; Reds 42, Blues 31" in run.stdout
    assert "Losses are not carried over" in run.stdout
    assert "CAM" not in run.stdout


def test_a_campaign_without_games_gets_its_first(campaign: Path) -> None:
    campaign.write_text("campaign: The Gate\nforces: [reds.yaml, blues.yaml]\n", "utf-8")
    add_game(campaign, {**GAME, "size": ""}, state("Reds", "Blues"), date(2026, 11, 17))
    run = brickyard(["check", "campaign.yaml", "--format", "json"], campaign.parent)
    [report] = json.loads(run.stdout)["reports"]
    (game,) = report["campaign"]["games"]
    assert (game["scores"], game["losses"]) == ({"Reds": 42, "Blues": 31}, {"Reds": ["Lash", "a station"]})


@pytest.mark.parametrize(
    ("played", "words"),
    [
        (state("Reds", "Greens"), "Greens is not a force of this campaign"),
        (state("Reds", "Blues", phase="setup"), "has not begun"),
        (state("Reds", "Reds"), "can't tell them apart"),
    ],
)
def test_a_result_that_doesnt_belong_there_is_refused(
    played: dict[str, Any], words: str, campaign: Path
) -> None:
    with pytest.raises(BrickyardError, match=words):
        add_game(campaign, GAME, played, date(2026, 11, 17))
    assert campaign.read_text("utf-8") == CAMPAIGN


@pytest.mark.usefixtures("checkers")
def test_the_table_tells_the_same_lines_for_the_campaign(campaign: Path, tmp_path: Path) -> None:
    played = state("Reds", "Blues", objective={"holder": "b"})
    add_game(campaign, GAME, played, date(2026, 11, 17))
    (tmp_path / GAME_SCRIPT).write_bytes(game_script())
    program = (
        "globalThis.brickyardFold = {fold: (game, events) => game.state};"
        "for (const file of [process.argv[1], 'brickyard/table/static/battle.js'])"
        " require('vm').runInThisContext(require('fs').readFileSync(file, 'utf8'));"
        "const told = JSON.parse(require('fs').readFileSync(0, 'utf8'));"
        "process.stdout.write(brickyardBattle.campaign(told, [{at: '2026-11-17T20:00:00Z'}]));"
    )
    run = subprocess.run(
        [NODE, "-e", program, str(tmp_path / GAME_SCRIPT)],
        input=json.dumps({**GAME, "state": played}), cwd=ROOT,
        capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    assert campaign.read_text("utf-8").endswith(run.stdout)


def test_the_same_game_is_added_once(campaign: Path) -> None:
    add_game(campaign, GAME, state("Reds", "Blues"), date(2026, 11, 17))
    after = campaign.read_text("utf-8")
    with pytest.raises(BrickyardError, match="already"):
        add_game(campaign, GAME, state("Reds", "Blues"), date(2026, 11, 17))
    assert campaign.read_text("utf-8") == after


def test_from_a_campaign_to_the_table_and_back_into_the_campaign(campaign: Path) -> None:
    folder = campaign.parent
    run = brickyard(["table", "campaign.yaml", "-o", "page"], folder)
    assert run.returncode == 0, run.stderr
    text = (folder / "page" / "data.js").read_text("ascii")
    game = json.loads(text[text.index("{") : text.rindex("}") + 1])["game"]
    del game["rules"]
    told: list[dict[str, Any]] = [
        # Both are equal, and all want to begin with the tie.
        {"do": "start", "anyway": True},
        {"do": "lost", "unit": "a2"},
        {"do": "objective", "to": "b"},
        {"do": "lost", "unit": "a1"},
    ]
    events = [{"id": f"e{at}", "at": "2026-11-17T20:00:00Z", "by": "a", **one} for at, one in enumerate(told)]
    events.append({"id": "u", "at": "2026-11-17T21:00:00Z", "by": "b", "do": "undo", "what": "e3"})
    log = {"brickyard": "log", "version": 1, "game": game, "events": events}
    (folder / "log.json").write_text(json.dumps(log), "utf-8")
    add = ["replay", "log.json", "-o", "battle.html", "--campaign", "campaign.yaml"]
    refused = brickyard(add, folder)
    assert refused.returncode == 2
    assert "this game isn't over" in refused.stderr
    assert campaign.read_text("utf-8") == CAMPAIGN
    run = brickyard([*add, "--unfinished"], folder)
    assert (run.returncode, run.stderr) == (0, "")
    assert "<b>Soldier 2</b><br>destroyed" in (folder / "battle.html").read_text("utf-8")
    added = campaign.read_text("utf-8").split("objective: Reds\n")[-1]
    assert "date: 2026-11-17" in added
    assert "losses: {Reds: [Soldier 2]}" in added
    assert "unfinished: true" in added
    assert "log: log.json" in added
    assert "objective: Blues" in added
    # Losses are told and not carried over.
    run = brickyard(["table", "campaign.yaml", "-o", "next"], folder)
    text = (folder / "next" / "data.js").read_text("ascii")
    again = json.loads(text[text.index("{") : text.rindex("}") + 1])
    assert again["game"]["players"] == game["players"]
    assert again["about"]["campaign"]["holder"] == "Blues"
