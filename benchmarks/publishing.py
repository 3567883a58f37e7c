"""A whole site of the examples: by us, by an earlier version of ours, and by two processes."""

import shutil
import tarfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks import ours
from benchmarks.cases import Bench
from benchmarks.table import Row
from benchmarks.timing import ROOT, Failure, Spread, run_quietly, work_of

# The last commit before models were opened once.
OLD = "2ace20a"
WORK_BAR = 0.5
# One and a half times as fast.
JOBS_BAR = 1 / 1.5
_LIMIT = 1800.0
# Neither is helped by what an earlier run has left.
_ALONE = {"BRICKYARD_MESHES": "off", "PYTHONPATH": ""}


def publishing(bench: Bench) -> Iterator[Row]:
    """The examples and pages of the old version, each time into a new folder."""
    work, jobs = f"brickyard publish, the examples of {OLD} (processor time)", "brickyard publish --jobs 2"
    if isinstance(bench.library, Failure):
        yield Row(work, bench.library, OLD, bench.library, WORK_BAR)
        return
    base = bench.models.levels.parent / "publishing"
    old = _unpacked(base)
    examples = ROOT / "examples" if isinstance(old, Failure) else old / "examples"
    trees = {"now": ROOT} | ({} if isinstance(old, Failure) else {"old": old})
    found: dict[str, list[float] | Failure] = {name: [] for name in trees}
    for _ in range(max(3, bench.rounds)):
        for name, tree in trees.items():
            times = found[name]
            if isinstance(times, Failure):
                continue
            seconds = _work(bench.library, examples, base / "site", tree)
            if isinstance(seconds, Failure):
                found[name] = seconds
            else:
                times.append(seconds)
    theirs = old if isinstance(old, Failure) else _spread(found["old"])
    yield Row(work, _spread(found["now"]), f"commit {OLD}", theirs, WORK_BAR, "no meshes kept on disk")
    yield from _with_jobs(jobs, bench, examples, base / "site")


def _unpacked(base: Path) -> Path | Failure:
    """The old version in a folder of its own."""
    base.mkdir(parents=True)
    packed = base / "old.tar"
    output = run_quietly(("git", "archive", "--output", str(packed), OLD))
    if isinstance(output, Failure):
        return Failure(f"commit {OLD} is not there: {output.why}")
    with tarfile.open(packed) as archive:
        archive.extractall(base / "old", filter="data")
    return base / "old"


def _work(library: Path, examples: Path, site: Path, tree: Path) -> float | Failure:
    shutil.rmtree(site, ignore_errors=True)
    return work_of(ours.publish_command(library, examples, site), _LIMIT, _ALONE, tree)


def _with_jobs(case: str, bench: Bench, examples: Path, site: Path) -> Iterator[Row]:
    """By the clock: on an idle machine with two processors it tells something."""
    peer = "--jobs 1"
    told = run_quietly(ours.publish_help())
    if isinstance(told, Failure) or "--jobs" not in told:
        missing = Failure("publish has no option --jobs")
        yield Row(case, missing, peer, missing)
        return
    assert isinstance(bench.library, Path)
    seconds: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(max(3, bench.rounds)):
        for number, times in seconds.items():
            shutil.rmtree(site, ignore_errors=True)
            command = (*ours.publish_command(bench.library, examples, site), "--jobs", str(number))
            start = time.perf_counter()
            output = run_quietly(command, _LIMIT, _ALONE)
            if isinstance(output, Failure):
                yield Row(case, output, peer, output, JOBS_BAR)
                return
            times.append(time.perf_counter() - start)
    yield Row(case, Spread(tuple(seconds[2])), peer, Spread(tuple(seconds[1])), JOBS_BAR)


def _spread(found: list[float] | Failure) -> Spread | Failure:
    return found if isinstance(found, Failure) else Spread(tuple(found))
