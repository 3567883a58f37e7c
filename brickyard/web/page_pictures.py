"""The pictures of a design for its page, its 3D model and its 3D view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial
from io import BytesIO
from typing import TYPE_CHECKING

from brickyard.cards.drawn_cards import card_picture
from brickyard.pictures.part_icons import PartIcons, part_icons
from brickyard.pictures.picture_files import CREDIT, png_bytes
from brickyard.pictures.shots import (
    Shot,
    camera_for,
    picture,
    picture_png,
    points_of,
    step_frame,
    step_png,
    view_for,
)
from brickyard.pictures.subject import Subject
from brickyard.pictures.system_marks import DesignSubject
from brickyard.sheets.album import CroppedPicture
from brickyard.web.picture_store import Looks, PagePictures, Told
from brickyard.web.site_pages import PREVIEW, PREVIEW_SIZE
from brickyard.web.size_drawing import Front, SizeFit
from brickyard.web.viewer_scene import scene_script
from catalog.database.part_database import number_today
from fleets.models.model_units import Marked
from ldraw_tools.exporting.export_axes import LengthUnit, Up, world
from ldraw_tools.exporting.export_parts import exported
from ldraw_tools.findings import printable
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.records import record
from ldraw_tools.rendering.camera import View
from ldraw_tools.rendering.picture import PAPER
from ldraw_tools.units import LDU_PER_STUD

if TYPE_CHECKING:
    from PIL.Image import Image

PICTURE, SYSTEMS, FRONT, PARTS = "picture.png", "systems.png", "front.png", "parts.png"
# A camera so far away that perspective disappears.
_FAR_LDU = 60_000.0
# With more steps the page would be a book.
_MOST_STEPS = 60


@record
class DrawnDesign:
    """A design ready for drawing, how wide its large pictures are, and the pictures of its page."""

    design: DesignSubject
    width: int
    kept: PagePictures

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

    @cached_property
    def _points(self) -> Points:
        """(n, 3): points that reach as far as everything that is drawn."""
        return points_of(self.subject)

    @cached_property
    def _looks(self) -> Looks:
        return Looks(self.subject)

    def _picture(self, name: str, shot: Shot) -> bytes:
        look = self._looks.of(self.subject.pieces, repr(shot))
        return self.kept.picture(name, look, lambda: picture_png(self.subject, shot))

    def hero(self) -> bytes:
        return self._picture(PICTURE, Shot(self.hero_size))

    def thumb(self, hero: bytes) -> bytes:
        """The large picture scaled down, which is much quicker than drawing it again."""
        from PIL import Image

        with Image.open(BytesIO(hero)) as picture:
            small = picture.resize((self.width // 3, self.width // 4), Image.Resampling.LANCZOS)
        return png_bytes(small)

    def preview(self) -> bytes:
        return self._picture(PREVIEW, Shot(PREVIEW_SIZE))

    def pointed_out(self) -> bytes:
        shot = Shot(self.hero_size, shadows=False)
        pieces, systems = self.subject.pieces, self.design.systems
        said = repr([(system.dice, system.name, system.rgb) for system in systems])
        look = self._looks.of(pieces, repr(shot), pieces.marks, repr(pieces.marked), said)
        return self.kept.picture(SYSTEMS, look, lambda: _low(picture(self.subject, shot, systems)))

    def front(self, fit: SizeFit) -> tuple[bytes, Front]:
        """Seen along the sides of its box, with the place of the box in the picture."""
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
        camera = camera_for(self.subject, shot)
        middle, foot, _ = camera.place(fit.foot)
        bottom = camera.place(self._points)[1].max()
        front = Front(self.front_side, per_stud, float(middle), float(foot), float(bottom))
        return self._picture(FRONT, shot), front

    def steps(self) -> Iterator[tuple[str, bytes]]:
        """Each by the name of its file."""
        if not 1 < self.last_step <= _MOST_STEPS:
            return
        size = self.width // 2, self.width * 3 // 8
        framed = step_frame(self.subject, Shot(size, shadows=False, notes=False))
        camera = camera_for(self.subject, framed)
        place = repr((size, camera.eye.tolist(), camera.turn.tolist(), camera.scale, camera.centre))
        for step in range(1, self.last_step + 1):
            name, shown = f"step-{step}.png", self.subject.pieces.up_to_step(step)
            look = self._looks.of(shown, place, shown.steps == step, *self._turned(step, framed))
            draw = partial(step_png, self.subject, framed, step, fade=True)
            yield name, self.kept.picture(name, look, draw)

    def _turned(self, step: int, framed: Shot) -> Iterator[Told]:
        """How a step is turned; the camera moves with it."""
        turn = self.subject.turns.get(step)
        if turn and framed.framed_by is not None:
            yield from (repr(turn.is_absolute), turn.matrix, framed.framed_by)

    @cached_property
    def last_step(self) -> int:
        return self.subject.pieces.last_step

    def icons(self) -> PartIcons | None:
        return part_icons(self.subject, self._icon_sheet)

    def _icon_sheet(self, subject: Subject, draw: Callable[[], bytes]) -> bytes:
        return self.kept.picture(PARTS, self._looks.of(subject.pieces), draw)

    def card(self) -> CroppedPicture:
        look = self._looks.of(self.subject.pieces, "card")
        return self.kept.store.part(look, lambda: card_picture(self.subject))

    def glb(self) -> bytes:
        from ldraw_tools.exporting.gltf import glb_bytes

        parts = exported(self.subject.pieces)
        name = printable(self.subject.name)
        return glb_bytes(
            parts, self.subject.paints, world(LengthUnit.METRES, Up.Y), edges=True, credit=CREDIT, name=name
        )

    def parts_by_step(self) -> dict[int, list[tuple[str, int, int]]]:
        """What each step adds: the part's number of today, colour and how many."""
        pieces = self.subject.pieces
        numbers = [number_today(key) for key in pieces.keys]
        counts: dict[int, Counter[tuple[str, int]]] = {}
        for step, mesh, colour in zip(
            pieces.steps.tolist(), pieces.mesh.tolist(), pieces.colours.tolist(), strict=True
        ):
            counts.setdefault(step, Counter())[numbers[mesh], colour] += 1
        return {step: [(*pair, found[pair]) for pair in sorted(found)] for step, found in counts.items()}

    def scene(self, name: str, numbers: Mapping[tuple[Marked, int], int]) -> str:
        """`numbers` are the page's numbers of its systems by piece and copy."""
        seen: dict[int, int] = {}
        owners = []
        for mark in self.subject.pieces.marked:
            instance = seen[mark] = seen.get(mark, -1) + 1
            marked = self.design.marked.get(self.design.systems[mark].mark)
            owners.append(numbers.get((marked, instance), -1) if marked else -1)
        pieces, paints = self.subject.pieces, self.subject.paints
        return scene_script(name, pieces, paints, owners, view_for(self._points, self.subject.role))


def _low(image: Image) -> bytes:
    """Without the empty paper above and below: labels need width, and most designs are wider than tall."""
    from PIL import Image as Images
    from PIL import ImageChops

    found = ImageChops.difference(image, Images.new(image.mode, image.size, PAPER)).getbbox()
    if found is None:
        return png_bytes(image)
    spare = image.height // 24
    top, bottom = max(found[1] - spare, 0), min(found[3] + spare, image.height)
    return png_bytes(image.crop((0, top, image.width, bottom)))


def size_of(data: bytes) -> tuple[int, int]:
    """The width and height of a picture."""
    from PIL import Image as Images

    with Images.open(BytesIO(data)) as image:
        return image.size
