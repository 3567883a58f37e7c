"""A notation read as systems, as in a tag or a list: every group is a piece that is carried."""

from __future__ import annotations

from fleets.dice.pool import COLOURS, NO_DICE, Dice, Pool
from fleets.dice.rolling import systems_pool
from fleets.dice.systems import Loadout, System
from fleets.notation import faults
from fleets.notation.page import Page
from fleets.notation.plain_systems import plain_systems
from fleets.notation.weapons import weapons_in


def systems_meaning(page: Page) -> tuple[Loadout, Pool]:
    """The systems that the groups name, two pieces alike being two systems, and the dice they add."""
    systems: list[System] = []
    loose = NO_DICE
    all_full = True
    for dice, at in page.written.dice:
        piece = Pool.of(dice)
        system = next((s for s in page.carried_types if piece.like(s.dice)), None)
        if system is None:
            _say_no_system(dice, at, page)
        elif not system.half:
            systems += plain_systems(system, piece, at, page)
        elif not piece.like(system.half):
            systems += [System(system.code)] * dice.count
        elif piece == system.adds[0] and loose.like(system.half):
            systems.append(System(system.code))
        else:
            loose += piece
            all_full = all_full and piece == system.adds[0]
    if all_full:
        systems += [System(dice.colour + dice.range) for dice in loose]
    else:
        systems += weapons_in(loose, page, as_systems=True)
    page.say_not_carried_names()
    loadout = Loadout(tuple(systems)) + page.written.loadout
    return loadout, systems_pool(loadout, page.vocabulary)


def _say_no_system(dice: Dice, at: int, page: Page) -> None:
    vocabulary, piece = page.vocabulary, Pool.of(dice)
    text = page.text(piece)
    if dice.colour == "W":
        return  # A whole unit's dice were pasted in; its own white ones do no harm.
    if vocabulary.rocket and piece.like(vocabulary.rocket_dice):
        second = f"{dice.colour}{vocabulary.rocket.reach}{dice.sides}"
        page.say(faults.ROCKET_BY_DICE, at, dice=text, second=second)
    elif piece.like(vocabulary.sprint_dice):
        page.say(faults.NO_SYSTEM, at, dice=text, why="comes from carrying no ranged weapon")
    elif piece.like(page.body.dice):
        page.say(faults.NO_SYSTEM, at, dice=text, why=f"belongs to every {page.body.name}")
    elif page.body.may_have_ace and piece.like(Pool(vocabulary.aces)):
        page.say(faults.ACE_BY_DICE, at, dice=text, colour=COLOURS[dice.colour])
    else:
        page.say_not_carried(text, at)
