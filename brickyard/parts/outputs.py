"""Which files a shopping list becomes: names and bytes, written together or not at all."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from brickyard.parts.formats.bricklink import wanted_list
from brickyard.parts.forms import BY_SUFFIX, STEMS, SUFFIXES, Form
from brickyard.parts.lines import Lot, PartsList, pieces_to_buy
from brickyard.parts.shopping import Shopping
from brickyard.terminal import harmless
from catalog.shops import shop_findings as faults
from ldraw_tools.findings import BrickyardError, Finding, Place
from ldraw_tools.writing import write_outputs

# What is added to the name of a file that isn't the main one.
_EXTRA = re.compile(r"(?:-remainder)?(?:-uncertain|-new)?(?:-\d+)?$")


@dataclass(frozen=True, slots=True)
class File:
    name: str
    data: bytes
    lots: int
    pieces: int
    is_upload: bool = False
    """For BrickLink's upload, which is particular."""


@dataclass(frozen=True)
class Outputs:
    """`other_list` makes the list of a shop that isn't BrickLink; only asked for where it is written."""

    shopping: Shopping
    rebrickable_list: Callable[[], PartsList]
    elements_list: Callable[[], tuple[PartsList, PartsList]]
    """Pick a Brick's list, and the remainder as one of BrickLink's."""
    condition: str = "X"
    max_lots: int = 0
    with_max_prices: bool = False

    def files(self, form: Form, stem: str = "", suffix: str = "") -> list[File]:
        """What a form is written as; the main file first."""
        stem, suffix = stem or STEMS[form], suffix or SUFFIXES[form]
        found = _WRITERS[form](self, stem, suffix)
        return [replace(file, data=harmless(file.data.decode()).encode()) for file in found]

    def _bricklink(self, stem: str, suffix: str) -> Iterator[File]:
        parts, changes = self.shopping.parts, self.shopping.changes
        yield from self._wanted(stem, suffix, parts.to_buy)
        if parts.doubtful:
            yield from self._wanted(f"{stem}-uncertain", suffix, parts.doubtful)
        if changes and changes.new:
            yield from self._wanted(f"{stem}-new", suffix, changes.new)

    def _wanted(self, stem: str, suffix: str, lots: Sequence[Lot]) -> Iterator[File]:
        price = self.shopping.prices.of if self.with_max_prices else None
        for name, some in self._split(stem, suffix, lots):
            data = wanted_list(some, self.condition, price)
            yield File(name, data, len(some), pieces_to_buy(some), is_upload=True)

    def _bsx(self, stem: str, suffix: str) -> Iterator[File]:
        from brickyard.parts.formats.bsx import brickstore

        parts, prices = self.shopping.parts, self.shopping.prices
        for at, lots in ((stem, parts.to_buy), (f"{stem}-uncertain", parts.doubtful)):
            for name, some in self._split(at, suffix, lots) if lots or at == stem else ():
                data = brickstore(some, self.condition, prices.of, prices.currency)
                yield File(name, data, len(some), pieces_to_buy(some))

    def _rebrickable(self, stem: str, suffix: str) -> Iterator[File]:
        from brickyard.parts.formats.rebrickable import rebrickable

        parts = self._rebrickable_parts
        for at, lots in ((stem, parts.to_buy), (f"{stem}-uncertain", parts.doubtful)):
            for name, some in self._split(at, suffix, lots) if lots or at == stem else ():
                yield File(name, rebrickable(some), len(some), pieces_to_buy(some))

    @cached_property
    def _rebrickable_parts(self) -> PartsList:
        return self.rebrickable_list()

    def _pick_a_brick(self, stem: str, suffix: str) -> Iterator[File]:
        from brickyard.parts.formats.pick_a_brick import MOST_ELEMENTS, pick_a_brick

        elements, rest = self.elements_list()
        files = pick_a_brick(elements.written, self.max_lots or MOST_ELEMENTS)
        for number, data in enumerate(files or pick_a_brick(()), 1):
            rows = [line.split(b",") for line in data.splitlines()[1:]]
            name = f"{stem}-{number}{suffix}" if len(files) > 1 else f"{stem}{suffix}"
            yield File(name, data, len(rows), sum(int(row[1]) for row in rows))
        if rest.to_buy:
            yield from self._wanted(f"{stem}-remainder", ".xml", rest.to_buy)
        if rest.doubtful:
            yield from self._wanted(f"{stem}-remainder-uncertain", ".xml", rest.doubtful)

    def _csv(self, stem: str, suffix: str) -> Iterator[File]:
        from brickyard.parts.formats.columns import as_csv

        yield self._whole(stem + suffix, as_csv(self.shopping))

    def _json(self, stem: str, suffix: str) -> Iterator[File]:
        from brickyard.parts.formats.document import as_json

        yield self._whole(stem + suffix, as_json(self.shopping))

    def _html(self, stem: str, suffix: str) -> Iterator[File]:
        from brickyard.parts.formats.page import as_html

        yield self._whole(stem + suffix, as_html(self.shopping))

    def _whole(self, name: str, data: bytes) -> File:
        lots = [lot for _, group in self.shopping.groups() for lot in group]
        return File(name, data, len(lots), pieces_to_buy(lots))

    def _split(self, stem: str, suffix: str, lots: Sequence[Lot]) -> Iterator[tuple[str, Sequence[Lot]]]:
        most = self.max_lots or len(lots) or 1
        count = max(-(-len(lots) // most), 1)
        for number in range(count):
            name = f"{stem}-{number + 1}{suffix}" if count > 1 else f"{stem}{suffix}"
            yield name, lots[number * most : (number + 1) * most]


_WRITERS: dict[Form, Callable[[Outputs, str, str], Iterator[File]]] = {
    Form.BRICKLINK: Outputs._bricklink,
    Form.BSX: Outputs._bsx,
    Form.REBRICKABLE: Outputs._rebrickable,
    Form.PICK_A_BRICK: Outputs._pick_a_brick,
    Form.CSV: Outputs._csv,
    Form.JSON: Outputs._json,
    Form.HTML: Outputs._html,
}


def is_folder(output: Path, forms: Sequence[Form]) -> bool:
    """Whether `-o` names a folder: one that is there, a name without an ending, or several forms."""
    return output.is_dir() or len(forms) > 1 or not output.suffix


def form_of(output: Path, forms: Sequence[Form]) -> Form:
    """The one form that a file is written in: as asked for, or by its ending."""
    form = forms[0] if forms else BY_SUFFIX.get(output.suffix.lower())
    if form is None:
        endings = ", ".join(BY_SUFFIX)
        raise BrickyardError(f"-o {output}: which format? End the name with {endings}, or say --format")
    return form


def refused(files: Sequence[File]) -> list[Finding]:
    """What BrickLink would refuse of them: a number from an override file may be odd."""
    from brickyard.parts.upload_rules import refusals

    uploads = [file for file in files if file.is_upload and file.lots]
    return [told for file in uploads for told in refusals(file.data, file.name)]


def write_all(folder: Path, files: Sequence[File], *, force: bool = False) -> None:
    """All of them or none: nothing takes its place before everything is written."""
    write_outputs({folder / file.name: file.data for file in files}, force=force)


def left_from_before(folder: Path, files: Sequence[File]) -> list[Finding]:
    """Uploads that an earlier list wrote here and this one doesn't: somebody may upload them."""
    now = {file.name for file in files}
    mains = {_EXTRA.sub("", Path(file.name).stem) for file in files if file.is_upload}
    there = sorted(folder.iterdir()) if folder.is_dir() else []
    old = [path for path in there if path.suffix == ".xml" and path.name not in now]
    stems = {path: _EXTRA.sub("", path.stem) for path in old}
    return [faults.LEFT_FROM_BEFORE.at(Place(path.name)) for path in old if stems[path] in mains]
