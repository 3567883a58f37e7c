"""What files draw themselves, read many at a time and made ready to be placed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ldraw_tools.geometry.texture_codes import FIRST_TEXTURE, with_textures
from ldraw_tools.reading.contents import Contents
from ldraw_tools.reading.digits import Codes, Flags, Numbers, Places
from ldraw_tools.reading.numbers import LineTable, LineTables, read_tables

# More lines than a file can have.
_MANY = 2**32
_UNCHANGED = (None, None, None)


class Layer(NamedTuple):
    """Shapes of one kind: corners (n * k, 4), the last of them 1; colours (n,), and the one if all are alike.

    `two_sided` marks shapes whose winding is not certified, if there are any.
    """

    corners: Numbers
    colours: Codes
    colour: int | None
    two_sided: Flags | None = None

    @property
    def textured(self) -> bool:
        if self.colour is not None:
            return self.colour >= FIRST_TEXTURE
        return bool((self.colours >= FIRST_TEXTURE).any())


class Drawn(NamedTuple):
    """A file's own shapes; where its references are placed, and which of them are inverted.

    A reference whose numbers can't be read has a place of NaN.
    """

    triangles: Layer | None
    edges: Layer | None
    conditionals: Layer | None
    matrices: Numbers
    inverted: Flags


NOTHING = Drawn(None, None, None, np.empty((0, 3, 4)), np.empty(0, np.bool_))


def read_drawn(sections: Sequence[Contents]) -> list[Drawn]:
    """What each section draws and places."""
    tables = read_tables(sections)
    bounds, faces, colours, two_sided = _triangles(sections, tables)
    triangles = _layers(faces, colours, bounds, two_sided)
    edges, conditionals = (
        _layers(_with_ones(table.corners), table.colours, table.bounds)
        for table in (tables.shapes[2], tables.shapes[5])
    )
    inverted = _inverted(sections, tables)
    bounds = tables.bounds
    return [
        Drawn(triangles[i], edges[i], conditionals[i], tables.matrices[first:last], inverted[first:last])
        for i, (first, last) in enumerate(zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True))
    ]


def _with_ones(corners: Numbers) -> Numbers:
    wide = np.ones((*corners.shape[:2], 4))
    wide[:, :, :3] = corners
    return wide


def _layers(
    corners: Numbers, colours: Codes, bounds: Places, two_sided: Flags | None = None
) -> list[Layer | None]:
    """One for each section; corners are (n, k, 4)."""
    layers: list[Layer | None] = [None] * (len(bounds) - 1)
    there = np.flatnonzero(np.diff(bounds))
    if not len(there):
        return layers
    begins = bounds[there]
    least, most = np.minimum.reduceat(colours, begins), np.maximum.reduceat(colours, begins)
    alike = (least == most).tolist()
    doubtful = (
        [False] * len(there) if two_sided is None else np.logical_or.reduceat(two_sided, begins).tolist()
    )
    each = corners.shape[1]
    flat = corners.reshape(-1, 4)
    for n, (section, first, last) in enumerate(
        zip(there.tolist(), begins.tolist(), bounds[there + 1].tolist(), strict=True)
    ):
        layers[section] = Layer(
            flat[first * each : last * each],
            colours[first:last],
            int(least[n]) if alike[n] else None,
            two_sided[first:last] if two_sided is not None and doubtful[n] else None,
        )
    return layers


def _triangles(sections: Sequence[Contents], tables: LineTables) -> tuple[Places, Numbers, Codes, Flags]:
    """Triangles, then the halves of quadrilaterals, file by file: bounds, corners, colours, two-sided."""
    three, four = tables.shapes[3], tables.shapes[4]
    threes, fours = np.diff(three.bounds), np.diff(four.bounds)
    bounds = np.append(0, np.cumsum(threes + 2 * fours))
    corners = np.ones((bounds[-1], 3, 4))
    colours, clockwise, two_sided = (np.empty(bounds[-1], kind) for kind in (np.int64, np.bool_, np.bool_))
    first = np.arange(len(three.lines)) + np.repeat(bounds[:-1] - three.bounds[:-1], threes)
    second = np.arange(len(four.lines)) + np.repeat(bounds[:-1] + threes - four.bounds[:-1], fours)
    third = second + np.repeat(fours, fours)
    changes = _winding_changes(sections)
    for table, places, chosen in (
        (three, first, [0, 1, 2]),
        (four, second, [0, 1, 2]),
        (four, third, [0, 2, 3]),
    ):
        corners[places, :, :3] = table.corners if table is three else table.corners[:, chosen]
        colours[places] = _textured(sections, table)
        clockwise[places], two_sided[places] = _winding(table, changes)
    if clockwise.any():
        corners[clockwise] = corners[clockwise][:, ::-1]
    return bounds, corners, colours, two_sided


def _textured(sections: Sequence[Contents], table: LineTable) -> Codes:
    """The colours of a table, with the textures of its sections."""
    colours = table.colours.copy()
    for number, contents in enumerate(sections):
        if contents.textures:
            own = slice(table.bounds[number], table.bounds[number + 1])
            colours[own] = with_textures(colours[own], table.lines[own], contents.textures)
    return colours


def _winding_changes(sections: Sequence[Contents]) -> tuple[Codes, Flags, Flags]:
    """After which line of which section faces are clockwise, and after which two-sided."""
    keys: list[int] = []
    clockwise: list[bool] = []
    two_sided: list[bool] = []
    for number, contents in enumerate(sections):
        certified = turned = False
        clip = True
        keys.append(number * _MANY)
        clockwise.append(False)
        two_sided.append(True)
        for line, command in contents.winding:
            says = _meaning(command)
            if says == _UNCHANGED:
                continue
            certified, clip, turned = (
                now if new is None else new for now, new in zip((certified, clip, turned), says, strict=True)
            )
            keys.append(number * _MANY + line)
            clockwise.append(turned and certified and clip)
            two_sided.append(not (certified and clip))
    return np.array(keys, np.int64), np.array(clockwise, np.bool_), np.array(two_sided, np.bool_)


@lru_cache(maxsize=256)
def _meaning(command: str) -> tuple[bool | None, bool | None, bool | None]:
    """What a BFC line says about certified winding, clipping and clockwise winding; None where it doesn't."""
    words = set(command.split())
    certified = clip = turned = None
    if "NOCERTIFY" in words:
        certified = False
    elif {"CERTIFY", "CW", "CCW"} & words:
        # A winding alone certifies the file, too.
        certified = True
    if "NOCLIP" in words:
        clip = False
    elif "CLIP" in words:
        clip = True
    if {"CW", "CCW"} & words:
        turned = "CW" in words
    return certified, clip, turned


