"""Runs every command on files made to be slow or large: 20 seconds of work and a gigabyte must be enough.

    python -m scripts.bombs                     (the known cases: the same every time)
    python -m scripts.bombs --all [--only word]

POSIX only. A file of 5 MB is the most that is promised for; each is below that.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import resource
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

MOST_WORK = 20
MOST_MEMORY = 2**30
MOST_FILE = 5_000_000
# Addresses are taken before they are used: this only keeps the machine alive.
MOST_ADDRESSES = 4 * 2**30
ROOT = Path(__file__).parents[1]

MODEL = (
    "check X",
    "check --buildable X",
    "check --buildable --pictures-in pictures X",
    "inspect X",
    "tags X",
    "dice X",
    "card X",
    "parts X",
    "can-build X --owned own.csv",
    "render X -o x.png",
    "render X -o x.svg",
    "export X -o x.glb",
    "publish X -o site",
    "instructions X -o x.pdf",
)
MANIFEST = (
    "check X",
    "dice X",
    "card X",
    "parts X",
    "publish X -o site",
    "sheets X -o x.pdf",
    "pack X",
    "compare X frames=5,systems=20,stations=2",
    "bid X --against frames=4,systems=16",
    "odds X 2Rd",
    "instructions X -o x.pdf",
)
OWNED = ("owned X", "parts chub.mpd --owned X", "can-build chub.mpd --owned X")

_AT = "1 4 {} 0 0 1 0 0 0 1 0 0 0 1 {}\n"
_BRICK = _AT.format(0, "3005.dat")
_TRIANGLE = "3 16 0 0 0 1 0 0 0 1 0\n"
_EDGE = "2 24 0 0 0 900 900 900\n"
_OUTLINE = "5 24 0 0 0 900 900 900 900 0 0 950 1 10\n"
_OWN = "0 FILE {0}.dat\n0 Own {0}\n0 !LDRAW_ORG Unofficial_Part\n"
_COMPANY = "company: Bomb\nframes:\n"


@dataclass
class Bomb:
    """A file that is hard to handle, the commands that take it, and those that once failed."""

    name: str
    make: Callable[[], str | bytes]
    commands: tuple[str, ...]
    known: tuple[str, ...] = ()

    def write(self, folder: Path) -> Path:
        path, made = folder / self.name, self.make()
        if self.name.endswith(".io"):
            with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
                archive.writestr("model.ldr", made)
        else:
            path.write_bytes(made if isinstance(made, bytes) else made.encode())
        assert path.stat().st_size <= MOST_FILE, f"{self.name} is too large to prove anything"
        return path


def _triangles(number: int) -> str:
    return "".join(
        f"3 16 {i % 97} {i % 89} {i % 83} {i % 79} 9 {i % 7} 3 {i % 5} {i % 71}\n" for i in range(number)
    )


def _own_part() -> str:
    placed = "".join(
        f"1 4 {30 * i} {7 * (i % 50)} 0 {0.8 + i / 1e5:.5f} 0 .6 0 1 0 -.6 0 .8 own.dat\n"
        for i in range(3_000)
    )
    shapes = "".join(
        f"3 16 {i % 97} {i % 89} {i % 83} {i % 79} 9 {i % 7} 3 {i % 5} {i % 71}\n" for i in range(50_000)
    )
    return f"0 FILE m.ldr\n{placed}0 FILE own.dat\n0 Own part\n0 !LDRAW_ORG Unofficial_Part\n{shapes}"


def _nested(name: str, levels: int, each: int) -> str:
    """Submodels in submodels: few lines that place very many parts."""
    text = ""
    for level in range(levels):
        inner = f"{level + 1}.ldr" if level < levels - 1 else name
        text += f"0 FILE {level}.ldr\n" + "".join(
            _AT.format(20 * i * each**level, inner) for i in range(each)
        )
    return text


def _edges(kind: int, number: int, longest: int = 999) -> str:
    """Lines of type 2 or 5 from anywhere to anywhere, each another one."""
    chosen = random.Random(1)
    more = " 900 0 0 950 1 10" if kind == 5 else ""
    places = (" ".join(str(chosen.randint(0, longest)) for _ in range(6)) for _ in range(number))
    return "".join(f"{kind} 24 {place}{more}\n" for place in places)


def _turned(number: int) -> str:
    """Bricks in one place, each turned another way."""
    turns = ((math.cos(i / 500), math.sin(i / 500)) for i in range(number))
    return "".join(f"1 4 0 0 0 {c:.4f} 0 {s:.4f} 0 1 0 {-s:.4f} 0 {c:.4f} 3001.dat\n" for c, s in turns)


def _in_steps(number: int, inside: str) -> str:
    """Submodels, one a step."""
    placed = "".join(_AT.format(30 * i, f"s{i}.ldr") + "0 STEP\n" for i in range(number))
    return f"0 FILE m.ldr\n{placed}" + "".join(f"0 FILE s{i}.ldr\n{_BRICK}{inside}" for i in range(number))


def _spread(number: int) -> str:
    return "".join(
        f"1 4 {20 * (i % 100)} {24 * (i // 10_000)} {20 * (i // 100 % 100)} 1 0 0 0 1 0 0 0 1 3005.dat\n"
        for i in range(number)
    )


def _different_names(number: int) -> str:
    return "".join(_AT.format(i, f"x{i}.dat") for i in range(number))


BOMBS = (
    Bomb(
        "missing-models.yaml",
        lambda: _COMPANY + "".join(f"  - {{model: m{i}.mpd}}\n" for i in range(40_000)),
        MANIFEST,
        ("check X", "publish X -o site"),
    ),
    Bomb(
        "entries.yaml",
        lambda: _COMPANY + "".join(f"  - {{name: F{i}, systems: 2Rd 1B 1Y}}\n" for i in range(22_000)),
        MANIFEST,
        ("sheets X -o x.pdf",),
    ),
    Bomb(
        "colours.csv",
        lambda: "Part,Color,Quantity\n" + "".join(f"3001,Redd{i} Blueish,1\n" for i in range(160_000)),
        OWNED,
        ("parts chub.mpd --owned X",),
    ),
    Bomb(
        "colours.xml",
        lambda: (
            "<INVENTORY>"
            + "".join(
                f"<ITEM><ITEMTYPE>P</ITEMTYPE><ITEMID>q{i}</ITEMID><COLOR>x{i}</COLOR><MINQTY>1</MINQTY></ITEM>"
                for i in range(46_000)
            )
            + "</INVENTORY>"
        ),
        OWNED,
    ),
    Bomb(
        "ampersands.xml", lambda: "<INVENTORY><ITEM>" + "&" * 4_900_000, OWNED, ("parts chub.mpd --owned X",)
    ),
    Bomb(
        "ampersand-items.xml",
        lambda: "<INVENTORY>" + "<ITEM><ITEMID>&</ITEMID></ITEM>" * 150_000 + "</INVENTORY>",
        OWNED,
    ),
    Bomb("open-items.xml", lambda: "<INVENTORY>" + "<ITEM>" * 800_000, OWNED),
    Bomb("quotes.csv", lambda: "Part,Color,Quantity\n" + '"' * 4_900_000, OWNED),
    Bomb("brackets.json", lambda: '{"lots":' + "[" * 4_900_000, OWNED),
    Bomb(
        "references.io",
        lambda: "".join(_AT.format(20 * (i % 1000), "3005.dat") for i in range(490_000)),
        MODEL,
        ("check --buildable X",),
    ),
    Bomb(
        "spread-references.io",
        lambda: _spread(490_000),
        MODEL,
    ),
    Bomb("own-part.mpd", _own_part, MODEL, ("inspect X",)),
    Bomb("empty-sections.io", lambda: "0 FILE a\n" * 1_990_000, MODEL),
    Bomb(
        "many-sections.io",
        lambda: "".join(f"0 FILE {i:x}\n" for i in range(1_990_000)),
        MODEL,
        ("check X",),
    ),
    Bomb("triangles.io", lambda: _TRIANGLE * 1_990_000, MODEL, ("publish X -o site",)),
    Bomb("different-triangles.io", lambda: _triangles(130_000), MODEL),
    Bomb("different-names.ldr", lambda: _different_names(19_000), MODEL),
    Bomb("many-bricks.mpd", lambda: _nested("3005.dat", 5, 10), MODEL, ("publish X -o site",)),
    Bomb("very-many-bricks.mpd", lambda: _nested("3005.dat", 12, 20), MODEL),
    Bomb("unknown-metas.io", lambda: "".join(f"0 !X{i} y\n" for i in range(490_000)), MODEL),
    Bomb("short-lines.io", lambda: "1 2 3\n" * 490_000, MODEL),
    Bomb("steps.io", lambda: (_BRICK + "0 STEP\n") * 240_000, MODEL),
    Bomb(
        "groups.io",
        lambda: "".join(
            f"0 GROUP 1 g{i}\n0 MLCAD BTG g{i}\n" + _AT.format(i, "3005.dat") for i in range(160_000)
        ),
        MODEL,
    ),
    Bomb(
        "tags.mpd",
        lambda: "".join(f"0 FILE s{i} [2Rd].ldr\n" + _AT.format(i, "3005.dat") for i in range(14_000)),
        MODEL,
    ),
    Bomb(
        "chain.mpd",
        lambda: "".join(f"0 FILE {i}.ldr\n" + _AT.format(i, f"{i + 1}.ldr") for i in range(29_000)),
        MODEL,
    ),
    Bomb("one-line.ldr", lambda: "1 4 " + "0 " * 2_400_000, MODEL),
    # Just below what is refused.
    Bomb("edges.io", lambda: _EDGE * 490_000, MODEL, ("render X -o x.png", "publish X -o site")),
    Bomb("different-edges.io", lambda: _edges(2, 300_000), MODEL, ("render X -o x.svg",)),
    Bomb("short-edges.io", lambda: _edges(2, 490_000, 9), MODEL),
    Bomb("outlines.io", lambda: _BRICK + _OUTLINE * 490_000, MODEL),
    Bomb("different-outlines.io", lambda: _BRICK + _edges(5, 240_000), MODEL),
    Bomb(
        "placed-edges.io",
        lambda: (
            f"0 FILE m.ldr\n{_AT.format(0, 'own.dat') * 29_000}{_OWN.format('own')}"
            + _TRIANGLE
            + _edges(2, 400)
            + _edges(5, 400)
        ),
        MODEL,
    ),
    Bomb("edges-in-steps.io", lambda: _in_steps(60, _EDGE * 4_000), MODEL),
    Bomb("triangles-below.io", lambda: _TRIANGLE * 490_000, MODEL, ("publish X -o site",)),
    Bomb("turned.io", lambda: _turned(9_000), MODEL, ("render X -o x.png",)),
    Bomb(
        "own-parts.io",
        lambda: (
            "0 FILE m.ldr\n"
            + "".join(_AT.format(i, f"s{i}.dat") for i in range(390))
            + "".join(f"{_OWN.format(f's{i}')}{_TRIANGLE * 600}{_EDGE * 600}" for i in range(390))
        ),
        MODEL,
    ),
    Bomb(
        "own-colours.io",
        lambda: "".join(
            f"0 !COLOUR c{i} CODE {1000 + i} VALUE #{i:06X} EDGE #000000\n"
            + _AT.format(i, "3005.dat").replace("1 4", f"1 {1000 + i}", 1)
            for i in range(60_000)
        ),
        MODEL,
        ("parts X",),
    ),
    Bomb(
        "submodels.io",
        lambda: (
            "0 FILE m.ldr\n"
            + "".join(_AT.format(20 * i, f"{i}.ldr") for i in range(29_900))
            + "".join(f"0 FILE {i}.ldr\n{_BRICK}" for i in range(29_900))
        ),
        MODEL,
    ),
    Bomb(
        "names.io",
        lambda: (
            f"0 FILE m.ldr\n{_different_names(19_900)}"
            + "".join(_AT.format(20 * i, f"{i}.ldr") for i in range(19_000))
            + "".join(f"0 FILE {i}.ldr\n{_BRICK}" for i in range(19_000))
        ),
        MODEL,
    ),
    Bomb("bricks-of-a-picture.io", lambda: _spread(79_900), MODEL),
    Bomb("bricks-of-a-page.io", lambda: _spread(11_900), MODEL),
    Bomb(
        "entries-below.yaml",
        lambda: _COMPANY + "".join(f"  - {{name: F{i}, systems: 2Rd 1B 1Y}}\n" for i in range(150)),
        MANIFEST,
    ),
)


@dataclass
class Run:
    bomb: Bomb
    command: str
    work: float = 0
    memory: int = 0
    status: int = 0
    said: str = ""

    @property
    def fault(self) -> str:
        if "Traceback" in self.said:
            return "traceback"
        if self.work > MOST_WORK or self.status < 0:
            return "too much work"
        if self.memory > MOST_MEMORY or "more memory than there is" in self.said:
            return "too much memory"
        return "" if self.status in (0, 1, 2) else f"status {self.status}"

    def __str__(self) -> str:
        said = self.said.strip().splitlines()
        return (
            f"{self.fault or 'held':16}{self.work:6.1f} s {self.memory / 2**20:6.0f} MB  status {self.status}"
            f"  {self.command.replace('X', self.bomb.name)}  {said[-1][:90] if said else ''}"
        )


def go_off(bomb: Bomb, command: str, path: Path) -> Run:
    """Run a command on a bomb in a folder of its own, with bounds that keep the machine alive."""
    run = Run(bomb, command)
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as errors:
        for name, source in (("chub.mpd", ROOT / "examples/frames/chub.mpd"), (path.name, path)):
            Path(folder, name).symlink_to(source)
        Path(folder, "own.csv").write_text("Part,Color,Quantity\n3005,Red,4\n", encoding="utf-8")
        words = [path.name if word == "X" else word for word in command.split()]
        process = subprocess.Popen(
            [sys.executable, "-m", "brickyard", *words],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": f"{folder}/cache"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors,
            preexec_fn=_bounded,
        )
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = run.status = os.waitstatus_to_exitcode(status)
        run.work, run.memory = used.ru_utime + used.ru_stime, used.ru_maxrss * 1024
        errors.seek(0)
        run.said = errors.read().decode("utf-8", "replace")
    return run


def _bounded() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_WORK + 5, MOST_WORK + 6))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_ADDRESSES, MOST_ADDRESSES))


def _chosen(everything: bool, word: str) -> Iterator[tuple[Bomb, str]]:
    for bomb in BOMBS:
        for command in bomb.commands if everything else bomb.known:
            if word in f"{bomb.name} {command}":
                yield bomb, command


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--all", action="store_true", help="every command on every file")
    parser.add_argument("--only", default="", help="only where this is in the file's name or the command")
    arguments = parser.parse_args()
    faults = runs = 0
    written: dict[str, Path] = {}
    with tempfile.TemporaryDirectory() as folder:
        for bomb, command in _chosen(arguments.all, arguments.only):
            if bomb.name not in written:
                written[bomb.name] = bomb.write(Path(folder))
            run = go_off(bomb, command, written[bomb.name])
            runs += 1
            faults += bool(run.fault)
            print(run, flush=True)
    print(
        f"{runs} runs, {faults} took more than {MOST_WORK} s of work or {MOST_MEMORY // 2**20} MB, or broke"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
