"""One file: its text, its MPD sections, embedded data, headers, and how to write it back."""

from __future__ import annotations

import binascii
import re
import stat
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from ldraw_tools import model_findings as oddities
from ldraw_tools.file_overlay import bytes_for
from ldraw_tools.findings import BrickyardError, Finding, Place, RefusedError, count_of
from ldraw_tools.names import DESIGNER, is_designer, key_of, library_key, path_from_here
from ldraw_tools.phrases import about_file, say
from ldraw_tools.reading.contents import Contents, PlainLines, SectionLines
from ldraw_tools.reading.encodings import Text, picture_in
from ldraw_tools.reading.header import Header, read_header
from ldraw_tools.reading.lines import shortened
from ldraw_tools.reading.scan import scan
from ldraw_tools.writing import note_input

MOST_BYTES = 64 * 1024 * 1024
# A line that places something takes 1.5 kB of memory until it is measured; the largest model of our
# collection has 41,000 lines.
MOST_LINES = 500_000
# More than a library has parts.
MOST_SECTIONS = 30_000
_ZIP = b"PK\x03\x04"
_BOUNDARY = re.compile(r"^\s*0\s+(FILE|NOFILE|!DATA)(?:\s+(.*))?$", re.DOTALL | re.IGNORECASE)
_BOUNDARY_WORDS = ("FILE", "!DATA", "file", "File")
_MODEL_NAME = re.compile(r"\.(?:ldr|mpd|dat)$", re.IGNORECASE)
_NUMBER = r"[-+]?[\d.][\d.eE+-]*"
# What other files don't contain by chance: a complete reference or shape, or a meta line of an editor.
_RECOGNISED = re.compile(
    rf"^[ \t]*(?:1[ \t]+\S+(?:[ \t]+{_NUMBER}){{12}}[ \t]+\S"
    rf"|[2-5][ \t]+\S+(?:[ \t]+{_NUMBER}){{6,12}}[ \t]*\r?$"
    r"|0[ \t]+(?:FILE|NOFILE|STEP|BFC|Name:|Author:|!\w+)(?:[ \t]|\r?$))",
    re.MULTILINE | re.IGNORECASE,
)
_PLACES_SOMETHING = re.compile(r"^[ \t]*[1-5][ \t]")


@dataclass(frozen=True)
class Section:
    """One file inside a file: a submodel, an embedded part, or the whole of a plain .ldr."""

    name: str
    start: int
    page: SectionLines
    place: Place

    @property
    def lines(self) -> list[str]:
        return self.page.lines

    @cached_property
    def header(self) -> Header:
        return read_header(self.page.header_lines())

    @cached_property
    def contents(self) -> Contents:
        return scan(self.page, self.start, self.place)


class Embedded(NamedTuple):
    """A file that an MPD carries as base64 (!DATA)."""

    name: str
    line: int
    data: bytes


@dataclass
class Document:
    """A parsed file. `sections` are by key, the main model first.

    `file` is what places call it: its path from the current folder. `path` is the file itself; other files
    that it names are looked for in `folder`, if there is one.
    """

    name: str
    text: Text
    sections: dict[str, Section] = field(default_factory=dict)
    embedded: dict[str, Embedded] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    folder: Path | None = None
    path: Path | None = None
    file: str = ""

    def __post_init__(self) -> None:
        self.file = self.file or self.name

    @property
    def main(self) -> Section:
        return next(iter(self.sections.values()))

    @cached_property
    def _library_names(self) -> dict[str, Section]:
        """Packed models carry library files as `parts/3001.dat` and refer to them as `3001.dat`."""
        return {library_key(key): section for key, section in reversed(self.sections.items())}

    def find(self, key: str) -> Section | None:
        return self.sections.get(key) or self._library_names.get(library_key(key))

    def encode(self) -> bytes:
        return self.text.encode()


def read(path: Path) -> Document:
    """Read a .ldr, .mpd or .dat file from disk."""
    data = b"" if is_designer(path.name) else read_bytes(path)
    if why := _why_no_model(path, data):
        raise BrickyardError(about_file(path, why))
    document = parse(data, name=path.name, folder=path.parent, file=path_from_here(path))
    document.path = path
    return document


