"""The hero picture: light followed ray by ray with mitsuba, its grain taken out with OIDN."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brickyard.pictures import photo_scene
from brickyard.pictures.photo_scene import Description
from ldraw_tools.findings import BrickyardError
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.rendering.camera import Camera
from ldraw_tools.rendering.paint import RGB, Light, Paint, exposed
from ldraw_tools.rendering.picture import Look, draw
from ldraw_tools.rendering.shading import sun_way
from ldraw_tools.rendering.stage import Stage

# Rays a pixel.
SAMPLES = 48
_TRIANGLES_AT_MOST = 6_000_000
_EDGES = 0.45
_EXPOSURE = 1.6


def photograph(stage: Stage, camera: Camera, paper: RGB | None, samples: int = SAMPLES) -> NDArray[np.uint8]:
    """(h, w, 4): the stage in the light of a studio; `paper` None is transparent ground."""
    mi, oidn = _programs()
    if stage.triangle_count > _TRIANGLES_AT_MOST:
        raise BrickyardError("too many triangles for a photograph; choose a part of it with --submodel")
    table, sky = float(stage.points[:, 1].max()), photo_scene.sky(sun_way(camera))
    bodies = [_mesh(mi, *body) for body in photo_scene.bodies_of(stage)]
    shown = _developed(mi, oidn, _scene(mi, sky, table, bodies), camera, samples)
    above = photo_scene.from_above(stage.points)
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


def _scene(mi: Any, sky: NDArray[np.float32], table: float, bodies: list[Any]) -> Description:
    scene: Description = {
        "type": "scene",
        "sky": {"type": "envmap", "bitmap": mi.Bitmap(sky)},
        "table": {
            "type": "rectangle",
            "to_world": mi.ScalarTransform4f(photo_scene.table_matrix(table)),
            "bsdf": photo_scene.table_surface(),
        },
    }
    scene.update((f"body{number}", body) for number, body in enumerate(bodies))
    return scene


def _mesh(mi: Any, paint: Paint, corners: Points, normals: Points) -> Any:
    properties = mi.Properties()
    properties["mesh_bsdf"] = mi.load_dict(photo_scene.surface(paint))
    mesh = mi.Mesh("body", 3 * len(corners), len(corners), has_vertex_normals=True, props=properties)
    values = mi.traverse(mesh)
    values["vertex_positions"] = np.ascontiguousarray(corners, np.float32).ravel()
    values["vertex_normals"] = np.ascontiguousarray(normals, np.float32).ravel()
    values["faces"] = np.arange(3 * len(corners), dtype=np.uint32)
    values.update()
    return mesh


def _developed(mi: Any, oidn: Any, scene: Description, camera: Camera, samples: int) -> Light:
    """(3, h, w) light, denoised with the help of albedo and normals."""
    place = mi.ScalarTransform4f(photo_scene.sensor_matrix(camera))
    scene["sensor"] = {**photo_scene.sensor(camera, samples), "to_world": place}
    scene["integrator"] = photo_scene.integrator()
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
