"""Files that a page offers for download, and the photograph that a manifest names."""

from __future__ import annotations

import os
import warnings
import zipfile
from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageOps

from brickyard.cards.drawn_cards import DrawnCard
from brickyard.facts.judged_designs import DesignFile
from ldraw_tools.file_overlay import is_file_there, read_bytes
from ldraw_tools.names import leaves_fence

PHOTO = "photo.jpg"
_FORMATS = ("JPEG", "PNG", "WEBP")
_MOST_BYTES = 60_000_000
_MOST_PIXELS = 100_000_000
_QUALITY = 86


class Download(NamedTuple):
    href: str
    label: str


def write_card(card: DrawnCard, folder: Path) -> list[Download]:
    (folder / "card.png").write_bytes(card.small_png())
    (folder / "card.pdf").write_bytes(card.small_pdf())
    return [Download("card.png", "Card (.png)"), Download("card.pdf", "Card (.pdf)")]


def write_copy(file: Path, slug: str, label: str, folder: Path) -> Download:
    """A copy of a file, under a name of ours."""
    suffix = file.suffix.lower()
    (folder / f"{slug}{suffix}").write_bytes(read_bytes(file))
    return Download(f"{slug}{suffix}", f"{label} ({suffix})")


def write_packed(data: bytes, name: str, target: str, folder: Path) -> None:
    """One file in an archive; the same bytes every run."""
    member = zipfile.ZipInfo(name)
    member.compress_type, member.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
    with zipfile.ZipFile(folder / target, "w") as archive:
        archive.writestr(member, data)


def write_bundle(manifest: Path, files: Sequence[Path], slug: str, folder: Path) -> Download:
    """A manifest with all it names, in one archive where each lies as the manifest says."""
    places = {Path(os.path.normpath(file.absolute())) for file in (manifest, *files)}
    data = packed_together({place: read_bytes(place) for place in places})
    (folder / f"{slug}.zip").write_bytes(data)
    return Download(f"{slug}.zip", "The list and its models (.zip, for the workbench too)")


def packed_together(files: Mapping[Path, bytes]) -> bytes:
    """Files in one archive, each at its place below the folder that holds them all."""
    root = os.path.commonpath([place.parent for place in files])
    target = BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for place in sorted(files):
            # The same bytes every run: no time, no owner.
            member = zipfile.ZipInfo(place.relative_to(root).as_posix())
            member.compress_type, member.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(member, files[place])
    return target.getvalue()


def photo_path(about: Mapping[str, str], folder: Path) -> Path | None:
    """Where the photograph is; absolute paths were refused when the manifest was read."""
    said = about.get("photo", "")
    return folder / said if said and said.isprintable() else None


def photo_of(file: DesignFile) -> Path | None:
    """The photograph that its list names, unless it may not be shown."""
    found = photo_path(file.subject.about, file.path.parent) if file.subject else None
    return None if found and leaves_fence(file.path.parent, found) else found


def photo_jpeg(path: Path, width: int) -> tuple[bytes, tuple[int, int]] | None:
    """Only its pixels, scaled down to the limits, and its size; None if we can't read it as a picture."""
    try:
        if not is_file_there(path) or len(data := read_bytes(path, _MOST_BYTES + 1)) > _MOST_BYTES:
            return None
        with warnings.catch_warnings():
            # Pillow's warning about large pictures; we have a limit of our own.
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(BytesIO(data), formats=_FORMATS) as opened:
                if opened.width * opened.height > _MOST_PIXELS:
                    return None
                opened.draft("RGB", (width, width))
                picture = ImageOps.exif_transpose(opened).convert("RGB")
        picture.thumbnail((width, width))
        written = BytesIO()
        # A new picture leaves out metadata such as where it was taken.
        Image.frombytes("RGB", picture.size, picture.tobytes()).save(
            written, "JPEG", quality=_QUALITY, optimize=True
        )
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    return written.getvalue(), picture.size
