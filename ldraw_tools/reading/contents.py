"""What one section of a file holds, by columns: references, shapes, steps, groups, marks."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from ldraw_tools import model_findings as oddities
from ldraw_tools.findings import Finding, Place, and_more, count_of
from ldraw_tools.names import key_of
from ldraw_tools.phrases import say
from ldraw_tools.reading import lines as single
from ldraw_tools.reading.texture_maps import TextureLines

# What a reference is good for; most are good for all three.
COUNTED = 1
DRAWN = 2
MEASURED = 4
EVERYTHING = COUNTED | DRAWN | MEASURED
_COUNTED_ONLY = bytes(use & COUNTED for use in range(256))

_KINDS = {str(kind): kind for kind in single.POINTS_OF_TYPE}

# A line that begins so draws something itself.
DRAWING = frozenset(("2 ", "3 ", "4 ", "5 "))


class SectionLines:
    """Lines of text."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines

    @property
    def lines(self) -> list[str]:
        return self._lines

    def numbered(self, start: int) -> Iterator[tuple[int, str]]:
        """The lines with their numbers in the file; some that only draw may be missing."""
        return enumerate(self._lines, start)

    def header_lines(self) -> Iterable[str]:
        """The lines before the first that draws, and maybe more."""
        return self._lines

    def drawing(self) -> dict[int, int]:
        """How many lines draw, by their type."""
        return count_drawing(self._lines)

    def encoded(self) -> bytes:
        """All lines in ASCII, with a question mark for each character beyond."""
        return "\n".join(self._lines).encode("ascii", "replace")


class PlainLines(SectionLines):
    """A whole file in ASCII of which only the lines that do more than draw have been cut out."""

    def __init__(
        self, data: bytes, others: list[tuple[int, str]], headers: int, drawing: dict[int, int], odd: int
    ) -> None:
        self._data = data
        self._others = others
        self._drawing = drawing
        # How many of the others begin in another way than most: with a blank, they may draw, too.
        self._odd = odd
        # How many of them stand before the first line that draws.
        self._headers = headers

    @cached_property
    def lines(self) -> list[str]:
        return self._data.decode("ascii").split("\n")

    def numbered(self, start: int) -> Iterator[tuple[int, str]]:
        return iter(self._others)

    def header_lines(self) -> Iterable[str]:
        return [line for _, line in self._others[: self._headers]]

    def drawing(self) -> dict[int, int]:
        more = count_drawing(line for _, line in self._others) if self._odd else {}
        return {kind: number + more.get(kind, 0) for kind, number in self._drawing.items()}

    def encoded(self) -> bytes:
        return self._data


def count_drawing(lines: Iterable[str]) -> dict[int, int]:
    """How many of some lines draw, by their type."""
    counts: dict[int, int] = {}
    for line in lines:
        kind = _KINDS.get(line.lstrip()[:2].rstrip())
        if kind is not None:
            counts[kind] = counts.get(kind, 0) + 1
    return counts


class EditorGroup(NamedTuple):
    """Lines that an editor keeps together under a name; members are places in the references."""

    name: str
    line: int
    members: Sequence[int]


class UnreadMeta(NamedTuple):
    """A meta line that reading doesn't understand itself, and how many references stand before it."""

    line: int
    text: str
    before: int


class ColourDefinition(NamedTuple):
    code: int
    name: str
    value: str
    edge: str
    alpha: int = 255
    finish: str = "solid"
    speck: str = "#FFFFFF"


@dataclass(frozen=True, slots=True)
class ShapeLines:
    """Raw geometry of one line type: each line's text and its number in the file.

    Texts, not fields: a part has thousands of them, and lists are slow to make and to collect.
    """

    texts: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)


