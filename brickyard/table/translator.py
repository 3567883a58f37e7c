"""Python to JavaScript, for the page of a table: a plain subset, and everything else is refused.

Imports nothing but the standard library: a wheel is built where nothing else is installed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from brickyard.table.translated_calls import Calls
from brickyard.table.translated_expressions import dotted
from brickyard.table.translated_names import (
    ERRORS,
    Package,
    Signature,
    is_docstring,
    is_for_types,
    kind_of_type,
    names_in,
    spelled,
)


def translated(name: str, sources: dict[str, str], runtime: str, root: str) -> str:
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
        yield f"{star}{name}({head}) {{" if owner else f"function{star} {spelled(name)}({head}) {{"
        if owner and owner.bases:
            # An error of JavaScript's has no `this` before its own constructor was called.
            yield body.pop(0)
        if owner:
            yield "const self = this;"
        if own := [spelled(name) for name in known if name not in told]:
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
            yield spelled(name) + (f" = {self.value(defaults[name])}" if name in defaults else "")
        if sign.rest or sign.named:
            yield f"...{spelled(sign.rest)}" if sign.rest else f"{spelled(sign.named)} = {{}}"

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
            yield f"{spelled(handler.name)} = thrown;"
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
    return name if spelled(name) == name else f"{name}: {spelled(name)}"


def _pairs(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr | None]]:
    """`a, b = 1, 2` is two assignments; a value is missing where there are more names than values."""
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        return [*zip_longest(target.elts, value.elts)]
    return [(target, value)]
