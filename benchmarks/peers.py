"""The peers: found, or installed by name into the cache; where one is missing, why."""

import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.timing import ROOT, Contestant, Failure, run_quietly

INSTALL_LIMIT = 300.0
THREEJS = "three.js"
PYLDRAW3 = "pyldraw3"
LEOCAD = "LeoCAD"
Found = dict[str, Contestant | Failure]
_OLDEST_PYTHON = (3, 12)  # what pyldraw3 asks for


def cache_folder() -> Path:
    """Where installed peers are kept between runs."""
    own = os.environ.get("BRICKYARD_CACHE")
    shared = os.environ.get("XDG_CACHE_HOME")
    base = Path(own) if own else (Path(shared) if shared else Path.home() / ".cache") / "brickyard"
    return base.expanduser().resolve() / "bench"


def find_peers(cache: Path) -> Found:
    """The peers that answer jobs, each ready to run or with the reason it is not."""
    return {THREEJS: find_threejs(cache), PYLDRAW3: find_pyldraw3(cache)}


def find_threejs(cache: Path) -> Contestant | Failure:
    """three.js' LDrawLoader under node."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node:
        return Failure("node is not installed")
    package = cache / "three" / "node_modules" / "three"
    if not _has_loader(package):
        if not npm:
            return Failure("npm is not installed")
        failed = _install_three(npm, cache / "three")
        if failed or not _has_loader(package):
            return failed or Failure("the package three holds no LDrawLoader")
    return Contestant(
        THREEJS,
        (node, str(ROOT / "benchmarks" / "threejs_bench.mjs")),
        {"three": str(package)},
    )


def _has_loader(package: Path) -> bool:
    return (package / "examples/jsm/loaders/LDrawLoader.js").is_file() and (package / "build").is_dir()


def _install_three(npm: str, folder: Path) -> Failure | None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "package.json").write_text('{"private": true}\n', encoding="utf-8")
    options = ("--prefix", str(folder), "--no-audit", "--no-fund", "--ignore-scripts")
    output = run_quietly((npm, "install", *options, "three"), INSTALL_LIMIT)
    return Failure(f"npm could not install it: {output.why}") if isinstance(output, Failure) else None


def find_pyldraw3(cache: Path) -> Contestant | Failure:
    """pyldraw3 in a virtual environment of its own."""
    folder = cache / "pyldraw3"
    python = _venv_python(folder)
    if not _imports_ldraw(python):
        newer = _newer_python()
        if newer is None:
            return Failure(f"no Python ≥ {_OLDEST_PYTHON[0]}.{_OLDEST_PYTHON[1]} found")
        failed = _install_pyldraw3(newer, folder)
        if failed:
            return failed
    return Contestant(
        PYLDRAW3,
        (str(python), "-m", "benchmarks.pyldraw3_bench"),
    )


def _venv_python(folder: Path) -> Path:
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def _imports_ldraw(python: Path) -> bool:
    return python.exists() and not isinstance(run_quietly((str(python), "-c", "import ldraw")), Failure)


def _install_pyldraw3(newer: str, folder: Path) -> Failure | None:
    shutil.rmtree(folder, ignore_errors=True)
    pip = (str(_venv_python(folder)), "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    for command in ((newer, "-m", "venv", str(folder)), (*pip, "pyldraw3")):
        output = run_quietly(command, INSTALL_LIMIT)
        if isinstance(output, Failure):
            return Failure(f"pip could not install it: {output.why}")
    return None


def _newer_python() -> str | None:
    return next((python for python in _pythons() if _is_new_enough(python)), None)


def _pythons() -> Iterator[str]:
    yield sys.executable
    names = [f"python3.{minor}" for minor in range(_OLDEST_PYTHON[1], 20)] + ["python3", "python"]
    yield from filter(None, map(shutil.which, names))
    versions = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    yield from (str(path) for path in sorted(versions.glob("*/bin/python3.*")) if path.suffix[1:].isdigit())


def _is_new_enough(python: str) -> bool:
    """Asked, not read off the name: a version manager's shim may stand for a Python that is not there."""
    ask = f"import sys; sys.exit(sys.version_info[:2] < {_OLDEST_PYTHON})"
    return not isinstance(run_quietly((python, "-c", ask), limit=20), Failure)


def find_leocad() -> str | Failure:
    """LeoCAD where it is installed; never installed by us."""
    return shutil.which("leocad") or Failure("leocad is not installed")


def leocad_command(program: str, model: Path, library: Path) -> tuple[str, ...]:
    """Read a model and export its triangles beside it."""
    return (program, "--libpath", str(library), str(model), "-obj", str(model.with_suffix(".obj")))


def leocad_picture_command(program: str, model: Path, library: Path, target: Path) -> tuple[str, ...]:
    """Draw a model, on a screen that isn't there where there is none."""
    screen = () if _has_screen() or not shutil.which("xvfb-run") else ("xvfb-run", "-a")
    size = ("-w", "800", "-h", "600")
    return (*screen, program, "--libpath", str(library), "-i", str(target), *size, str(model))


def leocad_environment() -> dict[str, str]:
    """Qt wants a screen; where there is none it is told to do without."""
    return {} if _has_screen() else {"QT_QPA_PLATFORM": "offscreen"}


def _has_screen() -> bool:
    screens = {"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys()
    return os.name == "nt" or sys.platform == "darwin" or bool(screens)


def versions(found: Found) -> Iterator[str]:
    """Name and version of every peer that was found."""
    for name, peer in found.items():
        if isinstance(peer, Contestant):
            yield f"{name} {_version(peer)}".strip()


def _version(peer: Contestant) -> str:
    if peer.name == THREEJS:
        text = (Path(peer.extra["three"]) / "package.json").read_text(encoding="utf-8")
        match = re.search(r'"version": *"([^"]*)"', text)
        return match[1] if match else ""
    ask = "import importlib.metadata as m; print(m.version('pyldraw3'))"
    output = run_quietly((peer.command[0], "-c", ask))
    return "" if isinstance(output, Failure) else output.strip()
