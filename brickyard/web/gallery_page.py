"""The gallery: one card for every model, unit on paper and force, with search, filters and sorting."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from brickyard.notices import notices
from brickyard.web.page_pictures import PICTURE, THUMB
from brickyard.web.page_values import dice_marks
from brickyard.web.site_memory import PageEntry, SiteMemory
from brickyard.web.site_pages import PREVIEW, Pages
from catalog.vocabulary import GAMES, Dice, Pool
from ldraw_tools.findings import count_of
from validators.report import STYLES

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
    "campaign": "Campaigns",
    "system": "Systems",
    "terrain": "Terrain",
    "debris": "Debris",
    "": "More",
}
_LED_TO = ("company", "fleet", "frame", "ship", "campaign")
_MOST_FORCES, _MOST_ROWS = 2, 5


class GalleryFilter(NamedTuple):
    """`choices` are values and how they are shown."""

    name: str
    label: str
    choices: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
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
    dice = {entry.slug: card_dice(entry) for entry in entries}
    sections = [
        _section(role, list(group), fielded, dice)
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
    role: str,
    entries: Sequence[PageEntry],
    fielded: dict[str, list[Fielding]],
    dice: dict[str, tuple[str, ...]],
) -> dict[str, object]:
    """The edition stands in the heading, if all have the same."""
    editions = {entry.edition for entry in entries}
    cards = [_card(entry, fielded.get(entry.slug, []), dice) for entry in entries]
    edition = editions.pop() if len(editions) == 1 else ""
    head = {"role": role, "heading": SECTIONS[role], "anchor": anchor(role)}
    return {**head, "edition": edition, "cards": cards}


def anchor(role: str) -> str:
    """The name of a section in addresses."""
    return role.replace(" ", "-")


def ways(memory: SiteMemory, root: str, has_compare: bool) -> list[tuple[str, str]]:
    """What the head of every page leads to, as it is called, with its address."""
    there = {entry.role for entry in memory.entries()}
    found = [(SECTIONS[role], f"{root}index.html#{anchor(role)}") for role in _LED_TO if role in there]
    return [*found, *([("Compare", f"{root}compare.html")] if has_compare else [])]


def _card(
    entry: PageEntry, fielded: Sequence[Fielding], dice: dict[str, tuple[str, ...]]
) -> dict[str, object]:
    """A force without models shows the dice of what it fields."""
    rows = [dice[slug] for slug, _, _ in entry.fields if dice.get(slug)]
    names = " ".join(f"{one.name} {one.force.name} {one.force.faction}" for one in fielded)
    by_force = [(force, list(group)) for force, group in groupby(fielded, key=lambda one: one.force)]
    return vars(entry) | {
        "style": STYLES.get(entry.verdict, "open"),
        "href": f"{entry.slug}/index.html",
        "picture": f"{entry.picture}/{THUMB}" if entry.picture else "",
        "dense": f"{entry.picture}/{PICTURE}" if entry.picture else "",
        "dice": dice[entry.slug],
        "rows": rows[:_MOST_ROWS],
        "words": f"{entry.words} {names}".lower(),
        "factions": sorted(_factions(entry, fielded)),
        "fielded": [
            {
                "names": " and ".join(dict.fromkeys(one.name for one in group if one.name != entry.name)),
                "force": force.name,
                "verb": verb_of(force),
                "href": f"{force.slug}/index.html",
            }
            for force, group in by_force[:_MOST_FORCES]
        ],
        "can_compare": is_comparable(entry),
        "more": max(len(by_force) - _MOST_FORCES, 0),
    }


def verb_of(force: PageEntry) -> str:
    """What is done in it by what it has: designs are fielded in a company, companies play in a campaign."""
    return "plays" if force.role == "campaign" else "fielded"


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
