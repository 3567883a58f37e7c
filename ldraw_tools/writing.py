"""Outputs appear whole or not at all, never over an input, and over others' files only with --force."""

from __future__ import annotations

import itertools
import os
import re
import stat
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from ldraw_tools.file_overlay import overlay
from ldraw_tools.findings import BrickyardError
from ldraw_tools.notebooks import line_of
from ldraw_tools.phrases import about_file, join_texts, say

STANDARD = Path("-")
# Asked once: to ask is to set it, and other threads may be making files meanwhile.
_MASK = os.umask(0o077)
os.umask(_MASK)


@dataclass(frozen=True)
class Output:
    """What was made: its files, and what to say about them; `contents` are those that aren't written yet."""

    files: tuple[Path, ...] = ()
    said: tuple[str, ...] = ()
    contents: Mapping[Path, bytes] = field(default_factory=dict)
    problems: tuple[str, ...] = ()

    __repr__ = line_of

    def __str__(self) -> str:
        return "; ".join(self.said)

    def _repr_png_(self) -> bytes | None:
        return self.data if self.data.startswith(b"\x89PNG") else None

    @property
    def data(self) -> bytes:
        """The first file, where none was written."""
        return next(iter(self.contents.values()), b"")


def make_output(
    files: Mapping[Path, bytes], said: Iterable[str], *, write: bool = True, force: bool = False
) -> Output:
    """Writes the files, all or none, or leaves that to whoever asked."""
    if write:
        write_outputs(files, force=force)
    return Output(tuple(files), tuple(said), {} if write else files)


def all_outputs(made: Iterable[Output], problems: Iterable[str] = ()) -> Output:
    made = list(made)
    return Output(
        tuple(file for one in made for file in one.files),
        tuple(line for one in made for line in one.said),
        {path: data for one in made for path, data in one.contents.items()},
        tuple(problems),
    )


def note_input(path: Path) -> None:
    """Note that a file was read which the user named, or which such a file names."""
    inputs = overlay().inputs
    inputs.add(_real(path))
    if (number := _number(path)) is not None:
        inputs.add(number)


def write_output(target: Path, data: bytes, *, force: bool = False) -> None:
    write_outputs({target: data}, force=force)


def write_in_place(target: Path, data: bytes, kept: Path | None = None) -> Path:
    """Replaces a file that was read, because the user asked for it; returns the copy of the old one.

    `kept` is an earlier copy, which is enough if it is still there; so is any that holds the same. A link
    stays a link, and permissions stay the same.
    """
    from ldraw_tools.authorship import remember

    real = Path(os.path.realpath(target)) if target.is_symlink() else target
    mode, old = stat.S_IMODE(real.stat().st_mode), real.read_bytes()
    if kept is None or not kept.is_file():
        names = (f"{real.name}.bak{number if number > 1 else ''}" for number in itertools.count(1))
        paths = map(real.with_name, names)
        # A copy of the same is enough: each save that was killed halfway would leave one more.
        kept = next(path for path in paths if not os.path.lexists(path) or _holds(path, old))
        if not os.path.lexists(kept):
            write_whole(kept, old, mode)
    write_whole(real, data, mode)
    remember(real, data)
    return kept


def write_outputs(files: Mapping[Path, bytes], *, force: bool = False) -> None:
    """What `-o` names: all of the files or none; each is checked before anything takes its place.

    `-` is standard output.
    """
    if list(files) == [STANDARD]:
        sys.stdout.flush()
        sys.stdout.buffer.write(files[STANDARD])
        sys.stdout.buffer.flush()
        return
    for target, data in files.items():
        check_output(target, data, force=force)
    before = dict(_as_they_are(files)) if len(files) > 1 else {}
    try:
        with ExitStack() as stack:
            temporaries = [stack.enter_context(replace_when_done(target)) for target in files]
            for temporary, data in zip(temporaries, files.values(), strict=True):
                temporary.write_bytes(data)
    except BaseException:
        for target, was in before.items():
            if _holds(target, files[target]):
                _put_back(target, was)
        raise
    from ldraw_tools.authorship import remember

    for target, data in files.items():
        remember(target, data)


def _as_they_are(targets: Iterable[Path]) -> Iterator[tuple[Path, tuple[bytes, int] | None]]:
    """Bytes and permissions; None for a file that isn't there, nothing of one that can't be read."""
    for target in targets:
        with suppress(OSError):
            kept = (target.read_bytes(), stat.S_IMODE(target.stat().st_mode)) if target.exists() else None
            yield target, kept


def _put_back(target: Path, was: tuple[bytes, int] | None) -> None:
    """Where that fails too, the first failure is the one to tell."""
    with suppress(OSError, BrickyardError):
        if was is None:
            target.unlink()
        else:
            write_whole(target, *was)


