"""A folder of lists and models: every list is judged, and every model that no list of the run fields."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from catalog.yaml.yaml_reading import YamlDocument, read_yaml_file
from fleets.forces.manifest import fielding_lists, manifest_in
from ldraw_tools.workspace import Workspace
from tests.running import brickyard

# A frame without tags: by itself nothing says what it carries.
MODEL = "0 Mech\n" + "".join(f"1 4 0 {-24 * i} 0 1 0 0 0 1 0 0 0 1 3003.dat\n" for i in range(3))
LEGAL = """company: {}
game: {{size: skirmish, players: 3}}
frames:
  - {{model: {}, name: Brutus, systems: 1B 1G 1Y 2Rd, rockets: 1, count: 3}}
stations: [{{name: Depot, count: 2}}]
"""


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """Two members' folders; one list uses a model of the other's, one model is nobody's."""
    for name in ("ann/mech.ldr", "bob/other.ldr", "bob/loose.ldr", "bob/heaps.mpd"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(MODEL, "utf-8")
    (tmp_path / "ann/ann.yaml").write_text(LEGAL.format("Ann's", "mech.ldr"), "utf-8")
    spares = "spares: [{model: ../ann/mech.ldr, systems: none}]\n"
    (tmp_path / "bob/bob.yaml").write_text(LEGAL.format("Bob's", "heaps.mpd#heap 1") + spares, "utf-8")
    return tmp_path


def test_a_model_belongs_to_the_first_list_of_the_run_that_names_it(club: Path) -> None:
    lists, models = [club / "bob/bob.yaml", club / "ann/ann.yaml"], sorted(club.rglob("*.[lm]*"))
    assert fielding_lists([*models, *lists], Workspace()) == {
        club / "ann/mech.ldr": lists[0],
        club / "bob/heaps.mpd": lists[0],
    }
    assert fielding_lists([club / "ann/mech.ldr"], Workspace()) == {}


@pytest.mark.parametrize(
    "text",
    ["", "company: [", "frames: 3", "frames: {model: mech.ldr}", "frames: [3, {model: }, {model: [a]}]", "-"],
)
def test_a_list_that_can_not_be_read_fields_nothing(club: Path, text: str) -> None:
    (club / "ann/ann.yaml").write_text(text, "utf-8")
    files = [club / "ann/ann.yaml", club / "ann/gone.yaml", club / "ann/mech.ldr"]
    assert fielding_lists(files, Workspace()) == {}


def test_to_know_what_a_list_fields_it_is_not_read_twice(club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Path] = []

    def counted(path: Path, *given: str, **named: str) -> YamlDocument:
        read.append(path)
        return read_yaml_file(path, *given, **named)

    monkeypatch.setattr("fleets.forces.manifest.read_yaml_file", counted)
    workspace, company = Workspace(), club / "ann/ann.yaml"
    fielding_lists([company], workspace)
    assert manifest_in(workspace, company).subject
    assert read == [company]


def test_b2_a_folder_of_legal_companies_passes_though_a_model_is_not_tagged(club: Path) -> None:
    """newcomer B2: the documented step of continuous integration."""
    run = brickyard(["check", "ann", "--strict"], club)
    assert run.returncode == 0, run.stdout
    assert run.stdout.endswith("1 model is judged in its list, not once more\n")
    assert brickyard(["check", "ann", "--quiet"], club).stdout == ""
    assert brickyard(["check", "ann/mech.ldr"], club).returncode == 1


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_b2_programs_get_the_report_on_a_fielded_model_with_its_list(club: Path, jobs: str) -> None:
    (club / "bob/loose.ldr").unlink()
    (club / "bob/other.ldr").unlink()
    run = brickyard(["check", ".", "--format", "json", "--jobs", jobs], club)
    answer = json.loads(run.stdout)
    assert (run.returncode, answer["verdict"]) == (0, "legal")
    assert {one["file"]: (one["verdict"], one["judged_in"]) for one in answer["reports"]} == {
        "ann/ann.yaml": ("legal", ""),
        "ann/mech.ldr": ("not judged", "ann/ann.yaml"),
        "bob/bob.yaml": ("legal", ""),
        "bob/heaps.mpd": ("not judged", "bob/bob.yaml"),
    }


def test_b2_what_no_list_fields_counts_for_itself(club: Path) -> None:
    run = brickyard(["check", "bob", "--format", "github"], club)
    assert run.returncode == 1
    assert [line.partition(" by ")[0] for line in run.stdout.splitlines() if " by " in line] == [
        "bob/bob.yaml: LEGAL",
        "bob/loose.ldr: NOT JUDGED",
        "bob/other.ldr: NOT JUDGED",
    ]


def test_b16_several_files_end_with_a_table_of_file_verdict_and_first_reason(club: Path) -> None:
    lists = club / "ann/ann.yaml"
    lists.write_text(lists.read_text("utf-8").replace("1B 1G", "2B 2G"), "utf-8")
    (club / "bob/other.ldr").unlink()
    table = brickyard(["check", "."], club).stdout.splitlines()[-7:]
    assert [line.split(maxsplit=3)[:3] for line in table[1:4]] == [
        ["ann/ann.yaml", "NOT", "LEGAL"],
        ["bob/bob.yaml", "LEGAL"],
        ["bob/loose.ldr", "NOT", "JUDGED"],
    ]
    assert table[0].split("  ")[0] == "file"
    assert "SYS001: Brutus carries 6 systems; a frame has room for 4" in table[1]
    assert table[-2:] == [
        "3 checked: 1 legal, 1 not judged, 1 not legal",
        "2 models are judged in their lists, not once more",
    ]
    quiet = brickyard(["check", ".", "--quiet"], club).stdout.splitlines()
    assert [line.split(": ")[:3] for line in quiet] == [
        ["ann/ann.yaml", "NOT LEGAL", "SYS001"],
        ["bob/loose.ldr", "NOT JUDGED", "TAG028"],
    ]


def test_b16_statistics_count_findings_by_code(club: Path) -> None:
    lists = club / "bob/bob.yaml"
    lists.write_text(lists.read_text("utf-8") + "suppress: {LNT011: we are few}\n", "utf-8")
    run = brickyard(["check", ".", "--statistics"], club)
    assert run.returncode == 1
    rows = {tuple(line.split()[:2]): line.split()[2:4] for line in run.stdout.splitlines()[1:]}
    assert rows[("TAG028", "error")] == ["2", "2"]
    assert (rows[("LNT011", "info")], rows[("LNT011", "suppressed")]) == (["1", "1"], ["1", "1"])
    for more in (["--format", "json"], ["--watch"]):
        refused = brickyard(["check", ".", "--statistics", *more], club)
        assert (refused.returncode, refused.stdout) == (2, "")
