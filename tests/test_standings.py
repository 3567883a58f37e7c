"""How the forces of a campaign stand, logs that wait to be added, and the sample games."""

from __future__ import annotations

import json
import shutil
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import brickyard as library
from brickyard.campaigns.campaign_answer import entry_of
from brickyard.table.replay_answer import replay_log
from fleets.forces.campaign import PlayedGame, read_campaign, standings
from scripts.play_games import played_log
from tests.running import ROOT, brickyard
from tests.serving import workbench

EXAMPLE = ROOT / "examples" / "campaigns" / "the-long-dry.yaml"
LOGS = sorted((EXAMPLE.parent / "games").glob("*.json"))
# The seed that each was played with.
SEEDS = {"2026-09-05": 17, "2026-10-03": 4, "2026-10-31": 57}
BARE = EXAMPLE.read_text("utf-8").partition("  # Who has it")[0]
NAMES = ["Estar's Anvil", "Piercing Eye", "Sun's Fang"]


def game(scores: dict[str, int], **more: Any) -> PlayedGame:
    told: dict[str, Any] = {"losses": {}, "objective": "", "stations": {}, **more}
    return PlayedGame("2026-10-03", "skirmish", len(scores), scores, **told)


@pytest.mark.parametrize(
    ("games", "order"),
    [
        # Wins before all else; a game that somebody missed is none of theirs.
        ([game({"A": 9, "B": 10}), game({"A": 40, "C": 39}), game({"A": 30, "B": 29})], "A B C"),
        # Then the difference to the best of the others.
        ([game({"A": 9, "B": 10}), game({"A": 40, "B": 10})], "A B"),
        # Then stations, then fewest losses; a station that was lost is no unit.
        ([game({"A": 9, "B": 9}, stations={"A": 1, "B": 2})], "B A"),
        ([game({"A": 9, "B": 9}, losses={"A": ("Lash",), "B": ("a station", "a station")})], "B A"),
        # A tie that somebody won.
        ([game({"A": 9, "B": 9}, winner="B")], "B A"),
    ],
)
def test_forces_stand_by_wins_then_difference_stations_and_losses(
    games: list[PlayedGame], order: str
) -> None:
    assert [one.force for one in standings(games, sorted(order.split()))] == order.split()


def test_equal_forces_share_a_place_and_a_draw_is_won_by_both() -> None:
    first, second, third = standings([game({"A": 9, "B": 9, "C": 1})], "ABC")
    assert (first.place, second.place, third.place) == (1, 1, 3)
    assert (first.wins, second.wins, third.wins) == (1, 1, 0)
    assert (first.difference, third.difference, third.stations) == (0, -8, None)


def test_the_command_python_and_check_tell_the_same_standings() -> None:
    told = json.loads(brickyard(["campaign", str(EXAMPLE), "--format", "json"]).stdout)
    checked = json.loads(brickyard(["check", str(EXAMPLE), "--format", "json"]).stdout)
    found = library.campaign(EXAMPLE)
    assert told["standings"] == checked["reports"][0]["campaign"]["standings"]
    assert [one["force"] for one in told["standings"]] == [one.force for one in found.standings]
    assert (told["campaign"], told["verdict"], told["holder"]) == ("The Long Dry", "legal", "Estar's Anvil")
    assert [one["winners"] for one in told["games"]] == [["Sun's Fang"], ["Piercing Eye"], ["Estar's Anvil"]]
    assert told["logs"] == []


def test_the_order_is_said_to_be_ours() -> None:
    for form in ("text", "markdown"):
        text = " ".join(brickyard(["campaign", str(EXAMPLE), "--format", form]).stdout.split())
        assert "Sun's Fang" in text
        assert "This order is ours: the book has none." in text
        assert "advises against advantages won by results (RA p.150)" in text


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_a_sample_game_is_whole_legal_and_played_by_our_own_program(log: Path) -> None:
    found = replay_log(log)
    assert found.state["phase"] == "over"
    assert [one for one in found.state["log"] if not one["effect"] or one["note"] or one["anyway"]] == []
    assert found.state["round"] >= 4


def test_the_program_plays_a_sample_game_again(examples: Path) -> None:
    """By its seed, and with the rules of today."""
    campaign = examples / "campaigns" / EXAMPLE.name
    campaign.write_text(f"{BARE}games: []\n", "utf-8")
    day = min(SEEDS)
    log = played_log(campaign, examples / f"{day}.json", SEEDS[day], date.fromisoformat(day))
    assert log.data() == LOGS[0].read_bytes()


@pytest.fixture
def examples(tmp_path: Path) -> Path:
    for folder in ("campaigns", "companies", "frames", "stations"):
        shutil.copytree(ROOT / "examples" / folder, tmp_path / folder)
    return tmp_path


