"""One battle in words, and its log: an evening that the table's fold judges, event by event."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from brickyard.battle_values.battle_answer import BattleRequest, check_numbers, ready_contest
from brickyard.table.hosted_log import LOG_VERSION
from brickyard.table.replay_answer import Replayed
from brickyard.table.table_data import fold_log
from fleets.self_play.battle_sides import FORCES
from fleets.self_play.whole_battle import ENGINE, fight


@dataclass(frozen=True)
class BattleStory:
    """`log` is what the page of a table would have saved, with places in units beside what happened."""

    told: Replayed
    tactics: tuple[str, ...]
    terrain: str
    seed: int
    log: dict[str, Any] = field(repr=False)

    @property
    def log_bytes(self) -> bytes:
        return (json.dumps(self.log, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "replace")


def find_story(arguments: Sequence[str], request: BattleRequest) -> BattleStory:
    """The first force plays the first of the tactics, the second the second, a third the third."""
    seed = request.seed
    check_numbers(request.within, seed, "--story")
    pair, contest, _ = ready_contest(arguments, request)
    fought, names = fight(contest, seed), tuple(one.name for one in contest.tactics)
    game: dict[str, Any] = {
        "id": f"battle-{seed}",
        "edition": pair.edition.id,
        "title": pair.edition.title,
        "game": pair.edition.game,
        "size": pair.size,
        "options": {key: list(one) if isinstance(one, tuple) else one for key, one in pair.options.items()},
        "objective": False,
        "judges": True,
        "by_program": {
            "tactics": ", ".join(names),
            "terrain": contest.terrain.name,
            "seed": seed,
            "engine": ENGINE,
        },
        "players": [
            {"key": key, "name": force.name, "force": force.content}
            for key, force in zip(FORCES, pair.forces, strict=False)
        ],
    }
    events = list(fought.events)
    state = fold_log(pair.edition, game, events)
    log = {"brickyard": "log", "version": LOG_VERSION, "game": game, "events": events}
    return BattleStory(
        Replayed(pair.edition, game, state, date.today()), names, contest.terrain.name, seed, log
    )
