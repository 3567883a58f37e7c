"""Textured lines or their fallback, never both: we draw no images, and a fallback may have the pattern."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property

from ldraw_tools.reading.contents import Contents

_PLACES_SOMETHING = frozenset("12345")


@dataclass(slots=True)
class _Texture:
    """An open one: how many textured lines stand before it, and the line of its fallback (0: none yet)."""

    references: int
    shapes: int
    fallback: int = 0


class Textures:
    """What stands under the textures of a section; `dropped` are its lines that a fallback stands for."""

    def __init__(self, contents: Contents) -> None:
        self._contents = contents
        self._open: list[_Texture] = []
        # Those that no fallback stands for so far. An inner texture's are the outer one's too.
        self._references: list[int] = []
        self._shapes: list[tuple[int, str]] = []
        self._unused: list[int] = []
        self.dropped: list[int] = []

    def begin(self) -> None:
        self._open.append(_Texture(len(self._references), len(self._shapes)))

    def add(self, text: str, number: int) -> None:
        """A textured line, without what marks it as one."""
        fields = text.split(None, 14)
        if fields and fields[0] == "1":
            before = len(self._contents)
            self._contents.add_reference(fields, number)
            self._references.extend(range(before, len(self._contents)))
        elif fields and fields[0] in _PLACES_SOMETHING:
            self._shapes.append((number, text))

    def fall_back(self, number: int) -> None:
        """From this line on, unless an earlier one of the same texture says so already."""
        texture = self._open[-1]
        texture.fallback = texture.fallback or number

    def end(self, number: int) -> None:
        texture = self._open.pop()
        if texture.fallback and self._is_anything_between(texture.fallback, number):
            references, shapes = self._references[texture.references :], self._shapes[texture.shapes :]
            self._unused += references
            self.dropped += [self._contents.lines[index] for index in references]
            self.dropped += [line for line, _ in shapes]
            del self._references[texture.references :], self._shapes[texture.shapes :]

    def _is_anything_between(self, first: int, last: int) -> bool:
        place = bisect_left(self._placing, first)
        return place < len(self._placing) and self._placing[place] < last

    @cached_property
    def _placing(self) -> list[int]:
        """The lines that place something, without those under textures."""
        written = enumerate(self._contents.page.lines, self._contents.start)
        split = ((number, line.split(None, 1)) for number, line in written)
        return [number for number, words in split if words and words[0] in _PLACES_SOMETHING]

    def finish(self) -> None:
        """At the end of the section, which ends all that are open."""
        while self._open:
            self.end(self._contents.start + len(self._contents.page.lines))
        self._contents.textured += self._shapes
        self.dropped.sort()

    def drop(self) -> None:
        for index in self._unused:
            self._contents.uses[index] = 0
