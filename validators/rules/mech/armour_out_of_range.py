"""MEC003: armour between what there is at least and at most."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.forces.force import Mech, Sheet, in_words, key_of, sheet_of
from ldraw_tools.phrases import say
from validators.rule import Found, Ruling, rule
from validators.rules.mech import name_of_mech, place_of, quoted
from validators.wording import listed


@rule(
    "MEC003",
    "{mech} has armour {measured} on its {part}; {why}",
    "{remedy} under armour:; {because}.",
)
def armour_out_of_range(mech: Mech, ruling: Ruling, *, least: int, most: int) -> Iterator[Found]:
    """Torso and legs have at least the armour they start with, and never more than the most there is.

    A die hurts when it beats the armour, so with more of it nothing could get through from the front.
    Weapons keep the armour they come with.
    """
    sheet = sheet_of(ruling.edition)
    for part, above in mech.armour.items():
        start = sheet.armour.get(key_of(part))
        armour = (start or 0) + above
        if start is not None and least <= armour <= most:
            continue
        values = {
            "mech": name_of_mech(mech),
            "part": quoted(part) if start is None else say(in_words(key_of(part))),
            "why": _no_plating(part, sheet) if start is None else _limit(armour, least, most),
            "remedy": say("Leave it out") if start is None else _within(part, start, armour, least, most),
            "because": _only_on(sheet)
            if start is None
            else say("it is added to the {start} that it starts with", start=start),
        }
        yield Found(place_of(mech, part), values, str(armour), say("{low} to {high}", low=least, high=most))


def _limit(armour: int, least: int, most: int) -> str:
    if armour > most:
        return say("{number} is the most", number=most)
    return say("{number} is the least", number=least)


def _within(part: str, start: int, armour: int, least: int, most: int) -> str:
    """A file says what is added, and that is easily taken for what there is in all."""
    if armour > most:
        return say("Write {part}: {number} or less", part=part, number=most - start)
    return say("Write {part}: {number} or more", part=part, number=least - start)


def _only_on(sheet: Sheet) -> str:
    parts = listed([say(in_words(key)) for key in sheet.armour])
    return say("only {parts} can have more than they start with", parts=parts)


def _no_plating(part: str, sheet: Sheet) -> str:
    known = key_of(part) in sheet.mounts
    return say("a weapon keeps the armour it comes with") if known else say("there is no such part")
