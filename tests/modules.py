"""The modules of the house, each read and parsed once for all tests that look at the code itself."""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.running import ROOT

FLOORS = ["ldraw_tools", "catalog", "fleets", "validators", "brickyard"]


@cache
def modules() -> tuple[Path, ...]:
    return tuple(path for floor in FLOORS for path in sorted((ROOT / floor).rglob("*.py")))


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def text_of(path: Path) -> str:
    return path.read_text("utf-8")


@cache
def _trees() -> dict[Path, ast.Module]:
    """Hundreds of thousands of nodes that stay: who looks for garbage need not look at them."""
    gc.disable()
    trees = {path: ast.parse(text_of(path)) for path in modules()}
    gc.enable()
    gc.freeze()
    return trees


def tree_of(path: Path) -> ast.Module:
    return _trees()[path]


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """All nodes of a module."""
    return tuple(ast.walk(tree_of(path)))


def every_node() -> Iterator[tuple[Path, ast.AST]]:
    return ((path, node) for path in modules() for node in nodes_of(path))
