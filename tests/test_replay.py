"""`brickyard replay`: a game in words and as JSON, and logs that are none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.fleets.battles.playing import GOLDEN, golden
from tests.running import ROOT, brickyard

EXAMPLE = GOLDEN / "example-round.json"


def test_the_books_round_is_told_in_words_with_the_scores_after_every_event() -> None:
    ran = brickyard(["replay", str(EXAMPLE)])
    lines = ran.stdout.splitlines()
    assert (ran.returncode, lines[0]) == (
        0,
        "Joshua, Vincent, Sebastian, by Mobile Frame Zero: Rapid Attack, version 001",
    )
    assert "  c  Sebastian: Piercing Eye, 6 assets × 7 = 42" in lines
    assert "    1    21   36   42  The battle begins, the clock at 11." in lines
    assert "   93    21   36   35  Vincent takes one more off the clock: 9." in lines
    assert lines[-1] == "Round 2, the clock at 9, 3 to 9 rounds left: Vincent 36, Sebastian 35, Joshua 21."
    assert len([line for line in lines if line[:5].strip().isdecimal()]) == 95


def test_json_has_every_event_with_its_scores_and_the_state_after_the_last() -> None:
    told = json.loads(brickyard(["replay", str(EXAMPLE), "--format", "json"]).stdout)
    assert [event["scores"]["c"] for event in told["events"]][75:79] == [42, 42, 35, 35]
    assert (told["state"]["clock"], told["edition"]["id"], told["players"]["b"]) == (
        9,
        "rapid-attack",
        "Vincent",
    )


def test_short_leaves_out_what_was_taken_back() -> None:
    log = str(GOLDEN / "contested.json")
    assert "taken back: " in brickyard(["replay", log]).stdout
    short = brickyard(["replay", log, "--short"]).stdout
    assert "taken back: " not in short
    assert "Vincent won after 4 rounds: Vincent 42, Sebastian 28, Joshua 24." in short


@pytest.mark.parametrize(
    ("name", "ending"),
    [
        ("two-fleets", "Ben won after 11 rounds: Ben 48, Anna 20."),
        ("eleven-rounds", "Sebastian won after 11 rounds: Sebastian 42, Vincent 36, Joshua 21."),
        ("waves", "Destroyed in wave 4."),
    ],
)
def test_every_game_is_told_to_its_end(name: str, ending: str) -> None:
    assert brickyard(["replay", str(GOLDEN / f"{name}.json")]).stdout.splitlines()[-1] == ending


def test_a_mechs_turn_in_a_log_of_an_older_page_is_still_read(tmp_path: Path) -> None:
    """V1: older pages wrote the way round into the key of who entered it."""

    told: list[dict[str, Any]] = [
        {"do": "start"},
        {"do": "wave", "rolled": 6, "entries": [3]},
        {"do": "choose", "enemy": "F1", "rolled": 2},
        {"do": "choose", "action": "turn or change stance"},
        {"do": "advance"},
    ]

    def sectors(**said: Any) -> list[int]:
        events = [{"id": f"e{at}", **one} for at, one in enumerate([*told, {"do": "acted", **said}])]
        log = {**golden("a-changed-mind"), "events": events}
        (tmp_path / "log.json").write_text(json.dumps(log), "utf-8")
        ran = brickyard(["replay", str(tmp_path / "log.json"), "--format", "json"])
        assert (ran.returncode, ran.stderr) == (0, "")
        return [one["sector"] for one in json.loads(ran.stdout)["state"]["mech"]["enemies"]]

    assert (sectors(by="device f850"), sectors(by=1), sectors(by=-1)) == ([3], [4], [2])
    assert (sectors(by="device f850", way=1), sectors(way=-1)) == ([4], [2])
    page = ["replay", str(tmp_path / "log.json"), "-o", str(tmp_path / "battle.html")]
    assert brickyard(page).returncode == 0


def test_a_page_of_the_battle_is_written_where_it_is_asked_for(tmp_path: Path) -> None:
    ran = brickyard(["replay", str(EXAMPLE), "-o", "battle.html"], tmp_path)
    end, written = ran.stdout.splitlines()
    assert (ran.returncode, written) == (0, "Written to battle.html.")
    assert end == brickyard(["replay", str(EXAMPLE)]).stdout.splitlines()[-1]
    assert "Piercing Eye" in (tmp_path / "battle.html").read_text("utf-8")


def test_its_page_shows_the_models_of_the_lists_that_are_named(tmp_path: Path) -> None:
    game = ROOT / "examples" / "campaigns" / "games" / "2026-09-05.json"
    fang = ROOT / "examples" / "companies" / "suns-fang.yaml"
    assert brickyard(["replay", str(game), str(fang), "-o", "battle.html"], tmp_path).returncode == 0
    page = (tmp_path / "battle.html").read_text("utf-8")
    assert page.count("data:image/webp") == 4, "as many as Sun's Fang has frames"


def test_half_a_letter_in_a_name_is_no_reason_to_fail(tmp_path: Path) -> None:
    log = golden("example-round")
    log["game"]["players"][0]["force"]["name"] = "Half \ud83d"
    (tmp_path / "log.json").write_text(json.dumps(log))
    ran = brickyard(["replay", "log.json", "-o", "battle.html"], tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Half ?" in (tmp_path / "battle.html").read_text("utf-8")


def changed(**game: Any) -> dict[str, Any]:
    log = golden("example-round")
    return {**log, "game": {**log["game"], **game}}


HOSTILE: dict[str, tuple[Any, str]] = {
    "no JSON": ("{", "this is not the log of a game"),
    "a list": ([], "this is not the log of a game"),
    "another document": ({"brickyard": "check"}, "this is not the log of a game"),
    "another version": ({**golden("example-round"), "version": 9}, "this is not the log of a game"),
    "no players": (changed(players=[]), "1 to 5 players"),
    "too many players": (changed(players=[{}] * 6), "1 to 5 players"),
    "no edition": (changed(edition=3), "its edition is none"),
    "an edition that is a path": (changed(edition="../secret.yaml"), "isn't one of ours"),
    "an event that is none": ({**golden("example-round"), "events": [3]}, "event 1: This is not an event."),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_log_is_refused_in_words(name: str, tmp_path: Path) -> None:
    content, why = HOSTILE[name]
    text = content if isinstance(content, str) else json.dumps(content)
    (tmp_path / "log.json").write_text(text, "utf-8")
    ran = brickyard(["replay", "log.json"], tmp_path)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert why in ran.stderr
    assert len(ran.stderr.splitlines()) == 1


def test_a_deep_or_a_huge_file_is_refused_too(tmp_path: Path) -> None:
    (tmp_path / "deep.json").write_text("[" * 200_000, "utf-8")
    (tmp_path / "huge.json").write_bytes(b" " * 5_000_000)
    assert "this is not the log" in brickyard(["replay", "deep.json"], tmp_path).stderr
    assert "too large" in brickyard(["replay", "huge.json"], tmp_path).stderr


def test_a_log_cant_bring_numbers_or_control_codes_of_its_own(tmp_path: Path) -> None:
    log = changed(rules={"clock": {"start": 99}})
    log["game"]["players"][0]["name"] = "Jo\x1b[31m\u202eshua"
    log["game"]["players"][1]["force"] = {"units": [{"kind": "frame", "systems": ["Rd", "Xx"]}]}
    (tmp_path / "log.json").write_text(json.dumps(log), "utf-8")
    ran = brickyard(["replay", "log.json"], tmp_path)
    assert ran.returncode == 0
    assert "\x1b" not in ran.stdout
    assert "\u202e" not in ran.stdout
    # Vincent's force can't be read, so the battle never begins.
    assert ran.stdout.splitlines()[-1] == "The battle has not begun."


@pytest.mark.parametrize("name", ["example-round", "two-fleets", "waves"])
def test_a_game_is_told_in_german_with_the_same_scores(name: str) -> None:
    log = str(GOLDEN / f"{name}.json")
    english, german = (
        json.loads(brickyard(["replay", log, "--format", "json", "--language", one]).stdout)
        for one in ("en", "de")
    )
    assert [one["scores"] for one in german["events"]] == [one["scores"] for one in english["events"]]
    same = {one["words"] for one in english["events"]} & {one["words"] for one in german["events"]}
    assert {words for words in same if not words.startswith("No")} == set()
    told = brickyard(["replay", log, "--language", "de"]).stdout
    assert "\u00ad" not in told
    for word in (" won ", "Round", "beaten", " rounds", " attacks "):
        assert word not in told
