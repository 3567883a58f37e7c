"""PNG and SVG files that say where they come from, and nothing that changes from run to run."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from brickyard.pictures.lettering import FAMILY, Face, width_of
from brickyard.pictures.paints import hex_of
from ldraw_tools.authorship import PNG_SOFTWARE, SVG_MARK
from ldraw_tools.findings import printable
from ldraw_tools.rendering.finishes import RGB
from ldraw_tools.rendering.line_art import LineArt, Ring

if TYPE_CHECKING:
    from PIL.Image import Image

# Values with which libwebp keeps 136 and 14 steps of transparency; with fewer a shadow has rings.
_SHADOW_STEPS, _EDGE_STEPS = 85, 60
_EXIF_SOFTWARE, _EXIF_COPYRIGHT = 0x0131, 0x8298
CREDIT = "Parts drawn from the LDraw Parts Library, CC BY 4.0 and CC BY 2.0, © LDraw.org and its part authors"


def png_bytes(image: Image, dpi: float = 0, credit: str = CREDIT) -> bytes:
    """`dpi` is how large it is on paper, where that is known."""
    from PIL.PngImagePlugin import PngInfo

    about = PngInfo()
    about.add_text("Software", PNG_SOFTWARE)
    if credit:
        about.add_itxt("Copyright", credit)
    written = BytesIO()
    size = {"dpi": (dpi, dpi)} if dpi else {}
    # A step less than usual takes half the time and a fortieth more room.
    image.save(written, "PNG", pnginfo=about, compress_level=5, **size)
    return written.getvalue()


def png_of(pixels: NDArray[np.uint8], credit: str = CREDIT) -> bytes:
    """The same for pixels (h, w, 3), or 4 with alpha, without Pillow.

    `render` of the Chub took 774 ms of processor time with this, 917 ms with Pillow.
    """
    height, width, channels = pixels.shape
    kinds = {3: 2, 4: 6}
    # Each row begins with its filter: 0 is none. Flat colours gain nothing from the others.
    rows = np.zeros((height, 1 + width * channels), np.uint8)
    rows[:, 1:] = pixels.reshape(height, -1)
    chunks = [
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, kinds[channels], 0, 0, 0)),
        (b"tEXt", b"Software\0" + PNG_SOFTWARE.encode("latin-1")),
        *([(b"iTXt", b"Copyright\0\0\0\0\0" + credit.encode())] if credit else []),
        (b"IDAT", zlib.compress(rows.data, 5)),
        (b"IEND", b""),
    ]
    packed = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(packed)


def webp_bytes(image: Image, *, has_shadow: bool = True) -> bytes:
    """For screens: a quarter of a PNG's size, with its transparency.

    Without a shadow that fades, a few steps of transparency are enough: they are at the edges only.
    """
    from PIL import Image as Images
    from PIL.WebPImagePlugin import WebPImageFile

    about = Images.Exif()
    about[_EXIF_SOFTWARE], about[_EXIF_COPYRIGHT] = PNG_SOFTWARE, CREDIT.replace("©", "(c)")
    written = BytesIO()
    # More effort takes twice the time for a quarter less room.
    steps = _SHADOW_STEPS if has_shadow else _EDGE_STEPS
    # By the class: by a name that it hasn't met, Pillow imports all formats.
    image.save(written, WebPImageFile.format, quality=80, alpha_quality=steps, method=2, exif=about)
    return written.getvalue()


SVG_FONT = f'font-family="{FAMILY}"'
_WEIGHTS = {Face.REGULAR: "", Face.BOLD: ' font-weight="700"', Face.CONDENSED: ' font-weight="600"'}


def svg_words(
    text: str, place: tuple[float, float], size: float, colour: str, face: Face = Face.REGULAR, more: str = ""
) -> str:
    """One line of text, standing on its place; `more` are attributes of ours."""
    # Whatever type a machine has, the words are as wide as ours.
    wide = number(width_of(text, size, face))
    return (
        f'<text x="{number(place[0])}" y="{number(place[1])}" textLength="{wide}" '
        f'lengthAdjust="spacingAndGlyphs" font-size="{number(size)}"{_WEIGHTS[face]} fill="{colour}"{more}>'
        f"{escape_text(text)}</text>"
    )


def number(value: float) -> str:
    """Short: an SVG has thousands of them."""
    return f"{value:.1f}".removesuffix(".0")


def escape_text(text: str) -> str:
    """Strangers' names are text and nothing else."""
    for letter, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(letter, entity)
    return printable(text)


_INK, _BODY, _MUTED = "#1a1a1a", "#ffffff", "#4a4a46"


def svg_text(
    title: str, art: LineArt, fills: Mapping[int, RGB], paper: RGB | None, labels: Sequence[str]
) -> str:
    """`fills` are the colours of the areas by number; `paper` None leaves the ground open."""
    width, height = art.camera.size
    thin = max(0.0011 * (width * height) ** 0.5, 0.5)
    ink = _MUTED if fills else _INK
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" {SVG_FONT}>',
        SVG_MARK,
        f"<title>{escape_text(title)}</title>",
        f"<desc>{escape_text(CREDIT)}</desc>",
    ]
    if paper is not None:
        lines.append(f'<rect width="{width}" height="{height}" fill="{hex_of(paper)}"/>')
    lines.append(f'<path fill="{_BODY}" fill-rule="evenodd" d="{_closed(art.whole)}"/>')
    for area, rings in art.areas.items():
        lines.append(f'<path fill="{hex_of(fills[area])}" fill-rule="evenodd" d="{_closed(rings)}"/>')
    lines.append(f'<g fill="none" stroke="{ink}" stroke-linecap="round" stroke-linejoin="round">')
    for paths, wide in ((art.glass, 0.6 * thin), (art.inner, thin), (art.outer, 1.9 * thin)):
        if paths:
            lines.append(f'<path stroke-width="{wide:.2f}" d="{_open(paths)}"/>')
    lines.append("</g>")
    return "\n".join([*lines, *labels, "</svg>", ""])


def _closed(rings: Sequence[Ring]) -> str:
    return "".join(f"M{_path(ring)}Z" for ring in rings)


def _open(paths: Sequence[Ring]) -> str:
    return "".join(f"M{_path(path)}" for path in paths)


def _path(corners: Ring) -> str:
    return "L".join(f"{number(x)} {number(y)}" for x, y in corners.tolist())
