"""BrickLink Studio's .io archives: the model, the parts it brings along, and what Studio says of it."""

from __future__ import annotations

import codecs
import io
import json
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, NamedTuple

from ldraw_tools import model_findings as oddities
from ldraw_tools.findings import BrickyardError, Finding, Place, RefusedError, and_more, count_of
from ldraw_tools.library.part_files import MOST_PART_BYTES, FoundFile
from ldraw_tools.names import is_unsafe, key_of, library_key, path_from_here
from ldraw_tools.phrases import about_file, say
from ldraw_tools.reading import archives, document as documents
from ldraw_tools.reading.document import Document
from ldraw_tools.reading.encodings import picture_in
from ldraw_tools.reading.lines import shortened

MOST_ARCHIVE_BYTES = 256 * 1024 * 1024
MOST_MEMBERS = 20_000
# All that is unpacked of one archive together.
MOST_UNPACKED_BYTES = 256 * 1024 * 1024
# Unlocking is done byte by byte in Python: this much takes some ten seconds.
MOST_LOCKED_BYTES = 8 * 1024 * 1024
_MOST_INFO_BYTES = 64 * 1024
_MOST_PARTS_SAID = 10**9
_LONGEST_NAME = 500

# Every Studio up to 2.23 locks every archive with this one; later ones don't lock.
_PASSWORD = b"soho0909"
# Not model2.ldr: its parts and colours have Studio's own numbers.
_MODEL, _INFO, _CUSTOM = "model.ldr", ".info", "customparts/"
_FIRST_SHAPE = re.compile(rb"(?:^|[\r\n])[ \t]*[1-5][ \t]")
_TEXT_LINE = (b"0 ", b"\xef\xbb\xbf0 ", b"1 ")


