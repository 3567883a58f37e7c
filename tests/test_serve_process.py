"""The workbench as a process: its first line, its end, what is left when it is killed, and a real disk."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from pathlib import Path

import httpx
import pytest

from brickyard.serving.request_guard import HEADER
from brickyard.table.table_address import LOOPBACK, listening
from tests.running import ENVIRONMENT, brickyard
from tests.serving import EXAMPLES, Running, running

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals are other ones there")


def _heard(server: Running, wanted: str, seconds: float = 60) -> dict[str, object]:
    """The first event of that name, from the beginning on."""
    headers = {HEADER: server.token, "last-event-id": "0"}
    with httpx.stream("GET", f"{server.base}/api/events", headers=headers, timeout=seconds) as stream:
        name = ""
        for line in stream.iter_lines():
            if line.startswith("event: "):
                name = line.removeprefix("event: ")
            if line.startswith("data: ") and name == wanted:
                found: dict[str, object] = json.loads(line.removeprefix("data: "))
                return found
    raise AssertionError(f"no event {wanted}")


@posix
def test_the_first_line_is_the_address_and_ctrl_c_ends_it_with_pages_open() -> None:
    with running() as server:
        assert server.address.startswith("http://127.0.0.1:")
        assert httpx.get(server.address).status_code == 200
        assert httpx.get(server.base).status_code == 403
        yard = server.client.get("/api/yard").json()
        assert yard["examples"]
        with server.client.stream("GET", "/api/events") as stream:
            assert next(stream.iter_lines())
            assert server.stop() == 0
        assert server.process.stdout is not None
        assert server.process.stdout.read() == "", "nothing else is printed"
        assert server.told() == ""


@posix
def test_ctrl_c_while_workers_begin_prints_nothing() -> None:
    for number in range(3):
        with running() as server:
            while len(_children(server)) < number:
                assert server.process.poll() is None
            assert (server.stop(), server.told()) == (0, "")


def _children(server: Running) -> list[int]:
    command = ["pgrep", "-P", str(server.process.pid)]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    return [int(line) for line in found.stdout.split()]


@posix
def test_what_was_not_saved_is_kept_when_the_terminal_is_closed(tmp_path: Path) -> None:
    folder, state = tmp_path / "mechs", tmp_path / "state"
    folder.mkdir()
    (folder / "chub.mpd").write_bytes((EXAMPLES / "frames" / "chub.mpd").read_bytes())
    tagged = [{"target": {"submodel": "rifle.ldr"}, "tag": "2Ra"}]
    with running(str(folder), state=state) as server:
        assert server.post("tag", file="chub.mpd", draft=0, changes=tagged).status_code == 200
        now = server.client.get("/api/download", params={"file": "chub.mpd"}).content
        server.process.send_signal(signal.SIGHUP)
        server.process.wait(60)
        said = server.told()
    (kept,) = (state / "brickyard" / "unsaved").glob("*/chub.mpd")
    assert kept.read_bytes() == now != (folder / "chub.mpd").read_bytes()
    assert said.startswith("brickyard: 1 file with changes that were not saved: chub.mpd\n")
    assert str(kept.parent) in said.replace("\n", "")


@posix
def test_after_nohup_it_goes_on_when_the_terminal_is_closed() -> None:
    with running(before=["nohup"]) as server:
        server.process.send_signal(signal.SIGHUP)
        assert server.client.get("/api/rules").status_code == 200
        assert server.stop() == 0


def test_answers_are_sent_at_once() -> None:
    """Where a socket's protocol isn't named, asyncio lets each answer wait for the other side, 40 ms."""
    with listening(LOOPBACK, 0, usual=0) as opened:
        assert opened.proto == socket.IPPROTO_TCP


@posix
def test_a_model_saved_by_another_program_is_told_and_tags_are_written_where_the_command_line_finds_them(
    tmp_path: Path,
) -> None:
    (tmp_path / "chub.mpd").write_bytes((EXAMPLES / "frames" / "chub.mpd").read_bytes())
    with running(str(tmp_path), "--port", "0") as server:
        answer = server.post(
            "tag", file="chub.mpd", draft=0, changes=[{"target": {"submodel": "rifle.ldr"}, "tag": "2Ra"}]
        ).json()
        version = answer["version"]
        saved = server.post("save", file="chub.mpd", version=version, draft=answer["draft"]).json()
        assert saved["kept"] == "chub.mpd.bak"
        printed = json.loads(brickyard(["check", "chub.mpd", "--format", "json"], tmp_path).stdout)
        assert printed == server.client.get("/api/check", params={"path": "chub.mpd"}).json()
        other = (EXAMPLES / "frames" / "lancer.mpd").read_bytes()
        temporary = tmp_path / ".saving"
        temporary.write_bytes(other)
        temporary.replace(tmp_path / "new.mpd")
        told = _heard(server, "judged")
        assert told["file"] == "new.mpd"


@posix
def test_killed_while_saving_leaves_the_old_file_or_the_new_one(tmp_path: Path) -> None:
    old = (EXAMPLES / "frames" / "chub.mpd").read_bytes()
    path = tmp_path / "chub.mpd"
    path.write_bytes(old)
    with running(str(tmp_path)) as server:
        draft = server.post(
            "tag", file="chub.mpd", draft=0, changes=[{"target": {"submodel": "rifle.ldr"}, "tag": "2Ra"}]
        ).json()
        new = server.client.get("/api/download", params={"file": "chub.mpd"}).content
        assert new != old
        body = {"file": "chub.mpd", "version": draft["version"], "draft": draft["draft"]}
        saving = threading.Thread(target=lambda: _try(server, body), daemon=True)
        saving.start()
        while saving.is_alive() and [*tmp_path.iterdir()] == [path]:
            pass
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.wait()
        saving.join(60)
    assert path.read_bytes() in (old, new)


def _try(server: Running, body: dict[str, object]) -> None:
    try:
        httpx.post(f"{server.base}/api/save", json=body, headers={HEADER: server.token})
    except httpx.HTTPError:
        return


@posix
def test_workers_end_with_a_server_that_is_killed() -> None:
    with running() as server:
        assert server.client.get("/api/rules").status_code == 200
        workers = _children(server)
        assert workers
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.wait()
        for _ in range(600):
            if not any(_is_running(worker) for worker in workers):
                return
            time.sleep(0.1)
    raise AssertionError("a worker is still there")


def _is_running(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_a_port_that_is_taken_and_a_path_that_is_missing_are_one_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ran = brickyard(["serve", "--no-open", "--port", str(port)])
    assert ran.returncode == 2
    assert ran.stderr.startswith(f"brickyard: --port {port}: ")
    missing = brickyard(["serve", "no-such-folder", "--no-open"])
    assert missing.returncode == 2
    assert "no-such-folder" in missing.stderr
    other = brickyard(["serve", "README.md", "--no-open"])
    assert (other.returncode, "opens only .ldr, .mpd" in other.stderr) == (2, True)


@posix
@pytest.mark.parametrize("before", [[], ["nohup"]], ids=["", "nohup"])
def test_check_watch_judges_again_when_a_file_is_saved(before: list[str], tmp_path: Path) -> None:
    path = tmp_path / "chub.mpd"
    old = (EXAMPLES / "frames" / "chub.mpd").read_text()
    path.write_text(old)
    command = [*before, sys.executable, "-m", "brickyard", "check", "chub.mpd", "--watch"]
    environment = {**os.environ, **ENVIRONMENT, "PYTHONUNBUFFERED": "1"}
    told = threading.Event()
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            said = _until(process.stdout, "Watching.")
            assert "LEGAL by" in said
            if before:
                process.send_signal(signal.SIGHUP)
            saving = threading.Thread(
                target=_save_often, args=(path, old.replace("SYSTEM 1B", "SYSTEM 3B"), told)
            )
            saving.start()
            assert "error" in _until(process.stdout, "NOT LEGAL by")
            process.send_signal(signal.SIGINT)
            assert process.wait(60) == 0
        finally:
            told.set()
            process.kill()


def _save_often(path: Path, text: str, told: threading.Event) -> None:
    """Until the watch has begun, a change may go unseen."""
    while not told.wait(1):
        path.write_text(text)


def _until(stream: Iterable[str], wanted: str) -> str:
    said = ""
    for line in stream:
        said += line
        if line.startswith(wanted):
            return said
    raise AssertionError(said)
