"""CMP006: frames that are not fitted for the environment they fight in."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.forces.force import Force
from fleets.models.model_units import Role
from ldraw_tools.findings import count_of
from validators.agreement import ENVIRONMENTS, agreed_environments, carried_for
from validators.rule import Found, Ruling, rule
from validators.wording import agree, names_of


@rule(
    "CMP006",
    "{who} {carry} no environmental system for {environment}: a white die less there for {measured}"
    " (option {option})",
    "Put E:{environment} in place of another system, or fight on with one white die.",
)
def frame_without_the_environment(force: Force, ruling: Ruling) -> Iterator[Found]:
    """A frame without the right environmental system sets one white die aside.

    In an environment that the group has agreed on, white dice are what an unfitted frame pays with.
    That is legal, and may be worth the system saved.
    """
    for environment in agreed_environments(ruling):
        without = [one for one in force.of(Role.FRAME) if not carried_for(environment, one.unit)]
        if without:
            values = {
                "who": names_of(without),
                "carry": agree(without, "carries", "carry"),
                "environment": environment,
                "option": ENVIRONMENTS,
            }
            number = sum(one.count for one in without)
            yield Found(force.place, values, measured=count_of(number, "frame"))
