"""The pictures of a sheet: each design drawn once, all of one force to the same scale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from brickyard.dossiers import Dossier
from brickyard.pictures.designs import DesignSubject, open_design
from brickyard.pictures.making import Shot, fits, picture
from brickyard.pictures.png import png_bytes
from brickyard.pictures.subject import Subject
from brickyard.sheets.pointing import point_out
from brickyard.sheets.units import Plain
from ldraw_tools.findings import BrickyardError, and_more
from ldraw_tools.units import studs
from ldraw_tools.workspace import Workspace

if TYPE_CHECKING:
    from PIL.Image import Image

MM_PER_INCH = 25.4
# How large the largest of a force is drawn, and a picture with labels.
_LARGEST_MM = 60.0
_LABELLED_MM = (64.0, 64.0)
# What is near looks larger: so much of a picture's side is for the longest diagonal.
_ROOM = 0.85
_MOST_ENLARGED = 4


@dataclass
class Album:
    """Pictures by file name, and for every design what the template must know of them."""

    files: dict[str, bytes] = field(default_factory=dict)
    plain: dict[str, Plain] = field(default_factory=dict)
    labelled: dict[str, Plain] = field(default_factory=dict)
    remarks: dict[str, list[str]] = field(default_factory=dict)
    """What is to be said of a drawing, and of which ones."""

    def add(self, data: bytes) -> str:
        name = f"picture-{len(self.files)}.png"
        self.files[name] = data
        return name

    def remark(self, name: str, said: str) -> None:
        self.remarks.setdefault(said, []).append(name)

    def notes(self) -> list[str]:
        return [f"{and_more(dict.fromkeys(names))}: {said}" for said, names in self.remarks.items()]


@dataclass(frozen=True, slots=True)
class Wishes:
    """`dpi` 0 for no pictures at all."""

    dpi: int
    plain: bool = True
    labelled: bool = True


def fill_album(dossiers: Sequence[Dossier], workspace: Workspace, wishes: Wishes, album: Album) -> None:
    """Adds the pictures of one force's designs; those on paper have none."""
    if not wishes.dpi:
        return
    drawn = list(_drawn(dossiers, workspace, album))
    largest = max((_extent(dossier) for dossier, _ in drawn), default=1.0)
    side = max(8, round(_LARGEST_MM / MM_PER_INCH * wishes.dpi))
    for dossier, one in drawn:
        if wishes.plain:
            album.plain[dossier.slug] = _plain(one, side, _ROOM * side / max(largest, 1.0), album)
        if wishes.labelled and one.systems:
            width, height = (max(16, round(mm / MM_PER_INCH * wishes.dpi)) for mm in _LABELLED_MM)
            data, values = point_out(one.subject, one.systems, (width, height))
            album.labelled[dossier.slug] = {"file": album.add(data), **values}


def _drawn(
    dossiers: Sequence[Dossier], workspace: Workspace, album: Album
) -> Iterator[tuple[Dossier, DesignSubject]]:
    for dossier in dossiers:
        try:
            drawn = open_design(dossier, workspace)
        except BrickyardError as error:
            album.remark(dossier.name, f"not drawn: {error}")
            continue
        if drawn is not None:
            for said in drawn.subject.remarks():
                album.remark(dossier.name, said)
            yield dossier, drawn


def _extent(dossier: Dossier) -> float:
    """Its longest diagonal in studs: it fits a square of that side from wherever it is seen."""
    sizes = dossier.unit.sizes
    box = sizes.whole.box if sizes else None
    return studs((box.width**2 + box.depth**2 + box.height**2) ** 0.5) if box else 1.0


def _plain(drawn: DesignSubject, side: int, pixels_per_stud: float, album: Album) -> Plain:
    """Pixels say how large it is beside the others."""
    shot = Shot((side, side), transparent=True, ground=False, notes=False, pixels_per_stud=pixels_per_stud)
    for _ in range(_MOST_ENLARGED):
        if fits(drawn.subject, shot):
            break
        # What reaches far towards the eye is larger than its box: only the paper grows, not the model.
        shot = replace(shot, size=(shot.size[0] * 5 // 4, shot.size[1] * 5 // 4))
    return add_picture(drawn.subject, shot, album)


def add_picture(subject: Subject, shot: Shot, album: Album) -> Plain:
    """Drawn, cropped to what is seen of it, and what a template must know of it."""
    data, width, height = cropped(picture(subject, shot))
    return {"file": album.add(data), "width": width, "height": height, "note": subject.note}


def cropped(whole: Image) -> tuple[bytes, int, int]:
    """To what is seen of it, with its size."""
    image = whole.crop(whole.getchannel("A").getbbox() or (0, 0, 1, 1))
    return png_bytes(image), image.width, image.height
