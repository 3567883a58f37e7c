"""Draws all finishes and forty difficult parts in one picture, to be compared after a change of the renderer.

It needs the LDraw library. The picture that the tests compare with is renewed by

    BRICKYARD_UPDATE=1 python -m pytest tests/test_golden_pictures.py
"""

import sys
from pathlib import Path

from PIL import Image

from brickyard.pictures.shots import Shot, picture
from brickyard.pictures.subject import subject_of
from catalog.database.part_database import open_workspace
from ldraw_tools.geometry.part_meshes import part_meshes
from ldraw_tools.library.part_files import Files
from ldraw_tools.rendering.camera import View

# Plastic, chrome, metal, pearl, rubber, glass, glitter, speckles, opal and milk; fabric is matt.
_CODES = """
    15 4 14 0 71 28 272 383 334 64 61 80 82 300 87 297 148 179 183 256 324 65 511 47 36 41 46 40 114
    117 129 302 75 76 132 133 360 362 79 21
"""
_PARTS = """
    3941 4589 3960 44375b 30065 553 6141 14417 14704 14418 3626cp01 973p90 3039pc1 2412b 4032a 3062b
    3648b 32270 3673 2780 6558 4185a 3483 30602 93606 85984 98138 63868 2436a 30374 4599b 3899 53451
    87747 80178 4733 43898 61184 15535 28974
"""
FINISHES, DIFFICULT = [int(code) for code in _CODES.split()], _PARTS.split()
# Forty of each.
COLUMNS, PITCH, ROWS_PITCH, LARGEST = 10, 60.0, 78.0, 46.0
SIZE, VIEW = (800, 700), View(0.0, 50.0)


def sheet_lines(library: Files) -> list[str]:
    """A model of them all, each in a square of its own and as large as that allows."""
    meshes = part_meshes(library)
    assert meshes
    things = [("553", code) for code in FINISHES] + [
        (part, (71, 4, 19, 1, 15)[place % 5]) for place, part in enumerate(DIFFICULT)
    ]
    found = meshes.fetch(f"{part}.dat" for part, _ in things)
    lines = []
    for place, (part, code) in enumerate(things):
        mesh = found[f"{part}.dat"]
        assert mesh, part
        corners = mesh.triangles.reshape(-1, 3)
        low, high = corners.min(axis=0), corners.max(axis=0)
        times = LARGEST / float((high - low).max())
        row, column = divmod(place, COLUMNS)
        x = column * PITCH - times * (low[0] + high[0]) / 2
        z = -row * ROWS_PITCH - times * (low[2] + high[2]) / 2
        turn = f"{times:.4f} 0 0 0 {times:.4f} 0 0 0 {times:.4f}"
        lines.append(f"1 {code} {x:.3f} {-times * high[1]:.3f} {z:.3f} {turn} {part}.dat")
    return lines


def draw_sheet(library: Path, folder: Path) -> Image.Image:
    workspace = open_workspace([library])
    model = folder / "sheet.ldr"
    assert workspace.library
    model.write_text("\n".join(["0 Finishes", *sheet_lines(workspace.library)]) + "\n", encoding="utf-8")
    assembly = workspace.assembly(model)
    return picture(subject_of(assembly, assembly.root, "sheet"), Shot(SIZE, VIEW)).convert("RGB")


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        draw_sheet(Path(sys.argv[1]), Path(folder)).save(sys.argv[2])
