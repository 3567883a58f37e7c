"""Robustness 4 and 5: work and memory are bounded for any file, and one bad model never stops a site."""

from __future__ import annotations

import zipfile
from pathlib import Path
from unittest import mock

import numpy as np
import pytest
from PIL.Image import Image

from brickyard.pictures.shots import Shot, cut_out
from brickyard.pictures.subject import Subject
from brickyard.web import design_page, page_pictures
from fleets.models import tagged_model
from ldraw_tools.assembly import assembling
from ldraw_tools.findings import RefusedError
from ldraw_tools.geometry.pieces import lay_out
from ldraw_tools.measuring import interior, protrusions, shapes
from ldraw_tools.measuring.measure import UP
from ldraw_tools.reading import document
from ldraw_tools.rendering import stage
from ldraw_tools.rendering.mesh_table import MeshTable
from scripts.bombs import BOMBS, MOST_FILE, Bomb
from tests.measuring import assembled
from tests.running import Ran, brickyard
from validators import judging
from validators.report import is_breach

pytestmark = pytest.mark.usefixtures("coarse_pictures")

BRICK = "1 4 {} {} 0 1 0 0 0 1 0 0 0 1 3005.dat"
EXAMPLES = Path(__file__).parents[1] / "examples"


def ran(*arguments: str | Path) -> Ran:
    return brickyard([str(argument) for argument in arguments])


def company(folder: Path, entries: int, text: str = "name: F{}, systems: 2Rd") -> Path:
    path = folder / "company.yaml"
    listed = "".join(f"  - {{{text.format(number)}}}\n" for number in range(entries))
    path.write_text(f"company: Bomb\nframes:\n{listed}", encoding="utf-8")
    return path


def test_robustness_4_a_list_of_too_many_entries_is_refused_before_any_is_read(tmp_path: Path) -> None:
    run = ran("check", company(tmp_path, 151))
    assert (run.returncode, "more than 150 entries, which is too many" in run.stdout) == (1, True)
    assert "NOT JUDGED" in run.stdout
    assert "Use count: for equal units, or list fewer spares." in run.stdout


def test_robustness_4_spares_count_as_entries_too(tmp_path: Path) -> None:
    path = company(tmp_path, 100)
    more = "".join(f"  - {{name: S{number}, systems: 2Rd}}\n" for number in range(51))
    path.write_text(f"{path.read_text('utf-8')}spares:\n{more}", encoding="utf-8")
    assert "more than 150 entries" in ran("check", path).stdout


def test_robustness_4_the_breaches_of_a_force_are_looked_for_once_and_not_for_every_unit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spied = mock.Mock(side_effect=is_breach)
    monkeypatch.setattr(judging, "is_breach", spied)
    ran("check", company(tmp_path, 100, "model: m{}.mpd"))
    # A finding for each missing model, each looked at a few times.
    assert 100 <= spied.call_count < 1_000


def test_robustness_4_too_many_submodels_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document, "MOST_SECTIONS", 10)
    with pytest.raises(RefusedError, match=r"^m\.mpd: more than 10 submodels, which is too large"):
        document.parse("".join(f"0 FILE {number}.ldr\n" for number in range(12)).encode(), "m.mpd")


def test_robustness_4_too_many_submodels_in_a_file_beside_it_are_a_finding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(document, "MOST_SECTIONS", 10)
    bomb = "".join(f"0 FILE {number}.ldr\n" for number in range(12))
    (tmp_path / "beside.ldr").write_text(bomb, encoding="utf-8")
    line = BRICK.format(0, 0).replace("3005.dat", "beside.ldr")
    (tmp_path / "m.ldr").write_text(f"{line}\n", encoding="utf-8")
    assert "more than 10 submodels" in " ".join(ran("inspect", tmp_path / "m.ldr").stdout.split())


