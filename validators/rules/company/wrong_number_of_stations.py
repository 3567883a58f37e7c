"""CMP001: how many stations a company brings."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.forces.force import Force
from fleets.models.model_units import Role
from ldraw_tools.findings import count_of
from ldraw_tools.phrases import say
from validators.games import COMPANY, possible_games
from validators.rule import Found, Ruling, rule
from validators.wording import listed, nearest_change


@rule(
    "CMP001",
    "{name} has {measured}; a company{game} has {allowed}",
    "{change}, or bring the company to a game that it fits.",
    only_counts=True,
)
def wrong_number_of_stations(force: Force, ruling: Ruling) -> Iterator[Found]:
    """A company brings exactly the stations that its game asks for.

    Stations are what is fought over and what the score is counted in.
    The more players there are, the fewer each of them brings.
    """
    games = possible_games(ruling) if force.kind == COMPANY else []
    count = force.count(Role.STATION)
    allowed = sorted({row.stations for row in games})
    if allowed and count not in allowed:
        values = {
            "name": force.name,
            "game": say(" in {game}", game=games[0].words) if len(games) == 1 else "",
            "change": nearest_change(count, allowed, "station"),
        }
        numbers = listed([str(number) for number in allowed], "or")
        exactly = say("exactly {low}", low=numbers) if len(allowed) == 1 else numbers
        yield Found(force.place, values, count_of(count, "station"), exactly)
