"""What is asked of another Python: it runs inside that one, and here for comparison.

That one is CPython as npm's pyodide brings it. It has no compiled packages.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Iterable
from importlib.machinery import ModuleSpec
from pathlib import Path

FLOORS = ("ldraw_tools", "catalog", "fleets", "validators", "brickyard")
# Installed beside us for the Python of these tests, not for another.
COMPILED = frozenset({"numpy", "PIL", "pydantic", "trimesh", "typst", "watchfiles"})


class _NotHere:
    """Says plainly that a compiled package isn't there."""

    @staticmethod
    def find_spec(name: str, *_: object) -> ModuleSpec | None:
        if (package := name.partition(".")[0]) in COMPILED:
            raise ModuleNotFoundError(f"{package} is compiled", name=package)
        return None


def missing_packages() -> dict[str, str]:
    """For each module of ours that can't be imported, the compiled package that it needs."""
    sys.meta_path.insert(0, _NotHere())
    missing = {}
    for path in sorted(path for floor in FLOORS for path in Path(floor).rglob("*.py")):
        name = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
        if path.stem != "__main__":
            try:
                importlib.import_module(name)
            except ModuleNotFoundError as error:
                if error.name not in COMPILED:
                    raise
                missing[name] = str(error.name)
    return missing


def answers(commands: Iterable[list[str]]) -> list[list[str]]:
    """What each command prints."""
    from tests.running import brickyard

    ran = [brickyard(command) for command in commands]
    return [[one.stdout, one.stderr, str(one.returncode)] for one in ran]


def report(commands: str) -> str:
    """All that the test wants to know, as JSON."""
    version = ".".join(map(str, sys.version_info[:2]))
    missing = missing_packages()
    return json.dumps({"version": version, "missing": missing, "answers": answers(json.loads(commands))})
