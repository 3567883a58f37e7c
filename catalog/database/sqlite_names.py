"""Files by the names that SQLite takes."""

from __future__ import annotations

from pathlib import PurePath
from urllib.parse import quote


def read_only(path: PurePath) -> str:
    """A file that is only read, by its absolute path.

    Not `as_uri`: what lies on a server would be given with the server as host, and SQLite knows none.
    """
    name = quote(path.as_posix(), safe="/:")
    return f"file://{name if name.startswith('/') else '/' + name}?mode=ro"
