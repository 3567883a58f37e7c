"""An edition is data: no code knows one by its id."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.modules import modules, name_of, nodes_of
from tests.running import ROOT

IDS = {path.stem for path in (ROOT / "catalog" / "editions").glob("*.yaml")}
# Words that are an edition's id and mean something else there.
EXCUSED = {
    "condensed": ("fleets/notation/", "brickyard/dice"),  # the dialect, which any edition may be written in
}
# Copies of the editions themselves, which a script writes.
MADE = {ROOT / "catalog" / "editions" / f"made_{one.replace('-', '_')}.py" for one in IDS}
MODULES = [path for path in modules() if path not in MADE]


def strings_in(nodes: Sequence[ast.AST]) -> list[str]:
    """Every string literal but docstrings."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {
        id(node.body[0].value)
        for node in nodes
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    constants = [node for node in nodes if isinstance(node, ast.Constant)]
    return [c.value for c in constants if isinstance(c.value, str) and id(c) not in docstrings]


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_no_code_names_an_edition(path: Path) -> None:
    excused = {word for word, places in EXCUSED.items() if name_of(path).startswith(places)}
    assert not (IDS - excused).intersection(strings_in(nodes_of(path)))


def nodes_in(source: str) -> list[ast.AST]:
    return list(ast.walk(ast.parse(source)))


def test_the_search_would_find_one() -> None:
    assert "some-edition" in strings_in(nodes_in('"""some-edition"""\nx = ["some-edition"]\n'))
    assert strings_in(nodes_in('"""some-edition"""\n')) == []
