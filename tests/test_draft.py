"""`brickyard draft` (RA p.208): piles of one part and colour, taken in turns until none is left."""

from __future__ import annotations

import json
import random
from copy import deepcopy
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from brickyard.parts import parts_draft
from brickyard.parts.owned_list import OwnedLot
from brickyard.parts.parts_draft import Pile, _picks
from tests.running import brickyard

POURED = "number,colour,quantity\n3001,11,4\n3001,5,9\n3023,11,20\n3024,11,2\n3005,5,1\n"
WISH = "number,colour,quantity\n3024,11,5\n3001,11,3\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "set.csv").write_text(POURED, "utf-8")
    (tmp_path / "wish.csv").write_text(WISH, "utf-8")
    return tmp_path


def drafted(folder: Path, *arguments: str) -> dict[str, Any]:
    run = brickyard(["draft", "set.csv", *arguments, "--format", "json"], folder)
    assert run.returncode == 0, run.stderr
    return dict(json.loads(run.stdout))


def test_every_pile_is_taken_once_and_players_take_turns(folder: Path) -> None:
    found = drafted(folder, "--player", "Ann", "--player", "Bo", "--copies", "3")
    assert [pick["player"] for pick in found["picks"]] == ["Ann", "Bo", "Ann", "Bo", "Ann"]
    piles = [(pick["lot"]["number"], pick["lot"]["colour"]) for pick in found["picks"]]
    assert len(set(piles)) == len(piles) == found["piles"] == 5
    assert found["pieces"] == 3 * 36
    # Nobody wants anything here, so the largest goes first.
    assert [pick["lot"]["quantity"] for pick in found["picks"]] == [60, 27, 12, 6, 3]


def test_who_wants_something_takes_the_pile_that_has_most_of_it(folder: Path) -> None:
    found = drafted(folder, "--player", "Ann", "--player", "Bo", "--wants", "Bo=wish.csv")
    own = [(pick["lot"]["number"], pick["wanted"]) for pick in found["picks"] if pick["player"] == "Bo"]
    assert own == [("3001", 3), ("3024", 2)]
    [ann, bo] = found["shares"]
    assert (ann["wanted"], ann["pieces"]) == (0, 30)
    assert (bo["wanted"], bo["got"], bo["pieces"]) == (8, 5, 6)


def test_a_seed_draws_the_same_order_every_time(folder: Path) -> None:
    players = [word for name in ("Ann", "Bo", "Cy", "Di") for word in ("--player", name)]
    orders = {tuple(drafted(folder, *players, "--seed", str(seed))["players"]) for seed in range(8)}
    assert len(orders) > 1
    assert drafted(folder, *players, "--seed", "5") == drafted(folder, *players, "--seed", "5")
    assert drafted(folder, *players)["players"] == ["Ann", "Bo", "Cy", "Di"]


def test_shares_are_lists_that_can_be_owned(folder: Path) -> None:
    run = brickyard(["draft", "set.csv", "--player", "Ann", "--player", "../Bo", "-o", "out"], folder)
    assert run.returncode == 0, run.stderr
    assert sorted(path.name for path in (folder / "out").iterdir()) == ["ann.csv", "bo.csv"]
    owned = json.loads(brickyard(["owned", "out/ann.csv", "out/bo.csv", "--format", "json"], folder).stdout)
    assert (owned["pieces"], owned["not_understood"]) == (36, 0)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--player", "Ann"], "name 2 to 20 players"),
        (["--player", "Ann", "--player", "ann"], "the same name"),
        (["--player", "Ann", "--player", "Bo", "--wants", "Boo=wish.csv"], "Did you mean Bo?"),
        (["--player", "Ann", "--player", "Bo", "--wants", "Bo"], "Write --wants NAME=FILE."),
    ],
)
def test_slips_are_told(folder: Path, arguments: list[str], said: str) -> None:
    run = brickyard(["draft", "set.csv", *arguments], folder)
    assert run.returncode == 2
    assert said in run.stderr


