"""Changes the code in one place at a time and sees whether a test fails: what survives is a gap in the tests.

    python scripts/mutate.py --number 300 [--seed 1] [--skip 0] [--jobs 2] [--seconds 600] [fleets validators]

A random sample of mutants (the same for the same seed and code), each run in a copy of the project against
the tests of its own floor: first the test files that name the mutated module, then all of the floor's.
The last lines list the survivors; the exit status is 1 if there are any. A run that was cut short goes on
with `--skip`, the number of mutants that were run before.

Why no tool: mutmut leaves out decorated functions and module constants, which here are all rules, cached
counts and limits. Cosmic Ray keeps sessions of all mutants and changes files where they are; both take a
long setting up for what is a hundred lines here.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import Queue

ROOT = Path(__file__).parent.parent
FLOORS = ("fleets", "validators")
_PASSED, _FAILED, _NOTHING_COLLECTED = 0, 1, 5
_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_CALCULATED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}


@dataclass(frozen=True)
class Mutant:
    """One change: the bytes from `start` to `end` of a file become `after`."""

    path: str
    line: int
    start: int
    end: int
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {_in_one_line(self.before)}  →  {_in_one_line(self.after)}"


def _in_one_line(text: str, most: int = 70) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"


def mutants_of(path: str, data: bytes) -> Iterator[Mutant]:
    """Every change to one module that may matter when it runs."""
    tree = ast.parse(data)
    starts = [0]
    for line in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node in _that_run(tree):
        for changed in _changes(node):
            assert isinstance(node, ast.expr | ast.stmt)
            start = starts[node.lineno - 1] + node.col_offset
            end = starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
            text = ast.unparse(changed)
            after = f"({text})" if isinstance(node, ast.expr) else text
            yield Mutant(path, node.lineno, start, end, data[start:end].decode(), after)


def _that_run(tree: ast.AST) -> Iterator[ast.AST]:
    """Nodes but those of annotations, decorators, docstrings and imports for type checkers."""
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop()
        yield node
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list"):
                continue
            todo.extend(child for child in (value if isinstance(value, list) else [value]) if _runs(child))


def _runs(node: object) -> bool:
    if not isinstance(node, ast.AST) or isinstance(node, ast.JoinedStr):
        return False
    return not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")


def _changes(node: ast.AST) -> Iterator[ast.AST]:
    # What is changed is replaced whole, so that the rest may be shared.
    changed = copy.copy(node)
    match changed:
        case ast.Compare(ops=[operator]):
            changed.ops = [_COMPARED[type(operator)]()]
            yield changed
        case ast.BinOp(op=operator) if type(operator) in _CALCULATED and not _is_type(changed):
            changed.op = _CALCULATED[type(operator)]()
            yield changed
        case ast.BoolOp(op=ast.And()):
            changed.op = ast.Or()
            yield changed
        case ast.BoolOp(op=ast.Or()):
            changed.op = ast.And()
            yield changed
        case ast.UnaryOp(op=ast.Not()):
            yield changed.operand
        case ast.Constant(value=bool(flag)):
            yield ast.Constant(not flag)
        case ast.Constant(value=int(number)):
            yield ast.Constant(number + 1)
        case ast.Constant(value=float(number)):
            yield ast.Constant(number + 0.2)
        case ast.IfExp():
            changed.test = ast.UnaryOp(ast.Not(), changed.test)
            yield changed
        case ast.Return(value=ast.expr() as value) if not _is_none(value):
            yield ast.Return(ast.Constant(None))


def _is_type(node: ast.BinOp) -> bool:
    """`int | None`, which is a type and no calculation."""
    return isinstance(node.op, ast.BitOr) and any(
        _is_none(side) or (isinstance(side, ast.Name) and side.id[:1].isupper() and not side.id.isupper())
        for side in (node.left, node.right)
    )


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def sample(floors: Iterable[str], number: int, seed: int) -> list[Mutant]:
    found = [
        mutant
        for floor in floors
        for path in sorted((ROOT / floor).rglob("*.py"))
        for mutant in mutants_of(path.relative_to(ROOT).as_posix(), path.read_bytes())
    ]
    chosen = random.Random(seed).sample(found, min(number, len(found)))
    print(f"{len(chosen)} of {len(found):,} mutants of {', '.join(floors)}, seed {seed}", flush=True)
    return chosen


def judged(mutant: Mutant, copy_of_project: Path, seconds: float) -> str:
    """`killed`, `survived` or `too slow`, which counts as killed."""
    path = copy_of_project / mutant.path
    whole = path.read_bytes()
    path.write_bytes(whole[: mutant.start] + mutant.after.encode() + whole[mutant.end :])
    try:
        floor = mutant.path.split("/")[0]
        for tests in (_that_name(mutant.path, copy_of_project / "tests" / floor), [f"tests/{floor}"]):
            status = _run(tests, copy_of_project, seconds) if tests else _PASSED
            if status is None:
                return "too slow"
            if status not in (_PASSED, _NOTHING_COLLECTED):
                return "killed"
        return "survived"
    finally:
        path.write_bytes(whole)


def _that_name(path: str, folder: Path) -> list[str]:
    """The test files that import a module."""
    module = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    files = sorted(file for file in folder.glob("test_*.py") if module in file.read_text("utf-8"))
    return [str(file) for file in files]


def _run(tests: list[str], folder: Path, seconds: float) -> int | None:
    """The status of pytest; nothing where it took too long."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    # A mutant may be as long as the original and of the same second: no compiled file can be trusted.
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    with subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as started:
        try:
            return started.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(started.pid, signal.SIGKILL)
            return None


def copy_project(folder: Path) -> None:
    """All that git tracks or would track."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.decode()
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)


def main() -> int:
    parser = argparse.ArgumentParser(description="A random sample of mutants against the tests.")
    parser.add_argument("floors", nargs="*", default=FLOORS, help="packages to change")
    parser.add_argument("--number", type=int, default=40, help="how many mutants")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--skip", type=int, default=0, help="leave out this many at the start of the sample")
    parser.add_argument("--jobs", type=int, default=2, choices=(1, 2), help="how many at a time")
    parser.add_argument("--seconds", type=float, default=600, help="time limit for one run of tests")
    asked = parser.parse_args()
    mutants = sample(asked.floors, asked.number, asked.seed)[asked.skip :]
    with tempfile.TemporaryDirectory(prefix="mutants-") as kept:
        free: Queue[Path] = Queue()
        for number in range(asked.jobs):
            folder = Path(kept, str(number))
            copy_project(folder)
            free.put(folder)
        first = Path(kept, "0")
        for floor in asked.floors:
            if _run([f"tests/{floor}"], first, asked.seconds) != _PASSED:
                print(f"the tests of {floor} fail without any change; nothing can be said", file=sys.stderr)
                return 2

        def work(mutant: Mutant) -> str:
            folder = free.get()
            try:
                verdict = judged(mutant, folder, asked.seconds)
            finally:
                free.put(folder)
            print(f"{verdict:9} {mutant}", flush=True)
            return verdict

        with ThreadPoolExecutor(asked.jobs) as pool:
            verdicts = list(pool.map(work, mutants))
    survivors = [mutant for mutant, verdict in zip(mutants, verdicts, strict=True) if verdict == "survived"]
    print(f"\n{len(mutants) - len(survivors)} killed, {len(survivors)} survived:")
    for mutant in sorted(survivors, key=str):
        print(f"  {mutant}")
    return int(bool(survivors))


if __name__ == "__main__":
    sys.exit(main())
