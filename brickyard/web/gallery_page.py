"""The gallery: one card for every model, unit on paper and force, with search, filters and sorting."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import groupby

from brickyard.notices import notices
from brickyard.web.page_pictures import PICTURE, THUMB
from brickyard.web.page_values import DAMAGE, dice_marks
from brickyard.web.site_memory import PageEntry, SiteMemory
from brickyard.web.site_pages import PAGE, PREVIEW, Pages, is_our_page
from fleets.dice.pool import Dice, Pool
from fleets.dice.vocabulary import GAMES
from ldraw_tools.findings import count_of
from ldraw_tools.records import record
from ldraw_tools.writing import write_whole
from validators.report import STYLES

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
                    "others": [_neighbour(one) for one in others],
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


def _neighbour(entry: PageEntry) -> dict[str, object]:
    return vars(entry) | {
        "href": f"../{entry.slug}/index.html",
        "picture": f"../{entry.picture}/{THUMB}" if entry.picture else "",
        "dense": f"../{entry.picture}/{PICTURE}" if entry.picture else "",
        "dice": card_dice(entry),
    }


_SIZES = (50, 100, 200, 500, 1000)
# In this order.
SECTIONS = {
    "company": "Companies",
    "frame": "Frames",
    "station": "Stations",
    "fleet": "Fleets",
    "ship": "Ships",
    "frame company": "Frame companies",
    "hva": "High value assets",
    "mech": "'Mechs",
    "system": "Systems",
    "terrain": "Terrain",
    "debris": "Debris",
    "": "More",
}
_MOST_FORCES = 2


@record
class GalleryFilter:
    """`choices` are values and how they are shown."""

    name: str
    label: str
    choices: tuple[tuple[str, str], ...]


@record
class Fielding:
    """Where a design is fielded: what the force calls it, how many it has, and the force."""

    name: str
    count: int
    force: PageEntry


def in_order(memory: SiteMemory) -> list[PageEntry]:
    """As the gallery shows them: by what they are, those with a picture first."""
    places = {role: place for place, role in enumerate(SECTIONS)}
    return sorted(
        memory.entries(),
        key=lambda one: (places.get(one.role, len(places)), not one.picture, _by_name(one.name), one.slug),
    )


def _by_name(name: str) -> str:
    """To sort by: Ç stands with C."""
    letters = unicodedata.normalize("NFKD", name)
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()


def fieldings(memory: SiteMemory) -> dict[str, list[Fielding]]:
    """By the address of a design's page."""
    found: dict[str, list[Fielding]] = {}
    for force in memory.entries():
        for slug, name, count in force.fields:
            found.setdefault(slug, []).append(Fielding(name, count, force))
    return found


def write_gallery(pages: Pages, memory: SiteMemory, has_compare: bool = False) -> None:
    """If `has_compare`, designs can be chosen for the page that compares them."""
    entries, fielded = in_order(memory), fieldings(memory)
    games = dict.fromkeys(said for record in memory.records.values() for said in record.notices)
    # The games' before our own name, as on every page.
    *common, ours = notices()
    sections = [
        _section(role, list(group), fielded)
        for role, group in groupby(entries, key=lambda one: one.role if one.role in SECTIONS else "")
    ]
    html = pages.html(
        "gallery.html",
        pages.settings.name,
        f"{count_of(len(entries), 'design')} for Mobile Frame Zero",
        [*common, *games, ours],
        preview=next((f"{one.slug}/{PREVIEW}" for one in entries if PREVIEW in one.files), ""),
        filters=list(_filters(entries, fielded)),
        sections=sections,
        has_compare=has_compare,
    )
    pages.write_index(html)


def _section(
    role: str, entries: Sequence[PageEntry], fielded: dict[str, list[Fielding]]
) -> dict[str, object]:
    """The edition stands in the heading, if all have the same."""
    editions = {entry.edition for entry in entries}
    cards = [_card(entry, fielded.get(entry.slug, [])) for entry in entries]
    edition = editions.pop() if len(editions) == 1 else ""
    return {"role": role, "heading": SECTIONS[role], "edition": edition, "cards": cards}


def _card(entry: PageEntry, fielded: Sequence[Fielding]) -> dict[str, object]:
    names = " ".join(f"{one.name} {one.force.name} {one.force.faction}" for one in fielded)
    by_force = [(force, list(group)) for force, group in groupby(fielded, key=lambda one: one.force)]
    return vars(entry) | {
        "style": STYLES.get(entry.verdict, "open"),
        "href": f"{entry.slug}/index.html",
        "picture": f"{entry.picture}/{THUMB}" if entry.picture else "",
        "dense": f"{entry.picture}/{PICTURE}" if entry.picture else "",
        "dice": card_dice(entry),
        "words": f"{entry.words} {names}".lower(),
        "factions": sorted(_factions(entry, fielded)),
        "fielded": [
            {
                "names": " and ".join(dict.fromkeys(one.name for one in group if one.name != entry.name)),
                "force": force.name,
                "href": f"{force.slug}/index.html",
            }
            for force, group in by_force[:_MOST_FORCES]
        ],
        "can_compare": is_comparable(entry),
        "more": max(len(by_force) - _MOST_FORCES, 0),
    }


def is_comparable(entry: PageEntry) -> bool:
    return not entry.is_force and bool(entry.picture or entry.dice)


def card_dice(entry: PageEntry) -> tuple[str, ...]:
    return dice_marks(Pool(tuple(Dice(*dice) for dice in entry.dice)))


def _factions(entry: PageEntry, fielded: Sequence[Fielding]) -> set[str]:
    return {entry.faction, *(one.force.faction for one in fielded)} - {""}


def _filters(entries: Sequence[PageEntry], fielded: dict[str, list[Fielding]]) -> Iterator[GalleryFilter]:
    """Only those that tell something apart."""
    names = {known.code: known.name for game in reversed(GAMES) for known in game.types}
    factions = [_factions(entry, fielded.get(entry.slug, [])) for entry in entries]
    for name, label, values, shown in (
        ("kind", "Kind", [{entry.kind} for entry in entries], {}),
        ("system", "System", [set(entry.systems) for entry in entries], names),
        ("edition", "Rules", [{entry.edition} for entry in entries], {}),
        ("faction", "Faction", factions, {}),
        ("verdict", "Verdict", [{entry.verdict} for entry in entries], {}),
    ):
        choices = {value: shown.get(value, value) for own in values for value in sorted(own)}
        if any(own != values[0] for own in values):
            yield GalleryFilter(name, label, tuple(sorted(choices.items(), key=lambda one: _by_name(one[1]))))
    sizes = [size for size in _SIZES if any(0 < entry.pieces <= size for entry in entries)]
    if sizes and any(entry.pieces > sizes[0] for entry in entries):
        yield GalleryFilter("parts", "Pieces", tuple((str(size), f"at most {size}") for size in sizes))


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
