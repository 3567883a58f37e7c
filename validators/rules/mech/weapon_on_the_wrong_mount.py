"""MEC002: shields on shoulders, fists on arms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from catalog.editions.battle_tables import Weapon
from fleets.forces.force import Mech, in_words, key_of, sheet_of
from ldraw_tools.phrases import say
from validators.rule import Found, Ruling, rule
from validators.rules.mech import name_of_mech, place_of, quoted
from validators.wording import a, listed


@rule(
    "MEC002",
    "{mech} has {weapon} on its {mount}; {why}",
    "Put it on {allowed}.",
)
def weapon_on_the_wrong_mount(mech: Mech, ruling: Ruling) -> Iterator[Found]:
    """Every weapon sits on a mount it is made for.

    The mounts have arcs and places of their own to be hit, so where a weapon may go is part of its worth.
    A mount the sheet doesn't have holds nothing, and what is written there is not carried.
    """
    sheet = sheet_of(ruling.edition)
    for mount, written in mech.mounts.items():
        weapon, kind = sheet.weapons.get(key_of(written)), sheet.mounts.get(key_of(mount))
        if not written or (kind and (weapon is None or kind in weapon.mounts)):
            continue
        values = {
            "mech": name_of_mech(mech),
            "weapon": a(weapon.name) if weapon else quoted(written),
            "mount": say(in_words(key_of(mount))) if kind else quoted(mount),
            "why": _only_on(weapon) if kind and weapon else say("there is no such mount"),
        }
        yield Found(place_of(mech, mount), values, kind or "", _places_for(weapon, sheet.mounts))


def _only_on(weapon: Weapon) -> str:
    return say("it goes on {mounts} only", mounts=listed([say(f"{kind}s") for kind in weapon.mounts]))


def _places_for(weapon: Weapon | None, mounts: Mapping[str, str]) -> str:
    fitting = [mount for mount, kind in mounts.items() if weapon is None or kind in weapon.mounts]
    return listed([say(f"the {in_words(mount)}") for mount in fitting], "or")
