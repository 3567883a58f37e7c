"""The served table as a stranger's shell has it: one address first, Ctrl-C ends it, kill -9 loses nothing."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.hosting import event
from tests.running import ENVIRONMENT, brickyard

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")
COMPANY = "company: Reds\nframes:\n  - {name: Soldier, systems: 1B 1G 1Y 2Rd, count: 3}\n"


@contextmanager
def started(folder: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The process and the address on its first line."""
    (folder / "reds.yaml").write_text(COMPANY, "utf-8")
    command = [sys.executable, "-m", "brickyard", "table", "reds.yaml", "--no-open", *arguments]
    environment = {**os.environ, **ENVIRONMENT, "XDG_STATE_HOME": str(folder / "state")}
    with subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout
            yield process, process.stdout.readline().strip()
        finally:
            if process.poll() is None:
                process.kill()


def test_kill_9_loses_nothing_and_the_game_goes_on_at_the_same_address(tmp_path: Path) -> None:
    with started(tmp_path, "--log", "log.json") as (process, address), httpx.Client() as guest:
        game = guest.get(address + "log.json").json()["game"]["id"]
        sent = {"game": game, "events": [event("one"), event("two")]}
        assert guest.post(address + "events", json=sent).status_code == 200
        process.kill()
        process.wait()
    with started(tmp_path, "--log", "log.json") as (process, again), httpx.Client() as guest:
        assert again == address
        log = guest.get(again + "log.json").json()
        assert [one["id"] for one in log["events"]] == ["one", "two"]
        assert log["game"]["id"] == game
        with started(tmp_path, "--log", "log.json") as (second, line):
            assert second.wait(30) == 2
            assert line == ""
            assert second.stderr
            assert "served already by another brickyard" in second.stderr.read()


def test_ctrl_c_ends_it_although_a_page_listens(tmp_path: Path) -> None:
    with started(tmp_path) as (process, address), httpx.Client() as guest:
        assert address.startswith("http://127.0.0.1:")
        stream = guest.send(guest.build_request("GET", address + "events"), stream=True)
        assert next(stream.iter_lines()) == "event: hello"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        assert (process.returncode, err) == (0, "")
        assert out.splitlines()[-1] == "Stopped. Nothing was entered."
        assert not list(tmp_path.glob("*.json"))


def test_a_log_of_another_game_is_refused(tmp_path: Path) -> None:
    told = {"id": "x", "edition": "rapid-attack", "players": [{"key": "a", "force": {"name": "Greens"}}]}
    log = {"brickyard": "log", "version": 1, "game": told, "events": []}
    (tmp_path / "log.json").write_text(json.dumps(log))
    with started(tmp_path, "--log", "log.json") as (process, line):
        assert (process.wait(30), line) == (2, "")
        assert process.stderr
        assert "this log belongs to another game (Greens, rapid-attack)" in process.stderr.read()


def test_two_games_that_begin_in_one_folder_keep_two_logs(tmp_path: Path) -> None:
    with started(tmp_path) as (_, first), started(tmp_path) as (_, second), httpx.Client() as guest:
        for address, name in ((first, "one"), (second, "two")):
            game = guest.get(address + "log.json").json()["game"]["id"]
            sent = {"game": game, "events": [event(name)]}
            assert guest.post(address + "events", json=sent).status_code == 200
        logs = [json.loads(path.read_text("utf-8")) for path in sorted(tmp_path.glob("game-*.json"))]
        assert sorted(log["events"][0]["id"] for log in logs) == ["one", "two"]


@pytest.mark.parametrize("players", [None, 3, ["a"], [{"force": [1]}], [{"force": "Reds"}]])
def test_a_log_with_odd_players_is_refused_in_words(players: object, tmp_path: Path) -> None:
    told = {"id": "x", "edition": "rapid-attack", "players": players}
    log = {"brickyard": "log", "version": 1, "game": told, "events": []}
    (tmp_path / "log.json").write_text(json.dumps(log))
    (tmp_path / "reds.yaml").write_text(COMPANY, "utf-8")
    ran = brickyard(["table", "reds.yaml", "--no-open", "--log", "log.json"], tmp_path)
    assert ran.returncode == 2
    assert "this log belongs to another game" in ran.stderr


def test_a_log_that_goes_on_brings_no_rules_of_its_own(tmp_path: Path) -> None:
    told = {"id": "x", "edition": "rapid-attack", "players": [{"key": "a", "force": {"name": "Reds"}}]}
    game = {**told, "rules": {"say": "mine"}}
    log = {"brickyard": "log", "version": 1, "game": game, "events": []}
    (tmp_path / "log.json").write_text(json.dumps(log))
    with started(tmp_path, "--log", "log.json") as (_, address), httpx.Client() as guest:
        data = guest.get(address + "data.js").text
        assert '"say":"mine"' not in data
        assert '"clock":{"start":11' in data
