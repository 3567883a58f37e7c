"""Walking through a page: files saved as it says, commands run as it shows them, answers compared."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.running import ROOT, Ran, brickyard

_BLOCK = re.compile(r"^ *```(\w+)\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
_SAVED_AS = re.compile(r"as\s+`([\w.-]+\.(?:yaml|csv|json))`")
_WIDEST = 110
# What a long job says where no terminal shows a bar.
_HOW_FAR = re.compile(r"[\w ]+: \d+ of \d+")
_KEEPS_RUNNING = ("serve",)


def blocks(text: str, wanted: str = "") -> Iterator[re.Match[str]]:
    return (block for block in _BLOCK.finditer(text) if wanted in ("", block[1]))


def commands(text: str) -> list[str]:
    """What is typed in the console blocks of a page."""
    lines = [line.strip() for block in blocks(text, "console") for line in block[2].splitlines()]
    assert all(line.startswith("$ ") for line in lines), "a console block holds commands only"
    return [line.removeprefix("$ ") for line in lines]


def run_as_written(command: str, folder: Path, run: Callable[[list[str], Path], Ran] = brickyard) -> str:
    """What a command that succeeds says; nothing is wider than a page, nothing is complained about."""
    name, *arguments = shlex.split(command)
    assert name == "brickyard", command
    if arguments[0] in _KEEPS_RUNNING and "--shortcut" not in arguments:
        return _asked_once(arguments, folder)
    ran = run(arguments, folder)
    assert ran.returncode == 0, f"{command}\n{ran.stdout}\n{ran.stderr}"
    complaints = [line for line in ran.stderr.splitlines() if not _HOW_FAR.fullmatch(line)]
    assert not complaints, f"{command}\n{ran.stderr}"
    assert ran.stdout.strip(), command
    if "--format" not in command:
        widest = max(ran.stdout.splitlines(), key=len)
        # Nobody can break the path of a folder.
        assert len(widest) <= _WIDEST or "/" in widest or "\\" in widest, f"{command}\n{widest}"
    return ran.stdout


def _asked_once(arguments: list[str], folder: Path) -> str:
    """A command that keeps running: started, asked once at the address that it prints, and stopped."""
    import httpx

    from tests.serving import running

    assert arguments[0] == "serve"
    with running(*arguments[1:], folder=folder) as server:
        assert httpx.get(server.address).status_code == 200
        assert server.stop() < 2
        return f"{server.address}\n"


def walk(page: Path, folder: Path) -> int:
    """Does all that a page says, in a folder of its own; how many commands that were."""
    if not (folder / "examples").exists():
        shutil.copytree(ROOT / "examples", folder / "examples")
    text = page.read_text("utf-8")
    ran, said = 0, ""
    for block in blocks(text):
        kind, body = block.groups()
        if kind == "text":
            for line in body.splitlines():
                assert " ".join(line.split()) in said, f"{line}\n{said}"
        elif kind in ("yaml", "csv", "json"):
            name = _SAVED_AS.findall(text[: block.start()])[-1]
            (folder / name).write_text(body, "utf-8")
        elif kind == "console":
            for command in commands(block[0]):
                said = " ".join(run_as_written(command, folder).split())
                ran += 1
    return ran
