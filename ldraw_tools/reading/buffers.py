"""MLCad's buffers: what a viewer has on the screen, stored and brought back."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class _Shown:
    """What is on the screen, as a chain of ranges of references; a buffer is one link of it."""

    before: _Shown | None
    first: int
    last: int


class Buffers:
    """`here` is always how many references have been read."""

    def __init__(self) -> None:
        self._shown: _Shown | None = None
        self._shown_from = 0
        self._stored: dict[str, _Shown | None] = {}

    def store(self, letter: str, here: int) -> None:
        self._show(here)
        self._stored[letter] = self._shown

    def retrieve(self, letter: str, here: int) -> bool:
        """Show again what was stored; false if nothing was."""
        self._show(here)
        if letter not in self._stored:
            return False
        self._shown = self._stored[letter]
        return True

    def dropped(self, here: int) -> list[int]:
        """The references that are not on the screen any more."""
        self._show(here)
        shown = bytearray(here)
        chain = self._shown
        while chain is not None:
            shown[chain.first : chain.last] = b"\x01" * (chain.last - chain.first)
            chain = chain.before
        return [index for index, flag in enumerate(shown) if not flag]

    def _show(self, here: int) -> None:
        if here > self._shown_from:
            self._shown = _Shown(self._shown, self._shown_from, here)
            self._shown_from = here
