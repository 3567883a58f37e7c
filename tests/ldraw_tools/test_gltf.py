"""Models for other programs: each part once, colours as light, sound files, the right way round."""

from __future__ import annotations

import io
import json
import struct
from typing import Any

import numpy as np
import pytest
import trimesh

from ldraw_tools.exporting import scenes as export
from ldraw_tools.exporting.export_parts import LengthUnit, Up, export_parts, world
from ldraw_tools.exporting.gltf import glb_bytes
from ldraw_tools.exporting.scenes import scene_of
from ldraw_tools.findings import RefusedError
from ldraw_tools.rendering.finishes import linear
from tests.drawing import BLUE, CLEAR, cube, paint_of, placed
from tests.measuring import Points

METRES = world(LengthUnit.METRES, Up.Y)
SKEWED = "1 0.5 0 0 1 0 0 0 1"
MIRRORED = "-1 0 0 0 1 0 0 0 1"
FLAT = "1 0 0 0 0 0 0 0 1"
THREE_DECIMALS = "0.707 0 0.707 0 1 0 -0.707 0 0.707"


def glb(*lines: str, edges: bool = False) -> bytes:
    return glb_bytes(
        export_parts(placed(*lines)), paint_of, METRES, edges=edges, credit="by somebody", name="it"
    )


def loaded(data: bytes, kind: str) -> Any:
    """As another program reads it."""
    return trimesh.load(io.BytesIO(data), file_type=kind)


def tree_of(data: bytes) -> tuple[dict[str, Any], bytes]:
    magic, version, whole = struct.unpack_from("<4sII", data)
    assert (magic, version, whole) == (b"glTF", 2, len(data))
    size, kind = struct.unpack_from("<I4s", data, 12)
    assert kind == b"JSON"
    start = 20 + size
    binary_size, kind = struct.unpack_from("<I4s", data, start)
    assert kind == b"BIN\0"
    assert start + 8 + binary_size == len(data)
    return json.loads(data[20:start]), data[start + 8 :]


def test_lines_have_each_corner_once_in_numbers_of_two_bytes() -> None:
    tree, binary = tree_of(glb(cube(4, "0 0 0"), edges=True))
    [lines] = [one for one in tree["meshes"][0]["primitives"] if one["mode"] == 1]
    corners, rows = (tree["accessors"][one] for one in (lines["attributes"]["POSITION"], lines["indices"]))
    assert (corners["count"], rows["count"], rows["componentType"]) == (8, 24, 5123)
    assert all(view["byteOffset"] % 4 == 0 for view in tree["bufferViews"])
    view = tree["bufferViews"][rows["bufferView"]]
    said = np.frombuffer(binary, "<u2", rows["count"], view["byteOffset"])
    assert sorted(set(said.tolist())) == list(range(8))


def test_every_different_part_is_there_once_however_often_it_is_placed() -> None:
    tree, _ = tree_of(glb(*(cube(4, f"{30 * i} 0 0") for i in range(20)), cube(BLUE, "0 -30 0")))
    assert len(tree["meshes"]) == 2
    assert sum("mesh" in node for node in tree["nodes"]) == 21
    first, second = (mesh["primitives"][0] for mesh in tree["meshes"])
    assert first["attributes"] == second["attributes"], "two colours share their corners"
    assert first["material"] != second["material"]
    assert len({node["mesh"] for node in tree["nodes"] if "mesh" in node}) == 2


def test_colours_are_light() -> None:
    """glTF base colours are linear, LDConfig's are sRGB."""
    tree, _ = tree_of(glb(cube(), cube(CLEAR, "0 -30 0")))
    red, clear = tree["materials"]
    assert red["pbrMetallicRoughness"]["baseColorFactor"][:3] == pytest.approx(
        linear(np.array([200, 30, 30]) / 255).tolist(), abs=1e-5
    )
    assert red["pbrMetallicRoughness"]["baseColorFactor"][1] == pytest.approx(0.01298, abs=1e-4)
    assert (red["alphaMode"], clear["alphaMode"]) == ("OPAQUE", "BLEND")
    assert clear["pbrMetallicRoughness"]["baseColorFactor"][3] == 0.5


