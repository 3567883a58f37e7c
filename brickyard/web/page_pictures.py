"""The pictures of a design for its page, its 3D model and its 3D view."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from functools import cached_property, partial
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image as Images
from PIL.Image import Image

from brickyard.cards.drawn_cards import CARD_PICTURE
from brickyard.facts.size_fit import SizeFit
from brickyard.pictures import overlay
from brickyard.pictures.part_icons import PartIcons, part_icons
from brickyard.pictures.picture_files import CREDIT, png_bytes, webp_bytes
from brickyard.pictures.shots import (
    USUAL,
    Shot,
    camera_for,
    cut_out,
    picture,
    pointed_out,
    points_of,
    view_for,
)
from brickyard.pictures.subject import Subject
from brickyard.pictures.system_marks import DesignSubject, SystemMark
from brickyard.printing.album import CroppedPicture
from brickyard.web.page_drawings import Front
from brickyard.web.page_steps import BuildingSteps
from brickyard.web.systems_view import low_box, told_labels, with_labels
from brickyard.web.viewer_scene import scene_script
from fleets.models.model_units import Marked
from ldraw_tools.exporting.export_parts import LengthUnit, Up, export_parts, world
from ldraw_tools.exporting.gltf import glb_bytes
from ldraw_tools.findings import printable
from ldraw_tools.geometry.mesh import Mesh
from ldraw_tools.geometry.pieces import Pieces
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.rendering.camera import EYE_LEVEL as HEROIC, View
from ldraw_tools.rendering.picture import PAPER
from ldraw_tools.units import LDU_PER_STUD

_BYTES = 12
Told = NDArray[Any] | str
# Makes the bytes of a picture that was drawn.
Packing = Callable[[], bytes]
# Pictures by name and look.
KnownPictures = Mapping[tuple[str, str], bytes]


class PictureStore:
    """Knows which file of the site shows what; writing a page again replaces what was known about it.

    A look is a digest of everything that a picture is made from; pages list theirs by picture name. `known`
    are pictures from elsewhere.
    """

    def __init__(
        self,
        site: Path,
        pages: Iterable[tuple[str, Mapping[str, str]]] = (),
        known: KnownPictures | None = None,
    ) -> None:
        self._site, self._known = site, known or {}
        self._places: dict[tuple[str, str], str] = {}
        self._by_page: dict[str, list[tuple[str, str]]] = {}
        self._scenes: dict[str, str] = {}
        for slug, looks in pages:
            self.add(slug, looks)

    def scene(self, look: str, make: Callable[[], str]) -> str:
        """The name of a 3D view; `make` writes it, once in this run. The view may be large and isn't kept."""
        if look not in self._scenes:
            self._scenes[look] = make()
        return self._scenes[look]

    def add(self, slug: str, looks: Mapping[str, str]) -> None:
        """Note that a page was written with these pictures."""
        for drawn in self._by_page.pop(slug, ()):
            if self._places.get(drawn) == slug:
                del self._places[drawn]
        self._by_page[slug] = list(looks.items())
        self._places.update(dict.fromkeys(looks.items(), slug))

    def pictures_of(self, slugs: Iterable[str]) -> KnownPictures:
        """What these pages have drawn."""
        drawn = {one for slug in slugs for one in self._by_page.get(slug, ())}
        return {one: data for one in drawn if (data := self.find(*one)) is not None}

    def find(self, name: str, look: str) -> bytes | None:
        if (data := self._known.get((name, look))) is not None:
            return data
        slug = self._places.get((name, look))
        if slug is None:
            return None
        try:
            return (self._site / slug / name).read_bytes()
        except OSError:
            # The file was deleted, so it is drawn again.
            return None


