"""Pictures on surfaces: which point of the picture a place has, and its colour there."""

from __future__ import annotations

import io
from dataclasses import replace
from io import BytesIO
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.geometry.normals import Normals
from ldraw_tools.geometry.pieces import Pieces
from ldraw_tools.geometry.texture_codes import FIRST_TEXTURE, plain, plain_codes, texture_of, with_colour
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.reading.lines import INHERIT
from ldraw_tools.reading.texture_maps import TextureMap
from ldraw_tools.rendering.camera import Planes
from ldraw_tools.rendering.finishes import Light, Paint, linear, srgb

Float32s = NDArray[np.float32]
Floats = NDArray[np.float64]
# A picture (h, w, 4) in linear light, then half as large, and so on as far as was asked for.
Levels = list[Float32s]

# The largest picture, in bytes and in pixels.
MOST_BYTES, MOST_PIXELS = 8 * 1024 * 1024, 4_000_000

# Half a picture and a little more: faces exactly at its border are in it.
_REACH = 0.5005


class PictureFrame(NamedTuple):
    """How a picture lies: where from (3,), three ways (3, 3), and how far it goes round and up, in radians.

    The three ways are across, up or down, and ahead; their lengths make coordinates go from 0 to 1.
    """

    kind: str
    origin: Floats
    ways: Floats
    round_and_up: tuple[float, float]

    @property
    def width(self) -> float:
        """About how wide a picture lies, in LDraw units."""
        if self.kind == "PLANAR":
            return 1 / max(float(np.linalg.norm(self.ways[0])), 1e-9)
        return self.round_and_up[0] / max(float(np.linalg.norm(self.ways[2])), 1e-9)

    def spots(self, places: Planes | Floats) -> tuple[Floats, Floats]:
        """Across and down the picture, each (n,) from 0 to 1 where it is, of places (3, n)."""
        x, y, z = self.ways @ (places - self.origin[:, None])
        if self.kind == "PLANAR":
            return x, y
        across = 0.5 + np.arctan2(x, z) / self.round_and_up[0]
        if self.kind == "CYLINDRICAL":
            return across, 1 - y
        high = np.arctan2(y, np.hypot(x, z))
        return across, 0.5 - high / self.round_and_up[1]


def frame_of(placed: TextureMap) -> PictureFrame:
    one, two, three = np.array(placed.points).reshape(3, 3)
    angles = [max(float(np.radians(angle)), 1e-6) for angle in (*placed.angles, 0.0, 0.0)[:2]]
    round_and_up = angles[0], angles[1]
    if placed.kind == "PLANAR":
        # From the upper left corner to the upper right and to the lower left one.
        across, down = two - one, three - one
        shares = across / max(float(across @ across), 1e-12), down / max(float(down @ down), 1e-12)
        return PictureFrame(placed.kind, one, np.stack((*shares, np.zeros(3))), round_and_up)
    if placed.kind == "CYLINDRICAL":
        # From the bottom to the top; the middle of the picture is towards the third point.
        along, far = _unit(two - one), float(np.linalg.norm(two - one))
        ahead = three - one - along * ((three - one) @ along)
        up = along / max(far, 1e-6)
    else:
        # From the middle towards the second point; the third says which way is up.
        ahead = two - one
        towards = _unit(ahead)
        along = _unit(three - one - towards * ((three - one) @ towards))
        up = along / max(float(np.linalg.norm(ahead)), 1e-6)
    near = max(float(np.linalg.norm(ahead)), 1e-6)
    right = np.cross(along, _unit(ahead)) / near
    return PictureFrame(placed.kind, one, np.stack((right, up, _unit(ahead) / near)), round_and_up)


def _unit(way: Floats) -> Floats:
    unit: Floats = way / max(float(np.linalg.norm(way)), 1e-9)
    return unit


