"""Two hundred designs on one site, and the work of publishing them again after one has changed."""

from collections.abc import Iterator
from pathlib import Path

from benchmarks import ours
from benchmarks.cases import Bench
from benchmarks.table import Row
from benchmarks.timing import ROOT, Failure, Spread, most_memory, work_of

DESIGNS = 200
BAR = Spread((5.0,))
MOST_MEMORY = Spread((400.0,), "MB")
_FIRST_LIMIT = 3600.0
_COLOURS = (1, 2, 14, 25, 320)
# What is changed: nothing, a few parts, and a frame of 75 parts in nine steps.
_CHANGED = {"nothing": "", "an attachment": "rifle.ldr", "a frame of 75 parts": "chub.mpd"}


def gallery(bench: Bench) -> Iterator[Row]:
    """Processor time of the whole process, imports and all."""
    if isinstance(bench.library, Failure):
        yield _row("", bench.library)
        return
    folder = bench.models.levels.parent / "gallery"
    designs = _write_designs(folder / "designs")
    command = ours.publish_command(bench.library, folder / "designs", folder / "site")
    built = most_memory(command, _FIRST_LIMIT)
    yield Row(f"brickyard publish, {DESIGNS} designs, memory", built, "400 MB", MOST_MEMORY, 1.0)
    for name, changed in _CHANGED.items():
        if isinstance(built, Failure):
            yield _row(name, built)
            continue
        path = next((path for path in designs if path.name.endswith(changed)), None) if changed else None
        yield _row(name, _worked(command, path, max(3, bench.rounds)))


def _write_designs(folder: Path) -> list[Path]:
    """Copies of the examples, each a design of its own."""
    folder.mkdir(parents=True)
    models = sorted(
        path
        for kind in ("frames", "attachments", "stations", "ships")
        for path in (ROOT / "examples" / kind).iterdir()
        if path.suffix in (".ldr", ".mpd")
    )
    for number in range(DESIGNS):
        model = models[number % len(models)]
        copy = folder / f"{number:03}-{model.name}"
        copy.write_bytes(model.read_bytes() + f"0 // copy {number}\r\n".encode())
    return sorted(folder.iterdir())


def _worked(command: tuple[str, ...], path: Path | None, rounds: int) -> Spread | Failure:
    seconds = []
    for turn in range(rounds):
        if path:
            _recolour(path, _COLOURS[turn % len(_COLOURS)])
        work = work_of(command)
        if isinstance(work, Failure):
            return work
        seconds.append(work)
    return Spread(tuple(seconds))


def _recolour(path: Path, colour: int) -> None:
    """The last part of the file: a change that nearly every picture shows."""
    lines = path.read_bytes().split(b"\n")
    place = max(i for i, line in enumerate(lines) if line[:2] == b"1 " and line.rstrip().endswith(b".dat"))
    _, _, rest = lines[place].split(b" ", 2)
    lines[place] = b"1 %d %s" % (colour, rest)
    path.write_bytes(b"\n".join(lines))


def _row(changed: str, found: Spread | Failure) -> Row:
    case = f"brickyard publish, {DESIGNS} designs, {changed} changed (processor time)"
    return Row(case, found, "five seconds", BAR, 1.0)
