"""A picture of a finding: its parts in strong colours and with letters, the rest pale; and its file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image as Images, ImageDraw, ImageFilter
from PIL.Image import Image

from brickyard.facts.judged_designs import slug_of
from brickyard.pictures.finding_view import (
    Badge,
    Caption,
    Ring,
    Spot,
    badge_places,
    best_view,
    caption,
    in_the_way,
    owners,
    write_letters,
)
from brickyard.pictures.paints import Paints, colours_of, hex_of, mute
from brickyard.pictures.picture_files import png_bytes
from brickyard.pictures.subject import Subject, laid_out
from brickyard.pictures.system_marks import spot_inside, spot_of
from brickyard.progress import Progress
from fleets.models.model_units import Unit
from ldraw_tools.authorship import is_ours
from ldraw_tools.findings import BrickyardError, Finding
from ldraw_tools.geometry.pieces import Pieces
from ldraw_tools.highlights import LETTERS, Highlight, HighlightedGroup
from ldraw_tools.rendering.camera import Camera, Margins, View, aim, even_margins
from ldraw_tools.rendering.finishes import RGB, Paint
from ldraw_tools.rendering.mesh_table import MeshTable
from ldraw_tools.rendering.picture import PAPER, Look, check_size, draw
from ldraw_tools.writing import check_output, make_folder, write_output

SIZE = (900, 720)
# Dark and light: told apart in black and white, and by those who see fewer colours.
_FIRST: RGB = (24, 76, 190)
_OTHERS: RGB = (242, 140, 10)
_INK: RGB = (20, 20, 20)
# How opaque hidden pieces stay, and how much of a group shows through another.
_GHOST, _THROUGH = 0.2, 0.5
_LEAST_SEEN = 0.25
_SAME_LDU = 0.05
_INSETS = (0.27, 0.22, 0.18, 0.14)
# Pictures of a model that are too much to draw before no other is tried.
_MOST_REFUSED = 2


def finding_pngs(unit: Unit, findings: Iterable[Finding], size: tuple[int, int] = SIZE) -> list[bytes | None]:
    """A PNG for each finding on a unit; None for those that no picture can show."""
    camera = FindingCamera(unit) if unit.assembly is not None and unit.node is not None else None
    return [camera.png(finding, size) if camera else None for finding in findings]


class FindingCamera:
    """Takes pictures of what was found on a unit."""

    def __init__(self, unit: Unit) -> None:
        assert unit.assembly is not None
        assert unit.node is not None
        self._assembly = unit.assembly
        self._unit = unit.node
        self._refused = 0

    def png(self, finding: Finding, size: tuple[int, int] = SIZE) -> bytes | None:
        """None where it is about no parts, or they can't be drawn."""
        check_size(*size)
        if finding.highlight is None or self._refused >= _MOST_REFUSED:
            return None
        try:
            return self._png(finding.highlight, finding.code, size)
        except BrickyardError:
            # Too much to draw; the finding is told in words.
            self._refused += 1
            return None

    def _png(self, highlight: Highlight, code: str, size: tuple[int, int]) -> bytes | None:
        scene = self._scene(highlight.submodel)
        spot = scene.spot(highlight) if scene else None
        if scene is None or spot is None:
            return None
        return png_bytes(_Picture(spot, highlight, code, scene.note(spot), size).image())

    def _scene(self, submodel: str) -> _Scene | None:
        node = self._assembly.by_key.get(submodel) if submodel else self._assembly.nodes[self._unit]
        if node is None:
            return None
        pieces, table = laid_out(self._assembly, node.index)
        pieces = pieces.where(np.argsort(pieces.mesh, kind="stable"))
        return _Scene(pieces, table, Paints(colours_of(self._assembly)))


class _Scene(NamedTuple):
    """All that stands in a unit or a submodel."""

    pieces: Pieces
    table: MeshTable
    paints: Paints

    def spot(self, highlight: Highlight) -> Spot | None:
        """With the groups of a finding marked; None if a group isn't there."""
        marks = np.full(len(self.pieces), -1, np.intp)
        for number, group in reversed(list(enumerate(highlight.groups))):
            marks[_found(self.pieces, group)] = number
        there = self.pieces.steps <= highlight.step if highlight.step else np.ones(len(marks), np.bool_)
        middle = np.array(highlight.ball[:3]) if highlight.ball else None
        spot = Spot(
            self.pieces.where(there), self.table, self._paint, marks[there], middle, highlight.azimuth
        )
        return spot if np.isin(np.arange(len(highlight.groups)), spot.marks).all() else None

    def _paint(self, code: int, coat: int) -> Paint:
        if coat == 0:
            # Glass would dim what is behind it without looking like an obstacle.
            return mute(self.paints(code, 0))._replace(alpha=1.0)
        return Paint(_FIRST if coat == 1 else _OTHERS, _INK, 1.0)

    def note(self, spot: Spot) -> str:
        return Subject("", spot.pieces, self.paints, self.table).note


