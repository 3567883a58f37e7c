"""Reports to write down: a company with something of everything, a clean one, and one with hostile names."""

from __future__ import annotations

from fleets.forces.force import Game
from ldraw_tools.findings import Finding, Place, Severity
from tests.fielding import SCOUT, SOLDIER, anvil, company, frame, ruling
from validators.judging import judge
from validators.report import Report

HOSTILE = "Evil\x1b[31m\r\n::error::gotcha, %0A [x](http://evil) {0}"


def broken() -> Report:
    """A company with something of everything."""
    force = company(
        (frame("Brutus", SOLDIER + " Rd/Ra", rockets=1), 3),
        (frame("Scout", SCOUT), 1),
        (frame("Cassius", SOLDIER), 1),
        stations=3,
        game=Game("skirmish", 3),
        suppressed={"LNT001": "it is meant to spot"},
    )
    read = Finding(
        "LDR030",
        Severity.ERROR,
        Place("brutus.mpd", 12, 3, "arm.ldr"),
        "“x.dat” was not found",
        "Correct the name.",
    )
    return judge(force, ruling(), [read])


def hostile() -> Report:
    read = Finding("TAG001", Severity.WARNING, Place(f"{HOSTILE}.mpd", 3), f"“{HOSTILE}” is not a valid tag")
    return judge(frame(HOSTILE, "K" + " Rd" * 5), ruling(), [read])


def reports() -> list[Report]:
    return [broken(), judge(anvil(), ruling()), hostile()]
