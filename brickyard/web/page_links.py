"""What a page says about the site's other pages, written last: who fields it, neighbours, more like it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from brickyard.web.gallery_page import SECTIONS, Fielding, card_dice, fieldings, in_order, is_comparable
from brickyard.web.page_pictures import PICTURE, THUMB
from brickyard.web.site_memory import PageEntry, SiteMemory
from brickyard.web.site_pages import PAGE, Pages
from ldraw_tools.writing import write_whole

_MOST_LIKE_IT = 4


def write_links(pages: Pages, memory: SiteMemory, has_compare: bool = False) -> None:
    """Into every page, between the comments that its template has for it; the same again changes nothing."""
    order, fielded = in_order(memory), fieldings(memory)
    shown = memory.by_slug()
    for place, entry in enumerate(order):
        file = pages.folder(entry.slug) / PAGE
        try:
            old = file.read_text("utf-8")
        except OSError:
            continue
        own = fielded.get(entry.slug, [])
        heading, others = _like(entry, own, order, shown)
        new = old
        for name, said in (
            ("fielded", {"forces": _by_force(entry, own)}),
            ("beside", {"slug": entry.slug if is_comparable(entry) and has_compare else ""}),
            (
                "around",
                {
                    "previous": order[place - 1] if place else None,
                    "next": order[place + 1] if place + 1 < len(order) else None,
                    "heading": heading,
                    "others": [_card(one) for one in others],
                },
            ),
        ):
            new = _between(new, name, pages.fragment(f"{name}.html", **said).strip())
        if new != old:
            write_whole(file, new.encode())


def _between(page: str, name: str, text: str) -> str:
    before, opening, rest = page.partition(f"<!--{name}-->")
    _, closing, after = rest.partition(f"<!--/{name}-->")
    return f"{before}{opening}{text}{closing}{after}" if closing else page


def write_moved(pages: Pages, slug: str, target: str, name: str, ours: Sequence[str]) -> None:
    """A page at an old address that leads to the new one."""
    with pages.whole_folder(slug, ours) as folder:
        (folder / PAGE).write_bytes(pages.html("moved.html", name, name, [], slug, target=target))


def _by_force(entry: PageEntry, fielded: Sequence[Fielding]) -> list[dict[str, object]]:
    return [
        {
            "names": " and ".join(
                dict.fromkeys(_many(one) for one in group if one.name != entry.name or one.count > 1)
            ),
            "force": force.name,
            "href": f"../{force.slug}/index.html",
        }
        for force, group in groupby(fielded, key=lambda one: one.force)
    ]


def _many(one: Fielding) -> str:
    return f"{one.count} × {one.name}" if one.count > 1 else one.name


def _like(
    entry: PageEntry, fielded: Sequence[Fielding], order: Sequence[PageEntry], shown: dict[str, PageEntry]
) -> tuple[str, list[PageEntry]]:
    """Others of its faction, else of the force that fields it, else of its kind."""
    forces = [one.force for one in fielded]
    faction = next((force.faction for force in (entry, *forces) if force.faction), "")
    if faction:
        of_it = [one for one in order if one.faction == faction]
        slugs = [slug for force in of_it for slug in (force.slug, *(field[0] for field in force.fields))]
        heading = f"More of {faction}"
    elif forces:
        slugs = [slug for slug, _, _ in forces[0].fields]
        heading = f"More of {forces[0].name}"
    else:
        slugs = [one.slug for one in order if one.role == entry.role]
        word = SECTIONS.get(entry.role) or "designs"
        heading = f"More {word if word.startswith(chr(39)) else word.lower()}"
    # Those after it first, so that each page shows others.
    slugs = [slug for slug in dict.fromkeys(slugs) if slug in shown]
    place = slugs.index(entry.slug) + 1 if entry.slug in slugs else 0
    others = [slug for slug in (*slugs[place:], *slugs[:place]) if slug != entry.slug]
    return heading, [shown[slug] for slug in others[:_MOST_LIKE_IT]]


def _card(entry: PageEntry) -> dict[str, object]:
    return vars(entry) | {
        "href": f"../{entry.slug}/index.html",
        "picture": f"../{entry.picture}/{THUMB}" if entry.picture else "",
        "dense": f"../{entry.picture}/{PICTURE}" if entry.picture else "",
        "dice": card_dice(entry),
    }
