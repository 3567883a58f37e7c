"""Line art as an SVG file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from brickyard.pictures.paints import hex_of
from brickyard.pictures.png import CREDIT
from brickyard.pictures.svg import SVG_FONT, escaped, number
from ldraw_tools.authorship import SVG_MARK
from ldraw_tools.rendering.contours import Ring
from ldraw_tools.rendering.line_art import LineArt
from ldraw_tools.rendering.paint import RGB

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
        f"<title>{escaped(title)}</title>",
        f"<desc>{escaped(CREDIT)}</desc>",
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
