"""Pictures that are put on surfaces (!TEXMAP): how each lies, and in which lines."""

from __future__ import annotations

from typing import NamedTuple

from ldraw_tools.reading.lines import parse_number

_ANGLES = {"PLANAR": 0, "CYLINDRICAL": 1, "SPHERICAL": 2}
_LONGEST_NAME = 200


class TextureMap(NamedTuple):
    """Three points as nine numbers, angles in degrees, and the name of the picture as it is written."""

    kind: str
    points: tuple[float, ...]
    angles: tuple[float, ...]
    image: str


class TextureLines(NamedTuple):
    """The lines after `first` and before `last` have the texture."""

    first: int
    last: int
    map: TextureMap


def read_texture(rest: str) -> TextureMap | None:
    """What follows !TEXMAP START or NEXT; None where it isn't complete."""
    words = rest.split()
    kind = words[1].upper() if len(words) > 1 else ""
    if kind not in _ANGLES:
        return None
    count = 9 + _ANGLES[kind]
    numbers = [parse_number(word) for word in words[2 : 2 + count]]
    name = _name(rest.split(None, 2 + count)[2 + count :])
    found = [number for number in numbers if number is not None and abs(number) < 1e9]
    if len(found) < count or not name or len(name) > _LONGEST_NAME:
        return None
    return TextureMap(kind, tuple(found[:9]), tuple(found[9:]), name)


def _name(left: list[str]) -> str:
    """The picture's name, which may be in quotes, without a map of what shines."""
    text = left[0].strip() if left else ""
    if text.startswith('"'):
        return text[1:].partition('"')[0]
    return text.partition(" GLOSSMAP ")[0].strip()
