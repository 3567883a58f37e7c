"""The command run in this process says the same as in a process of its own."""

from __future__ import annotations

import pytest

from tests.running import brickyard, brickyard_process


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "examples/companies/estars-anvil.yaml"],
        ["check", "examples/companies/suns-fang.yaml", "--format", "json"],
        ["odds", "2Rd 1B 1Y", "1B"],
        ["--help"],
        ["explain", "SYS999"],
        ["check", "nowhere.yaml"],
        ["compare", "--sideways"],
    ],
    ids=" ".join,
)
def test_both_ways_of_running_agree(arguments: list[str]) -> None:
    here, there = brickyard(arguments), brickyard_process(arguments)
    assert (here.returncode, here.stdout) == (
        there.returncode,
        there.stdout.replace("python -m brickyard", "brickyard"),
    )
    assert here.stderr == there.stderr.replace("python -m brickyard", "brickyard")