def _winding(table: LineTable, changes: tuple[Codes, Flags, Flags]) -> tuple[Flags, Flags]:
    keys, clockwise, two_sided = changes
    sections = np.arange(len(table.bounds) - 1, dtype=np.int64) * _MANY
    rows = table.lines + np.repeat(sections, np.diff(table.bounds))
    state = np.searchsorted(keys, rows) - 1
    return clockwise[state], two_sided[state]


def _inverted(sections: Sequence[Contents], tables: LineTables) -> Flags:
    """Which references are turned inside out: by a mirror or by BFC INVERTNEXT, but not by both."""
    # What can't be read is not placed.
    turns = np.where(np.isnan(tables.matrices[:, :, :3]), 0.0, tables.matrices[:, :, :3])
    flags: Flags = np.linalg.det(turns) < 0
    for first, contents in zip(tables.bounds.tolist(), sections, strict=False):
        if len(contents):
            for place in inverted_references(contents):
                flags[first + place] ^= True
    return flags


def inverted_references(contents: Contents) -> list[int]:
    """Which references follow a BFC INVERTNEXT."""
    marks = [line for line, command in contents.winding if "INVERTNEXT" in command.split()]
    if not marks:
        return []
    # A substitute in a parts list stands after its region with the line of its beginning.
    lines = np.maximum.accumulate(contents.lines)
    places = set(np.searchsorted(lines, marks, side="right").tolist())
    return sorted(place for place in places if place < len(lines))
