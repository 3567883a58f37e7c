"""YAML from strangers into plain values that know their places; what is wrong with it are findings."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeAlias

import yaml

from catalog.yaml import yaml_findings as faults
from catalog.yaml.located_values import WHOLE_FILE, Entries, Listing, Missing, Scalar, Value, located
from catalog.yaml.yaml_errors import said_plainly, trouble_of
from catalog.yaml.yaml_events import EXAMPLE, Builder, Stop
from ldraw_tools.file_overlay import bytes_for
from ldraw_tools.findings import BrickyardError, Finding, Place, and_more
from ldraw_tools.reading.encodings import picture_in
from ldraw_tools.suggestions import shown
from ldraw_tools.writing import note_input

__all__ = [
    "Entries",
    "Listing",
    "Missing",
    "Scalar",
    "Value",
    "YamlDocument",
    "located",
    "read_yaml",
    "read_yaml_file",
]

MOST_CHARACTERS = 1_000_000

Loader: TypeAlias = "type[yaml.SafeLoader] | type[yaml.CSafeLoader]"
_FAST: Loader | None = getattr(yaml, "CSafeLoader", None)
_SLOW: Loader = yaml.SafeLoader
# What YAML forbids, not what it allows: compiling a class of a million characters takes five milliseconds.
_NOT_TEXT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufeff\ufffe\uffff]")
# Here libyaml is more lenient than PyYAML.
_DOUBTFUL = re.compile(r"[|>][-+0-9]*#")
_LINE_END = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
_TAB = re.compile(r" *\t\s*[^\s#]")


@dataclass(frozen=True, slots=True)
class YamlDocument:
    """A file's value, `Missing` where it can't be read, and all that is wrong with it so far.

    Asking the value for types adds to the findings.
    """

    file: str
    root: Value
    findings: list[Finding] = field(default_factory=list)


def read_yaml_file(path: Path, file: str = "", example: str = EXAMPLE) -> YamlDocument:
    """The file's values; `file` is its name in findings, `example` what an empty one should hold."""
    file = file or str(path)
    try:
        drafted = bytes_for(path)
        if drafted is None:
            if path.is_fifo():
                raise BrickyardError(f"{file}: is a pipe, not a file")
            with path.open("rb") as stream:
                data = stream.read(4 * MOST_CHARACTERS + 1)
            note_input(path)
        else:
            data = drafted
    except OSError as error:
        raise BrickyardError(f"{file}: can't be read: {error.strerror or error}") from error
    if len(data) > 4 * MOST_CHARACTERS:
        return _refused(file, _too_large(file))
    if picture := picture_in(data):
        raise BrickyardError(f"{file}: not a manifest but {picture}")
    # PowerShell's > and Notepad's "Unicode" write UTF-16.
    encoding = "utf-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        before = data[: error.start].decode(encoding)
        return _refused(file, faults.NOT_UTF8.at(_place(file, before, len(before))))
    return read_yaml(text, file, example)


def read_yaml(text: str, file: str, example: str = EXAMPLE) -> YamlDocument:
    """Any text gives values or findings, never an exception."""
    text = text.removeprefix("\ufeff")
    refusal = _refusal(text, file)
    if refusal:
        return _refused(file, refusal)
    # The parsers disagree about tabs and about a last line without an end, so they get neither.
    plain = text.replace("\t", " ") + "\n"
    builder = partial(Builder, file, example)
    document = _built(plain, builder(), _FAST) if _FAST and not _DOUBTFUL.search(plain) else None
    # Where the fast parser stumbles the slow one decides, so that both machines say the same.
    return document or _built(plain, builder(), _SLOW) or _refused(file)


def _refusal(text: str, file: str) -> Finding | None:
    if len(text) > MOST_CHARACTERS:
        return _too_large(file)
    # What can be printed is text; most files need no closer look.
    odd = None if text.replace("\n", "").isprintable() else _NOT_TEXT.search(text)
    if odd:
        what = f"character U+{ord(odd[0]):04X}"
        return faults.NOT_TEXT.at(_place(file, text, odd.start()), what=what)
    if "\t" not in text:
        return None
    tabs = {number: line for number, line in enumerate(_LINE_END.split(text), 1) if _TAB.match(line)}
    if tabs:
        first = min(tabs)
        return faults.TAB.at(Place(file, first, tabs[first].index("\t") + 1), lines=and_more(tabs))
    return None


def _too_large(file: str) -> Finding:
    return faults.TOO_LARGE.at(Place(file), most=f"{MOST_CHARACTERS:,}", things="characters")


def _refused(file: str, *findings: Finding) -> YamlDocument:
    told = list(findings)
    return YamlDocument(file, Missing(Place(file), WHOLE_FILE, told), told)


def _place(file: str, text: str, index: int) -> Place:
    before = _LINE_END.split(text[:index])
    return Place(file, len(before), len(before[-1]) + 1)


def _built(text: str, builder: Builder, loader: Loader) -> YamlDocument | None:
    """The document, or None where the fast parser's word is not to be trusted."""
    file = builder.file
    try:
        for event in _events(text, loader):
            builder.take(event)
    except Stop:
        pass
    except yaml.YAMLError as error:
        if loader is not _SLOW:
            return None
        builder.told.append(_broken(error, file, text))
        return _refused(file, *builder.told)
    if builder.is_doubtful and loader is not _SLOW:
        return None
    return YamlDocument(file, builder.root(), builder.told)


def _events(text: str, loader: Loader) -> Iterator[yaml.Event]:
    parser = loader(text)
    try:
        while parser.check_event():
            if event := parser.get_event():
                yield event
    except (ValueError, OverflowError) as error:
        mark = parser.get_mark() if isinstance(parser, yaml.SafeLoader) else None
        raise yaml.MarkedYAMLError(problem="escape sequence", problem_mark=mark) from error
    finally:
        parser.dispose()


def _broken(error: yaml.YAMLError, file: str, text: str) -> Finding:
    context, problem = getattr(error, "context", None) or "", getattr(error, "problem", None) or str(error)
    trouble = trouble_of(context, problem)
    begun, stopped = getattr(error, "context_mark", None), getattr(error, "problem_mark", None)
    mark = (begun if trouble.where_it_began else stopped) or stopped or begun
    said = said_plainly(trouble, shown(problem, 100), begun.line + 1 if begun else 0)
    return faults.BROKEN.at(_marked_place(mark, file, text), **said)


def _marked_place(mark: yaml.Mark | None, file: str, text: str) -> Place:
    if mark is None:
        return Place(file)
    end = _place(file, text, len(text.rstrip()))
    return min(Place(file, mark.line + 1, mark.column + 1), end)
