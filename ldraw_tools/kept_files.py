"""Folders of what can be made again: files are written whole, marked when used, and bounded in size."""

from __future__ import annotations

import os
import time
from pathlib import Path

_SECONDS_A_DAY = 86_400


def trim_folder(folder: Path, ending: str, most_bytes: int) -> None:
    """Delete what was used least recently, until the rest is within the bound."""
    try:
        with os.scandir(folder) as entries:
            ours = [entry for entry in entries if ending in entry.name]
            kept = [(entry.stat(follow_symlinks=False), entry.path) for entry in ours]
    except OSError:
        return
    total = sum(stat.st_size for stat, _ in kept)
    for stat, path in sorted(kept, key=lambda one: one[0].st_mtime_ns):
        if total <= most_bytes:
            return
        try:
            Path(path).unlink()
        except OSError:
            continue
        total -= stat.st_size


def mark_used(path: Path, stat: os.stat_result) -> None:
    """Note that a file was used; once a day is enough."""
    if time.time() - stat.st_mtime > _SECONDS_A_DAY:
        os.utime(path)
