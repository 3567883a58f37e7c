"""The colours of a model as paints; coats over them: muted, or a die's colour."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from catalog import colours
from catalog.colours import Colour
from ldraw_tools.assembly.graph import Assembly
from ldraw_tools.geometry.texture_codes import plain, texture_of
from ldraw_tools.reading.contents import ColourDefinition
from ldraw_tools.reading.lines import INHERIT
from ldraw_tools.rendering.paint import RGB, Paint

if TYPE_CHECKING:
    from ldraw_tools.rendering.textures import Levels

# The paint of a model without a colour, and of an unknown colour code.
MAIN_COLOUR = 71
_UNKNOWN = Paint((128, 128, 128), (51, 51, 51))
AS_IT_IS, MUTED, FIRST_COAT = 0, 1, 2

_LDRAW_BLACK, _NEUTRAL_BLACK = (27, 42, 52), (34, 34, 34)
_PALE, _DARK_EDGE = 236, (128, 128, 124)


@dataclass
class Paints:
    """Gives the renderer its paints; coats from `FIRST_COAT` on are these colours."""

    own: Mapping[int, ColourDefinition] = field(default_factory=dict)
    coats: list[RGB] = field(default_factory=list)
    # LDConfig's black is bluish, and looks so beside dark blue.
    neutral_black: bool = False
    # A texture's picture by its name; None where there is none.
    picture_of: Callable[[str], Levels | None] | None = None

    def __call__(self, code: int, coat: int) -> Paint:
        colour = plain(code)
        paint = self._as_it_is(MAIN_COLOUR if colour == INHERIT else colour)
        if coat == AS_IT_IS and colour != code:
            paint = self._textured(paint, code)
        if coat == MUTED:
            return muted(paint)
        return paint if coat < FIRST_COAT else coated(paint, self.coats[coat - FIRST_COAT])

    def _textured(self, paint: Paint, code: int) -> Paint:
        from ldraw_tools.rendering.textures import Texture

        placed = texture_of(code)
        levels = self.picture_of(placed.image) if placed and self.picture_of else None
        return paint if placed is None or levels is None else replace(paint, texture=Texture(placed, levels))

    def coat(self, rgb: RGB) -> int:
        """The number of a coat of this colour."""
        if rgb not in self.coats:
            self.coats.append(rgb)
        return FIRST_COAT + self.coats.index(rgb)

    def joined(self, other: Paints) -> Paints:
        """For a picture of both; where they differ, ours counts."""
        finders = [one for one in (self.picture_of, other.picture_of) if one is not None]

        def picture_of(name: str) -> Levels | None:
            return next((found for find in finders if (found := find(name)) is not None), None)

        return replace(self, own={**other.own, **self.own}, picture_of=picture_of)

    def _as_it_is(self, code: int) -> Paint:
        own = self.own.get(code)
        if own is not None:
            return _defined(own)
        known = colours.colour(code)
        paint = _UNKNOWN if known is None else _known(known)
        is_black = self.neutral_black and paint.rgb == _LDRAW_BLACK
        return replace(paint, rgb=_NEUTRAL_BLACK) if is_black else paint


def colours_of(assembly: Assembly) -> dict[int, ColourDefinition]:
    """What the model's own files define; a library's files define none that LDConfig doesn't."""
    read = (node.contents for node in assembly.nodes if node.contents is not None)
    return {code: given for contents in read for code, given in contents.colours_defined.items()}


def _known(colour: Colour) -> Paint:
    edge = rgb_of(colour.edge)
    if colour.alpha < 255:
        # LDConfig has pale edges for glass, made for dark screens; on paper they would be lost.
        red, green, blue = (round(0.55 * part + 0.45 * 64) for part in edge)
        edge = (red, green, blue)
    return Paint(
        colour.rgb,
        edge,
        # A colour that lets all light through would be invisible.
        max(colour.alpha, 40) / 255,
        colour.finish,
        min(colour.luminance / 255, 1.0) * 0.35,
        # LDConfig's edges of speckled colours are those of their specks.
        rgb_of(colour.edge) if colour.finish == "speckle" else (255, 255, 255),
    )


def _defined(colour: ColourDefinition) -> Paint:
    try:
        alpha = max(min(colour.alpha, 255), 40) / 255
        return Paint(
            rgb_of(colour.value), rgb_of(colour.edge), alpha, colour.finish, speck=rgb_of(colour.speck)
        )
    except ValueError:
        return _UNKNOWN


def rgb_of(text: str) -> RGB:
    """`#1b2a34`, or 0x1B2A34 as LDraw writes it too."""
    number = int(text.strip().removeprefix("#").removeprefix("0x").removeprefix("0X"), 16) & 0xFFFFFF
    return number >> 16, number >> 8 & 0xFF, number & 0xFF


def hex_of(rgb: RGB) -> str:
    return "#{:02x}{:02x}{:02x}".format(*rgb)


def brightness(rgb: RGB) -> float:
    """From 0 to 1, as the eye sees it."""
    return (0.30 * rgb[0] + 0.59 * rgb[1] + 0.11 * rgb[2]) / 255


def muted(paint: Paint) -> Paint:
    """Pale and grey, with just enough of its brightness left to tell parts apart."""
    grey = round(_PALE - 46 * (1 - brightness(paint.rgb)))
    return Paint((grey, grey, grey - 3), _DARK_EDGE, paint.alpha, "rubber")


def coated(paint: Paint, rgb: RGB) -> Paint:
    """In this colour all over; dark parts a shade darker, so that their pattern stays."""
    shade = 0.82 + 0.18 * brightness(paint.rgb)
    red, green, blue = (round(part * shade) for part in rgb)
    edge: RGB = (26, 26, 26) if brightness(rgb) > 0.18 else (140, 140, 140)
    return Paint((red, green, blue), edge, max(paint.alpha, 0.75) if paint.is_glass else 1.0)
