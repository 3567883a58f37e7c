"""What somebody meets who has just begun: a starter as it is, a slip, an old Python."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import brickyard as public
import hatch_build
from tests.running import ROOT, brickyard

CHUB = str(ROOT / "examples" / "frames" / "chub.mpd")


def test_a_campaign_as_it_is_written_says_that_its_lists_are_missing(tmp_path: Path) -> None:
    brickyard(["new", "campaign", "-o", "league.yaml"], tmp_path)
    (tmp_path / "companies.yaml").write_text("campaign: One more\n", "utf-8")
    said = brickyard(["check", "league.yaml"], tmp_path).stdout
    assert "there is no file “company.yaml”" in said
    assert "Did you mean" not in said, "a campaign is no force"
    refused = brickyard(["publish", "league.yaml", "-o", "site"], tmp_path)
    assert refused.stderr.strip().endswith("brickyard check league.yaml says why")
    assert not (tmp_path / "site").exists()


def test_a_heap_that_the_shell_took_apart_is_put_together_again(tmp_path: Path) -> None:
    model = "0 Two bricks\n1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n1 4 400 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n"
    (tmp_path / "two.ldr").write_text(model, "utf-8")
    assert '"two.ldr#heap 1"' in " ".join(brickyard(["check", "two.ldr"], tmp_path).stdout.split())
    assert '"two.ldr#heap 1"' in brickyard(["check", "two.ldr#heap", "1"], tmp_path).stderr


def test_numbered_parts_are_called_what_they_are_and_not_that_they_moved(tmp_path: Path) -> None:
    (tmp_path / "old.ldr").write_text("0 Old\n1 4 0 0 0 1 0 0 0 1 0 0 0 1 3023.dat\n", "utf-8")
    (line,) = public.tags(tmp_path / "old.ldr", lines=True).models[0].lines
    assert (line.part, line.title) == ("3023", "Plate 1 x 2")


def test_a_model_that_is_compared_is_not_said_to_be_wrong_by_itself() -> None:
    said = " ".join(brickyard(["compare", CHUB, "4/15"]).stdout.split())
    assert "as a company of one model" in said
    assert "says why" not in said


def test_whoever_names_no_kind_is_told_the_kinds() -> None:
    assert "company|fleet|mech|campaign|edition" in brickyard(["new"]).stderr
    told = brickyard(["keys"])
    assert (told.returncode, told.stderr) == (
        2,
        "brickyard: of which file? Choose from company, fleet, mech, campaign, edition, settings.\n",
    )


def test_an_old_python_is_told_which_one_is_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hook = hatch_build.MakeGameScript(str(ROOT), {}, None, None, str(tmp_path), "wheel")  # type: ignore[arg-type]
    monkeypatch.setattr(sys, "version_info", (3, 10, 13))
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or newer"):
        hook.initialize("standard", {})


def test_a_name_with_spaces_that_lost_its_quotes_is_recognised(tmp_path: Path) -> None:
    (tmp_path / "my mech.ldr").write_text("0 Mech\n1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n", "utf-8")
    said = brickyard(["check", "my", "mech.ldr"], tmp_path).stderr
    assert 'put a name with spaces in quotes: "my mech.ldr"' in said


def test_a_number_is_called_a_number() -> None:
    refused = brickyard(["check", CHUB, "--players", "many"]).stderr
    assert "'many' is not a valid number" in refused
    assert "--players <number>" in brickyard(["check", "--help"]).stdout
