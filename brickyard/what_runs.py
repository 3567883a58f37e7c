"""What runs here: brickyard as it is installed, to the byte, and what draws, prints and counts for it."""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from functools import cache
from importlib import metadata, resources
from pathlib import Path

from brickyard import __version__

_OURS = ("ldraw_tools", "catalog", "fleets", "validators", "brickyard")
# What draws, prints and fills templates; another version of it may write other bytes.
_THEIRS = ("jinja2", "markupsafe", "numpy", "pillow", "pydantic", "pyyaml", "segno", "trimesh", "typst")


@cache
def what_runs() -> dict[str, str]:
    """Names with their versions; where all are equal, the same question has the same answer."""
    digest = hashlib.sha256()
    for package in _OURS:
        _take(digest, _place_of(package))
    return {
        "brickyard": f"{__version__} ({digest.hexdigest()[:8]})",
        "Python": platform.python_version(),
        "system": sys.platform,
        **{name: _version(name) for name in _THEIRS},
    }


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def _place_of(package: str) -> Path:
    return Path(str(resources.files(package)))


def _take(digest: hashlib._Hash, package: Path) -> None:
    """By what its files hold, code and data alike: an installation anew changes nothing."""
    for folder, folders, names in os.walk(package):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        inside = Path(folder).relative_to(package).as_posix()
        for name in sorted(names):
            digest.update(f"{inside}/{name}".encode())
            digest.update(Path(folder, name).read_bytes())
