"""What a translated package knows of itself: its modules, functions, classes, and the kinds of its values.

Imports nothing but the standard library: a wheel is built where nothing else is installed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

LIBRARY = {
    "__future__": {"annotations"},
    "typing": {"TYPE_CHECKING", "Any", "Literal", "NotRequired", "TypeAlias", "TypedDict", "cast"},
    "hashlib": set(),
    "json": set(),
    "re": set(),
}
"""What may be imported from each module; those with nothing are imported whole."""
METHODS = {
    **dict.fromkeys(("append", "remove", "index", "count", "add", "strip", "fullmatch", "search"), (1, 1)),
    **dict.fromkeys(("startswith", "endswith", "removeprefix", "join", "partition", "rpartition"), (1, 1)),
    **dict.fromkeys(("items", "values", "keys", "casefold", "upper", "capitalize"), (0, 0)),
    **dict.fromkeys(("pop", "setdefault", "replace"), (2, 2)),
    "get": (1, 2),
    "split": (0, 1),
}
"""Methods of Python's own values, with the least and the most arguments; the runtime has each by its name."""
ERRORS = ("Exception", "IndexError", "KeyError", "RecursionError", "TypeError", "ValueError")
# Every object of JavaScript has these without having been given them.
INHERITED = frozenset(
    "__proto__ constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString"  # noqa: SIM905
    " valueOf __defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__".split()
)
# Python's own words can't be names anyway.
_TAKEN = frozenset(
    "arguments case catch const debugger default delete do enum eval export extends false function implements"  # noqa: SIM905
    " instanceof interface let modules new null package private protected public py root static super switch"
    " this throw thrown true typeof undefined var void".split()
)
_KINDS = {"str": "text", "int": "number", "bool": "bool", "Json": "dict", "list": "list", "tuple": "list"}
_SCALARS = ("text", "number", "bool")


class TranslationError(Exception):
    """What can't be translated, with its file and line: the game's authors are told, players never see it."""


def spell(name: str) -> str:
    """A name of Python's that JavaScript needs for itself gets an underscore."""
    return f"{name}_" if name in _TAKEN else name


def kind_of_type(node: ast.expr | None) -> str:
    """What an annotation says for certain; of a scalar or None the scalar, for both are compared alike."""
    if isinstance(node, ast.BinOp) and isinstance(node.right, ast.Constant) and node.right.value is None:
        kind = kind_of_type(node.left)
        return kind if kind in _SCALARS else ""
    if isinstance(node, ast.Subscript):
        node = node.value
    return _KINDS.get(node.id, "") if isinstance(node, ast.Name) else ""


class Signature(NamedTuple):
    """A function's parameters, without `self`, in the order in which the script passes them."""

    names: tuple[str, ...] = ()
    rest: str = ""
    named: str = ""
    gives: str = ""

    @classmethod
    def of(cls, function: ast.FunctionDef, is_method: bool = False) -> Signature:
        told = function.args
        names = [one.arg for one in (*told.posonlyargs, *told.args, *told.kwonlyargs)]
        rest, named = told.vararg.arg if told.vararg else "", told.kwarg.arg if told.kwarg else ""
        return cls(tuple(names[1:] if is_method else names), rest, named, kind_of_type(function.returns))


@dataclass
class Module:
    """One file, and what its names mean: `imported` says which module a name comes from."""

    name: str
    file: str
    tree: ast.Module
    functions: dict[str, Signature] = field(default_factory=dict)
    classes: dict[str, ast.ClassDef] = field(default_factory=dict)
    constants: dict[str, ast.expr | None] = field(default_factory=dict)
    imported: dict[str, str] = field(default_factory=dict)
    modules: set[str] = field(default_factory=set)

    @property
    def own(self) -> list[str]:
        return [*self.functions, *self.classes, *self.constants]

    def refused(self, node: ast.AST, why: str) -> TranslationError:
        return TranslationError(f"{self.file}:{getattr(node, 'lineno', 1)}: {why}")