class PagePictures:
    """The pictures of one page; `looks` says by name what each was made from.

    Each is packed by another thread while the next is drawn.
    """

    def __init__(self, store: PictureStore, packer: Executor) -> None:
        self.store, self._packer = store, packer
        self.looks: dict[str, str] = {}
        self._packed: dict[str, bytes | Future[bytes]] = {}

    def picture(self, name: str, look: str, draw: Callable[[], bytes | Packing]) -> None:
        """Copied from a page that shows the same, or from this page's last version; else drawn."""
        self.looks[name] = look
        made = self.store.find(name, look) or draw()
        self._packed[name] = made if isinstance(made, bytes) else self._packer.submit(made)

    def data(self, name: str) -> bytes:
        packed = self._packed[name]
        return packed if isinstance(packed, bytes) else packed.result()

    def write(self, folder: Path) -> None:
        for name in self._packed:
            (folder / name).write_bytes(self.data(name))


class Looks:
    """A digest of everything that a picture of a subject's pieces is made from."""

    def __init__(self, subject: Subject) -> None:
        textures = [_digest_of_texture(subject, name) for name in subject.textures]
        self._said = repr((subject.role, subject.note, sorted(subject.paints.own.items()), textures))
        self._known = {id(mesh): _digest_of_mesh(mesh) for mesh in subject.table.meshes}
        self._meshes = np.array(list(self._digests(subject.table.meshes)), f"S{2 * _BYTES}")

    def _digests(self, meshes: Iterable[Mesh]) -> list[str]:
        """What was digested lives as long as the subject, so its address tells it apart."""
        return [self._known.get(id(mesh)) or _digest_of_mesh(mesh) for mesh in meshes]

    def of(self, pieces: Pieces, *more: Told) -> str:
        """The digest for some of the pieces and whatever else the picture shows."""
        shapes = self._meshes[pieces.mesh]
        return _digest(self._said, shapes, pieces.matrices, pieces.colours, pieces.inverted, *more)

    def of_meshes(self, meshes: Iterable[Mesh], *more: Told) -> str:
        """The digest for a picture of the same model, with a list of meshes of its own."""
        return _digest(self._said, *self._digests(meshes), *more)


def _digest_of_texture(subject: Subject, name: str) -> str:
    levels = subject.paints.picture_of(name) if subject.paints.picture_of else None
    return _digest(name, *(levels[:1] if levels else ()))


def _digest_of_mesh(mesh: Mesh) -> str:
    return _digest(
        mesh.triangles,
        mesh.colours,
        mesh.two_sided,
        mesh.edges,
        mesh.edge_colours,
        mesh.conditionals,
        mesh.conditional_colours,
    )


def _digest(*told: Told) -> str:
    digest = hashlib.blake2b(digest_size=_BYTES)
    for one in told:
        if isinstance(one, str):
            data = one.encode("utf-8", "backslashreplace")
            about = ""
        else:
            data = np.ascontiguousarray(one).tobytes()
            about = f"{one.dtype.str} {one.shape}"
        # With its length, so that neighbours can't be confused.
        digest.update(f"{about} {len(data)}\n".encode() + data)
    return digest.hexdigest()


# A large picture that is sharp on dense screens, a small one, and one cut out, for cards and to download.
PICTURE, THUMB, CUT_OUT = "picture.webp", "thumb.webp", "picture.png"
# Further views of it, with what they are called.
EYE_LEVEL, BACK, TOP = "eye-level.webp", "back.webp", "top.webp"
FURTHER = {EYE_LEVEL: "At a pilot's eye level", BACK: "From behind", TOP: "From above"}
SYSTEMS, FRONT, PARTS = "systems.webp", "front.webp", "parts.png"
# Two hundred pixels an inch, of three hundred.
_SHARP = 2 / 3
# The systems with labels in the picture, and the same labels as values.
LABELLED, LABELS = "systems.png", "systems.json"
# A camera so far away that perspective disappears.
_FAR_LDU = 60_000.0


