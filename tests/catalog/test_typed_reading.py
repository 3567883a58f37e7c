"""Values into dataclasses by their type hints: what is read, what is told where, what a child changes."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Annotated, Literal

import pytest

import catalog
from catalog.editions.loading import edition, shipped_editions
from catalog.editions.tables import EditionTables
from catalog.yaml.located_values import locate
from catalog.yaml.typed_reading import Between, TypeMark, as_written, read_as
from catalog.yaml.yaml_reading import read_yaml
from ldraw_tools.findings import Place

CATALOG = Path(catalog.__file__).parent


@dataclass(frozen=True)
class Bay:
    """A place in a hangar."""

    name: Annotated[str, TypeMark.KEY]
    size: tuple[int, int]
    open_on: Annotated[tuple[str, ...], TypeMark.WORDS] = ()


@dataclass(frozen=True)
class Hangar:
    """Something of every type that can be read."""

    title: str
    doors: Annotated[int, Between(1, 4)] = 1
    height: Annotated[float, Between(0, 50)] = 5
    is_heated: bool = False
    light: Literal["dim", "bright"] = "dim"
    reach: int | Literal["ruler"] = 0
    crew: Annotated[tuple[int, int], TypeMark.ASCENDING] | None = None
    notes: tuple[str, ...] = ()
    bays: Mapping[str, Bay] = field(default_factory=dict)
    prices: Mapping[Annotated[int, Between(1, 9)], int] = field(default_factory=dict)


def read(text: str, over: Hangar | None = None) -> tuple[Hangar | None, list[str]]:
    found, findings = read_as(Hangar, read_yaml(text, "h.yaml").root, over)
    return found, [f"{one.place.line}:{one.place.column} {one.code} {one.message}" for one in findings]


WHOLE = """\
title: North
doors: 2
height: 7.5
is-heated: yes
light: bright
reach: ruler
crew: [2, 3]
notes: ["one, or two", three]
bays:
  A1: {size: [4, 6], open-on: "Monday, Friday"}
