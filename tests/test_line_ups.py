"""Line-ups and comparisons as pictures: one scale for all, names, dice, and the numbers of the answer."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from brickyard.comparison.compare_answer import compare_all
from brickyard.facts.judged_designs import DesignFile, open_design_file
from brickyard.pictures.line_up import copies_of, in_ranks, line_up
from brickyard.pictures.shots import Shot, picture, points_of, suiting_view
from brickyard.pictures.subject import Subject, model_subject
from brickyard.pictures.system_marks import open_design
from brickyard.plots.fight_plots import score_drawing
from brickyard.plots.flat_drawing import BAR, Drawing, Inset, Rectangle, Words, svg_of
from brickyard.plots.force_line_up import line_up_drawing
from brickyard.plots.portraits import on_one_ground, view_at
from catalog.database.part_database import open_workspace
from fleets.models.model_units import Role
from fleets.models.survey import survey
from ldraw_tools.rendering.camera import View
from tests.running import brickyard
from validators.judged_files import JudgeSettings


def company(folder: Path, name: str, *frames: str) -> Path:
    """With a tin, which is a brick, and a pot of three."""
    for tall, tin in ((1, "tin"), (3, "pot")):
        bricks = [f"1 4 0 {-24 * up} 0 1 0 0 0 1 0 0 0 1 3003.dat" for up in range(tall)]
        (folder / f"{tin}.ldr").write_text("\n".join([f"0 {tin}", "0 !MFZ FRAME", *bricks, ""]))
    target = folder / f"{name.lower()[:1]}.yaml"
    target.write_text("\n".join([f"company: {name}", "frames:", *(f"  - {{{one}}}" for one in frames), ""]))
    return target


def read(path: Path) -> DesignFile:
    return open_design_file(path, JudgeSettings(workspace=open_workspace([path.parent])))


def words_in(drawing: Drawing) -> list[str]:
    return [shape.text for shape in drawing.shapes if isinstance(shape, Words)]


def insets(drawing: Drawing) -> list[Inset]:
    return [shape for shape in drawing.shapes if isinstance(shape, Inset)]


TIN, POT = "model: tin.ldr, name: Tin, systems: 2Rd", "model: pot.ldr, name: Pot, systems: 1B, count: 2"


def test_t6_a_company_is_a_line_up_with_names_dice_figure_and_ruler(tmp_path: Path) -> None:
    drawing = line_up_drawing([read(company(tmp_path, "Tins", TIN, POT))], None)
    said = words_in(drawing)
    for word in ("Tins", "Tin", "2 × Pot", "Rd", "B", "7 plates", "10 studs, 80 mm"):
        assert word in said
    # A tin, two pots and the figure stand on one ground, in one picture.
    assert len(insets(drawing)) == 1


def test_all_models_of_a_line_up_have_one_scale_and_one_ground(tmp_path: Path) -> None:
    designs = [open_design(one) for one in read(company(tmp_path, "Tins", TIN, POT)).designs]
    tin, pot = (one.subject for one in designs if one)
    view = view_at(0, 0)
    row = on_one_ground([(tin, view, [10.0, 200.0]), (pot, view, [100.0])], 90.0, 12.0)
    with Image.open(io.BytesIO(row.data)) as image:
        solid = np.asarray(image)[:, :, 3] == 255
    per_unit = image.width / row.width
    found = []
    for left in (10.0, 100.0, 200.0):
        # Two studs wide: a column through the middle of each.
        middle = round((left + 12.0 - row.left) * per_unit)
        there = np.flatnonzero(solid[:, middle])
        found.append((row.top + (there[-1] + 1) / per_unit, len(there) / per_unit))
    assert [foot for foot, _ in found] == pytest.approx([90.0] * 3, abs=0.6)
    # A brick is 24 LDU high, a stud 20 wide.
    assert found[1][1] - found[0][1] == pytest.approx(2 * 24 / 20 * 12, abs=0.6)
    assert found[0][1] == found[2][1]


def test_nothing_of_a_line_up_is_cut_off(tmp_path: Path) -> None:
    many = [TIN, POT, "model: pot.ldr, name: Three, systems: 2Rd 2B 2Y, count: 3"]
    files = [read(company(tmp_path, "Tins", *many)), read(company(tmp_path, "Pots", *many))]
    for some in (files[:1], files):
        drawing = line_up_drawing(some, None, 500.0)
        for one in insets(drawing):
            with Image.open(io.BytesIO(one.data)) as image:
                seen = np.argwhere(np.asarray(image)[:, :, 3] > 60)
            (top, left), (bottom, right) = seen.min(axis=0), seen.max(axis=0)
            per_unit = image.width / one.width
            assert one.left + left / per_unit >= 0
            assert one.left + right / per_unit <= drawing.width
            assert one.top + top / per_unit >= 0
            assert one.top + bottom / per_unit <= drawing.height
        for shape in drawing.shapes:
            if isinstance(shape, Rectangle):
                assert 0 <= shape.left <= shape.left + shape.width <= drawing.width


def test_two_companies_face_each_other_at_one_scale(tmp_path: Path) -> None:
    ours = company(tmp_path, "Tins", TIN)
    theirs = company(tmp_path, "Pots", POT)
    ran = brickyard(["render", ours.name, theirs.name, "-o", "duel.svg"], tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    svg = (tmp_path / "duel.svg").read_text("utf-8")
    assert "<title>Tins against Pots</title>" in svg
    assert svg.count("<image ") == 1
    assert "Parts drawn from the LDraw Parts Library" in svg
    # The second side looks to the left: its brick shows the other of its two fronts more.
    [row] = insets(line_up_drawing([read(ours), read(ours)], None))
    with Image.open(io.BytesIO(row.data)) as image:
        shown = np.asarray(image.convert("L"), float) * (np.asarray(image)[:, :, 3] == 255)
    columns = np.flatnonzero(shown.any(axis=0))
    gaps = np.flatnonzero(np.diff(columns) > 3)
    one, other = np.split(columns, gaps + 1)[:2]
    leans = [_lean(shown[:, some]) for some in (one, other)]
    assert leans[0] * leans[1] < 0


def _lean(shown: NDArray[np.float64]) -> float:
    """How much farther right than left the lowest corner of a brick is."""
    lowest = np.flatnonzero(shown[np.flatnonzero(shown.any(axis=1))[-1]])
    return float(lowest.mean() - shown.shape[1] / 2)


def test_without_a_name_the_picture_is_called_after_the_lists(tmp_path: Path) -> None:
    ours, theirs = company(tmp_path, "Tins", TIN), company(tmp_path, "Pots", POT)
    assert brickyard(["render", ours.name, theirs.name], tmp_path).returncode == 0
    assert (tmp_path / "t-p.png").is_file()


@pytest.mark.parametrize(
    ("frame", "said"),
    [
        ("name: A, systems: 1B", "c.yaml lists no model that can be drawn"),
        ("model: gone.ldr", "lists no model that can be drawn; brickyard check c.yaml says why"),
    ],
)
def test_a_company_on_paper_has_no_picture_and_says_so(frame: str, said: str, tmp_path: Path) -> None:
    company(tmp_path, "C", frame)
    ran = brickyard(["render", "c.yaml", "-o", "c.png"], tmp_path)
    assert (ran.returncode, len(ran.stderr.splitlines())) == (2, 1)
    assert said in ran.stderr
    assert not (tmp_path / "c.png").exists()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["c.yaml", "--figure", "--angle", "1,2"], "--angle, --figure: not for line-ups"),
        (["c.yaml", "--link", "--size", "900x900"], "--size: not for line-ups"),
        (["c.yaml", "--size", "20x20"], "300 pixels of width is the least"),
        (["tin.ldr", "--exploded", "--systems"], "--exploded moves parts away"),
    ],
)
def test_an_option_that_a_plot_does_not_take_is_refused(
    options: list[str], said: str, tmp_path: Path
) -> None:
    company(tmp_path, "C", TIN)
    ran = brickyard(["render", *options, "-o", "c.png"], tmp_path)
    assert ran.returncode == 2
    assert said in ran.stderr
    assert not (tmp_path / "c.png").exists()


def test_what_is_on_paper_keeps_its_place_among_models(tmp_path: Path) -> None:
    said = words_in(line_up_drawing([read(company(tmp_path, "C", TIN, "name: Ghost, systems: 1Y"))], None))
    assert {"Ghost", "on paper", "Y"} <= set(said)


def test_a_hostile_name_in_a_line_up_is_text(tmp_path: Path) -> None:
    frame = 'model: tin.ldr, name: "<script>alert(1)</script>", systems: 1B'
    svg = svg_of(line_up_drawing([read(company(tmp_path, "C", frame))], None))
    assert "<script" not in svg


def test_the_stands_of_a_podium_are_as_high_as_the_scores() -> None:
    found = compare_all(["4/15/2", "4/16/2", "5/20/2"], JudgeSettings())
    drawing = score_drawing(found)
    scores = [one.score for one in found.comparison.standings]
    stands = [shape for shape in drawing.shapes if isinstance(shape, Rectangle) and shape.fill == BAR][:3]
    assert [stand.height / stands[0].height for stand in stands] == pytest.approx(
        [score / scores[0] for score in scores]
    )
    said = words_in(drawing)
    assert [str(score) in said for score in scores] == [True] * 3
    for one in found.comparison.standings:
        assert any(f"= score {one.score}" in text for text in said)
    # What takes away is striped.
    taking = sum(step.points < 0 for one in found.comparison.standings for step in one.adjustments)
    assert sum(shape.striped for shape in drawing.shapes if isinstance(shape, Rectangle)) == taking > 0


def test_steps_add_up_to_the_points_of_an_asset() -> None:
    found = compare_all(["4/15/2", "5/20/2"], JudgeSettings())
    for one in found.comparison.standings:
        steps = sum(step.points for step in one.adjustments)
        assert found.lineup.terms.start + steps == one.per_asset


def test_a_line_up_says_how_many_designs_it_leaves_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("brickyard.plots.force_line_up._MOST_DESIGNS", 1)
    drawing = line_up_drawing([read(company(tmp_path, "Tins", TIN, POT))], None)
    assert "Tins has 1 more design, not drawn here." in words_in(drawing)


def test_a_picture_for_standard_output_is_told_where_to_go(tmp_path: Path) -> None:
    run = brickyard(["odds", "2Rd 1B", "soldier", "-o", "-"], tmp_path)
    assert (run.returncode, run.stdout) == (2, "")
    assert "name a file for the picture, such as -o picture.svg" in run.stderr


def test_a_rank_and_a_row_put_the_same_models_to_the_table_each_seen_from_its_own_side(
    tmp_path: Path,
) -> None:
    designs = [open_design(one) for one in read(company(tmp_path, "Tins", TIN, POT)).designs]
    tin, pot = (one.subject for one in designs if one)
    ship = replace(tin, role=Role.SHIP)
    assert suiting_view(ship).azimuth != suiting_view(pot).azimuth
    row, ranks = line_up([(pot, 2), (ship, 1)], 800), in_ranks([(pot, 2), (ship, 1)], 800)
    assert row
    assert ranks
    assert (ranks.size, row.left_out, ranks.left_out) == ((800, 600), 0, 0)
    for shown in (row, ranks):
        assert len(shown.subject.pieces) == 3 + 3 + 1
        # All stand on the ground.
        assert points_of(shown.subject)[:, 1].max() == pytest.approx(0, abs=1e-6)
    # The ship is turned by as much as its own pictures are taken from another side.
    turned = row.subject.pieces.matrices[-1, :, :3]
    angle = np.degrees(np.arccos((np.trace(turned) - 1) / 2))
    assert angle == pytest.approx(abs(suiting_view(ship).azimuth - suiting_view(pot).azimuth))


@pytest.mark.parametrize(
    ("counts", "most", "standing"),
    [([1, 1], 12, [1, 1]), ([5, 2], 12, [3, 2]), ([5, 2], 4, [1, 1]), ([], 4, [])],
)
def test_few_copies_stand_side_by_side_and_of_many_designs_one_each(
    counts: list[int], most: int, standing: list[int]
) -> None:
    assert copies_of(counts, most) == standing


# Bricks that a file paints as it likes: with a colour of its own, and with a picture on its front.
OWN_COLOUR = "0 !COLOUR Mine CODE 5000 VALUE {value} EDGE #333333"
PAINTED = "1 5000 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat"
LAID = "0 !TEXMAP START PLANAR -40 -24 -20 40 -24 -20 -40 0 -20 skin.png"
SKINNED = "1 15 0 -24 0 1 0 0 0 1 0 0 0 1 3001.dat"


def painted(folder: Path, value: str, skin: tuple[int, int, int]) -> Subject:
    folder.mkdir()
    Image.new("RGB", (8, 8), skin).save(folder / "skin.png")
    lines = ["0 Painted", OWN_COLOUR.format(value=value), PAINTED, LAID, SKINNED, "0 !TEXMAP END"]
    (folder / "m.ldr").write_text("\n".join(lines) + "\n", "utf-8")
    workspace = open_workspace([folder])
    return model_subject(workspace.assembly(folder / "m.ldr"), workspace.of(folder / "m.ldr", survey))


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_models_of_a_line_up_keep_what_they_mean_by_one_code_and_one_name(
    order: tuple[int, int], tmp_path: Path
) -> None:
    one = painted(tmp_path / "one", "#00C000", (255, 0, 255))
    other = painted(tmp_path / "other", "#E0A000", (0, 0, 255))
    plain = painted(tmp_path / "plain", "#00C000", (255, 0, 255))
    row = line_up([((one, other)[place], 1) for place in order] + [(plain, 1)], 600)
    assert row
    shown = picture(
        row.subject, Shot(row.size, View(row.view.azimuth, 5.0, 9000.0), shadows=False, ground=False)
    )
    red, green, blue = np.asarray(shown.convert("RGB"), float).transpose(2, 0, 1)
    seen = {
        "green": (green > 1.8 * np.maximum(red, blue)),
        "amber": (red > 1.2 * green) & (green > 1.8 * blue),
        "magenta": (np.minimum(red, blue) > 1.8 * green),
        "blue": (blue > 1.8 * np.maximum(red, green)),
    }
    shares = {name: float(there.mean()) for name, there in seen.items()}
    # Two of the three are alike.
    assert shares["green"] == pytest.approx(2 * shares["amber"], rel=0.2)
    assert shares["magenta"] == pytest.approx(2 * shares["blue"], rel=0.2)
    assert min(shares.values()) > 0.01
