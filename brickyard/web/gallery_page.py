"""The gallery: every design and force as a card, with search, filters and sorting."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from brickyard.facts.verdicts import STYLES
from brickyard.notices import notices
from brickyard.web.page_pictures import PICTURE, THUMB
from brickyard.web.page_values import dice_marks
from brickyard.web.site_memory import PageEntry, SiteMemory
from brickyard.web.site_pages import PREVIEW, Pages
from fleets.dice.pool import Dice, Pool
from fleets.dice.vocabulary import GAMES
from ldraw_tools.findings import count_of
from ldraw_tools.records import record

_SIZES = (50, 100, 200, 500, 1000)


@record
class GalleryFilter:
    """`choices` are values and how they are shown."""

    name: str
    label: str
    choices: tuple[tuple[str, str], ...]


def write_gallery(pages: Pages, memory: SiteMemory) -> None:
    # What there is to see first: a telephone shows two or three.
    entries = sorted(
        memory.entries(),
        key=lambda one: (not one.picture, not one.is_force, one.kind, one.name.lower(), one.slug),
    )
    games = dict.fromkeys(said for record in memory.records.values() for said in record.notices)
    # The games' before our own name, as on every page.
    *common, ours = notices()
    html = pages.html(
        "gallery.html",
        pages.settings.name,
        f"{count_of(len(entries), 'design')} for Mobile Frame Zero",
        [*common, *games, ours],
        preview=next((f"{one.slug}/{PREVIEW}" for one in entries if PREVIEW in one.files), ""),
        filters=list(_filters(entries)),
        entries=[_card(entry) for entry in entries],
    )
    pages.write_index(html)


def _card(entry: PageEntry) -> dict[str, object]:
    return vars(entry) | {
        "style": STYLES.get(entry.verdict, "open"),
        "href": f"{entry.slug}/index.html",
        "picture": f"{entry.picture}/{THUMB}" if entry.picture else "",
        "dense": f"{entry.picture}/{PICTURE}" if entry.picture else "",
        "dice": dice_marks(Pool(tuple(Dice(*dice) for dice in entry.dice))),
    }


def _filters(entries: Sequence[PageEntry]) -> Iterator[GalleryFilter]:
    """Only those that tell something apart."""
    names = {known.code: known.name for game in reversed(GAMES) for known in game.types}
    for name, label, values, shown in (
        ("kind", "Kind", [{entry.kind} for entry in entries], {}),
        ("system", "System", [set(entry.systems) for entry in entries], names),
        ("edition", "Rules", [{entry.edition} for entry in entries], {}),
        ("faction", "Faction", [{entry.faction} - {""} for entry in entries], {}),
        ("verdict", "Verdict", [{entry.verdict} for entry in entries], {}),
    ):
        choices = {value: shown.get(value, value) for own in values for value in sorted(own)}
        if any(own != values[0] for own in values):
            yield GalleryFilter(name, label, tuple(sorted(choices.items(), key=lambda one: one[1].lower())))
    sizes = [size for size in _SIZES if any(0 < entry.pieces <= size for entry in entries)]
    if sizes and any(entry.pieces > sizes[0] for entry in entries):
        yield GalleryFilter("parts", "Pieces", tuple((str(size), f"at most {size}") for size in sizes))
