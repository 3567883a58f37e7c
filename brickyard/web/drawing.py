"""The pictures of a design for its page: all from one reading of its geometry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from io import BytesIO
from pathlib import Path

from brickyard.dossiers import Dossier
from brickyard.opening import open_model
from brickyard.pictures.making import Shot, picture_png, step_pngs
from brickyard.pictures.paints import Paints, colours_of
from brickyard.pictures.png import CREDIT, png_bytes
from brickyard.pictures.subject import Opened, Subject, outline_of
from brickyard.pictures.systems import SystemMark, system_marks
from brickyard.web.limits import Fit
from brickyard.web.scene import scene_script
from catalog import colours
from fleets.designs import Marked, Survey, Unit
from ldraw_tools.diagnostics import printable
from ldraw_tools.export_axes import Unit as ExportUnit
from ldraw_tools.export_axes import Up, world
from ldraw_tools.export_parts import exported
from ldraw_tools.library import Files
from ldraw_tools.names import part_number
from ldraw_tools.pieces import Mark, lay_out
from ldraw_tools.rendering.camera import View
from ldraw_tools.rendering.mesh_table import MeshTable

# From so far that nothing looks nearer than it is.
_FAR_LDU = 60_000.0
# Beyond that a page of steps is a book.
MOST_STEPS = 60


@dataclass(frozen=True)
class Drawn:
    """A unit laid out for drawing, with its systems told apart."""

    subject: Subject
    systems: tuple[SystemMark, ...]
    marked: Mapping[Mark, Marked]
    """What each mark is in the unit as it was read for counting."""
    width: int

    @property
    def _hero(self) -> tuple[int, int]:
        return self.width, self.width * 3 // 4

    @property
    def front_side(self) -> int:
        return self.width * 11 // 24

    def hero(self) -> bytes:
        return picture_png(self.subject, Shot(self._hero))

    def thumb(self, hero: bytes) -> bytes:
        """The large picture made small: much quicker than drawing it again."""
        from PIL import Image

        with Image.open(BytesIO(hero)) as picture:
            small = picture.resize((self.width // 3, self.width // 4), Image.Resampling.LANCZOS)
        return png_bytes(small)

    def pointed_out(self) -> bytes:
        return picture_png(self.subject, Shot(self._hero), self.systems)

    def front(self, fit: Fit) -> tuple[bytes, float]:
        """In the direction of its box, and the pixels that a stud takes."""
        largest = max(fit.turn.width, fit.turn.depth, fit.height, *fit.allowed)
        per_stud = 0.94 * self.front_side * 20 / largest
        view = View(-fit.turn.angle_degrees, 0.0, _FAR_LDU)
        shot = Shot(
            (self.front_side, self.front_side),
            view,
            transparent=True,
            pixels_per_stud=per_stud,
            shadows=False,
            ground=False,
            notes=False,
        )
        return picture_png(self.subject, shot), per_stud

    def steps(self) -> Iterator[bytes]:
        if 1 < self.last_step <= MOST_STEPS:
            yield from step_pngs(
                self.subject, Shot((self.width // 2, self.width * 3 // 8), notes=False), fade=True
            )

    @cached_property
    def last_step(self) -> int:
        return self.subject.pieces.last_step

    def glb(self) -> bytes:
        from ldraw_tools.gltf import glb_bytes

        parts = exported(self.subject.pieces)
        name = printable(self.subject.name)
        return glb_bytes(
            parts, self.subject.paints, world(ExportUnit.METRES, Up.Y), edges=True, credit=CREDIT, name=name
        )

    def parts_by_step(self) -> dict[int, list[str]]:
        """What each step adds: `2 × 3023b Light_Bluish_Grey`."""
        pieces = self.subject.pieces
        counts: dict[int, Counter[tuple[str, int]]] = {}
        for step, mesh, colour in zip(
            pieces.steps.tolist(), pieces.mesh.tolist(), pieces.colours.tolist(), strict=True
        ):
            counts.setdefault(step, Counter())[part_number(pieces.keys[mesh]), colour] += 1
        return {
            step: [
                f"{number} × {printable(part)} {_colour(code)}"
                for (part, code), number in sorted(found.items())
            ]
            for step, found in counts.items()
        }

    def scene(self, name: str, numbers: Mapping[tuple[Marked, int], int]) -> str:
        """`numbers` are the page's numbers of its systems by piece and copy."""
        seen: dict[int, int] = {}
        owners = []
        for mark in self.subject.pieces.marked:
            instance = seen[mark] = seen.get(mark, -1) + 1
            marked = self.marked.get(self.systems[mark].mark)
            owners.append(numbers.get((marked, instance), -1) if marked else -1)
        return scene_script(name, self.subject.pieces, owners)


def draw_design(dossier: Dossier, library: Files | None, width: int) -> Drawn | None:
    """None for a design on paper."""
    counted = dossier.unit
    path = model_path(counted)
    if path is None or counted.assembly is None or counted.node is None:
        return None
    # The first reading was for counting: it knows the sizes of parts, not their shapes.
    assembly = Opened(open_model(path), library).assembly
    nodes = counted.assembly.nodes

    def there(node: int) -> int:
        return assembly.by_key[nodes[node].key].index

    moved = tuple(replace(marked, node=there(marked.node)) for marked in counted.marked)
    unit = replace(counted, assembly=assembly, node=there(counted.node), marked=moved)
    systems = tuple(system_marks(Survey([unit])))
    pieces = lay_out(assembly, unit.node, [system.mark for system in systems], outline_of)
    if not len(pieces):
        return None
    subject = Subject(unit.name, pieces, Paints(colours_of(assembly)), MeshTable(pieces.meshes))
    marked = {Mark(m.node, m.members): was for m, was in zip(moved, counted.marked, strict=True)}
    return Drawn(subject, systems, marked, width)


def model_path(unit: Unit) -> Path | None:
    """The file a design was read from."""
    if unit.assembly is None or unit.assembly.document.folder is None:
        return None
    return unit.assembly.document.folder / unit.assembly.document.name


def _colour(code: int) -> str:
    known = colours.colour(code)
    return known.name.replace("_", " ") if known else str(code)