@dataclass
class Contents:
    """One section, scanned. References are kept as fields; numbers are read only when asked for."""

    references: list[list[str]]
    lines: list[int]
    page: SectionLines
    place: Place
    start: int = 1
    # Shapes under a texture that no others stand in for.
    textured: list[tuple[int, str]] = field(default_factory=list)
    # From the outermost to the innermost.
    textures: list[TextureLines] = field(default_factory=list)
    steps: list[int] = field(default_factory=list)
    # How the model is turned for a step, by its place among the steps, as it is written.
    rotations: list[tuple[int, str]] = field(default_factory=list)
    groups: list[EditorGroup] = field(default_factory=list)
    # What LSynth drew of each hose or band, by what it calls it.
    synthesized: list[EditorGroup] = field(default_factory=list)
    # References that are one piece together, as the segments of a hose are.
    runs: list[Sequence[int]] = field(default_factory=list)
    marks: list[UnreadMeta] = field(default_factory=list)
    winding: list[tuple[int, str]] = field(default_factory=list)
    colours_defined: dict[int, ColourDefinition] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    uses: bytearray = field(default_factory=bytearray)

    def __len__(self) -> int:
        return len(self.references)

    @cached_property
    def shapes(self) -> dict[int, ShapeLines]:
        """The lines that draw, by type."""
        columns = {kind: ShapeLines() for kind in single.POINTS_OF_TYPE}
        written = enumerate(self.page.lines, self.start)
        for number, line in sorted([*self.textured, *written]) if self.textured else written:
            kind = _KINDS.get(line.lstrip()[:2].rstrip())
            if kind is not None:
                columns[kind].texts.append(line)
                columns[kind].lines.append(number)
        return {kind: column for kind, column in columns.items() if column.lines}

    @cached_property
    def shape_counts(self) -> dict[int, int]:
        """How many shapes of each type there are; for library files no line is looked at."""
        counts = self.page.drawing()
        for kind, number in count_drawing(text for _, text in self.textured).items():
            counts[kind] = counts.get(kind, 0) + number
        return counts

    @cached_property
    def keys(self) -> list[str]:
        """The name of each reference as a key."""
        known: dict[str, str] = {}
        keys: list[str] = []
        for fields in self.references:
            name = fields[14]
            key = known.get(name)
            if key is None:
                key = known[name] = key_of(name)
            keys.append(key)
        return keys

    @cached_property
    def colours(self) -> list[int]:
        """The colour of each reference."""
        known: dict[str, int] = {}
        colours: list[int] = []
        bad: dict[str, list[int]] = {}
        for index, fields in enumerate(self.references):
            text = fields[1]
            code = known.get(text)
            if code is None:
                parsed = single.parse_colour(text)
                if parsed is None:
                    bad.setdefault(text, []).append(self.lines[index])
                    parsed = single.INHERIT
                else:
                    known[text] = parsed
                code = parsed
            colours.append(code)
        self.findings.extend(self._bad_colour(text, lines) for text, lines in bad.items())
        return colours

    def _bad_colour(self, text: str, lines: list[int]) -> Finding:
        finding = oddities.BAD_COLOUR.at(self.at(lines[0]), text=single.shortened(text))
        if len(lines) == 1:
            return finding
        return finding.extended(
            say(" ({count}: {lines})", count=count_of(len(lines), "line"), lines=and_more(lines))
        )

    def at(self, line: int) -> Place:
        return Place(self.place.file, line, 0, self.place.submodel)

    @cached_property
    def _ends_of_steps(self) -> list[int]:
        return sorted({end for end in self.steps if end > 0})

    def step_of(self, index: int) -> int:
        """The building step of a reference, from 1; steps that add nothing are none."""
        return bisect_right(self._ends_of_steps, index) + 1

    def name_of(self, index: int) -> str:
        """A reference's name as it is written."""
        return self.references[index][14].strip()

    @cached_property
    def pieces(self) -> bytearray:
        """Which references count as a piece where they stand: of those that are one together the first."""
        counted = self.uses.translate(_COUNTED_ONLY)
        for run in self.runs:
            for index in run:
                counted[index] = index == run[0]
        return counted

    @cached_property
    def has_faces(self) -> bool:
        return 3 in self.shape_counts or 4 in self.shape_counts

    def add_reference(self, fields: list[str], number: int) -> None:
        if len(fields) == single.REFERENCE_FIELDS:
            self.references.append(fields)
            self.lines.append(number)
        else:
            self.findings.append(single.short_line(1, 14, len(fields) - 1, self.at(number)))
