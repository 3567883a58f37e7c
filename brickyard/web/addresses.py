"""The address of every page: from the name of its file, and the same whatever other files are added."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from brickyard.facts.judged_designs import slug_of
from brickyard.facts.made_from import digest_of
from brickyard.web.gallery_page import (
    SECTIONS,
    Fielding,
    card_dice,
    fieldings,
    in_order,
    is_comparable,
    verb_of,
    ways,
)
from brickyard.web.page_pictures import PICTURE, THUMB
from brickyard.web.site_memory import PageEntry, SiteMemory
from brickyard.web.site_pages import PAGE, Pages
from ldraw_tools.choosing import file_of, output_stem
from ldraw_tools.writing import write_whole

# Windows takes these for devices, wherever they are.
DEVICES = frozenset(
    ["con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))]
)
_MOST_FOLDERS = 3
_TAG = re.compile(r"\[[^][]*\]")
_WORD = re.compile(r"[a-z0-9]+", re.IGNORECASE)


class Addresses:
    """`chub.mpd` → `chub`; if two files have that name, both get their folder in front: `frames-chub`.

    A file is known by a key. `given` are the addresses of the last run: each stays where it is,
    if it is one that the file's name allows. `taken` can't be given to anybody.
    """

    def __init__(self, files: Mapping[str, Path], given: Mapping[str, str], taken: Collection[str]) -> None:
        self._given = given
        self._taken = set(taken)
        self._at: dict[str, str] = {}
        self._often = Counter(_plain(output_stem(path)) for path in files.values())
        for key, path in files.items():
            self._keep(key, path)
        for key, path in files.items():
            self.of(key, path)

    def of(self, key: str, path: Path) -> str:
        """The address of a file's page."""
        if key not in self._at and not self._keep(key, path):
            reserved = {slug for other, slug in self._given.items() if other != key}
            stem = _plain(output_stem(path))
            wishes = [slug for slug in _wishes(path) if slug != stem or self._often[stem] < 2]
            free = [slug for slug in wishes if slug not in self._taken | reserved]
            self._at[key] = free[0] if free else slug_of(stem, self._taken | reserved)
            self._taken.add(self._at[key])
        return self._at[key]

    def under(self, slug: str, name: str) -> str:
        """An address for what has no file of its own: a unit of this name in a file with this address."""
        found = slug_of(f"{slug}-{_plain(name)}", self._taken)
        self._taken.add(found)
        return found

    def take(self, slug: str) -> None:
        self._taken.add(slug)

    def _keep(self, key: str, path: Path) -> bool:
        old = self._given.get(key)
        if old is None or old in self._taken or old not in _wishes(path):
            return False
        self._at[key] = old
        self._taken.add(old)
        return True


def without_copies(files: Mapping[str, Path]) -> dict[str, Path]:
    """Of files with one name and the same bytes the first: they have one page."""
    often = Counter(path.name for path in files.values())
    first: dict[tuple[str, str], str] = {}
    for key, path in files.items():
        first.setdefault((path.name, digest_of(file_of(path)) if often[path.name] > 1 else ""), key)
    return {key: files[key] for key in first.values()}


def variant_of(name: str, path: Path) -> str:
    """`ST-07 Chub` in chub-brewer.mpd is `ST-07 Chub, Brewer`: what the file's name adds to the design's."""
    known = {word.lower() for word in _WORD.findall(name)}
    words = _WORD.findall(_TAG.sub("", file_of(path).stem))
    places = [place for place, word in enumerate(words) if word.lower() in known]
    added = words[places[-1] + 1 :] if places else []
    said = " ".join(added)
    return f"{name}, {said[:1].upper()}{said[1:]}" if said else name


def _plain(name: str) -> str:
    return slug_of(name, ())


def _wishes(path: Path) -> Iterator[str]:
    """The file's name, then with one folder more each."""
    stem = _plain(output_stem(path))
    yield stem
    folders = [part for part in file_of(path).absolute().parent.parts if _WORD.search(part)]
    for number in range(1, min(len(folders), _MOST_FOLDERS) + 1):
        yield _plain("-".join([*folders[-number:], stem]))


_MOST_LIKE_IT = 4


def write_links(
    pages: Pages, memory: SiteMemory, has_compare: bool = False, battles: Mapping[str, str] | None = None
) -> None:
    """Into every page, between the comments that its template has for it; the same again changes nothing."""
    order, fielded = in_order(memory), fieldings(memory)
    shown = memory.by_slug()
    ways_from = ways(memory, "../", has_compare)
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
            ("ways", {"ways": ways_from}),
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
        new = _between(new, "battles", (battles or {}).get(entry.slug, "").strip())
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
            "verb": verb_of(force),
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
