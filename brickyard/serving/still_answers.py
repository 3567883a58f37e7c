"""Stills for the page, with what each was made from."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from brickyard.facts.judged_designs import open_design_files
from brickyard.facts.made_from import inputs_of
from brickyard.pictures.line_up import in_ranks
from brickyard.pictures.picture_files import webp_bytes
from brickyard.pictures.shots import Shot, cut_out, give_back_memory
from brickyard.pictures.system_marks import open_design
from brickyard.plots.mech_figure import mech_drawing, mech_picture
from brickyard.serving.kept_pictures import MadeFrom
from brickyard.serving.scene_answers import file_at, subject_of
from brickyard.serving.workers import WEBP, Made
from fleets.chances.mech_odds import fighting_of
from fleets.forces.force import Mech, filled_loadout, sheet_of
from ldraw_tools.choosing import file_of
from ldraw_tools.library.part_files import NO_FILES
from validators.judged_files import JudgeSettings

if TYPE_CHECKING:
    from brickyard.serving.answerer import Answerer

_LEAST, _MOST = 60, 1600


def picture(answerer: Answerer, arguments: Mapping[str, Any]) -> Made:
    """A still with a transparent background; for a force, its line-up."""
    library = answerer.workspace.library.library()
    if library:
        library.forget_used()
    inputs, data = _drawn(answerer, arguments)
    give_back_memory()
    used = library.state(library.used()) if library else NO_FILES
    return Made(data, WEBP, more=MadeFrom(inputs, used))


def _drawn(answerer: Answerer, arguments: Mapping[str, Any]) -> tuple[dict[str, str], bytes]:
    path = Path(arguments["path"])
    width = max(_LEAST, min(int(arguments.get("width") or 480), _MOST))
    if path.suffix.lower() in (".yaml", ".yml") or arguments.get("unit"):
        return _unit_picture(answerer, arguments, width)
    inputs = inputs_of(file_at(answerer, path), file_of(path).parent)
    shown, _ = subject_of(answerer, path)
    drawn, _ = cut_out(shown, Shot((width, width * 3 // 4), notes=False))
    return inputs, webp_bytes(drawn)


def _unit_picture(
    answerer: Answerer, arguments: Mapping[str, Any], width: int
) -> tuple[dict[str, str], bytes]:
    """The unit that is named, or all units of a force, in ranks."""
    named = f"{arguments['path']}:{arguments['unit']}" if arguments.get("unit") else arguments["path"]
    files = open_design_files([Path(named)], JudgeSettings(workspace=answerer.workspace))
    inputs = {name: was for one in files for name, was in inputs_of(one, Path(named).parent).items()}
    mech = next((one for one in files if isinstance(one.subject, Mech)), None)
    if mech:
        assert isinstance(mech.subject, Mech)
        edition = mech.ruling.edition
        loadout, circles = filled_loadout(mech.subject, sheet_of(edition)), fighting_of(edition).circles
        figure = mech_picture(mech_drawing(loadout, circles, named=False), width)
        return inputs, webp_bytes(figure)
    designs = [(open_design(one), one) for file in files for one in file.designs]
    shown = [(subject.subject, one) for subject, one in designs if subject is not None]
    # A force of nothing but spares shows them.
    fielded = [(subject, one.count) for subject, one in shown if not one.is_spare]
    ranks = in_ranks(fielded or [(subject, one.count) for subject, one in shown], width)
    if ranks is None:
        # Nothing in it has a model: that is worth keeping, too.
        return inputs, b""
    drawn, _ = cut_out(ranks.subject, Shot(ranks.size, ranks.view, notes=False))
    return inputs, webp_bytes(drawn)
