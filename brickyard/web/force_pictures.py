"""The pictures of a force's page: its photograph, all its models in one row, and in ranks for its card."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from brickyard.facts.judged_designs import DesignFile
from brickyard.pictures.line_up import in_ranks, line_up
from brickyard.pictures.picture_files import webp_bytes
from brickyard.pictures.shots import Shot, cut_out, tight
from brickyard.pictures.subject import Subject
from brickyard.pictures.system_marks import open_design
from brickyard.plots.plot_writing import force_social_card, social_card_png
from brickyard.web.page_files import PHOTO, photo_jpeg, photo_path
from brickyard.web.page_pictures import PICTURE, THUMB, brought_down
from brickyard.web.site_pages import PREVIEW, Pages
from ldraw_tools.findings import RefusedError, count_of
from ldraw_tools.names import leaves_fence

if TYPE_CHECKING:
    from PIL.Image import Image

LINE_UP, DENSE_LINE_UP = "lineup.webp", "lineup-2x.webp"


def photo_of(file: DesignFile) -> Path | None:
    """The photograph that its list names, unless it may not be shown."""
    found = photo_path(file.subject.about, file.path.parent) if file.subject else None
    return None if found and leaves_fence(file.path.parent, found) else found


def write_pictures(pages: Pages, file: DesignFile, place: Path) -> dict[str, Any]:
    """Writes them, and returns what the page must know of them."""
    said: dict[str, Any] = {"photo": "", "photo_size": (0, 0)}
    said |= {"lineup": "", "lineup_size": (0, 0), "lineup_set": "", "lineup_more": ""}
    width = pages.settings.width
    path = photo_of(file)
    is_wanted = path is not None and (pages.settings.outside or not pages.is_outside(path))
    photo = photo_jpeg(path, width) if path and is_wanted else None
    if photo:
        (place / PHOTO).write_bytes(photo[0])
        said |= {"photo": PHOTO, "photo_size": photo[1]}
        _write_card_pictures(_opened(photo[0]), width, place)
    designs = list(_drawable(file))
    try:
        said |= _line_up(pages, file, designs, place)
        if designs and not photo:
            _write_card_pictures(_ranks(designs, width), width, place)
    except RefusedError:
        # The pages of its designs say why.
        pass
    return said


def _line_up(
    pages: Pages, file: DesignFile, designs: list[tuple[Subject, int]], place: Path
) -> dict[str, Any]:
    width = pages.settings.width
    shown = line_up(designs, width * 5 // 3)
    if shown is None:
        return {}
    picture = tight(*cut_out(shown.subject, Shot(shown.size, shown.view)))
    size = width, max(round(picture.height * width / picture.width), 1)
    dense = webp_bytes(picture)
    (place / DENSE_LINE_UP).write_bytes(dense)
    (place / LINE_UP).write_bytes(webp_bytes(brought_down(picture, size)))
    if pages.settings.address:
        (place / PREVIEW).write_bytes(social_card_png(force_social_card(file.facts, dense)))
    files = f"{LINE_UP} {width}w, {DENSE_LINE_UP} {picture.width}w"
    more = count_of(shown.left_out, "more design") if shown.left_out else ""
    return {"lineup": LINE_UP, "lineup_size": size, "lineup_set": files, "lineup_more": more}


def _ranks(designs: list[tuple[Subject, int]], width: int) -> Image:
    """As large as a card of the gallery is on dense screens, and filling it."""
    shown = in_ranks(designs, width * 3 // 4)
    assert shown is not None
    return cut_out(shown.subject, Shot(shown.size, shown.view))[0]


def _write_card_pictures(picture: Image, width: int, place: Path) -> None:
    for name, most in ((PICTURE, width * 3 // 4), (THUMB, width * 3 // 8)):
        scale = min(1.0, most / picture.width, 0.75 * most / picture.height)
        size = max(round(picture.width * scale), 1), max(round(picture.height * scale), 1)
        (place / name).write_bytes(webp_bytes(brought_down(picture, size)))


def _opened(data: bytes) -> Image:
    from PIL import Image as Images

    with Images.open(BytesIO(data)) as image:
        return image.convert("RGBA")


def _drawable(file: DesignFile) -> Iterator[tuple[Subject, int]]:
    for one in file.designs:
        if one.is_spare:
            continue
        try:
            design = open_design(one)
        except RefusedError:
            # Its own page says why.
            continue
        if design:
            yield design.subject, one.count
