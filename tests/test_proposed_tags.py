"""`brickyard tags --propose` and `--accept`: what names say is shown, and written only if somebody asks."""

from __future__ import annotations

import json
import re
import zipfile
from pathlib import Path

import pytest

from brickyard import BrickyardError, check, set_tags, tags
from tests.running import ROOT, brickyard

BRICK = "1 16 0 0 0 1 0 0 0 1 0 0 0 1 3005.dat\n"


def placed(*names: str) -> str:
    return "".join(f"1 16 0 0 0 1 0 0 0 1 0 0 0 1 {name}\n" for name in names)


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """The Commissar without its tags: shield, radar, rocket, and a cannon of any range."""
    path = tmp_path / "bare.mpd"
    text = (ROOT / "examples/frames/commissar.mpd").read_text("utf-8")
    path.write_text(re.sub(r"^0 !MFZ .*\n", "", text, flags=re.MULTILINE), "utf-8")
    return path


def tags_in(path: Path) -> dict[str, str]:
    (model,) = tags(path).models
    return {one.name: one.value or one.role for one in model.submodels if one.role}


def test_proposals_are_listed_with_die_or_choices_and_what_to_do(bare: Path) -> None:
    before = bare.read_bytes()
    said = " ".join(brickyard(["tags", "bare.mpd", "--propose"], bare.parent).stdout.split())
    assert "cannon.ldr 2Rh, 2Rd or 2Ra by “cannon”: choose one radar.ldr 1Y by “radar” shield.ldr 1B" in said
    assert "Nothing is tagged yet. brickyard tags bare.mpd --accept -o bare-tagged.mpd" in said
    assert 'Choose with brickyard tags bare.mpd --set "cannon.ldr=2Rd" -o bare-tagged.mpd.' in said
    assert (bare.read_bytes(), [path.name for path in bare.parent.iterdir()]) == (before, ["bare.mpd"])


def test_json_has_tag_or_choices_only_where_they_were_asked_for(bare: Path) -> None:
    run = brickyard(["tags", "bare.mpd", "--propose", "--format", "json"], bare.parent)
    (model,) = json.loads(run.stdout)["models"]
    found = {one["name"]: (one["tag"], one["choices"], one["times"]) for one in model["proposals"]}
    assert found["shield.ldr"] == ("1B", [], 1)
    assert found["cannon.ldr"] == ("", ["2Rh", "2Rd", "2Ra"], 1)
    plain = brickyard(["tags", "bare.mpd", "--format", "json"], bare.parent)
    assert json.loads(plain.stdout)["models"][0]["proposals"] == []


def test_tags_of_an_untagged_model_says_that_names_can_be_asked(bare: Path) -> None:
    said = " ".join(brickyard(["tags", "bare.mpd"], bare.parent).stdout.split())
    assert "brickyard tags bare.mpd --propose shows what its names say." in said


def test_names_never_change_a_verdict(bare: Path) -> None:
    (report,) = check(bare).reports
    assert report.verdict == "not judged"
    assert tags_in(bare) == {}


def test_accept_tags_all_that_say_a_die(bare: Path) -> None:
    run = brickyard(["tags", "bare.mpd", "--accept", "-o", "new.mpd"], bare.parent)
    assert (run.returncode, run.stderr) == (0, "")
    assert "shield.ldr is 1B\nrocket.ldr is rocket\nnew.mpd written with 3 tags" in run.stdout
    wanted = {"shield.ldr": "1B", "radar.ldr": "1Y", "rocket.ldr": "rocket"}
    assert tags_in(bare.parent / "new.mpd") == wanted
    before = bare.read_text("utf-8").splitlines()
    after = (bare.parent / "new.mpd").read_text("utf-8").splitlines()
    assert [line for line in after if not line.startswith("0 !MFZ")] == before


