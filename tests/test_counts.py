"""How much work the main commands are, in counts that are the same on every machine.

`make bench` needs an idle machine; these don't, so that a change that opens files again, reads numbers
twice or doubles the calls is noticed when it is made. Lower them when you make things faster.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.running import ENVIRONMENT, ROOT

CHUB = str(ROOT / "examples" / "frames" / "chub.mpd")
COMPANY = str(ROOT / "examples" / "companies" / "estars-anvil.yaml")
ROOM = 1.1
# As measured: files opened, numbers of placements read, assemblies, surveys, and calls of our own functions.
MEASURED: dict[str, tuple[list[str], dict[str, int]]] = {
    "check": (
        ["check", COMPANY],
        {"files": 9, "numbers": 3528, "assemblies": 4, "surveys": 4, "calls": 63352},
    ),
    "inspect": (
        ["inspect", "heaps.ldr"],
        {"files": 4, "numbers": 24000, "assemblies": 1, "surveys": 0, "calls": 36413},
    ),
    "parts": (["parts", COMPANY], {"files": 11, "numbers": 0, "assemblies": 4, "surveys": 4, "calls": 97489}),
    "odds": (["odds", CHUB], {"files": 2, "numbers": 900, "assemblies": 1, "surveys": 1, "calls": 36365}),
    "render": (
        ["render", CHUB, "-o", "chub.png"],
        {"files": 4, "numbers": 1800, "assemblies": 1, "surveys": 1, "calls": 28431},
    ),
    # Of these calls 225,000 translate the game for the page, which only a checkout does; many of the files
    # are only read for the digest of all that makes a page.
    "publish": (
        ["publish", CHUB, "-o", "site", "--no-steps"],
        {"files": 86, "numbers": 2700, "assemblies": 2, "surveys": 1, "calls": 396_000},
    ),
}


def in_heaps() -> str:
    """Two thousand bricks in many heaps: their numbers are read once."""
    draw = random.Random(25)
    places = (
        [40 * draw.randrange(60), -24 * draw.randrange(9), 40 * draw.randrange(60)] for _ in range(2000)
    )
    parts = ("3001", "3003", "3005", "3020", "3024", "3040b", "3622", "4070")
    return "".join(f"1 4 {x} {y} {z} 1 0 0 0 1 0 0 0 1 {draw.choice(parts)}.dat\n" for x, y, z in places)


def work_of(arguments: list[str], folder: Path) -> dict[str, int]:
    """In a process of its own: another test may have left something known."""
    (folder / "heaps.ldr").write_text(in_heaps(), "utf-8")
    (folder / "parts").mkdir()
    own = {"LDRAWDIR": str(folder), "HOME": str(folder), "PYTHONHASHSEED": "0", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "tests.counting_calls", *arguments]
    ran = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **ENVIRONMENT, **own},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stdout, ran.stderr
    found = json.loads(ran.stdout)
    assert found["status"] in (0, 1), found["said"]
    return {name: number for name, number in found.items() if isinstance(number, int)}


@pytest.mark.parametrize("command", MEASURED)
def test_a_command_does_no_more_work_than_it_did(command: str, tmp_path: Path) -> None:
    """code.md 6 and issue 25, 18: heaps were measured once more each, and no test noticed."""
    arguments, measured = MEASURED[command]
    found = work_of(arguments, tmp_path)
    if sys.version_info[:2] != (3, 11):
        # Comprehensions are calls in some versions only.
        found.pop("calls")
    more = {name: (found[name], most) for name, most in measured.items() if found.get(name, 0) > most * ROOM}
    assert more == {}
