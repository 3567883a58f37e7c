"""Which games a company can be brought to: the rows of an edition's table of companies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from fleets.forces.force import Force
from fleets.models.model_units import Role
from ldraw_tools.phrases import say
from validators.rule import Ruling
from validators.wording import a, listed

COMPANY = "company"


class GameSizes(NamedTuple):
    """One game of the table: an exact number of stations, and `least` to `most` frames."""

    size: str
    players: int
    stations: int
    least: int
    most: int

    @property
    def words(self) -> str:
        return _game(self.size, (self.players,))

    def __str__(self) -> str:
        return str(self.words)

    def allows_frames(self, frames: int) -> bool:
        return self.least <= frames <= self.most


def possible_games(ruling: Ruling) -> list[GameSizes]:
    """The games that can still be meant: one if size and players are stated, else several."""
    size, players = ruling.game.size, ruling.game.players
    return [row for row in _table(ruling) if size in ("", row.size) and players in (0, row.players)]


def known_sizes(ruling: Ruling) -> list[str]:
    return list(dict.fromkeys(row.size for row in _table(ruling)))


def known_players(ruling: Ruling) -> list[str]:
    """The numbers of players of all games, or of those of the stated size."""
    size = ruling.game.size
    return [str(number) for number in sorted({r.players for r in _table(ruling) if size in ("", r.size)})]


def games_for(force: Force, ruling: Ruling) -> list[GameSizes]:
    """The possible games whose numbers of frames and stations are the company's."""
    frames, stations = force.count(Role.FRAME), force.count(Role.STATION)
    return [row for row in possible_games(ruling) if row.stations == stations and row.allows_frames(frames)]


def in_words(games: Sequence[GameSizes]) -> str:
    """`a skirmish of 3 or 4 players and a battle of 3 players`."""
    players: dict[str, list[int]] = {}
    for row in games:
        players.setdefault(row.size, []).append(row.players)
    return listed([_game(size, numbers) for size, numbers in players.items()])


def stated_game(ruling: Ruling) -> str:
    """`a skirmish of 6 players`, as far as it is stated."""
    players = ruling.game.players
    return _game(ruling.game.size or "game", (players,) if players else ())


def _game(size: str, players: Iterable[int]) -> str:
    numbers = [str(number) for number in players]
    if not numbers:
        return a(size)
    how = "{game} of {players} player" if numbers == ["1"] else "{game} of {players} players"
    return say(how, game=a(size), players=listed(numbers, "or"))


def _table(ruling: Ruling) -> list[GameSizes]:
    return [
        GameSizes(size, players, row.stations, *row.frames)
        for size, rows in ruling.edition.companies.items()
        for players, row in rows.items()
    ]
