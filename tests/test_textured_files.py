"""Textures in .glb files and in scenes of the 3D view: the right spot of the right picture everywhere."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh
from PIL import Image

from brickyard.pictures.model_pictures import export_model
from brickyard.pictures.shots import Shot, camera_for, points_of, view_for
from brickyard.pictures.subject import Subject, model_subject
from brickyard.web.viewer_scene import make_scene
from catalog.database.part_database import open_workspace
from fleets.models.survey import survey
from ldraw_tools.geometry.texture_codes import texture_code
from ldraw_tools.reading.texture_maps import read_texture
from ldraw_tools.rendering.textures import Texture, on_meshes, webp_picture, with_spots
from ldraw_tools.workspace import Workspace
from tests.drawing import CUBE
from tests.test_textures import BLUE, BRICK, FRONT, GREEN, RED, SKIN, START, WHITE, png

YELLOW = (250, 200, 10)
# Of the front: upper left, upper right, lower left, lower right, where quarters have their middle.
QUARTERS = [(-5, -5), (5, -5), (-5, 5), (5, 5)]


def workspace_in(folder: Path, *lines: str, skin: bytes = SKIN) -> tuple[Path, Workspace]:
    parts = folder / "shelf" / "parts"
    parts.mkdir(parents=True, exist_ok=True)
    (parts / "cube.dat").write_text("\n".join(CUBE) + "\n", encoding="utf-8")
    (folder / "m.ldr").write_text("\n".join(["0 m", *lines]) + "\n", encoding="utf-8")
    (folder / "skin.png").write_bytes(skin)
    return folder / "m.ldr", open_workspace([folder / "shelf"])


def subject_in(folder: Path, *lines: str) -> Subject:
    model, workspace = workspace_in(folder, *lines)
    return model_subject(workspace.assembly(model), workspace.of(model, survey))


def scene_in(folder: Path, *lines: str) -> dict[str, Any]:
    subject = subject_in(folder, *lines)
    camera = camera_for(subject, Shot((120, 90)))
    return make_scene(subject.pieces, subject.paints, camera, view_for(points_of(subject), subject.role))


def colours_on_the_front(model: Path, workspace: Workspace, places: list[tuple[int, int]]) -> list[Any]:
    """What another program shows at places of the front, as it finds them by its corners' spots."""
    target = model.with_suffix(".glb")
    export_model(model, target, workspace, force=True)
    scene: Any = trimesh.load(io.BytesIO(target.read_bytes()), file_type="glb")
    [mesh] = [
        one for one in scene.geometry.values() if one.visual.kind == "texture" and one.visual.uv is not None
    ]
    image = np.asarray(mesh.visual.material.baseColorTexture.convert("RGB"))
    found = []
    for x, y in places:
        for face in mesh.faces:
            corners = mesh.vertices[face]
            if not np.allclose(corners[:, 2], -10):
                continue
            shares = trimesh.triangles.points_to_barycentric(corners[None], [(x, y, -10)])[0]
            if shares.min() > -1e-6:
                # trimesh has pictures upside down.
                u, v = shares @ mesh.visual.uv[face]
                spot = np.clip(
                    [(1 - v) * image.shape[0], u * image.shape[1]], 0, np.array(image.shape[:2]) - 1
                )
                found.append(tuple(image[tuple(spot.astype(int))].tolist()))
                break
    return found


HOW = {
    "flat": FRONT,
    "around a cylinder": "CYLINDRICAL 0 10 0 0 -10 0 0 10 -10 90",
    "around a ball": "SPHERICAL 0 0 0 0 0 -10 0 -10 0 90 90",
}


@pytest.mark.parametrize("how", HOW)
def test_a_glb_has_the_picture_where_the_still_has_it(how: str, tmp_path: Path) -> None:
    model, workspace = workspace_in(tmp_path, f"{START} {HOW[how]} skin.png", BRICK)
    seen = colours_on_the_front(model, workspace, QUARTERS)
    assert np.abs(np.array(seen) - [RED, GREEN, BLUE, WHITE]).max() <= 3


