"""Which part is which: labels as SVG over a picture where there is room, numbers and a list on phones."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from math import hypot
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup

from brickyard.parts import Form
from brickyard.parts.list_files import files_of
from brickyard.parts.lots import Lot, PartsList, in_picking_order, pieces_needed
from brickyard.pictures import overlay
from brickyard.pictures.label_layout import Label
from brickyard.pictures.lettering import die_svg
from brickyard.pictures.part_icons import Cut, PartIcons
from brickyard.pictures.picture_files import number
from brickyard.web.page_files import Download
from catalog.vocabulary import Dice
from ldraw_tools.findings import BrickyardError, count_of, printable

if TYPE_CHECKING:
    from PIL.Image import Image


class LotView(NamedTuple):
    """`notes` are the numbers of the sentences under the list that are about it, `instead` other moulds."""

    quantity: int
    colour: str
    patch: str
    title: str
    number: str
    link: str
    notes: tuple[int, ...]
    instead: str
    icon: Cut | None


class PartsView(NamedTuple):
    summary: str
    lots: tuple[LotView, ...]
    notes: tuple[str, ...]


def write_lists(
    make: Callable[[], PartsList], folder: Path, icons: PartIcons | None = None
) -> tuple[PartsView | None, list[Download]]:
    """The parts, and a BrickLink list written to the folder; nothing for a design on paper."""
    try:
        parts = make()
    except BrickyardError:
        # A company without models has nothing to buy, so its page has no list.
        return None, []
    downloads = []
    for file in files_of(parts, Form.BRICKLINK, "wanted-list"):
        (folder / file.name).write_bytes(file.data)
        sure = "" if "uncertain" not in file.name else ", uncertain"
        downloads.append(Download(file.name, f"BrickLink wanted list{sure} (.xml)"))
    return _view(parts, icons), downloads


def _view(parts: PartsList, icons: PartIcons | None) -> PartsView:
    lots = in_picking_order(parts.lots)
    # Many lots share a note; it is shown once.
    said = dict.fromkeys(note for lot in lots for note in _notes(lot))
    numbers = {note: number for number, note in enumerate(said, 1)}
    return PartsView(_summary(parts), tuple(_lot(lot, numbers, icons) for lot in lots), tuple(said))


def _summary(parts: PartsList) -> str:
    """How many pieces to buy, and why that differs from the number in the models."""
    pieces = pieces_needed(parts.lots)
    summary = f"{count_of(pieces, 'piece')} in {count_of(len(parts.lots), 'lot')}"
    doubtful = len(parts.uncertain) + len(parts.not_written)
    if doubtful:
        summary += f", {doubtful} of them uncertain: check before you buy"
    if parts.added:
        summary += f"; {parts.added:,} more than in the model, for assemblies bought in parts"
    if parts.joined:
        summary += f"; {parts.joined:,} fewer than in the model, for pieces that are sold together"
    if pieces < parts.sold:
        summary += "; a sheet of stickers or a hose is one piece"
    return summary


def _notes(lot: Lot) -> list[str]:
    unsure = lot.reason if lot.confidence < lot.confidence.EXACT else ""
    return [printable(note) for note in (unsure, *lot.notes) if note]


def _lot(lot: Lot, numbers: dict[str, int], icons: PartIcons | None) -> LotView:
    seen = lot.swatch
    return LotView(
        lot.needed,
        printable(lot.colour_name) or "any",
        seen[0] if seen else "transparent",
        printable(lot.title),
        printable(lot.number) or "?",
        lot.link if lot.number else "",
        tuple(numbers[note] for note in _notes(lot)),
        printable(lot.choice),
        icons.cut(lot.part, lot.ldraw_colour) if icons else None,
    )


# Of the style sheet, so that both themes fit.
_INK, _HALO = "var(--ink)", "var(--paper)"
_Box = tuple[int, int, int, int]
_Spot = tuple[float, float]
# Radius of a number, a share of the width of what is shown.
_NUMBER = 0.042
_ROUNDS = 60


class ListedSystem(NamedTuple):
    """A system beside the picture; `hidden` if it can't be seen from there."""

    dice: tuple[Markup, ...]
    name: str
    hidden: bool


class SystemsView(NamedTuple):
    """Drawings for wide windows and for phones, and the systems in the order of their numbers."""

    wide: Markup
    small: Markup
    listed: list[ListedSystem]


