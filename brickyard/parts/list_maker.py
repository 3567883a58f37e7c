"""The lists of every shop, from what was gathered and all that was asked for."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from brickyard.parts.formats.bricklink import CONDITIONS
from brickyard.parts.forms import Form
from brickyard.parts.gathering import Gathered, Selection, one_of
from brickyard.parts.lines import Lot, PartsList, Shop
from brickyard.parts.merging import make_list, make_list_again, with_uncertain
from brickyard.parts.ordering import Orderer
from brickyard.parts.outputs import Outputs
from brickyard.parts.shopping import NO_PRICES, Shopping, tables_used
from catalog import colours
from catalog.database.part_database import shipped_parts
from catalog.shops.rebrickable import RebrickableTables, open_tables
from catalog.shops.shop_numbers import NumberBook
from ldraw_tools.findings import BrickyardError, Finding, in_file_order

if TYPE_CHECKING:
    from brickyard.parts.building import Answer
    from brickyard.parts.reading import Stock, StockLot


@dataclass(frozen=True)
class Request:
    """All that the command line asks for."""

    selection: Selection = field(default_factory=Selection)
    output: Path | None = None
    forms: tuple[Form, ...] = ()
    overrides: Path | None = None
    owned: tuple[Path, ...] = ()
    substitutes: str = "mould"
    can_build: bool = False
    spare: str = ""
    update: Path | None = None
    prices: Path | None = None
    currency: str = ""
    with_max_prices: bool = False
    condition: str = "any"
    take_uncertain: bool = False
    max_lots: int = 0
    clipboard: bool = False
    everything: bool = False
    pictures: bool = False
    force: bool = False


class ListMaker:
    """Makes the lists of every shop from what was gathered."""

    def __init__(self, gathered: Gathered, request: Request) -> None:
        if not gathered.sources:
            worst = max(gathered.findings, key=lambda one: one.severity, default=None)
            said = f": {worst.place}: {worst.message}" if worst else ""
            raise BrickyardError(f"there is nothing to buy{said}")
        self._gathered = gathered
        self._request = request
        self._findings: list[Finding] = list(gathered.findings)
        self._left: Sequence[Lot] = ()

    @cached_property
    def tables(self) -> RebrickableTables | None:
        return open_tables(os.environ, sys.platform, Path.home())

    @property
    def has_elements(self) -> bool:
        return self.tables is not None and self.tables.has_elements

    @cached_property
    def book(self) -> NumberBook:
        if self._request.overrides is None:
            return NumberBook({}, self.tables, shipped_parts())
        from brickyard.parts.overrides import read_overrides

        overrides = read_overrides(self._request.overrides, self._gathered.records)
        self._findings += overrides.findings
        return NumberBook(overrides.by_part, self.tables, shipped_parts())

    def shopping(self) -> Shopping:
        request = self._request
        bricklink = self._subtracted(make_list(self._gathered, self._orderer(Shop.BRICKLINK)))
        bricklink = self._finished(self._noted(bricklink))
        prices, changes = NO_PRICES, None
        if request.prices is not None:
            from brickyard.parts.prices import read_prices

            prices = read_prices(self._stock(request.prices), request.currency)
        if request.update is not None:
            from brickyard.parts.updating import compare

            changes = compare(self._stock(request.update), bricklink.to_buy)
        bricklink = replace(bricklink, findings=tuple(in_file_order(self._findings)))
        date = self.tables.date if self.tables else ""
        sources = [(one.name, one.units, sum(p.count for p in one.pieces)) for one in self._gathered.sources]
        return Shopping(
            self._gathered.title,
            tuple(sources),
            bricklink,
            tables_used(date),
            prices,
            changes,
            tuple(self._asked()),
            self._pictures(bricklink),
        )

    def _pictures(self, bricklink: PartsList) -> dict[tuple[str, int | None], str]:
        if not self._request.pictures:
            return {}
        from brickyard.parts.pictures import part_pictures

        return part_pictures(bricklink.lots, self._request.selection.workspace.library)

    def outputs(self, shopping: Shopping) -> Outputs:
        request = self._request
        if request.with_max_prices and request.prices is None:
            raise BrickyardError("--max-prices needs prices: name your table with --prices")
        return Outputs(
            shopping,
            lambda: self._finished(self._other(Shop.REBRICKABLE)),
            self._elements,
            CONDITIONS[request.condition],
            request.max_lots,
            request.with_max_prices,
        )

    def _orderer(self, shop: Shop) -> Orderer:
        return Orderer(shop, self.book, self._gathered.records)

    def _other(self, shop: Shop) -> PartsList:
        """The list of another shop: of all pieces, or of those that aren't owned."""
        if not self._request.owned:
            return make_list(self._gathered, self._orderer(shop))
        return make_list_again(self._left, self._orderer(shop))

    def _elements(self) -> tuple[PartsList, PartsList]:
        from brickyard.parts.elements import pick_elements

        if self.tables is None or not self.has_elements:
            raise BrickyardError(
                "Pick a Brick needs Rebrickable's elements.csv: download it, and parts.csv, from its page "
                "Downloads, then run brickyard catalog add rebrickable DIR"
            )
        picked = pick_elements(self._other(Shop.REBRICKABLE), self.tables)
        rest = make_list_again(picked.not_written, self._orderer(Shop.BRICKLINK))
        return self._finished(picked), self._finished(rest)

    def _subtracted(self, bricklink: PartsList) -> PartsList:
        if not self._request.owned:
            return bricklink
        from brickyard.parts.owned import subtract

        numbers = self._related_numbers(bricklink)
        bricklink = subtract(bricklink, self.pool, self._request.substitutes, self.tables, numbers)
        self._findings += bricklink.findings
        self._left = bricklink.lots
        return bricklink

    def what_can_be_built(self) -> tuple[Answer, list[Finding]]:
        """Each source a design of its own, all sharing what is owned."""
        from brickyard.parts.building import Design, can_build

        orderer = self._orderer(Shop.BRICKLINK)
        designs = [
            Design(source.name, source.units, make_list(one_of(self._gathered, source), orderer))
            for source in self._gathered.sources
        ]
        numbers: dict[str, tuple[str, ...]] = {}
        for design in designs:
            numbers |= self._related_numbers(design.parts)
        answer = can_build(designs, self.pool, self._request.substitutes, self.tables, numbers)
        return answer, in_file_order(self._findings)

    @cached_property
    def pool(self) -> list[StockLot]:
        from brickyard.parts.recognising import recognise

        orderer = self._orderer(Shop.BRICKLINK)
        stocks = [recognise(self._translated(path), orderer) for path in self._request.owned]
        self._findings += [finding for stock in stocks for finding in stock.findings]
        return [lot for stock in stocks for lot in stock.lots]

    def _related_numbers(self, bricklink: PartsList) -> dict[str, tuple[str, ...]]:
        if self.tables is None:
            return {}
        from brickyard.parts.translating import numbers_of_related

        return numbers_of_related(bricklink.written, self.book, self._gathered.records, self.tables)

    def _stock(self, path: Path) -> tuple[StockLot, ...]:
        stock = self._translated(path)
        self._findings += stock.findings
        return stock.lots

    def _translated(self, path: Path) -> Stock:
        from brickyard.parts.reading import read_stock
        from brickyard.parts.translating import in_bricklink_numbers

        return in_bricklink_numbers(read_stock(path), self.book, self._gathered.records, self.tables)

    def _noted(self, bricklink: PartsList) -> PartsList:
        """A word where a part of the swapped palette isn't known in its new colour."""
        if not self._gathered.recoloured or self.tables is None:
            return bricklink
        from brickyard.parts.recolouring import with_notes

        return with_notes(bricklink, self._gathered, self.tables, self.book)

    def _finished(self, made: PartsList) -> PartsList:
        if self._request.spare:
            from brickyard.parts.spares import parse_percent, with_spares

            made = with_spares(made, parse_percent(self._request.spare))
        return with_uncertain(made) if self._request.take_uncertain else made

    def _asked(self) -> Iterator[str]:
        selection, request = self._request.selection, self._request
        if selection.only:
            yield f"only {', '.join(selection.only)}"
        if not selection.spares:
            yield "without spare units"
        if selection.any_colour:
            yield f"in any colour: {', '.join(selection.any_colour)}"
        for old, new in selection.recolour.items():
            yield f"{colours.name_of(old)} becomes {colours.name_of(new)}"
        if request.spare:
            yield f"{request.spare.strip().rstrip('%')}% more of everything, small parts rounded up"
        if request.owned:
            yield f"without what is in {', '.join(path.name for path in request.owned)}"
