"""What changed as one page that needs no other file."""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image as Images, ImageDraw
from PIL.Image import Image

from brickyard.changes.change_answer import DesignChange, VersionChanges, closing_words, tally
from brickyard.facts.judged_designs import JudgedDesign
from brickyard.facts.verdicts import words_of_finding
from brickyard.notices import notices
from brickyard.parts.lots import pieces_to_buy
from brickyard.parts.printed_page import page_alone
from brickyard.pictures.lettering import Face, drawable, elide, font
from brickyard.pictures.overlay import INK
from brickyard.pictures.paints import MUTED
from brickyard.pictures.picture_files import png_bytes
from brickyard.pictures.shots import Shot, coated_picture, points_of, view_for
from brickyard.pictures.subject import Subject
from brickyard.pictures.system_marks import open_design
from ldraw_tools.findings import BrickyardError, count_of, printable
from ldraw_tools.geometry.pieces import Pieces
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.rendering.finishes import RGB
from ldraw_tools.rendering.picture import PAPER

# Distinguishable for people who are colour-blind, and by brightness.
REMOVED_RGB: RGB = (213, 94, 0)
ADDED_RGB: RGB = (0, 114, 178)
_SIZE = (600, 520)
_MOST_DESIGNS = 12
_TITLE, _CAPTION, _STRIP = 24.0, 18.0, 84
_DECIMALS = 1
# Parts of a kind that are tried as the same one moved: more would only cost time.
_MOST_TRIED = 40

Flags = NDArray[np.bool_]
_Stand = tuple[str, int, tuple[float, ...]]
_Spot = tuple[float, ...]


def changes_png(found: VersionChanges) -> bytes:
    """Every design that changed in a row of its own, the first dozen of them."""
    drawn = (row for unit in found.changed_units if (row := changed_pair(unit)) is not None)
    rows = list(islice(drawn, _MOST_DESIGNS))
    if not rows:
        raise BrickyardError(f"{found.new}: nothing that changed can be drawn")
    whole = Images.new("RGB", (rows[0].width, sum(row.height for row in rows)), PAPER)
    top = 0
    for row in rows:
        whole.paste(row, (0, top))
        top += row.height
    return png_bytes(whole)


def changed_pair(unit: DesignChange) -> Image | None:
    """Both versions of a design at one scale; None where there is nothing new to see."""
    if unit.old and unit.new and unit.old.digest == unit.new.digest:
        return None
    old, new = _subject(unit.old), _subject(unit.new)
    either = new or old
    if either is None:
        return None
    stays = _stay(old.pieces if old else None, new.pieces if new else None)
    together = np.concatenate([points_of(one) for one in (old, new) if one is not None])
    shot = Shot(_SIZE, view_for(together, either.role), framed_by=together)
    width, height = _SIZE
    pair = Images.new("RGB", (2 * width, height + _STRIP), PAPER)
    pen = ImageDraw.Draw(pair)
    for place, (subject, kept, rgb, word) in enumerate(
        ((old, stays[0], REMOVED_RGB, "removed"), (new, stays[1], ADDED_RGB, "added"))
    ):
        left = place * width
        said = "not there"
        if subject is not None:
            coats = np.where(kept, MUTED, subject.paints.coat(rgb)).astype(np.intp)
            pair.paste(coated_picture(subject, shot, coats).convert("RGB"), (left, 0))
            changed = int((~kept).sum())
            said = f"{count_of(changed, 'part')} {word}" if changed else f"no part {word}"
        design = unit.new if place else unit.old
        title = f"{(design.title or design.name) if design else unit.name}: {'new' if place else 'old'}"
        _write(pen, printable(title), (left + 24, height + 34), _TITLE, Face.CONDENSED, width - 48)
        _write(pen, said, (left + 24, height + 62), _CAPTION, Face.REGULAR, width - 48)
    return pair


def _write(pen: object, text: str, at: tuple[int, int], size: float, face: Face, most: float) -> None:
    words = drawable(elide(text, size, most, face), face)
    pen.text(at, words, INK, font(face, size), "ls")  # type: ignore[attr-defined]


def _subject(design: JudgedDesign | None) -> Subject | None:
    opened = open_design(design) if design else None
    return replace(opened.subject, turns={}) if opened else None


def _stay(old: Pieces | None, new: Pieces | None) -> tuple[Flags, Flags]:
    """Which pieces of each version the other has too, in the same place as seen from the whole."""
    if old is None or new is None:
        return np.zeros(len(old) if old else 0, bool), np.zeros(len(new) if new else 0, bool)
    stands, standing = _stands(old), _stands(new)
    shift = _shift(stands, old.matrices[:, :, 3], standing, new.matrices[:, :, 3])
    return _matches(
        [(stand, _spot(spot + shift)) for stand, spot in zip(stands, old.matrices[:, :, 3], strict=True)],
        [(stand, _spot(spot)) for stand, spot in zip(standing, new.matrices[:, :, 3], strict=True)],
    )


def _matches(old: Sequence[object], new: Sequence[object]) -> tuple[Flags, Flags]:
    both = Counter(old) & Counter(new)
    return _taken(old, both), _taken(new, both)


def _taken(keys: Sequence[object], many: Counter[object]) -> Flags:
    left = many.copy()
    found = np.zeros(len(keys), bool)
    for place, key in enumerate(keys):
        if left[key] > 0:
            left[key] -= 1
            found[place] = True
    return found


def _stands(pieces: Pieces) -> list[_Stand]:
    """What a piece is but for its place: part, colour, how it is turned."""
    turns = np.round(pieces.matrices[:, :, :3].reshape(-1, 9), 3) + 0.0
    keys = [pieces.keys[mesh] for mesh in pieces.mesh.tolist()]
    return list(zip(keys, pieces.colours.tolist(), map(tuple, turns.tolist()), strict=True))


def _shift(stands: Sequence[_Stand], old: Points, standing: Sequence[_Stand], new: Points) -> Points:
    """How far the whole model was moved: by what most pieces of the same kind moved."""
    here: dict[_Stand, list[int]] = {}
    for place, stand in enumerate(standing):
        here.setdefault(stand, []).append(place)
    votes: Counter[_Spot] = Counter()
    for place, stand in enumerate(stands):
        votes.update(_spot(new[other] - old[place]) for other in islice(here.get(stand, ()), _MOST_TRIED))
    # Of equal numbers, staying where it is.
    best = max(votes, key=lambda shift: (votes[shift], -sum(map(abs, shift)), shift), default=(0.0, 0.0, 0.0))
    return np.array(best)


def _spot(point: Points) -> _Spot:
    return tuple((np.round(point, _DECIMALS) + 0.0).tolist())


_STYLE = Path(__file__).with_name("change_page.css")
_MOST_PICTURES = 12


def changes_html(found: VersionChanges) -> bytes:
    return page_alone(
        "changes.html",
        _STYLE,
        found=found,
        notices=list(notices(where="page")),
        most_pictures=_MOST_PICTURES,
        closing_words=closing_words,
        changed_pair=changed_pair,
        base64=lambda picture: base64.b64encode(png_bytes(picture)).decode(),
        map=map,
        words_of_finding=words_of_finding,
        pieces_to_buy=pieces_to_buy,
        tally=tally,
    )
