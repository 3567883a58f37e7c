"""What is on the pages of a PDF: words, boxes and lines in millimetres, sizes of type."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from itertools import pairwise

from pypdf import PageObject, PdfReader

MM = 72 / 25.4
_DRAWS = (b"m", b"l", b"c")
# Strings, names and dictionaries, none of which draw.
_OTHER = re.compile(rb"\((?:\\.|[^\\)])*\)|/[^\s/<>\[\]()]+|<<|>>|\[|\]", re.DOTALL)
_NUMBER = re.compile(rb"[-+]?[\d.]+")
_PAINTS = (b"S", b"s", b"f", b"f*", b"F", b"B", b"B*", b"b", b"b*")


@dataclass(frozen=True)
class Shape:
    """A path that was drawn: its box, and its corners in order; y grows downwards."""

    left: float
    top: float
    width: float
    height: float
    corners: tuple[tuple[float, float], ...]

    def is_about(self, width: float, height: float) -> bool:
        return abs(self.width - width) < 0.02 and abs(self.height - height) < 0.02


@lru_cache(maxsize=8)
def pages_of(pdf: bytes) -> list[PageObject]:
    return list(PdfReader(BytesIO(pdf)).pages)


def words_of(page: PageObject) -> str:
    """One blank between words, whatever the layout; kept with the page, because reading takes long."""
    kept: dict[str, str] = vars(page)
    if "words" not in kept:
        kept["words"] = " ".join(page.extract_text().split())
    return kept["words"]


def text_of(pdf: bytes) -> str:
    return "\n".join(words_of(page) for page in pages_of(pdf))


def size_of(page: PageObject) -> tuple[float, float]:
    return round(float(page.mediabox.width) / MM, 1), round(float(page.mediabox.height) / MM, 1)


def shapes_of(page: PageObject) -> list[Shape]:
    return list(_shapes(page))


def type_sizes(page: PageObject) -> set[float]:
    """In points; the templates scale nothing, so that a font's size is the size of its letters."""
    return {round(float(size), 2) for size in re.findall(rb"/f\d+ ([\d.]+) Tf", _data(page))}


def _data(page: PageObject) -> bytes:
    contents = page.get_contents()
    assert contents is not None
    return contents.get_data()


def _operations(page: PageObject) -> Iterator[tuple[list[float], bytes]]:
    """Numbers and the operator after them; all else is passed over."""
    numbers: list[float] = []
    for token in _OTHER.sub(b" ", _data(page)).split():
        if _NUMBER.fullmatch(token):
            numbers.append(float(token))
        else:
            yield numbers, token
            numbers = []


def _shapes(page: PageObject) -> Iterator[Shape]:
    matrices = [(1.0, 0.0, 0.0, 1.0, 0.0, 0.0)]
    tall = float(page.mediabox.height)
    corners: list[tuple[float, float]] = []
    for numbers, operator in _operations(page):
        if operator == b"q":
            matrices.append(matrices[-1])
        elif operator == b"Q":
            matrices.pop()
        elif operator == b"cm":
            matrices[-1] = _times(numbers, matrices[-1])
        elif operator in _DRAWS:
            x, y = numbers[-2:]
            a, b, c, d, e, f = matrices[-1]
            corners.append(((a * x + c * y + e) / MM, (tall - (b * x + d * y + f)) / MM))
        elif operator == b"n":
            # Only to clip by.
            corners = []
        elif operator in _PAINTS and corners:
            across, down = ([corner[axis] for corner in corners] for axis in (0, 1))
            left, top = min(across), min(down)
            yield Shape(left, top, max(across) - left, max(down) - top, tuple(corners))
            corners = []


def _times(
    first: list[float], then: tuple[float, float, float, float, float, float]
) -> tuple[float, float, float, float, float, float]:
    a, b, c, d, e, f = first
    g, h, i, j, k, m = then
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


def gaps(places: list[float]) -> set[float]:
    return {round(after - before, 1) for before, after in pairwise(sorted(set(places)))}
