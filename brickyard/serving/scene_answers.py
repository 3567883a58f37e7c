"""Pictures and 3D views of a model for the page, with what each piece of them is."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from brickyard.serving.workers import Made
from ldraw_tools.findings import BrickyardError

if TYPE_CHECKING:
    from brickyard.facts.judged_designs import DesignFile
    from brickyard.pictures.subject import Subject
    from brickyard.pictures.system_marks import SystemMark
    from brickyard.serving.desk import Desk
    from brickyard.serving.scene_pieces import PieceTable
    from ldraw_tools.geometry.pieces import Pieces

# The size of the still that the view begins with.
_VIEW = (960, 720)
_LEAST, _MOST = 60, 1600
WEBP = "image/webp"


def scene(desk: Desk, arguments: Mapping[str, Any]) -> Made:
    """The 3D view (null if the page has it already) and the table of its pieces."""
    from brickyard.pictures.shots import Shot, camera_for, suiting_view
    from brickyard.serving.scene_pieces import piece_table
    from brickyard.web.viewer_scene import make_scene

    path = Path(arguments["path"])
    shown, systems = _subject(desk, path)
    if not len(shown.pieces):
        raise shown.nothing_to_draw()
    assembly = desk.workspace.assembly(path)
    table = piece_table(assembly, shown.pieces)
    name = _digest(shown.pieces)
    made = None
    if name != arguments.get("have"):
        camera = camera_for(shown, Shot(_VIEW))
        made = make_scene(shown.pieces, shown.paints, camera, suiting_view(shown))
    answer = {
        "name": name,
        "scene": made,
        "pieces": table.plain(assembly, shown.pieces),
        "instances": [one.plain() for one in table.instances],
        "systems": list(_systems(desk, path, shown.pieces, systems)),
        "caption": shown.caption(),
    }
    return Made(json.dumps(answer, separators=(",", ":")).encode())


def picture(desk: Desk, arguments: Mapping[str, Any]) -> Made:
    """A still with a transparent background; for a force, its line-up."""
    from brickyard.pictures.picture_files import webp_bytes
    from brickyard.pictures.shots import Shot, cut_out, give_back_memory

    path = Path(arguments["path"])
    width = max(_LEAST, min(int(arguments.get("width") or 480), _MOST))
    if path.suffix.lower() in (".yaml", ".yml") or arguments.get("unit"):
        return _unit_picture(desk, arguments, width)
    shown, _ = _subject(desk, path)
    drawn, _ = cut_out(shown, Shot((width, width * 3 // 4), notes=False))
    give_back_memory()
    return Made(webp_bytes(drawn), WEBP)


def _unit_picture(desk: Desk, arguments: Mapping[str, Any], width: int) -> Made:
    """The unit that is named, or all units of a force, in ranks."""
    from brickyard.facts.judged_designs import open_design_files
    from brickyard.pictures.line_up import in_ranks
    from brickyard.pictures.picture_files import webp_bytes
    from brickyard.pictures.shots import Shot, cut_out, give_back_memory
    from brickyard.pictures.system_marks import open_design
    from validators.judged_files import JudgeSettings

    named = f"{arguments['path']}:{arguments['unit']}" if arguments.get("unit") else arguments["path"]
    files = open_design_files([Path(named)], JudgeSettings(workspace=desk.workspace))
    designs = [(open_design(one), one) for file in files for one in file.designs]
    shown = [(subject.subject, one) for subject, one in designs if subject is not None]
    # A force of nothing but spares shows them.
    fielded = [(subject, one.count) for subject, one in shown if not one.is_spare]
    ranks = in_ranks(fielded or [(subject, one.count) for subject, one in shown], width)
    if ranks is None:
        raise BrickyardError("nothing in it has a model to draw")
    drawn, _ = cut_out(ranks.subject, Shot(ranks.size, ranks.view, notes=False))
    give_back_memory()
    return Made(webp_bytes(drawn), WEBP)


def laid_out_model(desk: Desk, path: Path) -> tuple[Subject, PieceTable]:
    """The model as the scene shows it, and what its pieces are."""
    from brickyard.serving.scene_pieces import piece_table

    shown, _ = _subject(desk, path)
    return shown, piece_table(desk.workspace.assembly(path), shown.pieces)


def _subject(desk: Desk, path: Path) -> tuple[Subject, list[SystemMark]]:
    from brickyard.pictures.subject import model_subject
    from brickyard.pictures.system_marks import system_marks
    from fleets.models.survey import survey

    assembly, found = desk.workspace.assembly(path), desk.workspace.of(path, survey)
    systems = system_marks(found)
    return model_subject(assembly, found, [system.mark for system in systems]), systems


def _digest(pieces: Pieces) -> str:
    """Changes only if the pieces, their places or their order change; tags don't matter."""
    told = hashlib.blake2b(digest_size=12)
    for column in (pieces.mesh, pieces.matrices, pieces.colours, pieces.steps):
        told.update(column.tobytes())
    told.update(repr(pieces.keys).encode())
    return told.hexdigest()


def _systems(desk: Desk, path: Path, pieces: Pieces, systems: list[SystemMark]) -> Iterator[dict[str, Any]]:
    """For each system of the file's card the pieces that show it: unit and place among its systems."""
    import numpy as np

    owned: dict[tuple[Any, int], list[int]] = {}
    seen: dict[int, int] = {}
    for instance, mark in enumerate(pieces.marked):
        copy = seen[mark] = seen.get(mark, -1) + 1
        owned[(systems[mark].mark, copy)] = np.flatnonzero(pieces.marks == instance).tolist()
    for place, design in enumerate(_file(desk, path).designs):
        for number, one in enumerate(design.facts.carried):
            if one.marked is not None:
                from ldraw_tools.geometry.pieces import PieceMark

                mark_of = PieceMark(one.marked.node, one.marked.members)
                if found := owned.get((mark_of, one.instance)):
                    yield {"unit": place, "system": number, "pieces": found}


def _file(desk: Desk, path: Path) -> DesignFile:
    from brickyard.facts.judged_designs import open_design_file
    from validators.judged_files import JudgeSettings

    return open_design_file(path, JudgeSettings(workspace=desk.workspace))
