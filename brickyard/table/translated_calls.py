"""Calls of Python as JavaScript: the package's own functions, and those of Python's that are on the list."""

from __future__ import annotations

import ast
import json
import re

from brickyard.table.translated_expressions import Expressions, dotted, inside
from brickyard.table.translated_names import ERRORS, METHODS, Signature, spelled

# Builtins that the runtime has under the same name, with the least and the most arguments.
_BUILTINS = {**dict.fromkeys(("len", "int", "str", "bool", "abs", "ord"), (1, 1)), "range": (1, 2)}
# Those that use something up: it may be a generator.
_TAKERS = ("list", "set", "sum", "any", "all", "enumerate")
_ASKED = {"str": "text", "bool": "bool", "list": "list", "dict": "dict", "int | float": "number"}
"""What `isinstance` may ask for: JSON has one kind of number."""


_DIGEST = re.compile(r"hashlib\.sha256\(.*\.encode\(\)\)\.hexdigest\(\)")


class Calls(Expressions):
    """Writes the calls of one module."""

    def _call(self, node: ast.Call) -> str:
        called = node.func
        if isinstance(called, ast.Attribute):
            return self._of_something(node, called)
        if not isinstance(called, ast.Name):
            raise self.refused(node, f"a call of {ast.unparse(called)}")
        home = self.package.home_of(self.module, called.id)
        if self.is_local(called.id):
            return f"{spelled(called.id)}({self._passed(node, Signature(rest='any'))})"
        if called.id in home.functions:
            return f"{spelled(called.id)}({self._passed(node, home.functions[called.id])})"
        if called.id in home.classes:
            made = [one for one in home.classes[called.id].body if isinstance(one, ast.FunctionDef)]
            signs = [Signature.of(one, True) for one in made if one.name == "__init__"]
            return f"new {called.id}({self._passed(node, signs[0] if signs else Signature())})"
        return self._builtin(node, called.id, {str(one.arg): one.value for one in node.keywords})

    def _of_something(self, node: ast.Call, called: ast.Attribute) -> str:
        name, base = called.attr, called.value
        if isinstance(base, ast.Name) and not self.is_local(base.id):
            if base.id in self.module.modules and name in self.package.modules[base.id].functions:
                sign = self.package.modules[base.id].functions[name]
                return f"modules.{base.id}.{name}({self._passed(node, sign)})"
            if base.id in ("json", "re", "dict"):
                return self._of_the_library(node, f"{base.id}.{name}", [one.arg for one in node.keywords])
        if name == "hexdigest":
            return self._digest(node)
        if name in self.package.methods:
            return f"{self.value(base)}.{name}({self._passed(node, self.package.methods[name])})"
        least, most = METHODS.get(name, (1, 0))
        if node.keywords or not least <= len(node.args) <= most:
            raise self.refused(node, f"the method {name}, or its arguments: the page hasn't got that")
        if name == "get" and len(node.args) == 1 and (key := self.plain_key(node.args[0])):
            return f"({self.value(base)}{dotted(key)} ?? null)"
        given = [self.each(node.args[0])] if name == "join" else [self.value(one) for one in node.args]
        return f"py.{name}({', '.join([self.value(base), *given])})"

    def _of_the_library(self, node: ast.Call, name: str, named: list[str | None]) -> str:
        if name == "re.compile" and not self.scopes:
            return self.pattern(node)
        if name == "json.dumps" and len(node.args) == 1 and not named:
            return f"py.dumps({self.value(node.args[0])})"
        # What Python is told to refuse, JavaScript refuses.
        if name == "json.loads" and len(node.args) == 1 and named in ([], ["parse_constant"]):
            return f"py.loads({self.value(node.args[0])})"
        if name == "dict.fromkeys" and len(node.args) == 2 and not named:
            return f"py.fromkeys({self.each(node.args[0])}, {self.value(node.args[1])})"
        raise self.refused(node, f"{name} in this place or with these arguments")

    def _digest(self, node: ast.Call) -> str:
        if not _DIGEST.fullmatch(ast.unparse(node)):
            raise self.refused(node, "a digest other than hashlib.sha256(text.encode()).hexdigest()")
        encode = next(
            one for one in ast.walk(node) if isinstance(one, ast.Attribute) and one.attr == "encode"
        )
        return f"py.sha256({self.value(encode.value)})"

    def _passed(self, node: ast.Call, sign: Signature) -> str:
        """In the order of the parameters, whatever is named; `**` goes last, as an object."""
        given = {one.arg: self.value(one.value) for one in node.keywords if one.arg}
        spread = [f"...{self.value(one.value)}" for one in node.keywords if one.arg is None]
        if sign.rest and not node.keywords:
            return self.values(node.args)
        if any(isinstance(one, ast.Starred) for one in node.args) or len(node.args) > len(sign.names):
            raise self.refused(node, "more arguments than there are parameters, or nobody knows how many")
        written = [self.value(one) for one in node.args]
        written += [given.pop(name, "undefined") for name in sign.names[len(written) :]]
        if given or spread:
            if not sign.named:
                raise self.refused(node, f"an argument that the function hasn't got: {ast.unparse(node)}")
            pairs = [f"{json.dumps(name)}: {value}" for name, value in given.items()]
            written.append(f"{{ {', '.join([*pairs, *spread])} }}")
        while written and written[-1] == "undefined":
            written.pop()
        return ", ".join(written)

    def _builtin(self, node: ast.Call, name: str, named: dict[str, ast.expr]) -> str:
        first, *more = node.args or [ast.List([])]
        if name == "cast" and len(more) == 1:
            return self.value(more[0])
        if name in ERRORS and not named:
            return f"new py.{name}({self.values(node.args)})"
        if name == "isinstance" and len(more) == 1 and ast.unparse(more[0]) in _ASKED:
            return f"py.is_{_ASKED[ast.unparse(more[0])]}({self.value(first)})"
        if name in ("any", "all", "next") and isinstance(first, ast.GeneratorExp) and not named:
            return self._in_a_loop(node, name, first, more)
        if name in ("min", "max") and set(named) <= {"default"}:
            source = self.each(first) if len(node.args) == 1 else self.value(ast.List(node.args))
            return f"py.{name}({', '.join([source, *map(self.value, named.values())])})"
        if name == "sorted" and not more and set(named) <= {"reverse"}:
            return f"py.sorted({', '.join([self.each(first), *map(self.value, named.values())])})"
        if name == "zip" and len(more) == 1 and list(map(ast.unparse, named.values())) == ["True"]:
            return f"py.zip({self.each(first)}, {self.each(more[0])})"
        if name in _TAKERS and not more and not named:
            return f"py.{name}({self.each(first)})"
        least, most = _BUILTINS.get(name, (1, 0))
        if named or not least <= len(node.args) <= most:
            raise self.refused(node, f"{name} in this place or with these arguments")
        return f"py.{name}({self.values(node.args)})"

    def _in_a_loop(self, node: ast.Call, name: str, made: ast.GeneratorExp, more: list[ast.expr]) -> str:
        """As lazy as Python: it stops where the answer is known."""

        def asked(source: str, parameter: str, test: str) -> str:
            inner = self.test(made.elt)
            if name == "any":
                return f"{source}.some({parameter} => {f'{test} && ' if test else ''}{inner})"
            return f"{source}.every({parameter} => {f'!({test}) || ' if test else ''}{inner})"

        def first(source: str, parameter: str, test: str) -> str:
            arrows = f"{parameter} => {test or 'true'}, {parameter} => {inside(self.value(made.elt))}"
            return f"py.next({source}, {arrows}, {self.value(more[0]) if more else 'undefined'})"

        if name == "next" and len(more) < 2:
            return self.looped(made.generators, first)
        if more:
            raise self.refused(node, f"{name} with these arguments")
        return self.looped(made.generators, asked, "some" if name == "any" else "every")
