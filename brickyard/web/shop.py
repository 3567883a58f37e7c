"""What a design or a force is made of, with shop numbers, and lists to download."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from brickyard.parts.gathering import Selection, gather
from brickyard.parts.lines import Lot, pieces_needed
from brickyard.parts.list_maker import ListMaker, Request
from brickyard.parts.outputs import Form
from brickyard.parts.shopping import Shopping, link, swatch
from ldraw_tools.diagnostics import BrickyardError, count_of, printable


@dataclass(frozen=True, slots=True)
class LotView:
    quantity: int
    colour: str
    patch: str
    title: str
    number: str
    link: str
    note: str


@dataclass(frozen=True, slots=True)
class PartsView:
    summary: str
    lots: tuple[LotView, ...]


@dataclass(frozen=True, slots=True)
class Download:
    href: str
    label: str


def write_lists(
    files: Sequence[Path], only: tuple[str, ...], folder: Path
) -> tuple[PartsView | None, list[Download]]:
    """The parts of models or a manifest, and a wanted list in the folder; nothing for what is on paper."""
    try:
        maker = ListMaker(gather(files, Selection(only=only)), Request())
        shopping = maker.shopping()
    except BrickyardError:
        # A company that is all on paper has nothing to buy, and its page no list.
        return None, []
    downloads = []
    for file in maker.outputs(shopping).files(Form.BRICKLINK, "wanted-list"):
        (folder / file.name).write_bytes(file.data)
        sure = "" if "uncertain" not in file.name else ", to be looked at"
        downloads.append(Download(file.name, f"BrickLink wanted list{sure} (.xml)"))
    return _view(shopping), downloads


def _view(shopping: Shopping) -> PartsView:
    lots = [lot for _, group in shopping.groups() for lot in group]
    lots.sort(key=lambda lot: (lot.title, lot.colour_name, lot.number))
    summary = f"{count_of(pieces_needed(lots), 'piece')} in {count_of(len(lots), 'lot')}"
    doubtful = len(shopping.parts.uncertain) + len(shopping.parts.not_written)
    if doubtful:
        summary += f", {doubtful} of them to be looked at before you buy"
    return PartsView(summary, tuple(_lot(lot) for lot in lots))


def _lot(lot: Lot) -> LotView:
    seen = swatch(lot)
    note = "; ".join(filter(None, (lot.reason if lot.confidence < lot.confidence.HIGH else "", *lot.notes)))
    return LotView(
        lot.needed,
        printable(lot.colour_name) or "any",
        seen[0] if seen else "transparent",
        printable(lot.title),
        printable(lot.number) or "?",
        link(lot) if lot.number else "",
        printable(note),
    )
