"""From paths to a parts list: gather pieces, order them as lots, take off what is owned, adjust."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from brickyard.parts import Substitutes, adjusting
from brickyard.parts.budget import PartsBudget, budget_of
from brickyard.parts.can_build import Answer, Design, can_build
from brickyard.parts.gathering import CountOptions, Gathered, gather, gather_unit, one_of
from brickyard.parts.joining import as_wanted
from brickyard.parts.lots import Lot, PartsList, Source, TableDates
from brickyard.parts.merging import make_list, make_list_again
from brickyard.parts.ordering import Orderer
from brickyard.parts.owned_bricks import subtract
from brickyard.parts.part_records import PartRelations, Records
from brickyard.parts.printed_page import part_pictures
from brickyard.parts.stock import MOST_PIECES, Stock, StockLot, read_stock
from brickyard.parts.user_numbers import in_bricklink_numbers, read_overrides, recognise
from catalog.database.part_database import shipped_parts
from catalog.shops.made_colours import MadeColours
from catalog.shops.rebrickable import open_tables, rows_of_table
from catalog.shops.shop_numbers import NumberBook, Override, Shop
from ldraw_tools.findings import BrickyardError, Finding, abridge, in_file_order
from validators.judged_files import sentence

if TYPE_CHECKING:
    from fleets.models.model_units import Unit
    from ldraw_tools.workspace import Workspace


SET = "S"
"""BrickLink's letter for a set."""
_LISTS = (".bsx", ".xml", ".csv", ".json")
# A set of sets of minifigures: nothing goes deeper.
_MOST_STEPS = 4


def with_sets_open(stock: Stock, sources: Sequence[Path]) -> Stock:
    """The same list with sets replaced by their parts, as far as they are known."""
    wanted = {_full(lot.number) for lot in stock.lots if lot.item_type == SET}
    if not wanted:
        return stock
    known = set_inventories(sources, wanted)
    lots: list[StockLot] = []
    for lot in stock.lots:
        inside = known.get(_full(lot.number)) if lot.item_type == SET else None
        lots += [lot] if inside is None else [_of_set(one, lot) for one in inside]
    return stock._replace(lots=tuple(lots))


def _of_set(part: StockLot, owned: StockLot) -> StockLot:
    quantity = min(part.quantity * owned.quantity, MOST_PIECES)
    return part._replace(quantity=quantity, place=owned.place, price=None)


def set_inventories(sources: Sequence[Path], wanted: Iterable[str]) -> dict[str, tuple[StockLot, ...]]:
    """The parts of sets by number: from lists that are called after a set, then from Rebrickable's tables."""
    wanted = set(wanted)
    found: dict[str, tuple[StockLot, ...]] = {}
    for path in sources:
        if not path.exists():
            raise BrickyardError(f"--sets {path}: no such file or folder")
        for file in sorted(path.iterdir()) if path.is_dir() else [path]:
            number = _full(file.stem)
            if number in wanted - found.keys() and file.suffix.lower() in _LISTS:
                found[number] = read_stock(file).lots
    for path in sources:
        if path.is_dir() and (missing := wanted - found.keys()):
            found |= _from_tables(path, missing)
    return found


def _from_tables(folder: Path, wanted: set[str]) -> dict[str, tuple[StockLot, ...]]:
    """Of a set's inventories the newest; minifigures and sets inside of it are opened too."""
    newest: dict[str, tuple[int, str]] = {}
    for inventory, version, number in rows_of_table(folder, "inventories", ("id", "version", "set_num")):
        if version.isdecimal():
            newest[number.lower()] = max(newest.get(number.lower(), (0, "")), (int(version), inventory))
    own = {newest[number][1]: {number: 1} for number in wanted if number in newest}
    sets = _with_inner(folder, newest, own)
    lots: dict[str, list[StockLot]] = {number: [] for number in wanted if number in newest}
    columns = ("inventory_id", "part_num", "color_id", "quantity")
    for inventory, part, colour, quantity in rows_of_table(folder, "inventory_parts", columns):
        for number, times in sets.get(inventory, {}).items():
            if quantity.isdecimal() and colour.removeprefix("-").isdecimal():
                count = min(int(quantity[:9]) * times, MOST_PIECES)
                lots[number].append(StockLot(Shop.REBRICKABLE, part, _colour(colour), count))
    return {number: tuple(parts) for number, parts in lots.items() if parts}


def _with_inner(
    folder: Path, newest: Mapping[str, tuple[int, str]], own: Mapping[str, Mapping[str, int]]
) -> Mapping[str, Mapping[str, int]]:
    """By inventory, how often each wanted set holds it; also those that are inside of others."""
    inner = list(_inner(folder))
    held = own
    for _ in range(_MOST_STEPS):
        found = {inventory: dict(counts) for inventory, counts in own.items()}
        for around, number, quantity in inner:
            if around in held and number in newest:
                counts = found.setdefault(newest[number][1], {})
                for owner, times in held[around].items():
                    counts[owner] = counts.get(owner, 0) + times * quantity
        if found == held:
            break
        held = found
    return held


