"""Games for tests: a table at which events are told one after the other, folded anew each time."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, cast

from brickyard.table.hosted_log import why_no_event
from brickyard.table.table_data import fold_log, rules_of
from catalog.editions.loading import edition
from fleets.battles.battle_offers import offers
from fleets.battles.game_types import GameState

GOLDEN = Path(__file__).parent
Json = dict[str, Any]
SOLDIER = "B G Rd Y"


def frame(name: str = "Frame", systems: str = SOLDIER, rockets: int = 0) -> Json:
    return {"name": name, "kind": "frame", "systems": systems.split(), "rockets": rockets}


def company(name: str, frames: int, stations: int = 2, systems: str = SOLDIER) -> Json:
    units = [frame(f"{name} {number + 1}", systems) for number in range(frames)]
    return {"name": name, "units": units, "stations": [{"name": f"{name}'s station"}] * stations}


def fleet(name: str, ships: int = 3, ace: str = "") -> Json:
    """A carrier with two catapults, a point defense ship, frigates, two companies, high value assets."""
    built = [("capital", "K K B Y"), ("capital", "Rp Rp B Y"), ("frigate", "Ra Ra B"), ("frigate", "Ra B Y")]
    units: list[Json] = [
        {"name": f"{name}{at}", "kind": kind, "systems": systems.split()}
        for at, (kind, systems) in enumerate(built[:ships], 1)
    ]
    units += [{"name": f"{name}c1", "kind": "company", "ace": ace}, {"name": f"{name}c2", "kind": "company"}]
    units += [{"name": f"{name}h{at}", "kind": "hva"} for at in (1, 2, 3)]
    return {"name": name, "units": units, "stations": []}


def heard_of(frames: int, systems: int, stations: int = 2) -> Json:
    return {"name": "", "counts": {"frames": frames, "systems": systems, "stations": stations}}


class Table:
    """`do` tells an event and returns what the log says of it."""

    def __init__(self, *forces: Json | None, text: str = "rapid-attack", **more: Any) -> None:
        self.text = text
        self.game: Json = {
            "id": "test",
            "edition": text,
            "options": more.pop("options", {}),
            **more,
            "players": [
                {"key": key, "name": f"Player {key.upper()}", "force": force}
                for key, force in zip("abcde", forces, strict=False)
            ],
        }
        self.game["rules"] = _rules(text, json.dumps(self.game))
        self.events: list[Any] = []

    def do(self, kind: str, **fields: Any) -> Json:
        self.events.append({"id": f"e{len(self.events) + 1}", "do": kind, **fields})
        entry: Json = self.state["log"][-1]
        return entry

    def works(self, kind: str, **fields: Any) -> Json:
        entry = self.do(kind, **fields)
        assert entry["effect"], entry["words"]
        assert why_no_event(self.events[-1]) == "", "the host of a game would refuse it"
        return entry

    def fails(self, kind: str, **fields: Any) -> str:
        before = without_log(self.state)
        entry = self.do(kind, **fields)
        assert not entry["effect"], entry["words"]
        assert without_log(self.state) == before
        return str(entry["why"])

    @property
    def state(self) -> Json:
        return fold_log(edition(self.text), self.game, self.events)

    @property
    def offered(self) -> list[Json]:
        return offers(self.game, cast(GameState, self.state))

    @property
    def scores(self) -> dict[str, int]:
        return {player["key"]: player["score"] for player in self.state["players"]}

    def unit(self, key: str) -> Json:
        unit: Json = self.state["units"][key]
        return unit

    def end_round(self, *takers: str) -> None:
        """The round ends; these take one more off the clock."""
        self.works("round-end")
        for row in self.state["asked"]:
            if self.state["phase"] == "clock":
                self.works("tick", player=row["player"], take=row["player"] in takers)


@cache
def _rules(text: str, game: str) -> Json:
    rules: Json = rules_of(edition(text), json.loads(game))
    return rules


def without_log(state: Mapping[str, Any]) -> Json:
    return {key: value for key, value in state.items() if key != "log"}


def golden(name: str) -> Json:
    log: Json = json.loads((GOLDEN / f"{name}.json").read_text("utf-8"))
    return log
