"""Python to JavaScript, for the page of a table: a plain subset, and everything else is refused.

Imports nothing but the standard library: a wheel is built where nothing else is installed.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from brickyard.table.translated_expressions import Expressions, dotted, inside
from brickyard.table.translated_names import (
    ERRORS,
    METHODS,
    Package,
    Signature,
    is_docstring,
    is_for_types,
    kind_of_type,
    names_in,
    spell,
)

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
            return f"{spell(called.id)}({self._passed(node, Signature(rest='any'))})"
        if called.id in home.functions:
            return f"{spell(called.id)}({self._passed(node, home.functions[called.id])})"
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


def translate(name: str, sources: dict[str, str], runtime: str, root: str) -> str:
    """A package as one script: its modules are what `root` of the page's globals has.

    `sources` are texts by the names of their files, such as `fleets/battles/folding.py`.
    """
    package = Package(name, sources)
    lines = [
        f"// Made from {package.name.replace('.', '/')}/*.py, where the game is written: change it there.",
        '(function (root) {\n"use strict";',
        f"{runtime}const modules = {{}};",
    ]
    for module in package.ordered:
        lines += [f"modules.{module.name} = (() => {{", *Statements(package, module).script(), "})();"]
    lines += [f"root.{root} = modules;", '})(typeof globalThis !== "undefined" ? globalThis : window);\n']
    return "\n".join(lines)


class Statements(Calls):
    """Writes the statements of one module."""

    def script(self) -> Iterator[str]:
        for node in ast.walk(self.module.tree):
            # Keys of objects are texts in JavaScript: `dict[int, …]` would silently be another thing.
            written = ast.unparse(node) if isinstance(node, ast.Subscript) else ""
            if re.match(r"(dict|Mapping)\[(?!str, |Literal\[)", written):
                raise self.refused(node, f"{written}: only texts are keys")
        for name, home in self.module.imported.items():
            if name in self.package.modules[home].own:
                yield f"const {{ {_renamed(name)} }} = modules.{home};"
        lines = [line for node in self.module.tree.body for line in self.outside(node)]
        yield from self._spares(0)
        yield from lines
        yield f"return {{ {', '.join(map(_renamed, self.module.own))} }};"

    def _spares(self, before: int) -> Iterator[str]:
        """Temporary variables that came up since then."""
        if self.spare > before:
            yield f"let {', '.join(f'${n}' for n in range(before + 1, self.spare + 1))};"

    def outside(self, node: ast.stmt) -> Iterator[str]:
        """What stands outside of functions."""
        if is_docstring(node) or is_for_types(node) or isinstance(node, ast.Import | ast.ImportFrom):
            return
        if isinstance(node, ast.FunctionDef):
            yield from self.function(node)
        elif isinstance(node, ast.ClassDef):
            yield from self._class(node)
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield f"const {self.target(targets[0])} = {self.value(node.value)};"
        else:
            raise self.refused(node, f"{type(node).__name__} outside of functions")

    def _class(self, node: ast.ClassDef) -> Iterator[str]:
        bases = [ast.unparse(base) for base in node.bases]
        if node.decorator_list or node.keywords or bases not in ([], ["Exception"]):
            raise self.refused(node, "a class with decorators, or of another class than Exception")
        yield f"class {node.name}{' extends py.Exception' if bases else ''} {{"
        for one in node.body:
            if isinstance(one, ast.FunctionDef):
                yield from self.function(one, node)
            elif not is_docstring(one):
                raise self.refused(one, "anything but methods in a class")
        yield "}"

    def function(self, node: ast.FunctionDef, owner: ast.ClassDef | None = None) -> Iterator[str]:
        if node.decorator_list or (node.args.vararg and (node.args.kwonlyargs or node.args.kwarg)):
            raise self.refused(node, "a decorator, or *args beside named parameters")
        sign, before = Signature.of(node, owner is not None), self.spare
        told = {
            one.arg: kind_of_type(one.annotation) for one in ast.walk(node.args) if isinstance(one, ast.arg)
        }
        told |= {sign.rest: "list", sign.named: "dict"}
        inner = [one for part in node.body for one in ast.walk(part)]
        known = dict(told)
        with self.scope(known):
            for one in inner:
                for name, kind in self._variables(one):
                    known.setdefault(name, kind)
            head = ", ".join(self._parameters(node, sign))
            body = [line for one in node.body for line in self.statement(one)]
        star = "*" if any(isinstance(one, ast.Yield | ast.YieldFrom) for one in inner) else ""
        name = "constructor" if node.name == "__init__" else node.name
        yield f"// {self.module.file.rpartition('/')[2]}:{node.lineno}"
        yield f"{star}{name}({head}) {{" if owner else f"function{star} {spell(name)}({head}) {{"
        if owner and owner.bases:
            # An error of JavaScript's has no `this` before its own constructor was called.
            yield body.pop(0)
        if owner:
            yield "const self = this;"
        if own := [spell(name) for name in known if name not in told]:
            yield f"let {', '.join(own)};"
        yield from self._spares(before)
        yield from body
        yield "}"

    def _variables(self, node: ast.AST) -> Iterator[tuple[str, str]]:
        """The names that become variables of a function, and what is known of their first values."""
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id, kind_of_type(node.annotation)
        elif isinstance(node, ast.Assign):
            for target, value in (pair for one in node.targets for pair in _pairs(one, node.value)):
                yield from ((name, self.kind(value) if value else "") for name in names_in(target or node))
        elif isinstance(node, ast.For):
            yield from ((name, "") for name in names_in(node.target))
        elif isinstance(node, ast.ExceptHandler) and node.name:
            yield node.name, ""

    def _parameters(self, node: ast.FunctionDef, sign: Signature) -> Iterator[str]:
        told = node.args
        positional = [*told.posonlyargs, *told.args]
        pairs = [*zip(positional[len(positional) - len(told.defaults) :], told.defaults, strict=True)]
        pairs += [(one, value) for one, value in zip(told.kwonlyargs, told.kw_defaults, strict=True) if value]
        defaults = {one.arg: value for one, value in pairs}
        for name in sign.names:
            if not isinstance(defaults.get(name), ast.Constant | ast.Name | None):
                raise self.refused(node, "a default that isn't a constant")
            yield spell(name) + (f" = {self.value(defaults[name])}" if name in defaults else "")
        if sign.rest or sign.named:
            yield f"...{spell(sign.rest)}" if sign.rest else f"{spell(sign.named)} = {{}}"

    # Statements.

    def statement(self, node: ast.stmt) -> Iterator[str]:
        write = getattr(self, f"do_{type(node).__name__.lower()}", None)
        if write is None:
            raise self.refused(node, f"{type(node).__name__} can't be translated")
        yield from write(node)

    def block(self, nodes: Sequence[ast.stmt]) -> Iterator[str]:
        for node in nodes:
            yield from self.statement(node)
        yield "}"

    def do_break(self, node: ast.Pass | ast.Continue | ast.Break) -> Iterator[str]:
        yield "" if isinstance(node, ast.Pass) else f"{type(node).__name__.lower()};"

    do_continue = do_pass = do_break

    def do_return(self, node: ast.Return) -> Iterator[str]:
        yield f"return {self.value(node.value)};" if node.value else "return null;"

    def do_expr(self, node: ast.Expr) -> Iterator[str]:
        match node.value:
            case ast.Constant(value=str()):
                return
            case ast.Yield(value=ast.expr() as value):
                yield f"yield {self.value(value)};"
            case ast.YieldFrom(value=value):
                yield f"yield* {self.each(value)};"
            case ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id="super"))), args=args):
                yield f"super({self.values(args)});"
            case ast.Call() as call:
                yield f"{self.value(call)};"
            case _:
                raise self.refused(node, f"{ast.unparse(node)} does nothing")

    def do_if(self, node: ast.If) -> Iterator[str]:
        yield f"if ({self.test(node.test)}) {{"
        yield from self.block(node.body)
        if node.orelse:
            yield "else {"
            yield from self.block(node.orelse)

    def do_for(self, node: ast.For | ast.While) -> Iterator[str]:
        if node.orelse:
            raise self.refused(node, "a loop with else")
        if isinstance(node, ast.While):
            yield f"while ({self.test(node.test)}) {{"
        else:
            yield f"for ({self.target(node.target)} of {self.each(node.iter)}) {{"
        yield from self.block(node.body)

    do_while = do_for

    def do_raise(self, node: ast.Raise) -> Iterator[str]:
        if node.exc is None or node.cause is not None:
            raise self.refused(node, "raise without an error, or from another one")
        made = f"new {self._error(node.exc)}()" if isinstance(node.exc, ast.Name) else self.value(node.exc)
        yield f"throw {made};"

    def _error(self, node: ast.expr) -> str:
        name = ast.unparse(node)
        if name in self.package.home_of(self.module, name).classes:
            return name
        if name not in ERRORS:
            raise self.refused(node, f"the error {name}")
        return f"py.{name}"

    def do_try(self, node: ast.Try) -> Iterator[str]:
        handler = node.handlers[0] if node.handlers else None
        if not handler or not handler.type or len(node.handlers) > 1 or node.orelse or node.finalbody:
            raise self.refused(node, "try with anything but one `except` that names its errors")
        kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
        tests = " || ".join(f"thrown instanceof {self._error(kind)}" for kind in kinds)
        yield "try {"
        yield from self.block(node.body)
        yield f"catch (thrown) {{ if (!({tests})) throw thrown;"
        if handler.name:
            yield f"{spell(handler.name)} = thrown;"
        yield from self.block(handler.body)

    # Assignments.

    def do_annassign(self, node: ast.AnnAssign) -> Iterator[str]:
        if node.value is not None:
            yield from self._assign(node.target, self.value(node.value))

    def do_assign(self, node: ast.Assign) -> Iterator[str]:
        pairs = [pair for target in node.targets for pair in _pairs(target, node.value)]
        if len(pairs) == 1:
            yield from self._assign(node.targets[0], self.value(node.value))
            return
        kept = {}
        for _, value in pairs:
            if value and value not in kept:
                kept[value] = self.temporary()
                yield f"{kept[value]} = {self.value(value)};"
        for target, value in pairs:
            if value is None or target is None:
                raise self.refused(node, "more values than names, or fewer")
            yield from self._assign(target, kept[value])

    def _assign(self, target: ast.expr, value: str) -> Iterator[str]:
        if isinstance(target, ast.Name | ast.Attribute):
            yield f"{self.value(target)} = {value};"
        elif isinstance(target, ast.Subscript) and not isinstance(target.slice, ast.Slice):
            base, key = self.value(target.value), self.plain_key(target.slice)
            put = f"py.put({base}, {self.value(target.slice)}, {value});"
            yield f"{base}{dotted(key)} = {value};" if key else put
        elif isinstance(target, ast.Tuple):
            kept = self.temporary()
            yield f"{kept} = py.unpacked({value}, {len(target.elts)});"
            for place, one in enumerate(target.elts):
                yield from self._assign(one, f"{kept}[{place}]")
        else:
            raise self.refused(target, f"{ast.unparse(target)} as a target")

    def do_augassign(self, node: ast.AugAssign) -> Iterator[str]:
        if any(isinstance(one, ast.Call) for one in ast.walk(node.target)):
            raise self.refused(node, "a target that would be asked for twice")
        written = self.counted(node, node.target, self.value(node.target), node.value)
        # What is lengthened is the same list as before: others may know it.
        yield from self._assign(node.target, re.sub(r"^py\.plus\(", "py.more(", written))


def _renamed(name: str) -> str:
    return name if spell(name) == name else f"{name}: {spell(name)}"


def _pairs(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr | None]]:
    """`a, b = 1, 2` is two assignments; a value is missing where there are more names than values."""
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        return [*zip_longest(target.elts, value.elts)]
    return [(target, value)]
