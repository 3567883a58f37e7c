"""The parent's side of a measurement: contestants take turns, so that a busy moment hits all of them."""

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.driver import Job

ROOT = Path(__file__).resolve().parent.parent
TIME_LIMIT = 120.0
# An installed program has its bytecode beside it, as the libraries it is compared with have.
_AS_INSTALLED = {"PYTHONDONTWRITEBYTECODE": ""}


@dataclass(frozen=True, slots=True)
class Failure:
    """Why there is no time."""

    why: str


@dataclass(frozen=True, slots=True)
class Spread:
    """Seconds of several runs of one thing; the least is the least disturbed."""

    seconds: tuple[float, ...]
    # Some rows measure something else, in another unit.
    unit: str = "s"

    @property
    def least(self) -> float:
        """The fastest run."""
        return min(self.seconds)

    @property
    def median(self) -> float:
        """The run in the middle."""
        return statistics.median(self.seconds)


@dataclass(frozen=True, slots=True)
class Timing:
    """The first runs of fresh processes, and the later runs of the same processes."""

    first: Spread
    warmed: Spread
    result: object
    note: str = ""


@dataclass(frozen=True, slots=True)
class Contestant:
    """A program that does jobs: ours or a peer's."""

    name: str
    command: tuple[str, ...]
    extra: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Answer:
    seconds: list[float]
    result: object
    note: str


def race(contestants: Sequence[Contestant], job: Job, rounds: int) -> dict[str, Timing | Failure]:
    """Every contestant's time for one job, a fresh process each round."""
    answers: dict[str, list[_Answer]] = {entrant.name: [] for entrant in contestants}
    failures: dict[str, Failure] = {}
    for _ in range(rounds):
        for entrant in [one for one in contestants if one.name not in failures]:
            answer = _ask(entrant, job)
            if isinstance(answer, Failure):
                failures[entrant.name] = answer
            else:
                answers[entrant.name].append(answer)
    return {name: failures.get(name) or _timing(given) for name, given in answers.items()}


def _ask(entrant: Contestant, job: Job) -> _Answer | Failure:
    output = run_quietly((*entrant.command, job.to_json(entrant.extra)))
    if isinstance(output, Failure):
        return output
    try:
        answer = json.loads(output.strip().splitlines()[-1])
        if "missing" in answer:
            return Failure(answer["missing"])
        return _Answer(answer["seconds"], answer["result"], answer.get("note", ""))
    except (ValueError, IndexError, KeyError):
        return Failure("gave no answer that can be read")


def _timing(answers: Sequence[_Answer]) -> Timing:
    first = tuple(answer.seconds[0] for answer in answers)
    # A third of the runs is warm-up: just-in-time compilers need it.
    warmed = tuple(second for answer in answers for second in answer.seconds[len(answer.seconds) // 3 :])
    return Timing(Spread(first), Spread(warmed), answers[-1].result, answers[-1].note)


def race_processes(
    commands: Mapping[str, Sequence[str]], rounds: int = 9, environment: Mapping[str, str] | None = None
) -> dict[str, Spread | Failure]:
    """Whole processes, A B A B …, after one run of each that fills the caches."""
    times: dict[str, list[float]] = {name: [] for name in commands}
    failures: dict[str, Failure] = {}
    for turn in range(rounds + 1):
        for name in [one for one in commands if one not in failures]:
            start = time.perf_counter()
            output = run_quietly(commands[name], environment=environment)
            elapsed = time.perf_counter() - start
            if isinstance(output, Failure):
                failures[name] = output
            elif turn:
                times[name].append(elapsed)
    return {name: failures.get(name) or Spread(tuple(times[name])) for name in commands}


def work_of(
    command: Sequence[str],
    limit: float = TIME_LIMIT,
    environment: Mapping[str, str] | None = None,
    folder: Path = ROOT,
) -> float | Failure:
    """Seconds of processor time that a whole process takes, on all processors together."""
    import resource

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    output = run_quietly(command, limit, environment, folder)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if isinstance(output, Failure):
        return output
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def most_memory(command: Sequence[str], limit: float) -> Spread | Failure:
    """The most memory that a process has at one time; its children are not counted."""
    # In a process of its own: one is told only of the largest of all its children.
    program = (
        "import resource, subprocess, sys; "
        "done = subprocess.run(sys.argv[2:], timeout=float(sys.argv[1]), stdout=subprocess.DEVNULL); "
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss); sys.exit(done.returncode)"
    )
    output = run_quietly((sys.executable, "-c", program, str(limit), *command), limit + 10)
    if isinstance(output, Failure):
        return output
    # In kilobytes, but on a Mac in bytes.
    return Spread((int(output.split()[-1]) / (1e6 if sys.platform == "darwin" else 1024),), "MB")


def run_quietly(
    command: Sequence[str],
    limit: float = TIME_LIMIT,
    environment: Mapping[str, str] | None = None,
    folder: Path = ROOT,
) -> str | Failure:
    """A command's standard output, or in one line why there is none."""
    try:
        done = subprocess.run(
            list(command),
            cwd=folder,
            env={**os.environ, **_AS_INSTALLED, **(environment or {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            timeout=limit,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Failure(f"took more than {limit:.0f} s")
    except OSError as error:
        return Failure(error.strerror or str(error))
    if done.returncode != 0:
        return Failure(f"exit status {done.returncode}: {_last_words(done.stderr or done.stdout)}")
    return done.stdout


def _last_words(output: str) -> str:
    # npm ends with the place of its log and says the reason before.
    lines = [line.strip() for line in output.splitlines() if line.strip() and "complete log" not in line]
    return lines[-1][:160] if lines else "nothing said"
