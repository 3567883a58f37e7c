"""From a subject to a picture: which view, which camera, which coats, which labels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from brickyard.pictures import overlay
from brickyard.pictures.label_layout import Frame, Label, Wanted, column_width, place
from brickyard.pictures.lettering import elide
from brickyard.pictures.overlay import INK
from brickyard.pictures.paints import AS_IT_IS, MUTED, rgb_of
from brickyard.pictures.picture_files import png_bytes, png_of, svg_text
from brickyard.pictures.subject import Subject
from brickyard.pictures.system_marks import SystemMark, coats_of, sayings, wanted_labels
from fleets.models.model_units import Role
from ldraw_tools.geometry.round_primitives import LOGOS
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.rendering.camera import AZIMUTH, EYE_LEVEL, Camera, Margins, View, aim, even_margins
from ldraw_tools.rendering.finishes import RGB
from ldraw_tools.rendering.line_art import draw_lines
from ldraw_tools.rendering.picture import PAPER, Look, Picture, check_size, draw
from ldraw_tools.rendering.stage import Stage
from ldraw_tools.units import LDU_PER_STUD

if TYPE_CHECKING:
    from PIL.Image import Image

# Parts by themselves, and steps: tops matter most.
ABOVE = View()
# One view for all of a gallery: tops show, undersides don't, and sizes compare.
USUAL = View(AZIMUTH, 18.0)
LYING = View(AZIMUTH, 20.0)
# Ships are long, so they are seen more from the side.
ALONGSIDE = View(52.0, 20.0)
_FLYING = frozenset({Role.SHIP, Role.HVA, Role.DEBRIS})
# What is lower than this share of its longer side lies.
_LOW = 1 / 3
# Views by name; None for the one that suits.
VIEWS: dict[str, View | None] = {
    "usual": None,
    "hero": EYE_LEVEL,
    "front": View(0.0, 10.0),
    "back": View(AZIMUTH + 180.0, USUAL.elevation),
    "left": View(90.0, 10.0),
    "right": View(-90.0, 10.0),
    "top": View(0.0, 90.0),
}
# From so many pixels per LDraw unit on, round things get more sides, and again.
_DETAIL_PIXELS_PER_LDU = (0.6, 5.0)
# From glibc's malloc.h.
_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
# The largest value that glibc accepts; a picture's arrays are smaller.
_LARGEST_KEPT_BYTES = 32 * 1024 * 1024
# More than any picture needs: what is given back costs a tenth of the next picture's time.
_KEPT_BYTES = 512 * 1024 * 1024


def view_for(points: Points, role: Role | None = None) -> View:
    """From the front left and a little above; what lies from a little higher, a ship more from its side."""
    if role in _FLYING:
        return ALONGSIDE
    sides = np.ptp(points, axis=0) if len(points) else np.zeros(3)
    return LYING if sides[1] < _LOW * max(sides[0], sides[2]) else USUAL


# A share of the picture's mean side.
_WIDTH = 0.0035


def draw_outline(image: Image, mask: NDArray[np.bool_], wide: float = 0.0) -> Image:
    """The picture with a line around the mask (h, w), outside of it; `wide` 0 for what suits its size."""
    from PIL import Image as Images, ImageFilter

    if not mask.any():
        return image
    wide = wide or max(_WIDTH * (image.width * image.height) ** 0.5, 1.0)
    # Beyond that the blur doesn't reach.
    spare = round(4 * wide) + 4
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    left, top = max(int(columns[0]) - spare, 0), max(int(rows[0]) - spare, 0)
    near = mask[top : int(rows[-1]) + spare + 1, left : int(columns[-1]) + spare + 1]
    shape = Images.fromarray(np.ascontiguousarray(near)).convert("L")
    # A blurred mask is a little dark outside of its edge; stretched, it is a larger, smooth shape.
    around = shape.filter(ImageFilter.GaussianBlur(wide))
    grown = np.clip((np.asarray(around, np.float32) - 38) * 8, 0, 255)
    inside = np.asarray(shape.filter(ImageFilter.GaussianBlur(0.4)), np.float32)
    line = Images.fromarray(np.clip(grown - inside, 0, 255).astype(np.uint8))
    ink = Images.new("RGBA", line.size, (*rgb_of(INK), 255))
    ink.putalpha(line)
    picture = image.convert("RGBA")
    picture.alpha_composite(ink, (left, top))
    return picture if image.mode == "RGBA" else picture.convert(image.mode)


class Shot(NamedTuple):
    """How to take a picture; `view` None for what suits, `pixels_per_stud` 0 for what fills the picture.

    `framed_by` are points (n, 3) to frame instead of what is drawn, so that a series keeps its place.
    With `logos` studs have their lettering.
    """

    size: tuple[int, int] = (800, 600)
    view: View | None = None
    transparent: bool = False
    paper: RGB = PAPER
    pixels_per_stud: float = 0.0
    shadows: bool = True
    ground: bool = True
    notes: bool = True
    logos: bool = False
    framed_by: Points | None = None


def picture_png(subject: Subject, shot: Shot, systems: Sequence[SystemMark] | None = None) -> bytes:
    drawn, scene = _drawn(subject, shot, systems)
    labels = scene.labels(drawn.pieces)
    if labels or scene.notes():
        return png_bytes(_finished(_as_image(drawn.pixels), scene, labels))
    return png_of(drawn.pixels if shot.transparent else drawn.pixels[:, :, :3])


def picture(subject: Subject, shot: Shot, systems: Sequence[SystemMark] | None = None) -> Image:
    """If systems are given, they are pointed out; the subject must have been laid out with their marks."""
    drawn, scene = _drawn(subject, shot, systems)
    return _finished(_as_image(drawn.pixels), scene, scene.labels(drawn.pieces))


def _drawn(subject: Subject, shot: Shot, systems: Sequence[SystemMark] | None) -> tuple[Picture, _Scene]:
    scene = _Scene(subject, shot, systems)
    look = Look(None if shot.transparent else shot.paper, shot.ground, shot.shadows)
    return draw(scene.stage, scene.camera, look), scene


def pointed_out(subject: Subject, shot: Shot, systems: Sequence[SystemMark]) -> tuple[Image, list[Label]]:
    """A transparent picture with the systems in their colours, and the labels that would be on it."""
    drawn, scene = _drawn(subject, shot._replace(transparent=True), systems)
    return _as_image(drawn.pixels), scene.labels(drawn.pieces)


def cut_out(subject: Subject, shot: Shot) -> tuple[Image, Image]:
    """A transparent picture, and the same without the shadow on the ground: drawn once for both."""
    scene = _Scene(subject, shot, None)
    drawn = draw(scene.stage, scene.camera, Look(None, shot.ground, shot.shadows, apart=True))
    alone, whole = _as_image(drawn.pixels), _as_image(drawn.shadow)
    whole.alpha_composite(alone)
    return overlay.paint(whole, (), scene.notes()), alone


def tight(whole: Image, alone: Image) -> Image:
    """A picture cropped to what stands in it; its shadow fades towards the new edges."""
    from PIL import ImageChops

    left, top, right, bottom = alone.getchannel("A").getbbox() or (0, 0, *alone.size)
    edge, foot = (bottom - top) // 16, (bottom - top) // 7
    box = max(left - 2 * edge, 0), max(top - edge, 0), right + 2 * edge, bottom + foot
    box = (*box[:2], min(box[2], alone.width), min(box[3], alone.height))
    width, height = box[2] - box[0], box[3] - box[1]
    across, down = (1 - np.abs(np.linspace(-1, 1, side)) for side in (width, height))
    across, down = (
        np.clip(across * width / (4 * edge + 1), 0, 1),
        np.clip(down * height / (2 * foot + 1), 0, 1),
    )
    down[: height // 2] = 1
    fading = _as_image((255 * down[:, None] * across[None]).astype(np.uint8))
    shown = whole.crop(box)
    shown.putalpha(ImageChops.multiply(shown.getchannel("A"), fading))
    shown.alpha_composite(alone.crop(box))
    return shown


def picture_svg(subject: Subject, shot: Shot, systems: Sequence[SystemMark] | None = None) -> str:
    """Line art; systems are filled in their dice's colour."""
    scene = _Scene(subject, shot, systems)
    areas = None if systems is None else scene.stage.pieces.marks
    art = draw_lines(scene.stage, scene.camera, areas)
    fills = {} if systems is None else dict(enumerate(systems[mark].rgb for mark in subject.pieces.marked))
    paper = None if shot.transparent else shot.paper
    return svg_text(subject.name, art, fills, paper, overlay.svg(scene.labels(art.pieces), scene.notes()))


