"""What changed between two versions of a design or a force, or between two sets of dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from brickyard.answers.on_models import judge_settings
from brickyard.changes.change_answer import VersionChanges, changes_between
from brickyard.fight_odds.odds_answer import InsteadOdds
from brickyard.fight_odds.odds_instead import are_dice, compare_dice
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
) -> VersionChanges | InsteadOdds:
    """What changed between two models, manifests or units of them, and what must be bought in addition.

    Of two texts that are dice, such as `2Rd 1B` and `2Rd 1G`, the numbers of their cards.

    Raises `BrickyardError` if one of them can't be read, or they are of different kinds.
    """
    settings = judge_settings(edition, workspace=workspace)
    if not submodel and all(are_dice(str(one)) for one in (old, new)):
        return compare_dice(str(old), str(new), settings)
    before, after = with_submodel(paths_in((old, new)), submodel)
    return changes_between(before, after, settings)
