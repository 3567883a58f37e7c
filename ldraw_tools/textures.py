"""Textured lines or their fallback, never both: we draw no images, and a fallback may have the pattern."""

from __future__ import annotations

from ldraw_tools.contents import Contents

PLACES_SOMETHING = frozenset("12345")


class Textures:
    """What stands under the textures of a section; `dropped` are its lines that a fallback stands for."""

    def __init__(self, contents: Contents) -> None:
        self._contents = contents
        self._references: list[int] = []
        self._shapes: list[tuple[int, str]] = []
        self._fallback = 0
        self._unused: list[int] = []
        self.dropped: list[int] = []

    def add(self, text: str, number: int) -> None:
        """A textured line, without what marks it as one."""
        fields = text.split(None, 14)
        if fields and fields[0] == "1":
            before = len(self._contents)
            self._contents.add_reference(fields, number)
            self._references.extend(range(before, len(self._contents)))
        elif fields and fields[0] in PLACES_SOMETHING:
            self._shapes.append((number, text))

    def fall_back(self, number: int) -> None:
        self._fallback = number

    def close(self, number: int = 0) -> None:
        """At the end of a texture, or of the section."""
        if self._fallback and self._is_anything_before(number):
            self._unused += self._references
            self.dropped += [self._contents.lines[index] for index in self._references]
            self.dropped += [line for line, _ in self._shapes]
        else:
            self._contents.textured += self._shapes
        self._references, self._shapes, self._fallback = [], [], 0

    def _is_anything_before(self, number: int) -> bool:
        """Whether the fallback, up to a line or the end, places anything."""
        start = self._contents.start
        lines = self._contents.page.lines[self._fallback - start + 1 : number - start if number else None]
        return any(words[0] in PLACES_SOMETHING for line in lines if (words := line.split(None, 1)))

    def drop(self) -> None:
        for index in self._unused:
            self._contents.uses[index] = 0
