"""The colours of a model as paints; coats over them: muted, or a die's colour."""

from __future__ import annotations

import binascii
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from catalog import colours
from catalog.colours import Colour
from ldraw_tools.assembly.inventory import Assembly
from ldraw_tools.file_overlay import is_file_there, read_bytes
from ldraw_tools.geometry.texture_codes import plain, texture_of
from ldraw_tools.library.part_files import Files
from ldraw_tools.names import real_path
from ldraw_tools.reading.contents import ColourDefinition
from ldraw_tools.reading.lines import INHERIT
from ldraw_tools.rendering.finishes import RGB, Paint
from ldraw_tools.rendering.textures import MOST_BYTES, Levels, Texture, decode_png

if TYPE_CHECKING:
    from ldraw_tools.rendering.textures import Levels


# Of all pictures of a model together, about 150 MB; more is more than it can use.
_MOST_PIXELS_IN_ALL = 8_000_000
_MOST_PICTURES = 200


class TextureFiles:
    """Finds pictures by the names that files give them."""

    def __init__(self, assembly: Assembly) -> None:
        path = assembly.document.path
        self._folder = Path(path).parent if path else None
        self._library: Files | None = assembly.resolver.library
        texts = [document.text.content for document in assembly.resolver.own_documents]
        self._texts = [text for text in texts if "!DATA" in text]
        self._within: dict[str, bytes] | None = None
        self._found: dict[str, Levels | None] = {}
        self._pixels = 0

    def __call__(self, name: str) -> Levels | None:
        if name not in self._found:
            self._found[name] = self._picture(name) if len(self._found) < _MOST_PICTURES else None
        return self._found[name]

    def _picture(self, name: str) -> Levels | None:
        data = self._data(name)
        levels = None if data is None else decode_png(data)
        if levels is None:
            return None
        height, width = levels[0].shape[:2]
        self._pixels += height * width
        return levels if self._pixels <= _MOST_PIXELS_IN_ALL else None

    def _data(self, name: str) -> bytes | None:
        if self._within is None:
            self._within = _within(self._texts)
        clean = _clean(name)
        if clean is None:
            return None
        if found := self._within.get(name.lower()):
            return found
        for inner in (clean, PurePosixPath("textures") / clean):
            if (data := self._beside(inner)) is not None:
                return data
        file = self._library.read(f"textures/{clean}".lower()) if self._library else None
        return file.data if file else None

    def _beside(self, inner: PurePosixPath) -> bytes | None:
        path = self._folder and _file_in(self._folder, inner)
        try:
            return read_bytes(path) if path else None
        except OSError:
            return None


def textures_beside(assembly: Assembly) -> Iterator[Path]:
    """The pictures in the model's folder that its lines name."""
    path = assembly.document.path
    read = [node.contents.textures for node in assembly.nodes if node.contents and node.contents.textures]
    names = dict.fromkeys(one.map.image for textures in read for one in textures)
    for name in list(names)[:_MOST_PICTURES] if path else ():
        clean = _clean(name)
        for inner in (clean, PurePosixPath("textures") / clean) if clean else ():
            if path and (found := _file_in(Path(path).parent, inner)):
                yield found
                break


def _clean(name: str) -> PurePosixPath | None:
    """A name as a path inside a folder; None for one that leads elsewhere, or isn't a PNG's."""
    clean = PurePosixPath(name.replace("\\", "/"))
    leads_out = clean.is_absolute() or ".." in clean.parts or ":" in name
    return None if leads_out or clean.suffix.lower() != ".png" else clean


def _file_in(folder: Path, inner: PurePosixPath) -> Path | None:
    """A file of the model's folder, and not one that a link there leads to."""
    try:
        folder = real_path(folder)
        path = real_path(folder / inner)
        is_there = path.is_relative_to(folder) and is_file_there(path)
        is_there = is_there and len(read_bytes(path, MOST_BYTES + 1)) <= MOST_BYTES
    except (OSError, ValueError):
        return None
    return path if is_there else None


