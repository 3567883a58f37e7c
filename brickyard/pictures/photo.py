"""The hero picture: light followed ray by ray with mitsuba, its grain taken out with OIDN."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.diagnostics import BrickyardError
from ldraw_tools.rendering.camera import Camera
from ldraw_tools.rendering.paint import RGB, Light, Paint, exposed, linear
from ldraw_tools.rendering.picture import Look, draw
from ldraw_tools.rendering.shading import sun_way
from ldraw_tools.rendering.stage import Stage
from ldraw_tools.shapes import Points

# Rays a pixel, and how often each may bounce: glass before glass needs many.
SAMPLES = 48
_BOUNCES = 14
_TRIANGLES_AT_MOST = 6_000_000
_SKY_SIZE = (256, 128)
_SKY, _SUN, _SUN_DEGREES = 0.5, 62.0, 8.0
_TABLE = 0.86
_EDGES = 0.45
_EXPOSURE = 1.6


def photograph(stage: Stage, camera: Camera, paper: RGB | None, samples: int = SAMPLES) -> NDArray[np.uint8]:
    """(h, w, 4): the stage in the light of a studio; `paper` None is transparent ground."""
    mi, oidn = _programs()
    if stage.triangle_count > _TRIANGLES_AT_MOST:
        raise BrickyardError("too many triangles for a photograph; choose a part of it with --submodel")
    table, sky = float(stage.points[:, 1].max()), _sky(sun_way(camera))
    bodies = [_mesh(mi, *body) for body in _bodies(stage)]
    shown = _developed(mi, oidn, _scene(mi, sky, table, bodies), camera, samples)
    above = _from_above(stage.points)
    bare = _developed(mi, oidn, _scene(mi, sky, table, []), above, 64)
    return _composed(stage, camera, paper, shown, float(np.median(bare)))


def _programs() -> tuple[Any, Any]:
    try:
        import mitsuba
        import pyoidn
    except ImportError as error:
        raise BrickyardError(
            "--photo needs mitsuba and pyoidn, which come with brickyard[photo] "
            "(pipx: pipx inject brickyard mitsuba pyoidn)"
        ) from error
    mitsuba.set_variant("scalar_rgb")
    mitsuba.set_log_level(mitsuba.LogLevel.Error)
    return mitsuba, pyoidn


def _from_above(points: Points) -> Camera:
    """A look straight down at the table."""
    middle = points.mean(axis=0)
    eye = np.array([middle[0], points[:, 1].max() - 500, middle[2]])
    turn = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
    return Camera(eye, turn, 100.0, (8.0, 8.0), (16, 16))


def _scene(mi: Any, sky: NDArray[np.float32], table: float, bodies: list[Any]) -> dict[str, Any]:
    scene: dict[str, Any] = {
        "type": "scene",
        "sky": {"type": "envmap", "bitmap": mi.Bitmap(sky)},
        "table": {
            "type": "rectangle",
            "to_world": mi.ScalarTransform4f(_table(table)),
            "bsdf": {"type": "diffuse", "reflectance": {"type": "rgb", "value": [_TABLE] * 3}},
        },
    }
    scene.update((f"body{number}", body) for number, body in enumerate(bodies))
    return scene


def _sky(sun: Points) -> NDArray[np.float32]:
    """A bright dome with a soft sun: far away, so that the empty table is as bright everywhere."""
    width, height = _SKY_SIZE
    down = np.pi * (np.arange(height) + 0.5) / height
    around = 2 * np.pi * (np.arange(width) + 0.5) / width
    # As mitsuba has it: rows go from +y, which is down in LDraw, and columns begin at -z.
    ways = np.stack(
        (
            np.sin(down)[:, None] * np.sin(around)[None],
            np.repeat(np.cos(down)[:, None], width, axis=1),
            -np.sin(down)[:, None] * np.cos(around)[None],
        ),
        axis=2,
    )
    angle = np.degrees(np.arccos(np.clip(ways @ sun, -1, 1)))
    light = _SKY * (0.8 - 0.35 * ways[:, :, 1]) + _SUN * np.clip((_SUN_DEGREES - angle) / 3 + 0.5, 0, 1)
    return np.repeat(light[:, :, None], 3, axis=2).astype(np.float32)


def _table(level: float) -> Points:
    """A square so large that its rim is nowhere to be seen, a hair below what stands on it."""
    matrix = np.zeros((4, 4))
    matrix[0, 0], matrix[2, 1], matrix[1, 2], matrix[3, 3] = 1e6, 1e6, -1.0, 1.0
    matrix[1, 3] = level + 0.05
    return matrix


def _bodies(stage: Stage) -> list[tuple[Paint, Points, Points]]:
    """All triangles of a paint together: corners and normals (n, 3, 3)."""
    ids = np.arange(stage.triangle_count)
    places, normals = stage.corners_of(ids)
    good = np.isfinite(places).all(axis=(1, 2))
    paints = stage.paints_of(ids)
    return [
        (stage.paints[paint], places[chosen], normals[chosen])
        for paint in np.unique(paints[good]).tolist()
        if (chosen := good & (paints == paint)).any()
    ]


def _mesh(mi: Any, paint: Paint, corners: Points, normals: Points) -> Any:
    properties = mi.Properties()
    properties["mesh_bsdf"] = _surface(mi, paint)
    mesh = mi.Mesh("body", 3 * len(corners), len(corners), has_vertex_normals=True, props=properties)
    values = mi.traverse(mesh)
    values["vertex_positions"] = np.ascontiguousarray(corners, np.float32).ravel()
    values["vertex_normals"] = np.ascontiguousarray(normals, np.float32).ravel()
    values["faces"] = np.arange(3 * len(corners), dtype=np.uint32)
    values.update()
    return mesh


def _surface(mi: Any, paint: Paint) -> Any:
    # Gloss adds white to every colour; a little more of its own makes up for it.
    light = [float(part) ** 1.12 for part in linear(np.array(paint.rgb, np.float32) / 255)]
    colour = {"type": "rgb", "value": light}
    if paint.is_glass:
        tint = {"type": "rgb", "value": [0.1 + 0.9 * part**0.5 for part in light]}
        return mi.load_dict({"type": "thindielectric", "int_ior": 1.5, "specular_transmittance": tint})
    if paint.shine > 0.5:
        return mi.load_dict(
            {
                "type": "twosided",
                "bsdf": {"type": "roughconductor", "alpha": 0.15, "specular_reflectance": colour},
            }
        )
    rough = 0.35 if paint.shine < 0.1 else 0.09
    inner = {"type": "roughplastic", "diffuse_reflectance": colour, "alpha": rough, "int_ior": 1.4}
    return mi.load_dict({"type": "twosided", "bsdf": inner})


def _developed(mi: Any, oidn: Any, scene: dict[str, Any], camera: Camera, samples: int) -> Light:
    """(3, h, w) light, denoised with the help of albedo and normals."""
    width, height = camera.size
    matrix = np.eye(4)
    matrix[:3, 0], matrix[:3, 1], matrix[:3, 2] = -camera.turn[0], -camera.turn[1], camera.turn[2]
    matrix[:3, 3] = camera.eye
    scene["sensor"] = {
        "type": "perspective",
        "fov": float(np.degrees(2 * np.arctan(width / 2 / camera.scale))),
        "fov_axis": "x",
        "principal_point_offset_x": 0.5 - camera.centre[0] / width,
        "principal_point_offset_y": 0.5 - camera.centre[1] / height,
        "near_clip": 1.0,
        "far_clip": 1e9,
        "to_world": mi.ScalarTransform4f(matrix),
        "film": {"type": "hdrfilm", "width": width, "height": height, "rfilter": {"type": "box"}},
        "sampler": {"type": "independent", "sample_count": samples, "seed": 1},
    }
    scene["integrator"] = {
        "type": "aov",
        "aovs": "albedo:albedo,normal:sh_normal",
        "image": {"type": "path", "max_depth": _BOUNCES},
    }
    image = np.array(mi.render(mi.load_dict(scene), seed=1), np.float32)
    colour, albedo, normal = (np.ascontiguousarray(image[:, :, i : i + 3]) for i in (0, 3, 6))
    colour = np.nan_to_num(colour)
    clean = oidn.denoise(
        colour, albedo=np.clip(np.nan_to_num(albedo), 0, 1), normal=np.nan_to_num(normal), hdr=True
    )
    return np.ascontiguousarray(np.asarray(clean, np.float32).transpose(2, 0, 1))


def _composed(
    stage: Stage, camera: Camera, paper: RGB | None, shown: Light, bare: float
) -> NDArray[np.uint8]:
    """The model as it was photographed, on paper that has only its shadow, with fine edge lines."""
    look = Look(None, ground=False, shadows=False)
    drawn, plain = draw(stage, camera, look), draw(stage, camera, replace(look, lines=False))
    cover = plain.pixels[:, :, 3].astype(np.float32) / 255
    model = exposed(shown * np.float32(_EXPOSURE / bare))
    model *= _edges(drawn.pixels, plain.pixels)
    dark = 1 - np.clip(shown.mean(axis=0) / np.float32(bare * 0.98), 0, 1) ** np.float32(1 / 2.2)
    # The first few hundredths are grain, not shadow.
    dark = np.maximum(dark - np.float32(0.05), 0) * _nearness(stage, camera)
    pixels = np.full((*cover.shape, 4), 255, np.uint8)
    opacity = cover + (1 - cover) * dark
    for axis in range(3):
        if paper is None:
            own = 255 * model[axis] * cover / np.maximum(opacity, 1e-4)
        else:
            own = 255 * model[axis] * cover + (1 - cover) * (1 - dark) * np.float32(paper[axis])
        pixels[:, :, axis] = np.clip(own + 0.5, 0, 255)
    if paper is None:
        pixels[:, :, 3] = 255 * opacity + 0.5
    return pixels


def _edges(drawn: NDArray[np.uint8], plain: NDArray[np.uint8]) -> Light:
    """(3, h, w): how much darker lines make the drawing; in the photograph they do it less."""
    ratio = (drawn[:, :, :3].astype(np.float32) + 8) / (plain[:, :, :3].astype(np.float32) + 8)
    ratio = np.where(plain[:, :, 3:] > 200, np.clip(ratio, 0, 1.3), 1)
    return (1 + _EDGES * (ratio - 1)).transpose(2, 0, 1).astype(np.float32)


def _nearness(stage: Stage, camera: Camera) -> NDArray[np.float32]:
    """(h, w): 1 where the table is near the model, 0 where it is far or there is none."""
    width, height = camera.size
    number = np.arange(width * height)
    x, y = (number % width).astype(np.float32) + 0.5, (number // width).astype(np.float32) + 0.5
    rays = camera.rays(x, y)
    low, high = stage.points.min(axis=0), stage.points.max(axis=0)
    above = float(high[1] - camera.eye[1])
    if above <= 0:
        return np.zeros((height, width), np.float32)
    far = above / np.maximum(rays[1], np.float32(1e-6))
    across = np.hypot(
        rays[0] * far + camera.eye[0] - (low[0] + high[0]) / 2,
        rays[2] * far + camera.eye[2] - (low[2] + high[2]) / 2,
    )
    reach = float(np.linalg.norm(high - low))
    near = np.clip((1.9 * reach - across) / (0.9 * reach), 0, 1)
    near = np.where(rays[1] > 0, near * near * (3 - 2 * near), 0)
    return near.reshape(height, width).astype(np.float32)
