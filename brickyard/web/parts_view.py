"""What a design or a force is made of, with shop numbers, and lists to download."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from brickyard.parts.choices import choice_text
from brickyard.parts.forms import Form
from brickyard.parts.list_files import files_of
from brickyard.parts.lots import Lot, PartsList, in_picking_order, pieces_needed
from brickyard.pictures.part_icons import Cut, PartIcons
from brickyard.web.page_files import Download
from ldraw_tools.findings import BrickyardError, count_of, printable


@dataclass(frozen=True, slots=True)
class LotView:
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


@dataclass(frozen=True, slots=True)
class PartsView:
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
        printable(choice_text(lot)),
        icons.cut(lot.part, lot.ldraw_colour) if icons else None,
    )