def step_frame(subject: Subject, shot: Shot) -> Shot:
    """The same for all steps: the whole model fills the picture."""
    return shot._replace(framed_by=points_of(subject))


def points_of(subject: Subject) -> Points:
    """Corners (n, 3) that reach as far as all of it."""
    return _stage(subject).points


def camera_for(subject: Subject, shot: Shot) -> Camera:
    """The camera of such a picture."""
    return _Scene(subject, shot, None).camera


def suiting_view(subject: Subject) -> View:
    """The view that suits it, unless one is given."""
    return view_for(points_of(subject), subject.role)


def at_step(subject: Subject, shot: Shot, step: int) -> tuple[Subject, Shot]:
    """What there is after a step, turned as the file says, and how it is taken then."""
    shown = subject.only(subject.pieces.up_to_step(step))
    if turn := subject.turns.get(step):
        framed = points_of(shown) if shot.framed_by is None else shot.framed_by
        shot = shot._replace(
            view=turn.view(shot.view or view_for(framed, subject.role)), framed_by=turn.of(framed)
        )
        shown = shown.only(turn.pieces(shown.pieces))
    return shown, shot


def pieces_seen(subject: Subject, shot: Shot) -> NDArray[np.intp]:
    """How many pixels (n,) each of its pieces has in such a picture."""
    scene = _Scene(subject, shot, None)
    drawn = draw(scene.stage, scene.camera, Look(None, ground=False, shadows=False))
    return np.bincount(drawn.pieces[drawn.pieces >= 0], minlength=len(subject.pieces))[: len(subject.pieces)]