@dataclass
class _Archive:
    """An archive's members by key, and what may still be unpacked of them."""

    name: str
    zip: zipfile.ZipFile
    members: dict[str, zipfile.ZipInfo] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    bytes_left: int = MOST_UNPACKED_BYTES
    locked_left: int = MOST_LOCKED_BYTES
    lines_left: int = documents.MOST_LINES

    def read(self, key: str, most: int) -> bytes:
        info = self.members[key]
        if archives.is_locked(info):
            if info.compress_size > self.locked_left:
                raise RefusedError("there is too much to unlock; open it in Studio 2.24 or later and save it")
            self.locked_left -= info.compress_size
        if min(info.file_size, most) > self.bytes_left:
            raise RefusedError(
                say("all files together are larger than {size} MB", size=MOST_UNPACKED_BYTES // 2**20)
            )
        data = archives.read_member(self.zip, info, min(most, self.bytes_left), _PASSWORD)
        self.bytes_left -= len(data)
        lines = documents.lines_in(data)
        if lines > self.lines_left:
            raise RefusedError(
                say("all files together have more than {most:,} lines", most=documents.MOST_LINES)
            )
        self.lines_left -= lines
        return data

    def leave_out(self, names: list[str], reason: str) -> None:
        place, shown = Place(self.name), [shortened(name, 60) for name in names]
        if len(names) == 1:
            self.findings.append(oddities.ARCHIVE_MEMBER.at(place, name=shown[0], reason=reason))
        elif names:
            count = count_of(len(names), "file")
            self.findings.append(
                oddities.ARCHIVE_MEMBERS.at(place, count=count, names=and_more(shown), reason=reason)
            )


class CustomParts:
    """The parts an archive brings along, each read when it is first asked for.

    What is wrong with one is added to the model's findings then: ask for those after assembling.
    """

    def __init__(self, archive: _Archive) -> None:
        self._archive = archive
        self._members: dict[str, str] = {}
        self._found: dict[str, FoundFile | None] = {}
        twice = [
            archive.members[key].filename
            for key in archive.members
            if (part := _part_key(key)) and self._members.setdefault(part, key) != key
        ]
        archive.leave_out(twice, say("another part of that name comes first"))

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def read(self, key: str) -> FoundFile | None:
        if key not in self._found:
            self._found[key] = self._read(key)
        return self._found[key]

    def _read(self, key: str) -> FoundFile | None:
        member = self._members.get(key)
        if member is None:
            return None
        name = self._archive.members[member].filename
        try:
            data = self._archive.read(member, MOST_PART_BYTES)
            return FoundFile(_with_type(data, member), name)
        except RefusedError as error:
            self._archive.leave_out([name], error.said)
            return None


class StudioModel(NamedTuple):
    """What an .io archive holds. `document.folder` is None: nothing leaves the archive."""

    document: Document
    custom: CustomParts
    # Studio's own count.
    total_parts: int | None
    # Grows while parts of `custom` are read.
    findings: list[Finding]


def read_studio(path: Path) -> StudioModel:
    """Read an .io file from disk."""
    studio = parse_studio(documents.read_bytes(path, MOST_ARCHIVE_BYTES), path.name, path_from_here(path))
    studio.document.path = path
    return studio


def members_of(path: Path) -> dict[str, bytes]:
    """Everything in an archive by its name, unlocked, in its order."""
    archive = _open(documents.read_bytes(path, MOST_ARCHIVE_BYTES), path_from_here(path))
    try:
        return {
            info.filename: archive.read(key, MOST_UNPACKED_BYTES) for key, info in archive.members.items()
        }
    except RefusedError as error:
        raise RefusedError(f"{path}: not all of it can be read: {error}") from error


def beginning_of(file: IO[bytes], most: int) -> bytes:
    """The first bytes of the model in an archive, enough for its title; empty if it can't be read."""
    try:
        archive = archives.open_archive(file, MOST_MEMBERS)
        info = next((one for one in archive.infolist() if key_of(one.filename) == _MODEL), None)
        if info is None or archives.header_trouble(info, documents.MOST_BYTES):
            return b""
        with archive.open(info, pwd=_PASSWORD if archives.is_locked(info) else None) as member:
            return member.read(most)
    except (BrickyardError, *archives.DAMAGE):
        return b""


def parse_studio(data: bytes, name: str, file: str = "") -> StudioModel:
    """Read an archive from bytes: a model with findings, or one error that says what to do."""
    try:
        archive, model = _opened(data, file or name)
    except BrickyardError as error:
        raise type(error)(about_file(name, error.said)) from error
    total = _total_parts(archive)
    # Studio begins every model like this, so it is not worth a finding.
    model = model.removeprefix(codecs.BOM_UTF8)
    return StudioModel(documents.parse(model, name, file=file), CustomParts(archive), total, archive.findings)


def _opened(data: bytes, name: str) -> tuple[_Archive, bytes]:
    """The archive and the model in it; what is wrong, and only that, is the error's text."""
    if data.startswith(_TEXT_LINE):
        raise BrickyardError(say("not a Studio archive but LDraw text; rename it to .ldr"))
    if not data:
        raise BrickyardError(say("it is empty; open the model in Studio and save it again"))
    if picture := picture_in(data):
        why = say("not a model but {picture}; give the file that Studio saves", picture=picture)
        raise BrickyardError(why)
    archive = _open(data, name)
    if _MODEL not in archive.members:
        raise BrickyardError(say("no model.ldr in it; open it in Studio and save it again"))
    try:
        return archive, archive.read(_MODEL, documents.MOST_BYTES)
    except RefusedError as error:
        raise RefusedError(say("the model in it can't be read: {why}", why=error.said)) from error


def _open(data: bytes, name: str) -> _Archive:
    archive = _Archive(name, archives.open_archive(io.BytesIO(data), MOST_MEMBERS))
    left_out: dict[str, list[str]] = {}
    for info in archive.zip.infolist():
        reason = _add(archive.members, info)
        if reason:
            left_out.setdefault(reason, []).append(info.filename)
    for reason, names in left_out.items():
        archive.leave_out(names, reason)
    return archive


def _add(members: dict[str, zipfile.ZipInfo], info: zipfile.ZipInfo) -> str:
    """Put a member under its key, or say why not."""
    if len(info.filename) > _LONGEST_NAME:
        return say("the name is too long")
    key = key_of(info.filename)
    if is_unsafe(key):
        return say("the name points outside the archive")
    if key and not key.endswith("/") and members.setdefault(key, info) is not info:
        return say("another file of that name comes first")
    return ""


def _part_key(key: str) -> str:
    """`customparts/p/48/x.dat` → `48/x.dat`: what the library calls it; empty if it is not a part."""
    if not key.startswith(_CUSTOM) or not key.endswith(".dat"):
        return ""
    part = library_key(key.removeprefix(_CUSTOM))
    while part.startswith("s/s/"):
        part = part.removeprefix("s/")
    return part


def _with_type(data: bytes, member: str) -> bytes:
    """Studio drops the header line that tells a part from a model; the folder tells it too."""
    if documents.parse(data, member).main.header.org:
        return data
    start = _FIRST_SHAPE.search(data)
    header = start.start() if start else len(data)
    kind = b"Primitive" if "/p/" in member else b"Subpart" if "/s/" in member else b"Part"
    return data[:header] + b"\n0 !LDRAW_ORG Unofficial_" + kind + b"\n" + data[header:]


def _total_parts(archive: _Archive) -> int | None:
    """What Studio says of the number of parts."""
    if _INFO not in archive.members:
        return None
    try:
        info = json.loads(archive.read(_INFO, _MOST_INFO_BYTES).decode("utf-8-sig"))
    except RefusedError as error:
        archive.leave_out([_INFO], error.said)
        return None
    except (ValueError, RecursionError):
        info = None
    if not isinstance(info, dict):
        archive.leave_out([_INFO], say("it is not what Studio writes there"))
        return None
    total = info.get("total_parts")
    # A bool is an int to Python, not to Studio.
    return total if type(total) is int and 0 <= total <= _MOST_PARTS_SAID else None
