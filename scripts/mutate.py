"""Changes the code in one place at a time and sees whether a test fails: what survives is a gap in the tests.

    python -m scripts.mutate --number 300 [--seed 1] [--skip 0] [--jobs 2] [--seconds 60] [fleets validators]

A random sample of mutants (the same for the same seed and code), each run in a copy of the project against
the tests that execute its statement, those of files that name its module first, then quickest first; and
then against these files as a whole, and those whose fixtures execute it. Which tests execute a line, and how
long they take, is noted in `--noted` by a run of all tests with coverage, which comes first if that folder
isn't there: delete it when the code has changed. Processor time is noted: seconds by the clock are many on a
busy machine, and leave tests out. A test that fails without the mutant, too, says nothing and is left out.
The last lines list the survivors; the exit status is 1 if there are any. A run that was cut short goes on
with `--skip`, the number of mutants that were run before.

Why no tool: mutmut leaves out decorated functions and module constants, which here are all rules, cached
counts and limits. Cosmic Ray keeps sessions of all mutants and changes files where they are; both take a
long setting up for what is a hundred lines here.
"""

from __future__ import annotations

import argparse
import ast
import compileall
import copy
import os
import py_compile
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import Queue
from typing import Any
from xml.etree import ElementTree

import pytest
from coverage import CoverageData

ROOT = Path(__file__).parent.parent
FLOORS = ("fleets", "validators")
PACKAGES = ("ldraw_tools", "catalog", *FLOORS, "brickyard")
_CHILDREN = "BRICKYARD_MEASURE_CHILDREN"
_PASSED, _NOTHING_COLLECTED = 0, 5
# After these seconds a fault that every test finds is found.
_AT_ONCE, _MOST_AT_ONCE = 5, 40
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


def note_tests(folder: Path) -> None:
    """Runs all tests with coverage, that of processes which they start, too."""
    folder.mkdir(parents=True)
    source = ",".join(str(ROOT / package) for package in PACKAGES)
    said = f"[run]\npatch=_exit\nparallel=true\ndata_file={folder / 'lines'}\nsource={source}\n"
    (folder / "tests.rc").write_text(said, "utf-8")
    (folder / "children.rc").write_text(f"{said}context=${{PYTEST_CURRENT_TEST-}}\n", "utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "scripts.mutate", "-n", "2", "--dist", "worksteal"]
    coverage = ["--cov", f"--cov-config={folder / 'tests.rc'}", "--cov-context=test", "--cov-report="]
    environment = {**os.environ, _CHILDREN: str(folder / "children.rc")}
    subprocess.run([*command, *coverage, f"--junit-xml={folder / 'tests.xml'}"], cwd=ROOT, env=environment)


def pytest_configure(config: Any) -> None:
    """As a plugin of that run: what its workers start is measured as their child."""
    if hasattr(config, "workerinput") and _CHILDREN in os.environ:
        os.environ["COVERAGE_PROCESS_START"] = os.environ[_CHILDREN]
        config.pluginmanager.register(ProcessorTimes())


class ProcessorTimes:
    """Makes a report tell the processor time of a test and of processes that ended with it.

    A browser's or a server's isn't seen while it lives: a quarter of the time by the clock stands for it.
    """

    def __init__(self) -> None:
        self._before = _used()

    def pytest_runtest_logstart(self) -> None:
        self._before = _used()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, Any, Any]:
        report = yield
        now = _used()
        report.duration = max(now - self._before, report.duration / 4)
        self._before = now
        return report


def _used() -> float:
    ended = os.times()
    return time.process_time() + ended.children_user + ended.children_system


def set_what_tests_need() -> None:
    """The library, the browser and the checkers, as `make test` does."""
    for what in ("library", "browser", "checkers"):
        command = [ROOT / "scripts" / f"fetch-{what}"]
        if not os.environ.get(name := f"BRICKYARD_TEST_{what.upper()}"):
            os.environ[name] = subprocess.run(command, stdout=subprocess.PIPE, text=True).stdout.strip()


def outcomes(file: Path) -> dict[str, tuple[float, bool]]:
    """How many seconds each test took, and whether it passed."""
    return {
        f"{case.attrib['classname'].replace('.', '/')}.py::{case.attrib['name']}": (
            float(case.attrib["time"]),
            not any(child.tag in ("failure", "error", "skipped") for child in case),
        )
        for case in ElementTree.parse(file).iter("testcase")
    }


