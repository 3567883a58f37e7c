"""Paths as code hosts know them: from the root of the repository that one stands in."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path


def path_in_repository(file: str) -> str:
    """A path from the current folder as one from the repository's root; what lies outside is absolute."""
    if not file:
        return ""
    root, here = _root(Path.cwd()), Path.cwd()
    try:
        path = (here / file).resolve()
        return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.as_posix()
    except (OSError, RuntimeError, ValueError):
        # A link that leads in circles, or a name that can't be one.
        return file


@lru_cache(maxsize=8)
def _root(here: Path) -> Path:
    """The nearest folder that has .git, which is a file in a worktree; else the current one."""
    here = here.resolve()
    return next((folder for folder in (here, *here.parents) if (folder / ".git").exists()), here)
