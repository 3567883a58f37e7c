"""A section's header: what it is called, by whom, and what kind of file it says it is."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

# A packed model may have the whole of LDConfig before its first part.
_MOST_HEADER_LINES = 2000
_OLD_PART = re.compile(r"^(?:un)?official (?:lcad |ldraw )?(part|element|subpart|primitive)\b", re.IGNORECASE)
_UNOFFICIAL = re.compile(r"^unofficial[_\s]+")
_LIBRARY_WORDS = ("part", "element", "subpart", "shortcut", "helper", "generated")
_MOVED = re.compile(r"^~moved to\s+(.+)$", re.IGNORECASE)


_NO_TITLE = frozenset({"//", "STEP", "BFC", "ROTATION", "WRITE", "MLCAD", "GROUP"})


class FileKind(StrEnum):
    """What a file is for, by its header and its title."""

    MODEL = "model"
    PART = "part"
    SHORTCUT = "shortcut"
    ALIAS = "alias"
    PHYSICAL_COLOUR = "physical colour"
    FLEXIBLE_SECTION = "flexible section"
    MOVED = "moved"
    SUBPART = "sub-part"
    SUBFILE = "sub-file"
    PRIMITIVE = "primitive"
    HELPER = "helper"
    STICKER = "sticker"
    NOT_LEGO = "not LEGO"
    GENERATED = "generated"
    UNKNOWN = "unknown"


# Not sold and not counted: what parts are drawn with.
BUILDING_BLOCKS = frozenset({FileKind.SUBFILE, FileKind.PRIMITIVE, FileKind.HELPER})


@dataclass(slots=True)
class Header:
    """What the first lines of a file say about it."""

    title: str = ""
    name: str = ""
    author: str = ""
    org: str = ""
    licence: str = ""
    category: str = ""
    keywords: list[str] = field(default_factory=list)
    # What a part called itself before there was !LDRAW_ORG.
    old_part: str = ""
    generated: bool = False
    # Studio bends a hose in a submodel of segments and names the part it is.
    flexible_part: str = ""

    @property
    def org_words(self) -> list[str]:
        words = _UNOFFICIAL.sub("", self.org.lower()).split()
        # What LDCad generates is called a model or an unofficial part besides.
        if self.generated and words[:1] in ([], ["model"]):
            return ["generated"]
        return words or self.old_part.lower().split()

    @property
    def is_library_file(self) -> bool:
        """True for parts and what they are made of, false for models."""
        return bool(self.flexible_part) or _is_library_word(self.org_words[:1])

    @property
    def is_titled_as_part(self) -> bool:
        """Whether only the title calls it a part: the first line of a file is its title, whatever it says."""
        return _OLD_PART.match(self.title) is not None and not self.is_library_file

    @property
    def kind(self) -> FileKind:
        return kind_of(self)

    @property
    def moved_to(self) -> str:
        match = _MOVED.match(self.title) if self.title[:1] == "~" else None
        return match[1].strip() if match else ""


def _is_library_word(words: list[str]) -> bool:
    return bool(words) and (words[0] in _LIBRARY_WORDS or words[0].endswith("primitive"))


def kind_of(header: Header) -> FileKind:
    if header.moved_to:
        return FileKind.MOVED
    if header.flexible_part:
        return FileKind.PART
    words = header.org_words
    if not _is_library_word(words[:1]):
        return FileKind.MODEL
    kind = words[0]
    if kind == "subpart":
        return FileKind.SUBFILE
    if kind == "helper":
        return FileKind.HELPER
    if kind == "generated":
        return FileKind.GENERATED
    if kind.endswith("primitive"):
        return FileKind.PRIMITIVE
    return _kind_of_part(header, kind, words)


def _kind_of_part(header: Header, kind: str, words: list[str]) -> FileKind:
    title = header.title
    # Titles say more than types: aliases and physical colours may be shortcuts too.
    if title.startswith("|"):
        return FileKind.NOT_LEGO
    if "alias" in words or title.startswith("="):
        return FileKind.ALIAS
    if "physical_colour" in words or title.startswith("_"):
        return FileKind.PHYSICAL_COLOUR
    if "flexible_section" in words:
        return FileKind.FLEXIBLE_SECTION
    if title.lstrip("~").lower().startswith("sticker"):
        return FileKind.STICKER
    if kind == "shortcut":
        return FileKind.SHORTCUT
    if title.startswith("~"):
        return FileKind.SUBPART
    return FileKind.PART


# What says something about a file and does nothing to its lines; some of it says nothing to us.
_UNREAD = frozenset(["//", "!HISTORY", "!HELP", "!CMDLINE", "!PREVIEW"])
HEADER_WORDS = _UNREAD | {"Name:", "Author:", "!LDRAW_ORG", "!LICENSE", "!CATEGORY", "!KEYWORDS"}


# What is taken as it is written, where it is written first.
_PLAIN = {
    "Name:": "name",
    "Author:": "author",
    "!LDRAW_ORG": "org",
    "LDRAW_ORG": "org",
    "!LICENSE": "licence",
    "FlexibleBrick:": "flexible_part",
}


def read_header(lines: Iterable[str]) -> Header:
    """The type 0 lines before the first part or shape."""
    header = Header()
    seen = 0
    # Whether only meta lines have been seen: packed parts may have some before their title.
    before_title, late_title = True, ""
    for line in lines:
        words = line.split(None, 2)
        if not words:
            continue
        seen += 1
        if words[0] != "0" or seen > _MOST_HEADER_LINES:
            break
        if len(words) == 1 or words[1] in _UNREAD:
            continue
        rest = words[2].strip() if len(words) == 3 else ""
        if plain := _PLAIN.get(words[1]):
            # As nearly every line says it.
            setattr(header, plain, getattr(header, plain) or rest)
        else:
            _read_header_line(header, words[1], rest, line, first=seen == 1)
        if before_title and words[1][0] != "!":
            before_title = False
            if seen > 1 and words[1] not in _NO_TITLE | HEADER_WORDS:
                late_title = line.split(None, 1)[1].strip()
    if late_title and not header.title and header.is_library_file:
        header.title = late_title
    return header


def _read_header_line(header: Header, word: str, rest: str, line: str, first: bool) -> None:
    if word == "!CATEGORY":
        header.category = header.category or " ".join(rest.split())
    elif word == "!KEYWORDS":
        header.keywords.extend(k.strip() for k in rest.split(",") if k.strip())
    elif not first and word[0] in "uUoO" and (old := _OLD_PART.match(f"{word} {rest}")):
        header.old_part = header.old_part or old[1]
    elif word == "!LDCAD" and rest.startswith("GENERATED"):
        header.generated = True
    elif first and not word.startswith("!") and word not in _NO_TITLE:
        header.title = line.split(None, 1)[1].strip()