def test_if_one_share_cannot_be_written_none_is_and_nothing_is_printed(folder: Path) -> None:
    (folder / "out").mkdir()
    (folder / "out" / "bo.csv").write_text("my own notes", "utf-8")
    run = brickyard(["draft", "set.csv", "--player", "Ann", "--player", "Bo", "-o", "out"], folder)
    assert (run.returncode, run.stdout) == (2, "")
    assert "nothing was written" in run.stderr
    assert [path.name for path in (folder / "out").iterdir()] == ["bo.csv"]


def test_sets_are_opened_with_sets(folder: Path) -> None:
    (folder / "sets").mkdir()
    (folder / "sets" / "6959-1.csv").write_text("number,colour,quantity\n3001,5,7\n", "utf-8")
    (folder / "mine.csv").write_text("set,quantity\n6959-1,2\n", "utf-8")
    words = ["draft", "mine.csv", "--player", "Ann", "--player", "Bo", "--wants", "Ann=mine.csv"]
    run = brickyard([*words, "--sets", "sets", "--format", "json"], folder)
    found = json.loads(run.stdout)
    assert [(pick["lot"]["number"], pick["lot"]["quantity"]) for pick in found["picks"]] == [("3001", 14)]
    assert (found["shares"][0]["got"], found["findings"]) == (14, [])


def lot(number: str, colour: int, quantity: int, part: str) -> OwnedLot:
    return OwnedLot("P", number, colour, quantity, part, None, True, "set.csv", 1)


def by_the_definition(
    piles: list[OwnedLot], order: list[str], wanted: dict[str, dict[Pile, int]]
) -> list[tuple[str, OwnedLot, int]]:
    """Each takes the first of the piles that have most of what they want."""
    left = list(piles)
    found: list[tuple[str, OwnedLot, int]] = []
    while left:
        player = order[len(found) % len(order)]
        wish = wanted[player]
        best = max(left, key=lambda lot: min(lot.quantity, wish.get((lot.number, lot.colour), 0)))
        got = min(best.quantity, wish.get((best.number, best.colour), 0))
        wish[best.number, best.colour] = wish.get((best.number, best.colour), 0) - got
        left.remove(best)
        found.append((player, best, got))
    return found


@pytest.mark.parametrize("seed", range(30))
def test_piles_are_picked_as_if_all_were_looked_at_each_time(seed: int) -> None:
    chance = random.Random(seed)
    # Some piles have the same number and colour, as lots that came from two shops' numbers may.
    piles = [
        lot(f"{chance.randint(1, 9)}", chance.randint(0, 2), chance.randint(1, 9), f"{n}") for n in range(30)
    ]
    piles.sort(key=lambda lot: -lot.quantity)
    wanted: dict[str, dict[Pile, int]] = {
        player: {
            (f"{number}", colour): chance.randint(1, 15) for number in range(1, size) for colour in (0, 1)
        }
        for player, size in (("Ann", 9), ("Bo", 4), ("Cy", 1))
    }
    expected = by_the_definition(piles, list(wanted), deepcopy(wanted))
    picks = [(pick.player, pick.lot, pick.wanted) for pick in _picks(piles, list(wanted), wanted)]
    assert picks == expected


def test_a_draft_looks_at_each_pile_a_few_times_not_at_all_piles_in_each_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    piles = [lot(f"{n}", 5, 3, f"{n}") for n in range(2000)]
    wanted: dict[str, dict[Pile, int]] = {
        "Ann": {(f"{n}", 5): 2 for n in range(2000)},
        "Bo": {("7", 5): 1},
    }
    spied = mock.Mock(side_effect=parts_draft._pile)
    monkeypatch.setattr(parts_draft, "_pile", spied)
    assert len(list(_picks(piles, list(wanted), wanted))) == 2000
    assert spied.call_count < 10 * len(piles)