class Texture:
    """A picture and how it lies; all that show the same picture share its levels."""

    def __init__(self, placed: TextureMap, levels: Levels) -> None:
        self.name, self.frame, self._levels = placed.image, frame_of(placed), levels

    @property
    def picture(self) -> Float32s:
        """(h, w, 4) in linear light, premultiplied by alpha."""
        return self._levels[0]

    def at(self, places: Planes, pixel_ldu: float) -> Float32s:
        """Light and its cover (4, n) at places (3, n), for pixels of a given size."""
        u, v = self.frame.spots(places)
        inside = np.flatnonzero((np.abs(u - 0.5) < _REACH) & (np.abs(v - 0.5) < _REACH))
        image = self._level(pixel_ldu)
        height, width = image.shape[:2]
        across, down = u[inside] * width - 0.5, v[inside] * height - 0.5
        column, row = np.floor(across), np.floor(down)
        right, below = (across - column).astype(np.float32), (down - row).astype(np.float32)
        found = np.zeros((len(inside), 4), np.float32)
        for x, y, part in (
            (0, 0, (1 - right) * (1 - below)),
            (1, 0, right * (1 - below)),
            (0, 1, (1 - right) * below),
            (1, 1, right * below),
        ):
            at = (
                np.clip(row + y, 0, height - 1).astype(np.intp),
                np.clip(column + x, 0, width - 1).astype(np.intp),
            )
            found += image[at] * part[:, None]
        shown = np.zeros((4, len(u)), np.float32)
        shown[:, inside] = found.T
        return shown

    def _level(self, pixel_ldu: float) -> Float32s:
        """The picture half as large as often as its pixels are smaller than ours."""
        texel = self.frame.width / max(self._levels[0].shape[1], 1)
        times = int(np.clip(np.log2(max(pixel_ldu, 1e-9) / max(texel, 1e-9)) + 0.5, 0, 12))
        while len(self._levels) <= times and min(self._levels[-1].shape[:2]) > 1:
            self._levels.append(halve(self._levels[-1]))
        return self._levels[min(times, len(self._levels) - 1)]