def test_beyond_the_picture_and_where_it_shows_nothing_a_glb_has_the_colour_of_the_brick(
    tmp_path: Path,
) -> None:
    half = "PLANAR -10 -10 -10 0 -10 -10 -10 10 -10"
    skin = png(RED, (0, 0, 0, 0), BLUE, WHITE)
    model, workspace = workspace_in(tmp_path, f"{START} {half} skin.png", BRICK, skin=skin)
    seen = colours_on_the_front(model, workspace, [(-8, -5), (-2, -5), (2, -5), (9, 5)])
    assert np.abs(np.array(seen) - [RED, YELLOW, YELLOW, YELLOW]).max() <= 3


def test_no_face_goes_through_the_whole_picture_where_its_ends_meet() -> None:
    found = read_texture("START CYLINDRICAL 0 10 0 0 -10 0 0 10 -10 360 skin.png")
    assert found
    corners = np.array([[[-10, 10, 8], [10, 10, 8], [0, -10, 8]], [[-9, 0, 9], [0, 0, 9], [9, 5, 2]]], float)
    normals = np.tile(np.array([0, 0, 1], np.float32), (2, 3, 1))
    laid = with_spots(corners, normals, texture_code(4, found))
    wide = np.ptp(laid.spots[:, :, 0], axis=1)
    assert wide.max() < 0.1
    assert 0 <= laid.spots.min() <= laid.spots.max() <= 1.0001
    # Cut, not lost: the pieces cover what there was.
    areas = [
        np.linalg.norm(np.cross(some[:, 1] - some[:, 0], some[:, 2] - some[:, 0]), axis=1).sum()
        for some in (corners, laid.corners)
    ]
    assert areas[1] == pytest.approx(areas[0])


def test_a_textured_piece_is_a_mesh_of_its_own_in_its_plain_colour(tmp_path: Path) -> None:
    pieces = subject_in(tmp_path, f"{START} {FRONT} skin.png", BRICK, "0 !TEXMAP END", BRICK).pieces
    plain = on_meshes(pieces)
    assert (len(plain), len(plain.meshes), plain.colours.tolist()) == (2, len(pieces.meshes) + 1, [14, 14])
    assert plain.mesh[0] != plain.mesh[1]


def test_faces_with_a_picture_are_a_shape_beside_the_rest_of_their_part(tmp_path: Path) -> None:
    scene = scene_in(tmp_path, f"{START} {FRONT} skin.png", BRICK, "0 !TEXMAP END", BRICK)
    assert len(scene["pictures"]) == 1
    pictured = [shape for shape in scene["shapes"] if "picture" in shape]
    plain = [shape for shape in scene["shapes"] if "picture" not in shape]
    assert sum(shape["triangles"] for shape in pictured) == sum(shape["triangles"] for shape in plain) == 12
    assert {(shape["picture"], shape["mapping"], shape["wide"]) for shape in pictured} == {(0, 0, 20.0)}
    # From the corner, as much of a stud as is the whole way, and nothing ahead.
    assert pictured[0]["lies"][:12] == [-10, -10, -10, 0.05, 0, 0, 0, 0.05, 0, 0, 0, 0]
    # Its lines are drawn once.
    assert sum(shape["edgeCount"] for shape in scene["shapes"]) == 24


def test_a_model_without_textures_has_no_pictures(tmp_path: Path) -> None:
    assert scene_in(tmp_path, BRICK)["pictures"] == []


def test_a_large_picture_is_brought_down() -> None:
    placed, levels = read_texture(f"START {FRONT} skin.png"), [np.ones((300, 1200, 4), np.float32)]
    assert placed
    with Image.open(io.BytesIO(webp_picture(Texture(placed, levels), 512))) as shown:
        assert (shown.format, shown.size) == ("WEBP", (300, 75))