def _inner(folder: Path) -> Iterator[tuple[str, str, int]]:
    for table, column in (("inventory_minifigs", "fig_num"), ("inventory_sets", "set_num")):
        for around, number, quantity in rows_of_table(folder, table, ("inventory_id", column, "quantity")):
            if quantity.isdecimal():
                yield around, number.lower(), int(quantity[:6])


def _full(number: str) -> str:
    """`75054` is 75054-1, as both shops number it."""
    number = number.strip().lower()
    return number if "-" in number else f"{number}-1"


def _colour(text: str) -> int | None:
    colour = int(text[:6])
    return None if colour < 0 or colour == 9999 else colour


class BuyOptions(NamedTuple):
    """How a list is made of what was counted: more of everything, with prices, for other shops."""

    spare: str = ""
    with_uncertain: bool = False
    prices: Path | None = None
    currency: str = ""
    update: Path | None = None
    with_pictures: bool = False
    also_for: tuple[Shop, ...] = ()


class Counted:
    """Pieces that were gathered, with the numbers to order them by; collects what is wrong on the way."""

    def __init__(self, options: CountOptions, workspace: Workspace, verb: str) -> None:
        self.options = options
        self.gathered = gather(options, workspace)
        _check_sources(self.gathered, verb)
        records = self.gathered.records
        self.orderer, self._findings = _orderer(records, options.overrides, options.nearest_colours)
        self._findings += self.gathered.findings
        self.relations = PartRelations(self.orderer.book, records)

    @property
    def findings(self) -> tuple[Finding, ...]:
        return tuple(abridge(in_file_order(self._findings)))

    def pool(self, wanted: Iterable[tuple[Lot, int]]) -> list[StockLot]:
        """The bricks that are there, put together or apart as they are wanted."""
        stocks = [_recognised(path, self.orderer, self.options.sets) for path in self.options.owned]
        pool, put = as_wanted([lot for stock in stocks for lot in stock.lots], list(wanted), self.orderer)
        self._findings += [*(finding for stock in stocks for finding in stock.findings), *put]
        return pool

    def without_owned(self, parts: PartsList) -> PartsList:
        pool = self.pool((lot, lot.needed) for lot in parts.written)
        found = subtract(replace(parts, findings=()), pool, self.options.substitutes, self.relations)
        self._findings += found.findings
        return found

    def stock_in(self, path: Path | None) -> tuple[StockLot, ...]:
        """The lots of a list of prices, or of an earlier list."""
        if path is None:
            return ()
        stock = in_bricklink_numbers(read_stock(path), self.orderer.book, self.orderer.records)
        self._findings += stock.findings
        return stock.lots

    def list_for(self, source: Source) -> PartsList:
        """What one of a unit needs, by itself."""
        return make_list(one_of(self.gathered, source), self.orderer)


def list_to_buy(counting: CountOptions, buying: BuyOptions, workspace: Workspace) -> PartsList:
    """What must be bought, as a BrickLink list."""
    counted = Counted(counting, workspace, "buy")
    parts = make_list(counted.gathered, counted.orderer)
    if counting.owned:
        parts = counted.without_owned(parts)
    if counting.substitutes != Substitutes.EXACT:
        parts = adjusting.with_choices(parts, counted.relations)
    priced = counted.stock_in(buying.prices)
    others = _for_other_shops(counted, parts, buying, priced)
    parts = _finished(adjusting.with_colour_notes(parts, counted.orderer), buying, priced)
    changes = None
    if buying.update is not None:
        changes = adjusting.changes_since(counted.stock_in(buying.update), parts.to_buy)
    return replace(
        parts,
        findings=counted.findings,
        title=counted.gathered.title,
        currency=buying.currency if buying.prices is not None else "",
        sources=counted.gathered.sources,
        tables=_tables_used(counted.orderer),
        changes=changes,
        budget=_budget(counted, parts, priced) if priced else None,
        options=tuple(_options(counting, buying)),
        pictures=part_pictures(parts.lots, workspace.library) if buying.with_pictures else {},
        others=others,
    )


def unit_parts_list(unit: Unit, beside: Sequence[Unit], workspace: Workspace) -> PartsList:
    """The BrickLink list of one design that was read already, without the other units of its model."""
    gathered = gather_unit(unit, beside, workspace)
    _check_sources(gathered, "buy")
    orderer, _ = _orderer(gathered.records)
    parts = make_list(gathered, orderer)
    parts = adjusting.with_choices(parts, PartRelations(orderer.book, gathered.records))
    parts = adjusting.with_colour_notes(parts, orderer)
    return replace(parts, title=gathered.title, sources=gathered.sources, tables=_tables_used(orderer))


