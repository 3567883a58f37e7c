"""The lines of a section as they are written; those that only draw stay bytes until someone looks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

# A line that begins so draws something itself.
DRAWING = frozenset(("2 ", "3 ", "4 ", "5 "))


class Page:
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

    def encoded(self) -> bytes:
        """All lines in ASCII, with a question mark for each character beyond."""
        return "\n".join(self._lines).encode("ascii", "replace")


class PlainPage(Page):
    """A whole file in ASCII of which only the lines that do more than draw have been cut out."""

    def __init__(self, data: bytes, others: list[tuple[int, str]], headers: int) -> None:
        self._data = data
        self._others = others
        # How many of them stand before the first line that draws.
        self._headers = headers

    @cached_property
    def lines(self) -> list[str]:
        return self._data.decode("ascii").split("\n")

    def numbered(self, start: int) -> Iterator[tuple[int, str]]:
        return iter(self._others)

    def header_lines(self) -> Iterable[str]:
        return [line for _, line in self._others[: self._headers]]

    def encoded(self) -> bytes:
        return self._data
