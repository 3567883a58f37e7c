"""The pictures of a design for its page: all from one reading of its geometry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO

from brickyard.pictures.designs import DesignSubject
from brickyard.pictures.making import Shot, picture_png, step_pngs, suiting_view
from brickyard.pictures.png import CREDIT, png_bytes
from brickyard.pictures.subject import Subject
from brickyard.web.limits import Fit
from brickyard.web.page import PREVIEW_SIZE
from brickyard.web.part_icons import Icons, part_icons
from brickyard.web.scene import scene_script
from fleets.designs import Marked
from ldraw_tools.diagnostics import printable
from ldraw_tools.export_axes import Unit as ExportUnit
from ldraw_tools.export_axes import Up, world
from ldraw_tools.export_parts import exported
from ldraw_tools.names import part_number
from ldraw_tools.rendering.camera import View
from ldraw_tools.units import LDU_PER_STUD

# From so far that nothing looks nearer than it is.
_FAR_LDU = 60_000.0
# Beyond that a page of steps is a book.
_MOST_STEPS = 60


@dataclass(frozen=True)
class Drawn:
    """An opened design, and how wide its large pictures are."""

    design: DesignSubject
    width: int

    @property
    def subject(self) -> Subject:
        return self.design.subject

    @property
    def has_systems(self) -> bool:
        return bool(self.design.systems)

    @property
    def hero_size(self) -> tuple[int, int]:
        return self.width, self.width * 3 // 4

    @property
    def front_side(self) -> int:
        return self.width * 11 // 24

    def hero(self) -> bytes:
        return picture_png(self.subject, Shot(self.hero_size))

    def thumb(self, hero: bytes) -> bytes:
        """The large picture made small: much quicker than drawing it again."""
        from PIL import Image

        with Image.open(BytesIO(hero)) as picture:
            small = picture.resize((self.width // 3, self.width // 4), Image.Resampling.LANCZOS)
        return png_bytes(small)

    def preview(self) -> bytes:
        return picture_png(self.subject, Shot(PREVIEW_SIZE))

    def pointed_out(self) -> bytes:
        return picture_png(self.subject, Shot(self.hero_size, shadows=False), self.design.systems)

    def front(self, fit: Fit) -> tuple[bytes, float]:
        """In the direction of its box, and the pixels that a stud takes."""
        largest = max(fit.turn.width, fit.turn.depth, fit.height, *fit.allowed)
        per_stud = 0.94 * self.front_side * LDU_PER_STUD / largest
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
        if 1 < self.last_step <= _MOST_STEPS:
            size = self.width // 2, self.width * 3 // 8
            yield from step_pngs(self.subject, Shot(size, shadows=False, notes=False), fade=True)

    @cached_property
    def last_step(self) -> int:
        return self.subject.pieces.last_step

    def icons(self) -> Icons | None:
        return part_icons(self.subject)

    def glb(self) -> bytes:
        from ldraw_tools.gltf import glb_bytes

        parts = exported(self.subject.pieces)
        name = printable(self.subject.name)
        return glb_bytes(
            parts, self.subject.paints, world(ExportUnit.METRES, Up.Y), edges=True, credit=CREDIT, name=name
        )

    def parts_by_step(self) -> dict[int, list[tuple[str, int, int]]]:
        """What each step adds: part number, colour and how many."""
        pieces = self.subject.pieces
        counts: dict[int, Counter[tuple[str, int]]] = {}
        for step, mesh, colour in zip(
            pieces.steps.tolist(), pieces.mesh.tolist(), pieces.colours.tolist(), strict=True
        ):
            counts.setdefault(step, Counter())[part_number(pieces.keys[mesh]), colour] += 1
        return {step: [(*pair, found[pair]) for pair in sorted(found)] for step, found in counts.items()}

    def scene(self, name: str, numbers: Mapping[tuple[Marked, int], int]) -> str:
        """`numbers` are the page's numbers of its systems by piece and copy."""
        seen: dict[int, int] = {}
        owners = []
        for mark in self.subject.pieces.marked:
            instance = seen[mark] = seen.get(mark, -1) + 1
            marked = self.design.marked.get(self.design.systems[mark].mark)
            owners.append(numbers.get((marked, instance), -1) if marked else -1)
        return scene_script(name, self.subject.pieces, owners, suiting_view(self.subject))