class NotedTests:
    """Which tests execute each line, and how long they take."""

    def __init__(self, folder: Path) -> None:
        told = outcomes(folder / "tests.xml")
        self.seconds = {test: seconds for test, (seconds, has_passed) in told.items() if has_passed}
        self.of_file: dict[str, float] = {}
        for test, seconds in self.seconds.items():
            file = test.partition("::")[0]
            self.of_file[file] = self.of_file.get(file, 0.0) + seconds
        self._lines = CoverageData(str(folder / "lines"))
        self._lines.read()
        self._known: dict[str, dict[int, list[str]]] = {}

    def about(self, mutant: Mutant) -> tuple[list[str], list[str]]:
        """The tests that execute it, those of files that name its module first; and whole files."""
        lines, names = statement_of(mutant)
        contexts = self._of_lines(str(ROOT / mutant.path), lines)
        if names:
            said = re.compile(rf"\b({'|'.join(names)})\b")
            for file in sorted(self._lines.measured_files()):
                texts = enumerate(Path(file).read_text("utf-8").splitlines(), 1)
                contexts |= self._of_lines(file, (number for number, text in texts if said.search(text)))
        # A context is `tests/test_a.py::test_b[c]|run`, or `… (call)` if the test started a process.
        pattern = re.compile(r"(.*)(?:\|| \()(setup|run|call|teardown)\)?", re.DOTALL)
        parted = [one for one in map(pattern.fullmatch, contexts) if one]
        tests = {one[1] for one in parted if one[1] in self.seconds}
        module = mutant.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        named = {file for file in self.of_file if module in (ROOT / file).read_text("utf-8")}
        prepared = {one[1].partition("::")[0] for one in parted if one[2] == "setup"} & {*self.of_file}
        return (
            sorted(tests, key=lambda test: (test.partition("::")[0] not in named, self.seconds[test])),
            sorted(named | prepared, key=self.of_file.__getitem__),
        )

    def _of_lines(self, file: str, lines: Iterable[int]) -> set[str]:
        if file not in self._known:
            self._known[file] = self._lines.contexts_by_lineno(file)
        return {context for line in lines for context in self._known[file].get(line, ())}


def statement_of(mutant: Mutant) -> tuple[range, set[str]]:
    """The lines of its statement; the names that it gives if it runs when its module is imported."""
    node: ast.AST = ast.parse((ROOT / mutant.path).read_bytes())
    lines, names, is_in_function = range(mutant.line, mutant.line + 1), set[str](), False
    while within := [one for one in _statements_in(node) if _holds(one, mutant.line)]:
        node = statement = within[0]
        ends = (statement.end_lineno or statement.lineno) + 1
        body = min((one.lineno for one in _statements_in(statement)), default=ends)
        lines = range(statement.lineno, max(body, statement.lineno + 1))
        is_in_function |= isinstance(statement, ast.FunctionDef) and mutant.line >= body
        names = set() if is_in_function else set(_given(statement))
    return lines, names


def _holds(statement: ast.stmt, line: int) -> bool:
    return statement.lineno <= line <= (statement.end_lineno or statement.lineno)


