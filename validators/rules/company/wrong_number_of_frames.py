"""CMP002: how many frames a company brings."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.forces.force import Force
from fleets.models.model_units import Role
from ldraw_tools.findings import count_of
from ldraw_tools.phrases import say
from validators.games import COMPANY, GameSizes, possible_games
from validators.rule import Found, Ruling, rule
from validators.wording import nearest_change, span


@rule(
    "CMP002",
    "{name} has {measured}; a company {game} has {allowed}",
    "{change}, or bring the company to a game that it fits; frames under spares: don't count.",
    only_counts=True,
)
def wrong_number_of_frames(force: Force, ruling: Ruling) -> Iterator[Found]:
    """A company brings as many frames as its game allows.

    Whether to be many or few is the choice that the whole comparison turns on, within these bounds.
    They depend on the size of the game and on how many play; unless that is stated, the stations tell.
    """
    games = possible_games(ruling) if force.kind == COMPANY else []
    frames, stations = force.count(Role.FRAME), force.count(Role.STATION)
    stated = len(games) == 1
    games = games if stated else [row for row in games if row.stations == stations] or games
    if games and not any(row.allows_frames(frames) for row in games):
        least, most = min(row.least for row in games), max(row.most for row in games)
        values = {
            "name": force.name,
            "game": say("in {game}", game=games[0].words) if stated else _by_stations(games),
            "change": nearest_change(frames, range(least, most + 1), "frame"),
        }
        yield Found(force.place, values, count_of(frames, "frame"), span(least, most))


def _by_stations(games: list[GameSizes]) -> str:
    stations = {row.stations for row in games}
    if len(stations) > 1:
        return say("of any game")
    return say("with {stations}", stations=count_of(stations.pop(), "station"))
