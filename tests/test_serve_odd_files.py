"""Robustness 2, 5 and 8: links in circles, pipes in the folder, many streams, requests without an end."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from brickyard.serving.request_guard import cookie_name
from brickyard.serving.server_state import Events
from brickyard.serving.yard import Yard
from brickyard.table import table_address
from brickyard.whole_files import Settling
from tests.serving import ADDRESS, EXAMPLES, PORT, TOKEN, Page, TestClient, running, workbench

posix = pytest.mark.skipif(sys.platform == "win32", reason="there are no such files")
LISTENERS = 60


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    folder = tmp_path_factory.mktemp("odd")
    shutil.copy(EXAMPLES / "frames" / "chub.mpd", folder)
    (folder / "loop.ldr").symlink_to("loop.ldr")
    (folder / "one.yaml").symlink_to("two.yaml")
    (folder / "two.yaml").symlink_to("one.yaml")
    (folder / "names.yaml").write_text(
        "company: A\nedition: one.yaml\nframes:\n  - {model: loop.ldr, name: A}\n"
    )
    (folder / "piped.yaml").write_text("company: B\nframes:\n  - {model: pipe.ldr, name: A}\n")
    for name in ("pipe.ldr", "pipe.io", "pipe.yaml", "pipe.png", "pipe.csv"):
        os.mkfifo(folder / name)
    with socket.socket(socket.AF_UNIX) as bound:
        here = Path.cwd()
        os.chdir(folder)
        bound.bind("socket.mpd")
        os.chdir(here)
        with workbench(folder) as found:
            yield found


@posix
def test_robustness_2_a_link_to_itself_stops_nothing(page: Page) -> None:
    files = [one["file"] for one in page.get("yard").json()["files"]]
    assert files == ["chub.mpd", "names.yaml", "piped.yaml"]
    begun = page.post("new", what="company")
    assert begun.status_code == 200
    page.post("discard", file=begun.json()["file"])
    assert page.get("check", path="names.yaml").status_code == 200
    assert page.get("text", file="loop.ldr").status_code == 404


ODD = ("pipe.ldr", "pipe.io", "pipe.yaml", "pipe.png", "pipe.csv", "socket.mpd", "loop.ldr")


@posix
@pytest.mark.parametrize("file", ODD)
def test_robustness_5_pipes_and_sockets_are_no_files(page: Page, file: str) -> None:
    answers = [
        *(page.get(name, file=file) for name in ("text", "download", "bundle", "scene", "picture")),
        *(page.get(name, path=file) for name in ("check", "parts", "owned", "card")),
        page.get("parts", path="chub.mpd", owned=file),
        *(page.post(name, file=file) for name in ("save", "undo", "forget", "restore")),
        page.post("save", file=file, **{"as": f"other{Path(file).suffix}"}),
        page.post("save", file="chub.mpd", force=True, **{"as": file}),
        page.post("text", file=file, draft=0, text="0 x\n"),
        page.post("buy", files=[file]),
        page.post("make", what="sheets", files=[file]),
        page.post("play", files=[file]),
    ]
    assert {answer.status_code for answer in answers} <= {400, 404}


@posix
def test_robustness_5_a_list_that_names_a_pipe_says_so(page: Page) -> None:
    assert "is a pipe, not a file" in page.get("check", path="piped.yaml").text


@posix
def test_robustness_5_a_pipe_that_appears_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "new.ldr")
    settling = Settling(tmp_path / "new.ldr")
    while not settling.is_settled:
        settling.look()
    assert settling.data is None


@posix
def test_robustness_5_after_a_save_of_a_pipe_ctrl_c_still_ends_it(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "f.ldr")
    with running(str(tmp_path)) as server:
        assert server.post("save", file="f.ldr").status_code == 404
        os.killpg(server.process.pid, signal.SIGINT)
        assert server.process.wait(60) == 0


def test_robustness_2_what_breaks_is_answered_as_documented(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_yard: Yard) -> None:
        raise RuntimeError("ours")

    monkeypatch.setattr(Yard, "listing", broken)
    app: Any = page.client.app
    client = TestClient(app, ADDRESS, raise_server_exceptions=False, cookies={cookie_name(PORT): TOKEN})
    answer = client.get("/api/yard")
    assert answer.status_code == 500
    assert answer.json() == {
        "error": "something broke in brickyard itself; the window that started it says what"
    }
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_robustness_8_streams_are_counted_before_they_begin() -> None:
    async def come() -> tuple[int, bool]:
        events = Events()
        streams: list[AsyncIterator[bytes]] = []
        while not events.is_crowded:
            streams.append(events.since(None))
        many = len(streams)
        assert await anext(streams[0])
        # Those whose pages are gone before they begin make room, too.
        streams.clear()
        return many, events.is_crowded

    assert asyncio.run(come()) == (LISTENERS, False)


def test_robustness_8_of_200_pages_at_once_60_may_listen(tmp_path: Path) -> None:
    async def come(base: str, token: str) -> list[bytes]:
        host, port = base.removeprefix("http://").split(":")
        ask = (
            f"GET /api/events HTTP/1.1\r\nHost: {host}:{port}\r\nx-brickyard-token: {token}\r\n\r\n".encode()
        )
        pairs = [await asyncio.open_connection(host, int(port)) for _ in range(200)]
        for _, writer in pairs:
            writer.write(ask)
        lines = [await reader.readline() for reader, _ in pairs]
        for _, writer in pairs:
            writer.close()
        return lines

    with running(str(tmp_path)) as server:
        lines = asyncio.run(come(server.base, server.token))
    assert sum(b" 200 " in line for line in lines) == LISTENERS
    assert sum(b" 429 " in line for line in lines) == 200 - LISTENERS


async def _answer(request: Request) -> Response:
    return PlainTextResponse(str(len(await request.body())))


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: a\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n123",
        b"GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HT",
    ],
)
@pytest.mark.parametrize("kind", [table_address.TimedHttp, table_address.BoundedHttp])
def test_robustness_8_a_request_that_never_comes_whole_is_given_up(
    monkeypatch: pytest.MonkeyPatch, begun: bytes, kind: type[table_address.TimedHttp]
) -> None:
    monkeypatch.setattr(table_address, "_SILENT_SECONDS", 0.1)

    async def come() -> bytes:
        app = Starlette(routes=[Route("/", _answer, methods=["GET", "POST"])])
        config = uvicorn.Config(app, http=kind, ws="none", lifespan="off", log_level="critical", port=0)
        server = uvicorn.Server(config)
        with socket.socket() as opened:
            opened.bind(("127.0.0.1", 0))
            opened.listen()
            serving = asyncio.create_task(server.serve([opened]))
            reader, writer = await asyncio.open_connection(*opened.getsockname())
            writer.write(begun)
            try:
                said = await asyncio.wait_for(reader.read(), 60)
            except ConnectionResetError:
                said = b""
            writer.close()
            server.should_exit = True
            await serving
        return said

    assert asyncio.run(come()).count(b"HTTP/1.1 200") == begun.count(b"a\r\n\r\nGET")
