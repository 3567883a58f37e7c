"""The shopping list as a page: links, colour patches and tick boxes, on a screen and on paper."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from html import escape
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from brickyard.parts.budget import by_force
from brickyard.parts.lots import Lot, LotGroup, PartsList, kind_of, pieces_to_buy, total_of
from brickyard.parts.user_numbers import OVERRIDES_HEADER, remedy
from catalog.shops.shop_numbers import Confidence
from ldraw_tools.findings import count_of, printable
from ldraw_tools.library.part_files import Files

if TYPE_CHECKING:
    from PIL.Image import Image

_STYLE = Path(__file__).with_name("printed_page.css")
_PICTURE_SIDE = 96
# No list to print is longer; each picture takes a fiftieth of a second.
_MOST_PICTURES = 5_000
# A part that may have any colour, or one that LDraw doesn't know, is drawn in grey.
_GREY = 7
# The page loads and runs nothing, whatever names in a model say.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:"
_FONTS = Path(__file__).parent.parent / "data" / "fonts"
_FACES = (
    ("Yard", "BrickyardSans-Regular", 400),
    ("Yard", "BrickyardSans-Bold", 700),
    ("Yard Narrow", "BrickyardSansCondensed-SemiBold", 700),
)
_ABOUT = {
    LotGroup.UNCERTAIN: "These numbers or colours are doubtful. Check each before ordering; they are in a "
    "separate file.",
    LotGroup.NOT_WRITTEN: "No shop number is known, or the part is not sold. Find them another way.",
}


def as_html(parts: PartsList) -> bytes:
    return page_alone(f"Parts for {parts.title}", _STYLE, "\n".join(_body(parts)))


def page_alone(title: str, style: Path, body: str) -> bytes:
    """A page that needs no other file; `body` is markup."""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="generator" content="brickyard">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{_text(title)}</title>\n<style>\n{_faces()}{style.read_text('utf-8')}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    ).encode()


def _faces() -> str:
    """The site's type, in the page itself: a page alone looks as those of a site do."""
    lines = []
    for family, file, weight in _FACES:
        data = base64.b64encode((_FONTS / f"{file}.woff2").read_bytes()).decode("ascii")
        address = f'url("data:font/woff2;base64,{data}") format("woff2")'
        lines.append(f'@font-face {{ font-family: "{family}"; src: {address}; font-weight: {weight}; }}\n')
    return "".join(lines)


def _body(parts: PartsList) -> Iterator[str]:
    buying = parts.to_buy
    yield f"<header>\n<h1>Parts for {_text(parts.title)}</h1>"
    pieces = count_of(pieces_to_buy(buying), "piece")
    yield f"<p class=lead><b>{pieces}</b> to buy, in {count_of(len(buying), 'lot')}.</p>"
    yield f"<p>{_text(', '.join(str(source) for source in parts.sources))}</p>"
    for words in parts.options:
        yield f"<p>{_text(words)}</p>"
    yield "</header>"
    yield from _summary(parts)
    yield from _changes(parts)
    yield "<main>"
    yield from _by_kind(parts, parts.written)
    yield from _section("Sticker sheets", "", parts.sheets, parts)
    yield "</main>"
    yield from _section("Uncertain", _ABOUT[LotGroup.UNCERTAIN], parts.uncertain, parts, reasons=True)
    yield from _section(
        "Not on the list", _ABOUT[LotGroup.NOT_WRITTEN], parts.not_written, parts, reasons=True
    )
    yield from _budget(parts)
    yield from _overrides(parts)
    yield f"<footer>\n<p>{_text(_colophon(parts))}</p>\n</footer>"


def _summary(parts: PartsList) -> Iterator[str]:
    yield "<table class=sum>\n<thead><tr><th></th><th>Lots</th><th>Pieces</th><th>To buy</th>"
    yield f"{'<th>Price</th>' if parts.is_priced else ''}</tr></thead>\n<tbody>"
    names = {
        LotGroup.WRITTEN: "On the list",
        LotGroup.SHEETS: "Sticker sheets",
        LotGroup.UNCERTAIN: "Uncertain",
    }
    for group in LotGroup:
        total = total_of(parts.of(group))
        if total.lots or group is LotGroup.WRITTEN:
            cells = [f"{total.lots:,}", f"{total.pieces:,}", f"{total.quantity:,}"]
            if parts.is_priced:
                cells.append(_price(total.price, parts, 2) if total.priced_lots else "")
            row = "".join(f"<td>{cell}</td>" for cell in cells)
            yield f"<tr><th>{names.get(group, 'Not on the list')}</th>{row}</tr>"
    yield "</tbody></table>"
    exact = sum(lot.confidence is Confidence.EXACT for lot in parts.written)
    check = len(parts.written) - exact
    if check:
        yield (
            f"<p class=small>Exact: {count_of(exact, 'lot')}. Marked <i>check</i>: {count_of(check, 'lot')} "
            "with a probable number; check before ordering.</p>"
        )
    if parts.is_priced:
        total = total_of(parts.to_buy)
        amount = _price(total.price, parts, 2)
        yield f"<p>Priced {total.priced_lots:,} of {total.lots:,} lots: {amount}.</p>"


