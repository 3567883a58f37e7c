"""A folder of lists and models: every list is judged, and every model that no list of the run fields."""

from __future__ import annotations

from pathlib import Path

import pytest

from catalog.yaml.yaml_reading import YamlDocument, read_yaml_file
from fleets.forces.manifest import fielding_lists, manifest_in
from ldraw_tools.workspace import Workspace

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
