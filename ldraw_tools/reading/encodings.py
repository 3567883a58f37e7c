"""Bytes to text and back, without losing a byte: encodings, byte-order marks, line ends."""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

_BOM = codecs.BOM_UTF8
# Notepad's "Unicode" and PowerShell's > write one of these.
_WIDE = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_LINE_END = re.compile(r"\r\n|\r|\n")
_OTHER_FILES = {
    b"\x89PNG\r\n": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"GIF8": "a GIF picture",
    b"%PDF-": "a PDF document",
}


def _keep_undefined(error: UnicodeError) -> tuple[str | bytes, int]:
    """Windows-1252 leaves five bytes undefined; they stand for themselves, as in browsers."""
    if isinstance(error, UnicodeDecodeError):
        return error.object[error.start : error.end].decode("latin-1"), error.end
    if isinstance(error, UnicodeEncodeError):
        return error.object[error.start : error.end].encode("latin-1"), error.end
    raise error


codecs.register_error("brickyard-1252", _keep_undefined)


class Text(NamedTuple):
    """A file's text with all that is needed to write the same bytes again."""

    content: str
    encoding: str = "utf-8"
    bom: bool = False

    @classmethod
    def decode(cls, data: bytes) -> Text:
        wide = _WIDE.get(data[:2])
        if wide:
            with suppress(UnicodeDecodeError):
                return cls(data[2:].decode(wide), wide, bom=True)
        bom = data.startswith(_BOM)
        if bom:
            data = data[len(_BOM) :]
        try:
            return cls(data.decode("utf-8"), "utf-8", bom)
        except UnicodeDecodeError:
            return cls(data.decode("cp1252", "brickyard-1252"), "cp1252", bom)

    def encode(self) -> bytes:
        bom = "\ufeff".encode("utf-8" if self.encoding == "cp1252" else self.encoding) if self.bom else b""
        return bom + self.content.encode(self.encoding, "brickyard-1252")

    def lines(self) -> list[str]:
        """The lines without their ends (a CR before an LF may stay, blanks don't count anyway)."""
        if "CR" in self.line_ends():
            return _LINE_END.split(self.content)
        return self.content.split("\n")

    def line_ends(self) -> list[str]:
        """The kinds of line end in use, by name."""
        crlf = self.content.count("\r\n")
        cr = self.content.count("\r") - crlf
        lf = self.content.count("\n") - crlf
        return [name for name, count in (("CRLF", crlf), ("LF", lf), ("CR", cr)) if count]

    def with_lines(self, before: Mapping[int, str], instead: Mapping[int, str | None]) -> Text:
        """The same with lines put in before others, or instead of them; all else stays byte for byte.

        None instead of a line takes it away. What is put in may be several lines.
        """
        pieces: list[str] = []
        ends = [found.span() for found in _LINE_END.finditer(self.content)]
        start, end = 0, self.content[slice(*ends[0])] if ends else "\n"
        for number, (stop, following) in enumerate([*ends, (len(self.content),) * 2], 1):
            if number in before:
                pieces += [before[number].replace("\n", end), end]
            line = instead.get(number, self.content[start:stop])
            end = self.content[stop:following] or end
            if line is not None:
                pieces += [line, self.content[stop:following]]
            start = following
        after = before.get(len(ends) + 2)
        return self._replace(
            content="".join(pieces if after is None else [*pieces, end, after.replace("\n", end)])
        )


def picture_in(data: bytes) -> str:
    """`a PNG picture`, or a document of another kind that was renamed; nothing if it is none we know."""
    return next((what for start, what in _OTHER_FILES.items() if data.startswith(start)), "")