def _changes(parts: PartsList) -> Iterator[str]:
    if parts.changes is None:
        return
    new, gone = parts.changes.new, parts.changes.no_longer_needed
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


def _by_kind(parts: PartsList, lots: Iterable[Lot]) -> Iterator[str]:
    for name, group in groupby(lots, key=kind_of):
        together = list(group)
        count = count_of(pieces_to_buy(together), "piece")
        yield f"<section>\n<h2><span>{_text(name)}</span><span class=count>{count}</span></h2>"
        yield _table(together, parts, reasons=False)
        yield "</section>"


def _section(
    title: str, about: str, lots: tuple[Lot, ...], parts: PartsList, reasons: bool = False
) -> Iterator[str]:
    if not lots:
        return
    count = count_of(len(lots), "lot")
    yield f"<section>\n<h2><span>{title}</span><span class=count>{count}</span></h2>"
    if about:
        yield f"<p>{about}</p>"
    yield _table(lots, parts, reasons=reasons)
    yield "</section>"


def _table(lots: Iterable[Lot], parts: PartsList, reasons: bool) -> str:
    rows = "\n".join(_row(lot, parts, reasons) for lot in lots)
    return f"<table class=lots>\n<tbody>\n{rows}\n</tbody></table>"


def _row(lot: Lot, parts: PartsList, reasons: bool) -> str:
    label = _text(f"{lot.quantity} of {lot.title}, {lot.colour_name}")
    number = _text(lot.number or "search")
    doubt = "" if lot.confidence is Confidence.EXACT or reasons else f" {_check(lot)}"
    choice = [f"or {one}" for one in lot.instead]
    small = [*([lot.reason] if reasons else []), "; ".join((*choice, *lot.notes, *_extras(lot)))]
    more = "".join(f"<br><span class=small>{_text(line)}</span>" for line in small if line)
    colour = f"<br>{_patch(lot)} {_text(lot.colour_name)}" if lot.colour_name else ""
    # Where all is for one design, the title says so.
    several = len(parts.sources) != 1
    origins = _text(", ".join(str(origin) for origin in lot.needed_for)) if several else ""
    priced = f"<td class=price>{_price(lot.price, parts)}</td>" if parts.is_priced else ""
    return (
        f'<tr><td class=tick><input type=checkbox aria-label="{label}"></td>'
        f"<td class=quantity>{lot.quantity:,}</td>{_picture(lot, parts)}"
        f"<td class=what>{_text(lot.title)}{colour}{more}</td>"
        f'<td class=number><a href="{_text(lot.link)}" rel="noreferrer">{number}</a>{doubt}</td>'
        f"{f'<td class=for>{origins}</td>' if several else ''}{priced}</tr>"
    )


def _picture(lot: Lot, parts: PartsList) -> str:
    if not parts.pictures:
        return ""
    address = parts.pictures.get((lot.part, lot.ldraw_colour))
    # The title stands beside it.
    inner = f'<img src="{_text(address)}" alt="" width=48 height=48>' if address else ""
    return f"<td class=picture>{inner}</td>"


def _check(lot: Lot) -> str:
    return f'<i title="{_text(lot.reason)}">check</i>'


def _extras(lot: Lot) -> Iterator[str]:
    if lot.owned:
        yield f"{lot.owned:,} of {lot.needed:,} are yours already"
    if lot.spare:
        yield f"{lot.spare:,} of them spare"


