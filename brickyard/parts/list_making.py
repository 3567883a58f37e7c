"""From paths to a parts list: gather pieces, order them as lots, take off what is owned, adjust."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from brickyard.parts import adjusting
from brickyard.parts.gathering import Gathered, files_named, gather, gather_unit, one_of
from brickyard.parts.lots import PartsList, TableDates
from brickyard.parts.merging import make_list, make_list_again
from brickyard.parts.ordering import Orderer
from catalog import colours
from catalog.database.part_database import open_workspace, shipped_parts
from catalog.shops.made_colours import MadeColours
from catalog.shops.rebrickable import RebrickableTables, open_tables
from catalog.shops.shop_numbers import NumberBook, Override, Shop
from ldraw_tools.findings import BrickyardError, Finding, abridged, in_file_order
from ldraw_tools.names import several
from ldraw_tools.workspace import Workspace

if TYPE_CHECKING:
    from brickyard.parts.can_build import Answer
    from brickyard.parts.part_records import Records
    from brickyard.parts.stock import Stock, StockLot
    from fleets.models.model_units import Unit


def parts_list(
    paths: Path | str | Iterable[Path | str],
    *,
    owned: Path | str | Iterable[Path | str] = (),
    sets: Path | str | Iterable[Path | str] = (),
    substitutes: str = "mould",
    only: str | Iterable[str] = (),
    spares: bool = True,
    recolour: Mapping[int, int] | None = None,
    nearest_colours: bool = False,
    any_colour: str | Iterable[str] = (),
    overrides: Path | None = None,
    spare: str = "",
    prices: Path | None = None,
    currency: str = "",
    update: Path | None = None,
    with_uncertain: bool = False,
    with_pictures: bool = False,
    also_for: Shop | Collection[Shop] = (),
    workspace: Workspace | None = None,
) -> PartsList:
    """What must be bought for models, manifests and folders, as a BrickLink list.

    `owned` are lists of what is there already, `sets` inventories of the sets in them; `substitutes` says
    which of it will do: `exact`, another `mould`, or an `alternate`; unless it is `exact`, lots name other
    numbers that will do. `only` names units, systems or submodels; `spares` includes spare units.
    `recolour` swaps LDraw colour codes, `nearest_colours` takes the nearest colour that a part was made
    in, `any_colour` names submodels whose colour doesn't matter.
    `overrides` is a table of numbers, `prices` one of prices, `update` an earlier list to compare with.
    `spare` adds a percentage. `also_for` asks for the lists of other shops, in `others`. Files are
    opened in `workspace`, each once.
    """
    workspace = open_workspace() if workspace is None else workspace
    only, any_colour, also_for = several(only), several(any_colour), several(also_for)
    pools = [Path(path) for path in several(owned)]
    gathered = gather(
        files_named(Path(path) for path in several(paths)),
        only=only,
        spares=spares,
        any_colour=any_colour,
        recolour=recolour,
        workspace=workspace,
    )
    _check_sources(gathered, "buy")
    orderer, tables, findings = _orderer(gathered.records, overrides, nearest_colours)
    book = orderer.book
    made = orderer.nearest or MadeColours(tables, book)
    parts = make_list(gathered, orderer)
    findings += gathered.findings
    if pools:
        from brickyard.parts.choices import PartRelations
        from brickyard.parts.owned_bricks import subtract
        from brickyard.parts.put_together import as_wanted
        from brickyard.parts.user_numbers import numbers_of_related

        pool, told = _pool(pools, orderer, tables, several(sets))
        pool, put = as_wanted(pool, [(lot, lot.needed) for lot in parts.written], orderer)
        told += put
        relations = PartRelations(book, gathered.records, tables)
        related = numbers_of_related(parts.written, book, gathered.records, relations)
        parts = subtract(replace(parts, findings=()), pool, substitutes, relations, related)
        findings += [*told, *parts.findings]
    if substitutes != "exact":
        from brickyard.parts.choices import with_choices

        parts = with_choices(parts, book, gathered.records, tables)
    # Other shops' lists are made from what is left to buy, or from all pieces.
    left = parts.lots if pools else None
    priced: tuple[StockLot, ...] = ()
    if prices is not None:
        stock = _translated(prices, orderer, tables)
        priced, findings = stock.lots, [*findings, *stock.findings]

    def finished(made: PartsList) -> PartsList:
        return _finished(made, spare, with_uncertain, priced, currency)

    others: dict[Shop, PartsList] = {}
    if Shop.REBRICKABLE in also_for or Shop.LEGO in also_for:
        other = Orderer(Shop.REBRICKABLE, book, gathered.records, orderer.nearest)
        rebrickable = make_list(gathered, other) if left is None else make_list_again(left, other)
        others[Shop.REBRICKABLE] = finished(rebrickable)
        if Shop.LEGO in also_for:
            elements = adjusting.pick_elements(rebrickable, tables, substitutes != "exact")
            rest = make_list_again(elements.not_written, orderer)
            others[Shop.LEGO] = replace(finished(elements), remainder=finished(rest))
    parts = finished(adjusting.with_colour_notes(parts, made, gathered.records))
    budget = None
    if priced:
        from brickyard.parts.budget import budget_of
        from brickyard.parts.user_numbers import numbers_of_related

        by_unit = [(one, make_list(one_of(gathered, one), orderer)) for one in gathered.sources]
        units = [(one, adjusting.with_prices(made_for, priced)) for one, made_for in by_unit]
        related = numbers_of_related(parts.to_buy, book, gathered.records, tables)
        budget = budget_of(parts, units, adjusting.prices_in(priced), tables, related)
    changes = None
    if update is not None:
        stock = _translated(update, orderer, tables)
        changes = adjusting.changes_since(stock.lots, parts.to_buy)
        findings += stock.findings
    pictures = {}
    if with_pictures:
        from brickyard.parts.printed_page import part_pictures

        pictures = part_pictures(parts.lots, workspace.library)
    return replace(
        parts,
        findings=tuple(abridged(in_file_order(findings))),
        title=gathered.title,
        currency=currency if prices is not None else "",
        sources=gathered.sources,
        tables=_tables_used(tables),
        changes=changes,
        budget=budget,
        options=tuple(_options(only, spares, any_colour, recolour or {}, nearest_colours, spare, pools)),
        pictures=pictures,
        others=others,
    )


def unit_parts_list(unit: Unit, beside: Sequence[Unit], workspace: Workspace) -> PartsList:
    """The BrickLink list of one design that was read already, without the other units of its model."""
    from brickyard.parts.choices import with_choices

    gathered = gather_unit(unit, beside, workspace)
    _check_sources(gathered, "buy")
    orderer, tables, _ = _orderer(gathered.records)
    parts = make_list(gathered, orderer)
    parts = with_choices(parts, orderer.book, gathered.records, tables)
    parts = adjusting.with_colour_notes(parts, MadeColours(tables, orderer.book), gathered.records)
    return replace(parts, title=gathered.title, sources=gathered.sources, tables=_tables_used(tables))


def what_can_be_built(
    paths: Iterable[Path | str],
    *,
    owned: Iterable[Path | str],
    sets: Iterable[Path | str] = (),
    substitutes: str = "mould",
    only: Sequence[str] = (),
    spares: bool = True,
    recolour: Mapping[int, int] | None = None,
    nearest_colours: bool = False,
    any_colour: Sequence[str] = (),
    overrides: Path | None = None,
    workspace: Workspace | None = None,
) -> Answer:
    """Which units of models and manifests the owned bricks are enough for, all together."""
    from brickyard.parts.can_build import Design, can_build
    from brickyard.parts.choices import PartRelations
    from brickyard.parts.put_together import as_wanted
    from brickyard.parts.user_numbers import numbers_of_related

    gathered = gather(
        files_named(Path(path) for path in paths),
        only=only,
        spares=spares,
        any_colour=any_colour,
        recolour=recolour,
        workspace=workspace,
    )
    _check_sources(gathered, "build")
    orderer, tables, findings = _orderer(gathered.records, overrides, nearest_colours)
    book = orderer.book
    designs = [
        Design(
            source.name,
            source.units,
            make_list(replace(gathered, sources=(replace(source, units=1),)), orderer),
        )
        for source in gathered.sources
    ]
    pool, told = _pool([Path(path) for path in owned], orderer, tables, sets)
    every = [(lot, lot.needed * design.count) for design in designs for lot in design.parts.written]
    pool, put = as_wanted(pool, every, orderer)
    told += put
    written = [lot for design in designs for lot in design.parts.written]
    relations = PartRelations(book, gathered.records, tables)
    related = numbers_of_related(written, book, gathered.records, relations)
    answer = can_build(designs, pool, substitutes, relations, related)
    found = in_file_order([*gathered.findings, *findings, *told])
    return replace(answer, findings=tuple(abridged(found)))


def owned_stocks(
    paths: Iterable[Path | str], overrides: Path | None = None, sets: Iterable[Path | str] = ()
) -> tuple[list[Stock], list[Finding]]:
    """Lists of owned bricks, each in BrickLink's numbers; and what is wrong with the overrides."""
    from brickyard.parts.part_records import Records

    orderer, tables, findings = _orderer(Records(), overrides)
    return [_recognised(Path(path), orderer, tables, list(sets)) for path in paths], findings


