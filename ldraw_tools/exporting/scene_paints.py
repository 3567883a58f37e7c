"""Colours for a scene: those of the model itself, of the library's LDConfig, of a registered table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from ldraw_tools.assembly.graph import Assembly
from ldraw_tools.library.part_files import Library
from ldraw_tools.library.source import registered
from ldraw_tools.reading.contents import ColourDefinition
from ldraw_tools.reading.document import parse
from ldraw_tools.reading.lines import INHERIT
from ldraw_tools.rendering.paint import RGB, Paint, PaintOf

# The paint of a model without a colour, and of an undefined colour code.
_MAIN_COLOUR = 71
_UNKNOWN = Paint((128, 128, 128), (51, 51, 51))
_DIRECT, _DIRECT_TRANSPARENT = 0x2, 0x3
# Glass that lets all light through would be invisible.
_LEAST_ALPHA = 40


class KnownColour(Protocol):
    """What a registered table says of a colour: `#RRGGBB` twice, and how opaque it is up to 255."""

    @property
    def value(self) -> str: ...
    @property
    def edge(self) -> str: ...
    @property
    def alpha(self) -> int: ...


def paints_for(assembly: Assembly, library: Library | None) -> PaintOf:
    """The paint of each colour code."""
    read = (node.contents for node in assembly.nodes if node.contents is not None)
    own = _definitions(contents.colours_defined for contents in read)
    config = _config(library)
    table: Callable[[int], KnownColour | None] | None = None if config else registered("ldraw_tools.colours")

    def paint_of(code: int, _coat: int = 0) -> Paint:
        if code == INHERIT:
            code = _MAIN_COLOUR
        if code >> 24 in (_DIRECT, _DIRECT_TRANSPARENT):
            return Paint(_rgb(f"{code & 0xFFFFFF:06x}"), (51, 51, 51), 1.0 if code >> 24 == _DIRECT else 0.5)
        found = own.get(code) or config.get(code) or (table(code) if table else None)
        return _UNKNOWN if found is None else _paint(found)

    return paint_of


def _definitions(some: Iterable[Mapping[int, ColourDefinition]]) -> dict[int, ColourDefinition]:
    return {code: given for defined in some for code, given in defined.items()}


def _config(library: Library | None) -> Mapping[int, ColourDefinition]:
    data = library.colours() if library else b""
    return parse(data, "LDConfig.ldr").main.contents.colours_defined if data else {}


def _paint(found: KnownColour) -> Paint:
    try:
        edge = _rgb(found.edge)
    except ValueError:
        edge = _UNKNOWN.edge
    try:
        return Paint(_rgb(found.value), edge, max(min(found.alpha, 255), _LEAST_ALPHA) / 255)
    except ValueError:
        return _UNKNOWN


def _rgb(text: str) -> RGB:
    """`#1b2a34`, or 0x1B2A34 as LDraw writes it too."""
    number = int(text.strip().removeprefix("#").removeprefix("0x").removeprefix("0X"), 16) & 0xFFFFFF
    return number >> 16, number >> 8 & 0xFF, number & 0xFF
