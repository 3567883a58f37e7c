"""`brickyard draft` (RA p.208): piles of one part and colour, taken in turns until none is left."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

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
