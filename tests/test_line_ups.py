"""Line-ups and comparisons as pictures: one scale for all, names, dice, and the numbers of the answer."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from brickyard.comparison.compare_answer import compare_all
from brickyard.facts.judged_designs import DesignFile, open_design_file
from brickyard.pictures.line_up import copies_of, in_ranks, line_up
from brickyard.pictures.shots import Shot, picture, points_of, suiting_view
from brickyard.pictures.subject import Subject, model_subject
from brickyard.pictures.system_marks import open_design
from brickyard.plots.flat_drawing import BAR, Drawing, Inset, Rectangle, Words, svg_of
from brickyard.plots.force_line_up import line_up_drawing
from brickyard.plots.portraits import extent, view_at
from brickyard.plots.score_plot import score_drawing
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
    # A tin, two pots, and the figure.
    assert len(insets(drawing)) == 4


def test_all_models_of_a_line_up_have_one_scale_and_one_ground(tmp_path: Path) -> None:
    drawing = line_up_drawing([read(company(tmp_path, "Tins", TIN, POT))], None)
    tin, pot = insets(drawing)[:2]
    designs = [open_design(one) for one in read(tmp_path / "t.yaml").designs]
    heights = [sum(extent(one.subject, view_at(35))[1:]) for one in designs if one]
    # Both pictures have the same room around them.
    spare = tin.height - heights[0] * (pot.height - tin.height) / (heights[1] - heights[0])
    scale = (tin.height - spare) / heights[0]
    assert pot.height - spare == pytest.approx(heights[1] * scale, abs=1)
    assert tin.left + tin.width <= pot.left + pot.width
    assert tin.top + tin.height == pytest.approx(pot.top + pot.height, abs=2)


def test_two_companies_face_each_other_at_one_scale(tmp_path: Path) -> None:
    ours = company(tmp_path, "Tins", TIN)
    theirs = company(tmp_path, "Pots", POT)
    ran = brickyard(["render", ours.name, theirs.name, "-o", "duel.svg"], tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    svg = (tmp_path / "duel.svg").read_text("utf-8")
    assert "<title>Tins against Pots</title>" in svg
    assert svg.count("<image ") == 4
    assert "Parts drawn from the LDraw Parts Library" in svg
    mirrored = line_up_drawing([read(ours), read(ours)], None)
    first, second = insets(mirrored)[:2]
    assert first.data != second.data


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
