"""Shapes and studs as a few bytes: hundredths of an LDraw unit, packed and compressed."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass

import numpy as np

from ldraw_tools.shapes import Points, Shape, StudGroup

# Half a hundredth is a fifth of a hundredth of a millimetre: well inside the 0.05 units we promise.
STEP = 0.01
_MOST_SMALL = 32767


@dataclass(frozen=True, slots=True)
class StudPlaces:
    """Studs of one kind that stand alike: the primitive, how it is turned (3, 3), and where (n, 3)."""

    primitive: str
    turn: Points
    places: Points


def encode_shape(shape: Shape) -> bytes:
    pieces = [_pack_points(shape.body), struct.pack("<H", len(shape.studs))]
    for group in shape.studs:
        pieces.append(struct.pack("<3f", *group.axis.tolist()))
        pieces.append(_pack_points(group.points))
    return zlib.compress(b"".join(pieces), 9)


def decode_shape(data: bytes) -> Shape:
    raw = zlib.decompress(data)
    body, offset = _unpack_points(raw, 0)
    (count,) = struct.unpack_from("<H", raw, offset)
    offset += 2
    studs = []
    for _ in range(count):
        axis = np.array(struct.unpack_from("<3f", raw, offset))
        points, offset = _unpack_points(raw, offset + 12)
        studs.append(StudGroup(axis, points))
    return Shape(body, tuple(studs))


def encode_studs(groups: list[StudPlaces]) -> bytes:
    pieces = []
    for group in groups:
        name = group.primitive.encode()
        pieces.append(struct.pack("<B", len(name)) + name)
        pieces.append(struct.pack("<9f", *group.turn.ravel().tolist()))
        pieces.append(_pack_points(group.places))
    return zlib.compress(b"".join(pieces), 9) if pieces else b""


def decode_studs(data: bytes) -> list[StudPlaces]:
    raw = zlib.decompress(data) if data else b""
    groups, offset = [], 0
    while offset < len(raw):
        size = raw[offset]
        name = raw[offset + 1 : offset + 1 + size].decode()
        offset += 1 + size
        turn = np.array(struct.unpack_from("<9f", raw, offset)).reshape(3, 3)
        places, offset = _unpack_points(raw, offset + 36)
        groups.append(StudPlaces(name, turn, places))
    return groups


def _pack_points(points: Points) -> bytes:
    """Column by column, so that equal coordinates stand together."""
    steps = np.rint(points / STEP).astype(np.int32)
    small = len(steps) == 0 or int(np.abs(steps).max()) <= _MOST_SMALL
    column = np.ascontiguousarray(steps.T)
    data = column.astype("<i2").tobytes() if small else column.astype("<i4").tobytes()
    return struct.pack("<IB", len(steps), 2 if small else 4) + data


def _unpack_points(raw: bytes, offset: int) -> tuple[Points, int]:
    count, size = struct.unpack_from("<IB", raw, offset)
    offset += 5
    steps = np.frombuffer(raw, f"<i{size}", 3 * count, offset)
    points = np.asarray(steps.reshape(3, count).T * STEP, dtype=np.float64)
    return points, offset + 3 * count * size
