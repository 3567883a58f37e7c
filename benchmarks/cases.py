"""What is measured, and the bars: each function is one family of rows."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks import ours, peers
from benchmarks.driver import Job
from benchmarks.generate import COPIES, DISTINCT, LEVELS, Models, levels_width
from benchmarks.table import Row
from benchmarks.timing import Contestant, Failure, Spread, Timing, race, race_processes

READING_BAR = 1.5
GEOMETRY_BAR = 0.15
KEPT_GEOMETRY_BAR = 0.05
PICTURE_BAR = 0.75
# Of twelve pictures, and of forty.
PAGE_BARS = (4.5, 5.5)
IMPORT_BAR = 1.2
# Both models lie in many heaps. Before the third edition these were 2.6 and 3.25.
INSPECT_BARS = (2.4, 3.1)
INVENTORY_BAR = 0.5
HELP_BAR = 1.3
# Expanding would cost 10¹⁸ times as much: any small number tells the two apart.
# Counting multiplies; measuring finds an outline for each of the levels.
GROWTH_BARS = {"inventory": 3.0, "box": 20.0}
CHECK_BAR = 2.3
# Whether a hundred parts can be built costs no more than to draw them.
BUILDABLE_BAR = 1.0
# What can be built from a thousand lots takes no more than three times what reading them takes.
CAN_BUILD_BAR = 3.0

# Textured faces are drawn by some and replaced by their fallback by others.
TRIANGLES_TOLERANCE = 0.01
READING_BAR_SIZE = 5_000
FIRST = "first run of a process"
WARMED = "warmed up"
# As the command runs: with its settings, made before anything is imported.
_OURS = (
    "from brickyard.cli import configure_process; configure_process(); "
    "from benchmarks.ours import main; main()"
)
OURS = Contestant("ours", (sys.executable, "-c", _OURS))


@dataclass(frozen=True, slots=True)
class Bench:
    """Everything one run needs to know."""

    models: Models
    peers: Mapping[str, Contestant | Failure]
    library: Path | Failure
    rounds: int

    def race(self, job: Job, *names: str) -> dict[str, Timing | Failure]:
        """Ours and the named peers at one job; a missing peer's time is the reason it is missing."""
        entrants = [peer for name in names if isinstance(peer := self.peers[name], Contestant)]
        absent = {name: peer for name in names if isinstance(peer := self.peers[name], Failure)}
        return {**race([OURS, *entrants], job, self.rounds), **absent}


def reading(bench: Bench) -> Iterator[Row]:
    """From a file on disk to lines, tokens and numbers."""
    for size, model in bench.models.flat.items():
        found = _all_checked(bench.race(Job("parse", str(model)), peers.THREEJS, peers.PYLDRAW3), size)
        case = f"read {size:,} lines"
        if size != READING_BAR_SIZE:
            yield from _rows(case, found, {})
            continue
        yield from _rows(case, found, {peers.THREEJS: READING_BAR})
        yield from _rows(f"{case} (peer: of a text in memory)", _spared_the_disk(bench, found), {})


def _spared_the_disk(bench: Bench, found: Mapping[str, Timing | Failure]) -> dict[str, Timing | Failure]:
    job = Job("parse_text", str(bench.models.flat[READING_BAR_SIZE]))
    threejs = bench.peers[peers.THREEJS]
    theirs = race([threejs], job, bench.rounds) if isinstance(threejs, Contestant) else {}
    return {OURS.name: found[OURS.name], **theirs}


def counting(bench: Bench) -> Iterator[Row]:
    """From a file on disk to pieces by part and colour."""
    for size, model in bench.models.flat.items():
        found = _all_checked(bench.race(Job("inventory", str(model)), peers.PYLDRAW3), size)
        bars = {peers.PYLDRAW3: INVENTORY_BAR} if size == READING_BAR_SIZE else {}
        yield from _rows(f"inventory of {size:,}", found, bars)


