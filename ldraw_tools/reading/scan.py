"""Reads the lines of one section into columns, once and fast."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ldraw_tools import model_findings as oddities
from ldraw_tools.findings import Finding, Place, and_more, count_of
from ldraw_tools.phrases import say
from ldraw_tools.reading.contents import DRAWING, Contents, PlainLines, SectionLines
from ldraw_tools.reading.header import HEADER_WORDS
from ldraw_tools.reading.lines import shortened
from ldraw_tools.reading.metas import MetaReader

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Places = NDArray[np.intp]
    Bytes = NDArray[np.uint8]

_SHAPE_TYPES = frozenset("2345")
_NEWLINE, _RETURN, _BLANK, _META, _PLACING, _FIRST_TYPE, _LAST_TYPE = b"\n\r 0125"
# Lines that begin or end another section need the whole file read.
_FAR_REACHING = ("FILE", "file", "!DATA")


def scan(page: SectionLines, start: int, place: Place) -> Contents:
    """Read one section; `start` is the number of its first line in the file."""
    contents = Contents([], [], page, place, start)
    metas = MetaReader(contents)
    references, numbers = contents.references, contents.lines
    strange: list[tuple[int, str]] = []
    for number, line in page.numbered(start):
        # Nearly every line of a model and of a part takes one of the first two ways;
        # nothing may be added to them lightly. What draws is read when someone draws.
        kind = line[:2]
        if kind == "1 ":
            fields = line.split(None, 14)
            if len(fields) == 15:
                references.append(fields)
                numbers.append(number)
                continue
        elif kind in DRAWING:
            continue
        if kind == "0 " or line.lstrip()[:1] == "0":
            words = line.split(None, 2)
            if words[0] == "0":
                if len(words) > 1 and words[1] not in HEADER_WORDS:
                    metas.read(words, line, number)
                continue
        _read_slowly(line, number, contents, strange)
    metas.finish()
    if strange:
        contents.findings.append(_strange_lines(strange, contents))
    return contents


def _read_slowly(line: str, number: int, contents: Contents, strange: list[tuple[int, str]]) -> None:
    """Lines with blanks before them, too few fields, or no meaning."""
    fields = line.split()
    if not fields:
        return
    if fields[0] == "1":
        contents.add_reference(line.split(None, 14), number)
    elif fields[0] not in _SHAPE_TYPES:
        strange.append((number, fields[0]))


def _strange_lines(strange: list[tuple[int, str]], contents: Contents) -> Finding:
    number, start = strange[0]
    finding = oddities.UNKNOWN_LINE.at(contents.at(number), start=shortened(start))
    if len(strange) == 1:
        return finding
    lines = and_more(number for number, _ in strange)
    return finding.extended(
        say(" ({count}: {lines})", count=count_of(len(strange), "such line"), lines=lines)
    )


def sift(files: Sequence[bytes]) -> list[PlainLines | None]:
    """The page of each file; None for those that are not in ASCII, or not simply one line after another.

    Many library files are read at once: only the lines that do more than draw are cut out.
    """
    # Most models are read with no library at all, and then with no numpy either.
    import numpy as np

    pages: list[PlainLines | None] = [None] * len(files)
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
    # Before each line, how many of each type draw.
    odd = np.append(0, np.cumsum(~(draws | empty | (types == _META) | (types == _PLACING))))
    of_type = {kind: np.append(0, np.cumsum(draws & (types == ord(str(kind))))) for kind in (2, 3, 4, 5)}
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
    numbers_odd = np.diff(odd[firsts]).tolist()
    numbers_drawn = {kind: np.diff(before[firsts]).tolist() for kind, before in of_type.items()}
    for position, i in enumerate(plain):
        first, last = places[position], places[position + 1]
        cut = lines[first:last]
        if alike[position] and not _reaches_far("\n".join(cut)):
            page = list(zip(numbers[first:last], cut, strict=True))
            drawn = {kind: counts[position] for kind, counts in numbers_drawn.items()}
            pages[i] = PlainLines(files[i], page, headers[position], drawn, numbers_odd[position])
    return pages


def _reaches_far(lines: str) -> bool:
    return any(word in lines for word in _FAR_REACHING)


def _ends_alike(characters: Bytes, newlines: Places, returns: Places, firsts: Places) -> NDArray[np.bool_]:
    """Which files end all their lines with LF, or all with CR and LF; `returns` are each one's CRs."""
    import numpy as np

    before = np.append(0, np.cumsum(characters[newlines - 1] == _RETURN))
    # The last line end of each file is ours.
    together = before[firsts[1:] - 1] - before[firsts[:-1]]
    own = np.diff(firsts) - 1
    alike: NDArray[np.bool_] = (returns == together) & ((together == 0) | (together == own))
    return alike
