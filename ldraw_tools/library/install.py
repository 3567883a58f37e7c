"""Installs an LDraw library where brickyard finds it: completely or not at all, and only library files."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from ldraw_tools.findings import BrickyardError, RefusedError
from ldraw_tools.library.download import Opener, Progress, download, is_address
from ldraw_tools.library.part_files import is_library
from ldraw_tools.library.unpacking import PackedFile, items_of, place_of, root_of, why_not
from ldraw_tools.names import real_path
from ldraw_tools.reading.lines import shortened
from ldraw_tools.writing import clear_leftovers, leftovers, temporary_prefix

MOST_UNPACKED_BYTES = 4 * 1024 * 1024 * 1024
# LDraw text shrinks to a fifth; what shrinks to less than a hundredth is a bomb.
MOST_RATIO = 100
_SLACK_BYTES = 1024 * 1024
MARK = "installed-by-brickyard.txt"
_OLD = ".old"
_MARK_TEXT = "This folder was made by `brickyard library install`, which replaces it as a whole.\n"


@dataclass(frozen=True, slots=True)
class InstallReport:
    """What was written, and what was not: reason → names."""

    target: Path
    files: int
    bytes: int
    replaced: bool
    left_out: dict[str, list[str]]


@dataclass
class _Writer:
    """Writes below one folder, within bounds."""

    folder: Path
    most_bytes: int
    bytes: int = 0
    written: set[str] = field(default_factory=set)
    left_out: dict[str, list[str]] = field(default_factory=dict)

    def add(self, item: PackedFile, root: str) -> None:
        place = place_of(item, root)
        reason = why_not(item, place, root)
        if not reason and place.lower() in self.written:
            reason = "there already under that name"
        if reason:
            self.left_out.setdefault(reason, []).append(shortened(item.name, 100))
            return
        data = item.read()
        self.bytes += len(data)
        if self.bytes > self.most_bytes:
            raise RefusedError("unpacks to far more than a library contains; nothing is installed")
        self.written.add(place.lower())
        path = self.folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def install(
    source: str, target: Path, progress: Progress | None = None, opener: Opener | None = None
) -> InstallReport:
    """Install from a zip, a folder or an https address.

    `progress` is told (done, total) in bytes: of the download, where there is one and with a
    total of 0 where the server doesn't say; then, from 0 again, of the unpacking.
    """
    with _workshop(target) as work:
        path = Path(source)
        if is_address(source):
            path = work / "download.zip"
            download(source, path, progress, opener)
        try:
            writer = _unpack(path, work / "new", target, progress)
        except BrickyardError as error:
            raise type(error)(f"{source}: {error}") from error
        (writer.folder / MARK).write_text(_MARK_TEXT, encoding="utf-8")
        replaced = _swap(writer.folder, target, work.with_name(f"{work.name}{_OLD}"))
    return InstallReport(target, len(writer.written), writer.bytes, replaced, writer.left_out)


def _unpack(path: Path, folder: Path, target: Path, progress: Progress | None) -> _Writer:
    here, there = real_path(path), real_path(target)
    if here.is_relative_to(there) or (path.is_dir() and there.is_relative_to(here)):
        raise RefusedError("is the folder to install into; choose another place")
    most = MOST_UNPACKED_BYTES
    if path.is_file():
        most = min(most, path.stat().st_size * MOST_RATIO + _SLACK_BYTES)
    writer = _Writer(folder, most)
    with items_of(path) as items:
        root, done, total = root_of(items), 0, sum(item.size for item in items)
        for item in items:
            writer.add(item, root)
            done += item.size
            if progress:
                progress(done, total)
    if not is_library(folder):
        raise RefusedError("contains no usable LDraw library; nothing is installed")
    return writer


@contextmanager
def _workshop(target: Path) -> Iterator[Path]:
    """A folder beside the target, on the same disk, that is always removed in the end."""
    try:
        restore(target)
        _check(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        clear_leftovers(target)
        with tempfile.TemporaryDirectory(
            prefix=temporary_prefix(target), dir=target.parent, ignore_cleanup_errors=True
        ) as work:
            yield Path(work)
    except OSError as error:
        raise BrickyardError(f"{target}: can't be written: {error.strerror or error}") from error


def restore(target: Path) -> None:
    """Put the old library back where a process was killed between the two renames."""
    if target.exists():
        return
    for path in leftovers(target):
        if path.name.endswith(_OLD) and (path / MARK).is_file():
            with suppress(OSError):
                path.rename(target)
            return


def _check(target: Path) -> None:
    """Only what we made ourselves is ever replaced."""
    if target.is_symlink() or (target.exists() and not target.is_dir()):
        raise RefusedError(f"{target}: is not a folder; choose another place")
    if target.is_dir() and any(target.iterdir()) and not (target / MARK).exists():
        raise RefusedError(f"{target}: has files that brickyard did not put there; choose another place")


def _swap(new: Path, target: Path, old: Path) -> bool:
    """Two renames; if the second fails, the first is undone. The old library is deleted last."""
    replaced = target.exists()
    if replaced:
        target.rename(old)
    try:
        new.rename(target)
    except BaseException:
        if replaced:
            old.rename(target)
        raise
    shutil.rmtree(old, ignore_errors=True)
    return replaced
