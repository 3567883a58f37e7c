"""What a scene of the 3D view tells of its shapes: glass, mirrored pieces, faces that have a back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from brickyard.pictures.shots import Shot, camera_for, points_of, view_for
from brickyard.pictures.subject import model_subject
from brickyard.web.site_memory import FileRecord, PageEntry, SiteMemory, recall, remember
from brickyard.web.viewer_scene import make_scene
from catalog.database.part_database import open_workspace
from fleets.models.survey import survey

AS_IS, MIRRORED = "1 0 0 0 1 0 0 0 1", "-1 0 0 0 1 0 0 0 1"
# Bricks by colour and turn, and the kinds of their shapes: glass, solid, flipped, copies.
BRICKS: dict[str, tuple[list[tuple[int, str]], list[tuple[bool, bool, bool, int]]]] = {
    "two alike": ([(4, AS_IS), (1, AS_IS)], [(False, True, False, 2)]),
    "glass and solid": ([(4, AS_IS), (47, AS_IS)], [(False, True, False, 1), (True, False, False, 1)]),
    "mirrored": ([(4, AS_IS), (4, MIRRORED)], [(False, True, False, 1), (False, True, True, 1)]),
}


def scene_of(tmp_path: Path, bricks: list[tuple[int, str]]) -> dict[str, Any]:
    lines = [f"1 {colour} {80 * place} 0 0 {turn} b.ldr" for place, (colour, turn) in enumerate(bricks)]
    # Of our own lines, so that no library is needed: a box that says which side is outside, and a loose face.
    box = ["0 FILE b.dat", "0 Brick", "0 Name: b.dat", "0 !LDRAW_ORG Unofficial_Part", "0 BFC CERTIFY CCW"]
    box += ["3 16 0 0 0 0 0 20 20 0 0", "3 16 0 0 0 0 20 0 0 0 20", "0 BFC NOCERTIFY"]
    text = "\n".join(["0 FILE m.ldr", "0 Model", *lines, *box]).replace("b.ldr", "b.dat")
    path = tmp_path / "m.mpd"
    path.write_text(text + "\n", "utf-8")
    workspace = open_workspace([])
    subject = model_subject(workspace.assembly(path), workspace.of(path, survey))
    camera = camera_for(subject, Shot((120, 90)))
    return make_scene(subject.pieces, subject.paints, camera, view_for(points_of(subject), subject.role))


@pytest.mark.parametrize("kind", BRICKS)
def test_glass_and_mirrored_pieces_are_shapes_of_their_own(kind: str, tmp_path: Path) -> None:
    bricks, expected = BRICKS[kind]
    shapes = scene_of(tmp_path, bricks)["shapes"]
    found = [(one["glass"], one["solid"], one["flipped"], one["copies"]) for one in shapes]
    assert sorted(found) == sorted(expected)
    # They share the corners of their part.
    assert len({one["cornersAt"] for one in shapes}) == 1


def test_faces_that_have_a_back_come_first(tmp_path: Path) -> None:
    [shape] = scene_of(tmp_path, [(4, AS_IS)])["shapes"]
    assert 0 <= shape["single"] <= shape["triangles"] == 2


def test_a_hidden_memory_is_known_again_by_who_has_the_files(tmp_path: Path) -> None:
    model = tmp_path / "secret.ldr"
    model.write_text("0 Secret\n", "utf-8")
    site = tmp_path / "site"
    site.mkdir()
    entry = PageEntry(
        "secret", "x", "S", "frame", "e", "legal", source="../secret.ldr", files=("index.html",)
    )
    memory = SiteMemory({"../secret.ldr": FileRecord({"../secret.ldr": "1"}, "m", (entry,))})
    remember(site, memory, hidden=True)
    [file] = site.iterdir()
    assert "secret.ldr" not in file.read_text("utf-8")
    assert recall(site, [model]) == memory
    # Who doesn't have them makes the pages again.
    assert "../secret.ldr" not in recall(site).records
    assert [one.slug for one in recall(site).entries()] == ["secret"]
    # And it can be told again.
    remember(site, recall(site, [model]))
    assert recall(site) == memory


def test_colours_of_a_scene_have_five_rows(tmp_path: Path) -> None:
    import base64
    import zlib

    scene = scene_of(tmp_path, [(4, AS_IS), (129, AS_IS)])
    data = zlib.decompress(base64.b64decode(scene["data"]), -15)
    rows = np.frombuffer(data, np.uint8, scene["palette"] * 20, scene["paletteAt"]).reshape(5, -1, 4)
    # Plain red has no specks, colour 129 glitters.
    assert sorted(rows[4, :, 3].tolist()) == [0, 170]
