"""What Python gets about fights and game nights is what the command prints."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import brickyard
from brickyard.serving.making import question
from ldraw_tools.json_values import json_text
from tests.running import ROOT, brickyard as run

EXAMPLES = ROOT / "examples"
FANG, EYE = "companies/suns-fang.yaml", "companies/piercing-eye.yaml"
CHUB = "frames/chub.mpd"
Answer = Callable[[], Any]


@pytest.mark.parametrize(
    ("answer", "line"),
    [
        (
            lambda: brickyard.odds([CHUB, "1B"], range="d", rocket=1),
            f"odds {CHUB} 1B --range d --rocket",
        ),
        (lambda: brickyard.odds("2Rd"), "odds 2Rd"),
        (
            lambda: brickyard.compare([Path(FANG), EYE], score="Sun's Fang lost 1 frame"),
            f"compare {FANG} {EYE}",
        ),
        (lambda: brickyard.bid(FANG, "5/20/2", players=3), f"bid {FANG} --against 5/20/2 --players 3"),
        (lambda: brickyard.dice(["2W", "2Rd"]), "dice 2W 2Rd"),
        (lambda: brickyard.diff(FANG, EYE), f"diff {FANG} {EYE}"),
        (lambda: brickyard.pack(FANG), f"pack {FANG}"),
    ],
)
def test_python_gets_what_the_command_prints(
    answer: Answer, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(EXAMPLES)
    arguments = [*line.split(), "--format", "json"]
    arguments += ["--score", "Sun's Fang lost 1 frame"] if line.startswith("compare") else []
    assert json.loads(json_text(answer())) == json.loads(run(arguments, EXAMPLES).stdout)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (
            lambda: brickyard.odds("2Rd", white="all"),
            "white dice for all: choose none, attack, defense, balanced",
        ),
        (lambda: brickyard.odds("2Rd", spot=-1), "spot: -1 is less than 0"),
        (lambda: brickyard.odds(["2Rd", "1B"], boarders=0), "boarders: 0 is less than 1"),
        (lambda: brickyard.bid("5/20/2", likely="many"), "--likely many: write the systems"),
        (lambda: brickyard.replay("log.json", language="fr"), "language fr: choose en or de"),
    ],
)
def test_what_means_nothing_is_refused_in_a_sentence(answer: Answer, said: str) -> None:
    with pytest.raises(brickyard.BrickyardError, match=said):
        answer()


@pytest.mark.parametrize(
    ("given", "fired"), [(["1"], 1), (["true"], 1), (["3"], 3), (["1", "1"], 2), (["0"], 0), (["no"], 0)]
)
def test_rockets_are_counted_over_http_too(given: list[str], fired: int) -> None:
    values = [("side", "2Rd"), *(("rocket", one) for one in given)]
    assert question("odds", values, lambda _: None) == {"sides": ["2Rd"], "rocket": fired}


def test_an_option_has_its_word_of_the_command_line_over_http() -> None:
    assert question("odds", [("side", "2Rd"), ("range", "d")], lambda _: None)["range"] == "d"
