"""Turntables, exploded views, parts laid flat, sizes in the box, and cards for links."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from brickyard.facts.judged_designs import open_design_file
from brickyard.pictures.exploded import explode, pull_apart
from brickyard.pictures.shots import Shot, points_of
from brickyard.pictures.special_views import laid_flat, turntable
from brickyard.pictures.subject import Subject, model_subject
from brickyard.plots.flat_drawing import PenLine, Rectangle, Words
from brickyard.plots.force_line_up import size_drawing
from brickyard.plots.plot_writing import link_drawing, parts_drawing, social_card_png
from catalog.database.part_database import open_workspace
from fleets.models.survey import survey
from ldraw_tools.findings import BrickyardError
from tests.drawing import without_library
from tests.running import ROOT, brickyard
from validators.judged_files import JudgeSettings

CHUB = ROOT / "examples/frames/chub.mpd"
ARM = """0 FILE m.ldr
0 !MFZ FRAME Small
1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat
1 1 100 0 0 1 0 0 0 1 0 0 0 1 arm.ldr
1 1 -100 0 0 1 0 0 0 1 0 0 0 1 arm.ldr
0 FILE arm.ldr
1 16 0 0 0 1 0 0 0 1 0 0 0 1 3003.dat
1 14 0 -24 0 1 0 0 0 1 0 0 0 1 3003.dat
"""


def small(folder: Path) -> Path:
    (folder / "m.mpd").write_text(ARM)
    return folder / "m.mpd"


def opened(path: Path) -> Subject:
    workspace = without_library()
    return model_subject(workspace.assembly(path), workspace.of(path, survey))


def test_a_turntable_shows_as_many_views_and_keeps_the_model_in_its_place(tmp_path: Path) -> None:
    frames = turntable(opened(small(tmp_path)), Shot((60, 40)), 4)
    assert len(frames) == 4
    pixels = [np.asarray(frame, int) for frame in frames]
    assert np.abs(pixels[0] - pixels[1]).max() > 40
    for shown in pixels:
        rows = np.flatnonzero((np.abs(shown - shown[0, 0]).max(axis=2) > 60).any(axis=1))
        assert rows[0] > 0
        assert rows[-1] < 39


@pytest.mark.parametrize("name", ["m.webp", "m.png"])
def test_an_animated_picture_goes_on_for_ever(name: str, tmp_path: Path) -> None:
    small(tmp_path)
    ran = brickyard(["render", "m.mpd", "--turntable", "3", "--size", "40x30", "-o", name], tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    with Image.open(tmp_path / name) as image:
        assert (getattr(image, "n_frames", 1), image.size) == (3, (40, 30))
        assert image.info["loop"] == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["m.mpd", "--turntable", "1", "-o", "m.webp"], "from 2 to 36 views"),
        (["m.mpd", "--turntable", "8", "-o", "m.svg"], ".webp or .png"),
        (["m.mpd", "--turntable", "36", "--size", "2000x2000", "-o", "m.webp"], "too large"),
        (["m.mpd", "--parts", "--link", "-o", "m.png"], "choose one"),
        (["m.mpd", "--parts", "-o", "m.webp"], ".svg or .png"),
        (["--parts", "-o", "m.png"], "name a model"),
    ],
)
def test_a_wrong_wish_is_refused_in_one_line(words: list[str], said: str, tmp_path: Path) -> None:
    small(tmp_path)
    ran = brickyard(["render", *words], tmp_path)
    assert (ran.returncode, len(ran.stderr.splitlines())) == (2, 1)
    assert said in ran.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["m.mpd"]


@pytest.mark.parametrize(
    ("place", "moved"),
    [((60, 0, 0), (1, 0, 0)), ((0, -50, 0), (0, -1, 0)), ((0, 50, 0), (0, 1, 0)), ((10, 0, -45), (0, 0, -1))],
    ids=["an arm aside", "a head up", "a leg down", "a shield to the front"],
)
def test_look_b3_a_group_goes_the_way_it_comes_free_and_a_line_leads_to_it(
    place: tuple[int, int, int], moved: tuple[int, int, int]
) -> None:
    def cube(at: tuple[int, int, int], half: int) -> list[list[int]]:
        return [[axis + way * half for axis in at] for way in (-1, 1)]

    hand = (place[0] + 2 * moved[0], place[1] + 2 * moved[1], place[2] + 2 * moved[2])
    pulls = pull_apart(np.array([cube((0, 0, 0), 40), cube(place, 15), cube(hand, 4)], float))
    arm, far = pulls.shifts[1], np.linalg.norm(pulls.shifts[1])
    assert np.allclose(arm, np.array(moved) * far)
    assert far > 8
    # What it carries goes with it, and farther.
    assert np.linalg.norm(pulls.shifts[2]) > far
    assert np.allclose(pulls.guides[0, 1] - pulls.guides[0, 0], arm)
    assert not pulls.shifts[0].any()


def test_an_exploded_model_is_wider_and_its_groups_stay_whole(tmp_path: Path) -> None:
    workspace, path = without_library(), small(tmp_path)
    subject = model_subject(workspace.assembly(path), workspace.of(path, survey))
    apart = explode(workspace.assembly(path), subject)
    assert np.ptp(points_of(apart)[:, 0]) > 1.1 * np.ptp(points_of(subject)[:, 0])
    places = sorted(apart.pieces.matrices[:, :, 3].tolist())
    # The two bricks of an arm are still one on the other.
    lower, upper = (place for place in places if place[0] < -1)
    assert abs(lower[1] - upper[1]) == pytest.approx(24)
    assert lower[0] == pytest.approx(upper[0])


def test_parts_laid_flat_are_all_there_and_none_lies_on_another() -> None:
    subject = opened(CHUB)
    flat, counts = laid_flat(subject)
    assert len(flat.pieces) == len(subject.pieces) == sum(many for _, many in counts)
    assert [many for _, many in counts] == sorted((many for _, many in counts), reverse=True)
    boxes = []
    for place in range(len(flat.pieces)):
        spots = flat.table.spots[int(flat.pieces.mesh[place])] + flat.pieces.matrices[place, :, 3]
        boxes.append((spots.min(axis=0), spots.max(axis=0)))
    for number, (low, high) in enumerate(boxes):
        assert high[1] == pytest.approx(0, abs=1e-6)
        for other_low, other_high in boxes[number + 1 :]:
            apart = (low > other_high - 1e-6) | (high < other_low + 1e-6)
            assert apart[0] or apart[2]


def test_the_bar_of_colours_is_as_wide_as_there_are_parts(tmp_path: Path) -> None:
    drawing = parts_drawing(opened(small(tmp_path)), "Small", 200)
    said = [shape.text for shape in drawing.shapes if isinstance(shape, Words)]
    assert {"5 parts in 3 colours", "2 Blue", "2 Yellow", "1 Red"} <= set(said)
    bar = [shape for shape in drawing.shapes if isinstance(shape, Rectangle) and not shape.radius]
    assert [one.width for one in bar] == pytest.approx([152 * part / 5 for part in (2, 2, 1)])


def test_every_model_stands_in_a_box_of_ten_studs_and_twelve_bricks() -> None:
    design = open_design_file(CHUB, JudgeSettings(workspace=open_workspace([ROOT / "tests"]))).designs[0]
    drawing = size_drawing([design, design], 240)
    dashed = [shape.spots for shape in drawing.shapes if isinstance(shape, PenLine) and shape.dashed]
    tops = [spots for spots in dashed if spots[0][1] == spots[1][1]]
    sides = [spots for spots in dashed if spots[0][0] == spots[1][0]]
    assert (len(tops), len(sides)) == (2, 4)
    wide, high = tops[0][1][0] - tops[0][0][0], sides[0][1][1] - sides[0][0][1]
    assert high / wide == pytest.approx(12 * 24 / (10 * 20))
    with pytest.raises(BrickyardError, match="too many"):
        size_drawing([design] * 61)


def test_a_picture_for_links_has_the_size_that_others_want_and_says_the_verdict() -> None:
    file = open_design_file(CHUB, JudgeSettings(workspace=open_workspace([ROOT / "tests"])))
    drawing = link_drawing(file)
    said = [shape.text for shape in drawing.shapes if isinstance(shape, Words)]
    assert {"ST-07 Chub", "LEGAL", "Rd"} <= set(said)
    with Image.open(BytesIO(social_card_png(drawing))) as image:
        assert image.size == (1200, 630)
