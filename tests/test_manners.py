"""What a shell and a new user expect: help as a command, and completion (review M10)."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.running import ROOT, brickyard


def completing(how: str, line: str = "") -> subprocess.CompletedProcess[str]:
    words = {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split()) - 1)} if line else {}
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "_BRICKYARD_COMPLETE": how, **words}
    command = [sys.executable, "-m", "brickyard"]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("how", ["bash_source", "source_bash", "zsh_source", "fish_source"])
def test_m10_a_shell_gets_its_script(how: str) -> None:
    script = completing(how).stdout
    assert "_BRICKYARD_COMPLETE=complete_" in script


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("brickyard chec", ["check"]),
        ("brickyard ca", ["campaign", "can-build", "card", "catalog"]),
        ("brickyard check --buil", ["--buildable"]),
        ("brickyard check --format sa", ["sarif"]),
        # B31: editions and codes.
        ("brickyard check --edition cond", ["condensed"]),
        ("brickyard editions paper", ["paper-mech"]),
        ("brickyard explain BAS", ["BAS001", "BAS002", "BAS003"]),
    ],
)
def test_m10_a_shell_completes_commands_and_options(line: str, found: list[str]) -> None:
    assert sorted(completing("complete_bash", line).stdout.split()) == found


@pytest.mark.parametrize("words", [[], ["check"], ["library"]])
def test_m10_help_is_a_command(words: list[str]) -> None:
    asked, usual = brickyard(["help", *words]), brickyard([*words, "--help"])
    assert asked.stdout == usual.stdout
    assert asked.returncode == usual.returncode == 0
    assert "Usage" in asked.stdout


def test_m10_help_of_an_unknown_command_is_refused() -> None:
    assert brickyard(["help", "chek"]).returncode == 2
