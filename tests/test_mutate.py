"""The sampler of mutants: which changes it makes, and that each of them is a program."""

from __future__ import annotations

import ast
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.running import ROOT


@pytest.fixture(scope="module")
def mutate() -> ModuleType:
    spec = importlib.util.spec_from_file_location("mutate", ROOT / "scripts" / "mutate.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("source", "changed"),
    [
        ("a < b", ["(a <= b)"]),
        ("a is not b", ["(a is b)"]),
        ("a + b", ["(a - b)"]),
        ("a and b", ["(a or b)"]),
        ("not a", ["(a)"]),
        ("MOST = 99", ["MOST = (100)"]),
        ("SLACK = 0.5", ["SLACK = (0.7)"]),
        ("x = True", ["x = (False)"]),
        ("x = 1 if a else b", ["x = (1 if not a else b)", "x = (2) if a else b"]),
        ("def f():\n    return 'é' * a", ["def f():\n    return None", "def f():\n    return ('é' + a)"]),
        ("Names = str | None", []),
        ("def f(a: int = 1) -> 'b < c': pass", ["def f(a: int = (2)) -> 'b < c': pass"]),
        ("@cached(size=1)\ndef f(): pass", []),
        ('"""A docstring."""\nx = "text"', []),
        ("if TYPE_CHECKING:\n    x = 1", []),
    ],
)
def test_what_is_changed(mutate: ModuleType, source: str, changed: list[str]) -> None:
    data = source.encode()
    found = [
        (data[: one.start] + one.after.encode() + data[one.end :]).decode()
        for one in mutate.mutants_of("a.py", data)
    ]
    assert sorted(found) == sorted(changed)


def test_every_mutant_is_a_program_of_its_own_and_the_seed_decides(mutate: ModuleType) -> None:
    room = ["fleets/tagging"]
    chosen = mutate.sample(room, 60, seed=3)
    assert chosen == mutate.sample(room, 60, seed=3)
    assert chosen != mutate.sample(room, 60, seed=4)
    assert len(set(chosen)) == 60
    for mutant in chosen:
        data = (ROOT / mutant.path).read_bytes()
        after = data[: mutant.start] + mutant.after.encode() + data[mutant.end :]
        assert ast.dump(ast.parse(after)) != ast.dump(ast.parse(data)), str(mutant)


@pytest.mark.parametrize(
    ("text", "lines", "names"),
    [
        ("if a:\n    b(\n        1 < 2,\n        3,\n    )\n", (2, 5), set()),
        ("def f(a=1 < 2):\n    return a\n", (1, 1), {"f"}),
        ("def f():\n    x = 1 < 2\n", (2, 2), set()),
        ("class A:\n    MOST: int = int(1 < 2)\n", (2, 2), {"MOST"}),
        ("class A:\n    def f(self):\n        if 1 < 2:\n            self.g()\n", (3, 3), set()),
        ("try:\n    f()\nexcept E:\n    x = 1 < 2\n", (4, 4), {"x"}),
    ],
)
def test_whose_tests_may_notice_a_mutant(
    mutate: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    text: str,
    lines: tuple[int, int],
    names: set[str],
) -> None:
    monkeypatch.setattr(mutate, "ROOT", tmp_path)
    (tmp_path / "a.py").write_text(text)
    mutant = next(one for one in mutate.mutants_of("a.py", text.encode()) if one.before == "1 < 2")
    found, given = mutate.statement_of(mutant)
    assert (found[0], found[-1], given) == (*lines, names)