def test_accessors_lie_in_views_and_views_in_the_buffer() -> None:
    tree, binary = tree_of(glb(cube(), cube(4, "0 -30 0", SKEWED), edges=True))
    sizes = {"SCALAR": 1, "VEC3": 3}
    for accessor in tree["accessors"]:
        view = tree["bufferViews"][accessor["bufferView"]]
        wide = {5123: 2, 5125: 4, 5126: 4}[accessor["componentType"]]
        assert accessor["count"] * sizes[accessor["type"]] * wide <= view["byteLength"]
        assert view["byteOffset"] % 4 == 0
        assert view["byteOffset"] + view["byteLength"] <= len(binary)
        assert view["target"] in (34962, 34963)
    for mesh in tree["meshes"]:
        for primitive in mesh["primitives"]:
            assert primitive["material"] < len(tree["materials"])
            if "indices" in primitive:
                index = tree["accessors"][primitive["indices"]]
                corners = tree["accessors"][primitive["attributes"]["POSITION"]]
                assert index["max"][0] < corners["count"]
    assert {p["material"] for m in tree["meshes"] for p in m["primitives"]} == set(
        range(len(tree["materials"]))
    )


def test_edges_are_line_primitives_where_they_are_wanted() -> None:
    tree, _ = tree_of(glb(cube(), edges=True))
    solid, lines = tree["meshes"][0]["primitives"]
    assert (solid["mode"], lines["mode"]) == (4, 1)
    assert tree["accessors"][lines["attributes"]["POSITION"]]["count"] == 8
    assert tree["accessors"][lines["indices"]]["count"] == 24
    assert tree["materials"][lines["material"]]["name"] == "edge 4"
    assert all(p["mode"] == 4 for m in tree_of(glb(cube()))[0]["meshes"] for p in m["primitives"])


def test_the_file_says_whose_parts_they_are() -> None:
    tree, _ = tree_of(glb(cube()))
    assert tree["asset"]["copyright"] == "by somebody"
    assert tree["scenes"][0]["name"] == "it"


@pytest.mark.parametrize("turn", [MIRRORED, THREE_DECIMALS, "2 0 0 0 1 0 0 0 1"])
def test_a_turned_mirrored_or_stretched_part_is_a_copy(turn: str) -> None:
    tree, _ = tree_of(glb(cube(), cube(4, "50 0 0", turn)))
    assert len(tree["meshes"]) == 1
    for node in tree["nodes"]:
        if "matrix" in node and "mesh" in node:
            assert is_turn_and_scale(np.array(node["matrix"]).reshape(4, 4).T[:3, :3])


@pytest.mark.parametrize("turn", [SKEWED, FLAT])
def test_a_skewed_or_flat_part_is_a_mesh_of_its_own(turn: str) -> None:
    tree, _ = tree_of(glb(cube(), cube(4, "50 0 0", turn)))
    assert len(tree["meshes"]) == 2
    assert all("matrix" not in node for node in tree["nodes"] if node.get("mesh") == 1)


def is_turn_and_scale(matrix: Points) -> bool:
    columns = matrix / np.linalg.norm(matrix, axis=0)
    return bool(np.abs(columns.T @ columns - np.eye(3)).max() < 1e-6)


def test_a_part_with_colours_of_its_own_keeps_them() -> None:
    pieces = placed(
        "1 4 0 0 0 1 0 0 0 1 0 0 0 1 pair.dat",
        files={"pair.dat": f"0 Pair\n0 !LDRAW_ORG Unofficial_Part\n{cube(16)}\n{cube(1, '30 0 0')}"},
    )
    tree, _ = tree_of(glb_bytes(export_parts(pieces), paint_of, METRES))
    assert [len(mesh["primitives"]) for mesh in tree["meshes"]] == [2]
    assert sorted(material["name"] for material in tree["materials"]) == ["colour 1", "colour 4"]


def test_the_same_bytes_every_time() -> None:
    assert glb(cube(), cube(1, "0 -30 0"), edges=True) == glb(cube(), cube(1, "0 -30 0"), edges=True)


@pytest.mark.parametrize("turn", ["1 0 0 0 1 0 0 0 1", MIRRORED, SKEWED])
@pytest.mark.parametrize("up", list(Up))
def test_bodies_stay_closed_and_the_right_way_round(turn: str, up: Up) -> None:
    whole = export.put_together(
        export_parts(placed(cube(4, "5 6 7", turn))), paint_of, world(LengthUnit.MILLIMETRES, up)
    )
    mesh = loaded(export.stl_bytes(whole), "stl")
    assert mesh.volume == pytest.approx(8.0**3, rel=1e-4)
    read = loaded(glb(cube(4, "5 6 7", turn)), "glb").to_mesh()
    assert read.volume == pytest.approx(0.008**3, rel=1e-4)


