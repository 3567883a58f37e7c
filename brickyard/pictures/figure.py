"""A person of seven plates beside a model, to see how large it is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from brickyard.pictures.paints import Paints
from brickyard.pictures.subject import Subject, outline_of
from ldraw_tools.assembly.assembling import assemble
from ldraw_tools.geometry.pieces import Pieces, lay_out
from ldraw_tools.library.part_files import Files
from ldraw_tools.library.source import NoParts
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.reading import document
from ldraw_tools.rendering.mesh_table import MeshTable
from ldraw_tools.rendering.stage import Stage

_FIGURE = Path(__file__).parent.parent / "data" / "figure.ldr"
_GAP_LDU = 30.0


def with_figure(subject: Subject, library: Files | None, azimuth: float) -> Subject:
    """The subject with a figure on the same ground, beside it as seen from there."""
    assembly = assemble(document.read(_FIGURE), NoParts(), library)
    figure = lay_out(assembly, stand_in=outline_of)
    model, person = _points(subject.pieces), _points(figure)
    if not len(model) or not len(person):
        return subject
    turn = np.radians(azimuth)
    right = np.array([np.cos(turn), 0.0, -np.sin(turn)])
    shift = right * (float((model @ right).max() - (person @ right).min()) + _GAP_LDU)
    # Level with the middle of the model on the table, and on the table.
    across = np.array([right[2], 0.0, -right[0]])
    middle = (
        (model @ across).min() + (model @ across).max() - (person @ across).min() - (person @ across).max()
    )
    shift += across * float(middle) / 2
    shift[1] = float(model[:, 1].max() - person[:, 1].max())
    moved = figure.matrices.copy()
    moved[:, :, 3] += shift
    pieces = subject.pieces.joined(replace(figure, matrices=moved))
    return replace(subject, pieces=pieces, table=MeshTable(pieces.meshes))


def _points(pieces: Pieces) -> Points:
    return Stage(pieces, Paints()).points
