"""LNT003: a sprint given up for half a weapon."""

from __future__ import annotations

from collections.abc import Iterator

from catalog.vocabulary import Vocabulary
from fleets.dice.carried_systems import System, list_of
from fleets.models.model_units import Role, Unit
from fleets.notation import write_book
from validators.rule import Found, Ruling, rule
from validators.wording import name_of_unit


@rule(
    "LNT003",
    "{name} gives up its sprint ({sprint}) for {measured}",
    "Carry a full hand-to-hand weapon instead to sprint, or a full ranged weapon to make up for it.",
)
def sprint_lost_to_a_split_weapon(unit: Unit, ruling: Ruling) -> Iterator[Found]:
    """Half a ranged weapon costs the whole sprint.

    A frame sprints while it has no direct and no artillery weapon, and half of one counts as having it.
    One red die at a range seldom makes up for a green d8.
    """
    vocabulary = ruling.vocabulary
    ranged = _ranged(unit, vocabulary)
    if unit.role is Role.FRAME and ranged and all(system.is_split for system in ranged):
        sprint = write_book(vocabulary.sprint_dice, vocabulary)
        values = {"name": name_of_unit(unit), "sprint": sprint}
        yield Found(unit.place, values, measured=list_of(ranged, vocabulary))


def _ranged(unit: Unit, vocabulary: Vocabulary) -> list[System]:
    """What keeps the unit from sprinting."""
    unless = set(vocabulary.sprint.unless) if vocabulary.sprint else set()
    return [system for system in unit.loadout.systems if not unless.isdisjoint(system.codes)]