def test_accept_takes_names_and_set_chooses_for_the_others(bare: Path) -> None:
    given = ["tags", "bare.mpd", "--accept", "radar", "SHIELD.ldr", "--set", "cannon=2Ra", "-o", "new.mpd"]
    assert brickyard(given, bare.parent).returncode == 0
    assert tags_in(bare.parent / "new.mpd") == {"shield.ldr": "1B", "radar.ldr": "1Y", "cannon.ldr": "2Ra"}


def test_what_is_set_wins_over_what_is_proposed(bare: Path) -> None:
    set_tags(bare, {"radar": "spare"}, bare.parent / "new.mpd", accept=True)
    assert tags_in(bare.parent / "new.mpd")["radar.ldr"] == "spare"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--accept", "cannon.ldr", "-o", "x.mpd"], "“cannon.ldr” may be 2Rh, 2Rd or 2Ra; choose one:"),
        (
            ["--accept", "leg.ldr", "-o", "x.mpd"],
            "“leg.ldr” is not proposed; by name “cannon.ldr”,",
        ),
        (["--accept"], "needs --set NAME=TAG or --accept, and -o FILE or --in-place"),
        (["--accept", "--format", "json", "-o", "x.mpd"], "--format is for showing tags"),
        (["--propose", "--nothing"], "No such option"),
    ],
)
def test_what_cannot_be_accepted_is_said_and_not_written(given: list[str], said: str, bare: Path) -> None:
    run = brickyard(["tags", "bare.mpd", *given], bare.parent)
    assert run.returncode == 2
    assert said in " ".join(run.stderr.split())
    assert not (bare.parent / "x.mpd").exists()


def test_where_no_name_says_anything_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "m.mpd").write_text(f"0 FILE m.ldr\n{placed('leg.ldr')}0 FILE leg.ldr\n{BRICK}")
    assert "no name in it says a system" in brickyard(["tags", "m.mpd", "--propose"], tmp_path).stdout
    run = brickyard(["tags", "m.mpd", "--accept", "-o", "x.mpd"], tmp_path)
    assert (run.returncode, "no name in it says a system" in run.stderr) == (2, True)


def test_python_takes_one_name_as_one(bare: Path) -> None:
    written = set_tags(bare, target=bare.parent / "new.mpd", accept="shield.ldr")
    assert dict(written.tags) == {"shield.ldr": "1B"}
    (model,) = tags(bare, propose=True).models
    assert [one.name for one in model.proposals if one.tag] == ["radar.ldr", "shield.ldr", "rocket.ldr"]
    with pytest.raises(BrickyardError, match="is not proposed"):
        set_tags(bare, target=bare.parent / "new.mpd", accept=["x"])


def test_a_studio_file_gets_its_tags_in_names(tmp_path: Path) -> None:
    text = f"0 FILE m.ldr\n{placed('Left shield', 'Side gun')}0 NOFILE\n"
    text += "".join(f"0 FILE {name}\n{BRICK}0 NOFILE\n" for name in ("Left shield", "Side gun"))
    with zipfile.ZipFile(tmp_path / "m.io", "w") as archive:
        archive.writestr("model.ldr", text)
    assert brickyard(["tags", "m.io", "--accept", "-o", "new.io"], tmp_path).returncode == 0
    (model,) = tags(tmp_path / "new.io").models
    assert [(one.name, one.value) for one in model.submodels if one.role] == [("Left shield [1B]", "1B")]


def test_a_group_is_tagged_where_it_is(tmp_path: Path) -> None:
    path = tmp_path / "m.ldr"
    path.write_text(f"0 M\n{BRICK}0 !LEOCAD GROUP BEGIN lasers\n{BRICK}{BRICK}0 !LEOCAD GROUP END\n")
    set_tags(path, target=tmp_path / "new.ldr", accept=True)
    (one,) = [one for one in tags(tmp_path / "new.ldr").models[0].submodels if one.role]
    assert (one.name, one.value) == ("lasers", "2Rd")
