"""Small pictures of the units in a game, each model drawn once, as data inside the page."""

from __future__ import annotations

import base64
from collections.abc import Iterable

from brickyard.facts.judged_designs import JudgedDesign
from ldraw_tools.findings import RefusedError

# A square as on the page's cards, twice as large for dense screens.
_SIZE = (264, 264)


def pictures_of(designs: Iterable[JudgedDesign]) -> tuple[dict[str, str], dict[int, str]]:
    """Pictures by key, and the key of each design by its place; designs on paper have none."""
    pictures: dict[str, str] = {}
    keys: dict[int, str] = {}
    seen: dict[tuple[str, int | None], str] = {}
    for place, design in enumerate(designs):
        # A file may hold several units.
        look = design.digest, design.unit.node
        if look not in seen:
            data = portrait_webp(design)
            seen[look] = f"p{len(pictures) + 1}" if data else ""
            if data:
                pictures[seen[look]] = "data:image/webp;base64," + base64.b64encode(data).decode()
        if seen[look]:
            keys[place] = seen[look]
    return pictures, keys


def portrait_webp(design: JudgedDesign) -> bytes:
    """Transparent with a shadow, as on a site's page; empty if there is nothing to draw."""
    from brickyard.pictures.picture_files import webp_bytes
    from brickyard.pictures.shots import Shot, cut_out
    from brickyard.pictures.system_marks import open_design

    try:
        drawn = open_design(design)
        return webp_bytes(cut_out(drawn.subject, Shot(_SIZE))[0]) if drawn else b""
    except RefusedError:
        # A model without any part that we know.
        return b""