def low_box(image: Image) -> _Box:
    """All of the width, but no empty rows: labels need width, and most designs are wider than tall."""
    _, top, _, bottom = _seen_box(image)
    spare = image.height // 24
    return 0, max(top - spare, 0), image.width, min(bottom + spare, image.height)


def _seen_box(image: Image) -> _Box:
    return image.getchannel("A").getbbox() or (0, 0, *image.size)


def with_labels(box: _Box, labels: Sequence[Label]) -> _Box:
    """The box with room for labels above and below."""
    tops = [label.top for label in labels]
    bottoms = [label.top + label.height for label in labels]
    return box[0], int(min([box[1], *tops])), box[2], int(max([box[3], *bottoms])) + 1


def told_labels(image: Image, box: _Box, labels: Sequence[Label]) -> bytes:
    """All that a page needs beside the picture, which is cropped to the box; `systems_view` reads it."""
    left, top, right, bottom = _seen_box(image)
    edge = (right - left) // 20
    seen = max(left - edge, 0), max(top - edge, 0), min(right + edge, image.width), bottom + edge
    told = {
        "box": box,
        "wide": overlay.svg(labels, (), _INK, _HALO),
        "seen": seen,
        "small": list(_numbers([label.wanted.spots[0] for label in labels], labels, seen)),
        "listed": [
            [[die.key for die in label.wanted.dice], label.wanted.name, label.wanted.hidden]
            for label in labels
        ],
    }
    return json.dumps(told).encode()


def _numbers(spots: Sequence[_Spot], labels: Sequence[Label], seen: _Box) -> Iterator[str]:
    radius = _NUMBER * (seen[2] - seen[0])
    thin = number(0.12 * radius)
    for place, ((x, y), (u, v), label) in enumerate(
        zip(_apart(spots, 2.2 * radius), spots, labels, strict=True), 1
    ):
        fill, ink = (_HALO, _INK) if label.wanted.hidden else (_INK, _HALO)
        if hypot(x - u, y - v) > 0.3 * radius:
            line = f'd="M{number(x)} {number(y)}L{number(u)} {number(v)}"'
            yield f'<path {line} stroke="{_HALO}" stroke-width="{number(0.36 * radius)}"/>'
            yield f'<path {line} stroke="{_INK}" stroke-width="{thin}"/>'
        ring = f'cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"'
        yield f'<circle {ring} fill="{fill}" stroke="{ink}" stroke-width="{thin}"/>'
        yield (
            f'<text x="{number(x)}" y="{number(y + 0.42 * radius)}" text-anchor="middle" '
            f'font-size="{number(1.2 * radius)}" font-weight="700" fill="{ink}">{place}</text>'
        )


def _apart(spots: Sequence[_Spot], least: float) -> list[_Spot]:
    """Spots moved so that none is nearer to another than that, as far as there is room."""
    moved = list(spots)
    for _ in range(_ROUNDS):
        for i, (x, y) in enumerate(moved):
            for j in range(i):
                across, down = x - moved[j][0], y - moved[j][1]
                away = hypot(across, down)
                if away < least:
                    # What lies on top of each other goes up and down.
                    across, down = (across / away, down / away) if away > 1e-6 else (0.0, 1.0)
                    push = (least - away) / 2 + 0.01
                    x, y = x + across * push, y + down * push
                    moved[j] = moved[j][0] - across * push, moved[j][1] - down * push
            moved[i] = x, y
    return moved


def systems_view(told: bytes, file: str) -> SystemsView:
    """For a page that has the picture under this name."""
    said = json.loads(told)
    return SystemsView(
        _drawn(file, said["box"], said["box"], said["wide"]),
        _drawn(file, said["box"], said["seen"], said["small"]),
        [
            ListedSystem(tuple(Markup(die_svg(Dice(*die))) for die in dice), str(name), bool(hidden))  # noqa: S704
            for dice, name, hidden in said["listed"]
        ],
    )


def _drawn(file: str, box: Sequence[int], seen: Sequence[int], lines: Sequence[Any]) -> Markup:
    """Part of the picture with lines over it, which `overlay` has escaped."""
    left, top, right, bottom = seen
    place = f'x="{box[0]}" y="{box[1]}" width="{box[2] - box[0]}" height="{box[3] - box[1]}"'
    drawn = f'<image href="{file}" {place}/>{"".join(map(str, lines))}'
    size = f'viewBox="{left} {top} {right - left} {bottom - top}"'
    return Markup(f'<svg {size} fill="none" aria-hidden="true">{drawn}</svg>')  # noqa: S704