def check_output(target: Path, data: bytes | None = None, *, force: bool = False) -> None:
    """Refuse to write over a file that was read, a folder, or, without `force`, a file that isn't ours.

    A file that holds `data` already loses nothing.
    """
    if not target.exists():
        return
    if target.is_dir():
        raise BrickyardError(about_file(target, say("can't be written: it is a folder")))
    if not target.is_file():
        raise BrickyardError(about_file(target, say("can't be written: it is not a file")))
    if _real(target) in overlay().inputs or _number(target) in overlay().inputs:
        why = say("this command reads that file, so nothing was written; choose another name")
        raise BrickyardError(about_file(target, why))
    if force or _holds(target, data):
        return
    from ldraw_tools.authorship import is_ours

    if not is_ours(target):
        raise BrickyardError(
            say(
                "{file} already exists, and brickyard didn't make it or it was changed since; nothing was "
                "written. Choose another name, or add --force to replace it",
                file=target,
            )
        )


def _holds(target: Path, data: bytes | None) -> bool:
    try:
        is_as_long = data is not None and target.is_file() and target.stat().st_size == len(data)
        return is_as_long and target.read_bytes() == data
    except OSError:
        return False


def _real(path: Path) -> str:
    return os.path.normcase(os.path.realpath(path))


def _number(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return (found.st_dev, found.st_ino) if found.st_ino else None


def _failed(target: Path, error: OSError) -> str:
    return about_file(target, say("can't be written: {why}", why=error.strerror or error))


@contextmanager
def replace_when_done(target: Path, mode: int | None = None) -> Iterator[Path]:
    """A temporary file beside `target` that takes its place when the block ends well; folders are made."""
    import tempfile

    make_folder(target.parent)
    try:
        handle, name = tempfile.mkstemp(prefix=temporary_prefix(target), dir=target.parent)
        os.close(handle)
    except OSError as error:
        raise BrickyardError(_failed(target, error)) from error
    temporary = Path(name)
    try:
        yield temporary
        # mkstemp makes private files; what we write is for everyone the umask allows.
        temporary.chmod(0o666 & ~_MASK if mode is None else mode)
        temporary.replace(target)
    except PermissionError as error:
        # On Windows nothing takes the place of a file that is open.
        hint = say("is it open in another program?")
        raise BrickyardError(join_texts([_failed(target, error), hint], "; ")) from error
    except OSError as error:
        raise BrickyardError(_failed(target, error)) from error
    finally:
        temporary.unlink(missing_ok=True)


def temporary_prefix(target: Path) -> str:
    """How the name of what will take the target's place begins: hidden, with the number of our process."""
    return f".{target.name}.{os.getpid()}."


def clear_leftovers(target: Path) -> None:
    """Remove what processes that were killed have left beside the target."""
    import shutil

    for path in leftovers(target):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def leftovers(target: Path) -> list[Path]:
    """What was to take the target's place, and whose process is gone."""
    return _left_in(target.parent, rf"\.{re.escape(target.name)}\.(\d{{1,9}})\..+")


def clear_leftover_files(folder: Path, endings: Iterable[str]) -> None:
    """The same for all files with such an ending, in a user's folder: only names exactly as we give them."""
    known = "|".join(map(re.escape, endings))
    for path in _left_in(folder, rf"(?i:\..+(?:{known})(?:\.bak\d*)?)\.(\d{{1,9}})\.[a-z0-9_]{{8}}"):
        with suppress(OSError):
            if stat.S_ISREG(path.lstat().st_mode):
                path.unlink()


def _left_in(folder: Path, names: str) -> list[Path]:
    """Files by a pattern whose first group is the number of a process, which is gone."""
    named = re.compile(names)
    try:
        found = [(path, named.fullmatch(path.name)) for path in sorted(folder.iterdir())]
    except OSError:
        return []
    return [path for path, match in found if match and not _is_at_work(int(match[1]), path)]


def _is_at_work(process: int, path: Path) -> bool:
    # On Windows a signal would end the process, so there an hour must do.
    if sys.platform == "win32":
        return time.time() - path.lstat().st_mtime < 3600
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, if they don't exist yet."""
    if folder.parts[:1] == ("-",):
        raise BrickyardError("-: means standard output, and several files can't go there; name a folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BrickyardError(f"{folder}: can't be made a folder: {error.strerror or error}") from error


def write_whole(target: Path, data: bytes, mode: int | None = None) -> None:
    """Write into a folder of ours; files that `-o` names go through `write_outputs`."""
    with replace_when_done(target, mode) as temporary:
        temporary.write_bytes(data)
