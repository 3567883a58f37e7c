"""SYS007: systems that a campaign has banned."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.dice.carried_systems import System, name_of
from fleets.dice.vocabulary import SystemType
from fleets.models.model_units import Unit
from validators.rule import Found, Ruling, rule
from validators.wording import counted, name_of_unit

OPTION = "ban"


@rule(
    "SYS007",
    "{name} carries {measured}; the type is banned in this game (option {option})",
    "Carry another type instead, or {lift}.",
)
def banned_system(unit: Unit, ruling: Ruling) -> Iterator[Found]:
    """A unit carries no system of a type that is banned.

    A player who holds a campaign's special objective may forbid a type of system for a game.
    Half of a split weapon is of that type too.
    """
    agreed = ruling.agreed_list(OPTION)
    banned = {text.casefold() for text in agreed}
    counts = unit.loadout.counts
    for system_type in ruling.vocabulary.types:
        count = counts.get(system_type.code)
        if count and _is_banned(system_type, banned):
            noun = name_of(System(system_type.code), ruling.vocabulary)
            lift = f"take {system_type.code} off {OPTION}: where your group agreed on it"
            if OPTION not in ruling.options:
                left = ", ".join(one for one in agreed if not _is_banned(system_type, {one.casefold()}))
                lift = f"write {OPTION}: [{left}] under options:, if your group lets you"
            values = {"name": name_of_unit(unit), "option": OPTION, "lift": lift}
            yield Found(unit.place, values, measured=counted(count, noun), allowed="none")


def _is_banned(system_type: SystemType, banned: set[str]) -> bool:
    names = (system_type.code, system_type.name, *system_type.also)
    return any(name.casefold() in banned for name in names)
