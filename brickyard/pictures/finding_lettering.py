"""What is written on a picture of a finding: letters that point at parts, and the caption below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from brickyard.pictures.lettering import Face, drawable, elided, font, wrapped
from brickyard.pictures.overlay import FAINT, HALO, INK, brought_down
from brickyard.pictures.paints import brightness, hex_of, rgb_of
from ldraw_tools.findings import printable
from ldraw_tools.highlights import LETTERS
from ldraw_tools.rendering.paint import RGB

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

Place = tuple[float, float]
_FINE = 3


@dataclass(frozen=True, slots=True)
class Badge:
    """A letter on a disc, and the spot it points at; `hidden` where that is behind something."""

    letter: str
    rgb: RGB
    at: Place
    spot: Place
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Ring:
    """Round a place, so large in pixels."""

    middle: Place
    radius: float


@dataclass(frozen=True, slots=True)
class Caption:
    """Lines below a picture: what is wrong, what each letter is, and what the picture must say of itself."""

    title: list[str]
    names: list[list[str]]
    note: str
    size: float

    @property
    def height(self) -> int:
        rows = len(self.title) + sum(map(len, self.names)) + (0.9 if self.note else 0)
        return round(self.size * (1.42 * rows + 0.35 * len(self.names) + 1.0))


def caption(title: str, names: Sequence[str], note: str, size: tuple[int, int]) -> Caption:
    width, height = size
    type_ = max(11.0, 0.026 * height)
    room = width - 2.0 * type_
    return Caption(
        wrapped(printable(title), 1.1 * type_, room, 2, Face.BOLD),
        [wrapped(printable(name), type_, room - 2.0 * type_, 2) for name in names],
        elided(note, 0.85 * type_, room),
        type_,
    )


def written(
    image: Image, badges: Sequence[Badge], ring: Ring | None, below: Caption, rgbs: Sequence[RGB]
) -> Image:
    """The picture with its letters, and the caption in the free strip at its foot."""
    from PIL import Image as Images
    from PIL import ImageDraw

    # Drawn larger and brought down to size: round shapes and slanting lines get smooth edges.
    sheet = Images.new("RGBA", (image.width * _FINE, image.height * _FINE), (*rgb_of(HALO), 0))
    pen = ImageDraw.Draw(sheet)
    radius = 0.95 * below.size
    if ring is not None:
        _paint_ring(pen, ring, below.size)
    for badge in badges:
        _leader(pen, badge, below.size)
    for badge in badges:
        _disc(pen, badge.letter, badge.rgb, badge.at, radius)
    _paint_caption(pen, below, rgbs, image.height - below.height)
    picture = image.convert("RGBA")
    picture.alpha_composite(brought_down(sheet, image.size))
    return picture.convert("RGB")


def _paint_ring(pen: ImageDraw, ring: Ring, size: float) -> None:
    x, y = _scaled(ring.middle)
    wide = 0.2 * size * _FINE
    for step, colour in ((3, INK), (2, "#ffffff"), (1, INK)):
        reach = ring.radius * _FINE + (step - 1) * wide
        pen.ellipse((x - reach, y - reach, x + reach, y + reach), None, colour, round(wide + 1))


def _leader(pen: ImageDraw, badge: Badge, size: float) -> None:
    start, end = (_scaled(badge.at), _scaled(badge.spot))
    pen.line((start, end), HALO, round(0.34 * size * _FINE))
    pen.line((start, end), INK, round(0.13 * size * _FINE))
    for radius, colour in ((0.3, HALO), (0.2, INK), (0.1 if badge.hidden else 0.0, HALO)):
        _circle(pen, end, radius * size * _FINE, colour)


def _disc(pen: ImageDraw, letter: str, rgb: RGB, at: Place, radius: float) -> None:
    middle = _scaled(at)
    for size, colour in ((1.18, HALO), (1.06, INK), (0.92, hex_of(rgb))):
        _circle(pen, middle, size * radius * _FINE, colour)
    ink = INK if brightness(rgb) > 0.5 else "#ffffff"
    size = 1.25 * radius * _FINE
    pen.text((middle[0], middle[1] + 0.35 * size), letter, ink, font(Face.BOLD, size), "ms")


def _circle(pen: ImageDraw, middle: Place, radius: float, colour: str) -> None:
    if radius > 0:
        x, y = middle
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), colour)


def _scaled(place: Place) -> Place:
    return place[0] * _FINE, place[1] * _FINE


def _paint_caption(pen: ImageDraw, below: Caption, rgbs: Sequence[RGB], top: int) -> None:
    size = below.size
    y = top + 1.35 * size
    for line in below.title:
        _words(pen, line, (size, y), 1.1 * size, Face.BOLD, INK)
        y += 1.42 * size
    for place, (lines, rgb) in enumerate(zip(below.names, rgbs, strict=False)):
        y += 0.35 * size
        _disc(pen, LETTERS[place], rgb, (1.75 * size, y - 0.33 * size), 0.72 * size)
        for line in lines:
            _words(pen, line, (3.0 * size, y), size, Face.REGULAR, INK)
            y += 1.42 * size
    if below.note:
        _words(pen, below.note, (size, y), 0.85 * size, Face.REGULAR, FAINT)


def _words(pen: ImageDraw, text: str, at: Place, size: float, face: Face, colour: str) -> None:
    pen.text(_scaled(at), drawable(text, face), colour, font(face, size * _FINE), "ls")


def badge_places(spots: Sequence[Place], reach: float, size: tuple[float, float]) -> list[Place]:
    """Beside the spots, away from the middle of them all, inside the picture and off each other."""
    middle = np.mean(spots, axis=0)
    placed: list[NDArray[np.float64]] = []
    for number, spot in enumerate(spots):
        away = np.array(spot) - middle
        angle = float(np.arctan2(away[1], away[0])) if np.hypot(*away) > 4 else (-2.2, -0.9)[number % 2]
        turns = sorted((step * np.pi / 8 for step in range(-8, 8)), key=abs)
        tried = [
            np.clip(
                np.array(spot) + reach * np.array([np.cos(angle + turn), np.sin(angle + turn)]),
                0.3 * reach,
                np.array(size) - 0.3 * reach,
            )
            for turn in turns
        ]
        others = [*placed, *(np.array(one) for place, one in enumerate(spots) if place != number)]
        free = [
            one
            for one in tried
            if min((float(np.hypot(*(one - other))) for other in others), default=np.inf) > 0.6 * reach
            and np.hypot(*(one - np.array(spot))) > 0.8 * reach
        ]
        placed.append((free or tried)[0])
    return [(float(x), float(y)) for x, y in placed]
