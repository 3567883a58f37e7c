"""The served table as a stranger's shell has it: one address first, Ctrl-C ends it, kill -9 loses nothing."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest

from tests.hosting import event
from tests.running import ENVIRONMENT, brickyard

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")
COMPANY = "company: Reds\nframes:\n  - {name: Soldier, systems: 1B 1G 1Y 2Rd, count: 3}\n"


@contextmanager
def started(
    folder: Path, *arguments: str, under: tuple[str, ...] = ()
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The process and the address on its first line; `under` is a command that starts it."""
    (folder / "reds.yaml").write_text(COMPANY, "utf-8")
    command = [*under, sys.executable, "-m", "brickyard", "table", "reds.yaml", "--no-open", *arguments]
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


def test_whenever_the_host_is_killed_all_that_it_confirmed_is_there_and_the_game_goes_on(
    tmp_path: Path,
) -> None:
    """Issue 25, item 14: killed while events come in, three times."""
    confirmed: dict[str, int] = {}
    again = ""
    for turn in range(4):
        with started(tmp_path, "--log", "log.json") as (process, address):
            assert address == (again or address)
            again = address
            with httpx.Client() as guest:
                log = guest.get(address + "log.json").json()
            assert confirmed.items() <= {one["id"]: one["n"] for one in log["events"]}.items()
            assert [one["n"] for one in log["events"]] == list(range(1, len(log["events"]) + 1))
            assert [path.name for path in tmp_path.iterdir() if "log.json." in path.name] == []
            if turn == 3:
                continue
            with ThreadPoolExecutor(3) as guests:
                reached = threading.Barrier(4)
                sent = [
                    guests.submit(enters, f"{address}events", log["game"]["id"], f"{turn}-{who}", reached)
                    for who in range(3)
                ]
                reached.wait(60)
                process.kill()
                for one in sent:
                    confirmed |= one.result(60)
            process.wait()
    assert len(confirmed) >= 3 * 3 * 5


def enters(address: str, game: str, name: str, reached: threading.Barrier) -> dict[str, int]:
    """Enters events until the host is gone; what it confirmed. It may be killed after the fifth."""
    confirmed: dict[str, int] = {}
    with httpx.Client() as guest, contextlib.suppress(httpx.HTTPError):
        for number in range(10_000):
            if number == 5:
                reached.wait(60)
            sent = {"game": game, "events": [event(f"e-{name}-{number}")]}
            (taken,) = guest.post(address, json=sent).json()["numbers"]
            confirmed[taken["id"]] = taken["n"]
    return confirmed


def test_phones_come_back_to_a_host_that_was_killed_and_bring_what_was_tapped_meanwhile(
    tmp_path: Path, browser: Browser
) -> None:
    """Issue 25, item 14: the page is the real one, and nobody loads it again."""
    numbered = """(most) => JSON.parse(localStorage.getItem(`${brickyardTable.game.id}:log`) || "[]")
        .filter((one) => one.n).length >= most"""
    with contextlib.ExitStack() as stack:
        contexts = [browser.new_context(locale="en-GB") for _ in range(2)]
        for one in contexts:
            stack.callback(one.close)
        ann, bob = (context.new_page() for context in contexts)
        with started(tmp_path, "frames=3,systems=9,stations=2", "--log", "log.json") as (process, address):
            for page in (ann, bob):
                page.goto(address)
            ann.click("[data-do=start]")
            bob.wait_for_function(numbered, arg=1)
            process.kill()
            process.wait()
        kept = (tmp_path / "log.json").read_bytes()
        bob.click("[data-do=turn] >> nth=0")
        bob.wait_for_selector(".card.turn")
        assert (tmp_path / "log.json").read_bytes() == kept
        with started(tmp_path, "frames=3,systems=9,stations=2", "--log", "log.json") as (_, again):
            assert again == address
            for page in (ann, bob):
                page.wait_for_function(numbered, arg=2)
            ann.wait_for_selector(".card.turn")
        told = json.loads((tmp_path / "log.json").read_text("utf-8"))["events"]
        assert [one["do"] for one in told] == ["start", "turn"]


@pytest.mark.skipif(sys.platform != "linux", reason="prlimit")
def test_a_host_whose_disk_is_full_keeps_the_log_whole_and_goes_on_when_there_is_room(tmp_path: Path) -> None:
    """Issue 25, item 14: the kernel refuses to let any file grow beyond what the log has."""
    import resource

    with started(tmp_path, "--log", "log.json") as (process, address), httpx.Client() as guest:
        path = tmp_path / "log.json"
        game = guest.get(address + "log.json").json()["game"]["id"]

        def enter(*names: str) -> httpx.Response:
            return guest.post(
                address + "events", json={"game": game, "events": [event(name) for name in names]}
            )

        assert enter("one").status_code == 200
        kept, limits = path.read_bytes(), resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (len(kept), limits[1]))
        for name in ("two", "three"):
            answer = enter(name)
            assert (answer.status_code, answer.json()["say"]) == (507, "not-saved")
            assert path.read_bytes() == kept
        assert sorted(one.name for one in tmp_path.iterdir()) == ["log.json", "reds.yaml", "state"]
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, limits)
        assert enter("three", "two").json()["numbers"] == [{"id": "three", "n": 3}, {"id": "two", "n": 2}]
        told = json.loads(path.read_text("utf-8"))["events"]
        assert [one["id"] for one in told] == ["one", "two", "three"]


def test_no_game_begins_on_a_full_disk_and_nothing_half_written_stays(tmp_path: Path) -> None:
    full = ("sh", "-c", 'ulimit -f 0; exec "$@"', "sh")
    with started(tmp_path, "--log", "log.json", under=full) as (process, line):
        assert (process.wait(60), line) == (2, "")
        assert process.stderr
        assert process.stderr.read() == "brickyard: log.json: can't be written: File too large\n"
    assert not (tmp_path / "log.json").exists()


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
