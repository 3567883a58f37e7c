"""Files that another program is writing: wait until they are complete."""

from __future__ import annotations

import stat
import zipfile
from pathlib import Path

# Between two looks; a file that stays the same for three looks is complete.
STEP_SECONDS = 0.025
_SAME_LOOKS = 2
# After so many looks the file is taken as it is.
_PATIENCE_STEPS = 400
# For editors that delete a file and write it again.
_GONE_STEPS = 20
_LONG_STEPS = 24
_MOST_BYTES = 64 * 1024 * 1024


class Settling:
    """One file that has changed. After each `look`, `is_settled` says whether `data` is what it holds.

    `data` is None for a file that is gone. `takes_long` is true once, when it is worth a message.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._looks = 0
        self._seen: tuple[int, int] | None = None
        self._same = 0
        self.data: bytes | None = None
        self.is_settled = False

    @property
    def takes_long(self) -> bool:
        return self._looks == _LONG_STEPS and not self.is_settled and self._seen is not None

    def look(self) -> None:
        self._looks += 1
        try:
            found = self._path.stat()
            now = (found.st_size, found.st_mtime_ns)
            # To open a pipe could take for ever.
            self._same = self._same + 1 if now == self._seen and stat.S_ISREG(found.st_mode) else 0
            if self._same >= _SAME_LOOKS:
                with self._path.open("rb") as opened:
                    self.data = opened.read(_MOST_BYTES + 1)
                self.is_settled = self._looks > _PATIENCE_STEPS or _is_whole(self._path, self.data)
            self._seen = now
        except OSError:
            self.data, self._seen, self._same = None, None, 0
        is_gone = self._looks > _GONE_STEPS and self.data is None and not self._path.is_file()
        self.is_settled = self.is_settled or is_gone or self._looks > 2 * _PATIENCE_STEPS


def _is_whole(path: Path, data: bytes) -> bool:
    """An archive must have its end, a text must not be empty."""
    if path.suffix.lower() != ".io":
        return bool(data.strip())
    try:
        with zipfile.ZipFile(path) as archive:
            return bool(archive.namelist())
    except (zipfile.BadZipFile, OSError, ValueError):
        return False
