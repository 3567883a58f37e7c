"""The answers as Python calls them: values in, a value out, files only where a target is named."""

from __future__ import annotations

from pathlib import Path

import pytest

import brickyard
from tests.running import ROOT

CHUB = ROOT / "examples" / "frames" / "chub.mpd"


def test_without_a_target_a_picture_is_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    made = brickyard.render(CHUB, size="60x40")
    assert made.data.startswith(b"\x89PNG")
    assert made.files == (Path("chub.png"),)
    assert list(tmp_path.iterdir()) == []


def test_with_a_target_it_is_a_file(tmp_path: Path) -> None:
    made = brickyard.export([CHUB, tmp_path / "gone.mpd"], target=tmp_path / "out", formats="stl")
    assert made.files == (tmp_path / "out" / "chub.stl",)
    assert made.files[0].is_file()
    assert not made.data
    [problem] = made.problems
    assert "gone.mpd" in problem


def test_parts_in_a_format_are_bytes_too() -> None:
    found = brickyard.parts_list(CHUB, forms="bricklink")
    assert found.files[0].data.startswith(b"<")
    assert found.files[0].lots == len(found.to_buy)


def test_shares_of_a_draft_are_written_to_a_folder(tmp_path: Path) -> None:
    (tmp_path / "mine.csv").write_text("number,colour,quantity\n3001,5,10\n3023,11,20\n", "utf-8")
    found = brickyard.draft(tmp_path / "mine.csv", players=["Ann", "Bo"], target=tmp_path / "shares")
    assert [file.name for file in found.written] == ["ann.csv", "bo.csv"]
    assert brickyard.owned(found.written).pieces == 30


@pytest.mark.parametrize(
    ("option", "word", "choices"),
    [("substitutes", "any", "exact, mould, alternate"), ("condition", "old", "any, new, used")],
)
def test_a_word_that_is_not_offered_is_refused(option: str, word: str, choices: str) -> None:
    with pytest.raises(brickyard.BrickyardError, match=f"--{option} {word}: choose {choices}"):
        brickyard.parts_list(CHUB, **{option: word})  # type: ignore[arg-type]


def test_the_catalog_is_asked_by_words_or_by_number() -> None:
    assert brickyard.catalog_search("plate 1 x 2 clip", most=1).has_more
    assert brickyard.catalog_show("3001").parts[0].title == "Brick 2 x 4"
