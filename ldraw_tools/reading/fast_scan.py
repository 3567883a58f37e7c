"""Cuts out of many library files at once the lines that do more than draw."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.reading.section_lines import PlainPage

Places = NDArray[np.intp]
Bytes = NDArray[np.uint8]

_NEWLINE, _RETURN, _BLANK, _FIRST_TYPE, _LAST_TYPE = b"\n\r 25"
# Lines that begin or end another section need the whole file read.
_FAR_REACHING = ("FILE", "file", "!DATA")


def sift(files: Sequence[bytes]) -> list[PlainPage | None]:
    """The page of each file; None for those that are not in ASCII, or not simply one line after another."""
    pages: list[PlainPage | None] = [None] * len(files)
    plain = [i for i, data in enumerate(files) if data.isascii() and b"\0" not in data]
    # A line is looked at by its first two characters, so two stand behind the last.
    text = b"".join([*(part for i in plain for part in (files[i], b"\n")), b"  "])
    characters = np.frombuffer(text, np.uint8)
    newlines = np.flatnonzero(characters == _NEWLINE)
    starts = np.append(0, newlines + 1)[:-1]
    types = characters[starts]
    draws = (types >= _FIRST_TYPE) & (types <= _LAST_TYPE) & (characters[starts + 1] == _BLANK)
    empty = (types == _NEWLINE) | (types == _RETURN)
    others, drawing = np.flatnonzero(~(draws | empty)), np.flatnonzero(draws)
    # Where each file begins: in the text, among its lines, and among those that do more than draw.
    begins = np.cumsum([0, *(len(files[i]) + 1 for i in plain)])
    firsts = np.searchsorted(newlines, begins)
    where = np.searchsorted(others, firsts)
    first_drawing = np.append(drawing, len(draws))[np.searchsorted(drawing, firsts)]
    headers = (np.searchsorted(others, first_drawing) - where).tolist()
    content = text.decode("ascii")
    lines = [content[a:b] for a, b in zip(starts[others].tolist(), newlines[others].tolist(), strict=True)]
    numbers = (others - np.repeat(firsts[:-1], np.diff(where)) + 1).tolist()
    returns = np.array([files[i].count(b"\r") for i in plain], np.intp)
    alike = _ends_alike(characters, newlines, returns, firsts).tolist()
    places = where.tolist()
    for position, i in enumerate(plain):
        first, last = places[position], places[position + 1]
        cut = lines[first:last]
        if alike[position] and not _reaches_far("\n".join(cut)):
            page = list(zip(numbers[first:last], cut, strict=True))
            pages[i] = PlainPage(files[i], page, headers[position])
    return pages


def _reaches_far(lines: str) -> bool:
    return any(word in lines for word in _FAR_REACHING)


def _ends_alike(characters: Bytes, newlines: Places, returns: Places, firsts: Places) -> NDArray[np.bool_]:
    """Which files end all their lines with LF, or all with CR and LF; `returns` are each one's CRs."""
    before = np.append(0, np.cumsum(characters[newlines - 1] == _RETURN))
    # The last line end of each file is ours.
    together = before[firsts[1:] - 1] - before[firsts[:-1]]
    own = np.diff(firsts) - 1
    alike: NDArray[np.bool_] = (returns == together) & ((together == 0) | (together == own))
    return alike
