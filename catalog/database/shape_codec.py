"""Shapes and studs as a few bytes: hundredths of an LDraw unit, packed, and compressed where it pays."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.measuring.shapes import Points, Shape, StudGroup

# Half a hundredth is a fifth of a hundredth of a millimetre: well inside the 0.05 units we promise.
STEP = 0.01
_MOST_SMALL = 32767
# Nine parts of ten are smaller: unpacking them takes longer than reading what it saves.
_WORTH_COMPRESSING = 1000


class StudPlaces(NamedTuple):
    """Studs of one kind that stand alike: the primitive, how it is turned (3, 3), and where (n, 3)."""

    primitive: str
    turn: Points
    places: Points


def encode_shape(shape: Shape) -> bytes:
    """Whether it is compressed, how wide its numbers are, how many of what, then all numbers."""
    clouds = [_steps(cloud) for cloud in shape.clouds()]
    width = max(_width(steps) for steps in clouds)
    groups = [number for g in shape.studs for number in (*g.axis.tolist(), len(g.points))]
    header = _header(len(shape.studs)).pack(len(shape.studs), len(shape.body), *groups)
    data = header + b"".join(_columns(steps, width) for steps in clouds)
    if len(data) > _WORTH_COMPRESSING:
        return bytes((1, width)) + zlib.compress(data, 9)
    return bytes((0, width)) + data


def decode_shapes(encoded: Sequence[bytes]) -> list[Shape]:
    """Many at once: the numbers of all are read in one go, and each shape is a window on them."""
    raw = [zlib.decompress(data[2:]) if data[0] else data[2:] for data in encoded]
    numbers: dict[int, Points] = {}
    starts = {2: 0, 4: 0}
    for width in starts:
        together = b"".join(one for one, data in zip(raw, encoded, strict=True) if data[1] == width)
        numbers[width] = np.frombuffer(together, f"<i{width}") * STEP
    shapes = []
    for one, data in zip(raw, encoded, strict=True):
        width = data[1]
        shapes.append(_decode(one, numbers[width], starts[width] // width, width))
        starts[width] += len(one)
    return shapes


def _decode(raw: bytes, numbers: Points, start: int, width: int) -> Shape:
    (groups,) = struct.unpack_from("<I", raw)
    header = _header(groups)
    _, count, *studs = header.unpack_from(raw)
    start += header.size // width
    end = start + 3 * count
    body = numbers[start:end].reshape(3, count).T
    found = []
    for i in range(0, len(studs), 4):
        x, y, z, count = studs[i : i + 4]
        start, end = end, end + 3 * count
        found.append(StudGroup(_axis(x, y, z), numbers[start:end].reshape(3, count).T))
    return Shape(body, tuple(found))


@lru_cache(maxsize=1024)
def _header(groups: int) -> struct.Struct:
    """The number of groups, the points of the body, and of each group its axis and its points."""
    return struct.Struct("<II" + "3fI" * groups)


@lru_cache(maxsize=4096)
def _axis(x: float, y: float, z: float) -> Points:
    """Nearly all studs point the same few ways."""
    axis = np.array((x, y, z))
    axis.flags.writeable = False
    return axis


def encode_studs(groups: list[StudPlaces]) -> bytes:
    pieces = []
    for group in groups:
        name = group.primitive.encode()
        steps = _steps(group.places)
        width = _width(steps)
        pieces.append(struct.pack("<B", len(name)) + name)
        pieces.append(struct.pack("<9f", *group.turn.ravel().tolist()))
        pieces.append(struct.pack("<IB", len(steps), width) + _columns(steps, width))
    return zlib.compress(b"".join(pieces), 9) if pieces else b""


def decode_studs(data: bytes) -> list[StudPlaces]:
    raw = zlib.decompress(data) if data else b""
    groups, offset = [], 0
    while offset < len(raw):
        size = raw[offset]
        name = raw[offset + 1 : offset + 1 + size].decode()
        offset += 1 + size
        turn = np.array(struct.unpack_from("<9f", raw, offset)).reshape(3, 3)
        count, width = struct.unpack_from("<IB", raw, offset + 36)
        offset += 41
        places = np.frombuffer(raw, f"<i{width}", 3 * count, offset) * STEP
        groups.append(StudPlaces(name, turn, places.reshape(3, count).T))
        offset += 3 * count * width
    return groups


def _steps(points: Points) -> NDArray[np.int32]:
    return np.rint(points / STEP).astype(np.int32)


def _width(steps: NDArray[np.int32]) -> int:
    """How many bytes each number takes."""
    return 2 if len(steps) == 0 or int(np.abs(steps).max()) <= _MOST_SMALL else 4


def _columns(steps: NDArray[np.int32], width: int) -> bytes:
    """Column by column, so that equal coordinates stand together."""
    return np.ascontiguousarray(steps.T).astype(f"<i{width}").tobytes()
