"""Every command in the README is run, as it is written there."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from shutil import rmtree

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
_BLOCK = re.compile(r"^ *```console\n(.*?)^ *```", re.MULTILINE | re.DOTALL)


def commands() -> list[str]:
    blocks = _BLOCK.findall(README)
    lines = [line.strip() for block in blocks for line in block.splitlines()]
    assert all(line.startswith("$ ") for line in lines), "a console block holds commands only"
    return [line.removeprefix("$ ") for line in lines]


def ours() -> list[str]:
    return [command for command in commands() if command.startswith("brickyard ")]


def test_the_readme_has_the_commands_it_promises() -> None:
    assert len(ours()) >= 7
    # `make test` runs this test, .ci/run runs `make demo`; the installs are tried below.
    others = {command for command in commands() if command not in ours()}
    assert others == {"make demo", "make test", "pipx install .", "uv tool install ."}


def brickyard(arguments: list[str], folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "brickyard", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "COLUMNS": "100"}
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", timeout=600, check=False
    )


def clear_outputs(words: list[str]) -> None:
    """What an older brickyard wrote would not be written over."""
    for option, name in pairwise(words):
        if option == "-o" and name.startswith("build/"):
            (ROOT / name).unlink() if (ROOT / name).is_file() else rmtree(ROOT / name, ignore_errors=True)


@pytest.mark.parametrize("command", ours())
def test_a_command_of_the_readme_runs(command: str) -> None:
    clear_outputs(shlex.split(command))
    run = brickyard(shlex.split(command)[1:])
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip()
    assert not run.stderr
    assert "error" not in run.stdout.splitlines()[-1]
    if "--format" not in command:
        assert max(len(line) for line in run.stdout.splitlines()) <= 110


def test_the_demo_runs() -> None:
    clear_outputs(["-o", "build/demo-buy"])
    wrapper = f"{shlex.quote(sys.executable)} -m brickyard"
    script = (ROOT / "scripts" / "demo").read_text("utf-8").replace('"$brickyard" "$@"', '$brickyard "$@"')
    environment = {**os.environ, "BRICKYARD": wrapper, "PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        ["sh", "-c", script],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert "pieces" in run.stdout
    assert run.stdout.splitlines()[-1].endswith("index.html")


@pytest.mark.parametrize("tool", ["pipx", "uv"])
def test_installing_as_the_readme_says_gives_the_command(tool: str, tmp_path: Path) -> None:
    command = next(c for c in commands() if c.startswith(tool))
    places = {
        "PIPX_HOME": tmp_path / "home", "PIPX_BIN_DIR": tmp_path / "bin", "PIPX_MAN_DIR": tmp_path / "man",
        "UV_TOOL_DIR": tmp_path / "home", "UV_TOOL_BIN_DIR": tmp_path / "bin",
    }  # fmt: skip
    environment = {**os.environ, **{name: str(path) for name, path in places.items()}, "UV_NO_CONFIG": "1"}
    environment.pop("PYTHONPATH", None)
    words = shlex.split(command)
    install = subprocess.run(
        [sys.executable, "-m", *words], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert install.returncode == 0, install.stdout + install.stderr
    installed = tmp_path / "bin" / ("brickyard.exe" if os.name == "nt" else "brickyard")
    model = ROOT / "examples" / "frames" / "chub.mpd"
    run = subprocess.run(
        [installed, "inspect", model], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
    )
    assert run.returncode == 0, run.stderr
    assert "pieces" in run.stdout
