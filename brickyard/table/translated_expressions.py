"""Expressions of Python as JavaScript: what isn't known here is refused."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from brickyard.table.translated_names import INHERITED, LIBRARY, Module, Package, names_in, spell

_LARGEST = 2**53
_COMPARED = {ast.Lt: ("<", "lt"), ast.LtE: ("<=", "le"), ast.Gt: (">", "gt"), ast.GtE: (">=", "ge")}
_COUNTED = {ast.Add: ("+", "plus"), ast.Sub: ("-", "minus"), ast.Mult: ("*", "times")}
_DIVIDED = {ast.FloorDiv: "divided", ast.Mod: "modulo"}
_SCALARS = ("text", "number", "bool")
_GIVES = {
    **dict.fromkeys(("any", "all", "bool", "isinstance", "startswith", "endswith"), "bool"),
    **dict.fromkeys(("sorted", "range", "list", "items", "values", "keys", "split", "partition"), "list"),
    **dict.fromkeys(("len", "int", "ord", "index", "count"), "number"),
    **dict.fromkeys(("str", "join", "strip", "removeprefix", "replace", "capitalize", "upper"), "text"),
}
"""What builtins and methods give, whatever they are given."""
# What a pattern may be made of: the same characters match in both languages.
_PATTERN = re.compile(
    r"(?!.*\(\?[^:])(?:[A-Za-z0-9:/\-_ ,|\ud800-\udfff()\[\]?*+]|\\[{}()/.]|\(\?:|\{[0-9]+(?:,[0-9]*)?\})*"
)


class Expressions:
    """Writes the expressions of one module."""

    def __init__(self, package: Package, module: Module) -> None:
        self.package, self.module, self.refused = package, module, module.refused
        # Names of the functions and comprehensions around with their kinds, the innermost last.
        self.scopes: list[Mapping[str, str]] = []
        self.spare = 0

    def temporary(self) -> str:
        """A variable of the function around, for a value that is needed twice."""
        self.spare += 1
        return f"${self.spare}"

    @contextmanager
    def scope(self, names: Mapping[str, str]) -> Iterator[None]:
        self.scopes.append(names)
        yield
        self.scopes.pop()

    def is_local(self, name: str) -> bool:
        return any(name in names for names in self.scopes)

    def values(self, nodes: Sequence[ast.expr]) -> str:
        return ", ".join(
            f"...{self.each(one.value)}" if isinstance(one, ast.Starred) else self.value(one) for one in nodes
        )

    def value(self, node: ast.expr) -> str:
        write = getattr(self, f"_{type(node).__name__.lower()}", None)
        if write is None:
            raise self.refused(node, f"{type(node).__name__}: {ast.unparse(node)}")
        return str(write(node))

    def _constant(self, node: ast.Constant) -> str:
        if node.value is None or isinstance(node.value, bool | str):
            return json.dumps(node.value)
        if isinstance(node.value, int) and node.value < _LARGEST:
            return str(node.value)
        raise self.refused(node, f"{node.value!r}: only texts and whole numbers below 2^53")

    def _joinedstr(self, node: ast.JoinedStr) -> str:
        written = ""
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                if part.format_spec is not None or part.conversion != -1:
                    raise self.refused(node, "a format in an f-string")
                plain = self.kind(part.value) in ("text", "number")
                one = self.value(part.value)
                written += f"${{{one}}}" if plain else f"${{py.str({one})}}"
            elif isinstance(part, ast.Constant):
                text = json.dumps(part.value)[1:-1].replace('\\"', '"')
                written += text.replace("`", "\\`").replace("${", "\\${")
        return f"`{written}`"

    def _name(self, node: ast.Name) -> str:
        home = self.package.home_of(self.module, node.id)
        if self.is_local(node.id) or node.id in home.own:
            return spell(node.id)
        raise self.refused(node, f"{node.id} is not defined in this module, or is used as a value")

    def _attribute(self, node: ast.Attribute) -> str:
        name = node.value.id if isinstance(node.value, ast.Name) else ""
        if name in self.module.modules and not self.is_local(name):
            if node.attr not in self.package.modules[name].own:
                raise self.refused(node, f"{name}.{node.attr} isn't there")
            return f"modules.{name}.{node.attr}"
        if (
            node.attr.startswith("__")
            or node.attr in INHERITED
            or (name in LIBRARY and not self.is_local(name))
        ):
            raise self.refused(node, f"{ast.unparse(node)}: the page hasn't got that")
        return f"{self.value(node.value)}.{node.attr}"

    def _subscript(self, node: ast.Subscript) -> str:
        if key := self.plain_key(node.slice):
            return self.read(node.value, key)
        base = self.value(node.value)
        if not isinstance(node.slice, ast.Slice):
            return f"py.at({base}, {self.value(node.slice)})"
        if node.slice.step is not None:
            raise self.refused(node, "a slice with a step")
        ends = [self.value(end) if end else "null" for end in (node.slice.lower, node.slice.upper)]
        return f"py.slice({base}, {', '.join(ends)})"

    def plain_key(self, node: ast.expr) -> str:
        """A key that is written out: nothing of that name is inherited, so it needs no careful look."""
        if isinstance(node, ast.Tuple):
            raise self.refused(node, "a tuple as a key")
        if not isinstance(node, ast.Constant) or type(node.value) is int:
            return ""
        if not isinstance(node.value, str) or node.value in INHERITED:
            raise self.refused(node, f"the key {node.value!r}")
        return node.value

    def read(self, node: ast.expr, key: str) -> str:
        """What a dict has under a key that is written out; only for null a second look is needed."""
        base = first = self.value(node)
        if not isinstance(node, ast.Name):
            base = self.temporary()
            first = f"({base} = {first})"
        return f"({first}{dotted(key)} ?? py.null_at({base}, {json.dumps(key)}))"

    def _ifexp(self, node: ast.IfExp) -> str:
        return f"({self.test(node.test)} ? {self.value(node.body)} : {self.value(node.orelse)})"

    # Displays and comprehensions.

    def _list(self, node: ast.List | ast.Tuple) -> str:
        return f"[{self.values(node.elts)}]"

    _tuple = _list

    def _dict(self, node: ast.Dict) -> str:
        written = []
        for key, one in zip(node.keys, node.values, strict=True):
            if key is None:
                written.append(f"...{self.value(one)}")
            elif name := self.plain_key(key):
                written.append(f"{name if name.isidentifier() else json.dumps(name)}: {self.value(one)}")
            else:
                if self.kind(key) == "number":
                    raise self.refused(key, "a number as a key")
                written.append(f"[py.key({self.value(key)})]: {self.value(one)}")
        return f"{{ {', '.join(written)} }}" if written else "{}"

    def _setcomp(self, node: ast.SetComp) -> str:
        return f"py.set({self.collected(node)})"

    def _dictcomp(self, node: ast.DictComp) -> str:
        pair = ast.Tuple([node.key, node.value])
        return f"py.dict({self._mapped(node.generators, pair)})"

    def collected(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp) -> str:
        """What a comprehension yields, as a list."""
        return self._mapped(node.generators, node.elt)

    _listcomp = collected

    def looped(
        self, generators: Sequence[ast.comprehension], end: Callable[[str, str, str], str], through: str = ""
    ) -> str:
        """`end` gets the list, the parameter and the condition of the last loop; `through` leads to it."""
        one, *rest = generators
        names = {name for later in generators for name in names_in(later.target)}
        used = {found.id for found in ast.walk(one.iter) if isinstance(found, ast.Name)}
        if one.is_async or names & used or (rest and not through):
            raise self.refused(one.iter, "a comprehension that gives a name it uses another meaning")
        source = self.each(one.iter)
        with self.scope(dict.fromkeys(names_in(one.target), "")):
            parameter = f"({self.target(one.target)})"
            test = " && ".join(self.test(check) for check in one.ifs)
            if not rest:
                return end(source, parameter, test)
            chosen = f"{source}.filter({parameter} => {test})" if test else source
            return f"{chosen}.{through}({parameter} => {self.looped(rest, end, through)})"

    def _mapped(self, generators: Sequence[ast.comprehension], made: ast.expr) -> str:
        def end(source: str, parameter: str, test: str) -> str:
            written = self.value(made)
            chosen = f"{source}.filter({parameter} => {test})" if test else source
            if parameter == f"({written})":
                return chosen if test else f"{source}.slice()"
            return f"{chosen}.map({parameter} => {inside(written)})"

        return self.looped(generators, end, "flatMap")

    def target(self, node: ast.expr) -> str:
        """What a loop gives a value: a name, or several."""
        if isinstance(node, ast.Tuple):
            return f"[{', '.join(self.target(one) for one in node.elts)}]"
        if not isinstance(node, ast.Name):
            raise self.refused(node, f"{ast.unparse(node)} as a target")
        return spell(node.id)

    def each(self, node: ast.expr) -> str:
        """A list to loop over."""
        if isinstance(node, ast.GeneratorExp):
            return self.collected(node)
        written = self.value(node)
        return written if self.kind(node) == "list" else f"py.each({written})"

    # Conditions and numbers.

    def kind(self, node: ast.expr) -> str:
        """What a value is for certain, as it is written or annotated: saves a look at it in the game."""
        match node:
            case ast.Constant():
                return {str: "text", bool: "bool", int: "number"}.get(type(node.value), "")
            case ast.Compare() | ast.UnaryOp(op=ast.Not()):
                return "bool"
            case ast.List() | ast.Tuple() | ast.ListComp():
                return "list"
            case ast.JoinedStr():
                return "text"
            case ast.BoolOp(values=several):
                return self._same_kind(several)
            case ast.IfExp(body=one, orelse=other):
                return self._same_kind([one, other])
            case ast.BinOp(left=one, right=other):
                return self._same_kind([one, other])
            case ast.Name(id=name):
                return next((names[name] for names in reversed(self.scopes) if name in names), "")
            case ast.Attribute(attr=name) | ast.Subscript(slice=ast.Constant(value=str(name))):
                return self.package.fields.get(name, "")
            case ast.Call(func=ast.Name(id=name)):
                home = self.package.home_of(self.module, name)
                return home.functions[name].gives if name in home.functions else _GIVES.get(name, "")
            case ast.Call(func=ast.Attribute(attr=name)):
                known = self.package.methods
                return known[name].gives if name in known else _GIVES.get(name, "")
        return ""

    def _same_kind(self, nodes: Sequence[ast.expr]) -> str:
        kinds = {self.kind(node) for node in nodes}
        return kinds.pop() if len(kinds) == 1 else ""

    def test(self, node: ast.expr) -> str:
        """A condition, as JavaScript understands it: an empty list is false."""
        if isinstance(node, ast.BoolOp):
            sign = " && " if isinstance(node.op, ast.And) else " || "
            return f"({sign.join(self.test(one) for one in node.values)})"
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return f"!{self.test(node.operand)}"
        kind, written = self.kind(node), self.value(node)
        if kind in _SCALARS:
            return f"({written})" if isinstance(node, ast.Compare) else written
        return f"py.bool({written})"

    def _boolop(self, node: ast.BoolOp) -> str:
        if self.kind(node) == "bool":
            return self.test(node)
        *firsts, last = node.values
        written = self.value(last)
        for one in reversed(firsts):
            kept = self.temporary()
            test = f"{kept} = {self.value(one)}"
            test = f"({test})" if self.kind(one) in _SCALARS else f"py.bool({test})"
            ends = (written, kept) if isinstance(node.op, ast.And) else (kept, written)
            written = f"({test} ? {ends[0]} : {ends[1]})"
        return written

    def _unaryop(self, node: ast.UnaryOp) -> str:
        if isinstance(node.op, ast.Not):
            return self.test(node)
        if not isinstance(node.op, ast.USub):
            raise self.refused(node, f"the operator in {ast.unparse(node)}")
        return f"py.minus(0, {self.value(node.operand)})"

    def _binop(self, node: ast.BinOp) -> str:
        return self.counted(node, node.left, self.value(node.left), node.right)

    def counted(self, node: ast.BinOp | ast.AugAssign, first: ast.expr, left: str, other: ast.expr) -> str:
        """`left` is how the first of them is written."""
        right, sign = self.value(other), type(node.op)
        if sign in _DIVIDED and self.kind(first) != "text":
            return f"py.{_DIVIDED[sign]}({left}, {right})"
        if sign not in _COUNTED:
            raise self.refused(node, f"the operator in {ast.unparse(node)}")
        kinds = {self.kind(first), self.kind(other)}
        plain = kinds == {"number"} or (kinds == {"text"} and sign is ast.Add)
        return (
            f"({left} {_COUNTED[sign][0]} {right})" if plain else f"py.{_COUNTED[sign][1]}({left}, {right})"
        )

    def _compare(self, node: ast.Compare) -> str:
        first, left, written = node.left, self.value(node.left), []
        for sign, other in zip(node.ops, node.comparators, strict=True):
            right = kept = self.value(other)
            if other is not node.comparators[-1] and not isinstance(other, ast.Constant | ast.Name):
                kept = self.temporary()
                right = f"({kept} = {right})"
            written.append(self._compared(sign, first, left, other, right))
            first, left = other, kept
        return written[0] if len(written) == 1 else f"({' && '.join(written)})"

    def _compared(self, sign: ast.cmpop, first: ast.expr, left: str, other: ast.expr, right: str) -> str:
        kinds = (self.kind(first), self.kind(other))
        no = "!" if isinstance(sign, ast.NotEq | ast.NotIn | ast.IsNot) else ""
        if isinstance(sign, ast.In | ast.NotIn):
            listed = kinds[1] == "list" and kinds[0] in ("text", "number")
            texts = isinstance(other, ast.Tuple) and all(self.kind(one) == "text" for one in other.elts)
            return f"{no}{right}.includes({left})" if listed or texts else f"{no}py.within({left}, {right})"
        numbers = kinds == ("number", "number")
        if isinstance(sign, ast.Eq | ast.NotEq) and not numbers and "text" not in kinds:
            return f"{no}py.same({left}, {right})"
        if isinstance(sign, ast.Is | ast.IsNot | ast.Eq | ast.NotEq):
            return f"{left} {no or '='}== {right}"
        plain, careful = _COMPARED[type(sign)]
        return f"{left} {plain} {right}" if numbers else f"py.{careful}({left}, {right})"

    def pattern(self, node: ast.Call) -> str:
        """`re.compile` of a pattern that means the same in JavaScript."""
        text = node.args[0].value if node.args and isinstance(node.args[0], ast.Constant) else None
        flags = [ast.unparse(one) for one in node.args[1:]]
        if not isinstance(text, str) or flags not in ([], ["re.ASCII"]) or node.keywords:
            raise self.refused(node, "a pattern that isn't written out, or has flags other than re.ASCII")
        if not _PATTERN.fullmatch(text):
            raise self.refused(node, f"the pattern {text!r}: it may not mean the same in JavaScript")
        return f"py.pattern({json.dumps(text)})"


def dotted(key: str) -> str:
    return f".{key}" if key.isidentifier() else f"[{json.dumps(key)}]"


def inside(written: str) -> str:
    """What an arrow gives: an object needs brackets around it."""
    return f"({written})" if written.startswith("{") else written
