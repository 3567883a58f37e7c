"""A dark line around what a step adds: white parts stand out from pale ones too, and on bad printers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from brickyard.pictures.overlay import INK
from brickyard.pictures.paints import rgb_of

if TYPE_CHECKING:
    from PIL.Image import Image

# Of the picture's mean side.
_WIDTH = 0.0035


def outlined(image: Image, mask: NDArray[np.bool_]) -> Image:
    """The picture with a line around the mask (h, w), outside of it."""
    from PIL import Image as Images
    from PIL import ImageFilter

    if not mask.any():
        return image
    wide = max(_WIDTH * (image.width * image.height) ** 0.5, 1.0)
    shape = Images.fromarray(mask).convert("L")
    # A blurred mask is a little dark outside of its edge: stretched, it is a smooth shape so much larger.
    around = shape.filter(ImageFilter.GaussianBlur(wide))
    grown = np.clip((np.asarray(around, np.float32) - 38) * 8, 0, 255)
    inside = np.asarray(shape.filter(ImageFilter.GaussianBlur(0.4)), np.float32)
    line = Images.fromarray(np.clip(grown - inside, 0, 255).astype(np.uint8))
    ink = Images.new("RGBA", image.size, (*rgb_of(INK), 255))
    ink.putalpha(line)
    picture = image.convert("RGBA")
    picture.alpha_composite(ink)
    return picture if image.mode == "RGBA" else picture.convert(image.mode)