def _check_sources(gathered: Gathered, verb: str) -> None:
    if not gathered.sources:
        from validators.judged_files import sentence

        worst = max(gathered.findings, key=lambda one: one.severity, default=None)
        said = f": {worst.place}: {sentence(worst)}" if worst else ""
        raise BrickyardError(f"there is nothing to {verb}{said}")


def _orderer(
    records: Records, overrides: Path | None = None, nearest_colours: bool = False
) -> tuple[Orderer, RebrickableTables, list[Finding]]:
    """Knows BrickLink's numbers; with the tables it uses, and what is wrong with the overrides."""
    tables = open_tables(os.environ, sys.platform, Path.home())
    mine: dict[str, Override] = {}
    findings: tuple[Finding, ...] = ()
    if overrides is not None:
        from brickyard.parts.user_numbers import read_overrides

        mine, findings = read_overrides(overrides, records)
    book = NumberBook(mine, tables, shipped_parts())
    instead = MadeColours(tables, book) if nearest_colours else None
    return Orderer(Shop.BRICKLINK, book, records, instead), tables, list(findings)


def _pool(
    paths: Iterable[Path], orderer: Orderer, tables: RebrickableTables, sets: Iterable[Path | str]
) -> tuple[list[StockLot], list[Finding]]:
    stocks = [_recognised(path, orderer, tables, list(sets)) for path in paths]
    lots = [lot for stock in stocks for lot in stock.lots]
    return lots, [finding for stock in stocks for finding in stock.findings]