def is_for_types(node: ast.stmt) -> bool:
    """`if TYPE_CHECKING:`, an alias of a type, a TypedDict: nothing of these is there when the game runs."""
    if isinstance(node, ast.If):
        return ast.unparse(node.test) == "TYPE_CHECKING" and not node.orelse
    if isinstance(node, ast.AnnAssign):
        return ast.unparse(node.annotation) == "TypeAlias"
    return isinstance(node, ast.ClassDef) and "TypedDict" in map(ast.unparse, node.bases)


def is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def names_in(target: ast.AST) -> Iterator[str]:
    """The names that an assignment gives a value."""
    if isinstance(target, ast.Name):
        yield target.id
    elif isinstance(target, ast.Tuple):
        for one in target.elts:
            yield from names_in(one)


class Package:
    """All modules that are translated together, those that others import first."""

    def __init__(self, name: str, sources: dict[str, str]) -> None:
        self.name = name
        self.methods: dict[str, Signature] = {}
        # Kinds by the names of keys and attributes; none where one name means several.
        self.fields: dict[str, str] = {}
        names = {file: file.rpartition("/")[2].removesuffix(".py") for file in sources}
        self.modules = {
            names[file]: Module(names[file], file, ast.parse(text, file)) for file, text in sources.items()
        }
        for module in self.modules.values():
            for node in module.tree.body:
                self._look_at(module, node)
        self.ordered: list[Module] = []
        for module in self.modules.values():
            self._put_in_order(module, [])

    def _look_at(self, module: Module, node: ast.stmt) -> None:
        if isinstance(node, ast.ClassDef):
            self._look_into(module, node)
        elif is_for_types(node):
            return
        elif isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                self._import(module, node, alias)
        elif isinstance(node, ast.FunctionDef):
            module.functions[node.name] = Signature.of(node)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                module.constants |= dict.fromkeys(names_in(target), node.value)

    def _look_into(self, module: Module, node: ast.ClassDef) -> None:
        for one in ast.walk(node):
            if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name | ast.Attribute):
                name = one.target.id if isinstance(one.target, ast.Name) else one.target.attr
                kind = kind_of_type(one.annotation)
                self.fields[name] = kind if self.fields.get(name, kind) == kind else ""
        if is_for_types(node):
            return
        module.classes[node.name] = node
        for one in node.body:
            if isinstance(one, ast.FunctionDef) and one.name != "__init__":
                if one.name in METHODS or one.name in self.methods:
                    raise module.refused(one, f"a method {one.name}: another value has one, too")
                self.methods[one.name] = Signature.of(one, is_method=True)

    def _import(self, module: Module, node: ast.Import | ast.ImportFrom, alias: ast.alias) -> None:
        source = str(node.module) if isinstance(node, ast.ImportFrom) else alias.name
        whole = isinstance(node, ast.Import)
        if source == self.name and alias.name in self.modules and not alias.asname:
            module.modules.add(alias.name)
        elif source.rpartition(".")[0] == self.name and not (whole or alias.asname):
            module.imported[alias.name] = source.rpartition(".")[2]
        elif alias.asname or source not in LIBRARY or (not whole and alias.name not in LIBRARY[source]):
            raise module.refused(node, f"{ast.unparse(node)}: the page hasn't got that")

    def _put_in_order(self, module: Module, above: list[str]) -> None:
        if module.name in above:
            raise module.refused(module.tree, "modules that import each other")
        if module in self.ordered:
            return
        for name in sorted({*module.imported.values(), *module.modules}):
            if name not in self.modules:
                raise module.refused(module.tree, f"{self.name}.{name} isn't there")
            self._put_in_order(self.modules[name], [*above, module.name])
        self.ordered.append(module)

    def home_of(self, module: Module, name: str) -> Module:
        """The module in which a name is written."""
        return self.modules[module.imported[name]] if name in module.imported else module