def geometry(bench: Bench) -> Iterator[Row]:
    """From a file and a library on disk to every triangle, no cache filled but the disk's."""
    case = f"geometry of {DISTINCT}"
    if isinstance(bench.library, Failure):
        yield Row(case, bench.library, peers.THREEJS, bench.library, GEOMETRY_BAR)
        return
    job = Job("geometry", str(bench.models.distinct), str(bench.library), repeats=8, budget=12)
    found = bench.race(job, peers.THREEJS)
    note = "triangles: " + _results(found)
    theirs = found[peers.THREEJS]
    if isinstance(theirs, Timing) and isinstance(theirs.result, int):
        found[OURS.name] = _checked(found[OURS.name], theirs.result, TRIANGLES_TOLERANCE)
    yield from _rows(case, found, {peers.THREEJS: GEOMETRY_BAR}, note)
    kept = race([OURS], replace(job, task="kept geometry"), bench.rounds)[OURS.name]
    if isinstance(theirs, Timing) and isinstance(theirs.result, int):
        kept = _checked(kept, theirs.result, TRIANGLES_TOLERANCE)
    # Who fills the folder has warmed up: there is no first run of a process.
    yield _row(f"{case}, meshes kept on disk", WARMED, kept, peers.THREEJS, theirs, KEPT_GEOMETRY_BAR)
    slow = bench.peers[peers.PYLDRAW3]
    if isinstance(slow, Contestant):
        once = race([slow], replace(job, repeats=1), rounds=1)[slow.name]
        yield _row(case, FIRST, found[OURS.name], slow.name, once, note="pyldraw3 makes points, no triangles")
    yield from _leocad(bench, _pick(found[OURS.name], FIRST), bench.library)


def _leocad(bench: Bench, mine: Spread | Failure, library: Path) -> Iterator[Row]:
    """LeoCAD's whole process, and in the note an empty model's: the difference is the work."""
    program = peers.find_leocad()
    if isinstance(program, Failure):
        return
    empty = bench.models.distinct.with_name("empty.ldr")
    empty.write_text("0 empty\r\n", encoding="utf-8")
    commands = {
        model.stem: peers.leocad_command(program, model, library) for model in (bench.models.distinct, empty)
    }
    found = race_processes(commands, rounds=max(3, bench.rounds), environment=peers.leocad_environment())
    idle = found[empty.stem]
    note = idle.why if isinstance(idle, Failure) else f"of LeoCAD's, {idle.least:.2f} s are an empty model's"
    case = f"geometry of {DISTINCT} (peer: whole process, export)"
    yield Row(case, mine, peers.LEOCAD, found[bench.models.distinct.stem], note=note)


def growth(bench: Bench) -> Iterator[Row]:
    """Cost grows with the file's lines, not with what they expand to."""
    for task, expected, tolerance in (("inventory", COPIES**LEVELS, 0.0), ("box", levels_width(), 1e-5)):
        deep = race([OURS], Job(task, str(bench.models.levels)), bench.rounds)[OURS.name]
        flat = race([OURS], Job(task, str(bench.models.same_lines)), bench.rounds)[OURS.name]
        case = f"{task} of {LEVELS} levels ({COPIES}^{LEVELS} bricks)"
        checked = _checked(deep, expected, tolerance)
        yield _row(case, WARMED, checked, "ours, as many lines flat", flat, GROWTH_BARS[task])


def pictures(bench: Bench) -> Iterator[Row]:
    """A picture of 75 parts, and a design's whole page, from a library on disk."""
    if isinstance(bench.library, Failure):
        yield Row("brickyard render, 75 parts", bench.library, peers.LEOCAD, bench.library)
        return
    folder = bench.models.levels.parent
    commands = {"ours": ours.picture_command(bench.library, folder / "ours.png")}
    program = peers.find_leocad()
    if not isinstance(program, Failure):
        target = folder / "leocad.png"
        commands[peers.LEOCAD] = peers.leocad_picture_command(program, ours.CHUB, bench.library, target)
    found = race_processes(commands, rounds=max(3, bench.rounds))
    theirs = program if isinstance(program, Failure) else found[peers.LEOCAD]
    note = "after a first run that is not measured: meshes are kept on disk"
    yield Row("brickyard render, 75 parts, 800x600", found["ours"], peers.LEOCAD, theirs, PICTURE_BAR, note)
    sites = {
        "then": ours.site_command(bench.library, folder / "site", as_then=True),
        "now": ours.site_command(bench.library, folder / "site"),
    }
    site = race_processes(sites, rounds=bench.rounds)
    case, peer = "brickyard publish, a page with", "a picture of ours"
    note = "the picture, systems, front and nine steps, as when the bar was set; checks, card and 3D included"
    yield Row(f"{case} 12 pictures", site["then"], peer, found["ours"], PAGE_BARS[0], note)
    note = "two more views, 35 steps"
    yield Row(f"{case} 40 pictures", site["now"], peer, found["ours"], PAGE_BARS[1], note)


