"""What a page judges although a person may know better: refused until she insists, noted when it stands."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fleets.battles.playing import Table, company

Json = dict[str, Any]
# By rule and page: the edition, the events before, what is against the text, and what is said of it.
CASES: dict[str, tuple[str, list[Json], Json, str]] = {
    "V9, Condensed l.574: own frames can't be targets": (
        "condensed",
        [],
        {"do": "attack", "unit": "a1", "target": "a2", "range": "d", "value": 5},
        "A 2 is on the side of A 1",
    ),
}


def table(text: str, **more: Any) -> Table:
    return Table(company("A", 4, 3), company("B", 5, 3), text=text, **more)


def played(text: str, before: list[Json], **more: Any) -> Table:
    found = table(text, **more)
    found.works("start")
    for event in before:
        found.works(event["do"], **{key: value for key, value in event.items() if key != "do"})
    return found


@pytest.mark.parametrize("name", CASES)
def test_what_is_against_the_text_is_refused_until_somebody_insists(name: str) -> None:
    text, before, event, words = CASES[name]
    game = played(text, before, judges=True)
    assert words in game.fails(**_told(event))
    assert game.state["log"][-1]["insist"]
    entry = game.works(**_told(event), anyway=True)
    assert entry["anyway"]
    assert words in entry["note"]
    assert entry["words"].endswith(f" Entered anyway: {entry['note']}")


@pytest.mark.parametrize("name", CASES)
def test_in_a_log_from_before_it_stands_with_a_note(name: str) -> None:
    text, before, event, words = CASES[name]
    entry = played(text, before).works(**_told(event))
    assert not entry["anyway"]
    assert words in entry["note"]
    assert entry["words"].endswith(f" Against the text: {entry['note']}")


def test_whoever_says_anyway_of_what_the_text_allows_is_not_noted() -> None:
    game = played("condensed", [], judges=True)
    entry = game.works("attack", unit="a1", target="b1", range="d", value=5, anyway=True)
    assert (entry["anyway"], entry["note"]) == (False, "")


def test_what_makes_no_sense_is_refused_however_one_insists() -> None:
    game = played("condensed", [], judges=True)
    assert game.fails("attack", unit="a1", target="a1", range="d", value=5, anyway=True)
    assert not game.state["log"][-1]["insist"]


def _told(event: Json) -> Json:
    return {("kind" if key == "do" else key): value for key, value in event.items()}