def _found(pieces: Pieces, group: HighlightedGroup) -> NDArray[np.intp]:
    """The pieces that are a group's parts: of the same file, in the same place."""
    found: list[int] = []
    by_key: dict[str, list[int]] = {}
    for mesh, key in enumerate(pieces.keys):
        by_key.setdefault(key, []).append(mesh)
    for part in group.parts:
        alike = np.flatnonzero(np.isin(pieces.mesh, by_key.get(part.key, [])))
        away = np.abs(pieces.matrices[alike].reshape(-1, 12) - np.array(part.matrix)).max(axis=1, initial=0)
        found += alike[away <= _SAME_LDU].tolist()
    return np.array(found, np.intp)


class _Picture:
    """One picture in the making: the close-up, its letters, the whole model in a corner, the caption."""

    def __init__(self, spot: Spot, highlight: Highlight, code: str, note: str, size: tuple[int, int]) -> None:
        self._spot, self._size, self._ball = spot, size, highlight.ball
        names = [group.name for group in highlight.groups]
        self._caption: Caption = caption(f"{code}: {highlight.caption}", names, note, size)
        self._rgbs = [_FIRST if number == 0 else _OTHERS for number in range(len(names))]
        self._view: View = best_view(spot)
        width, height = size
        self._room = max(height - self._caption.height, height // 3)
        edge = even_margins(width, self._room, 0.09)
        margins = edge._replace(bottom=edge.bottom + height - self._room)
        self._camera = spot.camera(self._view, size, margins)

    def image(self) -> Image:
        spot, camera = self._spot, self._camera
        there = spot.in_picture(camera)
        gone = in_the_way(spot, self._view) & there
        # No light comes from below.
        opened, owner = _drawn(spot, there & ~gone, camera, shadows=(self._view.elevation or 0.0) > 0)
        if gone.any():
            opened = Images.blend(opened, _drawn(spot, there, camera, shadows=False)[0], _GHOST)
        alone = [owners(spot.stage(spot.marks == group), camera) >= 0 for group in range(spot.groups)]
        seen = [owner == group for group in range(spot.groups)]
        hidden = [
            int(mask.sum()) < _LEAST_SEEN * int(whole.sum()) for mask, whole in zip(seen, alone, strict=True)
        ]
        for group, is_hidden in enumerate(hidden):
            if is_hidden:
                by_itself, _ = _drawn(spot, spot.marks == group, camera, shadows=False)
                opened = _through(opened, by_itself, alone[group])
                seen[group] = alone[group]
        opened = _outlined(opened, seen)
        opened.paste(hex_of(PAPER), (0, self._room, *self._size))
        taken = np.any(alone, axis=0)
        if spot.is_close_up:
            opened = self._with_inset(opened, taken)
        return write_letters(opened, self._badges(seen, hidden), self._ring(), self._caption, self._rgbs)

    def _ring(self) -> Ring | None:
        """Around the place where two parts are in one space."""
        if self._ball is None:
            return None
        *middle, wide = self._ball
        x, y, ahead = self._camera.place(np.array(middle))
        radius = wide / 2 * self._camera.pixels_per_ldu(float(ahead))
        return Ring((float(x), float(y)), max(radius, 0.012 * self._size[0]))

    def _badges(self, seen: Sequence[NDArray[np.bool_]], hidden: Sequence[bool]) -> list[Badge]:
        spot, camera = self._spot, self._camera
        spots = []
        for group, mask in enumerate(seen):
            mask = mask.copy()
            mask[self._room :] = False
            inside = spot_inside(mask)
            if inside is None:
                inside = spot_of(spot.corners[spot.marks == group].reshape(-1, 3), camera)
            spots.append(inside)
        reach = 0.11 * self._room
        places = badge_places(spots, reach, (self._size[0], self._room))
        return [
            Badge(LETTERS[number], self._rgbs[number], at, spot, hidden[number])
            for number, (at, spot) in enumerate(zip(places, spots, strict=True))
        ]

    def _with_inset(self, image: Image, taken: NDArray[np.bool_]) -> Image:
        """A small picture of the whole model with the close-up framed, where it covers no marked part.

        It gets smaller where that helps; if every corner is taken, there is none.
        """
        found = self._free_corner(taken)
        if found is None:
            return image
        spot, (best, (width, height)) = self._spot, found
        camera = aim(spot.corners.reshape(-1, 3), self._view, (width, height), Margins(8, 8, 8, 8))
        small, _ = _drawn(spot, np.ones(len(spot.pieces), np.bool_), camera, shadows=False)
        x, y, _ = camera.place(spot.frame)
        pen = ImageDraw.Draw(small)
        framed = (
            max(float(x.min()), 1.0),
            max(float(y.min()), 1.0),
            min(float(x.max()), width - 2.0),
            min(float(y.max()), height - 2.0),
        )
        pen.rectangle(framed, None, hex_of(_INK), 2)
        pen.rectangle((0, 0, width - 1, height - 1), None, hex_of(_INK), 1)
        image.paste(small, best)
        return image

    def _free_corner(self, taken: NDArray[np.bool_]) -> tuple[tuple[int, int], tuple[int, int]] | None:
        for share in _INSETS:
            width, height = round(share * self._size[0]), round(share * self._size[0] * 0.75)
            for top in (10, self._room - height - 10):
                for left in (self._size[0] - width - 10, 10):
                    if not taken[top : top + height, left : left + width].any():
                        return (left, top), (width, height)
        return None


def _drawn(
    spot: Spot, chosen: NDArray[np.bool_], camera: Camera, *, shadows: bool
) -> tuple[Image, NDArray[np.int64]]:
    """Some pieces, and (h, w) which group is seen where, -1 for none."""
    stage = spot.stage(spot.seen(chosen, camera))
    picture = draw(stage, camera, Look(PAPER, ground=False, shadows=shadows))
    group = np.where(picture.pieces >= 0, stage.pieces.marks[np.maximum(picture.pieces, 0)], -1)
    return Images.fromarray(picture.pixels).convert("RGB"), group


def _through(image: Image, other: Image, mask: NDArray[np.bool_]) -> Image:
    """Another picture half seen through the first where a mask says so."""
    cover = Images.fromarray((mask * np.uint8(round(255 * _THROUGH))).astype(np.uint8))
    return Images.composite(other, image, cover)


def _outlined(image: Image, seen: Sequence[NDArray[np.bool_]]) -> Image:
    """A dark line round each group."""
    for mask in seen:
        flat = Images.fromarray((mask * np.uint8(255)).astype(np.uint8))
        soft = np.asarray(flat.filter(ImageFilter.GaussianBlur(1.6)), np.float32) / 255
        line = np.clip(5 * (0.5 - np.abs(soft - 0.5)), 0, 1) * 255
        image = Images.composite(
            Images.new("RGB", image.size, _INK), image, Images.fromarray(line.astype(np.uint8))
        )
    return image


@dataclass
class Gallery:
    """The pictures of one file's findings, in a folder: `chub-bld002-1.png`, `company-chub-bld002-1.png`."""

    folder: Path
    stem: str
    # Several processes at a time show no progress.
    is_alone: bool = True
    force: bool = False
    _given: set[str] = field(default_factory=set)

    def __call__(self, unit: Unit, findings: Sequence[Finding]) -> tuple[Finding, ...]:
        """The findings, each with the name of its picture where there is one."""
        wanted = [place for place, finding in enumerate(findings) if finding.highlight is not None]
        told = list(findings)
        if unit.assembly is None:
            return tuple(told)
        if not wanted:
            self._clear(unit)
            return tuple(told)
        camera = FindingCamera(unit)
        with Progress(f"Pictures of {self.stem}") if self.is_alone else nullcontext() as progress:
            for done, place in enumerate(wanted):
                if progress is not None:
                    progress(done, len(wanted))
                target = self._target(unit, findings[place])
                data = camera.png(findings[place])
                if data is not None:
                    write_output(target, data, force=self.force)
                    told[place] = replace(findings[place], picture=target.as_posix())
        self._clear(unit)
        return tuple(told)

    def _clear(self, unit: Unit) -> None:
        """Delete pictures of an earlier run: what they show is fixed."""
        ours = re.compile(re.escape(self._stem(unit)) + r"-[a-z]{3}\d{3}-\d+")
        for file in self.folder.glob("*.png"):
            if ours.fullmatch(file.stem) and file.stem not in self._given and is_ours(file):
                file.unlink(missing_ok=True)

    def _stem(self, unit: Unit) -> str:
        assert unit.assembly is not None
        model = slug_of(Path(unit.assembly.document.name).stem, ())
        words = [self.stem] if self.stem == model else [self.stem, model]
        words += [unit.name] if unit.node != unit.assembly.root else []
        return slug_of(" ".join(words), ())

    def _target(self, unit: Unit, finding: Finding) -> Path:
        target = self.folder / f"{self._name(self._stem(unit), finding.code)}.png"
        check_output(target, force=self.force)
        return target

    def _name(self, stem: str, code: str) -> str:
        stem, number = f"{stem}-{code.lower()}", 1
        while f"{stem}-{number}" in self._given:
            number += 1
        self._given.add(f"{stem}-{number}")
        return f"{stem}-{number}"


def galleries(files: Iterable[Path], folder: Path, *, is_alone: bool, force: bool = False) -> list[Gallery]:
    """One for each file, with names that don't collide; the folder is made."""
    make_folder(folder)
    given: set[str] = set()
    found = []
    for file in files:
        stem = slug_of(file.stem, given)
        given.add(stem)
        found.append(Gallery(folder, stem, is_alone, force))
    return found
