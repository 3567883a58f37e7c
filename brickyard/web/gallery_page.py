"""The gallery: every design and force as a card, with search and filters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict

from brickyard.web.design_view import dice_marks
from brickyard.web.notices import notices
from brickyard.web.page import Pages
from brickyard.web.records import Entry
from fleets.pool import Dice, Pool
from fleets.vocabulary import GAMES

_SIZES = (50, 100, 200, 500)


def write_gallery(pages: Pages, entries: Sequence[Entry]) -> None:
    ordered = sorted(
        entries, key=lambda entry: (not entry.is_force, entry.kind, entry.name.lower(), entry.slug)
    )
    html = pages.html(
        "gallery.html",
        pages.site_name,
        f"{len(entries)} designs for Mobile Frame Zero",
        list(notices()),
        filters=list(_filters(ordered)),
        entries=[_card(entry) for entry in ordered],
    )
    pages.write_index(html)


def _card(entry: Entry) -> dict[str, object]:
    return asdict(entry) | {
        "href": f"{entry.slug}/index.html",
        "picture": f"{entry.picture}/thumb.png" if entry.picture else "",
        "dice": dice_marks(Pool(tuple(Dice(*dice) for dice in entry.dice))),
    }


def _filters(entries: Sequence[Entry]) -> Iterator[dict[str, object]]:
    """Only those that tell something apart."""
    names = {known.code: known.name for game in reversed(GAMES) for known in game.types}
    plain = (
        ("kind", "Kind", {entry.kind: entry.kind for entry in entries}),
        ("system", "System", {code: names.get(code, code) for entry in entries for code in entry.systems}),
        ("edition", "Rules", {entry.edition: entry.edition for entry in entries}),
        ("faction", "Faction", {entry.faction: entry.faction for entry in entries if entry.faction}),
        (
            "verdict",
            "Verdict",
            {("legal" if e.is_legal else "not"): ("legal" if e.is_legal else "not legal") for e in entries},
        ),
        (
            "parts",
            "Pieces",
            {str(size): f"at most {size}" for size in _SIZES if any(0 < e.pieces <= size for e in entries)},
        ),
    )
    for name, label, choices in plain:
        if len(choices) > 1 or (name == "parts" and choices):
            listed = sorted(choices.items(), key=lambda one: int(one[0]) if name == "parts" else one[1])
            yield {
                "name": name,
                "label": label,
                "choices": [{"value": value, "label": shown} for value, shown in listed],
            }