def _recognised(path: Path, orderer: Orderer, tables: RebrickableTables, sets: Sequence[Path | str]) -> Stock:
    from brickyard.parts.owned_sets import with_sets_open
    from brickyard.parts.stock import read_stock
    from brickyard.parts.user_numbers import in_bricklink_numbers, recognise

    stock = with_sets_open(read_stock(path), [Path(one) for one in sets])
    return recognise(in_bricklink_numbers(stock, orderer.book, orderer.records, tables), orderer, sets)


def _translated(path: Path, orderer: Orderer, tables: RebrickableTables) -> Stock:
    from brickyard.parts.stock import read_stock
    from brickyard.parts.user_numbers import in_bricklink_numbers

    return in_bricklink_numbers(read_stock(path), orderer.book, orderer.records, tables)


def _finished(
    made: PartsList, spare: str, take_uncertain: bool, priced: Sequence[StockLot], currency: str
) -> PartsList:
    if not (spare or take_uncertain or priced):
        return made
    if spare:
        made = adjusting.with_spares(made, adjusting.parse_percent(spare))
    if take_uncertain:
        made = adjusting.with_uncertain(made)
    if priced and made.shop is Shop.BRICKLINK:
        made = adjusting.with_prices(made, priced, currency)
    return made


def _tables_used(tables: RebrickableTables) -> TableDates:
    about = shipped_parts().about
    release = about.get("release", "")
    return TableDates(f"{release[:4]}-{release[4:]}", about.get("colours", ""), tables.date)


def _options(
    only: Sequence[str],
    spares: bool,
    any_colour: Sequence[str],
    recolour: Mapping[int, int],
    nearest_colours: bool,
    spare: str,
    owned: Sequence[Path],
) -> Iterator[str]:
    if only:
        yield f"only {', '.join(only)}"
    if not spares:
        yield "without spare units"
    if any_colour:
        yield f"in any colour: {', '.join(any_colour)}"
    for old, new in recolour.items():
        yield f"{colours.name_of(old)} becomes {colours.name_of(new)}"
    if nearest_colours:
        yield "in the nearest colour where a part isn't known in its own"
    if spare:
        yield f"{spare.strip().rstrip('%')}% more of everything, rounded up for small parts"
    if owned:
        yield f"without what is in {', '.join(path.name for path in owned)}"