def step_png(subject: Subject, shot: Shot, step: int, *, fade: bool = False) -> bytes:
    return png_bytes(step_picture(subject, shot, step, fade=fade))


def step_picture(subject: Subject, shot: Shot, step: int, *, fade: bool = False) -> Image:
    """The model as it is after a step, turned as the file says."""
    shown, shot = at_step(subject, shot, step)
    coats = np.where(shown.pieces.steps < step, MUTED if fade else AS_IT_IS, AS_IT_IS)
    return coated_picture(shown, shot, coats)


def coated_picture(subject: Subject, shot: Shot, coats: NDArray[np.intp]) -> Image:
    """`coats` (n,) are those of the pieces; where some are muted, the others have a line around them."""
    scene = _Scene(subject, shot, None, coats)
    look = Look(None if shot.transparent else shot.paper, shot.ground, shot.shadows)
    drawn = draw(scene.stage, scene.camera, look)
    image = _as_image(drawn.pixels)
    if (coats == MUTED).any():
        image = draw_outline(image, np.append(coats != MUTED, False)[drawn.pieces])
    return _finished(image, scene)


def _finished(image: Image, scene: _Scene, labels: Sequence[Label] = ()) -> Image:
    """With labels and notes, and without transparency unless it was asked for."""
    kept = image if scene.is_transparent else image.convert("RGB")
    return overlay.paint(kept, labels, scene.notes())


def _as_image(pixels: NDArray[np.uint8]) -> Image:
    from PIL import Image as Images

    return Images.fromarray(pixels)


def icon(subject: Subject, size: tuple[int, int], pixels_per_stud: float = 0.0) -> Image:
    """A single part on transparent ground, without shadows."""
    shot = Shot(size, ABOVE, True, pixels_per_stud=pixels_per_stud, shadows=False, ground=False, notes=False)
    return picture(subject, shot)


def _stage(subject: Subject, coats: NDArray[np.intp] | None = None) -> Stage:
    return Stage(subject.pieces, subject.paints, coats, subject.table)


def fits(subject: Subject, shot: Shot) -> bool:
    """Whether all of it is in the picture at the scale that was asked for."""
    scene = _Scene(subject, shot, None)
    if not len(scene.stage.points):
        return True
    x, y, _ = scene.camera.place(scene.stage.points)
    width, height = shot.size
    return bool(x.min() >= 0 and x.max() <= width and y.min() >= 0 and y.max() <= height)


