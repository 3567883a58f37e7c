"""SYS001: how many systems a unit carries in all."""

from __future__ import annotations

from collections.abc import Iterator

from catalog.editions.edition import Citation
from fleets.designs import Role, Unit
from ldraw_tools.diagnostics import count_of
from validators.rule import Found, Ruling, rule, whole_number
from validators.wording import kind_of_unit, name_of_unit


@rule(
    "SYS001",
    "{name} carries {measured}; {body} has room for {allowed}",
    "Take off {surplus}, or untag pieces that are only decoration.",
)
def too_many_systems(unit: Unit, ruling: Ruling, cited: Citation) -> Iterator[Found]:
    """A unit carries no more systems than its kind has room for.

    Systems give the dice and soak up the damage, so one more than the others may have decides fights.
    They are counted as built: a split weapon is one, rockets and the sprint are none.
    """
    count, most = unit.loadout.count, _room(unit, ruling, cited)
    if most is not None and count > most:
        values = {
            "name": name_of_unit(unit),
            "body": kind_of_unit(unit, ruling),
            "surplus": count_of(count - most, "system"),
        }
        yield Found(unit.place, values, measured=count_of(count, "system"), allowed=str(most))


def _room(unit: Unit, ruling: Ruling, cited: Citation) -> int | None:
    """By the class if the edition has a table of classes that lists it, else by the one number for frames."""
    room = ruling.edition.tables.get("classes", {}).get(unit.body, {}).get("systems")
    if room is not None:
        return int(room)
    return whole_number(cited, "most") if unit.role is Role.FRAME and "most" in cited.numbers else None
