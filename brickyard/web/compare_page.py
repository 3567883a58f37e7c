"""Two to four designs side by side: a page that holds all of them, of which its address chooses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from brickyard.notices import notices
from brickyard.web.gallery_page import card_dice, in_order, is_comparable
from brickyard.web.page_pictures import THUMB
from brickyard.web.page_values import DAMAGE
from brickyard.web.site_memory import PageEntry, SiteMemory
from brickyard.web.site_pages import Pages, is_our_page
from ldraw_tools.writing import write_whole
from validators.report import STYLES

COMPARE = "compare.html"


def write_compare(pages: Pages, memory: SiteMemory) -> bool:
    """Whether there is such a page: one design alone has nothing to be compared with.

    A page of that name that isn't ours stays as it is.
    """
    designs = [entry for entry in in_order(memory) if is_comparable(entry)]
    file = pages.target / COMPARE
    if file.exists() and not is_our_page(file):
        return False
    if len(designs) < 2:
        file.unlink(missing_ok=True)
        return False
    games = dict.fromkeys(said for record in memory.records.values() for said in record.notices)
    *common, ours = notices()
    html = pages.html(
        "compare.html",
        "Compare designs",
        "Two to four designs side by side",
        [*common, *games, ours],
        designs=[vars(entry) | {"rows": list(_rows(entry))} for entry in designs],
        order=_order(designs),
    )
    if not file.is_file() or file.read_bytes() != html:
        write_whole(file, html)
    return True


def _order(designs: Sequence[PageEntry]) -> list[str]:
    """All labels, so that they stand in one order whichever designs are chosen: damage first."""
    labels = dict.fromkeys(label for entry in designs for label, _, _ in entry.odds)
    odds = sorted(labels, key=lambda label: not label.startswith(DAMAGE))
    return ["Picture", "Kind", "Dice", "Verdict", *odds, "Size", "Pieces"]


def _rows(entry: PageEntry) -> Iterator[dict[str, object]]:
    """What is compared, each with its kind, its label and its content."""
    if entry.picture:
        yield {"kind": "picture", "label": "Picture", "text": f"{entry.picture}/{THUMB}"}
    yield {"kind": "text", "label": "Kind", "text": entry.kind}
    if entry.dice:
        yield {"kind": "dice", "label": "Dice", "text": "", "dice": card_dice(entry)}
    style = STYLES.get(entry.verdict, "open")
    yield {"kind": "verdict", "label": "Verdict", "text": entry.stamp or entry.verdict, "style": style}
    for label, text, value in entry.odds:
        yield {"kind": "odds", "label": label, "text": text, "value": value}
    if entry.size:
        yield {"kind": "text", "label": "Size", "text": entry.size}
    if entry.pieces:
        yield {"kind": "odds", "label": "Pieces", "text": f"{entry.pieces:,}", "value": float(entry.pieces)}
