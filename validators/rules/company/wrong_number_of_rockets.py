"""CMP003: how many rockets a company has."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.forces.force import Force
from ldraw_tools.findings import count_of
from validators.games import COMPANY
from validators.rule import Found, Ruling, rule
from validators.wording import nearest_change

OPTION = "rockets"


@rule(
    "CMP003",
    "{name} has {measured}; {whose} has exactly {allowed} (option {option})",
    "{change}{otherwise}; every company has the same number.",
)
def wrong_number_of_rockets(force: Force, ruling: Ruling, *, exactly: int) -> Iterator[Found]:
    """A company has exactly the rockets that all companies have.

    Rockets come with the company and not with its frames, and count for nothing when sides are compared.
    That is fair only while everybody has the same number of them.
    """
    agreed = ruling.agreed_number(OPTION)
    allowed = exactly if agreed is None else int(agreed)
    if force.kind != COMPANY or force.rockets == allowed:
        return
    values = {
        "name": force.name,
        "whose": "a company" if allowed == exactly else "a company in this group",
        "change": nearest_change(force.rockets, [allowed], "rocket"),
        "otherwise": _otherwise(force.rockets, ruling),
        "option": OPTION,
    }
    yield Found(force.place, values, count_of(force.rockets, "rocket"), str(allowed))


def _otherwise(rockets: int, ruling: Ruling) -> str:
    option = ruling.edition.options.get(OPTION)
    if option is None or rockets > (rockets if option.high is None else option.high):
        return ""
    return f", or agree with everybody on {rockets} ({OPTION}: {rockets} under options:)"