class _Scene:
    """A stage, a camera and what is to be written beside."""

    def __init__(
        self,
        subject: Subject,
        shot: Shot,
        systems: Sequence[SystemMark] | None,
        coats: NDArray[np.intp] | None = None,
    ) -> None:
        check_size(*shot.size)
        keep_freed_memory()
        if not len(subject.pieces):
            raise subject.nothing_to_draw()
        self._subject, self._shot, self._systems = subject, shot, systems
        if systems is not None:
            coats = coats_of(subject, systems)
        self.stage = _stage(subject, coats)
        if not len(self.stage.points):
            raise subject.nothing_to_draw()
        self.camera = self._camera()
        if detail := self._detail():
            self.stage = _stage(subject.with_detail(detail), coats)

    @property
    def is_transparent(self) -> bool:
        return self._shot.transparent

    def _camera(self) -> Camera:
        shot = self._shot
        points = self.stage.points if shot.framed_by is None else shot.framed_by
        view = shot.view or view_for(points, self._subject.role)
        return aim(points, view, shot.size, self._margins(), shot.pixels_per_stud / LDU_PER_STUD)

    def _detail(self) -> int:
        """By how large things are in the picture: sides that can't be seen needn't be drawn."""
        low, high = self.stage.points.min(axis=0), self.stage.points.max(axis=0)
        ahead = float(((low + high) / 2 - self.camera.eye) @ self.camera.turn[2])
        level = int(np.searchsorted(_DETAIL_PIXELS_PER_LDU, self.camera.pixels_per_ldu(max(ahead, 1.0))))
        return level + LOGOS if self._shot.logos else level

    def _margins(self) -> Margins:
        width, height = self._shot.size
        even = even_margins(width, height)
        bottom = max(even.bottom, self._foot() * 1.4)
        if not self._systems:
            return even._replace(bottom=bottom)
        spots = [Wanted(dice, name, ((0.0, 0.0),)) for dice, name in sayings(self._subject, self._systems)]
        side = max(column_width(spots, self._frame()), even.left)
        return Margins(side, even.top, side, bottom)

    def _frame(self) -> Frame:
        width, height = self._shot.size
        return Frame(width, height, bottom=self._foot())

    def _foot(self) -> float:
        """The height of the strip that notes take."""
        return 2.2 * overlay.note_size(self._shot.size[1]) if self._note() else 0.0

    def _note(self) -> str:
        return self._subject.note if self._shot.notes else ""

    def notes(self) -> list[overlay.Note]:
        if not self._note():
            return []
        width, height = self._shot.size
        size = overlay.note_size(height)
        text = elide(self._note(), size, width - 2 * size)
        return [overlay.Note(text, size, height - 0.9 * size, size)] if text else []

    def labels(self, seen: NDArray[np.int64]) -> list[Label]:
        """`seen` (h, w) says whose piece a pixel is, by its place on the stage."""
        if not self._systems:
            return []
        wanted = wanted_labels(self._subject, self._systems, self.camera, seen)
        x = self.camera.place(self.stage.points)[0]
        return place(wanted, self._frame()._replace(model=(float(x.min()), float(x.max()))))


@cache
def keep_freed_memory() -> None:
    """Keep memory for the next array instead of giving it back.

    Done once per process, and only where the C library is glibc. `render` of the Chub took 774 ms of
    processor time with this, 889 ms without.
    """
    if adjust := _of_c_library("mallopt"):
        adjust(_MMAP_THRESHOLD, _LARGEST_KEPT_BYTES)
        adjust(_TRIM_THRESHOLD, _KEPT_BYTES)


def give_back_memory() -> None:
    """Give back what was kept, also between what is in use: for programs that draw many models in turn.

    Once for a model it takes a hundredth of the time; without it, gaps that nothing fits into add up.
    """
    if give_back := _of_c_library("malloc_trim"):
        give_back(0)


@cache
def _of_c_library(name: str) -> Callable[..., int] | None:
    """A function that only glibc has."""
    import ctypes

    try:
        found: Callable[..., int] = getattr(ctypes.CDLL(None), name)
    except (AttributeError, OSError, TypeError):
        return None
    return found