def _why_no_model(path: Path, data: bytes) -> str:
    if is_designer(path.name):
        return say(DESIGNER)
    if data.startswith(_ZIP) and path.suffix.lower() == ".zip":
        return say("not LDraw text but an archive; unpack it first, and give the model that is in it")
    if data.startswith(_ZIP):
        return say("not LDraw text but an archive; if it is from Studio, rename it to .io")
    if picture := picture_in(data):
        return say("not a model but {picture}; give the file that your editor saves", picture=picture)
    return ""


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """A file's bytes, refused with a sentence where it is too large or can't be read."""
    try:
        data = bytes_for(path)
        return _bounded(path, _read(path, most) if data is None else data, most)
    except OSError as error:
        raise BrickyardError(f"{path}: {error.strerror or error}") from error
    except ValueError as error:
        raise BrickyardError(f"{str(path)!r}: {error}") from error


def _read(path: Path, most: int) -> bytes:
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        raise BrickyardError(f"{path}: is a folder, not a model")
    # A pipe made by the shell has no ending; reading any other, or a device, might block forever.
    if not stat.S_ISREG(mode) and path.suffix:
        raise BrickyardError(f"{path}: is a {'pipe' if stat.S_ISFIFO(mode) else 'device'}, not a file")
    with path.open("rb") as file:
        data = file.read(most + 1)
    note_input(path)
    return data


