"""Feeds the reader broken files; an exception but our own, too much work or hunger for memory is a failure.

    python scripts/fuzz.py --seconds 600 [--seed 1] [--corpus folder]
    python scripts/fuzz.py build/fuzz/*        (tries saved inputs again)

POSIX only. Failing inputs are made smaller and kept in build/fuzz.
"""

from __future__ import annotations

import argparse
import io
import json
import random
import re
import resource
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

import numpy as np
import typer

from brickyard.commands.inspect import inspect
from brickyard.commands.options import Format
from brickyard.inspection import inspect_model
from brickyard.inspection_text import show
from brickyard.terminal import Screen
from catalog.database.part_database import PartsDatabase
from ldraw_tools.assembly.assembling import assemble
from ldraw_tools.assembly.inventory import Assembly, count
from ldraw_tools.findings import BrickyardError
from ldraw_tools.geometry.mesh import Mesher
from ldraw_tools.json_values import json_text
from ldraw_tools.library.part_files import MemoryFiles
from ldraw_tools.measuring.measure import UP
from ldraw_tools.measuring.protrusions import protrusions
from ldraw_tools.names import MODEL_SUFFIXES
from ldraw_tools.reading import document as documents
from ldraw_tools.reading.studio import parse_studio
from ldraw_tools.workspace import OpenedModel
from scripts.broken_editions import broken_edition, edition_seeds, use_edition
from scripts.broken_models import ARCHIVE, MOST_BYTES, SEEDS, mutate

FLOORS = frozenset({"ldraw_tools", "catalog", "fleets", "validators", "brickyard"})
FAILED = Path("build/fuzz")
# Half of the work that is promised for any file.
MOST_SECONDS = 10.0
# An edition, by its first line; anything else is a model.
EDITION = b"# edition\n"
# One in so many is an edition: they take longer than models do.
EDITIONS = 20
MOST_RSS = 700 * 2**20
MOST_ADDRESSES = 6 * 2**30
ASIDE = np.array([1.0, 0.0, 0.0])
FITS = (None, (8, 8, None), (4, 10, 3), (1, 1, 1))
LIBRARY = MemoryFiles(
    {
        "local.dat": b"0 Local Part\n0 !LDRAW_ORG Part\n1 16 0 0 0 1 0 0 0 1 0 0 0 1 stud.dat\n"
        b"4 16 0 0 0 9 0 0 9 9 0 0 9 0\n",
        "4-4cyli.dat": b"0 Cylinder\n0 !LDRAW_ORG Primitive\n0 BFC CERTIFY CW\n"
        b"4 16 1 0 0 0 0 1 0 1 1 1 1 0\n",
    }
)


class TooSlowError(BaseException):
    """Not an Exception: nothing may catch it on the way."""


