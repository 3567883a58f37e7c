"""Systems that can't be split: their dice alone tell how many there are."""

from __future__ import annotations

from fleets.dice.infer_systems import systems_rolling
from fleets.dice.pool import Pool
from fleets.dice.systems import System
from fleets.dice.vocabulary import SystemType
from fleets.notation import faults
from fleets.notation.page import Page


def plain_systems(system: SystemType, dice: Pool, at: int, page: Page) -> list[System]:
    """As many systems of one type as roll these dice; says so where no number does."""
    count = systems_rolling(system, dice)
    if count is None:
        rolled = system.given_by(len(dice))
        # Fleet lists count systems even where the further ones add no die.
        count = len(dice) if len(rolled) < len(dice) else 0
        if count:
            _say_read_as_systems(system, dice, rolled, at, page)
        else:
            ways = ", ".join(f"{page.text(system.given_by(n))} for {n}" for n in (1, 2))
            page.say(faults.NO_SUCH_COUNT, at, name=system.name, dice=page.text(dice), choices=ways)
    return [System(system.code)] * count


def _say_read_as_systems(system: SystemType, dice: Pool, rolled: Pool, at: int, page: Page) -> None:
    idle = [system.code for number in range(1, len(dice) + 1) if not system.added_by(number)]
    canonical = " & ".join([page.text(rolled), *idle])
    values = {"count": len(dice), "name": system.name, "rolled": page.text(rolled), "canonical": canonical}
    page.say(faults.READ_AS_SYSTEMS, at, dice=page.text(dice), **values)
