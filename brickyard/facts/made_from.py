"""What something was made from: files by what they hold, and our own code."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from brickyard.what_runs import what_runs
from ldraw_tools.app_folder import build_mark
from ldraw_tools.choosing import file_of
from ldraw_tools.file_overlay import read_bytes
from ldraw_tools.findings import Severity
from ldraw_tools.library.part_files import Library
from ldraw_tools.names import is_unsafe, real_path

if TYPE_CHECKING:
    from brickyard.facts.judged_designs import DesignFile

# Of the files that a model lacks, at most so many are looked for again.
_MOST_LACKING = 200
# Not the name of a file: what was made with it is made again.
_NEVER_THERE = "?"


def made_by(library: Library | None) -> str:
    """Another text whenever our code, what it draws and prints with, or the library is another one.

    Which files of the library have changed since is known to who used them (`UsedFiles`).
    """
    roots = [str(root) for root in library.roots] if library else []
    told = repr((what_runs(), build_mark(), sys.version, roots))
    return hashlib.sha256(told.encode("utf-8", "replace")).hexdigest()


def inputs_of(file: DesignFile, folder: Path, more: Iterable[Path] = ()) -> dict[str, str]:
    """The digests of all files that it was read from, by their names as seen from a folder."""
    textures = [path for design in file.designs for path in design.textures]
    assemblies = [design.unit.assembly for design in file.designs if design.unit.assembly]
    paths = [file_of(file.path), *file.files, *textures, *more]
    for assembly in assemblies:
        if beside := assembly.document.folder:
            # A part that is put beside a model wins over the library's.
            lacking = [beside / key for key in assembly.missing if not is_unsafe(key)]
            paths += [beside, *lacking[:_MOST_LACKING]]
    inputs = {seen_from(folder, path): digest_of(path) for path in paths}
    if any(one.code.startswith("MAN") and one.severity is Severity.ERROR for one in file.judged.findings):
        # What a list or an edition names wrongly may be put right in files that we couldn't read.
        inputs[_NEVER_THERE] = "looked for"
    return inputs


def seen_from(folder: Path, path: Path) -> str:
    """A file's name as seen from a folder: what is kept must not tell where the user's folders are."""
    try:
        return Path(os.path.relpath(real_path(path), real_path(folder))).as_posix()
    except ValueError:
        # On another drive.
        return real_path(path).as_posix()


def digest_of(path: Path) -> str:
    """Empty where the file is gone; of a folder, of the names of the parts in it."""
    try:
        if path.is_dir():
            parts = sorted(one.name for one in path.iterdir() if one.suffix.lower() == ".dat")
            return hashlib.sha256("/".join(parts).encode("utf-8", "replace")).hexdigest()
        return hashlib.sha256(read_bytes(path)).hexdigest()
    except OSError:
        return ""