prices: {1: 10, 9: 80}
"""
NORTH = Hangar(
    "North",
    2,
    7.5,
    is_heated=True,
    light="bright",
    reach="ruler",
    crew=(2, 3),
    notes=("one, or two", "three"),
    bays={"A1": Bay("A1", (4, 6), ("Monday", "Friday"))},
    prices={1: 10, 9: 80},
)


def test_every_type_is_read() -> None:
    assert read(WHOLE) == (NORTH, [])


def test_what_is_left_out_has_its_default() -> None:
    assert read("title: North") == (Hangar("North"), [])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("doors: 2", ["1:1 MAN018 the file lacks title"]),
        ("title: [North]", ["1:8 MAN013 title is a list, but must be text"]),
        ("doors: 5", ["1:8 MAN015 doors is 5, but must be a whole number from 1 to 4"]),
        ("doors: two", ["1:8 MAN013 doors is “two”, but must be a whole number from 1 to 4"]),
        ("height: tall", ["1:9 MAN013 height is “tall”, but must be a number from 0 to 50"]),
        ("is-heated: 7", ["1:12 MAN013 is-heated is “7”, but must be yes or no"]),
        ("light: red", ["1:8 MAN016 light is “red”, but must be one of dim, bright"]),
        ("reach: far", ["1:8 MAN013 reach is “far”, but must be a whole number"]),
        ("crew: [3, 2]", ["1:7 MAN038 crew goes from 3 down to 2"]),
        ("crew: [3]", ["1:7 MAN037 crew is 1 numbers, but must be two"]),
        (
            "crew: 3",
            ["1:7 MAN013 crew is “3”, but must be a list", "1:7 MAN037 crew is 0 numbers, but must be two"],
        ),
        ("notes: one, or two", ["1:8 MAN013 notes is “one, or two”, but must be a list"]),
        ("bays: [A1]", ["1:7 MAN012 bays is a list, but must be keys with values"]),
        ("bays: {A1: {}}", ["1:12 MAN018 A1 lacks size"]),
        ("bays: {A1: {name: x, size: [1, 2]}}", ["1:13 MAN017 “name” is not a valid key here"]),
        ("prices: {10: 1}", ["1:10 MAN015 prices is 10, but must be a whole number from 1 to 9"]),
        ("bays: {A1: null}", ["1:8 MAN035 row A1 is removed, but the table doesn't have it"]),
        ("heigth: 7", ["1:1 MAN017 “heigth” is not a valid key here"]),
        ("[1]", ["1:1 MAN012 the file is a list, but must be keys with values"]),
    ],
)
def test_what_is_wrong_is_told_at_its_place(text: str, told: list[str]) -> None:
    found, findings = read(text, over=Hangar("North"))
    if text.startswith("doors: 2"):
        found, findings = read(text)
    assert findings == told
    assert (found is None) == any("MAN035" not in one for one in told)


def test_the_nearest_key_is_offered() -> None:
    _, (finding,) = read_as(Hangar, read_yaml("title: N\nheigth: 7", "h.yaml").root)
    assert finding.fix == "Did you mean height?"


def test_a_child_says_only_what_differs() -> None:
    child, told = read(
        "doors: 4\nbays: {A1: {size: [4, 8]}, B2: {size: [1, 1]}}\nprices: {1: null, 2: 15}", NORTH
    )
    assert not told
    assert child == replace(
        NORTH,
        doors=4,
        bays={"A1": Bay("A1", (4, 8), ("Monday", "Friday")), "B2": Bay("B2", (1, 1))},
        prices={9: 80, 2: 15},
    )


def test_plain_values_from_elsewhere_are_read_too() -> None:
    given = {"title": "North", "is-heated": True, "crew": [2, 3]}
    found, findings = read_as(Hangar, locate(given, Place("--hangar"), "hangar", []))
    assert (found, findings) == (Hangar("North", is_heated=True, crew=(2, 3)), [])


def test_findings_are_told_in_the_document_too_and_only_the_new_ones_are_returned() -> None:
    document = read_yaml("a: {doors: 9}\nb: {title: x}", "h.yaml")
    entries = document.root.entries()
    assert read_as(Hangar, entries["a"])[1] == document.findings
    assert read_as(Hangar, entries["b"]) == (Hangar("x"), [])


def test_a_type_that_nothing_can_be_read_as_is_our_mistake() -> None:
    with pytest.raises(TypeError, match="nothing can be read as"):
        read_as(complex, read_yaml("a: 1", "h.yaml").root)


@pytest.mark.parametrize("name", shipped_editions())
def test_tables_written_out_read_as_the_same_tables(name: str) -> None:
    found = edition(name)
    plain = locate(as_written(found, EditionTables), Place("again.yaml"), "tables", [])
    again, findings = read_as(EditionTables, plain)
    assert not findings
    assert vars(again) == {one.name: getattr(found, one.name) for one in fields(EditionTables)}


def annotations_of(tree: ast.Module) -> list[ast.expr]:
    """Of fields and of functions whose name is public."""
    found: list[ast.expr | None] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign):
            found.append(node.annotation)
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            found += [node.returns, *(one.annotation for one in arguments)]
            found += [one.annotation for one in (node.args.vararg, node.args.kwarg) if one]
    return [one for one in found if one is not None]


def test_nothing_public_in_the_catalog_is_of_any_type() -> None:
    files = sorted(CATALOG.rglob("*.py"))
    annotated = {path: annotations_of(ast.parse(path.read_text("utf-8"))) for path in files}
    assert sum(map(len, annotated.values())) > 500
    loose = [
        f"{path.relative_to(CATALOG)}:{one.lineno}"
        for path, every in annotated.items()
        for one in every
        if any(isinstance(node, ast.Name) and node.id == "Any" for node in ast.walk(one))
    ]
    assert loose == []
