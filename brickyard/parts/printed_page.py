"""The shopping list as a page: links, colour patches and tick boxes, on a screen and on paper."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from decimal import Decimal
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from brickyard.parts.budget import by_force
from brickyard.parts.lots import Lot, LotGroup, PartsList, kind_of, pieces_to_buy, total_of
from brickyard.parts.user_numbers import OVERRIDES_HEADER, remedy
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
_GROUPS = {
    LotGroup.WRITTEN: "On the list",
    LotGroup.SHEETS: "Sticker sheets",
    LotGroup.UNCERTAIN: "Uncertain",
    LotGroup.NOT_WRITTEN: "Not on the list",
}


def as_html(parts: PartsList) -> bytes:
    def price(amount: Decimal, places: int | None = None) -> str:
        # Half a cent is a price, too.
        places = max(2, -int(amount.as_tuple().exponent)) if places is None else places
        return f"{amount:,.{places}f} {parts.currency}".strip()

    def money(amount: Decimal) -> str:
        return price(amount, 2)

    totals = [(name, total_of(parts.of(group))) for group, name in _GROUPS.items()]
    doubtful = [lot for lot in (*parts.uncertain, *parts.not_written) if not lot.is_colour_in_doubt]
    return page_alone(
        "parts_list.html",
        _STYLE,
        parts=parts,
        totals=[one for one in totals if one[1].lots or one is totals[0]],
        all=total_of(parts.to_buy),
        kinds=[(kind, list(lots)) for kind, lots in groupby(parts.written, key=kind_of)],
        forces=list(by_force(parts.budget)) if parts.budget else [],
        header=OVERRIDES_HEADER,
        remedies=[remedy(lot) for lot in doubtful],
        price=price,
        money=money,
        small_print=_small_print,
        pieces_to_buy=pieces_to_buy,
    )


def _small_print(lot: Lot, with_reason: bool) -> list[str]:
    """What stands below a title: why it is doubtful, what else will do, what is there already."""
    notes = [*(f"or {one}" for one in lot.instead), *lot.notes]
    notes += [f"{lot.owned:,} of {lot.needed:,} are yours already"] if lot.owned else []
    notes += [f"{lot.spare:,} of them spare"] if lot.spare else []
    return [line for line in (lot.reason if with_reason else "", "; ".join(notes)) if line]


def page_alone(template: str, style: Path, **values: Any) -> bytes:
    """A page that needs no other file; whatever is written into it is escaped."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    templates = Environment(
        loader=PackageLoader("brickyard.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: printable(value) if type(value) is str else value,
    )
    templates.globals |= {"count_of": count_of, "number": "{:,}".format, "policy": _POLICY}
    told = templates.get_template(template).render(style=f"{_faces()}{style.read_text('utf-8')}", **values)
    return f"{told}\n".encode()


def _faces() -> str:
    """The site's type, in the page itself: a page alone looks as those of a site do."""
    lines = []
    for family, file, weight in _FACES:
        data = base64.b64encode((_FONTS / f"{file}.woff2").read_bytes()).decode("ascii")
        address = f'url("data:font/woff2;base64,{data}") format("woff2")'
        lines.append(f'@font-face {{ font-family: "{family}"; src: {address}; font-weight: {weight}; }}\n')
    return "".join(lines)


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