def what_can_be_built(counting: CountOptions, workspace: Workspace) -> Answer:
    """Which units of models and manifests the owned bricks are enough for, all together."""
    counted = Counted(counting, workspace, "build")
    designs = [
        Design(source.name, source.units, counted.list_for(source)) for source in counted.gathered.sources
    ]
    pool = counted.pool((lot, lot.needed * one.count) for one in designs for lot in one.parts.written)
    answer = can_build(designs, pool, counting.substitutes, counted.relations)
    return replace(answer, findings=counted.findings)


def owned_stocks(
    paths: Iterable[Path], overrides: Path | None = None, sets: Sequence[Path] = ()
) -> tuple[list[Stock], list[Finding]]:
    """Lists of owned bricks, each in BrickLink's numbers; and what is wrong with the overrides."""
    orderer, findings = _orderer(Records(), overrides)
    return [_recognised(path, orderer, sets) for path in paths], findings


def _for_other_shops(
    counted: Counted, parts: PartsList, buying: BuyOptions, priced: Sequence[StockLot]
) -> dict[Shop, PartsList]:
    """Made from what is left to buy, or from all pieces."""
    if not {Shop.REBRICKABLE, Shop.LEGO} & set(buying.also_for):
        return {}
    ours = counted.orderer
    other = Orderer(Shop.REBRICKABLE, ours.book, ours.records, ours.nearest)
    if counted.options.owned:
        rebrickable = make_list_again(parts.lots, other)
    else:
        rebrickable = make_list(counted.gathered, other)
    others = {Shop.REBRICKABLE: _finished(rebrickable, buying, priced)}
    if Shop.LEGO in buying.also_for:
        any_mould = counted.options.substitutes != Substitutes.EXACT
        elements = adjusting.pick_elements(rebrickable, other.book.tables, any_mould)
        rest = make_list_again(elements.not_written, counted.orderer)
        finished = _finished(elements, buying, priced)
        others[Shop.LEGO] = replace(finished, remainder=_finished(rest, buying, priced))
    return others


def _budget(counted: Counted, parts: PartsList, priced: Sequence[StockLot]) -> PartsBudget:
    by_unit = [(one, counted.list_for(one)) for one in counted.gathered.sources]
    units = [(one, adjusting.with_prices(made, priced)) for one, made in by_unit]
    return budget_of(parts, units, adjusting.prices_in(priced), counted.relations)


def _check_sources(gathered: Gathered, verb: str) -> None:
    if not gathered.sources:
        worst = max(gathered.findings, key=lambda one: one.severity, default=None)
        said = f": {worst.place}: {sentence(worst)}" if worst else ""
        raise BrickyardError(f"there is nothing to {verb}{said}")


def _orderer(
    records: Records, overrides: Path | None = None, nearest_colours: bool = False
) -> tuple[Orderer, list[Finding]]:
    """Knows BrickLink's numbers; and what is wrong with the overrides."""
    tables = open_tables(os.environ, sys.platform, Path.home())
    mine: dict[str, Override] = {}
    findings: tuple[Finding, ...] = ()
    if overrides is not None:
        mine, findings = read_overrides(overrides, records)
    book = NumberBook(mine, tables, shipped_parts())
    instead = MadeColours(book) if nearest_colours else None
    return Orderer(Shop.BRICKLINK, book, records, instead), list(findings)


def _recognised(path: Path, orderer: Orderer, sets: Sequence[Path]) -> Stock:
    stock = with_sets_open(read_stock(path), sets)
    return recognise(in_bricklink_numbers(stock, orderer.book, orderer.records), orderer, sets)


def _finished(made: PartsList, buying: BuyOptions, priced: Sequence[StockLot]) -> PartsList:
    if buying.spare:
        made = adjusting.with_spares(made, adjusting.parse_percent(buying.spare))
    if buying.with_uncertain:
        made = adjusting.with_uncertain(made)
    if priced and made.shop is Shop.BRICKLINK:
        made = adjusting.with_prices(made, priced, buying.currency)
    return made


def _tables_used(orderer: Orderer) -> TableDates:
    about = shipped_parts().about
    release = about.get("release", "")
    return TableDates(f"{release[:4]}-{release[4:]}", about.get("colours", ""), orderer.book.tables.date)


def _options(counting: CountOptions, buying: BuyOptions) -> Iterator[str]:
    yield from counting.in_words()
    if buying.spare:
        yield f"{buying.spare.strip().rstrip('%')}% more of everything, rounded up for small parts"
    if counting.owned:
        yield f"without what is in {', '.join(path.name for path in counting.owned)}"
