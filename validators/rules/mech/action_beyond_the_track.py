"""MEC005: actions that take longer than the time track is long."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.forces.force import Mech, filled_loadout, sheet_of
from validators.rule import Found, Ruling, rule
from validators.rules.mech import name_of_mech
from validators.wording import listed


@rule(
    "MEC005",
    "{mech} has actions of up to {measured}, and the time track ends at {allowed}: {actions}",
    "Agree on how to count further; brickyard's sheet has a longer track.",
)
def action_beyond_the_track(mech: Mech, ruling: Ruling) -> Iterator[Found]:
    """An action fits the time track.

    The text doesn't say where a cube goes that is set beyond the last space. A heavy 'mech gets there.
    """
    board = ruling.edition.board
    filled = filled_loadout(mech, sheet_of(ruling.edition))
    long: dict[str, int] = {}
    for mount in filled.mounts:
        for action in mount.weapon.actions if mount.weapon else ():
            time = filled.time_of(action)
            if board and mount.weapon and time > board.track:
                long[f"{mount.weapon.name} P{action.power} T{time}"] = time
    if board and long:
        values = {"mech": name_of_mech(mech), "actions": listed(list(long))}
        yield Found(mech.place, values, f"{max(long.values())} T", f"{board.track} T")
