"""`brickyard battle`: what it says of two forces, and whom it refuses in one sentence."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path

import pytest

from brickyard.answers.on_models import judge_settings
from brickyard.battle_values import battle_answer
from brickyard.battle_values.battle_answer import (
    MOST_SEED,
    BattleAnswer,
    BattleRequest,
    find_battle,
    ready_contest,
)
from brickyard.spreading import spread
from fleets.battles.played_page import by_program
from fleets.self_play import swap_trials
from fleets.self_play.battle_sums import BattleBatch, BattleSums
from fleets.self_play.swap_trials import SystemSwap, swaps_of, try_swaps
from fleets.self_play.tactics import tactic_named
from fleets.self_play.whole_battle import ENGINE
from tests.few_battles import play_first_again
from tests.fleets.self_play.duels import company, contest
from tests.running import ROOT, brickyard

DUELS = ROOT / "examples" / "duels"
OURS, THEIRS = str(DUELS / "lantern-watch.yaml"), str(DUELS / "long-wall.yaml")
THREE = tuple(
    str(ROOT / "examples" / "companies" / f"{name}.yaml")
    for name in ("estars-anvil", "suns-fang", "piercing-eye")
)
QUICK = ("--tactics", "rush", "--tactics", "hold", "--within", "50")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """What is said of two companies, and the picture of it."""
    picture = tmp_path_factory.mktemp("played") / "battle.svg"
    said = brickyard(["battle", OURS, THEIRS, *QUICK, "-o", str(picture)]).stdout
    return said, picture.read_text("utf-8")


def test_the_answer_is_a_range_in_words_before_its_numbers(played: tuple[str, str]) -> None:
    said, _ = played
    assert said.startswith("Between sensible players")
    words = " ".join(said.split())
    assert "(128 battles, seed 1)" in words
    assert "It depends on how The Lantern Watch is played" in words
    assert "Two players, Mobile Frame Zero: Rapid Attack, version 001, terrain city" in words


@pytest.mark.usefixtures("few_battles")
def test_json_has_every_cell_the_decisions_and_a_share_that_the_interval_holds() -> None:
    found = json.loads(
        brickyard(["battle", "5/20", "4/16", *QUICK, "--seed", "4", "--format", "json"]).stdout
    )
    assert [(one["ours"], one["theirs"]) for one in found["cells"]] == [
        (ours, theirs) for ours in ("rush", "hold") for theirs in ("rush", "hold")
    ]
    assert found["value"]["low"] <= found["value"]["share"]["value"] <= found["value"]["high"]
    assert sum(one["chosen"]["value"] for one in found["tactics"]) == pytest.approx(1)
    assert found["forces"][0] == {
        "name": "5/20",
        "file": "",
        "hearsay": True,
        "problem": "",
        "frames": 5,
        "systems": 20,
        "stations": 3,
    }
    assert (found["seed"], found["players"]) == (4, 2)
    assert all(one["reference"] for one in found["decisions"])


@pytest.fixture(scope="module")
def of_three(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """What is said of three companies, and the picture of it."""
    picture = tmp_path_factory.mktemp("three") / "battle.svg"
    said = brickyard(["battle", *THREE, *QUICK, "-o", str(picture)]).stdout
    return " ".join(said.split()), picture.read_text("utf-8")


def test_of_three_each_share_is_told_and_that_whom_the_others_attack_decides(
    of_three: tuple[str, str],
) -> None:
    said, drawn = of_three
    assert said.startswith("Of 100 battles Estar's Anvil wins ")
    assert "(64 battles, seed 1). It depends on whom the others go for: " in said
    assert "if another is rather attacked (64 battles for each of the three)." in said
    assert "all rush hold attacked spared Estar's Anvil " in said
    assert "The third often decides who of two wins." in said
    assert "Three players, Mobile Frame Zero: Rapid Attack, version 001, terrain city" in said
    for told in ("Piercing Eye", "battles that each wins", "Mean scores over rounds", "<image"):
        assert told in drawn


@pytest.mark.usefixtures("few_battles")
def test_json_of_three_has_shares_that_make_one_with_what_they_depend_on() -> None:
    asked = ["battle", "5/20", "4/16", "4/16", *QUICK[:2], "--within", "50", "--format"]
    found = json.loads(brickyard([*asked, "json"]).stdout)
    assert (found["players"], found["battles"]) == (3, 4 * 64)
    assert [one["force"] for one in found["shares"]] == ["5/20", "4/16 (1)", "4/16 (2)"]
    for key in ("won", "attacked"):
        for one in found["shares"]:
            assert one[key]["low"] <= one[key]["share"]["value"] <= one[key]["high"]
    assert sum(one["won"]["share"]["value"] for one in found["shares"]) == pytest.approx(1)
    assert [one["tactics"][0]["tactic"] for one in found["shares"]] == ["rush"] * 3
    assert all(one["reference"] for one in found["decisions"])
    assert brickyard([*asked, "markdown"]).stdout.startswith("**Of 100 battles 5/20 wins ")


def test_a_story_of_three_can_be_replayed(tmp_path: Path) -> None:
    log = tmp_path / "evening.json"
    told = brickyard(["battle", *THREE, "--story", "7", "-o", str(log)]).stdout
    assert "tactics brawl, harry, hold, terrain city, seed 7" in " ".join(told.split())
    assert "no effect" not in brickyard(["replay", str(log)]).stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            (OURS, str(ROOT / "examples/companies/suns-fang.yaml")),
            "Sun's Fang is not legal in a game of two players",
        ),
        ((OURS, "ships=4,companies=2,systems=14,hvas=3"), "they play different games"),
        ((OURS, THEIRS, OURS), "The Lantern Watch is not legal in a game of three players"),
        ((OURS, THEIRS, OURS, THEIRS), "a battle is between two forces or three: name so many, not 4"),
        (("5/20", "4/16", "9/20"), "9/20 has numbers that no game of three players has"),
        ((*THREE, "--swaps"), "--swaps and --instead are for battles of two: leave out one force"),
        ((*THREE, "--instead", "Anvil: 1Y=1G"), "--swaps and --instead are for battles of two"),
        ((OURS, "9/20"), "9/20 has numbers that no game of two players has; --anyway plays it all the same"),
        ((OURS, "4/17"), "play 1 to 12 frames with up to 4 systems each"),
        ((OURS, THEIRS, "--tactics", "rusch"), "there is no tactic “rusch”. Did you mean rush"),
        ((OURS, THEIRS, "--terrain", "citty"), "there is no terrain “citty”. Did you mean city"),
        ((OURS, THEIRS, "--within", "0"), "--within 0: write 0.5 to 50 of 100 battles"),
        ((OURS, THEIRS, "--within", "1000"), "--within 1000: write 0.5 to 50 of 100 battles"),
        ((OURS, str(ROOT / "examples/frames/chub.mpd")), "is a model and no company; --anyway plays it"),
        ((OURS, "frames=5"), "“frames=5”: write it like frames=5,systems=20 or 5/20"),
        ((OURS, "0/0"), "play 1 to 12 frames with up to 4 systems each"),
        ((OURS, THEIRS, "--instead", "Nobody: 1Y=1G"), "there is no frame “Nobody”. Choose from Wick 1"),
        ((OURS, THEIRS, "--instead", "Glass: 1B=1G"), "Glass has no 1B; it carries 1G 2Rd 1Y 1Y"),
        ((OURS, THEIRS, "--instead", "Glass: 1Y=1G", "--swaps"), "--swaps tries every change, --instead one"),
        ((OURS, THEIRS, "--story", "-3"), "--story -3: write a number from 0"),
        (
            (OURS, THEIRS, "--story", "3", "--swaps"),
            "--story tells one battle, which says nothing about swaps",
        ),
        ((OURS, THEIRS, "--story", "3", "-o", "a.svg"), "a.svg: with --story write a log, .json, or a page"),
        ((OURS, THEIRS, "-o", "a.json"), "a.json: a picture's name ends with .svg or .png"),
        ((OURS, THEIRS, "--seed", "-1"), "--seed -1: write a number from 0"),
        ((OURS, THEIRS, "--seed", "many"), "Invalid value for '--seed'"),
        (
            (OURS, THEIRS, "--option", "per-unit-order"),
            "battles are not played with the option per-unit-order",
        ),
    ],
)
def test_what_cant_be_played_is_refused_in_one_sentence(arguments: tuple[str, ...], told: str) -> None:
    found = brickyard(["battle", *arguments])
    assert found.returncode == 2
    assert told in " ".join(found.stderr.split())


def test_what_a_tactic_of_ones_own_doesnt_name_weighs_nothing(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("weights: {hurt: 4}", "utf-8")
    weights = asdict(tactic_named(str(tmp_path / "mine.yaml")).weights)
    assert {name: weight for name, weight in weights.items() if weight} == {"hurt": 4}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("weights: {hurtt: 4}", "“hurtt” is not a valid weight of a tactic. Did you mean hurt?"),
        ("weights: {hurt: 99}", "hurt"),
        ("wieghts: {hurt: 4}", "“wieghts” is not a valid word of a tactic. Did you mean weights?"),
        ("weights: {hurt: 4}\nname: rush", "two tactics have one name"),
    ],
)
def test_a_tactic_with_a_mistake_is_told_where_it_is(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(text, "utf-8")
    found = brickyard(["battle", OURS, THEIRS, "--tactics", str(file)])
    assert found.returncode == 2
    assert told in " ".join(found.stderr.split())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("rulers: many\npieces: {}", "rulers is “many”, but must be"),
        ("rulers: 99\npieces: {}", "rulers is 99, but must be"),
        ("piecse: {}", "“piecse” is not a valid word of a terrain. Did you mean pieces?"),
        ("pieces: {wall: {number: 5}}", "lacks studs"),
        ("pieces: {wall: {number: 5, studs: [9, 2], bricks: [1, 2]}}", "studs"),
        ("pieces: {wall: {number: 5, studs: [1, 90], bricks: [1, 2]}}", "wall: 1 to 40 studs across"),
        ("pieces: {wall: {number: 40, studs: [1, 2], bricks: [1, 2]}, tree: {number: 40, studs: [1, 2], "
         "bricks: [1, 2]}}", "at most 60 pieces of cover fit on a table"),
        ("[]", "the file is a list, but must be keys with values"),
    ],
)  # fmt: skip
def test_terrain_with_a_mistake_is_told_where_it_is(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(text, "utf-8")
    found = brickyard(["battle", OURS, THEIRS, "--terrain", str(file)])
    assert found.returncode == 2
    assert told in " ".join(found.stderr.split())


@pytest.mark.usefixtures("few_battles")
def test_terrain_without_a_name_has_that_of_its_file(tmp_path: Path) -> None:
    (tmp_path / "yard.yaml").write_text(
        "pieces: {wall: {number: 5, studs: [4, 6], bricks: [12, 24]}}", "utf-8"
    )
    asked = ["battle", "4/16", "4/15", "--tactics", "rush", "--within", "50", "--terrain"]
    assert "terrain yard, tactics rush, seed 1" in " ".join(
        brickyard([*asked, str(tmp_path / "yard.yaml")]).stdout.split()
    )


def test_ctrl_c_among_swaps_tells_the_value(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_given: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(battle_answer, "told_swaps", stopped)
    request = BattleRequest(judge_settings("", players=2), ("rush",), within=50)
    ready = ready_contest(["5/20", "4/16"], request)
    found = find_battle(ready, request, partial(spread, play_first_again), swaps=True)
    assert (found.stopped, found.battles, found.swaps) == (True, 32, ())


def test_ctrl_c_tells_what_was_played() -> None:
    played: list[BattleBatch] = []

    def stopped(batches: list[BattleBatch]) -> object:
        for place, sums in spread(play_first_again, batches):
            played.append(batches[place])
            if len(played) == 6:
                raise KeyboardInterrupt
            yield place, sums

    found = _asked(stopped)
    assert found.stopped
    assert found.battles == 4 + 12 + 3 * 16


def _asked(play: object) -> BattleAnswer:
    request = BattleRequest(judge_settings("", players=2), ("rush",), within=5)
    return find_battle(ready_contest(["5/20", "4/16"], request), request, play)  # type: ignore[arg-type]


def test_sums_of_two_batches_are_those_of_one() -> None:
    one, two = BattleSums(b"\1\2", 1, ((1, 2, 1), (3, 4, 1))), BattleSums(b"\3", 0, ((5, 6, 1),))
    assert one.plus(two) == BattleSums(b"\1\2\3", 1, ((6, 8, 2), (3, 4, 1)))


def test_two_processes_give_the_same_answer_to_the_byte() -> None:
    asked = ["battle", "4/16", "4/15", "--tactics", "rush", "--within", "50", "--format", "json"]
    assert brickyard([*asked, "--jobs", "2"]).stdout == brickyard(asked).stdout


def test_a_cluster_that_is_not_there_is_told() -> None:
    found = brickyard(["battle", OURS, THEIRS, *QUICK, "--cluster", "nowhere"])
    assert found.returncode == 2
    assert "nowhere" in found.stderr


def test_the_table_of_tactics_is_drawn_with_its_words(played: tuple[str, str]) -> None:
    said, drawn = played
    assert said.splitlines()[-1].startswith("Drawn to")
    assert "The Long Wall plays" in drawn
    assert "what sensible players choose" in drawn
    assert "Mean scores over rounds" in drawn
    assert "<image" in drawn, "no portraits of the companies"


def test_a_story_tells_one_battle_and_its_log_can_be_replayed(tmp_path: Path) -> None:
    log = tmp_path / "evening.json"
    found = brickyard(["battle", OURS, THEIRS, "--story", "7", "-o", str(log)])
    said = (
        "One battle of many, played by program, so it doesn't say who wins how often: tactics brawl, harry,"
    )
    assert found.stdout.startswith(said)
    assert brickyard(["replay", str(log)]).stdout.startswith(said)
    again = brickyard(["replay", str(log)])
    assert again.stdout.splitlines()[-1] in found.stdout
    assert "no effect" not in again.stdout
    told = json.loads(brickyard(["battle", OURS, THEIRS, "--story", "7", "--format", "json"]).stdout)
    assert all(event["effect"] and not event["note"] for event in told["events"])
    assert told["by_program"] == {"tactics": "brawl, harry", "terrain": "city", "seed": 7, "engine": ENGINE}
    page = tmp_path / "evening.html"
    brickyard(["battle", OURS, THEIRS, "--story", "7", "-o", str(page)])
    assert "tactics brawl, harry, terrain city, seed 7, engine" in page.read_text("utf-8")


@pytest.mark.parametrize(("seed", "told"), [(MOST_SEED, MOST_SEED), (MOST_SEED + 1, 0)])
def test_a_page_tells_any_seed_that_can_be_asked_for(seed: int, told: int) -> None:
    said = by_program({"by_program": {"seed": seed}}, {"by-program": "seed {seed}"})
    assert said == f"seed {told}"


@pytest.mark.usefixtures("few_battles")
def test_one_swap_is_told_with_how_far_off_it_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(swap_trials, "NUMBER", 32)
    found = brickyard(["battle", OURS, THEIRS, *QUICK[:2], "--within", "50", "--instead", "Glass: 1Y=1G"])
    assert "Try Glass with 1G instead of 1Y:" in found.stdout


def test_every_legal_swap_changes_one_system_and_never_makes_three_of_a_kind() -> None:
    force = company("A", "B G Rd Y", "B G Rd Y", "B B Rd Y")
    swaps = list(swaps_of(force, contest(force).rules))
    soldier = [(one.old[0], one.new[0]) for one in swaps if one.unit == 0]
    assert len(soldier) == 4 * 5
    assert {one.unit for one in swaps} == {0, 2}
    assert ("Rd", "B") not in [(one.old[0], one.new[0]) for one in swaps if one.unit == 2]


def test_a_change_is_clear_only_beyond_its_bound_and_the_first_of_many_has_the_widest() -> None:
    """The second force is seen to win less with each system that the swap stands for."""

    def play(batches: Sequence[BattleBatch]) -> Iterator[tuple[int, BattleSums]]:
        for place, batch in enumerate(batches):
            carried = batch.contest.forces[0]["units"][0]["systems"]
            better = 1 if "G" in carried else 3
            yield place, BattleSums(bytes([better if at % 3 else 3 for at in range(batch.count)]))

    force = company("A", "B Rd Y")
    swaps = [SystemSwap(0, "A 1", ("Y",), (code,)) for code in ("G", "B")]
    best, other = try_swaps(contest(force), swaps, 1, play)
    assert (best.swap.new, best.is_clear, other.is_clear) == (("G",), True, False)
    assert best.change == pytest.approx(1 / 3, abs=0.05)
    assert other.change == 0
