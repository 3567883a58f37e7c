"""Our own CSV: every lot, also those not written, with all that is known of it; spreadsheets open it."""

from __future__ import annotations

import csv
import io

from brickyard.parts.shopping import Shopping, link

HEADER = (
    "list", "type", "number", "colour", "colour name", "quantity", "needed", "owned", "spare", "title",
    "needed for", "confidence", "reason", "notes", "price", "LDraw", "LDraw colour", "LDraw pieces", "link",
)  # fmt: skip
# A cell that begins with one of these is a formula to a spreadsheet, whoever wrote it.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def as_csv(shopping: Shopping) -> bytes:
    """With a byte order mark, without which Excel takes it for another encoding."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\r\n")
    rows.writerow(HEADER)
    for name, lots in shopping.groups():
        for lot in lots:
            price = shopping.prices.of(lot) if lot.number else None
            cells = (
                name,
                lot.item_type,
                lot.number,
                "" if lot.colour is None else str(lot.colour),
                lot.colour_name,
                str(lot.quantity),
                str(lot.needed),
                str(lot.owned),
                str(lot.spare),
                lot.title,
                ", ".join(str(origin) for origin in lot.origins),
                str(lot.confidence),
                lot.reason,
                "; ".join(lot.notes),
                "" if price is None else f"{price:f}",
                lot.part,
                "" if lot.ldraw_colour is None or lot.ldraw_colour < 0 else str(lot.ldraw_colour),
                " ".join(f"{piece.part}:{piece.colour}:{piece.count}" for piece in lot.pieces),
                link(lot),
            )
            rows.writerow([_harmless(cell) for cell in cells])
    return b"\xef\xbb\xbf" + text.getvalue().encode()


def _harmless(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_FORMULA) else cell
