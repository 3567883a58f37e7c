"""What a game allows a side: how many units, how many systems on one, how many of what is fixed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from fleets.comparing.compared_sides import CARRIERS, SideCounts, noun
from fleets.comparing.terms import Terms


@dataclass(frozen=True)
class Limits:
    """One game: `least` to `most` units, and an exact number of each `fixed` kind.

    `room` is the most systems that one unit carries. `as_catapults` says that every company needs
    its catapult, and every catapult its company.
    """

    title: str
    least: int
    most: int
    room: int
    fixed: Mapping[str, int] = field(default_factory=dict)
    as_catapults: bool = False

    def allows(self, units: int) -> bool:
        return self.least <= units <= self.most


def in_words(limits: Limits, unit: str) -> str:
    """`a skirmish of 3 players has 3 to 5 frames`."""
    span = f"{limits.least} to {limits.most}" if limits.least != limits.most else f"exactly {limits.least}"
    return f"{limits.title} has {span} {unit}s"


def fault_of_units(units: int, games: Sequence[Limits], unit: str) -> str:
    """Why a side may not have this many units in any of these games; empty if it may or no game is known."""
    if not games or any(game.allows(units) for game in games):
        return ""
    return "; ".join(in_words(game, unit) for game in games)


def games_that_allow(units: int, games: Sequence[Limits]) -> str:
    """`a battle of 3 players`, where only some of the games do."""
    allowing = [game.title for game in games if game.allows(units)]
    return " or ".join(allowing) if len(allowing) < len(games) else ""


def faults_of(counts: SideCounts, games: Sequence[Limits], terms: Terms) -> list[str]:
    """What is wrong with numbers that are only known from hearsay."""
    faults = []
    if fault := fault_of_units(terms.units_of(counts), games, terms.word("asset-unit")):
        faults.append(fault)
    for kind in terms.fixed:
        wanted = {game.fixed[kind] for game in games if kind in game.fixed}
        if wanted and counts.of(kind) not in wanted:
            numbers = " or ".join(str(number) for number in sorted(wanted))
            faults.append(f"{games[0].title} has exactly {numbers} {noun(kind, max(wanted))}")
    carriers = [kind for kind in CARRIERS if kind in terms.changed]
    room = max((game.room for game in games), default=0) * counts.total(carriers)
    if games and counts.systems > room:
        units = " and ".join(f"{counts.of(kind):,} {noun(kind, counts.of(kind))}" for kind in carriers)
        faults.append(f"{units} can't carry more than {room:,} systems")
    return faults
