"""`make app`: a folder to unpack for people without Python, from the wheel, with PyInstaller.

What is made from source is in the wheel already. The folder gets a mark that no other build has, so that two
builds share no cache, and the licence of everything in it; without one, nothing is built.
"""

from __future__ import annotations

import argparse
import platform
import shutil
import subprocess
import sys
import sysconfig
import uuid
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from brickyard import __version__
from ldraw_tools.app_folder import MARK

ROOT = Path(__file__).parent.parent
BUILD = ROOT / "build" / "app"
PYINSTALLER = "pyinstaller==6.21.0"
MOST_MEGABYTES = 260
LICENCE_FILES = ("licen", "copying", "notice", "authors", "copyright")

README = """\
brickyard {version}

Start `brickyard` in this folder to open the workbench in your browser; keep the window open while you use it.
In a terminal, `brickyard --help` lists the commands. Nothing else needs to be installed.

To update, unpack the new folder and delete this one. To remove it, delete this folder.

{warning}
The licences of everything in here are in the folder `licences`.
"""
WARNINGS = {
    "Windows": "Windows may warn of a program from an unknown publisher: More info, then Run anyway.\n",
    "Darwin": "macOS may refuse a program from an unknown developer: in a terminal, in this folder, run\n"
    "xattr -dr com.apple.quarantine .\n",
    # What is linked here may need what this system's C library has.
    "Linux": f"It needs {' '.join(platform.libc_ver())} or newer; `ldd --version` says what yours has.\n",
}


def system() -> str:
    named = {"Darwin": "macos"}.get(platform.system(), platform.system().lower())
    return f"{named}-{platform.machine().lower()}"


def run(*command: str | Path, folder: Path = ROOT) -> None:
    subprocess.run([*map(str, command)], check=True, cwd=folder)


def environment(wheel: Path) -> Path:
    """A Python with brickyard, what it needs, and PyInstaller, in the versions that are tried."""
    folder = BUILD / "env"
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    uv = [sys.executable, "-m", "uv"]
    run(*uv, "venv", "--quiet", "--clear", "--python", sys.executable, folder)
    pins = ["--constraint", str(ROOT / "requirements-dev.txt")]
    run(*uv, "pip", "install", "--quiet", "--python", python, *pins, PYINSTALLER, wheel)
    return python


def add_licences(folder: Path) -> None:
    """Ours, Python's, that of each package and of each system library; an exception if one is missing."""
    target = folder / "licences"
    target.mkdir()
    for name in ("LICENSE", "CREDITS.md"):
        shutil.copy(ROOT / name, folder)
    for name, files in [("python", [*python_licence()]), *packages(folder), *system_libraries(folder)]:
        if not files:
            raise SystemExit(f"{name} has no licence to put into the folder")
        (target / name).mkdir(exist_ok=True)
        for file in files:
            shutil.copy(file, target / name / file.name)


def python_licence() -> Iterator[Path]:
    for place in (sysconfig.get_path("stdlib"), sys.base_prefix):
        yield from (file for file in Path(place).glob("LICENSE*") if file.is_file())


def packages(folder: Path) -> Iterator[tuple[str, list[Path]]]:
    """By what PyInstaller copied of each package's own description; a licence may be in its text alone."""
    for info in sorted((folder / "_internal").glob("*.dist-info")):
        found = metadata.Distribution.at(info)
        files = [
            file for file in info.rglob("*") if file.is_file() and file.name.lower().startswith(LICENCE_FILES)
        ]
        said = found.metadata["License-Expression"] or found.metadata["License"]
        yield found.metadata["Name"], files or ([info / "METADATA"] if said else [])


def system_libraries(folder: Path) -> Iterator[tuple[str, list[Path]]]:
    """On Debian, the copyright file of each package whose library was copied; elsewhere Python has them."""
    if not shutil.which("dpkg"):
        return
    for file in sorted((folder / "_internal").glob("lib*.so*")):
        if file.is_symlink() or file.name.startswith("libpython"):
            continue
        told = subprocess.run(["dpkg", "-S", f"*/{file.name}"], capture_output=True, text=True, check=False)
        owners = {line.split(":")[0] for line in told.stdout.splitlines() if "/lib" in line}
        named = [Path("/usr/share/doc", owner, "copyright") for owner in sorted(owners)]
        yield file.name, [one for one in named if one.is_file()][:1]


def megabytes(folder: Path) -> int:
    files = (file for file in folder.rglob("*") if file.is_file() and not file.is_symlink())
    return round(sum(file.stat().st_size for file in files) / 1_000_000)


def make_app(wheel: Path, target: Path) -> Path:
    """The archive; the folder itself stays beside it, in build/app."""
    shutil.rmtree(BUILD / "dist", ignore_errors=True)
    python = environment(wheel)
    quiet = ["--noconfirm", "--log-level", "WARN"]
    places = ["--distpath", str(BUILD / "dist"), "--workpath", str(BUILD / "work")]
    # Not in the checkout, whose packages would be taken instead of the wheel's.
    spec = ROOT / "scripts" / "app" / "brickyard.spec"
    run(python, "-P", "-m", "PyInstaller", *quiet, *places, spec, folder=BUILD)
    folder = BUILD / "dist" / "brickyard"
    (folder / "_internal" / "ldraw_tools" / MARK).write_text(uuid.uuid4().hex, "utf-8")
    add_licences(folder)
    warning = WARNINGS.get(platform.system(), "")
    (folder / "README.txt").write_text(README.format(version=__version__, warning=warning), "utf-8")
    if (size := megabytes(folder)) > MOST_MEGABYTES:
        raise SystemExit(f"the app folder has {size} MB, and at most {MOST_MEGABYTES} are agreed on")
    target.mkdir(parents=True, exist_ok=True)
    form = "zip" if sys.platform == "win32" else "gztar"
    name = target / f"brickyard-{__version__}-{system()}"
    made = shutil.make_archive(str(name), form, root_dir=folder.parent, base_dir=folder.name)
    print(f"{made}: {size} MB unpacked, {Path(made).stat().st_size // 1_000_000} MB packed")
    return Path(made)


def built_wheel(target: Path) -> Path:
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", target, ROOT)
    return max(target.glob("*.whl"), key=lambda file: file.stat().st_mtime)


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--wheel", type=Path, help="made before; otherwise it is made now")
    asked.add_argument("-o", "--output", type=Path, default=ROOT / "dist")
    given = asked.parse_args()
    make_app(given.wheel or built_wheel(given.output), given.output)
