"""The yard in whole battles: the fold agrees with each, and it holds its own against a tactic."""

from __future__ import annotations

import pytest

from fleets.self_play.tactics import AT_RANDOM
from fleets.self_play.whole_battle import fight
from fleets.self_play.yard_player import yard_tactic
from tests.fleets.self_play.duels import contest, folded


@pytest.mark.parametrize("level", ["gentle", "steady", "bold"])
def test_the_fold_of_a_battle_with_the_yard_comes_to_the_same_end(level: str) -> None:
    for seed in range(4):
        sides = (yard_tactic(level), "rush") if seed % 2 else ("harry", yard_tactic(level))
        played = contest(tactics=sides)
        fought = fight(played, seed)
        state = folded(played, fought)
        assert [entry["words"] for entry in state["log"] if not entry["effect"] or entry["note"]] == []
        assert tuple(player["score"] for player in state["players"]) == fought.scores


def test_the_yard_wins_against_play_by_chance_on_either_side() -> None:
    for sides in ((yard_tactic(), AT_RANDOM), (AT_RANDOM, yard_tactic())):
        won = sum(fight(contest(tactics=sides), seed).share for seed in range(12))
        assert won >= 10 if sides[1] is AT_RANDOM else won <= 2
