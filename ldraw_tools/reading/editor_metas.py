"""What editors' meta lines stand for: buffers of the screen, groups, textures, colours of a model's own."""

from __future__ import annotations

import re
from bisect import bisect, bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ldraw_tools.reading.contents import ColourDefinition, Contents, EditorGroup
from ldraw_tools.reading.lines import parse_colour, parse_number
from ldraw_tools.reading.texture_maps import TextureLines, TextureMap, read_texture

# One pair of brackets may stand inside a value: groups may be named like `Rifle [2Rd]`.
_OPTION = re.compile(r"\[(\w+)=([^][]*(?:\[[^][]*\])?[^][]*)\]")
_PLACES_SOMETHING = frozenset("12345")


class _Shown(NamedTuple):
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


class Joins:
    """Which references belong to which groups, as the file says."""

    def __init__(self) -> None:
        self._joined: dict[str, list[tuple[int, int]]] = {}
        self._names: dict[str, str] = {}
        self._defined: dict[str, int] = {}

    def __bool__(self) -> bool:
        return bool(self._joined)

    def join(self, name: str, line: int, index: int) -> None:
        """The next reference, which will be this one, belongs to this group."""
        self._joined.setdefault(name, []).append((line, index))

    def read_ldcad(self, rest: str, line: int, index: int) -> None:
        word = rest.split(None, 1)[0] if rest else ""
        if word == "GROUP_DEF":
            options = dict(_OPTION.findall(rest))
            name = self._names[options.get("LID", "")] = options.get("name", "")
            self._defined.setdefault(name, line)
        elif word == "GROUP_NXT":
            for identity in dict(_OPTION.findall(rest)).get("ids", "").split():
                if name := self._names.get(identity):
                    self.join(name, line, index)

    def groups(self, lines: Sequence[int], others: Iterable[int]) -> Iterator[EditorGroup]:
        """The groups, of references in these lines.

        Where one of the `others` comes next, a line that places something and is no reference, that was
        the member, and no reference is.
        """
        between = sorted(others)
        for name, joins in self._joined.items():
            members = dict.fromkeys(
                index
                for line, index in joins
                if index < len(lines) and bisect(between, line) >= bisect(between, lines[index])
            )
            yield EditorGroup(name, self._defined.get(name, joins[0][0]), tuple(members))


@dataclass(slots=True)
class _Texture:
    """An open one: how many textured lines stand before it, and the line of its fallback (0: none yet)."""

    references: int
    shapes: int
    fallback: int = 0
    first: int = 0
    map: TextureMap | None = None


# In one section.
_MOST_TEXTURES = 1_000


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

    def begin(self, rest: str, number: int) -> None:
        found = read_texture(rest)
        self._open.append(_Texture(len(self._references), len(self._shapes), 0, number, found))

    def only_next(self, rest: str, number: int) -> None:
        """For one line, which comes next."""
        if found := read_texture(rest):
            self._contents.textures.append(TextureLines(number, number + 2, found))

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
        if texture.map and len(self._contents.textures) < _MOST_TEXTURES:
            # Also what stands in for textured lines: it has the same shape.
            self._contents.textures.insert(0, TextureLines(texture.first, number, texture.map))
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


_FINISHES = {
    "CHROME": "chrome",
    "PEARLESCENT": "pearl",
    "RUBBER": "rubber",
    "MATTE_METALLIC": "metal",
    "METAL": "metal",
    "GLITTER": "glitter",
    "SPECKLE": "speckle",
    "FABRIC": "fabric",
}


def read_colour(rest: str) -> ColourDefinition | None:
    """What follows !COLOUR; None where it isn't complete."""
    words = rest.split()
    # A material has a VALUE of its own, after the colour's: the first of each counts.
    pairs = zip((word.upper() for word in words[1::2]), words[2::2], strict=False)
    values = dict(reversed(list(pairs)))
    code = parse_colour(values.get("CODE", ""))
    if code is None or "VALUE" not in values:
        return None
    alpha = parse_number(values.get("ALPHA", "255"))
    finish = next((_FINISHES[word.upper()] for word in words if word.upper() in _FINISHES), "solid")
    mixed = [words[place + 1] for place, word in enumerate(words[:-1]) if word.upper() == "VALUE"][1:]
    return ColourDefinition(
        code, words[0], values["VALUE"], values.get("EDGE", ""), int(alpha or 0), finish, *mixed[:1]
    )


def read_ldlite_colour(rest: str) -> ColourDefinition | None:
    """What follows COLOR; a comment may begin with the word as well, and is none."""
    words = rest.split()
    code = parse_colour(words[0]) if len(words) >= 6 else None
    rgb = [int(value) & 255 for word in words[3:6] if (value := parse_number(word)) is not None]
    if code is None or len(rgb) != 3:
        return None
    return ColourDefinition(code, words[1], "#{:02X}{:02X}{:02X}".format(*rgb), "")
