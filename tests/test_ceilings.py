"""The house stays small: ceilings that only fall.

Who must raise one says in the commit's message what it bought. Who makes the house smaller lowers it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.modules import modules, nodes_of, text_of
from tests.running import ROOT

# As counted in the five packages, at the most; a function of more than 40 lines is long.
CEILINGS = {
    "lines of Python": 98_169,
    "lines of JavaScript": 17_020,
    "modules": 571,
    "imports inside functions": 300,
    "long functions": 15,
}
LONGEST = 40
Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions_in(path: Path) -> Iterator[Function]:
    return (node for node in nodes_of(path) if isinstance(node, Function))


def inner_imports(path: Path) -> set[ast.AST]:
    found = (node for function in functions_in(path) for node in ast.walk(function))
    return {node for node in found if isinstance(node, ast.Import | ast.ImportFrom)}


def is_long(function: Function) -> bool:
    return (function.end_lineno or 0) - function.lineno + 1 > LONGEST


def test_no_ceiling_is_broken_and_none_is_higher_than_it_must_be() -> None:
    texts = [text_of(path) for path in modules()]
    scripts = [path for path in (ROOT / "brickyard").rglob("*.js") if "vendor" not in path.parts]
    counted = {
        "lines of Python": sum(len(text.splitlines()) for text in texts),
        "lines of JavaScript": sum(len(path.read_text("utf-8").splitlines()) for path in scripts),
        "modules": len(texts),
        "imports inside functions": sum(len(inner_imports(path)) for path in modules()),
        "long functions": sum(is_long(one) for path in modules() for one in functions_in(path)),
    }
    above = {what: (counted[what], most) for what, most in CEILINGS.items() if counted[what] > most}
    assert above == {}, "raise a ceiling only if the commit says what it bought"
    below = {what: counted[what] for what, most in CEILINGS.items() if counted[what] < most * 0.99}
    assert below == {}, "well done: lower the ceilings to this"
