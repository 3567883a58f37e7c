"""The newest Python: CPython 3.14 as npm's pyodide brings it gives the answers that this one gives."""

from __future__ import annotations

import json
import shutil
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

import pytest

from tests.another_python import answers
from tests.running import ROOT

# What needs no compiled package: editions, dice, comparison, odds, the game, lists on paper.
COMMANDS = [
    ["editions", "--format", "json"],
    ["rules"],
    ["explain", "SYS001"],
    ["dice", "2Rd 1B"],
    ["check", "examples/garage-rules.yaml", "--format", "json"],
    ["check", "examples/night-shift.yaml", "--format", "json"],
    ["check", "examples/fleets/first-patrol.yaml", "--format", "json"],
    ["check", "examples/mechs/standard.yaml", "--format", "json"],
    ["compare", "examples/night-shift.yaml", "frames=4,systems=15", "frames=6,systems=22"],
    ["odds", "examples/mechs/standard.yaml", "tank", "--format", "json"],
    ["pack", "examples/night-shift.yaml"],
    ["replay", "tests/fleets/battles/example-round.json"],
    ["replay", "tests/fleets/battles/two-fleets.json", "--format", "json"],
    ["replay", "tests/fleets/battles/waves.json"],
]
# Rooms with modules that can't be imported there, and the compiled package that they need.
NOT_THERE = {
    "brickyard.answers": "numpy",
    "brickyard.battle_values": "numpy",
    "brickyard.cards": "numpy",
    "brickyard.changes": "numpy",
    "brickyard.comparison": "numpy",
    "brickyard.facts": "numpy",
    "brickyard.inspection": "numpy",
    "brickyard.inspection_text": "numpy",
    "brickyard.pictures": "numpy",
    "brickyard.plots": "numpy",
    "brickyard.serving": "numpy, pydantic",
    "brickyard.printing": "numpy",
    "brickyard.web": "PIL, numpy",
    "catalog.database": "numpy",
    "fleets.comparing": "numpy",
    "fleets.models": "numpy",
    "fleets.self_play": "numpy",
    "ldraw_tools.exporting": "numpy",
    "ldraw_tools.geometry": "numpy",
    "ldraw_tools.measuring": "numpy",
    "ldraw_tools.reading": "numpy",
    "ldraw_tools.rendering": "numpy",
    "ldraw_tools.solids": "numpy",
}


@pytest.fixture(scope="module")
def there(checkers: Path) -> dict[str, Any]:
    node = shutil.which("node")
    assert node, "pyodide needs node"
    script, packages = ROOT / "tests" / "another_python.mjs", sysconfig.get_paths()["purelib"]
    command = [node, str(script), str(checkers / "pyodide"), str(ROOT), packages, json.dumps(COMMANDS)]
    ran = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=600, check=False)
    assert ran.returncode == 0, ran.stderr[-3000:]
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


def test_it_is_newer_than_ours(there: dict[str, Any]) -> None:
    assert there["version"] == "3.14"


def test_every_module_is_imported_unless_it_needs_a_compiled_package(there: dict[str, Any]) -> None:
    rooms: dict[str, set[str]] = {}
    for name, package in there["missing"].items():
        rooms.setdefault(".".join(name.split(".")[:2]), set()).add(package)
    assert {room: ", ".join(sorted(packages)) for room, packages in rooms.items()} == NOT_THERE


@pytest.mark.parametrize("number", range(len(COMMANDS)), ids=[" ".join(one) for one in COMMANDS])
def test_it_gives_the_same_answers(number: int, there: dict[str, Any]) -> None:
    (here,) = answers([COMMANDS[number]])
    assert here[2] == "0", here[1]
    assert there["answers"][number] == here
