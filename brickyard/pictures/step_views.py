"""From where a step is drawn: as usual, or so that what it adds isn't hidden."""

from __future__ import annotations

import numpy as np

from brickyard.pictures.shots import Shot, at_step, pieces_seen
from brickyard.pictures.subject import Subject
from ldraw_tools.rendering.camera import AZIMUTH, ELEVATION, View

# From the other side, from behind, and at last from below: an onlooker turns a model over last.
_OTHERS = (
    View(-AZIMUTH, ELEVATION),
    View(AZIMUTH - 180, ELEVATION),
    View(180 - AZIMUTH, ELEVATION),
    View(AZIMUTH, -ELEVATION),
)
# A picture of this side tells what is seen, and from how many of its pixels on a piece counts as seen.
_SIDE, _LEAST_PIXELS = 200, 5


def seeing_view(subject: Subject, shot: Shot, step: int) -> View | None:
    """None for the usual one: if a file turns the step, or no other view shows more of what is new.

    The subject has a mark for each of its references: a submodel is seen if anything of it is.
    """
    if step in subject.turns:
        return None
    small = shot._replace(size=(_SIDE, _SIDE), pixels_per_stud=shot.pixels_per_stud * _SIDE / shot.size[0])
    pieces = at_step(subject, small, step)[0].pieces
    new = np.unique(pieces.marks[pieces.steps == step])

    def hidden(view: View | None) -> int:
        seen = pieces_seen(*at_step(subject, small._replace(view=view or small.view), step))
        return sum(int(seen[pieces.marks == one].sum() < _LEAST_PIXELS) for one in new.tolist())

    fewest, best = hidden(None), None
    for view in _OTHERS if fewest else ():
        if (count := hidden(view)) < fewest:
            fewest, best = count, view
    return best
