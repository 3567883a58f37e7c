"""Environments a group fights in, and the systems that frames carry for them."""

from __future__ import annotations

from fleets.dice.carried_systems import System
from fleets.models.model_units import Unit
from validators.rule import Ruling

OPTION = "environments"


def agreed_environments(ruling: Ruling) -> tuple[str, ...]:
    """Spelled the way a system's own name is, so that “Deep Water” and “deep-water” are one."""
    return tuple(dict.fromkeys(System("E", name=text).name for text in ruling.agreed_list(OPTION)))


def carried_for(environment: str, unit: Unit) -> int:
    return sum(system.name == environment for system in unit.loadout.systems)
