"""What is asked about a game night: what to bring."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from brickyard.answers.on_models import judge_settings
from brickyard.packing.pack_answer import PackAnswer
from brickyard.packing.pack_question import what_to_pack
from ldraw_tools.choosing import with_submodel
from ldraw_tools.names import paths_in

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
