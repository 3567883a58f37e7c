"""The games of an edition as limits to compare by: frames or tactical assets, stations or HVAs, systems."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from catalog.editions.edition import Edition
from fleets.comparing.limits import Limits
from fleets.forces.force import Game
from ldraw_tools.findings import count_of
from validators.games import possible_games
from validators.rule import Ruling, cited_whole
from validators.rules.fleet import games_in

_MAJOR, _ASSETS, _CATAPULTS, _ROOM = "major-battle", "FLT001", "FLT003", "SYS001"


@dataclass(frozen=True)
class KnownGame:
    """A row of an edition's tables; fleets have games without a size."""

    game: Game
    limits: Limits


def known_games(ruling: Ruling) -> list[KnownGame]:
    """Every game that the edition has, whatever is stated."""
    text = ruling.edition
    anywhere, room = replace(ruling, game=Game()), _room(text)
    frames = [
        KnownGame(
            Game(row.size, row.players),
            Limits(str(row), row.least, row.most, room, {"stations": row.stations}),
        )
        for row in possible_games(anywhere)
    ]
    more = _more(ruling)
    title = "a major battle" if more else "a game"
    fleets = [
        KnownGame(
            Game("", row.players),
            Limits(
                f"{title} of {count_of(row.players, 'player')}",
                row.least + more,
                row.most + more,
                room,
                {"hvas": row.hvas},
                text.cites(_CATAPULTS),
            ),
        )
        for row in games_in(anywhere)
    ]
    return [*frames, *fleets]


def limits_for(known: Sequence[KnownGame], game: Game) -> tuple[Limits, ...]:
    """The games that may be meant by what is stated."""
    return tuple(
        one.limits
        for one in known
        if game.size in ("", one.game.size) and game.players in (0, one.game.players)
    )


def _more(ruling: Ruling) -> int:
    """How many tactical assets more a major battle has, if everybody has agreed to one."""
    if not ruling.agreed(_MAJOR) or not ruling.edition.cites(_ASSETS):
        return 0
    return cited_whole(ruling.edition.citations[_ASSETS], _MAJOR)


def _room(text: Edition) -> int:
    """The most systems on one unit: by its class, else the one number for all."""
    rooms = [one.systems for one in text.classes.values() if one.systems and not one.fixed]
    if text.cites(_ROOM) and "most" in text.citations[_ROOM].numbers:
        rooms.append(cited_whole(text.citations[_ROOM], "most"))
    return max(rooms, default=0)
