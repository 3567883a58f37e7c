"""CMP007: the advice to bring three frames alike and two specialists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from fleets.dice.carried_systems import System
from fleets.forces.force import Force
from fleets.models.model_units import Role
from ldraw_tools.phrases import say
from validators.rule import Found, Ruling, rule


@rule(
    "CMP007",
    "Of the {frames} frames of {name} {measured}; the advice is {allowed} alike and {others} specialists",
    "Only advice: give {allowed} frames the same systems and {others} a task of their own.",
)
def three_one_one(force: Force, _ruling: Ruling, *, frames: int, alike: int) -> Iterator[Found]:
    """Of five frames, three alike and two specialists play well.

    Frames that are alike can stand in for each other when one is lost, and specialists give the company
    something special. It is advice for a first company, not a rule.
    """
    groups: Counter[tuple[System, ...]] = Counter()
    for one in force.of(Role.FRAME):
        groups[one.unit.loadout.systems] += one.count
    largest = max(groups.values(), default=0)
    # If all are alike, another rule says so.
    if groups.total() == frames and largest not in (alike, frames):
        values = {"name": force.name, "frames": frames, "others": frames - alike}
        measured = say("no two are alike") if largest == 1 else say("{number} are alike", number=largest)
        yield Found(force.place, values, measured, str(alike))
