"""What the caller says wins over what a file says, and a file over nothing."""

from __future__ import annotations

from typing import Any

import pytest

from catalog.editions.loading import edition_for
from fleets.dice.vocabulary import RAPID_ATTACK
from fleets.forces.force import Force, Game
from ldraw_tools.findings import Place
from validators.rule import Ruling


@pytest.mark.parametrize(
    ("called", "written", "counts"),
    [
        ({}, {}, {}),
        ({"split-range": True}, {}, {"split-range": True}),
        ({}, {"split-range": False}, {"split-range": False}),
        ({"split-range": True}, {"split-range": False}, {"split-range": True}),
        ({"split-range": False}, {"split-range": True}, {"split-range": False}),
        ({"ruler": 8}, {"split-range": True}, {"ruler": 8, "split-range": True}),
    ],
)
def test_options(called: dict[str, Any], written: dict[str, Any], counts: dict[str, Any]) -> None:
    force = Force("company", "A", Place("a.yaml"), options=written)
    assert Ruling(edition_for("frames"), RAPID_ATTACK, called).merged_with(force).options == counts


@pytest.mark.parametrize(
    ("called", "written", "counts"),
    [
        (Game(), Game(), Game()),
        (Game("battle", 3), Game("skirmish", 2), Game("battle", 3)),
        (Game("battle"), Game("skirmish", 2), Game("battle", 2)),
        (Game("", 3), Game("skirmish", 2), Game("skirmish", 3)),
        (Game(), Game("skirmish", 2), Game("skirmish", 2)),
    ],
)
def test_the_game(called: Game, written: Game, counts: Game) -> None:
    force = Force("company", "A", Place("a.yaml"), game=written)
    assert Ruling(edition_for("frames"), RAPID_ATTACK, {}, called).merged_with(force).game == counts
