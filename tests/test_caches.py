"""Code 5.7: the workbench and the table live for days, so what remembers by strangers' words has a bound."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from fleets.chances import mech_waves
from tests.modules import modules, nodes_of, tree_of

_CLASSES = "by class or type: there are as many as in our code"
_OURS = "by names that only our own code and files have; any other is an exception"
# Without a bound, and why that is fine.
UNBOUNDED = {
    "json_values.json_keys": _CLASSES,
    "typed_reading._reader": _CLASSES,
    "surroundings._profiles": "by the blur of a finish, of which there are a dozen",
    "loading._shipped": _OURS,
    "colours._listed": _OURS,
    "rule._read": _OURS,
    "shots._of_c_library": _OURS,
    "lettering._measure": "by typeface, of which there are three",
    "answerer._answers": _OURS,
    "making.served_options": _OURS,
    "app._found": _OURS,
    "table_texts.texts": _OURS,
    "pdf_printing._fonts": "by yes or no",
    "page_jobs._beside": "by the LDraw libraries of a site, of which there are a few",
    "languages.texts_in": "by language, of which there are two",
}
# Values of a module that grow, and what bounds them.
GROWING = {
    "texture_codes._TEXTURES": "bounded where it is filled",
    "located_values._NOWHERE": "never filled",
    "typed_reading.NO_ROWS": "never filled",
    "phrases.ENGLISH": "never filled",
    "rule.RULES": "our own rules",
    "rule._NOTHING": "never filled",
}


def _is_unbounded(decorator: ast.expr) -> bool:
    if not isinstance(decorator, ast.Call):
        return ast.unparse(decorator).removeprefix("functools.") == "cache"
    is_lru = ast.unparse(decorator.func).removeprefix("functools.") == "lru_cache"
    sizes = [*decorator.args[:1], *(one.value for one in decorator.keywords if one.arg == "maxsize")]
    return is_lru and any(isinstance(size, ast.Constant) and size.value is None for size in sizes)


def _caches() -> Iterator[str]:
    """Functions that remember any number of arguments."""
    for path in modules():
        for node in nodes_of(path):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                takes = bool(ast.unparse(node.args))
                if takes and any(map(_is_unbounded, node.decorator_list)):
                    yield f"{path.stem}.{node.name}"
            # Not as a decorator: `cache(self._known)`.
            elif isinstance(node, ast.Call) and _is_unbounded(node.func):
                yield f"{path.stem}, line {node.lineno}"


_EMPTY = ("{}", "[]", "set()", "dict()", "list()")


def _growing() -> Iterator[str]:
    """Names of modules that begin empty and are filled later."""
    for path in modules():
        for node in tree_of(path).body:
            targets = node.targets if isinstance(node, ast.Assign) else []
            targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
            value = (
                ast.unparse(node.value) if isinstance(node, ast.Assign | ast.AnnAssign) and node.value else ""
            )
            if value in _EMPTY or value.startswith("defaultdict("):
                yield from (f"{path.stem}.{ast.unparse(target)}" for target in targets)


def test_code_5_7_a_cache_without_a_bound_has_a_reason() -> None:
    assert sorted(_caches()) == sorted(UNBOUNDED), "use lru_cache with a maxsize, or say why there is no need"


def test_code_5_7_what_grows_in_a_module_has_a_bound() -> None:
    assert sorted(_growing()) == sorted(GROWING)


def test_code_5_7_the_means_of_attacks_are_bounded() -> None:
    assert mech_waves._mean_damage.cache_parameters()["maxsize"] is not None
