"""Reads the lines of one section into columns, once and fast."""

from __future__ import annotations

from ldraw_tools import model_findings as oddities
from ldraw_tools.findings import Finding, Place, and_more, count_of
from ldraw_tools.reading.contents import Contents
from ldraw_tools.reading.header import HEADER_WORDS
from ldraw_tools.reading.lines import shortened
from ldraw_tools.reading.metas import MetaReader
from ldraw_tools.reading.section_lines import DRAWING, Page

_SHAPE_TYPES = frozenset("2345")


def scan(page: Page, start: int, place: Place) -> Contents:
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
    return finding.extended(f" ({count_of(len(strange), 'such line')}: {lines})")
