"""Owned sets as the parts they hold, by the user's own set inventories."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from brickyard.parts.stock import MOST_PIECES, Stock, StockLot, read_stock
from catalog.shops.rebrickable import rows_of_table
from catalog.shops.shop_numbers import Shop
from ldraw_tools.findings import BrickyardError

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
    return replace(stock, lots=tuple(lots))


def _of_set(part: StockLot, owned: StockLot) -> StockLot:
    quantity = min(part.quantity * owned.quantity, MOST_PIECES)
    return replace(part, quantity=quantity, place=owned.place, price=None)


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