def _bounded(path: Path, data: bytes, most: int) -> bytes:
    why = ""
    if len(data) > most:
        why = say("larger than {size} MB, which is too large to read", size=most // 2**20)
    elif lines_in(data) > MOST_LINES:
        why = say("more than {most:,} lines, which is too large to read", most=MOST_LINES)
    if why:
        raise RefusedError(about_file(path, why))
    return data


def is_ldraw(data: bytes) -> bool:
    """Whether there is at least one line of LDraw; reading accepts any bytes as a document."""
    return _RECOGNISED.search(Text.decode(data).content) is not None


def lines_in(data: bytes) -> int:
    """About how many lines there are: cheap, and at most as many again where line ends are mixed."""
    return max(data.count(b"\n"), data.count(b"\r"))


def parse(data: bytes, name: str, folder: Path | None = None, file: str = "") -> Document:
    """Read a document from bytes: any give one, but of too many submodels; what is odd are its findings."""
    text = Text.decode(data)
    document = Document(name, text, folder=folder, file=file)
    _note_text(document)
    lines = text.lines()
    if any(word in text.content for word in _BOUNDARY_WORDS):
        try:
            _split(document, lines)
        except RefusedError as error:
            raise RefusedError(about_file(document.file, error.said)) from error
    if not document.sections:
        document.sections[key_of(name)] = Section(
            name, 1, SectionLines(lines), Place(document.file, submodel=name)
        )
    return document


def parse_plain(data: bytes, name: str, page: PlainLines) -> Document:
    """Read a document whose lines have been sifted: there is nothing odd about it, and it is one section."""
    document = Document(name, Text(data.decode("ascii")))
    document.sections[key_of(name)] = Section(name, 1, page, Place(name, submodel=name))
    return document


def _note_text(document: Document) -> None:
    place, text = Place(document.file), document.text
    if text.bom:
        document.findings.append(oddities.BYTE_ORDER_MARK.at(place))
    if text.encoding != "utf-8":
        encoding = "Windows-1252" if text.encoding == "cp1252" else "UTF-16"
        document.findings.append(oddities.NOT_UTF8.at(place, encoding=encoding))
    ends = text.line_ends()
    if len(ends) > 1:
        document.findings.append(oddities.MIXED_LINE_ENDS.at(place, ends=", ".join(ends)))
    if "\0" in text.content:
        document.findings.append(oddities.NUL_BYTES.at(place))


class _Block(NamedTuple):
    """Lines between two boundaries: what opened them, and where."""

    word: str
    name: str
    line: int
    lines: list[str]


def _blocks(lines: list[str]) -> list[_Block]:
    """The file cut at 0 FILE, 0 NOFILE and 0 !DATA; the first block is what stands before them all."""
    blocks: list[_Block] = []
    word, name, line, start = "", "", 0, 0
    for index, text in enumerate(lines):
        match = _BOUNDARY.match(text) if text.lstrip()[:1] == "0" else None
        if match is None:
            continue
        found, called = match[1].upper(), (match[2] or "").strip()
        # Old files write it small; so do comments that begin with the word "file".
        if match[1] != found and not (_MODEL_NAME.search(called) if found == "FILE" else not called):
            continue
        # An older way to embed data: 0 FILE x.png, 0 !DATA START, the data, 0 !DATA END.
        if found == "!DATA" and called == "START" and word == "FILE" and not _MODEL_NAME.search(name):
            word, start = "!DATA", index + 1
            continue
        blocks.append(_Block(word, name, line, lines[start:index]))
        if found == "!DATA" and called == "END" and word == "!DATA":
            found, called = "NOFILE", ""
        word, name, line, start = found, called, index + 1, index + 1
        if len(blocks) > MOST_SECTIONS:
            raise RefusedError(f"more than {MOST_SECTIONS:,} submodels, which is too large to read")
    blocks.append(_Block(word, name, line, lines[start:]))
    return blocks


def _split(document: Document, lines: list[str]) -> None:
    blocks = _blocks(lines)
    if len(blocks) == 1:
        return
    for block in blocks:
        if block.word == "FILE":
            _add_section(document, block.name, block)
        elif block.word == "!DATA":
            _add_data(document, block)
        elif block.word == "NOFILE":
            _note_ignored(document, block)
        elif any(_PLACES_SOMETHING.match(line) for line in block.lines):
            document.findings.append(oddities.BEFORE_FIRST_FILE.at(Place(document.file, 1)))
            named = {key_of(other.name) for other in blocks if other.word == "FILE"}
            taken = key_of(document.name) in named
            _add_section(document, f"{document.name} (its beginning)" if taken else document.name, block)


def _add_section(document: Document, name: str, block: _Block) -> None:
    place = Place(document.file, block.line)
    if not name:
        document.findings.append(oddities.SECTION_WITHOUT_NAME.at(place))
        name = f"(line {block.line})"
    first = document.sections.get(key_of(name))
    if first is not None:
        document.findings.append(
            oddities.SECTION_TWICE.at(place, name=shortened(name), first=max(first.start - 1, 1))
        )
        return
    document.sections[key_of(name)] = Section(
        name, block.line + 1, SectionLines(block.lines), Place(document.file, submodel=name)
    )


def _note_ignored(document: Document, block: _Block) -> None:
    lines = [
        number for number, line in enumerate(block.lines, block.line + 1) if _PLACES_SOMETHING.match(line)
    ]
    if lines:
        count = count_of(len(lines), "LDraw line")
        document.findings.append(oddities.AFTER_NOFILE.at(Place(document.file, lines[0]), count=count))


def _add_data(document: Document, block: _Block) -> None:
    place = Place(document.file, block.line)
    first = document.embedded.get(key_of(block.name))
    if first is not None:
        name = shortened(block.name)
        document.findings.append(oddities.SECTION_TWICE.at(place, name=name, first=first.line))
        return
    chunks: list[str] = []
    stray = 0
    for line in block.lines:
        words = line.split(None, 1)
        # Older files have no blank before the data.
        if words[:1] == ["0"] and words[-1].startswith("!:"):
            chunks.append(words[1][2:])
        elif words and words != ["0"] and not words[-1].startswith("//"):
            stray += 1
    if stray:
        count = count_of(stray, "line")
        document.findings.append(oddities.STRAY_IN_DATA.at(place, count=count, name=shortened(block.name)))
    coded = "".join("".join(chunks).split()).rstrip("=")
    try:
        data = binascii.a2b_base64(coded + "=" * (-len(coded) % 4), strict_mode=True)
    except (binascii.Error, ValueError) as error:
        document.findings.append(
            oddities.BAD_DATA.at(place, name=shortened(block.name), reason=str(error).rstrip("."))
        )
        return
    document.embedded[key_of(block.name)] = Embedded(block.name, block.line, data)
