"""`brickyard bid`, as players use it the week before: what to bring, and how likely a tie is."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from brickyard.cli import _run
from brickyard.comparison.bid_answer import Bids
from brickyard.comparison.bid_wording import exactly, percent
from ldraw_tools.json_values import schema_of
from tests.running import ROOT
from tests.test_compare import as_golden
from tests.validators.json_schemas import breaches

COMPANIES = ROOT / "examples" / "companies"
ANVIL, FANG, EYE = (str(COMPANIES / f"{name}.yaml") for name in ("estars-anvil", "suns-fang", "piercing-eye"))
PATROL = str(ROOT / "examples" / "fleets" / "first-patrol.yaml")

BidRun = Callable[..., str]


@pytest.fixture
def bid(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> BidRun:
    def run(*arguments: str, status: int = 0) -> str:
        monkeypatch.setattr(sys, "argv", ["brickyard", "bid", *arguments])
        assert _run() == status
        said = capsys.readouterr()
        assert "Traceback" not in said.err
        return said.err if status else said.out

    return run


def as_document(text: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text)
    root = schema_of(Bids)
    assert list(breaches(found, root, root)) == []
    return found


def bids_in(found: dict[str, Any]) -> dict[tuple[int, int], dict[str, Any]]:
    return {(one["bid"]["units"], one["bid"]["systems"]): one for one in found["bids"]}


def test_against_known_opponents_every_bid_has_its_score_and_position(bid: BidRun) -> None:
    as_golden("bid.known.txt", bid(ANVIL, "--against", FANG, EYE))


def test_against_unknown_opponents_what_is_assumed_is_said(bid: BidRun) -> None:
    as_golden("bid.assumed.txt", bid(FANG))


def test_opponents_may_be_named_with_one_option_or_several(bid: BidRun) -> None:
    assert bid(ANVIL, "--against", FANG, EYE) == bid(ANVIL, "--against", FANG, "--against", EYE)
    assert (
        bid(ANVIL, "--against", FANG, EYE).splitlines()[3:]
        == bid(ANVIL, "--against", EYE, FANG).splitlines()[3:]
    )


def test_the_books_companies_stand_where_the_book_puts_them(bid: BidRun) -> None:
    found = as_document(bid(EYE, "--against", ANVIL, FANG, "--format", "json"))
    own = bids_in(found)[4, 15]
    assert own["score"] == {"exact": "42", "value": 42.0}
    assert own["chances"]["highest"]["exact"] == "1"
    assert found["assumed"] == 0
    assert found["own"] == {"units": 4, "systems": 15}


def test_every_bid_of_the_game_is_there_and_its_chances_add_up(bid: BidRun) -> None:
    found = as_document(bid(FANG, "--format", "json"))
    bids = bids_in(found)
    assert set(bids) == {(units, systems) for units in (3, 4, 5) for systems in range(4 * units + 1)}
    for one in bids.values():
        chances = [Fraction(c["exact"]) for c in one["chances"].values()]
        assert sum(chances) == 1
    assert len(found["assumed_bids"]) == 15
    assert "as likely as any other" in found["assumption"]


def test_one_system_fewer_is_told(bid: BidRun) -> None:
    said = bid("frames=5,systems=20", "--against", "frames=5,systems=20", "--game", "skirmish")
    assert "As it is, 5 frames and 20 systems: score per asset 5, score 40: tied for defense." in said
    assert "One system fewer: score per asset 6, score 48: defense." in said
    assert "One system more" not in said
    full = bid("frames=5,systems=18", "--against", "frames=5,systems=20", "--game", "skirmish")
    assert "One system more: score per asset 6, score 48: defense." in full


def test_a_spare_is_named_with_its_reason(bid: BidRun) -> None:
    ours, theirs = "frames=3,systems=10", ("frames=3,systems=10", "frames=5,systems=13")
    said = " ".join(bid(ours, "--against", *theirs, "--game", "skirmish").split())
    assert (
        "Spare to bring: a frame with 0 systems: added at a tie it leaves you score 36 (defense); "
        "one with 3 systems leaves score 24 (offense)." in said
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((ANVIL,), "Spare: none; a skirmish of 3 players has 3 to 5 frames, and you have 5 already."),
        (
            ("frames=1,systems=4", "--players", "3", "--game", "skirmish"),
            "Spare: none; a skirmish of 3 players has 3 to 5 frames, and you have 1.",
        ),
        (
            ("frames=5,systems=20", "--against", "frames=5,systems=20", "--game", "skirmish"),
            "Spare: none needed; at a tie removing a frame with 4 systems leaves you score 49 (defense), "
            "adding one at best score 36 (point).",
        ),
        (
            ("frames=4,systems=16", "--against", "frames=4,systems=16", "--game", "skirmish"),
            "Spare: none helps; if you must add a frame at a tie, one with 0 systems costs least: score 32 "
            "(point); one with 1 system leaves score 24 (point).",
        ),
        (
            (FANG, "--against", ANVIL, EYE),
            "Spare: none needed for a tie for defense, which never comes",
        ),
        ((PATROL,), "Spare: none; at a tie no one may add a TA (IO p.28)."),
    ],
)
def test_where_a_spare_is_of_no_use_it_says_why(bid: BidRun, arguments: tuple[str, ...], said: str) -> None:
    assert said in " ".join(bid(*arguments).split())


def test_a_spare_that_is_listed_is_the_one_that_is_weighed(bid: BidRun, tmp_path: Path) -> None:
    text = (COMPANIES / "suns-fang.yaml").read_text() + "spares: [{name: Reserve, systems: 1B 1G}]\n"
    path = tmp_path / "fang.yaml"
    path.write_text(text.replace("model: ../stations/depot.mpd", "name: Depot"))
    said = " ".join(bid(str(path)).split())
    assert "Spare to bring: a frame with 2 systems (Reserve)" in said


def test_known_and_unknown_opponents_mix(bid: BidRun) -> None:
    said = " ".join(bid(FANG, "--against", EYE).split())
    assert "Against Piercing Eye (4 frames, 15 systems, 2 stations) and 1 unknown opponent." in said
    assert "a skirmish of 3 players" in said


def test_what_is_likely_can_be_said(bid: BidRun) -> None:
    found = as_document(bid(FANG, "--likely", "4", "--format", "json"))
    assert found["assumed_bids"] == [{"units": n, "systems": 4 * n} for n in (3, 4, 5)]


def test_fleets_bid_tactical_assets(bid: BidRun) -> None:
    found = as_document(bid(PATROL, "--format", "json"))
    assert [found["limits"][key] for key in ("least", "most", "room")] == [5, 7, 4]
    assert found["own"] == {"units": 5, "systems": 14}


def test_lines_fit_the_screen_in_the_largest_game(bid: BidRun) -> None:
    said = bid("frames=8,systems=32", "--players", "2", "--game", "battle", "--all")
    assert max(len(line) for line in said.splitlines()) <= 100
    assert "\n        0 " in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("frames=4,systems=16",), "how many play? Say it with --players 3"),
        (("frames=4,systems=16", "--players", "9"), "is for 2 to 5 players"),
        ((ANVIL, "--against", FANG, EYE, "--players", "2"), "--players 2: 3 are named already"),
        ((ANVIL, "--likely", "four"), "such as 3-4"),
        ((ANVIL, "--likely", "4-3"), "the lower number comes first"),
        ((ANVIL, "-o", "bid.gif"), "bid.gif: a picture's name ends with .svg or .png"),
        ((str(COMPANIES),), "name files, not folders"),
        ((ANVIL, "--against", "frmaes=3"), "Did you mean frames?"),
        ((ANVIL, "-o", f"{ANVIL}/bid.svg"), "can't be made a folder"),
    ],
)
def test_a_call_that_can_not_be_is_one_line_with_a_way_out(
    bid: BidRun, arguments: tuple[str, ...], said: str
) -> None:
    told = bid(*arguments, status=2)
    assert said in told
    assert len(told.splitlines()) == 1


def test_a_heat_map_is_drawn_as_svg_and_png(bid: BidRun, tmp_path: Path) -> None:
    bid(FANG, "-o", str(tmp_path / "bid.svg"))
    svg = (tmp_path / "bid.svg").read_text("utf-8")
    for word in ("What to bring: Sun's Fang", "14.7%", "chance of defense", "Assumed", "version 001"):
        assert word in svg
    bid(FANG, "-o", str(tmp_path / "bid.PNG"))
    with Image.open(tmp_path / "bid.PNG") as image:
        assert image.format == "PNG"
        assert image.width > 1000


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (Fraction(0), "0%"),
        (Fraction(1), "100%"),
        (Fraction(1, 15), "6.7% (1/15)"),
        (Fraction(1, 5000), "under 0.1% (1/5000)"),
        (Fraction(4999, 5000), "over 99.9% (4999/5000)"),
        (Fraction(100_003, 200_000), "50.0%"),
    ],
)
def test_chances_are_never_rounded_to_certainty(chance: Fraction, words: str) -> None:
    assert exactly(chance) == words
    assert percent(chance) == words.partition(" (")[0]
