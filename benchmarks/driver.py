"""The child's side of a measurement: a JSON job on the command line, a JSON answer on the last line.

Standard library only: a peer's Python runs it too.
"""

import json
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

Run = Callable[[], object]


class NotThereYet(Exception):  # noqa: N818 - it reads as what it says
    """Raised for a task this contestant can't do."""


@dataclass(frozen=True, slots=True)
class Job:
    """One task on one model, repeated until the runs or the seconds are used up."""

    task: str
    model: str
    library: str = ""
    repeats: int = 20
    budget: float = 2.0

    def to_json(self, extra: Mapping[str, str]) -> str:
        """The job as one argument, with what only this contestant must be told."""
        return json.dumps({**asdict(self), **extra})

    @property
    def model_path(self) -> Path:
        """The model to read."""
        return Path(self.model)

    @property
    def library_path(self) -> Path:
        """The LDraw library to read parts from."""
        return Path(self.library)


def answer(tasks: Mapping[str, Callable[[Job], Run]], version: str) -> None:
    """Do the job on the command line; every task prepares outside, and returns, what is to be timed."""
    job = Job(**json.loads(sys.argv[1]))
    try:
        seconds, result = _repeat(tasks[job.task](job), job)
    except NotThereYet as reason:
        print(json.dumps({"missing": str(reason)}))
    else:
        print(json.dumps({"seconds": seconds, "result": result, "version": version}))


def _repeat(run: Run, job: Job) -> tuple[list[float], object]:
    seconds: list[float] = []
    result: object = None
    while len(seconds) < job.repeats and sum(seconds) < job.budget:
        start = time.perf_counter()
        result = run()
        seconds.append(time.perf_counter() - start)
    return seconds, result
