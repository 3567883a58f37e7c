"""Other ways to look at a model: turning once around, and all its parts laid flat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np

from brickyard.pictures.paints import brightness
from brickyard.pictures.picture_files import CREDIT
from brickyard.pictures.shots import Shot, picture, points_of, suiting_view
from brickyard.pictures.subject import Subject
from ldraw_tools.authorship import PNG_SOFTWARE
from ldraw_tools.findings import BrickyardError
from ldraw_tools.geometry.texture_codes import plain_codes
from ldraw_tools.measuring.shapes import Points

# How deep and how wide, or how far back and to the right.
Spread = tuple[float, float]

if TYPE_CHECKING:
    from PIL.Image import Image

FEWEST_VIEWS, MOST_VIEWS = 2, 36
# One turn takes this long, however many views it has.
_TURN_MS = 4000
_MOST_FRAME_PIXELS = 24_000_000
# Between parts of one colour, and between colours.
_GAP_LDU, _APART_LDU = 14.0, 44.0
# How much wider than deep: what leaves the least room empty is taken.
_SHAPES = (1.7, 1.9, 2.2, 2.5)
MOST_LAID = 3_000
# Seen nearly from above, what is high hides something behind it: so much of its height.
LAID_ELEVATION = 62.0
_LEAN = 0.54


def turntable(subject: Subject, shot: Shot, views: int) -> list[Image]:
    """The first one from where it is usually seen, then round to the left; the model keeps its place."""
    if not FEWEST_VIEWS <= views <= MOST_VIEWS:
        raise BrickyardError(f"--turntable {views}: choose from {FEWEST_VIEWS} to {MOST_VIEWS} views")
    if views * shot.size[0] * shot.size[1] > _MOST_FRAME_PIXELS:
        raise BrickyardError("so many views of this size are too large; choose fewer, or a smaller --size")
    first = shot.view or suiting_view(subject)
    subject = _turned_about(subject)
    framed = shot._replace(framed_by=_all_around(points_of(subject)), notes=False)
    angles = (first.azimuth + 360.0 * place / views for place in range(views))
    return [picture(subject, framed._replace(view=first._replace(azimuth=angle))) for angle in angles]


def _turned_about(subject: Subject) -> Subject:
    """With its middle over the place that it turns about."""
    points = points_of(subject)
    if not len(points):
        raise subject.nothing_to_draw()
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    moved = subject.pieces.matrices.copy()
    moved[:, :, 3] -= [middle[0], 0.0, middle[2]]
    return subject.only(replace(subject.pieces, matrices=moved))


def _all_around(points: Points) -> Points:
    """Points (n, 3) that reach as far as it does on a turn about the origin."""
    radius = float(np.hypot(points[:, 0], points[:, 2]).max())
    around = np.radians(np.arange(0, 360, 10))
    ring = [np.cos(around) * radius, np.sin(around) * radius]
    heights = [float(points[:, 1].min()), float(points[:, 1].max())]
    return np.concatenate([np.stack((ring[0], np.full(36, y), ring[1]), axis=1) for y in heights])


def animation(frames: Sequence[Image], suffix: str) -> bytes:
    """WebP, or PNG with several pictures in it, that goes on for ever."""
    from PIL.PngImagePlugin import PngInfo

    about = PngInfo()
    about.add_text("Software", PNG_SOFTWARE)
    about.add_itxt("Copyright", CREDIT)
    written = BytesIO()
    how = {
        "save_all": True,
        "append_images": list(frames[1:]),
        "duration": _TURN_MS // len(frames),
        "loop": 0,
    }
    if suffix == ".webp":
        frames[0].save(written, "WEBP", quality=82, method=4, **how)
    else:
        frames[0].save(written, "PNG", pnginfo=about, compress_level=6, **how)
    return written.getvalue()


def laid_flat(subject: Subject) -> tuple[Subject, list[tuple[int, int]]]:
    """All its parts on the table, each colour in a block of its own, and how many there are of each colour.

    The commonest colour is first; of one colour the largest parts are.
    """
    pieces = subject.pieces
    if len(pieces) > MOST_LAID:
        raise BrickyardError(f"{len(pieces):,} parts are too many to be laid out; {MOST_LAID:,} are the most")
    boxes = [_box(spots) for spots in subject.table.spots]
    shown = [place for place in range(len(pieces)) if boxes[int(pieces.mesh[place])] is not None]
    if not shown:
        raise subject.nothing_to_draw()
    codes = plain_codes(pieces.colours).tolist()
    counts = Counter(codes[place] for place in shown)
    order = sorted(counts, key=lambda code: (-counts[code], brightness(subject.paints(code, 0).rgb), code))
    rank = {code: number for number, code in enumerate(order)}

    def size(place: int) -> tuple[float, float]:
        low, high = _sure(boxes[int(pieces.mesh[place])])
        return float(high[2] - low[2] + _LEAN * (high[1] - low[1])), float(high[0] - low[0])

    shown.sort(key=lambda place: (rank[codes[place]], -size(place)[0], -size(place)[1], pieces.mesh[place]))
    blocks = [_in_rows([size(place) for place in shown if codes[place] == code], _GAP_LDU) for code in order]
    at = _in_rows([block[1] for block in blocks], _APART_LDU)[0]
    places = [
        (back + behind, left + beside)
        for (behind, beside), block in zip(at, blocks, strict=True)
        for back, left in block[0]
    ]
    matrices = np.zeros((len(shown), 3, 4))
    for number, (place, (back, left)) in enumerate(zip(shown, places, strict=True)):
        low, high = _sure(boxes[int(pieces.mesh[place])])
        matrices[number, :, :3] = np.eye(3)
        # Farther down in the picture is nearer: towards the front, where z is smaller.
        lean = _LEAN * float(high[1] - low[1])
        matrices[number, :, 3] = [left - low[0], -high[1], -back - lean - high[2]]
    chosen = pieces.where(np.array(shown, np.intp))
    flat = replace(chosen, matrices=matrices, inverted=np.zeros(len(shown), bool))
    return replace(subject, pieces=flat, turns={}), [(code, counts[code]) for code in order]


def _in_rows(sizes: Sequence[Spread], gap: float) -> tuple[list[Spread], Spread]:
    """Where each begins if they stand in rows, about twice as wide as deep, and how much room all take."""
    area = sum((deep + gap) * (across + gap) for deep, across in sizes)
    widest = max(across for _, across in sizes)
    tried = [_in_width(sizes, gap, max((shape * area) ** 0.5, widest)) for shape in _SHAPES]
    return min(tried, key=lambda laid: laid[1][0] * laid[1][1])


def _in_width(sizes: Sequence[Spread], gap: float, wide: float) -> tuple[list[Spread], Spread]:
    places: list[Spread] = []
    at, back, deepest, widest = 0.0, 0.0, 0.0, 0.0
    for deep, across in sizes:
        if at and at + across > wide:
            at, back, deepest = 0.0, back + deepest + gap, 0.0
        places.append((back, at))
        at += across + gap
        deepest, widest = max(deepest, deep), max(widest, at - gap)
    return places, (back + deepest, widest)


def _box(spots: Points) -> tuple[Points, Points] | None:
    known = spots[np.isfinite(spots).all(axis=1)]
    return (known.min(axis=0), known.max(axis=0)) if len(known) else None


def _sure(box: tuple[Points, Points] | None) -> tuple[Points, Points]:
    if box is None:
        raise ValueError("only parts with a shape are laid out")
    return box
