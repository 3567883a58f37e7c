"""A model's text with the parts it brings along behind it, each a section: an archive as one .mpd."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import PurePath

from ldraw_tools.names import key_of
from ldraw_tools.reading.document import Document, parse
from ldraw_tools.reading.encodings import Text

_ENDS = {"CRLF": "\r\n", "LF": "\n", "CR": "\r"}
_FILE = re.compile(r"\s*0\s+FILE\s")


def with_parts(model: Document, text: Text, parts: Mapping[str, bytes]) -> Text:
    """`text` is the model's, changed or not: it stays as it is between what is put before and behind it."""
    end = _ENDS[(text.line_ends() or ["CRLF"])[0]]
    content = text.content
    if (parts or len(model.sections) > 1) and not _FILE.match(content):
        content = f"0 FILE {_free_name(model)}{end}{content}"
    sections = [line for lines in _sections(model, parts) for line in lines]
    if sections:
        content = end.join([content.removesuffix(end), *sections, ""])
    whole = replace(text, content=content)
    try:
        whole.content.encode(whole.encoding, "brickyard-1252")
    except UnicodeEncodeError:
        # A part has letters that the model's own encoding lacks.
        whole = replace(whole, encoding="utf-8")
    return whole


def _free_name(model: Document) -> str:
    name = f"{PurePath(model.name).stem}.ldr"
    while key_of(name) in model.sections:
        name = f"main {name}"
    return name


def _sections(model: Document, parts: Mapping[str, bytes]) -> Iterator[Iterable[str]]:
    taken = set(model.sections)
    for key, data in parts.items():
        part = parse(data, key)
        for name, section in part.sections.items():
            called = key if section is part.main else name
            if called not in taken:
                taken.add(called)
                lines = [line.rstrip("\r") for line in section.lines]
                yield "", f"0 FILE {called}", *_without_blank_end(lines)


def _without_blank_end(lines: list[str]) -> list[str]:
    last = next((index for index in range(len(lines), 0, -1) if lines[index - 1].strip()), 0)
    return lines[:last]