@pytest.mark.parametrize(
    ("bound", "said"),
    [
        ("MOST_NAMES", "more than 5 different parts"),
        ("MOST_MISSING", "more than 5 of its parts were not found"),
    ],
)
def test_robustness_4_too_many_names_that_nobody_knows_are_refused(
    bound: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(assembling, bound, 5)
    with pytest.raises(RefusedError, match=said):
        assembled(*[BRICK.format(0, 0).replace("3005", f"x{number}") for number in range(6)])


def test_robustness_4_of_a_thousand_copies_only_those_that_stick_out_most_are_looked_into(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spied = mock.Mock(side_effect=shapes.compose)
    monkeypatch.setattr(protrusions, "compose", spied)
    assembly = assembled(*[BRICK.format(0, -height) for height in range(1000)])
    assembly.measurer.measure()
    found = protrusions.protrusions(assembly, assembly.measurer, assembly.root, UP, 100.0, most=3)
    assert [one.place.line for one in found] == [1000, 999, 998]
    assert spied.call_count == 3


def test_robustness_4_boxes_are_looked_at_in_portions_with_the_same_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = [BRICK.format(20 * (number % 20), 24 * (number // 20)) for number in range(400)]
    whole = assembled(*lines).measurer.measure().box
    monkeypatch.setattr(interior, "_AT_ONCE", 7)
    assert assembled(*lines).measurer.measure().box == whole


def test_robustness_4_corners_for_framing_are_as_few_as_are_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [BRICK.format(20 * number, 0).replace("3005.dat", "own.dat") for number in range(200)]
    part = ["0 FILE own.dat", "0 Own", "0 !LDRAW_ORG Unofficial_Part", "4 16 0 0 0 9 0 0 9 9 0 0 9 0"]
    pieces = lay_out(assembled("0 FILE m.ldr", *lines, *part))
    table = MeshTable(pieces.meshes)
    every = stage._points(pieces, table)
    monkeypatch.setattr(stage, "_MOST_POINTS", 50)
    few = stage._points(pieces, table)
    assert 0 < len(few) < len(every) / 10
    assert np.allclose(few.min(axis=0), every.min(axis=0))
    assert np.allclose(few.max(axis=0), every.max(axis=0))


# The others are written, and their size looked at, by each `make bombs`.
@pytest.mark.parametrize("bomb", [bomb for bomb in BOMBS if not bomb.known], ids=lambda bomb: bomb.name)
def test_bombs_are_files_of_at_most_five_megabytes(bomb: Bomb, tmp_path: Path) -> None:
    assert bomb.write(tmp_path).stat().st_size <= MOST_FILE


# One model never stops a site.


def site_of(folder: Path) -> Path:
    (folder / "chub.mpd").write_bytes((EXAMPLES / "frames" / "chub.mpd").read_bytes())
    lines = ["0 FILE m.ldr"]
    for level in range(5):
        inner = "3005.dat" if level == 4 else f"{level}.ldr"
        placed = BRICK.format(0, 0).replace("3005.dat", inner)
        lines += [placed] * 20 + ([] if level == 4 else [f"0 FILE {level}.ldr"])
    (folder / "bomb.mpd").write_text("\n".join(lines), encoding="utf-8")
    with zipfile.ZipFile(folder / "empty.io", "w"):
        pass
    return folder


def test_robustness_5_what_cannot_be_drawn_or_read_gets_a_page_that_says_why(tmp_path: Path) -> None:
    folder, site = site_of(tmp_path), tmp_path / "site"
    run = ran("publish", folder, "-o", site, "--no-steps")
    assert run.returncode == 1
    why = "more than 12,000 pieces are too many for all pictures of a page"
    assert f"No picture of m: {why}" in run.stdout
    assert "No picture of empty: “empty.io” can't be read: no model.ldr in it" in run.stdout
    assert (site / "chub" / "picture.webp").is_file()
    page = (site / "bomb" / "index.html").read_text("utf-8")
    assert f"No picture: {why}" in page
    assert '"picture.webp' not in page
    assert "be read: no model.ldr in it" in (site / "empty" / "index.html").read_text("utf-8")
    assert "--submodel" not in run.stdout + run.stderr + page
    # Nothing has changed: nothing is made anew, and it still says what is missing.
    again = ran("publish", folder, "-o", site, "--no-steps")
    assert (again.returncode, "No picture of m:" in again.stdout) == (1, True)


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (RefusedError("too many surfaces or lines"), "too many surfaces or lines"),
        (MemoryError(), "it takes more memory than there is"),
    ],
    ids=["refused", "memory"],
)
def test_robustness_0_what_one_model_costs_too_much_never_ends_the_run(
    error: Exception, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("bad", "good"):
        (tmp_path / f"{name}.ldr").write_text(f"0 {name}\n{BRICK.format(0, 0)}\n", encoding="utf-8")

    def drawn(subject: Subject, shot: Shot) -> tuple[Image, Image]:
        if subject.name == "bad":
            raise error
        return cut_out(subject, shot)

    monkeypatch.setattr(page_pictures, "cut_out", drawn)
    run = ran("publish", tmp_path, "-o", tmp_path / "site", "--no-steps")
    assert (run.returncode, f"No picture of bad: {why}" in run.stdout) == (1, True)
    assert f"No picture: {why}" in (tmp_path / "site" / "bad" / "index.html").read_text("utf-8")
    assert (tmp_path / "site" / "good" / "picture.webp").is_file()


def test_robustness_4_what_has_too_many_pieces_for_a_page_is_not_laid_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "m.ldr").write_text("\n".join([BRICK.format(0, 0)] * 3), encoding="utf-8")
    monkeypatch.setattr(design_page, "_MOST_PIECES", 2)
    never = mock.Mock(side_effect=AssertionError("laid out"))
    monkeypatch.setattr(design_page, "open_design", never)
    run = ran("publish", tmp_path / "m.ldr", "-o", tmp_path / "site", "--no-steps")
    assert "more than 2 pieces are too many for all pictures of a page" in run.stdout
    assert not never.called


def test_robustness_4_of_thousands_of_submodels_few_are_looked_at_for_one_to_propose(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"s{number}.ldr" for number in range(300)]
    placed = "".join(f"{BRICK.format(0, 0).replace('3005.dat', name)}\n" for name in names)
    inside = "".join(f"0 FILE {name}\n{BRICK.format(0, 0)}\n" for name in names)
    (tmp_path / "m.mpd").write_text(f"0 FILE m.ldr\n{placed}{inside}", encoding="utf-8")
    spied = mock.Mock(side_effect=tagged_model.is_figure)
    monkeypatch.setattr("brickyard.tags_text.is_figure", spied)
    assert '--set "s0.ldr=2Rd"' in " ".join(ran("tags", tmp_path / "m.mpd").stdout.split())
    assert spied.call_count == 200


def test_robustness_5_a_single_model_that_cannot_be_read_is_still_an_error(tmp_path: Path) -> None:
    run = ran("publish", site_of(tmp_path) / "empty.io", "-o", tmp_path / "site")
    assert run.returncode == 2