def _within(texts: list[str]) -> dict[str, bytes]:
    """Pictures that stand in files themselves: `0 !DATA name`, then lines of `0 !:` in base 64."""
    found: dict[str, list[str]] = {}
    for text in texts:
        lines: list[str] | None = None
        for line in text.splitlines():
            words = line.split(None, 2)
            if words[:2] == ["0", "!DATA"] and len(words) > 2:
                lines = found.setdefault(words[2].strip().lower(), [])
            elif words[:2] == ["0", "!:"] and len(words) > 2:
                if lines is not None:
                    lines.append(words[2])
            elif words:
                lines = None
    return {name: data for name, lines in found.items() if (data := _decoded("".join(lines)))}


def _decoded(text: str) -> bytes:
    try:
        return binascii.a2b_base64(text[: 2 * MOST_BYTES])
    except (binascii.Error, ValueError):
        return b""


# The paint of a model without a colour, and of an unknown colour code.
MAIN_COLOUR = 71
_UNKNOWN = Paint((128, 128, 128), (51, 51, 51))
AS_IT_IS, MUTED, FIRST_COAT = 0, 1, 2

_PALE, _DARK_EDGE = 236, (128, 128, 124)


@dataclass
class Paints:
    """Gives the renderer its paints; coats from `FIRST_COAT` on are these colours."""

    own: Mapping[int, ColourDefinition] = field(default_factory=dict)
    coats: list[RGB] = field(default_factory=list)
    # LDraw's own black is bluish, and looks so beside dark blue.
    neutral_black: bool = True
    # A texture's picture by its name; None where there is none.
    picture_of: Callable[[str], Levels | None] | None = None
    # Ready ones by codes that no file has: what codes of a second model mean.
    more: Mapping[int, Paint] = field(default_factory=dict)

    def __call__(self, code: int, coat: int) -> Paint:
        colour = plain(code)
        paint = self._as_it_is(MAIN_COLOUR if colour == INHERIT else colour)
        if coat == AS_IT_IS and colour != code:
            paint = self._textured(paint, code)
        if coat == MUTED:
            return mute(paint)
        return paint if coat < FIRST_COAT else recoat(paint, self.coats[coat - FIRST_COAT])

    def _textured(self, paint: Paint, code: int) -> Paint:

        placed = texture_of(code)
        levels = self.picture_of(placed.image) if placed and self.picture_of else None
        return paint if placed is None or levels is None else paint._replace(texture=Texture(placed, levels))

    def coat(self, rgb: RGB) -> int:
        """The number of a coat of this colour."""
        if rgb not in self.coats:
            self.coats.append(rgb)
        return FIRST_COAT + self.coats.index(rgb)

    def _as_it_is(self, code: int) -> Paint:
        if code in self.more:
            return self.more[code]
        own, known = self.own.get(code), colours.colour(code)
        paint = _defined(own) if own else _known(known) if known else _UNKNOWN
        is_black = self.neutral_black and paint.rgb == colours.rgb_of(colours.LDRAW_BLACK)
        return paint._replace(rgb=colours.rgb_of(colours.NEUTRAL_BLACK)) if is_black else paint


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


def mute(paint: Paint) -> Paint:
    """Pale and grey, with just enough of its brightness left to tell parts apart."""
    grey = round(_PALE - 46 * (1 - brightness(paint.rgb)))
    return Paint((grey, grey, grey - 3), _DARK_EDGE, paint.alpha, "rubber")


def recoat(paint: Paint, rgb: RGB) -> Paint:
    """In this colour all over; dark parts a shade darker, so that their pattern stays."""
    shade = 0.82 + 0.18 * brightness(paint.rgb)
    red, green, blue = (round(part * shade) for part in rgb)
    edge: RGB = (26, 26, 26) if brightness(rgb) > 0.18 else (140, 140, 140)
    return Paint((red, green, blue), edge, max(paint.alpha, 0.75) if paint.is_glass else 1.0)