def halve(picture: Float32s) -> Float32s:
    """Half as large; an odd row or column at the end is left out."""
    last = picture[: picture.shape[0] // 2 * 2, : picture.shape[1] // 2 * 2]
    whole: Float32s = last[::2, ::2] + last[1::2, ::2] + last[::2, 1::2] + last[1::2, 1::2]
    whole /= np.float32(4)
    return whole


def decode_png(data: bytes) -> Levels | None:
    """The picture of a PNG; None for what isn't one, or is too large."""
    from PIL import Image

    if len(data) > MOST_BYTES:
        return None
    try:
        with Image.open(io.BytesIO(data), formats=("PNG",)) as image:
            if image.width * image.height > MOST_PIXELS:
                return None
            flat = np.asarray(image.convert("RGBA")).astype(np.float32) / np.float32(255)
    # Whatever a broken picture causes.
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    alpha = flat[:, :, 3:]
    # Colours by how much there is of them, so that they can be added up.
    return [np.concatenate((linear(flat[:, :, :3]) * alpha, alpha), axis=2)]


# The longest arc of a face around a ball or cylinder, in radians: below it, straight interpolation will do.
_FAR_AROUND = 0.4
# Each time makes four faces of one.
_MOST_HALVINGS = 3
# Of one part; with more, faces stay as they are.
_MOST_FACES = 200_000
# The longest side of a picture in a file for other programs, in pixels.
MOST_BAKED = 1024
# In bytes: larger pictures are compressed with a loss that is hardly visible.
_LONG_PICTURE = 40_000


class TexturedFaces(NamedTuple):
    """Corners and normals (n, 3, 3) of faces and their spots (n, 3, 2), from the picture's upper left."""

    corners: Points
    normals: Points
    spots: Points


def on_meshes(pieces: Pieces) -> Pieces:
    """The same pieces in plain colours: a piece with a texture becomes a mesh of its own."""
    if (pieces.colours < FIRST_TEXTURE).all():
        return pieces
    meshes, keys, mesh_of = list(pieces.meshes), list(pieces.keys), pieces.mesh.copy()
    made: dict[tuple[int, int], int] = {}
    stand_ins, of_library = set(pieces.stand_ins), set(pieces.of_library)
    for place in np.flatnonzero(pieces.colours >= FIRST_TEXTURE).tolist():
        number = int(pieces.mesh[place])
        code = with_colour(int(pieces.colours[place]), INHERIT)
        key = number, code
        if key not in made:
            made[key] = len(meshes)
            mesh = pieces.meshes[number]
            meshes.append(replace(mesh, colours=np.where(mesh.colours == INHERIT, code, mesh.colours)))
            keys.append(pieces.keys[number])
            for some in (stand_ins, of_library):
                some |= {made[key]} if number in some else set()
        mesh_of[place] = made[key]
    return replace(
        pieces,
        mesh=mesh_of,
        colours=plain_codes(pieces.colours),
        meshes=tuple(meshes),
        keys=tuple(keys),
        stand_ins=frozenset(stand_ins),
        of_library=frozenset(of_library),
    )


def texture_codes_in(colours: NDArray[np.int64]) -> list[int]:
    """Those of the colours (n,) that have a texture."""
    found = np.unique(colours[colours >= FIRST_TEXTURE]).tolist()
    return [code for code in found if texture_of(code) is not None]


def in_colour_of(code: int, piece: int) -> int:
    """A mesh's colour on a piece: the piece's own where it inherits, with the mesh's texture."""
    return with_colour(code, piece) if plain(code) == INHERIT else code


def with_spots(corners: Points, normals: Normals, code: int) -> TexturedFaces:
    """Faces (n, 3, 3) of one textured colour; those on curved textures are cut until the arcs are short."""
    placed = texture_of(code)
    assert placed is not None
    frame = frame_of(placed)
    whole = np.concatenate((corners, normals), axis=2).astype(np.float64)
    if frame.kind != "PLANAR":
        whole = _cut_behind(whole, frame)
        for _ in range(_MOST_HALVINGS):
            if not len(whole) or 4 * len(whole) > _MOST_FACES or _around(whole, frame) < _FAR_AROUND:
                break
            whole = _quartered(whole)
    ways = whole[:, :, 3:]
    lengths = np.sqrt(np.square(ways).sum(axis=2, keepdims=True))
    ways = ways / np.where(lengths > 0, lengths, 1)
    return TexturedFaces(whole[:, :, :3], ways, _spots(whole[:, :, :3], frame))


def _spots(corners: Points, frame: PictureFrame) -> Points:
    places = corners.reshape(-1, 3).T
    spots = np.stack(frame.spots(places), axis=1).reshape(-1, 3, 2)
    if frame.kind == "PLANAR":
        return spots
    x, _, z = (frame.ways @ (places - frame.origin[:, None])).reshape(3, -1, 3)
    # Directly behind is at both ends of the picture: take the end where the rest of the face is.
    whole_turn = 2 * np.pi / frame.round_and_up[0]
    side = np.sign(x.sum(axis=1, keepdims=True))
    behind = (z < 0) & (np.abs(x) < 1e-6)
    spots[:, :, 0] = np.where(behind, 0.5 + side * whole_turn / 2, spots[:, :, 0])
    # On the axis every angle fits: that of the rest of the face avoids distortion.
    axis = np.hypot(x, z) < 1e-6
    others = np.where(axis, 0, spots[:, :, 0]).sum(axis=1) / np.maximum((~axis).sum(axis=1), 1)
    spots[:, :, 0] = np.where(axis, others[:, None], spots[:, :, 0])
    return spots


def _cut_behind(faces: Points, frame: PictureFrame) -> Points:
    """No face (n, 3, 6) on both sides of the plane through the axis and the middle of the picture."""
    across = np.einsum("nki,i->nk", faces[:, :, :3] - frame.origin, frame.ways[0])
    sides = np.where(np.abs(across) < 1e-6, 0, np.sign(across))
    is_cut = (sides.min(axis=1) < 0) & (sides.max(axis=1) > 0)
    found = [faces[~is_cut]]
    for face, side, far in zip(faces[is_cut], sides[is_cut], across[is_cut], strict=True):
        # The corner that is alone on its side, or else one on the plane, comes first.
        alone = next((k for k in range(3) if side[k] == 0), -1)
        if alone < 0:
            alone = next(k for k in range(3) if (side == side[k]).sum() == 1)
        a, b, c = np.roll(face, -alone, axis=0)
        u, v, w = np.roll(far, -alone)
        if side[alone] == 0:
            middle = b + (c - b) * (v / (v - w))
            found.append(np.array([[a, b, middle], [a, middle, c]]))
            continue
        one, two = a + (b - a) * (u / (u - v)), a + (c - a) * (u / (u - w))
        found.append(np.array([[a, one, two], [one, b, c], [one, c, two]]))
    return np.concatenate(found)


def _around(faces: Points, frame: PictureFrame) -> float:
    """The longest arc of any of them, in radians."""
    spots = _spots(faces[:, :, :3], frame)
    far = np.ptp(spots, axis=1) * np.array(frame.round_and_up)
    wide = far if frame.kind == "SPHERICAL" else far[:, :1]
    return float(wide.max())


def _quartered(faces: Points) -> Points:
    a, b, c = faces.transpose(1, 0, 2)
    ab, bc, ca = (a + b) / 2, (b + c) / 2, (c + a) / 2
    parts = ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))
    return np.concatenate([np.stack(part, axis=1) for part in parts])


