"""The README keeps its promises: short, true, and every command in it runs as it is written."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from shutil import rmtree

import pytest

from tests.running import ROOT, brickyard, brickyard_process
from tests.walking import commands, run_as_written

pytestmark = pytest.mark.usefixtures("coarse_pictures")

README = (ROOT / "README.md").read_text("utf-8")


def ours() -> list[str]:
    return [command for command in commands(README) if command.startswith("brickyard ")]


def test_the_readme_fits_three_screens_and_has_the_commands_it_promises() -> None:
    assert len(README.splitlines()) <= 130
    assert len(ours()) >= 7
    # `make test` runs this test, .ci/run runs `make demo`; the installs are tried below.
    others = {command for command in commands(README) if command not in ours()}
    assert others == {"make demo", "make test", "uv tool install ."}


def test_what_the_readme_links_to_is_there() -> None:
    targets = re.findall(r"\]\(([^)#]+)\)", README)
    here = [target for target in targets if not target.startswith("https://")]
    assert len(here) >= 5
    assert not [target for target in here if not (ROOT / target).exists()]
    # A heading's address on a code host; those within the manual are Sphinx's to check.
    for page, heading in re.findall(r"\]\((docs/[^)#]+)#([^)]+)\)", README):
        headings = re.findall(r"^#+ (.+)$", (ROOT / page).read_text("utf-8"), re.MULTILINE)
        assert heading in [re.sub(r"[^\w -]", "", one).lower().replace(" ", "-") for one in headings]


def clear_outputs(words: list[str]) -> None:
    """What an older brickyard wrote would not be written over."""
    for option, name in pairwise(words):
        if option == "-o" and name.startswith("build/"):
            (ROOT / name).unlink() if (ROOT / name).is_file() else rmtree(ROOT / name, ignore_errors=True)


@pytest.mark.parametrize("command", ours())
def test_a_command_of_the_readme_runs(command: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    # One as a shell runs it, the others without a process of their own.
    said = run_as_written(command, tmp_path, brickyard_process if command == ours()[0] else brickyard)
    assert "error" not in said.splitlines()[-1]


def test_the_demo_runs_as_far_as_its_site(tmp_path: Path) -> None:
    """All of it is run by `make demo`, which .ci/run calls."""
    lines = (ROOT / "scripts" / "demo").read_text("utf-8").splitlines()
    calls = [line.removeprefix("say ") for line in lines if line.startswith("say ")]
    assert len(calls) >= 7
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    for call in calls[:-1]:
        assert run_as_written(f"brickyard {call}", tmp_path)
    assert calls[-1].startswith("publish ")


@pytest.mark.parametrize("tool", ["pipx", "uv"])
def test_installing_as_the_manual_says_gives_the_command_and_removing_takes_it(
    tool: str, tmp_path: Path
) -> None:
    lines = (ROOT / "docs" / "getting-started.md").read_text("utf-8").splitlines()
    command = next(line for line in lines if line.startswith(tool) and line.endswith("install ."))
    places = {
        "PIPX_HOME": tmp_path / "home", "PIPX_BIN_DIR": tmp_path / "bin", "PIPX_MAN_DIR": tmp_path / "man",
        "UV_TOOL_DIR": tmp_path / "home", "UV_TOOL_BIN_DIR": tmp_path / "bin",
    }  # fmt: skip
    environment = {**os.environ, **{name: str(path) for name, path in places.items()}, "UV_NO_CONFIG": "1"}
    environment.pop("PYTHONPATH", None)

    def do(line: str) -> None:
        words = [sys.executable, "-m", *shlex.split(line)]
        done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    do(command)
    installed = tmp_path / "bin" / ("brickyard.exe" if os.name == "nt" else "brickyard")
    model = ROOT / "examples" / "frames" / "chub.mpd"
    run = subprocess.run(
        [installed, "inspect", model], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
    )
    assert run.returncode == 0, run.stderr
    assert "pieces" in run.stdout
    remove = "uv tool uninstall brickyard" if tool == "uv" else "pipx uninstall brickyard"
    assert remove in lines
    do(remove)
    assert not installed.exists()
