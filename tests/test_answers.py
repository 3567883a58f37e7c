"""The answers as Python calls them: values in, a value out, files only where a target is named."""

from __future__ import annotations

from importlib import import_module
from inspect import Parameter, signature
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

import brickyard
from brickyard.answers import NAMES
from brickyard.cli import COMMANDS
from brickyard.commands.options import OverHttp
from ldraw_tools.findings import Severity
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


# These start something, or are about the installation.
WITHOUT_ANSWER = {"serve", "table", "library", "settings", "catalog"}
# What only printing and writing need, or the command line itself.
OF_THE_MEDIUM = {
    *("form", "everything", "strict", "statistics", "watch", "library", "force", "_quiet"),
    *("_example", "clipboard", "can_build", "short", "campaign", "no_open"),
}
# These answers make no file: `-o` writes a drawing or a page of the value, with the models of who `played`.
DRAWN_BY_THE_COMMAND = {"odds", "compare", "bid", "dice", "diff", "pack", "replay", "battle"}
# What Python calls an option of the command line by another word.
OTHER_NAMES: dict[str, dict[str, str]] = {
    "tags": dict.fromkeys(("change", "accept", "target", "in_place"), "set_tags"),
    "draft": {"player": "players"},
    "bid": {"others": "against"},
    "replay": {"unfinished": "add_game"},
    "battle": {"story": "battle_story"},
}


def options_of(command: str) -> dict[str, str]:
    """A command's arguments and options, and what the answer calls each."""
    called = command.replace("-", "_")
    function = getattr(import_module(f"brickyard.commands.{called}"), called)
    left_out = (
        OF_THE_MEDIUM | {"return"} | ({"target", "played"} if command in DRAWN_BY_THE_COMMAND else set())
    )
    found = {}
    for name, hint in get_type_hints(function, include_extras=True).items():
        marks = [one.name for one in get_args(hint) if isinstance(one, OverHttp)]
        if name not in left_out:
            found[name] = next(filter(None, marks), "") or OTHER_NAMES.get(command, {}).get(name, name)
    return found


@pytest.mark.parametrize("command", sorted(set(COMMANDS) - WITHOUT_ANSWER))
def test_every_command_has_its_function_with_the_same_options(command: str) -> None:
    answer = getattr(brickyard, NAMES.get(command, command.replace("-", "_")))
    takes = signature(answer).parameters
    has_more = any(one.kind is Parameter.VAR_KEYWORD for one in takes.values())
    missing = {
        option: name
        for option, name in options_of(command).items()
        if name not in takes and not hasattr(brickyard, name) and not has_more
    }
    assert missing == {}


def test_every_public_name_can_be_imported_and_is_no_room() -> None:
    for name in brickyard.__all__:
        found: Any = getattr(brickyard, name)
        assert not (ROOT / "brickyard" / name / "__init__.py").exists()
        assert not (ROOT / "brickyard" / f"{name}.py").exists()
        assert found.__doc__


def test_b4_a_severity_equals_its_word_and_still_has_an_order(tmp_path: Path) -> None:
    model = tmp_path / "empty.ldr"
    model.write_text("0 Nothing\n")
    finding = next(one for report in brickyard.check(model).reports for one in report.findings)
    assert finding.severity in ("info", "warning", "error")
    assert [*Severity] == sorted(["error", "info", "warning"], key=Severity) == ["info", "warning", "error"]
    assert Severity.INFO < "warning" <= Severity.WARNING < Severity.ERROR > "info" >= Severity.INFO
    assert max(Severity) == "error"
    with pytest.raises(ValueError, match="wrong"):
        assert Severity.INFO < "wrong"