# Pictures for files.


def baked_picture(paint: Paint, texture: Texture) -> bytes:
    """The picture on its paint, with a border of the plain paint: PNG, or JPEG where that is shorter.

    Programs repeat the border where a face goes on beyond the picture.
    """
    found = _at_most(texture.picture, MOST_BAKED)
    high, wide = (_border(size) for size in found.shape[:2])
    found = np.pad(found, ((high, high), (wide, wide), (0, 0)))
    light: Light = linear(np.array(paint.rgb) / 255) * (1 - found[:, :, 3:]) + found[:, :, :3]
    alpha = np.float32(paint.alpha) * (1 - found[:, :, 3:]) + found[:, :, 3:]
    shown = np.rint(255 * np.concatenate((srgb(light), alpha), axis=2)).astype(np.uint8)
    if paint.is_glass:
        return _encoded(shown, "PNG", optimize=True)
    solid = shown[:, :, :3]
    whole = _encoded(solid, "PNG", optimize=True)
    return min(whole, _encoded(solid, "JPEG", quality=90, subsampling=0), key=len)


def on_baked(spots: Points, texture: Texture) -> Points:
    """Texture coordinates (n, 2) in the picture with its border."""
    height, width = _at_most(texture.picture, MOST_BAKED).shape[:2]
    size = np.array([width, height])
    border = np.array([_border(width), _border(height)])
    moved: Points = (spots * size + border) / (size + 2 * border)
    return moved


def webp_picture(texture: Texture, most: int) -> bytes:
    """The picture itself, no side longer than `most` pixels; without loss unless that makes it long."""
    found = _at_most(texture.picture, most)
    light = (found[:, :, :3] / np.maximum(found[:, :, 3:], 1e-6)).astype(np.float32)
    shown = np.concatenate((srgb(light), found[:, :, 3:]), axis=2)
    pixels = np.rint(255 * shown).astype(np.uint8)
    whole = _encoded(pixels, "WEBP", lossless=True)
    return whole if len(whole) < _LONG_PICTURE else min(whole, _encoded(pixels, "WEBP", quality=88), key=len)


def _border(size: int) -> int:
    return max(2, size // 32)


def _at_most(picture: NDArray[np.float32], most: int) -> NDArray[np.float32]:
    while max(picture.shape[:2]) > most and min(picture.shape[:2]) > 1:
        picture = halve(picture)
    return picture


def _encoded(pixels: NDArray[np.uint8], kind: str, **options: Any) -> bytes:
    from PIL import Image

    held = BytesIO()
    Image.fromarray(pixels).save(held, kind, **options)
    return held.getvalue()
