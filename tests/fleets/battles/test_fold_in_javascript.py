"""The page's fold says what Python's says: golden logs, and random games of every edition."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import pytest

from brickyard.table.table_data import rules_of
from catalog.editions.loading import edition
from catalog.vocabulary import RAPID_ATTACK
from fleets.battles.folding import fold
from fleets.chances.attacks import resolve
from fleets.chances.combat import Distribution, combat_of, highest_of
from scripts.soak_table import OtherFold, compare_once, differences, what_follows
from tests.fleets.battles.playing import GOLDEN, Table, company, golden

LOGS = sorted(path.stem for path in GOLDEN.glob("*.json"))


@pytest.fixture(scope="module")
def page() -> Iterator[OtherFold]:
    other = OtherFold()
    yield other
    other.close()


@pytest.mark.parametrize("name", LOGS)
def test_both_folds_play_the_golden_logs_alike_at_every_step(name: str, page: OtherFold) -> None:
    log = golden(name)
    text = edition(log["game"]["edition"])
    game = json.loads(json.dumps({**log["game"], "rules": rules_of(text, log["game"])}))
    events = log["events"]
    for number in (*range(0, len(events), 7), len(events)):
        state = fold(game, events[:number])
        found = page.fold(game, events[:number], name)
        assert list(differences(what_follows(game, state), found)) == []


def test_random_games_fold_alike(page: OtherFold) -> None:
    rng, tally = random.Random(20), Counter[str]()
    for _ in range(40):
        compare_once(rng, page, tally)
    assert tally["with effect"] > 500


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        # The best of two d6 against a defense of 2, on 5 and 6: counted one by one below.
        ({"range": "d"}, {"chart": "ranged", "damage_dice": None}),
        ({"range": "d", "value": 5, "cover": "cover"}, {"chart": "in-cover", "damage_dice": 3}),
        ({"range": "d", "value": 5, "spot": True}, {"chart": "ranged", "damage_dice": 7}),
        ({"range": "h", "value": 2}, {"chart": "hand-to-hand", "damage_dice": 0}),
    ],
)
def test_an_attack_is_foretold_by_the_tables(
    asked: dict[str, Any], expected: dict[str, Any], page: OtherFold
) -> None:
    table = Table(company("A", 3), company("B", 4))
    table.works("start")
    table.works("defend", unit="b1", value=2)
    table.works("done", unit="b1")
    table.works("spot", unit="a2", target="b1", value=4)
    table.works("done", unit="a2")
    wanted = {"unit": "a1", "target": "b1", **asked}
    found = page.fold(table.game, table.events, "preview", preview=wanted)["preview"]
    assert {key: found[key] for key in expected} == expected
    combat = combat_of(edition("rapid-attack"), RAPID_ATTACK)
    chart = combat.against(asked["range"], "frame")[asked.get("cover", "open")]
    value = asked.get("value")
    attack = highest_of(((6, 2),)) if value is None else Distribution((0,) * value + (1,))
    spot = 4 if asked.get("spot") else 0
    outcome = resolve(attack, Distribution((0, 0, 1)), chart, spot)
    assert found["odds"]["mean"] == pytest.approx(float(outcome.mean), abs=0.001)
    assert found["odds"]["hurts"] == pytest.approx(float(outcome.hurts), abs=0.001)


def test_a_target_that_hasnt_defended_is_taken_to_use_its_best_blue_die(page: OtherFold) -> None:
    table = Table(company("A", 3), company("B", 4, systems="B B Rd Y"), company("C", 4, systems="G G Rd Y"))
    table.works("start")
    combat = combat_of(edition("rapid-attack"), RAPID_ATTACK)
    chart = combat.against("d", "frame")["open"]
    for target, defense in (("b1", highest_of(((6, 2),))), ("c1", Distribution((1,)))):
        wanted = {"unit": "a1", "target": target, "range": "d"}
        found = page.fold(table.game, table.events, "preview", preview=wanted)["preview"]
        outcome = resolve(highest_of(((6, 2),)), defense, chart, 0)
        assert found["isGuessed"] is (target == "b1")
        assert found["odds"]["mean"] == pytest.approx(float(outcome.mean), abs=0.001)
        assert found["odds"]["hurts"] == pytest.approx(float(outcome.hurts), abs=0.001)


def test_what_cant_be_attacked_is_not_foretold(page: OtherFold) -> None:
    table = Table(company("A", 3), company("B", 4))
    table.works("start")
    for wanted in ({"unit": "a1", "target": "x", "range": "d"}, {"unit": "a1", "target": "b1", "range": "q"}):
        assert page.fold(table.game, table.events, "preview", preview=wanted)["preview"] is None


def test_a_difference_between_the_folds_would_be_told() -> None:
    one: Any = {"a": [1, {"b": True}], "c": 2}
    assert list(differences(one, {"a": [1, {"b": 1}], "c": 2})) == [".a[1].b: Python True, JavaScript 1"]
    assert list(differences(one, {"a": [1, {"b": True}]})) == [".c: Python 2, JavaScript '(missing)'"]


LIST = '{"name": "Reds", "units": [{"kind": "frame", "systems": ["B"]}]'


@pytest.mark.parametrize(
    ("text", "is_read"),
    [
        (LIST + "}", True),
        (LIST + ', "more": 1e999}', True),
        (LIST + ', "more": ' + "1" * 5000 + "}", False),
        (LIST + ', "more": ' + "[" * 5000 + "]" * 5000 + "}", False),
        (LIST + ', "more": NaN}', False),
        (LIST.replace("Reds", "Half \ud83d") + "}", False),
    ],
)
def test_odd_lists_in_a_seal_are_read_by_both_or_by_none(text: str, is_read: bool, page: OtherFold) -> None:
    salt = "0" * 32
    game = Table(company("A", 3), company("B", 4)).game
    game = {**game, "players": [{"key": "a", "name": "A"}, {"key": "b", "name": "B"}]}
    events: list[Any] = []
    # Half a letter: as Python would write it, and as a browser does.
    for key, half in (("a", "?"), ("b", "\ufffd")):
        told = f"{salt}\n{text}".replace("\ud83d", half)
        events += [
            {"id": f"{key}1", "do": "seal", "player": key, "hash": sha256(told.encode()).hexdigest()},
            {"id": f"{key}2", "do": "reveal", "player": key, "salt": salt, "text": text},
        ]
    state = fold(game, events)
    found = page.fold(game, events, "seals")["state"]
    assert list(differences(json.loads(json.dumps(state)), found)) == []
    assert [player["ready"] for player in state["players"]] == [is_read, is_read]
