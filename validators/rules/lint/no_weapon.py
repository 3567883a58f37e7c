"""LNT001: a frame without a weapon."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.models.model_units import Role, Unit
from fleets.notation.letter_hints import example
from ldraw_tools.phrases import say
from validators.rule import Found, Ruling, rule
from validators.wording import name_of_unit


@rule(
    "LNT001",
    "{name} has no weapon and no rocket: it can attack hand-to-hand only, with white dice",
    "Give it a weapon or a rocket{tag}, unless it is meant to spot and to take ground.",
)
def no_weapon(unit: Unit, ruling: Ruling) -> Iterator[Found]:
    """A frame without any weapon can hardly hurt anybody.

    White dice attack at a range only if there is a weapon for it, and hand-to-hand needs none.
    Such a frame may be a fine scout, but more often a weapon was left untagged.
    """
    weapons = {system.code for system in ruling.vocabulary.weapons}
    if unit.role is Role.FRAME and not unit.loadout.rockets and weapons.isdisjoint(unit.loadout.codes):
        # A model without any tags is probably by someone who doesn't know about tags.
        is_untagged = unit.assembly is not None and not unit.loadout.codes
        way = ", or call the submodel that is one “Weapon [{example}]”"
        tag = say(way, example=example(ruling.vocabulary)) if is_untagged else ""
        yield Found(unit.place, {"name": name_of_unit(unit), "tag": tag}, measured=say("no weapon"))
