"""`brickyard tournament`: every force against every other, kept so that nothing is played twice."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

import brickyard as functions
from brickyard.answers import on_battles
from brickyard.battle_values.kept_battles import KeptBattles
from brickyard.battle_values.tournament_answer import TournamentAnswer
from brickyard.web.tournament_page import BATTLES, VALUES
from fleets.self_play.battle_sums import BattleBatch, BattleSums, play_batch
from tests.fleets.self_play.duels import contest
from tests.running import ROOT, brickyard

DUELS = ROOT / "examples" / "duels"
QUICK = ("--tactics", "rush", "--within", "50")
THREE = ("5/20", "4/16", "4/15")


@pytest.mark.usefixtures("few_battles")
def test_every_pair_has_its_range_and_nothing_is_played_twice(tmp_path: Path) -> None:
    folder = tmp_path / "made"
    told = brickyard(["tournament", *THREE, *QUICK, "-o", str(folder)]).stdout
    assert "does best: it wins" in told
    assert told.splitlines()[-1] == f"Open {folder / 'index.html'}."
    values = json.loads((folder / VALUES).read_text("utf-8"))
    assert {(one["first"], one["second"]) for one in values["pairs"]} == {
        ("5/20", "4/16"), ("5/20", "4/15"), ("4/16", "4/15"),
    }  # fmt: skip
    assert values["battles"] == 3 * 32
    means = [one["mean"] for one in values["forces"]]
    assert means == sorted(means, reverse=True)
    page = (folder / "index.html").read_text("utf-8")
    assert "<h1>Tournament of 3 companies</h1>" in page
    kept = (folder / BATTLES).read_bytes()
    again = brickyard(["tournament", *THREE, *QUICK, "-o", str(folder), "--format", "json"])
    assert json.loads(again.stdout) == values
    assert (folder / BATTLES).read_bytes() == kept
    # Another seed is another tournament.
    other = brickyard(["tournament", *THREE[1:], *QUICK, "--seed", "2", "-o", str(folder)])
    assert "seed 2" in other.stdout
    assert len((folder / BATTLES).read_bytes()) > len(kept)


@pytest.mark.usefixtures("few_battles")
@pytest.mark.usefixtures("coarse_pictures")
def test_each_company_has_a_picture_which_is_drawn_once(tmp_path: Path) -> None:
    """One that is known by numbers only has none; one of a company that is gone is taken away."""
    old = tmp_path / "made" / f"{16 * 'a'}.webp"
    old.parent.mkdir()
    for file in (old, tmp_path / "made" / BATTLES):
        file.touch()
    forces = [str(DUELS / "iron-harrow.yaml"), "4/15"]
    functions.tournament(forces, target=tmp_path / "made", tactics="rush", within=50)
    [picture] = (tmp_path / "made").glob("*.webp")
    drawn = picture.stat().st_mtime_ns
    page = (tmp_path / "made" / "index.html").read_text("utf-8")
    assert page.count(f'<img src="{picture.name}"') == page.count(".webp") == 1
    functions.tournament(forces, target=tmp_path / "made", tactics="rush", within=50)
    assert picture.stat().st_mtime_ns == drawn


@pytest.mark.usefixtures("few_battles")
def test_ctrl_c_tells_what_was_played_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[int] = []

    def until(most: int) -> None:
        """From now on so many batches more are played; then somebody presses Ctrl-C."""
        played.clear()

        def playing(
            play: Callable[[BattleBatch], BattleSums], batches: Sequence[BattleBatch], **_: object
        ) -> Iterator[tuple[int, BattleSums]]:
            for place, batch in enumerate(batches):
                if len(played) == most:
                    raise KeyboardInterrupt
                played.append(batch.count)
                yield place, play(batch)

        monkeypatch.setattr(on_battles, "spread", playing)

    def asked(target: Path | None = None) -> TournamentAnswer:
        return functions.tournament(THREE, target=target, tactics="rush", within=50)

    whole, folder = asked(), tmp_path / "made"
    until(5)
    stopped = asked(folder)
    assert stopped.stopped
    assert str(stopped) == "3 forces, 2 pairs, 48 battles"
    assert "Stopped after 2 pairs" in (folder / "index.html").read_text("utf-8")
    assert played == [4, 12, 16, 4, 12]
    until(100)
    assert [one.value for one in asked(folder).pairs] == [one.value for one in whole.pairs]
    assert played == [16, 4, 12, 16]


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    file = tmp_path / BATTLES
    batches = [BattleBatch(contest(), 7, first, 2) for first in (0, 2)]

    def play(asked: Sequence[BattleBatch]) -> Iterator[tuple[int, BattleSums]]:
        played.extend(asked)
        return ((place, play_batch(one)) for place, one in enumerate(asked))

    played: list[BattleBatch] = []
    whole = dict(KeptBattles(file).keeping(play)(batches))
    assert played == batches
    first, second = file.read_text("ascii").splitlines()
    file.write_text(f"{first}\n{second[:-9]}", "ascii")
    played.clear()
    assert dict(KeptBattles(file).keeping(play)(batches)) == whole
    assert played == batches[1:]


def test_a_full_disk_is_told_with_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_given: object, **_named: object) -> None:
        raise OSError(28, "No space left on device")

    kept = KeptBattles(tmp_path / BATTLES)
    monkeypatch.setattr(Path, "open", full)
    with pytest.raises(
        functions.BrickyardError, match=f"{BATTLES}: can't be written: No space left on device"
    ):
        list(
            kept.keeping(lambda batches: enumerate(map(play_batch, batches)))(
                [BattleBatch(contest(), 7, 0, 1)]
            )
        )


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((str(ROOT / "examples/companies"),), "is not legal in a game of two players"),
        ((str(ROOT / "examples/fleets"),), "there is no company in this folder"),
        ((str(DUELS / "nowhere"),), "nowhere: No such file or folder"),
        ((str(DUELS / "long-wall.yaml"),), "a tournament is between 2 and 40 forces, not 1"),
        (
            (str(DUELS / "long-wall.yaml"), str(ROOT / "examples/fleets/first-patrol.yaml")),
            "they play different games",
        ),
        ((*THREE, "--within", "0"), "--within 0: write 0.5 to 50 of 100 battles"),
        ((*THREE, "-o", str(DUELS)), "contains other files; give the tournament a folder of its own"),
        ((*THREE, "-o", str(DUELS / "long-wall.yaml")), "is a file; a tournament needs a folder of its own"),
    ],
)
def test_what_cant_be_played_is_refused_in_one_sentence(arguments: tuple[str, ...], told: str) -> None:
    found = brickyard(["tournament", *arguments])
    assert found.returncode == 2
    assert told in " ".join(found.stderr.split())


@pytest.mark.usefixtures("few_battles")
def test_companies_of_one_name_are_told_apart(tmp_path: Path) -> None:
    text = (
        "company: Same\ngame: {size: skirmish, players: 2}\n"
        "frames:\n- {name: A, systems: 1B 2Rd, count: 4}\nstations:\n- {name: S, count: 3}\n"
    )
    for name in ("one", "two"):
        (tmp_path / f"{name}.yaml").write_text(text, "utf-8")
    found = functions.tournament(tmp_path, tactics="rush", within=50, anyway=True)
    assert found.names == ("Same (one)", "Same (two)")
    assert found.pairs[0].better in ("", "Same (one)", "Same (two)")