def _budget(parts: PartsList) -> Iterator[str]:
    if parts.budget is None:
        return
    yield "<section>\n<h2>What it costs</h2>\n<p>By your prices, if you own nothing.</p>"
    for force, units in by_force(parts.budget):
        total = _price(sum((one.cost for one in units), Decimal(0)), parts, 2)
        rows = "".join(
            f"<tr><td>{_text(one.name)}</td><td>{one.units:,} × {_price(one.each, parts, 2)}</td>"
            f"<td>{f'no price for {one.unpriced:,} of {one.lots:,} lots' if one.unpriced else ''}</td>"
            f"<td class=price>{_price(one.cost, parts, 2)}</td></tr>"
            for one in units
        )
        heading = f"<h3><span>{_text(force)}</span><span>{total}</span></h3>\n" if force else ""
        yield f"{heading}<table class=lots><tbody>{rows}</tbody></table>"
    yield "<h3>The dearest lots, and what would be cheaper</h3>\n<table class=lots><tbody>"
    for lot in parts.budget.dearest:
        swaps = "".join(
            f"<br><span class=small>saves {_price(swap.saves, parts, 2)}: {swap.how}, "
            f"{_text(swap.number)} in {_text(swap.colour_name)}</span>"
            for swap in lot.swaps
        )
        yield (
            f"<tr><td class=quantity>{lot.quantity:,}</td><td>{_text(lot.title)}, {_text(lot.colour_name)}"
            f"{swaps}</td><td class=number>{_text(lot.number)}</td>"
            f"<td class=price>{_price(lot.cost, parts, 2)}</td></tr>"
        )
    yield "</tbody></table>\n</section>"


def _overrides(parts: PartsList) -> Iterator[str]:
    doubtful = [lot for lot in (*parts.uncertain, *parts.not_written) if not lot.is_colour_in_doubt]
    if not doubtful:
        return
    lines = "\n".join(_text(line) for line in (OVERRIDES_HEADER, *(remedy(lot) for lot in doubtful)))
    yield (
        "<section class=overrides>\n<h2>For your override file</h2>\n<p>Once you know a number, write it in "
        "its line and keep the line in a file for --overrides; - means: don't buy it.</p>\n"
        f"<pre>{lines}</pre>\n</section>"
    )


def _colophon(parts: PartsList) -> str:
    tables = parts.tables
    rebrickable = f", Rebrickable's tables of {tables.rebrickable}" if tables.rebrickable else ""
    return (
        f"Numbers are BrickLink's, by LDraw's parts of {tables.ldraw} and colours of {tables.colours}"
        f"{rebrickable}. Made by brickyard. LEGO is a trademark of the LEGO Group, which does not sponsor "
        "or endorse this list."
    )


def _patch(lot: Lot) -> str:
    """The colour beside its name: half of a transparent one shows the paper."""
    look = lot.swatch
    if look is None:
        return "<span class=patch></span>"
    kind = "patch clear" if look[1] else "patch"
    return f'<span class="{kind}" style="--c:{look[0]}"></span>'


def _price(price: Decimal | None, parts: PartsList, places: int | None = None) -> str:
    if price is None:
        return ""
    # Half a cent is a price, too.
    digits = max(2, -int(price.as_tuple().exponent)) if places is None else places
    shown = f"{price:,.{digits}f}"
    return _text(f"{shown} {parts.currency}".strip())


def _text(text: str) -> str:
    return escape(printable(text))


def part_pictures(lots: Sequence[Lot], library: Files | None) -> dict[tuple[str, int | None], str]:
    """Small pictures by LDraw number and colour, as data addresses; a part without a shape has none."""
    from brickyard.pictures.part_icons import each_icon
    from brickyard.pictures.subject import parts_subject

    drawable = [lot for lot in lots[:_MOST_PICTURES] if lot.part and lot.part.isprintable()]
    wanted = sorted({(lot.part, _drawn(lot)) for lot in drawable})
    subject, whose = parts_subject([part for part, _ in wanted], [colour for _, colour in wanted], library)
    drawn = {wanted[whose[piece]]: _address(image) for piece, image in each_icon(subject, _PICTURE_SIDE)}
    return {
        (lot.part, lot.ldraw_colour): drawn[lot.part, _drawn(lot)]
        for lot in drawable
        if (lot.part, _drawn(lot)) in drawn
    }


def _address(image: Image) -> str:
    from brickyard.pictures.picture_files import png_bytes

    return f"data:image/png;base64,{base64.b64encode(png_bytes(image)).decode('ascii')}"


def _drawn(lot: Lot) -> int:
    colour = lot.ldraw_colour
    return _GREY if colour is None or colour < 0 else colour
