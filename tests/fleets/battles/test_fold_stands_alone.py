"""The game of the table needs nothing but itself and a little of the standard library."""

from __future__ import annotations

import ast
import subprocess
import sys

import pytest

from tests.running import ROOT

FOLD = ROOT / "fleets" / "battles"
NEEDED = {"__future__", "contextlib", "hashlib", "json", "re", "typing"}
ONLY_FOR_TYPES = {"collections.abc"}


def is_for_types(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def imported(nodes: list[ast.stmt]) -> set[str]:
    found = set()
    for node in nodes:
        for one in ast.walk(node):
            if isinstance(one, ast.Import):
                found |= {alias.name for alias in one.names}
            elif isinstance(one, ast.ImportFrom):
                found.add("." * one.level + str(one.module))
    return found


@pytest.mark.parametrize("name", sorted(path.name for path in FOLD.glob("*.py")))
def test_a_module_of_the_fold_imports_only_the_fold_and_five_modules(name: str) -> None:
    body = ast.parse((FOLD / name).read_text("utf-8")).body
    found = imported([node for node in body if not is_for_types(node)])
    assert {one for one in found if not one.startswith("fleets.battles")} <= NEEDED
    for_types = imported([node for node in body if is_for_types(node)])
    assert {one for one in for_types if not one.startswith("fleets.battles")} <= ONLY_FOR_TYPES


def test_the_fold_runs_where_there_is_nothing_else_of_ours() -> None:
    told = (
        "import sys; import fleets.battles.folding, fleets.battles.battle_offers;"
        "print(*sorted(name for name in sys.modules if name.split('.')[0] in "
        "('brickyard', 'validators', 'fleets', 'catalog', 'ldraw_tools', 'yaml', 'numpy')))"
    )
    done = subprocess.run([sys.executable, "-c", told], check=True, capture_output=True, text=True, cwd=ROOT)
    ours = {name for name in done.stdout.split() if not name.startswith("fleets.battles")}
    assert ours <= {"fleets", "ldraw_tools", "ldraw_tools.lazy_names"}
