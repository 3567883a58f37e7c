"""The colours of faces: what every pixel and sample of a picture shows before lines and glass."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.rendering.camera import Camera, Planes
from ldraw_tools.rendering.finishes import Light, Paint, expose
from ldraw_tools.rendering.shading import ALL_OF_IT, Lamp, Palette, shade
from ldraw_tools.rendering.stage import Ids, Stage
from ldraw_tools.rendering.surface import Faces, LaidPictures

Float32s = NDArray[np.float32]

# Samples to shade at a time: few enough to stay in the processor's cache.
_AT_ONCE = 20_000


class Painter:
    """Colours of a stage's faces in paints, by their numbers, as the camera of the samples sees them."""

    def __init__(
        self, stage: Stage, paints: Sequence[Paint], fine: Camera, lamp: Lamp, pixels_per_ldu: float
    ) -> None:
        self.lamp = lamp
        self._stage, self._paints, self._fine, self._pixels_per_ldu = stage, paints, fine, pixels_per_ldu

    @cached_property
    def palette(self) -> Palette:
        return Palette.of(self._paints)

    @cached_property
    def laid(self) -> LaidPictures:
        return LaidPictures(self._stage, self._paints, self._pixels_per_ldu)

    def ways(self, x: Float32s, y: Float32s) -> Planes:
        """(3, n) from the eye through places of the samples' grid."""
        return self._fine.ways(x, y)

    def shaded(
        self,
        faces: Faces,
        face: Ids,
        paints: Ids,
        x: Float32s,
        y: Float32s,
        light: tuple[Float32s, Float32s] = (ALL_OF_IT, ALL_OF_IT),
    ) -> Light:
        """sRGB (3, n) of faces in paints at places of the samples' grid.

        `light` is how much of the sky's and of the sun's reaches them: (n,), or one for all.
        """
        shown = np.empty((3, len(face)), np.float32)
        for start in range(0, len(face), _AT_ONCE):
            some = slice(start, start + _AT_ONCE)
            sky, sun = (part[some] if len(part) > 1 else part for part in light)
            ways, seen, painted = self.ways(x[some], y[some]), face[some], paints[some]
            lit, gloss = shade(
                self.lamp,
                self.palette,
                painted,
                faces.normals(seen, x[some], y[some]),
                ways,
                sky,
                sun,
                faces.places(seen, ways),
                self._pictured(faces, seen, painted, ways) if self.laid else None,
            )
            lit += gloss
            shown[:, some] = expose(lit)
        return shown

    def _pictured(self, faces: Faces, face: Ids, paints: Ids, ways: Planes) -> Light:
        """The colours (3, n) of pixels, with textures on them."""
        laid = self.laid.at(faces, face, paints, ways)
        light: Light = self.palette.light.take(paints, axis=1) * (1 - laid[3]) + laid[:3]
        return light