@dataclass(frozen=True)
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
        """As it is drawn: large enough for dense screens."""
        return self.width * 9 // 8, self.width * 27 // 32

    @property
    def further_size(self) -> tuple[int, int]:
        return self.width * 7 // 12, self.width * 7 // 16

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

    def stills(self) -> None:
        """Drawn once, brought down to all sizes. Transparent, for any ground."""
        look = self._looks.of(self.subject.pieces, repr(self._hero))
        sizes = {PICTURE: self.hero_size, THUMB: (self.width * 3 // 8, self.width * 9 // 32)}
        for name, size in sizes.items():
            self.kept.picture(name, look, partial(self._still, size))
        self.kept.picture(CUT_OUT, look, self._cut_out)

    def _still(self, size: tuple[int, int]) -> Packing:
        image = self._drawn[0]
        return lambda: webp_bytes(brought_down(image, size))

    def _cut_out(self) -> Packing:
        image = self._drawn[1]
        return lambda: png_bytes(_cropped(image))

    @property
    def _hero(self) -> Shot:
        return Shot(self.hero_size)

    @cached_property
    def _drawn(self) -> tuple[Image, Image]:
        """With its shadow, and cut out."""
        return cut_out(self.subject, self._hero)

    def further(self) -> Iterator[str]:
        """The file names of further pictures: from behind, and at the eye level of a pilot or from above.

        Only for units that stand on a table; one picture of an attachment is enough.
        """
        if self.subject.role is None:
            return
        usual = view_for(self._points, self.subject.role)
        views = {BACK: View(usual.azimuth + 180.0, usual.elevation)}
        if usual == USUAL:
            views = {EYE_LEVEL: HEROIC} | views
        else:
            views[TOP] = View(0.0, 90.0)
        for name, view in views.items():
            # From above the shadow would lie all around, and be cut.
            shot = Shot(self.further_size, view, transparent=True, notes=False, ground=name != TOP)
            look = self._looks.of(self.subject.pieces, repr(shot))
            self.kept.picture(name, look, partial(_webp_of, self.subject, shot))
            yield name

    def poses(self, others: Sequence[Subject]) -> Iterator[str]:
        """The file names of pictures of its other poses."""
        shot = Shot(self.further_size, transparent=True, notes=False)
        for number, other in enumerate(others, 1):
            name, look = f"pose-{number}.webp", Looks(other).of(other.pieces, repr(shot))
            self.kept.picture(name, look, partial(_webp_of, other, shot))
            yield name

    def pointed_out(self) -> None:
        """A picture of its systems, one with labels, and where those stand."""
        shot = Shot((self.width, self.width * 3 // 4), shadows=False, ground=False)
        pieces, systems = self.subject.pieces, self.design.systems
        said = repr([(system.dice, system.name, system.rgb) for system in systems])
        look = self._looks.of(pieces, repr(shot), pieces.marks, repr(pieces.marked), said)
        drawn: dict[str, bytes | Packing] = {}

        def draw(name: str) -> bytes | Packing:
            drawn.update({} if drawn else _pointed_out(self.subject, shot, systems))
            return drawn[name]

        for name in (SYSTEMS, LABELLED, LABELS):
            self.kept.picture(name, look, partial(draw, name))

    def front(self, fit: SizeFit) -> Front:
        """Seen along the sides of its box; the place of the box in the picture."""
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
        look = self._looks.of(self.subject.pieces, repr(shot))
        self.kept.picture(FRONT, look, partial(_webp_of, self.subject, shot))
        return front

    def steps(self, building: BuildingSteps) -> Iterator[str]:
        """The name of each one's file, which is empty where nothing can be drawn."""
        look = self._looks.of_meshes(building.table.meshes, *building.told())
        drawn: dict[int, Packing] = {}

        def draw(number: int) -> Packing:
            # All of them at once, which takes a third of the time.
            drawn.update({} if drawn else building.images())
            return drawn[number]

        for number, shot in enumerate(building.shots):
            name = f"step-{number + 1}.webp" if shot else ""
            if shot:
                self.kept.picture(name, look, partial(draw, number))
            yield name

    def icons(self) -> PartIcons | None:
        return part_icons(self.subject, self._icon_sheet)

    def _icon_sheet(self, subject: Subject, draw: Callable[[], bytes]) -> bytes:
        self.kept.picture(PARTS, self._looks.of(subject.pieces), draw)
        return self.kept.data(PARTS)

    def card(self) -> CroppedPicture:
        """For its card, from the large picture: it stands on its shadow."""
        with Images.open(BytesIO(self.kept.data(PICTURE))) as image:
            shown = _cropped(image.convert("RGBA"))
        return CroppedPicture(png_bytes(shown), *shown.size, self.subject.note)

    def glb(self) -> bytes:

        parts = export_parts(self.subject.pieces, textures=True)
        name = printable(self.subject.name)
        # As `export` writes it.
        paints = self.subject.in_black(neutral=False).paints
        return glb_bytes(parts, paints, world(LengthUnit.METRES, Up.Y), edges=True, credit=CREDIT, name=name)

    def marks(self, numbers: Mapping[tuple[Marked, int], int]) -> list[int]:
        """For each mark of the scene the page's number of that system, -1 for none.

        `numbers` are those of the page's systems by piece and copy.
        """
        seen: dict[int, int] = {}
        owners = []
        for mark in self.subject.pieces.marked:
            instance = seen[mark] = seen.get(mark, -1) + 1
            marked = self.design.marked.get(self.design.systems[mark].mark)
            owners.append(numbers.get((marked, instance), -1) if marked else -1)
        return owners

    def scene(self, share: Callable[[str, str], None], poses: Sequence[Points] = ()) -> str:
        """The name of the 3D view, which begins where the large picture stands; `share` writes its script."""
        pieces = self.subject.pieces
        look = self._looks.of(pieces, f"scene {self.hero_size}", pieces.steps, pieces.marks, *poses)

        def make() -> str:
            camera = camera_for(self.subject, Shot(self.hero_size))
            view = view_for(self._points, self.subject.role)
            name, script = scene_script(pieces, self.subject.paints, camera, view, poses)
            share(name, script)
            return name

        return self.kept.store.scene(look, make)


def _webp_of(subject: Subject, shot: Shot) -> Packing:
    return partial(webp_bytes, picture(subject, shot), has_shadow=shot.ground)


def brought_down(image: Image, size: tuple[int, int]) -> Image:
    if image.size == size:
        return image
    # Premultiplied, so that edges don't take on the colour of what is clear.
    return image.convert("RGBa").resize(size, Images.Resampling.LANCZOS).convert("RGBA")


def _cropped(image: Image) -> Image:
    """To what is seen, and as large as it is sharp on a card."""
    image = image.crop(image.getchannel("A").getbbox() or (0, 0, 1, 1))
    scale = min(1.0, _SHARP * CARD_PICTURE[0] / image.width, _SHARP * CARD_PICTURE[1] / image.height)
    return brought_down(image, (max(round(image.width * scale), 1), max(round(image.height * scale), 1)))


def _pointed_out(subject: Subject, shot: Shot, systems: Sequence[SystemMark]) -> dict[str, bytes | Packing]:
    image, labels = pointed_out(subject, shot, systems)
    box = with_labels(low_box(image), labels)
    paper = Images.new("RGBA", image.size, (*PAPER, 255))
    paper.alpha_composite(image)
    labelled = overlay.paint(paper.convert("RGB"), labels, ()).crop(box)
    return {
        SYSTEMS: partial(webp_bytes, image.crop(box), has_shadow=False),
        # Few colours and flat ones: a palette is a third of the size.
        LABELLED: lambda: png_bytes(labelled.quantize(255, dither=Images.Dither.NONE)),
        LABELS: told_labels(image, box, labels),
    }
