"""The cookbook: every recipe runs as it stands, and prints what the page shows."""

from __future__ import annotations

import json
import shutil
from email import message_from_bytes
from itertools import pairwise
from pathlib import Path

import pytest

from tests.fleets.battles.playing import GOLDEN
from tests.running import ROOT
from tests.walking import blocks

pytestmark = pytest.mark.usefixtures("coarse_pictures")

PAGE = (ROOT / "docs" / "cookbook.md").read_text("utf-8")
TITLES = [line.removeprefix("## ") for line in PAGE.splitlines() if line.startswith("## ")]
RECIPES = [
    (script[2], shown[2])
    for script, shown in pairwise([*blocks(PAGE)])
    if (script[1], shown[1]) == ("python", "text")
]
_GAMES = ("contested", "eleven-rounds", "example-round", "two-fleets")


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("club")
    shutil.copytree(ROOT / "examples", folder / "examples")
    (folder / "games").mkdir()
    for name in _GAMES:
        shutil.copy(GOLDEN / f"{name}.json", folder / "games")
    return folder


def test_there_are_ten_recipes_and_each_shows_what_it_prints() -> None:
    assert len(RECIPES) == len(TITLES) == 10


@pytest.mark.parametrize("recipe", RECIPES, ids=TITLES)
def test_a_recipe_runs_and_prints_what_is_shown(
    recipe: tuple[str, str], club: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(club)
    script, shown = recipe
    exec(compile(script, "cookbook.md", "exec"), {"__name__": "recipe"})
    printed = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert [line for line in shown.splitlines() if " ".join(line.split()) not in printed] == []
    _CHECKS.get(TITLES[RECIPES.index(recipe)], lambda: None)()


def _check_mail() -> None:
    mail = message_from_bytes(Path("suns-fang.eml").read_bytes())
    assert (mail["To"], mail["Subject"]) == ("bo@example.org", "Sun's Fang: LEGAL")


def _check_notebook() -> None:
    notebook = json.loads(Path("frames.ipynb").read_text("utf-8"))
    kinds = [set(cell["outputs"][0]["data"]) for cell in notebook["cells"][1:]]
    assert kinds[:2] == [{"text/plain", "image/png"}, {"text/plain", "text/html"}]


def _check_upload() -> None:
    assert Path("to-buy.xml").read_text("utf-8").startswith("<INVENTORY>")


_CHECKS = {
    "A mail to each member": _check_mail,
    "A notebook with pictures": _check_notebook,
    "What to buy for the whole club": _check_upload,
}
