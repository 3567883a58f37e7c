"""Forces for tests of whole battles, and a battle folded by the rules of the table."""

from __future__ import annotations

from typing import Any

from brickyard.table.table_data import fold_log
from catalog.editions.loading import edition
from fleets.self_play.battle_sides import NOBODY
from fleets.self_play.play_rules import play_rules
from fleets.self_play.tactics import Tactic, tactic_named
from fleets.self_play.terrain_sets import terrain_named
from fleets.self_play.whole_battle import Contest, Fought

Json = dict[str, Any]
SOLDIER, SCOUT, GUNS = "B G Rd Y", "G Rd Y Y", "B Ra Ra Y"


def company(name: str, *frames: str, stations: int = 3, rockets: int = 3) -> Json:
    """The first frames carry a rocket each."""
    units = [
        {
            "name": f"{name} {number}",
            "kind": "frame",
            "systems": sorted(codes.split()),
            "rockets": int(number <= rockets),
        }
        for number, codes in enumerate(frames, 1)
    ]
    placed = [{"name": f"{name}'s station {number + 1}"} for number in range(stations)]
    return {"name": name, "units": units, "stations": placed, "spares": []}


LARGE = company("Anvil", SOLDIER, SOLDIER, SOLDIER, SCOUT, GUNS)
SMALL = company("Fang", SOLDIER, SOLDIER, SOLDIER, GUNS)


def contest(
    mine: Json = LARGE,
    other: Json = SMALL,
    tactics: tuple[str | Tactic, ...] = ("brawl", "harry"),
    *,
    third: Json | None = None,
    terrain: str = "city",
    text: str = "rapid-attack",
    at_ties: tuple[str, ...] = ("remove", "remove", "remove"),
    goes_for: int = NOBODY,
) -> Contest:
    chosen = tuple(one if isinstance(one, Tactic) else tactic_named(one) for one in tactics)
    forces = (mine, other, third) if third else (mine, other)
    rules = play_rules(edition(text), {}, forces)
    return Contest(rules, forces, terrain_named(terrain), chosen, at_ties, goes_for)


def folded(played: Contest, fought: Fought, text: str = "") -> Json:
    """The same battle by the rules that keep a game at the table; it judges every event."""
    game = {
        "id": "test",
        "edition": played.rules.edition,
        "options": {},
        "judges": True,
        "players": [
            {"key": key, "name": f"Player {key.upper()}", "force": force}
            for key, force in zip("abc", played.forces, strict=False)
        ],
    }
    return fold_log(edition(text or played.rules.edition), game, fought.events)
