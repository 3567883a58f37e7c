"""`make release`: wheel, sdist, app folder, checksums and notes in dist/. `make version` settles the version.

python -m scripts.make_release            build everything of the version that the code has
python -m scripts.make_release --no-app   without the app folder, which takes minutes
python -m scripts.make_release --version 0.3.0        what is released now
python -m scripts.make_release --version 0.4.0.dev0   what is worked on after it
"""

from __future__ import annotations

import argparse
import hashlib
import re
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from brickyard import __version__
from scripts.make_app import make_app

ROOT = Path(__file__).parent.parent
SUMS, NOTES = "SHA256SUMS", "NOTES.md"
_VERSION = re.compile(r'^__version__ = "([^"]+)"$', re.MULTILINE)
_KNOWN = re.compile(r"\d+\.\d+\.\d+(\.dev\d+)?")
_MAKING = " (in the making)"


def notes_of(changes: str, version: str) -> str:
    """What CHANGELOG says of a version, under its heading; an exception if it says nothing."""
    wanted = version.partition(".dev")[0]
    found = re.search(rf"^## {re.escape(wanted)}\b.*?(?=^## |\Z)", changes, re.MULTILINE | re.DOTALL)
    if not found or len(found[0].splitlines()) < 3:
        raise SystemExit(f"CHANGELOG.md says nothing of {wanted}")
    return found[0].replace("## ", "# brickyard ", 1).strip() + "\n"


def settled(version: str, code: str, changes: str, today: str) -> tuple[str, str]:
    """The code and CHANGELOG with another version: a release gets its date, the next one a heading."""
    if not _KNOWN.fullmatch(version):
        raise SystemExit(f"{version}: write a version such as 0.3.0, or 0.4.0.dev0 for what comes after it")
    wanted = version.partition(".dev")[0]
    if wanted != version and f"## {wanted}" not in changes:
        changes = re.sub(r"^## ", f"## {wanted}{_MAKING}\n\n## ", changes, count=1, flags=re.MULTILINE)
    if wanted == version:
        notes_of(changes, version)
        changes = changes.replace(f"## {wanted}{_MAKING}", f"## {wanted} ({today})")
    return _VERSION.sub(f'__version__ = "{version}"', code), changes


def set_version(version: str) -> None:
    code, changes = ROOT / "brickyard" / "__init__.py", ROOT / "CHANGELOG.md"
    now = datetime.now(UTC)
    today = f"{now.day} {now:%B %Y}"
    texts = settled(version, code.read_text("utf-8"), changes.read_text("utf-8"), today)
    for file, text in zip((code, changes), texts, strict=True):
        file.write_text(text, "utf-8")
    print(f"this is {version} now: read `git diff`, and commit")


def sums_of(folder: Path) -> str:
    """As `sha256sum --check` reads them."""
    files = sorted(file for file in folder.iterdir() if file.is_file() and file.name not in (SUMS, NOTES))
    return "".join(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files)


def make_release(target: Path, with_app: bool) -> None:
    changed = subprocess.run(
        ["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, check=True
    ).stdout
    if changed.strip() and ".dev" not in __version__:
        raise SystemExit("something is not committed: what is released must be what is in git")
    notes = notes_of((ROOT / "CHANGELOG.md").read_text("utf-8"), __version__)
    shutil.rmtree(target, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "scripts.make_yard_pictures"], cwd=ROOT, check=True)
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(target), str(ROOT)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    if with_app:
        make_app(next(target.glob("*.whl")), target)
    (target / NOTES).write_text(notes, "utf-8")
    (target / SUMS).write_text(sums_of(target), "utf-8")
    for file in sorted(target.iterdir()):
        print(f"{file.relative_to(ROOT)}: {file.stat().st_size / 1_000_000:.1f} MB")


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--version", default="", help="settle the version instead of building it")
    asked.add_argument("--no-app", action="store_true", help="without the app folder")
    given = asked.parse_args()
    if given.version:
        set_version(given.version)
    else:
        make_release(ROOT / "dist", not given.no_app)
