"""Colour codes that stand for a colour with a texture on it.

Such a code travels through meshes and placements as any colour does; the points of its map are always
those of the file or mesh that has the colour.
"""

from __future__ import annotations

from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.measuring.shapes import Points
from ldraw_tools.reading.texture_maps import TextureLines, TextureMap

# Above all colours that LDraw knows, direct ones too.
FIRST_TEXTURE = 0x4000_0000
# In one process; what is more keeps its plain colour.
_MOST = 20_000

_TEXTURES: dict[int, tuple[TextureMap, int]] = {}


def texture_code(colour: int, texture: TextureMap) -> int:
    """The code of a colour with a texture on it: the same in every run."""
    key = texture, plain(colour)
    digest = blake2b(repr((tuple(texture), key[1])).encode(), digest_size=8).digest()
    code = FIRST_TEXTURE + int.from_bytes(digest, "little") % FIRST_TEXTURE
    while _TEXTURES.get(code, key) != key:
        code += 1
    if code not in _TEXTURES and len(_TEXTURES) >= _MOST:
        return key[1]
    _TEXTURES[code] = key
    return code


def texture_of(code: int) -> TextureMap | None:
    found = _TEXTURES.get(code)
    return found[0] if found else None


def plain(code: int) -> int:
    """The colour without its texture."""
    found = _TEXTURES.get(code)
    return found[1] if found else code


def plain_codes(codes: NDArray[np.int64]) -> NDArray[np.int64]:
    """(n,) colours without their textures."""
    if not (codes >= FIRST_TEXTURE).any():
        return codes
    return np.array([plain(code) for code in codes.tolist()], np.int64)


def with_colour(code: int, colour: int) -> int:
    """The same texture on another colour."""
    found = texture_of(code)
    return colour if found is None else texture_code(colour, found)


def moved_codes(codes: NDArray[np.int64], matrices: Points) -> NDArray[np.int64]:
    """Codes (n,) as they are where their files are placed (n, 3, 4)."""
    moved = codes.copy()
    for place in np.flatnonzero(codes >= FIRST_TEXTURE).tolist():
        found = texture_of(int(codes[place]))
        if found is not None:
            moved[place] = texture_code(int(codes[place]), _moved(found, matrices[place]))
    return moved


def seen_from(codes: NDArray[np.int64], matrices: Points) -> NDArray[np.int64]:
    """Codes (m, n) of textures as what is placed there (n, 3, 4) sees them."""
    back = np.zeros_like(matrices)
    back[:, :, :3] = np.linalg.pinv(np.nan_to_num(matrices[:, :, :3], posinf=0, neginf=0))
    back[:, :, 3] = -np.einsum("nij,nj->ni", back[:, :, :3], matrices[:, :, 3])
    return np.stack([moved_codes(row, back) for row in codes])


def with_textures(
    colours: NDArray[np.int64], lines: NDArray[np.intp], textures: list[TextureLines]
) -> NDArray[np.int64]:
    """The colours (n,) of what stands in lines (n,), with the innermost texture there."""
    colours = colours.copy()
    for one in textures:
        here = (lines > one.first) & (lines < one.last)
        for colour in set(colours[here].tolist()):
            colours[here & (colours == colour)] = texture_code(colour, one.map)
    return colours


def _moved(texture: TextureMap, matrix: Points) -> TextureMap:
    """By a placement (3, 4)."""
    points = np.array(texture.points).reshape(3, 3) @ matrix[:, :3].T + matrix[:, 3]
    return TextureMap(texture.kind, tuple(points.reshape(-1).tolist()), texture.angles, texture.image)