@dataclass
class Fuzzer:
    rng: random.Random
    seeds: list[bytes]
    database: PartsDatabase = field(default_factory=PartsDatabase)
    editions: list[str] = field(default_factory=edition_seeds)
    usable: int = 0
    executions: int = 0
    refused: int = 0
    codes: Counter[str] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)
    slowest: tuple[float, bytes] = (0.0, b"")
    most_rss: int = MOST_RSS

    def run(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        for seed in (*self.seeds, *(EDITION + text.encode() for text in self.editions)):
            self.try_input(seed)
        while time.monotonic() < end:
            if self.rng.randrange(EDITIONS):
                data = mutate(self.rng.choice(self.seeds), self.seeds, self.rng)
            else:
                data = EDITION + broken_edition(self.editions, self.rng).encode()
            fault = self.try_input(data)
            if fault and self.failures[fault] == 1:
                self._keep(data, fault)

    def try_input(self, data: bytes) -> str:
        """Run one input; the fault's name if there is one."""
        began = time.process_time()
        fault = self._fault_of(data)
        self.executions += 1
        self.slowest = max(self.slowest, (time.process_time() - began, data))
        if fault:
            self.failures[fault] += 1
        return fault

    def _fault_of(self, data: bytes) -> str:
        fault = ""
        try:
            with _alarm(MOST_SECONDS):
                self._use(data)
        except BrickyardError:
            self.refused += 1
        except TooSlowError as error:
            fault = f"slow at {_where(error)}"
        except Exception as error:
            fault = f"{type(error).__name__} at {_where(error)}: {error}"[:200]
        rss = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        if rss > self.most_rss and not fault:
            fault = f"memory: {rss // 2**20} MB"
            self.most_rss = rss + 100 * 2**20
        return fault

    def _use(self, data: bytes) -> None:
        """All that `brickyard inspect` does, and drawing."""
        if data.startswith(EDITION):
            self.usable += use_edition(data.decode("utf-8", "replace"), self.codes)
            return
        # The input decides what else is done with it, so that a saved one fails again.
        dice = random.Random(data)
        if dice.random() < 0.1:
            self._use_from_disk(data, dice)
            return
        if data.startswith(ARCHIVE):
            studio = parse_studio(data, "fuzz.io")
            model = OpenedModel(studio.document, studio.custom, studio.total_parts, studio.findings)
        else:
            model = OpenedModel(documents.parse(data, "fuzz.mpd"))
            assert model.document.encode() == data, "not written back alike"
        assembly = assemble(model.document, self.database, LIBRARY, model.custom)
        count(assembly, shortcuts=True)
        # Measured once, as in every command.
        measurer = assembly.measurer
        measurement = measurer.measure()
        if measurement.box:
            protrusions(assembly, measurer, assembly.root, UP, -measurement.box.high[1])
            protrusions(assembly, measurer, assembly.root, ASIDE, measurement.box.low[0])
        if dice.random() < 0.3:
            self._draw(assembly)
        self._report(model, assembly, dice)

    def _draw(self, assembly: Assembly) -> None:
        try:
            mesh = Mesher(assembly).mesh()
        except BrickyardError:
            return
        assert len(mesh.triangles) == len(mesh.colours) == len(mesh.two_sided)

    def _report(self, model: OpenedModel, assembly: Assembly, dice: random.Random) -> None:
        expand, box = dice.random() < 0.5, dice.choice(FITS)
        inspection = inspect_model(model, assembly, expand=expand, box=box)
        self.codes.update(finding.code for finding in inspection.findings)
        report = json_text(inspection)
        pieces = json.loads(report, parse_constant=_no_constant)["pieces"]
        assert pieces == inspection.pieces
        for encoding in ("utf-8", "ascii"):
            stream = io.TextIOWrapper(io.BytesIO(), encoding)
            show(inspection, Screen(stream), dice.random() < 0.5)
            stream.seek(0)
            assert "\x1b" not in stream.read(), "an escape reaches the terminal"

    def _use_from_disk(self, data: bytes, dice: random.Random) -> None:
        suffix = ".io" if data.startswith(ARCHIVE) else dice.choice((".ldr", ".mpd", ".dat", ".io"))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"fuzz{suffix}"
            path.write_bytes(data)
            with redirect_stdout(io.StringIO()):
                form, everything = dice.choice(list(Format)), dice.random() < 0.5
                with suppress(typer.Exit):
                    inspect([path], fit="8x8x8", form=form, everything=everything)

    def _keep(self, data: bytes, fault: str) -> None:
        FAILED.mkdir(parents=True, exist_ok=True)
        small = self._smaller(data, fault)
        suffix = "io" if small.startswith(ARCHIVE) else "yaml" if small.startswith(EDITION) else "mpd"
        name = re.sub(r"\W+", "-", fault)[:60].strip("-")
        (FAILED / f"{name}.{suffix}").write_bytes(small)
        print(f"FAILED {fault}\n       {FAILED / name}.{suffix}", flush=True)

    def _smaller(self, data: bytes, fault: str) -> bytes:
        """Leave out runs of lines while it still fails alike; a little, not for ever."""
        if data.startswith(ARCHIVE) or fault.startswith("memory"):
            return data
        end = time.monotonic() + 20
        lines = data.splitlines(keepends=True)
        size = len(lines) // 2
        while size and time.monotonic() < end:
            first = 0
            while first < len(lines) and time.monotonic() < end:
                shorter = lines[:first] + lines[first + size :]
                if _kind(self._fault_of(b"".join(shorter))) == _kind(fault):
                    lines = shorter
                else:
                    first += size
            size //= 2
        return b"".join(lines)


def _kind(fault: str) -> str:
    return fault.split(":")[0]


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} in the report")


def _where(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if FLOORS.intersection(Path(frame.filename).parts)]
    frame = (ours or frames)[-1]
    return f"{Path(frame.filename).name} {frame.name}"


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    def ring(_number: int, _frame: FrameType | None) -> None:
        raise TooSlowError

    # Seconds of work: a busy machine makes nothing slow that isn't.
    signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _corpus(folder: Path) -> list[bytes]:
    paths = sorted(p for p in folder.rglob("*") if p.suffix.lower() in MODEL_SUFFIXES and p.is_file())
    return [path.read_bytes() for path in paths if path.stat().st_size <= MOST_BYTES]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("inputs", nargs="*", type=Path, help="saved inputs to try again, instead of new ones")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--corpus", type=Path, help="a folder of models to start from as well")
    arguments = parser.parse_args()
    warnings.simplefilter("error")
    resource.setrlimit(resource.RLIMIT_AS, (MOST_ADDRESSES, MOST_ADDRESSES))
    seed = random.SystemRandom().randrange(2**32) if arguments.seed is None else arguments.seed
    seeds = [text.encode() for text in SEEDS] + (_corpus(arguments.corpus) if arguments.corpus else [])
    fuzzer = Fuzzer(random.Random(seed), seeds)
    if arguments.inputs:
        for path in arguments.inputs:
            print(f"{path}: {fuzzer.try_input(path.read_bytes()) or 'passes'}")
    else:
        print(f"seed {seed}, {len(seeds)} texts to start from", flush=True)
        fuzzer.run(arguments.seconds)
    _tell(fuzzer)
    return 1 if fuzzer.failures else 0


def _tell(fuzzer: Fuzzer) -> None:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    seconds, slowest = fuzzer.slowest
    print(f"{fuzzer.executions:,} executions, {fuzzer.refused:,} refused, {peak} MB, slowest {seconds:.2f} s")
    print(f"{fuzzer.usable:,} of the editions could be used")
    if seconds > 1:
        FAILED.mkdir(parents=True, exist_ok=True)
        (FAILED / "slowest.mpd").write_bytes(slowest)
    print("findings: " + ", ".join(f"{code} {number:,}" for code, number in sorted(fuzzer.codes.items())))
    print(f"failures: {len(fuzzer.failures)}")
    for fault, number in fuzzer.failures.most_common():
        print(f"  {number:,} × {fault}")


if __name__ == "__main__":
    sys.exit(main())
