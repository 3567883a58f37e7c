"""FLT002: high value assets, exactly as many as the game has."""

from __future__ import annotations

from collections.abc import Iterator

from fleets.forces.force import Force
from fleets.models.model_units import Role
from ldraw_tools.findings import count_of
from ldraw_tools.phrases import say
from validators.rule import Found, Ruling, rule
from validators.rules.fleet import FLEET, games_in, name_of_fleet
from validators.wording import listed, nearest_change


@rule(
    "FLT002",
    "{fleet} has {hvas}; it should be exactly {allowed}",
    "{change}; a fleet brings exactly {allowed}.",
    only_counts=True,
)
def wrong_number_of_hvas(force: Force, ruling: Ruling) -> Iterator[Found]:
    """A fleet brings exactly as many high value assets as the number of players asks for.

    They are what the others come to capture, and each counts for its owner's score from the start.
    One more would be points for nothing, one fewer would leave less to fight over.
    """
    hvas, players = force.count(Role.HVA), ruling.game.players
    games = [game for game in games_in(ruling) if players in (0, game.players)]
    # A number of players that the table doesn't have is reported by the rule about tactical assets.
    if force.kind != FLEET or not games or any(game.hvas == hvas for game in games):
        return
    allowed = listed(
        [say("{number} for {players} players", number=game.hvas, players=game.players) for game in games],
        "or",
    )
    noun = "high value asset"
    values = {
        "fleet": name_of_fleet(force),
        "hvas": count_of(hvas, noun),
        "change": nearest_change(hvas, [game.hvas for game in games], noun),
    }
    yield Found(force.place, values, str(hvas), allowed)
