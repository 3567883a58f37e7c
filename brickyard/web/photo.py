"""A photograph that a manifest names: made small, and nothing of it but its pixels passed on."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

PHOTO = "photo.jpg"
_FORMATS = ("JPEG", "PNG", "WEBP")
_MOST_BYTES = 60_000_000
_MOST_PIXELS = 100_000_000
_QUALITY = 86


def photo_path(about: Mapping[str, str], folder: Path) -> Path | None:
    """The reader of manifests let no absolute path through."""
    said = about.get("photo", "")
    return folder / said if said and said.isprintable() else None


def photo_jpeg(path: Path, width: int) -> tuple[bytes, tuple[int, int]] | None:
    """At most so wide and as high, with its size; None for what isn't a picture we can read."""
    from PIL import Image, ImageOps

    try:
        if not path.is_file() or path.stat().st_size > _MOST_BYTES:
            return None
        with warnings.catch_warnings():
            # Of a picture that is too large; we have a bound of our own.
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(path, formats=_FORMATS) as opened:
                if opened.width * opened.height > _MOST_PIXELS:
                    return None
                opened.draft("RGB", (width, width))
                picture = ImageOps.exif_transpose(opened).convert("RGB")
        picture.thumbnail((width, width))
        written = BytesIO()
        # A fresh picture: where it was taken is nobody's business.
        Image.frombytes("RGB", picture.size, picture.tobytes()).save(
            written, "JPEG", quality=_QUALITY, optimize=True
        )
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    return written.getvalue(), picture.size
