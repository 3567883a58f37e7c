"""Parts lists made up for tests: models to lists in one call, and strategies for lots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from brickyard.parts.gathering import CountOptions, Gathered, gather
from brickyard.parts.lots import Lot, LotGroup, Origin, PartsList, Piece, Source, TableDates, pieces_of
from brickyard.parts.merging import make_list
from brickyard.parts.ordering import Orderer
from catalog.colours import colours
from catalog.database.part_database import shipped_parts
from catalog.shops.rebrickable import shipped_tables
from catalog.shops.shop_numbers import Confidence, NumberBook, Override, Shop
from tests.building import model, place


def gather_from(paths: Iterable[Path], **options: Any) -> Gathered:
    return gather(CountOptions(tuple(paths), **options))


def gathered(tmp_path: Path, *lines: str, name: str = "model.ldr") -> Gathered:
    path = tmp_path / name
    path.write_bytes(model(*lines))
    return gather_from([path])


def listed(found: Gathered, shop: Shop = Shop.BRICKLINK, **overrides: str) -> PartsList:
    """`p3023b="3023"`: the user's own numbers, with a letter before for Python's sake."""
    numbers = {part[1:]: number for part, number in overrides.items()}
    mine = {part: Override(part, number, number, Confidence.EXACT, "") for part, number in numbers.items()}
    return make_list(found, Orderer(shop, NumberBook(mine, shipped_tables(), shipped_parts()), found.records))


def list_of(tmp_path: Path, *parts: tuple[str, int] | str, shop: Shop = Shop.BRICKLINK) -> PartsList:
    """The list of a model of these parts, red where no colour is given."""
    pairs = [(part, 4) if isinstance(part, str) else part for part in parts]
    return listed(gathered(tmp_path, *(place(f"{part}.dat", colour) for part, colour in pairs)), shop)


def in_short(lots: Sequence[Lot]) -> list[tuple[str, int | None, int]]:
    return [(lot.number, lot.colour, lot.quantity) for lot in lots]


def grouped(
    written: Sequence[Lot] = (),
    uncertain: Sequence[Lot] = (),
    not_written: Sequence[Lot] = (),
    title: str = "",
) -> PartsList:
    """A list of these lots, for a Chub."""
    groups = {LotGroup.WRITTEN: written, LotGroup.UNCERTAIN: uncertain, LotGroup.NOT_WRITTEN: not_written}
    lots = tuple(replace(lot, group=group) for group, some in groups.items() for lot in some)
    return PartsList(
        Shop.BRICKLINK,
        lots,
        pieces_of(lots),
        title=title or "Test",
        sources=(Source("Chub", 1, ()),),
        tables=TableDates("2026-02", "2026-01-03"),
    )


_BRICKLINK_COLOURS = sorted({c.bricklink_id for c in colours() if c.bricklink_id})
_REBRICKABLE_COLOURS = sorted({c.rebrickable_id for c in colours() if c.rebrickable_id is not None})
_ENDINGS = ("", "b", "c01", "pb012", "bpb01", "stk01a")
_numbers = st.builds("{}{}".format, st.integers(1, 10**6), st.sampled_from(_ENDINGS))
# Names come from strangers: formulas, tags, quotes, what steers terminals, any letters.
_LETTERS = "=+-@<>&\"'/;,:] \t\n\r\x00\x1b\u2028aZ\u00e9\u00d7\u4e2d\U0001f9f1"
_names = st.text(_LETTERS, min_size=1, max_size=12)


@st.composite
def lots(draw: st.DrawFn, shop: Shop = Shop.BRICKLINK) -> list[Lot]:
    """Lots of a shop, no two with the same key."""
    ids = _REBRICKABLE_COLOURS if shop is Shop.REBRICKABLE else _BRICKLINK_COLOURS
    keys = draw(
        st.lists(
            st.tuples(_numbers, st.one_of(st.none(), st.sampled_from(ids))),
            unique_by=lambda key: (key[0].lower(), key[1]),
            max_size=4,
        )
    )
    return [_lot(draw, number, colour) for number, colour in keys]


def _lot(draw: st.DrawFn, number: str, colour: int | None) -> Lot:
    quantity = draw(st.integers(1, 999_999_999))
    name, title = draw(_names), draw(_names)
    return Lot(
        number,
        colour,
        quantity,
        (Piece("3001", 4, quantity),),
        title,
        "Red",
        draw(st.sampled_from([Confidence.EXACT, Confidence.PROBABLE])),
        "why",
        (Origin(name, draw(st.integers(1, 9)), quantity),),
        notes=(draw(_names),),
    )
