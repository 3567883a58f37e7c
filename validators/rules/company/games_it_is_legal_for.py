"""CMP004: the games that a company's frames and stations are right for."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.forces.force import Force
from fleets.models.model_units import Role
from ldraw_tools.findings import count_of
from ldraw_tools.names import hint
from ldraw_tools.phrases import say
from validators.games import (
    COMPANY,
    games_for,
    in_words,
    known_players,
    known_sizes,
    possible_games,
    stated_game,
)
from validators.rule import Found, Ruling, rule
from validators.wording import listed


@rule(
    "CMP004",
    "With {measured} {name} {verdict}",
    "{hint}State size and players under game: (or with --game and --players) to have it checked"
    " for that game.",
    only_counts=True,
)
def games_it_is_legal_for(force: Force, ruling: Ruling) -> Iterator[Found]:
    """A company fits some games and not others.

    How many frames and stations a company brings depends on the size of the game and on how many play.
    Where that is not stated, these are the games to bring it to.
    """
    possible = possible_games(ruling)
    is_stated = bool(ruling.game.size and ruling.game.players and possible)
    if force.kind != COMPANY or is_stated:
        return
    frames, stations = count_of(force.count(Role.FRAME), "frame"), force.count(Role.STATION)
    measured = listed([frames, count_of(stations, "station")])
    fitting = games_for(force, ruling)
    if fitting:
        legal = say("is legal for {games}", games=in_words(fitting))
        values = {"name": force.name, "verdict": legal, "hint": ""}
        yield Found(force.place, values, measured, in_words(fitting))
    elif not possible:
        unknown = say(
            "can't be judged: {edition} has no numbers for {game}",
            edition=ruling.edition.title,
            game=stated_game(ruling),
        )
        sizes, players = known_sizes(ruling), known_players(ruling)
        is_slip = ruling.game.size not in ("", *sizes)
        others = say("It has them for {players} players.", players=listed(players))
        known = hint(ruling.game.size, sizes) if is_slip else others
        values = {"name": force.name, "verdict": unknown, "hint": say("{known} ", known=known)}
        yield Found(force.place, values, measured, is_open=True)
