"""An edition is data: no code knows one by its id."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
FLOORS = ("ldraw_tools", "catalog", "fleets", "validators", "brickyard")
IDS = {path.stem for path in (ROOT / "catalog" / "editions").glob("*.yaml")}
# Words that are an edition's id and mean something else there.
EXCUSED = {
    "condensed": ("fleets/notation/", "brickyard/dice"),  # the dialect, which any edition may be written in
}
# Copies of the editions themselves, which a script writes.
MADE = {ROOT / "catalog" / "editions" / f"made_{one.replace('-', '_')}.py" for one in IDS}
MODULES = [path for floor in FLOORS for path in sorted((ROOT / floor).rglob("*.py")) if path not in MADE]


def strings_in(source: str) -> list[str]:
    """Every string literal but docstrings."""
    tree = ast.parse(source)
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    constants = [node for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    return [c.value for c in constants if isinstance(c.value, str) and id(c) not in docstrings]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_code_names_an_edition(path: Path) -> None:
    name = path.relative_to(ROOT).as_posix()
    excused = {word for word, places in EXCUSED.items() if name.startswith(places)}
    assert not (IDS - excused).intersection(strings_in(path.read_text("utf-8")))


def test_the_search_would_find_one() -> None:
    assert "some-edition" in strings_in('"""some-edition"""\nx = ["some-edition"]\n')
    assert strings_in('"""some-edition"""\n') == []
