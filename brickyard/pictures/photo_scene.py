"""What is photographed, in plain numbers and words: light, table, bodies, surfaces, camera."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ldraw_tools.measuring.shapes import Points
from ldraw_tools.rendering.camera import Camera
from ldraw_tools.rendering.paint import Paint, linear
from ldraw_tools.rendering.stage import Stage

# How often each ray may bounce: glass before glass needs many.
_BOUNCES = 14
_SKY_SIZE = (256, 128)
_SKY, _SUN, _SUN_DEGREES = 0.5, 62.0, 8.0
_TABLE = 0.86

Description = dict[str, Any]


def sky(sun: Points) -> NDArray[np.float32]:
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


def table_matrix(level: float) -> Points:
    """A square so large that its rim is nowhere to be seen, a hair below what stands on it."""
    matrix = np.zeros((4, 4))
    matrix[0, 0], matrix[2, 1], matrix[1, 2], matrix[3, 3] = 1e6, 1e6, -1.0, 1.0
    matrix[1, 3] = level + 0.05
    return matrix


def table_surface() -> Description:
    return {"type": "diffuse", "reflectance": {"type": "rgb", "value": [_TABLE] * 3}}


def bodies_of(stage: Stage) -> list[tuple[Paint, Points, Points]]:
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


def surface(paint: Paint) -> Description:
    """Plastic, metal, rubber or glass."""
    # Gloss adds white to every colour; a little more of its own makes up for it.
    light = [float(part) ** 1.12 for part in linear(np.array(paint.rgb, np.float32) / 255)]
    colour = {"type": "rgb", "value": light}
    if paint.is_glass:
        tint = {"type": "rgb", "value": [0.1 + 0.9 * part**0.5 for part in light]}
        return {"type": "thindielectric", "int_ior": 1.5, "specular_transmittance": tint}
    if paint.shine > 0.5:
        metal = {"type": "roughconductor", "alpha": 0.15, "specular_reflectance": colour}
        return {"type": "twosided", "bsdf": metal}
    rough = 0.35 if paint.shine < 0.1 else 0.09
    plastic = {"type": "roughplastic", "diffuse_reflectance": colour, "alpha": rough, "int_ior": 1.4}
    return {"type": "twosided", "bsdf": plastic}


def sensor_matrix(camera: Camera) -> Points:
    """(4, 4): mitsuba looks along +z with x to the left and y up."""
    matrix = np.eye(4)
    matrix[:3, 0], matrix[:3, 1], matrix[:3, 2] = -camera.turn[0], -camera.turn[1], camera.turn[2]
    matrix[:3, 3] = camera.eye
    return matrix


def sensor(camera: Camera, samples: int) -> Description:
    """Our camera as mitsuba's, all but where it stands; the same grain every run."""
    width, height = camera.size
    return {
        "type": "perspective",
        "fov": float(np.degrees(2 * np.arctan(width / 2 / camera.scale))),
        "fov_axis": "x",
        "principal_point_offset_x": 0.5 - camera.centre[0] / width,
        "principal_point_offset_y": 0.5 - camera.centre[1] / height,
        "near_clip": 1.0,
        "far_clip": 1e9,
        "film": {"type": "hdrfilm", "width": width, "height": height, "rfilter": {"type": "box"}},
        "sampler": {"type": "independent", "sample_count": samples, "seed": 1},
    }


def integrator() -> Description:
    """Light, and what taking the grain out needs to know of what is seen."""
    return {
        "type": "aov",
        "aovs": "albedo:albedo,normal:sh_normal",
        "image": {"type": "path", "max_depth": _BOUNCES},
    }


def from_above(points: Points) -> Camera:
    """A look straight down at the table."""
    middle = points.mean(axis=0)
    eye = np.array([middle[0], points[:, 1].max() - 500, middle[2]])
    turn = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
    return Camera(eye, turn, 100.0, (8.0, 8.0), (16, 16))
