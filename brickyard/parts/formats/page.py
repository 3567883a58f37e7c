"""The shopping list as a page: links, colour patches and tick boxes, on a screen and on paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from html import escape
from itertools import groupby
from pathlib import Path

from brickyard.parts.lines import Confidence, Lot, pieces_of, pieces_to_buy
from brickyard.parts.overrides import HEADER, remedy
from brickyard.parts.prices import total
from brickyard.parts.shopping import Shopping, link, swatch
from ldraw_tools.findings import count_of, printable

_STYLE = Path(__file__).with_name("page.css")
# Nothing is loaded and nothing runs, whatever a name in somebody's model says.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
_ABOUT = {
    "uncertain": "A number there is, but a doubtful one. Look each up before you order; they are in a "
    "file of their own.",
    "not written": "No shop number is known, or the part is not sold. Find them another way.",
}


def as_html(shopping: Shopping) -> bytes:
    title = _text(f"Parts for {shopping.title}")
    body = "\n".join(_body(shopping))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="generator" content="brickyard">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>\n{_STYLE.read_text('utf-8')}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    ).encode()


def _body(shopping: Shopping) -> Iterator[str]:
    parts = shopping.parts
    buying = parts.to_buy
    yield f"<header>\n<h1>Parts for {_text(shopping.title)}</h1>"
    pieces = count_of(pieces_to_buy(buying), "piece")
    yield f"<p class=lead><b>{pieces}</b> to buy, in {count_of(len(buying), 'lot')}.</p>"
    yield f"<p>{_text(shopping.sources_in_words)}</p>"
    for words in shopping.options:
        yield f"<p>{_text(words)}</p>"
    yield "</header>"
    yield from _summary(shopping)
    yield from _changes(shopping)
    yield from _by_colour(shopping, parts.written)
    yield from _section("Sticker sheets", "", parts.sheets, shopping)
    yield from _section("Uncertain", _ABOUT["uncertain"], parts.uncertain, shopping, reasons=True)
    yield from _section("Not on the list", _ABOUT["not written"], parts.not_written, shopping, reasons=True)
    yield from _remedys(shopping)
    yield f"<footer>\n<p>{_text(_colophon(shopping))}</p>\n</footer>"


def _summary(shopping: Shopping) -> Iterator[str]:
    has_prices = bool(shopping.prices.by_key)
    yield "<table class=sum>\n<thead><tr><th></th><th>Lots</th><th>Pieces</th><th>To buy</th>"
    yield f"{'<th>Price</th>' if has_prices else ''}</tr></thead>\n<tbody>"
    names = {"written": "On the list", "sheets": "Sticker sheets", "uncertain": "Uncertain"}
    for name, lots in shopping.groups():
        if lots or name == "written":
            cells = [f"{len(lots):,}", f"{pieces_of(lots):,}", f"{pieces_to_buy(lots):,}"]
            if has_prices:
                found = total([lot for lot in lots if lot.number], shopping.prices)
                cells.append(_price(found.amount, shopping, 2) if found.priced else "")
            row = "".join(f"<td>{cell}</td>" for cell in cells)
            yield f"<tr><th>{names.get(name, 'Not on the list')}</th>{row}</tr>"
    yield "</tbody></table>"
    written = shopping.parts.written
    exact = sum(lot.confidence is Confidence.HIGH for lot in written)
    if written and exact < len(written):
        check = len(written) - exact
        yield (
            f"<p class=small>{exact:,} lots are exact. {check:,} are marked <i>check</i>: their number is "
            "mostly right; look before you order.</p>"
        )
    if has_prices:
        found = total(shopping.parts.to_buy, shopping.prices)
        amount = _price(found.amount, shopping, 2)
        yield f"<p>Priced {found.priced:,} of {found.lots:,} lots: {amount}.</p>"


def _changes(shopping: Shopping) -> Iterator[str]:
    if shopping.changes is None:
        return
    new, gone = shopping.changes.new, shopping.changes.gone
    yield "<section>\n<h2>Since the earlier list</h2>"
    yield f"<p>New: {count_of(pieces_to_buy(new), 'piece')} in {count_of(len(new), 'lot')}.</p>"
    if gone:
        rows = "".join(
            f"<tr><td>{one.quantity:,}</td><td>{_text(one.number)}</td>"
            f"<td>{'any colour' if one.colour is None else f'colour {one.colour}'}</td>"
            f"<td>{f'{one.still:,} still needed' if one.still else 'none needed'}</td></tr>"
            for one in gone
        )
        yield f"<p>No longer needed:</p>\n<table class=lots><tbody>{rows}</tbody></table>"
    yield "</section>"


def _by_colour(shopping: Shopping, lots: Iterable[Lot]) -> Iterator[str]:
    for name, group in groupby(lots, key=lambda lot: lot.colour_name):
        together = list(group)
        count = count_of(pieces_to_buy(together), "piece")
        heading = f"<span>{_patch(together[0])} {_text(name)}</span>"
        yield f"<section>\n<h2>{heading}<span class=count>{count}</span></h2>"
        yield _table(together, shopping, patches=False, reasons=False)
        yield "</section>"


def _section(
    title: str, about: str, lots: tuple[Lot, ...], shopping: Shopping, reasons: bool = False
) -> Iterator[str]:
    if not lots:
        return
    count = count_of(len(lots), "lot")
    yield f"<section>\n<h2><span>{title}</span><span class=count>{count}</span></h2>"
    if about:
        yield f"<p>{about}</p>"
    yield _table(lots, shopping, patches=True, reasons=reasons)
    yield "</section>"


def _table(lots: Iterable[Lot], shopping: Shopping, patches: bool, reasons: bool) -> str:
    rows = "\n".join(_row(lot, shopping, patches, reasons) for lot in lots)
    return f"<table class=lots>\n<tbody>\n{rows}\n</tbody></table>"


def _row(lot: Lot, shopping: Shopping, patches: bool, reasons: bool) -> str:
    label = _text(f"{lot.quantity} of {lot.title}, {lot.colour_name}")
    number = _text(lot.number or "look for it")
    doubt = "" if lot.confidence is Confidence.HIGH or reasons else f" {_check(lot)}"
    small = [*([lot.reason] if reasons else []), "; ".join((*lot.notes, *_extras(lot)))]
    more = "".join(f"<br><span class=small>{_text(line)}</span>" for line in small if line)
    has_colour = patches and lot.colour_name
    colour = f"<br><span class=small>{_patch(lot)} {_text(lot.colour_name)}</span>" if has_colour else ""
    origins = _text(", ".join(str(origin) for origin in lot.origins))
    price = shopping.prices.of(lot) if lot.number else None
    priced = f"<td class=price>{_price(price, shopping)}</td>" if shopping.prices.by_key else ""
    return (
        f'<tr><td class=tick><input type=checkbox aria-label="{label}"></td>'
        f"<td class=quantity>{lot.quantity:,}</td>{_picture(lot, shopping)}"
        f"<td class=what>{_text(lot.title)}{colour}{more}</td>"
        f'<td class=number><a href="{_text(link(lot))}" rel="noreferrer">{number}</a>{doubt}</td>'
        f"<td class=for>{origins}</td>{priced}</tr>"
    )


def _picture(lot: Lot, shopping: Shopping) -> str:
    if not shopping.pictures:
        return ""
    address = shopping.pictures.get((lot.part, lot.ldraw_colour))
    # The title stands beside it.
    inner = f'<img src="{_text(address)}" alt="" width=48 height=48>' if address else ""
    return f"<td class=picture>{inner}</td>"


def _check(lot: Lot) -> str:
    return f'<i title="{_text(lot.reason)}">check</i>'


def _extras(lot: Lot) -> Iterator[str]:
    if lot.owned:
        yield f"{lot.owned:,} of {lot.needed:,} are yours already"
    if lot.spare:
        yield f"{lot.spare:,} of them to spare"


def _remedys(shopping: Shopping) -> Iterator[str]:
    doubtful = [*shopping.parts.uncertain, *shopping.parts.not_written]
    doubtful = [lot for lot in doubtful if not lot.is_colour_in_doubt]
    if not doubtful:
        return
    lines = "\n".join(_text(line) for line in (HEADER, *(remedy(lot) for lot in doubtful)))
    yield (
        "<section class=overrides>\n<h2>For your override file</h2>\n<p>Once you know a number, put it into "
        "its line and keep the line in a file for --overrides; - means not to buy it.</p>\n"
        f"<pre>{lines}</pre>\n</section>"
    )


def _colophon(shopping: Shopping) -> str:
    tables = shopping.tables
    rebrickable = f", Rebrickable's tables of {tables.rebrickable}" if tables.rebrickable else ""
    return (
        f"Numbers are BrickLink's, by LDraw's parts of {tables.ldraw} and colours of {tables.colours}"
        f"{rebrickable}. Made by brickyard. LEGO is a trademark of the LEGO Group, which does not sponsor "
        "or endorse this list."
    )


def _patch(lot: Lot) -> str:
    """The colour beside its name: half of a transparent one shows the paper."""
    look = swatch(lot)
    if look is None:
        return "<span class=patch></span>"
    kind = "patch clear" if look[1] else "patch"
    return f'<span class="{kind}" style="--c:{look[0]}"></span>'


def _price(price: Decimal | None, shopping: Shopping, places: int | None = None) -> str:
    if price is None:
        return ""
    shown = f"{price:,.{places}f}" if places is not None else f"{price:f}"
    return _text(f"{shown} {shopping.prices.currency}".strip())


def _text(text: str) -> str:
    return escape(printable(text))
