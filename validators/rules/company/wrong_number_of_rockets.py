"""CMP003: how many rockets a company has."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.forces.force import Force
from ldraw_tools.findings import Severity, count_of
from ldraw_tools.phrases import join_texts, say
from validators.games import COMPANY
from validators.rule import Found, Ruling, rule
from validators.wording import nearest_change

OPTION = "rockets"


@rule(
    "CMP003",
    "{name} has {measured}; {verdict} (option {option})",
    "{change}; every company has the same number.",
)
def wrong_number_of_rockets(
    force: Force, ruling: Ruling, *, exactly: int, spoken_of: int = 0
) -> Iterator[Found]:
    """A company has exactly the rockets that all companies have.

    Rockets come with the company and not with its frames, and count for nothing when sides are compared.
    That is fair only while everybody has the same number of them, whatever number the group agrees on.
    """
    agreed = ruling.agreed_number(OPTION)
    allowed = exactly if agreed is None else int(agreed)
    if force.kind != COMPANY:
        return
    measured, severity = count_of(force.rockets, "rocket"), None
    if force.rockets != allowed:
        whose = "a company" if allowed == exactly else "a company in this group"
        verdict = say(f"{whose} has exactly {{number}}", number=allowed)
        change = nearest_change(force.rockets, [allowed], "rocket")
        change = join_texts([change, _otherwise(force.rockets, ruling)], "")
    elif spoken_of and allowed > max(spoken_of, exactly):
        verdict = say("as agreed, but the text speaks of no more than {number}", number=spoken_of)
        change, severity = say("Make sure that everybody wants this many"), Severity.WARNING
    else:
        return
    values = {"name": force.name, "verdict": verdict, "change": change, "option": OPTION}
    yield Found(force.place, values, measured, str(allowed), severity)


def _otherwise(rockets: int, ruling: Ruling) -> str:
    option = ruling.edition.options.get(OPTION)
    if option is None or rockets > (rockets if option.high is None else option.high):
        return ""
    way = ", or agree with everybody on {number} ({option}: {number} under options:)"
    return say(way, number=rockets, option=OPTION)