def building(bench: Bench) -> Iterator[Row]:
    """Whether a frame of 103 parts can be built, against one picture of it."""
    case, peer = "brickyard check --buildable, 103 parts", "its picture by ours"
    if isinstance(bench.library, Failure):
        yield Row(case, bench.library, peer, bench.library, BUILDABLE_BAR)
        return
    target = bench.models.levels.parent / "commissar.png"
    commands = {
        "check": ours.buildable_command(bench.library, ours.COMMISSAR),
        "picture": ours.picture_command(bench.library, target, ours.COMMISSAR),
    }
    found = race_processes(commands, rounds=max(3, bench.rounds))
    yield Row(case, found["check"], peer, found["picture"], BUILDABLE_BAR)


def owning(bench: Bench) -> Iterator[Row]:
    """A pool of a thousand lots against the eleven forces of the examples, against reading the pool."""
    folder = bench.models.levels.parent
    reading, answering = ours.owned_command(folder), ours.can_build_command(folder)
    found = race_processes({"read": reading, "answer": answering}, rounds=max(3, bench.rounds))
    case = f"brickyard can-build, {ours.POOL:,} lots against eleven forces"
    yield Row(case, found["answer"], "brickyard owned, the same lots", found["read"], CAN_BUILD_BAR)


def processes(bench: Bench) -> Iterator[Row]:
    """Whole processes against the least that Python needs to start the same libraries."""
    for kind, model, bar in (
        ("a tenth of them different", bench.models.like_a_set, INSPECT_BARS[0]),
        ("nearly all different", bench.models.flat[READING_BAR_SIZE], INSPECT_BARS[1]),
    ):
        case = f"brickyard inspect, {READING_BAR_SIZE:,} parts, {kind}"
        yield _process(case, ours.inspect_command(model), ours.INSPECT_BASELINE, bar)
    company = ours.check_command(bench.models.levels.parent)
    yield _process("brickyard check, five frames and two stations", company, ours.INSPECT_BASELINE, CHECK_BAR)
    yield _process("import ldraw_tools", ours.import_command(), ours.IMPORT_BASELINE, IMPORT_BAR)
    yield _process("brickyard --help", ours.help_command(), ours.HELP_BASELINE, HELP_BAR)


def _process(case: str, command: Sequence[str], baseline: Sequence[str], bar: float) -> Row:
    found = race_processes({"ours": command, "baseline": baseline})
    return Row(case, found["ours"], f'python -c "{baseline[-1]}"', found["baseline"], bar)


def _rows(
    case: str, found: Mapping[str, Timing | Failure], bars: Mapping[str, float], note: str = ""
) -> Iterator[Row]:
    """Two rows a peer: the first run of a fresh process, and runs after a warm-up."""
    for name, theirs in found.items():
        bar = bars.get(name)
        if name == OURS.name or (isinstance(theirs, Failure) and bar is None):
            continue
        for when in (FIRST, WARMED):
            yield _row(case, when, found[OURS.name], name, theirs, bar, note)


def _row(
    case: str,
    when: str,
    mine: Timing | Failure,
    peer: str,
    theirs: Timing | Failure,
    bar: float | None = None,
    note: str = "",
) -> Row:
    return Row(case, _pick(mine, when), peer, _pick(theirs, when), bar, note, when)


def _pick(timing: Timing | Failure, when: str) -> Spread | Failure:
    if isinstance(timing, Failure):
        return timing
    return timing.first if when == FIRST else timing.warmed


def _checked(timing: Timing | Failure, expected: float, tolerance: float = 0.0) -> Timing | Failure:
    """A wrong result has no time, however fast it came."""
    if isinstance(timing, Failure):
        return timing
    if isinstance(timing.result, int | float) and abs(timing.result - expected) <= tolerance * expected:
        return timing
    return Failure(f"found {timing.result}, not {expected}")


def _all_checked(found: Mapping[str, Timing | Failure], expected: int) -> dict[str, Timing | Failure]:
    return {name: _checked(timing, expected) for name, timing in found.items()}


def _results(found: Mapping[str, Timing | Failure]) -> str:
    timings = ((name, one) for name, one in found.items() if isinstance(one, Timing))
    return ", ".join(f"{name} {one.result} {one.note}".strip() for name, one in timings)
