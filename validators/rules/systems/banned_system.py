"""SYS007: systems that a campaign has banned, or whose range an edition doesn't have."""

from __future__ import annotations

from collections.abc import Iterator

from catalog.vocabulary import SystemType
from fleets.dice.carried_systems import System, name_of
from fleets.models.model_units import Unit
from ldraw_tools.phrases import say
from validators.rule import Found, Ruling, rule
from validators.wording import counted, name_of_unit

OPTION = "ban"


@rule(
    "SYS007",
    "{name} carries {measured}; the type is banned in this game ({why})",
    "Carry another type instead, or {way_out}.",
)
def banned_system(unit: Unit, ruling: Ruling) -> Iterator[Found]:
    """A unit carries no system of a type that is banned.

    A player who holds a campaign's special objective may forbid a type of system for a game, and a group's
    own edition may do without a range. Half of a split weapon is of that type too.
    """
    agreed = ruling.agreed_list(OPTION)
    banned = {text.casefold() for text in agreed}
    combat, counts = ruling.edition.combat, unit.loadout.counts
    for system_type in ruling.vocabulary.types:
        count, code, letter = counts.get(system_type.code), system_type.code, system_type.range
        no_range = bool(letter and combat and letter not in combat.attacks)
        if count and (no_range or _is_banned(system_type, banned)):
            noun = name_of(System(code), ruling.vocabulary)
            off = say("take {code} off {option}: where your group agreed on it", code=code, option=OPTION)
            why = say("option {option}", option=OPTION), off
            if no_range:
                lacking = say("{edition} has no range {letter}", edition=ruling.edition.short, letter=letter)
                why = lacking, say("play by an edition that has its range")
            elif OPTION not in ruling.options:
                left = ", ".join(one for one in agreed if not _is_banned(system_type, {one.casefold()}))
                way = "write {option}: [{left}] under options:, if your group lets you"
                why = why[0], say(way, option=OPTION, left=left)
            values = {"name": name_of_unit(unit), "why": why[0], "way_out": why[1]}
            yield Found(unit.place, values, measured=counted(count, noun), allowed=say("none"))


def _is_banned(system_type: SystemType, banned: set[str]) -> bool:
    names = (system_type.code, system_type.name, *system_type.also)
    return any(name.casefold() in banned for name in names)
