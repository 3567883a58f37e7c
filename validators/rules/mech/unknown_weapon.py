"""MEC001: a weapon the list doesn't have."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.forces.force import Mech, in_words, key_of, sheet_of
from ldraw_tools.names import hint
from ldraw_tools.phrases import say
from validators.rule import Found, Ruling, rule
from validators.rules.mech import name_of_mech, place_of, quoted


@rule(
    "MEC001",
    "{mech} has {weapon} on its {mount}; there is no such weapon",
    "{hint} Leave a mount out to keep it empty.",
)
def unknown_weapon(mech: Mech, ruling: Ruling) -> Iterator[Found]:
    """Every weapon on a mount is one of the list.

    Range, weight, armour and what a weapon can do all come from the list, so one that isn't there
    can be neither weighed nor played. Nearly always it is a slip of the pen.
    """
    weapons = sheet_of(ruling.edition).weapons
    names = [weapon.name for weapon in weapons.values()]
    for mount, written in mech.mounts.items():
        if not written or key_of(written) in weapons:
            continue
        values = {
            "mech": name_of_mech(mech),
            "weapon": quoted(written),
            "mount": say(in_words(key_of(mount))),
            "hint": hint(written, names),
        }
        yield Found(place_of(mech, mount), values)
