"""What is kept of a game that was played: who scored what, what was lost, who has the special objective."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fleets.battles.game_types import Json

NOBODY = "nobody"
A_STATION = "a station"


def forces_by_player(state: Mapping[str, Any]) -> dict[str, str]:
    """What each player's force is called; a player without one by the own name."""
    return {player["key"]: player["force"] or player["name"] for player in state["players"]}


def result_of(game: Mapping[str, Any], state: Mapping[str, Any]) -> Json:
    """As a campaign's file has it, without the date. `winner` only where the scores don't say who won."""
    names = forces_by_player(state)
    players = state["players"]
    told: Json = {"size": game["size"]} if game.get("size") else {}
    told["players"] = len(players)
    told["scores"] = {names[one["key"]]: one["score"] for one in players}
    if state["stations"]:
        told["stations"] = {
            names[one["key"]]: len([it for it in state["stations"] if it["holder"] == one["key"]])
            for one in players
        }
    losses = {name: _lost_by(state, key) for key, name in names.items()}
    losses = {name: lost for name, lost in losses.items() if lost}
    if losses:
        told["losses"] = losses
    if state["objective"] is not None:
        told["objective"] = names.get(state["objective"]["holder"], NOBODY)
    best = max([0, *[one["score"] for one in players]])
    if len(state["winners"]) == 1 and len([one for one in players if one["score"] == best]) > 1:
        told["winner"] = names[state["winners"][0]]
    if state["phase"] != "over":
        told["unfinished"] = True
    return told


def _lost_by(state: Mapping[str, Any], key: str) -> list[str]:
    lost = [unit["name"] for unit in state["units"].values() if unit["first"] == key and unit["lost"]]
    return lost + [A_STATION for one in state["stations"] if one["first"] == key and one["holder"] != key]
