"""What is asked about two versions of a design or a force."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brickyard.answers.on_models import judge_settings
from brickyard.changes.change_answer import VersionChanges, changes_between
from ldraw_tools.choosing import with_submodel
from ldraw_tools.names import paths_in

if TYPE_CHECKING:
    import os

    from ldraw_tools.workspace import Workspace


def diff(
    old: str | os.PathLike[str],
    new: str | os.PathLike[str],
    *,
    edition: str = "",
    submodel: str = "",
    workspace: Workspace | None = None,
) -> VersionChanges:
    """What changed between two models, manifests or units of them, and what must be bought in addition."""
    before, after = with_submodel(paths_in((old, new)), submodel)
    return changes_between(before, after, judge_settings(edition, workspace=workspace))
