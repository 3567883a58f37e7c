"""Zip archives from strangers: opened and read within bounds, and every failure is a sentence."""

from __future__ import annotations

import struct
import zipfile
import zlib
from typing import IO

from ldraw_tools.findings import BrickyardError, RefusedError
from ldraw_tools.phrases import say
from ldraw_tools.reading.lines import shortened

# What zipfile lets through when an archive is damaged or made to harm; it documents only the first.
DAMAGE = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    zlib.error,
    struct.error,
    OSError,
    EOFError,
    ValueError,
    LookupError,
    ArithmeticError,
    RuntimeError,
    MemoryError,
)
_ENTRY = b"PK\x01\x02"
_START = b"PK"
_CHUNK = 1024 * 1024
_LOCKED, _LOCKED_STRONGLY = 0x01, 0x40
# Others, LZMA above all, may ask for gigabytes of memory before the first byte.
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_AES = 99


def open_archive(file: IO[bytes], most_members: int) -> zipfile.ZipFile:
    """A zip's table of contents; what is wrong, and only that, is the error's text."""
    try:
        start = file.read(16)
        file.seek(0)
        entries = _count_entries(file)
        file.seek(0)
        if not start.startswith(_START) and not zipfile.is_zipfile(file):
            raise BrickyardError(
                say("not a zip archive{begins}; save or download it again", begins=_begins(start))
            )
        if entries > most_members:
            raise RefusedError(say("contains more than {most:,} files; not opened", most=most_members))
        return zipfile.ZipFile(file)
    except DAMAGE as error:
        raise BrickyardError(say("the archive is damaged or cut short; save or download it again")) from error


def is_locked(info: zipfile.ZipInfo) -> bool:
    return bool(info.flag_bits & _LOCKED)


def header_trouble(info: zipfile.ZipInfo, most: int) -> str:
    """Why a member can't be read, as far as its header tells; nothing if it may."""
    if info.compress_type == _AES or info.flag_bits & _LOCKED_STRONGLY:
        return say("it is locked in a way only its maker can open")
    if info.compress_type not in _METHODS:
        return say("it is packed by a method no LDraw program uses ({method})", method=info.compress_type)
    if info.file_size > most:
        return _too_large(most)
    return ""


def read_member(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, most: int, password: bytes | None = None
) -> bytes:
    """One member's bytes; what is wrong, and only that, is the error's text."""
    reason = header_trouble(info, most)
    if reason:
        raise RefusedError(reason)
    try:
        with archive.open(info, pwd=password if is_locked(info) else None) as member:
            data = member.read(most + 1)
    except DAMAGE as error:
        raise RefusedError(_reason(error, is_locked(info))) from error
    if len(data) > most:
        raise RefusedError(_too_large(most))
    return data


def _too_large(most: int) -> str:
    if most >= 2**20:
        return say("it is larger than {size} MB", size=most // 2**20)
    return say("it is larger than {size:,} bytes", size=most)


def _reason(error: Exception, locked: bool) -> str:
    if locked and isinstance(error, RuntimeError):
        return say("it is locked with a password we don't know")
    if locked:
        return say("it is damaged, or locked with a password we don't know")
    return say("it is damaged")


def _count_entries(file: IO[bytes]) -> int:
    """At least the number of members: counting their marks is cheap, making a million entries is not."""
    count, tail = 0, b""
    while chunk := file.read(_CHUNK):
        block = tail + chunk
        count += block.count(_ENTRY)
        tail = block[1 - len(_ENTRY) :]
    return count


def _begins(start: bytes) -> str:
    """Only text tells people something."""
    text = start.decode("ascii", "replace").strip()
    if not start:
        return say(" (it is empty)")
    if not (text.isascii() and text.isprintable()):
        return ""
    return say(" (it begins with “{text}”)", text=shortened(text))