def test_up_is_up_and_the_front_is_the_front() -> None:
    """A brick on top is at +y, or +z; one in front, at -z in LDraw, is at +z, or -y."""
    top, front = np.array([0.0, -1, 0]), np.array([0.0, 0, -1])
    assert (world(LengthUnit.LDU, Up.Y) @ top).tolist() == [0, 1, 0]
    assert (world(LengthUnit.LDU, Up.Z) @ top).tolist() == [0, 0, 1]
    assert (world(LengthUnit.LDU, Up.Y) @ front).tolist() == [0, 0, 1]
    assert (world(LengthUnit.LDU, Up.Z) @ front).tolist() == [0, -1, 0]
    for up in Up:
        assert np.linalg.det(world(LengthUnit.LDU, up)) == pytest.approx(1)


def test_units_are_what_they_say() -> None:
    parts = export_parts(placed(cube()))
    for unit, side in ((LengthUnit.LDU, 20.0), (LengthUnit.MILLIMETRES, 8.0), (LengthUnit.METRES, 0.008)):
        whole = export.put_together(parts, paint_of, world(unit, Up.Z))
        assert whole.extents.tolist() == pytest.approx([side] * 3)


def test_ply_and_obj_have_the_colours() -> None:
    whole = export.put_together(
        export_parts(placed(cube(), cube(BLUE, "0 -30 0"))), paint_of, world(LengthUnit.LDU, Up.Y)
    )
    ply = loaded(export.ply_bytes(whole), "ply")
    assert {tuple(colour) for colour in ply.visual.face_colors[:, :3].tolist()} == {
        (200, 30, 30),
        (30, 60, 200),
    }
    text, materials = export.obj_bytes(whole, paint_of, "it.mtl")
    lines = text.decode().splitlines()
    assert lines[0] == "mtllib it.mtl"
    assert [line for line in lines if line.startswith("usemtl")] == ["usemtl colour_4", "usemtl colour_1"]
    assert sum(line.startswith("f ") for line in lines) == 24
    rows = [int(word) for line in lines if line.startswith("f ") for word in line.split()[1:]]
    assert (min(rows), max(rows)) == (1, sum(line.startswith("v ") for line in lines))
    assert b"newmtl colour_4\nKd 0.7843 0.1176 0.1176\n" in materials


def test_glass_stays_glass_in_an_obj() -> None:
    scene = export.put_together(export_parts(placed(cube(CLEAR))), paint_of, METRES)
    _, materials = export.obj_bytes(scene, paint_of, "it.mtl")
    assert f"\nd {paint_of(CLEAR, 0).alpha:.3f}\n" in materials.decode()
    assert paint_of(CLEAR, 0).is_glass


def test_a_scene_has_each_part_once_in_each_colour_and_its_copies_as_nodes() -> None:
    lines = [*(cube(4, f"{30 * i} 0 0") for i in range(20)), cube(BLUE, "0 -30 0", MIRRORED)]
    scene = scene_of(export_parts(placed(*lines)), paint_of, METRES)
    part = next(iter(scene.geometry.values())).metadata["part"]
    assert list(scene.geometry) == [f"{part} colour_4", f"{part} colour_1"]
    assert len(scene.graph.nodes_geometry) == 21
    red = scene.geometry[f"{part} colour_4"]
    assert red.visual.face_colors[:, :3].tolist() == [[200, 30, 30]] * 12
    assert scene.to_mesh().volume == pytest.approx(21 * 0.008**3)


def test_a_name_with_control_characters_steers_nothing_in_an_obj() -> None:
    parts = export_parts(placed(cube()))
    parts = parts._replace(shapes=[shape._replace(key="evil\x1b[2J\nv 0 0 0") for shape in parts.shapes])
    text, _ = export.obj_bytes(export.put_together(parts, paint_of, METRES), paint_of, "it.mtl")
    assert b"\x1b" not in text
    assert sum(line.startswith(b"v ") for line in text.splitlines()) == 24


def test_too_many_triangles_for_a_format_without_copies_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "MOST_TRIANGLES", 20)
    with pytest.raises(RefusedError, match=r"write a \.glb"):
        export.put_together(export_parts(placed(cube(), cube(4, "50 0 0"))), paint_of, METRES)
