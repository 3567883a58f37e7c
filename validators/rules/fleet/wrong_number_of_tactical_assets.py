"""FLT001: ships and frame companies together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from fleets.forces.force import Force
from fleets.models.model_units import Role
from ldraw_tools.findings import Severity, count_of
from ldraw_tools.phrases import say
from validators.rule import Found, Ruling, rule
from validators.rules.fleet import FLEET, FleetSizes, companies, games_in, name_of_fleet
from validators.wording import listed, nearest_change, span

OPTION = "major-battle"


@rule(
    "FLT001",
    "{fleet} has {assets}; {verdict}",
    "{change}; ships and frame companies together should be {allowed}{option}.",
    only_counts=True,
)
def wrong_number_of_tactical_assets(
    force: Force, ruling: Ruling, *, major_battle: int = 0
) -> Iterator[Found]:
    """A fleet brings as many ships and frame companies as the number of players asks for.

    The more people play, the fewer ships each of them moves, so that a round stays short and the table
    has room. If the number of players isn't given, this rule says for which numbers the fleet is legal.
    """
    if force.kind != FLEET:
        return
    if ruling.game.players:
        yield from _in_that_game(force, ruling, major_battle)
    else:
        yield from _in_any_game(force, ruling, major_battle)


def _in_that_game(force: Force, ruling: Ruling, more: int) -> Iterator[Found]:
    games, assets = _games(ruling, more), _assets(force)
    played = [game for game in games if game.players == ruling.game.players]
    players = count_of(ruling.game.players, "player")
    if not played:
        with_hvas = count_of(force.count(Role.HVA), "high value asset")
        verdict = say(
            "with {hvas} it can't be judged: the text has no game of {players}",
            hvas=with_hvas,
            players=players,
        )
        change: str = say("Play with {players}", players=_players(games))
        yield _found(force, verdict, change, _each(games))._replace(is_open=True)
    elif not played[0].allows(assets):
        told = (
            "a major battle of {players} has {span}"
            if ruling.agreed(OPTION)
            else "a game of {players} has {span}"
        )
        verdict = say(told, players=players, span=_span(played[0]))
        fewer, way_out = _nearest(assets, played), _way_out(ruling, more, assets, played)
        yield _found(force, verdict, fewer, _span(played[0]), way_out)


def _in_any_game(force: Force, ruling: Ruling, more: int) -> Iterator[Found]:
    """Legal for some number of players is worth a note; right for none is a breach."""
    games, assets, hvas = _games(ruling, more), _assets(force), force.count(Role.HVA)
    fitting = [game for game in games if game.allows(assets)]
    legal = [game for game in fitting if game.hvas == hvas]
    asking = [game for game in games if game.hvas == hvas]
    with_hvas = count_of(hvas, "high value asset")
    if not fitting:
        verdict = say("that is right for no number of players")
        change, way_out = _nearest(assets, games), _way_out(ruling, more, assets, games)
        yield _found(force, verdict, change, _each(games), way_out)
    elif legal:
        verdict = say("with {hvas} it is legal for {players}", hvas=with_hvas, players=_players(legal))
        change = say("State players under game: (or with --players) to have it checked for that game")
        yield _found(force, verdict, change, _each(games), severity=Severity.INFO)
    else:
        verdict = say(
            "that is right for {players}, but {hvas} for {others}",
            players=_players(fitting),
            hvas=with_hvas,
            others=_players(asking),
        )
        # A number of HVAs that no game has is a breach of the rule about HVAs, not of this one.
        severity = None if asking else Severity.INFO
        change = say("Bring as many high value assets as that number of players has")
        yield _found(force, verdict, change, _each(games), severity=severity)


def _found(
    force: Force, verdict: str, change: str, allowed: str, option: str = "", severity: Severity | None = None
) -> Found:
    parts = listed([count_of(force.count(Role.SHIP), "ship"), companies(force.count(Role.COMPANY))])
    values = {
        "fleet": name_of_fleet(force),
        "assets": say("{assets} ({parts})", assets=count_of(_assets(force), "tactical asset"), parts=parts),
        "verdict": verdict,
        "change": change,
        "option": option,
    }
    return Found(force.place, values, str(_assets(force)), allowed, severity)


def _assets(force: Force) -> int:
    return force.count(Role.SHIP, Role.COMPANY)


def _games(ruling: Ruling, more: int) -> list[FleetSizes]:
    games = games_in(ruling)
    return _major(games, more) if ruling.agreed(OPTION) else games


def _major(games: Iterable[FleetSizes], more: int) -> list[FleetSizes]:
    return [game.with_more(more) for game in games]


def _way_out(ruling: Ruling, more: int, assets: int, games: Iterable[FleetSizes]) -> str:
    """What is too much for a battle may be right for a major one, if all agree."""
    known = more and OPTION in ruling.edition.options
    if ruling.agreed(OPTION) or not known or not any(game.allows(assets) for game in _major(games, more)):
        return ""
    return say("; or all agree on a major battle (option {option})", option=OPTION)


def _nearest(assets: int, games: Iterable[FleetSizes]) -> str:
    allowed = [number for game in games for number in range(game.least, game.most + 1)]
    return nearest_change(assets, allowed, "tactical asset")


def _span(game: FleetSizes) -> str:
    return span(game.least, game.most)


def _each(games: Iterable[FleetSizes]) -> str:
    return listed(
        [say("{number} for {players} players", number=_span(game), players=game.players) for game in games],
        "or",
    )


def _players(games: Sequence[FleetSizes]) -> str:
    numbers = listed([str(game.players) for game in games], "or")
    return say("{numbers} players", numbers=numbers) if games else say("no number of players")
