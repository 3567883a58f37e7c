"""`-` among the files that a command is given: a model or a manifest from standard input."""

from __future__ import annotations

import sys
from pathlib import Path

from ldraw_tools.file_overlay import overlay
from ldraw_tools.findings import BrickyardError
from ldraw_tools.writing import STANDARD

_NAME = "standard-input"


def files_given(paths: list[Path]) -> list[Path]:
    """The paths, with `-` as a file that holds what standard input says; it is there once."""
    if paths.count(STANDARD) > 1:
        raise BrickyardError("-: standard input can be read once only")
    return [file_given(path) for path in paths]


def file_given(path: Path) -> Path:
    return as_file(standard_input()) if path == STANDARD else path


def standard_input() -> bytes:
    from ldraw_tools.reading.document import MOST_BYTES

    if sys.stdin.isatty():
        raise BrickyardError("-: means standard input, and nothing is sent there; name a file")
    data = sys.stdin.buffer.read(MOST_BYTES + 1)
    if not data.strip():
        raise BrickyardError("-: nothing came from standard input")
    if len(data) > MOST_BYTES:
        raise BrickyardError(f"-: more than {MOST_BYTES // 2**20} MB came from standard input")
    return data


def as_file(data: bytes) -> Path:
    """A file in a folder of its own, which goes away with the command; findings call it `-`."""
    import tempfile

    seen = overlay()
    folder = seen.kept.enter_context(tempfile.TemporaryDirectory(prefix="brickyard-"))
    path = Path(folder, _NAME + _suffix(data))
    path.write_bytes(data)
    seen.called[path] = str(STANDARD)
    return path


def _suffix(data: bytes) -> str:
    from fleets.forces.named_files import holds_edition, holds_manifest

    if data.startswith(b"PK"):
        return ".io"
    return ".yaml" if holds_manifest(data) or holds_edition(data) else ".mpd"
