"""A workbench in this process, and one in a process of its own."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TextIO

import httpx

from brickyard.serving.app import make_app
from brickyard.serving.request_guard import HEADER, cookie_name
from brickyard.serving.server_state import Served, ServerState
from tests.running import ENVIRONMENT, ROOT

with warnings.catch_warnings():
    # Starlette would rather have another client, which is not one of ours.
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient as TestClient

EXAMPLES = ROOT / "examples"
PORT = 8123
TOKEN = "a-token-for-tests"
ADDRESS = f"http://127.0.0.1:{PORT}"


class Page:
    """What a page does: it has the cookie, and sends the token with whatever changes something."""

    def __init__(self, client: TestClient, server: ServerState) -> None:
        self.client, self.server = client, server

    def get(self, name: str, /, **values: Any) -> httpx.Response:
        answer: httpx.Response = self.client.get(f"/api/{name}", params=values)
        return answer

    def post(self, name: str, /, **body: Any) -> httpx.Response:
        answer: httpx.Response = self.client.post(f"/api/{name}", json=body, headers={HEADER: TOKEN})
        return answer

    def drop(self, **files: bytes) -> dict[str, Any]:
        return self.drop_named({name.replace("__", "."): data for name, data in files.items()})

    def drop_named(self, files: dict[str, bytes]) -> dict[str, Any]:
        given = [("files", (name, data)) for name, data in files.items()]
        answer = self.client.post("/api/drop", files=given, headers={HEADER: TOKEN})
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def file(self, name: str) -> dict[str, Any]:
        found = [one for one in self.get("yard").json()["files"] if one["file"] == name]
        return found[0] if found else {}

    def tag(self, file: str, draft: int, target: dict[str, Any], tag: str) -> httpx.Response:
        return self.post("tag", file=file, draft=draft, changes=[{"target": target, "tag": tag}])


@contextlib.contextmanager
def workbench(*paths: Path, watches: bool = False, **served: Any) -> Iterator[Page]:
    server = ServerState(Served(tuple(paths), **served))
    app = make_app(server, TOKEN, PORT, watches=watches)
    cookies = {cookie_name(PORT): TOKEN}
    with TestClient(app, base_url=ADDRESS, cookies=cookies, raise_server_exceptions=True) as client:
        yield Page(client, server)


class Running:
    """A server that was started as a stranger's shell does it."""

    def __init__(self, process: subprocess.Popen[str], address: str, problems: TextIO) -> None:
        self.process, self.address, self._problems = process, address, problems
        self.base, _, self.token = address.partition("/?token=")
        self.client = httpx.Client(base_url=self.base, headers={HEADER: self.token}, timeout=60)

    def post(self, name: str, /, **body: Any) -> httpx.Response:
        return self.client.post(f"/api/{name}", json=body)

    def stop(self) -> int:
        """The exit status after Ctrl-C."""
        os.killpg(self.process.pid, signal.SIGINT)
        return self.process.wait(60)

    def told(self) -> str:
        """What it has said on stderr, once it has ended."""
        self._problems.seek(0)
        return self._problems.read()


@contextlib.contextmanager
def running(
    *arguments: str,
    folder: Path = ROOT,
    state: Path | None = None,
    temporary: Path | None = None,
    before: Sequence[str] = (),
) -> Iterator[Running]:
    command = [*before, sys.executable, "-m", "brickyard", "serve", "--no-open", *arguments]
    # What is unsaved at the end is kept for whoever runs it, not for whoever runs tests.
    environment = {**os.environ, **ENVIRONMENT, "XDG_STATE_HOME": str(state or ROOT / "build" / "state")}
    # As a shell does it: Ctrl-C reaches all of its processes. A file takes more words than a pipe.
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8") as problems,
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as own,
        subprocess.Popen(
            command,
            cwd=folder,
            # Its own temporary folder, so that it tells only of servers that this test has killed.
            env={**environment, "TMPDIR": str(temporary or own)},
            stdout=subprocess.PIPE,
            stderr=problems,
            text=True,
            start_new_session=True,
        ) as process,
    ):
        try:
            assert process.stdout is not None
            found = Running(process, process.stdout.readline().strip(), problems)
            with found.client:
                yield found
        finally:
            process.kill()
            process.wait()
