"""Any events fold; taking back the last one restores everything; what has no effect changes nothing."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from catalog.editions.loading import shipped_editions
from fleets.battles.folding import HANDLERS, MECH_HANDLERS, apply_event, begin, fold, log_entry
from scripts.random_battles import FIELDS, VALUES, Json, random_events, random_game
from tests.fleets.battles.playing import Table, company, without_log

SCALARS = st.one_of(
    st.integers(-3, 12),
    st.floats(),
    st.sampled_from([*VALUES, "a2", "b", "b1", "c1", "as1", "cs1"]),
    st.text(max_size=8),
)
VALUES_OF_FIELDS = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner), max_leaves=6
)
KINDS = st.sampled_from([*HANDLERS, *MECH_HANDLERS, "undo", "redo", "fly"])
EVENTS = st.lists(
    st.one_of(
        VALUES_OF_FIELDS,
        st.builds(
            lambda kind, name, fields: {**fields, "do": kind, "id": name},
            KINDS,
            st.sampled_from([f"e{number}" for number in range(12)]),
            st.dictionaries(st.sampled_from(FIELDS), VALUES_OF_FIELDS, max_size=6),
        ),
    ),
    max_size=25,
)


def _started(text: str) -> list[Any]:
    return [{"id": "s", "do": "start"}]


GAMES = {
    "rapid-attack": Table(company("A", 3), company("B", 4), company("C", 5)).game,
    "paper-mech": Table({"name": "M", "loadout": {"mounts": {"left-arm": "laser"}}}, text="paper-mech").game,
}


@pytest.mark.parametrize("text", GAMES)
@given(events=EVENTS)
@settings(max_examples=120)
def test_any_events_fold_to_a_state_that_is_json(text: str, events: list[Any]) -> None:
    state = fold(GAMES[text], [*_started(text), *events])
    assert len(state["log"]) == len(events) + 1
    assert json.loads(json.dumps(state, allow_nan=False)) == state
    assert len(state["open_turns"]) <= 2


def random_table(seed: int) -> tuple[Json, list[Any]]:
    rng = random.Random(seed)
    text = rng.choice(shipped_editions())
    game = random_game(rng, text)
    return game, random_events(rng, game, rng.randint(5, 60))


@given(st.integers(0, 10**9))
@settings(max_examples=40)
def test_undo_of_the_last_event_restores_the_state_before_exactly(seed: int) -> None:
    game, events = random_table(seed)
    last = next(
        (one for one in reversed(events) if isinstance(one, dict) and one.get("do") in HANDLERS), None
    )
    if last is None or not isinstance(last.get("id"), str):
        return
    before = events[: max(place for place, one in enumerate(events) if one is last)]
    if any(isinstance(one, dict) and one.get("id") == last["id"] for one in before):
        return
    told = [*before, last]
    undone = [*told, {"id": "undo-it", "do": "undo", "what": last["id"]}]
    again = [*undone, {"id": "redo-it", "do": "redo", "what": last["id"]}]
    assert without_log(fold(game, undone)) == without_log(fold(game, before))
    assert without_log(fold(game, again)) == without_log(fold(game, told))


@given(st.integers(0, 10**9))
@settings(max_examples=25)
def test_an_event_without_effect_changes_nothing_and_scores_are_points_times_assets(seed: int) -> None:
    game, events = random_table(seed)
    battle = begin(game)
    for place, event in enumerate(events):
        if not isinstance(event, dict) or event.get("do") in ("undo", "redo"):
            continue
        before, entry = copy.deepcopy(battle.state), log_entry(event, place)
        apply_event(battle, event, entry)
        if not entry["effect"]:
            assert battle.state == before, event
        for player in battle.state["players"]:
            assert player["score"] == player["per_asset"] * player["assets"]
            assert player["assets"] == sum(player["counts"].values())


def test_a_fold_leaves_its_events_alone_and_stops_at_five_thousand() -> None:
    game = GAMES["rapid-attack"]
    events: list[Any] = [{"id": f"n{number}", "do": "note", "text": "x"} for number in range(5_001)]
    kept = copy.deepcopy(events)
    assert len(fold(game, events)["log"]) == 5_000
    assert events == kept
