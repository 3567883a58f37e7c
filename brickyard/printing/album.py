"""The pictures of a sheet: each design once, one force to one scale but for heaps, systems pointed out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median_low
from typing import TYPE_CHECKING, NamedTuple

from brickyard.facts.judged_designs import JudgedDesign
from brickyard.pictures.label_layout import Wanted
from brickyard.pictures.picture_files import png_bytes
from brickyard.pictures.shots import Shot, fits, picture, view_for
from brickyard.pictures.subject import Subject
from brickyard.pictures.system_marks import DesignSubject, SystemMark, coats_of, open_design, wanted_labels
from brickyard.printing import sheet_texts as texts
from brickyard.printing.sheet_texts import Plain
from brickyard.printing.unit_values import die
from ldraw_tools.findings import BrickyardError, and_more
from ldraw_tools.rendering.camera import aim, even_margins
from ldraw_tools.rendering.picture import Look, draw
from ldraw_tools.rendering.stage import Stage
from ldraw_tools.units import studs

if TYPE_CHECKING:
    from PIL.Image import Image

MM_PER_INCH = 25.4
# How large the largest of a force is drawn, and a picture with labels.
_LARGEST_MM = 60.0
_LABELLED_MM = (64.0, 64.0)
# Near things look larger, so the longest diagonal gets only this share of a picture's side.
_ROOM = 0.85
_MOST_ENLARGED = 4
# What is so many times as large as most is a heap of models: it doesn't make the others tiny.
_TOO_LARGE = 4
_MOST_LABELS = 14
_MOST_DICE = 3
_MARGIN = 0.02


@dataclass
class Album:
    """Pictures by file name, and for every design what the template must know of them."""

    files: dict[str, bytes] = field(default_factory=dict)
    plain: dict[str, Plain] = field(default_factory=dict)
    labelled: dict[str, Plain] = field(default_factory=dict)
    remarks: dict[str, list[str]] = field(default_factory=dict)
    """Remarks on drawings, and which ones they are about."""

    def add(self, data: bytes) -> str:
        name = f"picture-{len(self.files)}.png"
        self.files[name] = data
        return name

    def remark(self, name: str, said: str) -> None:
        self.remarks.setdefault(said, []).append(name)

    def notes(self) -> list[str]:
        return [f"{and_more(dict.fromkeys(names))}: {said}" for said, names in self.remarks.items()]


def fill_album(
    designs: Sequence[JudgedDesign], album: Album, *, dpi: int, plain: bool = True, labelled: bool = True
) -> None:
    """Adds the pictures of one force's designs; those on paper have none. With a `dpi` of 0 none is drawn."""
    if not dpi:
        return
    drawn = list(_drawn(designs, album))
    extents = [_extent(design) for design, _ in drawn]
    most = _TOO_LARGE * median_low(extents or [1.0])
    largest = max((one for one in extents if one <= most), default=1.0)
    side = max(8, round(_LARGEST_MM / MM_PER_INCH * dpi))
    for (design, one), extent in zip(drawn, extents, strict=True):
        if plain:
            if extent > most:
                album.remark(design.name, "drawn to a smaller scale than the others")
            scale = _ROOM * side / max(largest, extent if extent > most else 1.0)
            album.plain[design.slug] = _plain(one, side, scale, album)
        if labelled and one.systems:
            width, height = (max(16, round(mm / MM_PER_INCH * dpi)) for mm in _LABELLED_MM)
            data, values = point_out(one.subject, one.systems, (width, height))
            album.labelled[design.slug] = {"file": album.add(data), **values}


def _drawn(designs: Sequence[JudgedDesign], album: Album) -> Iterator[tuple[JudgedDesign, DesignSubject]]:
    for design in designs:
        try:
            drawn = open_design(design)
        except BrickyardError as error:
            album.remark(design.name, f"not drawn: {error}")
            continue
        if drawn is not None:
            for said in drawn.subject.remarks():
                album.remark(design.name, said)
            yield design, drawn


def _extent(design: JudgedDesign) -> float:
    """Its longest diagonal in studs: it fits a square of that side from wherever it is seen."""
    sizes = design.unit.sizes
    box = sizes.whole.box if sizes else None
    return studs((box.width**2 + box.depth**2 + box.height**2) ** 0.5) if box else 1.0


def _plain(drawn: DesignSubject, side: int, pixels_per_stud: float, album: Album) -> Plain:
    """Pixels say how large it is beside the others."""
    shot = Shot((side, side), transparent=True, ground=False, notes=False, pixels_per_stud=pixels_per_stud)
    for _ in range(_MOST_ENLARGED):
        if fits(drawn.subject, shot):
            break
        # What reaches far towards the eye is larger than its box: only the paper grows, not the model.
        shot = shot._replace(size=(shot.size[0] * 5 // 4, shot.size[1] * 5 // 4))
    else:
        # Its spare heaps lie far apart: better small than cut off.
        shot = shot._replace(pixels_per_stud=0)
    return cropped_picture(drawn.subject, shot).values(album)


class CroppedPicture(NamedTuple):
    """A picture cropped to what is seen of it, and what it must say of itself."""

    data: bytes
    width: int
    height: int
    note: str

    def values(self, album: Album) -> Plain:
        """What a template must know of it."""
        return {"file": album.add(self.data), "width": self.width, "height": self.height, "note": self.note}


def cropped_picture(subject: Subject, shot: Shot) -> CroppedPicture:
    return CroppedPicture(*crop(picture(subject, shot)), subject.note)


def crop(whole: Image) -> tuple[bytes, int, int]:
    """To what is seen of it, with its size."""
    image = whole.crop(whole.getchannel("A").getbbox() or (0, 0, 1, 1))
    return png_bytes(image), image.width, image.height


def point_out(subject: Subject, systems: Sequence[SystemMark], size: tuple[int, int]) -> tuple[bytes, Plain]:
    """The picture, and its labels in two columns, each in the order of what they point at."""
    from PIL import Image

    stage = Stage(subject.pieces, subject.paints, coats_of(subject, systems), subject.table)
    camera = aim(stage.points, view_for(stage.points, subject.role), size, even_margins(*size, _MARGIN))
    picture = draw(stage, camera, Look(None, ground=False))
    labels = wanted_labels(subject, systems, camera, picture.pieces)[:_MOST_LABELS]
    values = {"width": size[0], "height": size[1], **_columns(labels, size)}
    return png_bytes(Image.fromarray(picture.pixels)), values


def _columns(labels: Sequence[Wanted], size: tuple[int, int]) -> Plain:
    """As even as can be: the leftmost half to the left."""
    by_side = sorted(labels, key=lambda one: one.spots)
    half = (len(by_side) + 1) // 2
    return {"left": _column(by_side[:half], size), "right": _column(by_side[half:], size)}


def _column(labels: Sequence[Wanted], size: tuple[int, int]) -> list[Plain]:
    """Labels from top to bottom; the ends of their leaders are in shares of the picture's sides."""
    return [
        {
            "dice": [die(one) for one in label.dice[:_MOST_DICE]],
            "name": texts.label(label.name),
            "x": label.spots[0][0] / size[0],
            "y": label.spots[0][1] / size[1],
            "hidden": label.hidden,
        }
        for label in sorted(labels, key=lambda one: one.spots[0][1])
    ]