def _given(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        yield statement.name
    else:
        named = (node for node in ast.walk(statement) if isinstance(node, ast.Name))
        yield from (node.id for node in named if isinstance(node.ctx, ast.Store))


def _statements_in(node: ast.AST) -> list[ast.stmt]:
    return [
        one
        for inner in ast.iter_child_nodes(node)
        for one in ([inner] if isinstance(inner, ast.stmt) else _statements_in(inner))
    ]


class Judge:
    """Runs tests in copies of the project, and knows which of them pass there without a mutant."""

    def __init__(self, noted: NotedTests, seconds: float) -> None:
        self._noted, self._seconds = noted, seconds
        self._passing, self._failing = set[str](), set[str]()

    def verdict(self, mutant: Mutant, folder: Path) -> str:
        """`killed`, `too slow`, which counts as killed, or how many tests it survived."""
        tests, files = self._noted.about(mutant)
        first = _within(tests[:_MOST_AT_ONCE], self._noted.seconds, _AT_ONCE)
        more = _within(tests[len(first) :], self._noted.seconds, self._seconds)
        path = folder / mutant.path
        whole = path.read_bytes()
        changed = whole[: mutant.start] + mutant.after.encode() + whole[mutant.end :]
        for wave in (first, more, _within(files, self._noted.of_file, self._seconds)):
            verdict = "again" if wave else ""
            while verdict == "again":
                path.write_bytes(changed)
                try:
                    status, failed = self._run(wave, folder)
                finally:
                    path.write_bytes(whole)
                verdict = self._meaning(status, failed, wave, folder)
            if verdict:
                return verdict
        left_out = len(tests) - len(first) - len(more)
        return f"survived {len(first) + len(more)} tests" + (f" ({left_out} not run)" if left_out else "")

    def _meaning(self, status: int | None, failed: str, wave: list[str], folder: Path) -> str:
        if status in (_PASSED, _NOTHING_COLLECTED):
            return ""
        if status is None:
            return "too slow"
        if failed not in self._noted.seconds:
            if self._run(wave, folder, "--collect-only")[0] == _PASSED:
                return "killed"
            raise SystemExit(f"{wave} can't be read without any change; nothing can be said")
        if failed not in self._passing and self._run([failed], folder)[0] != _PASSED:
            self._failing.add(failed)
            return "again"
        self._passing.add(failed)
        return "killed"

    def _run(self, tests: list[str], folder: Path, *options: str) -> tuple[int | None, str]:
        """The status of pytest, nothing where it took too long; and the test that failed."""
        left = [test for test in tests if test not in self._failing]
        if not left:
            return _PASSED, ""
        asked, told = Path(f"{folder}-asked"), Path(f"{folder}-told.xml")
        # Some tests are called by a file of the project.
        asked.write_text("\n".join(left).replace(str(ROOT), str(folder)), "utf-8")
        told.unlink(missing_ok=True)
        most = 120 + 10 * sum(self._noted.seconds.get(one) or self._noted.of_file.get(one, 0) for one in left)
        left_out = (f"--deselect={test.replace(str(ROOT), str(folder))}" for test in self._failing)
        status = _run([f"@{asked}", f"--junit-xml={told}", *left_out, *options], folder, most)
        found = outcomes(told) if told.is_file() else {}
        failed = next((test for test, (_, has_passed) in found.items() if not has_passed), "")
        return status, failed.replace(str(folder), str(ROOT))


def _within(named: list[str], times: dict[str, float], most: float) -> list[str]:
    """As many as take so many seconds together, but one at least."""
    total = 0.0
    for number, name in enumerate(named):
        total += times[name]
        if total > most and number:
            return named[:number]
    return named


def _run(told: list[str], folder: Path, seconds: float) -> int | None:
    """The status of pytest; nothing where it took too long."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *told]
    # A mutant may be as long as the original and of the same second: no file may be compiled by its date.
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
    # What is published is named within its repository.
    (folder / ".git").mkdir()
    compileall.compile_dir(folder, quiet=2, invalidation_mode=py_compile.PycInvalidationMode.CHECKED_HASH)


def main() -> int:
    parser = argparse.ArgumentParser(description="A random sample of mutants against the tests.")
    parser.add_argument("floors", nargs="*", default=FLOORS, help="packages to change")
    parser.add_argument("--number", type=int, default=40, help="how many mutants")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--skip", type=int, default=0, help="leave out this many at the start of the sample")
    parser.add_argument("--jobs", type=int, default=2, choices=(1, 2), help="how many at a time")
    parser.add_argument("--seconds", type=float, default=60, help="how long tests of a mutant may take")
    parser.add_argument("--noted", type=Path, default=ROOT / "build" / "mutants", help="what tests execute")
    asked = parser.parse_args()
    set_what_tests_need()
    if not asked.noted.is_dir():
        note_tests(asked.noted)
    judge = Judge(NotedTests(asked.noted), asked.seconds)
    mutants = sample(asked.floors, asked.number, asked.seed)[asked.skip :]
    with tempfile.TemporaryDirectory(prefix="mutants-") as kept:
        free: Queue[Path] = Queue()
        for number in range(asked.jobs):
            folder = Path(kept, str(number))
            copy_project(folder)
            free.put(folder)

        def work(mutant: Mutant) -> str:
            folder = free.get()
            try:
                verdict = judge.verdict(mutant, folder)
            finally:
                free.put(folder)
            print(f"{verdict:9} {mutant}", flush=True)
            return verdict

        with ThreadPoolExecutor(asked.jobs) as pool:
            verdicts = list(pool.map(work, mutants))
    survivors = [
        mutant for mutant, verdict in zip(mutants, verdicts, strict=True) if verdict.startswith("survived")
    ]
    print(f"\n{len(mutants) - len(survivors)} killed, {len(survivors)} survived:")
    for mutant in sorted(survivors, key=str):
        print(f"  {mutant}")
    return int(bool(survivors))


if __name__ == "__main__":
    sys.exit(main())
