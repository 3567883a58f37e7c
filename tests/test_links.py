"""Links that lead nowhere or in circles, and folders that may not be read, stop no walk of a folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from brickyard.serving.yard import Yard
from fleets.forces.named_files import SITE_FILE, files_in
from tests.publishing import COMPANY, SMALL, leave_printing_out
from tests.running import brickyard

pytestmark = [
    pytest.mark.skipif(os.name == "nt", reason="not everybody may make links there"),
    pytest.mark.usefixtures("coarse_pictures"),
]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """As in the review, robustness 2: a model, and every link that leads to no file."""
    leave_printing_out(monkeypatch)
    place = tmp_path / "yl"
    place.mkdir()
    (place / "small.ldr").write_text(SMALL)
    (place / "c.yaml").write_text(COMPANY)
    for name, target in {
        "loop.ldr": "loop.ldr",
        "loop.yaml": "loop.yaml",
        "one.io": "two.io",
        "two.io": "one.io",
        "gone.mpd": "nowhere.mpd",
        ".#small.ldr": "somebody@somewhere.1234",
        "here": ".",
        "round": "round",
    }.items():
        (place / name).symlink_to(target)
    return place


CALLS = {
    "publish": ["publish", "yl", "-o", "site", "--no-steps"],
    "can-build": ["can-build", "yl", "--owned", "owned.csv"],
    "check": ["check", "yl"],
    "parts": ["parts", "yl"],
    "card": ["card", "yl"],
    "card of a folder in itself": ["card", "yl/here"],
}


@pytest.mark.parametrize("name", CALLS)
def test_robustness_2_links_in_a_folder_stop_no_command(name: str, place: Path, tmp_path: Path) -> None:
    (tmp_path / "owned.csv").write_text("Part,Color,Quantity\n3001,4,2\n")
    done = brickyard(CALLS[name], tmp_path)
    assert done.returncode in (0, 1), done.stderr
    assert "brickyard:" not in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", ["loop.ldr", "loop.yaml", "one.io", "gone.mpd"])
@pytest.mark.parametrize("command", ["check", "parts", "card", "can-build"])
def test_robustness_2_a_link_that_is_named_is_told_in_one_line(command: str, name: str, place: Path) -> None:
    owned = ["--owned", "yl/small.ldr"] if command == "can-build" else []
    done = brickyard([command, f"yl/{name}", *owned], place.parent)
    assert done.returncode == 2
    assert done.stderr.startswith(
        f"brickyard: yl/{name}: No such file or folder: it is a link that leads nowhere"
    )
    assert done.stderr.count("\n") == 1


def test_robustness_2_a_list_may_name_a_link_that_leads_in_circles(place: Path, tmp_path: Path) -> None:
    (place / "c.yaml").write_text("company: C\nedition: loop.yaml\nframes:\n  - {model: loop.ldr}\n")
    for call in (["check", "yl/c.yaml"], ["publish", "yl/c.yaml", "-o", "site"]):
        done = brickyard(call, tmp_path)
        assert done.returncode in (0, 1), done.stderr


def test_robustness_2_the_workbench_lists_what_is_there(place: Path, tmp_path: Path) -> None:
    (tmp_path / "dropped").mkdir()
    assert set(Yard([place], tmp_path / "dropped").files()) == {"small.ldr", "c.yaml"}


def test_a_folder_that_may_not_be_read_stops_no_walk(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (place / "private").mkdir()
    is_file = Path.is_file

    def refuse(self: Path) -> bool:
        if self.name == SITE_FILE and self.parent.name == "private":
            raise PermissionError(13, "Permission denied")
        return is_file(self)

    monkeypatch.setattr(Path, "is_file", refuse)
    assert [file.name for file in files_in(place)] == ["c.yaml", "small.ldr"]
