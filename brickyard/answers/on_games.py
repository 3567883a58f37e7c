"""What is asked about a game night: what to bring, and what happened."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from brickyard.answers.on_models import judge_settings
from brickyard.packing.pack_answer import PackAnswer, what_to_pack
from brickyard.table import Language
from brickyard.table.replay_answer import Replayed, replayed
from ldraw_tools.choosing import with_submodel
from ldraw_tools.findings import BrickyardError
from ldraw_tools.names import paths_in
from ldraw_tools.suggestions import shown

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

    from ldraw_tools.workspace import Workspace

    Paths = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]


def pack(
    paths: Paths,
    *,
    have: str | os.PathLike[str] | None = None,
    edition: str = "",
    options: str | Iterable[str] | None = None,
    submodel: str = "",
    workspace: Workspace | None = None,
) -> PackAnswer:
    """What the players whose files are named bring, and what is missing if `have` lists what there is."""
    settings = judge_settings(edition, options, workspace=workspace)
    return what_to_pack(with_submodel(paths_in(paths), submodel), settings, Path(have) if have else None)


def replay(log: str | os.PathLike[str], *, edition: str = "", language: str = Language.ENGLISH) -> Replayed:
    """A game from a log that the page of a table has saved: its state, and each event in words."""
    if language not in list(Language):
        raise BrickyardError(f"language {shown(language)}: choose {' or '.join(Language)}")
    return replayed(Path(log), edition, Language(language))
