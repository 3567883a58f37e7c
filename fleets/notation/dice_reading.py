"""A notation read as dice, as rolled: what is carried follows from them."""

from __future__ import annotations

from fleets.dice.pool import NO_DICE, Dice, Pool
from fleets.dice.rolling import pool_of, sprint_of, systems_pool
from fleets.dice.systems import Loadout, System
from fleets.dice.vocabulary import Sprint
from fleets.notation import faults
from fleets.notation.page import Page
from fleets.notation.plain_systems import plain_systems
from fleets.notation.weapons import weapons_in

_WHITE = Pool.of(Dice("W"))


def dice_meaning(page: Page) -> tuple[Loadout, Pool]:
    """What a body with these dice carries, and all it rolls."""
    vocabulary, written = page.vocabulary, page.written.pool
    white, rockets = written.like(_WHITE), written.like(vocabulary.rocket_dice)
    if len(white) > page.body.white:
        most = page.text(Pool.of(Dice("W", count=page.body.white)))
        values = {"dice": page.text(white), "body": page.body.name, "white": most}
        page.say(faults.TOO_MANY_WHITE, page.place(white), **values)
    ace = _ace(written, page)
    own = white + rockets
    for extra in (page.body.dice, vocabulary.ace(ace), vocabulary.sprint_dice):
        own += extra if (written - own).holds(extra) else NO_DICE
    behind = Loadout(tuple(_systems(written - own, page)), len(rockets), ace)
    carried = behind + page.written.loadout
    page.say_not_carried_names()
    _say_sprint(carried, page)
    if page.written.lists_systems:
        return carried, pool_of(carried, vocabulary, page.body, len(white) or None)
    return carried, own + systems_pool(carried, vocabulary)


def _ace(written: Pool, page: Page) -> str:
    aces = page.vocabulary.aces if page.body.may_have_ace else ()
    return next((dice.colour for dice in aces if written.count_like(dice)), "")


def _systems(dice: Pool, page: Page) -> list[System]:
    systems: list[System] = []
    for system in page.carried_types:
        part = dice.like(system.dice)
        if part and not system.half:
            systems += plain_systems(system, part, page.place(part), page)
            dice -= part
    weapons = dice.like(Pool.total(system.dice for system in page.split_types))
    for left in dice - weapons:
        said = page.written.pool.like(Pool.of(left))
        page.say_not_carried(page.text(said), page.place(said))
    return [*systems, *weapons_in(weapons, page, as_systems=False)]


def _say_sprint(carried: Loadout, page: Page) -> None:
    sprint, written = page.vocabulary.sprint, page.written
    if sprint is None:
        return
    if not sprint_of(carried, page.vocabulary):
        if written.pool.like(sprint.dice):
            values = _sprint_values(sprint, page)
            page.say(faults.SPRINT_WITH_WEAPON, page.place(sprint.dice), body=page.body.name, **values)
    elif written.pool.like(_WHITE) and not (written.lists_systems or written.pool.like(sprint.dice)):
        # Without its white dice it is no frame, but a piece of one.
        page.say(faults.SPRINT_LEFT_OUT, 0, **_sprint_values(sprint, page))


def _sprint_values(sprint: Sprint, page: Page) -> dict[str, str]:
    names = " and no ".join(page.vocabulary.system_type(code).name for code in sprint.unless)
    return {"sprint": page.text(sprint.dice), "types": names}