def test_logs_beside_a_campaign_wait_to_be_added(examples: Path) -> None:
    campaign = examples / "campaigns" / EXAMPLE.name
    campaign.write_text(f"{BARE}games: []\n", "utf-8")
    shutil.copytree(campaign.parent / "games", examples / "kept")
    (examples / "kept" / LOGS[0].name).rename(campaign.parent / "tuesday.json")
    # Another game's log, and what is no log, are none of ours.
    (campaign.parent / "other.json").write_text('{"brickyard": "log"}', "utf-8")
    stopped = json.loads((examples / "kept" / LOGS[1].name).read_text("utf-8"))
    stopped["events"] = stopped["events"][:200]
    (campaign.parent / "stopped.json").write_text(json.dumps(stopped), "utf-8")
    found = library.campaign(campaign)
    assert [(one.file, one.over, one.why) for one in found.logs] == [
        ("stopped.json", False, ""),
        ("tuesday.json", True, ""),
    ]
    assert "stopped.json" in brickyard(["campaign", str(campaign)]).stdout
    with pytest.raises(library.BrickyardError, match="this game isn't over: the clock shows"):
        library.add_game(campaign, campaign.parent / "stopped.json")
    assert "is added" in library.add_game(campaign, campaign.parent / "tuesday.json")
    said = library.add_game(campaign, campaign.parent / "stopped.json", unfinished=True)
    assert "not played to its end" in said
    found = library.campaign(campaign)
    assert [one.log for one in found.games] == ["tuesday.json", "stopped.json"]
    assert [one.unfinished for one in found.games] == [False, True]
    assert found.logs == ()
    with pytest.raises(library.BrickyardError, match="in it already"):
        library.add_game(campaign, campaign.parent / "tuesday.json")


def test_the_workbench_adds_only_logs_that_wait_beside_the_campaign(examples: Path) -> None:
    (examples / "campaigns" / EXAMPLE.name).write_text(f"{BARE}games: []\n", "utf-8")
    (examples.parent / "outside.json").write_bytes(LOGS[0].read_bytes())
    (examples / "campaigns" / "link.json").symlink_to(examples.parent / "outside.json")
    (examples / "campaigns" / "tuesday.json").write_bytes(LOGS[1].read_bytes())
    file = f"campaigns/{EXAMPLE.name}"
    with workbench(examples) as page:
        assert [one["file"] for one in page.get("campaign", path=file).json()["logs"]] == ["tuesday.json"]
        for log in ("link.json", "../../outside.json", "/etc/passwd", "games/2026-09-05.json"):
            refused = page.post("add-game", file=file, log=log)
            assert (refused.status_code, "no log that waits" in refused.text) == (400, True)
        added = page.post("add-game", file=file, log="tuesday.json").json()
        assert "log: tuesday.json" in added["text"]
        # A draft, until it is saved.
        assert "tuesday" not in (examples / file).read_text("utf-8")
        assert page.get("campaign", path=file).json()["logs"] == []


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("log: gone.json", "MAN093"),
        ("log: /etc/passwd", "MAN040"),
        ("winner: Nobody Here", "MAN092"),
        ("stations: {Fnag: 1}", "MAN081"),
        ("unfinished: perhaps", "MAN013"),
    ],
)
def test_what_is_wrong_with_the_new_keys_is_told(examples: Path, line: str, code: str) -> None:
    campaign = examples / "campaigns" / EXAMPLE.name
    campaign.write_text(f"{BARE}games:\n  - date: 2026-10-03\n    {line}\n", "utf-8")
    assert code in brickyard(["check", str(campaign)]).stdout


def test_the_samples_campaign_says_what_its_logs_say() -> None:
    campaign, told = read_campaign(EXAMPLE)
    assert campaign is not None
    assert told == []
    assert [EXAMPLE.parent / one.log for one in campaign.games] == LOGS
    for one in campaign.games:
        found = replay_log(EXAMPLE.parent / one.log)
        entry = entry_of(EXAMPLE, NAMES, found.game, found.state, found.day, EXAMPLE.parent / one.log)
        assert entry["date"] == date.fromisoformat(one.date)
        assert (entry["scores"], entry["stations"], entry["log"]) == (one.scores, one.stations, one.log)
        assert {name: tuple(lost) for name, lost in entry["losses"].items()} == one.losses


def test_a_new_campaign_whose_forces_are_still_missing_says_what_to_do(tmp_path: Path) -> None:
    """It was a table without a row, and who wins it."""
    assert brickyard(["new", "campaign", "-o", "league.yaml"], tmp_path).returncode == 0
    told = brickyard(["campaign", "league.yaml"], tmp_path).stdout
    assert "None of its forces can be read: brickyard check league.yaml says why." in told
    assert "Place" not in told
