"""`brickyard render`: pictures as people ask for them, and what it says when it can't."""

from __future__ import annotations

import io
import sys
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

from brickyard.facts.judged_designs import open_design_files
from brickyard.pictures.model_pictures import render_model, size_from, view_from, view_named
from brickyard.pictures.paints import FIRST_COAT, MUTED, Paints
from brickyard.pictures.picture_files import png_bytes, png_of
from brickyard.pictures.shots import (
    ABOVE,
    ALONGSIDE,
    USUAL,
    Shot,
    camera_for,
    picture,
    picture_png,
    picture_svg,
    points_of,
    step_frame,
    step_png,
    suiting_view,
    view_for,
)
from brickyard.pictures.subject import Subject, model_subject, outline_of, with_figure
from brickyard.pictures.system_marks import SystemMark, open_design, system_marks
from catalog.database.part_database import open_workspace
from fleets.models.survey import survey
from ldraw_tools.choosing import with_choice
from ldraw_tools.findings import BrickyardError
from ldraw_tools.reading.contents import ColourDefinition
from ldraw_tools.rendering.camera import AZIMUTH, EYE_LEVEL, EYE_LEVEL_LDU, View
from tests.drawing import CUBE, without_library
from tests.running import ROOT, brickyard
from validators.judged_files import JudgeSettings

CHUB = ROOT / "examples" / "frames" / "chub.mpd"
SMALL = Shot((160, 120))


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """A library of a single part."""
    root = tmp_path / "library"
    (root / "parts").mkdir(parents=True)
    (root / "p").mkdir()
    (root / "parts" / "cube.dat").write_text("\n".join(CUBE))
    return root


def model(folder: Path, *lines: str, name: str = "model.ldr") -> Path:
    path = folder / name
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def cube(colour: int = 4, at: str = "0 0 0") -> str:
    return f"1 {colour} {at} 1 0 0 0 1 0 0 0 1 cube.dat"


def brick(colour: int = 4, at: str = "0 0 0") -> str:
    return f"1 {colour} {at} 1 0 0 0 1 0 0 0 1 3001.dat"


def opened(path: Path, *roots: Path, submodel: str = "") -> Subject:
    workspace = open_workspace(roots) if roots else without_library()
    assembly = workspace.assembly(with_choice(path, submodel))
    return model_subject(assembly, workspace.of(path, survey))


def chub_with_systems() -> tuple[Subject, list[SystemMark]]:
    workspace = without_library()
    found = workspace.of(CHUB, survey)
    systems = system_marks(found)
    marks = [system.mark for system in systems]
    return model_subject(workspace.assembly(CHUB), found, marks), systems


def chub() -> Subject:
    return opened(CHUB)


def pixels(data: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB")).astype(int)


@pytest.mark.parametrize("channels", [3, 4])
def test_what_is_written_without_pillow_is_what_pillow_would_write(channels: int) -> None:
    shown = np.random.default_rng(14).integers(0, 256, (7, 5, channels), np.uint8)
    with Image.open(io.BytesIO(png_of(shown))) as ours:
        with Image.open(io.BytesIO(png_bytes(Image.fromarray(shown)))) as theirs:
            assert (ours.mode, ours.size, ours.info) == (theirs.mode, theirs.size, theirs.info)
        assert np.array_equal(np.asarray(ours), shown)
    # What is cut out of larger pixels lies scattered in memory.
    with Image.open(io.BytesIO(png_of(shown[::2, 1:, :3]))) as cut:
        assert np.array_equal(np.asarray(cut), shown[::2, 1:, :3])


@pytest.mark.parametrize("more", [(), ("--transparent",)])
def test_a_picture_without_words_needs_no_pillow(
    tmp_path: Path, shelf: Path, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...]
) -> None:
    path = model(tmp_path, cube())
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "PIL", None)
        run = brickyard(["render", path.name, "--library", str(shelf), "--size", "64x48", *more], tmp_path)
    assert (run.returncode, run.stderr) == (0, "")
    subject = opened(path, shelf)
    theirs = picture(subject, Shot((64, 48), transparent=bool(more)))
    with Image.open(tmp_path / "model.png") as ours:
        assert ours.mode == theirs.mode
        assert np.array_equal(np.asarray(ours), np.asarray(theirs))


def test_a_picture_is_written_and_says_what_it_shows(tmp_path: Path, shelf: Path) -> None:
    path = model(tmp_path, cube(), cube(1, "0 -20 0"))
    run = brickyard(["render", path.name, "--library", str(shelf), "--size", "120x90"], tmp_path)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout == "model.png: 120×90 pixels, 2 parts\n"
    image = Image.open(tmp_path / "model.png")
    assert (image.size, image.mode) == ((120, 90), "RGB")
    assert image.text["Software"] == "brickyard"  # type: ignore[attr-defined]
    assert "LDraw" in image.text["Copyright"]  # type: ignore[attr-defined]
    again = (tmp_path / "model.png").read_bytes()
    assert (
        brickyard(["render", path.name, "--library", str(shelf), "--size", "120x90"], tmp_path).returncode
        == 0
    )
    assert (tmp_path / "model.png").read_bytes() == again, "the same bytes for the same input"


def test_somebody_elses_picture_is_not_written_over(tmp_path: Path, shelf: Path) -> None:
    path = model(tmp_path, cube())
    photo = tmp_path / "model.png"
    photo.write_bytes(b"a photograph")
    run = brickyard(["render", path.name, "--library", str(shelf)], tmp_path)
    assert run.returncode == 2
    assert "--force" in run.stderr
    assert photo.read_bytes() == b"a photograph"


def test_without_a_library_outlines_stand_in_and_the_picture_says_so() -> None:
    subject = chub()
    assert len(subject.pieces.outlines) == len(subject.pieces) == 75
    assert "Outlines stand in" in subject.note
    with_note, without = (picture_png(subject, Shot((400, 300), notes=notes)) for notes in (True, False))
    foot = (pixels(with_note) != pixels(without)).any(axis=2)[-16:, :260]
    assert foot.sum() > 200
    texts = ElementTree.fromstring(picture_svg(subject, Shot((400, 300)))).iter(
        "{http://www.w3.org/2000/svg}text"
    )
    assert any("Outlines stand in" in (text.text or "") for text in texts)


def test_a_part_the_library_lacks_is_an_outline_among_parts(tmp_path: Path, shelf: Path) -> None:
    subject = opened(model(tmp_path, cube(), brick(4, "100 0 0"), cube().replace("cube", "lost")), shelf)
    assert subject.note == "Outlines stand in for 1 of 2 parts: the library lacks them"
    assert subject.remarks()[1] == "not drawn, because their shape is unknown: lost"


def test_systems_are_coloured_and_the_rest_is_grey() -> None:
    subject, systems = chub_with_systems()
    shown = pixels(picture_png(subject, Shot((320, 240), shadows=False), systems))
    plain = pixels(picture_png(subject, Shot((320, 240), shadows=False)))
    spread = shown.max(axis=2) - shown.min(axis=2)
    assert (spread[:, 110:180] < 14).mean() > 0.85
    for red, green, blue in ((1, 0, 0), (0, 0, 1)):
        own = shown @ np.array([red, green, blue]) - shown @ np.array([1 - red, 1, 1 - blue]) / 2
        assert (own > 40).sum() > 60
    assert not np.array_equal(shown, plain)


def test_line_art_is_well_formed_and_names_every_system() -> None:
    subject, systems = chub_with_systems()
    text = picture_svg(subject, Shot((800, 600)), systems)
    root = ElementTree.fromstring(text)
    words = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"Rifle", "Shield", "Jump jets", "Comms mast", "Rocket", "Rd", "B", "G", "Y", "R8r"} <= set(words)
    assert (root.get("width"), root.get("height")) == ("800", "600")


def test_a_submodel_by_itself(tmp_path: Path) -> None:
    assert (
        len(opened(CHUB, submodel="rifle").pieces) < len(opened(CHUB, submodel="RIFLE.LDR").pieces) + 1 < 20
    )
    with pytest.raises(BrickyardError, match="no submodel “rifel”; did you mean “rifle"):
        opened(CHUB, submodel="rifel")
    with pytest.raises(BrickyardError, match="it has none"):
        opened(model(tmp_path, brick()), submodel="arm")


def test_steps_add_parts_from_the_same_place(tmp_path: Path, shelf: Path) -> None:
    path = model(tmp_path, cube(), "0 STEP", cube(1, "40 0 0"), "0 STEP", cube(2, "0 -40 0"))
    subject, shot = opened(path, shelf), Shot((90, 90), shadows=False)
    shots = [pixels(step_png(subject, step_frame(subject, shot), step)) for step in (1, 2, 3)]
    for before, after in pairwise(shots):
        changed = (before != after).any(axis=2)
        assert changed.any()
        assert changed.mean() < 0.4, "what was there stays where it was"
    faded = pixels(step_png(subject, step_frame(subject, shot), 3, fade=True))
    assert not np.array_equal(faded, shots[2])


def test_a_step_too_many_is_said(tmp_path: Path, shelf: Path) -> None:
    path = model(tmp_path, cube(), "0 STEP", cube(1, "40 0 0"))
    with pytest.raises(BrickyardError, match=r"model\.ldr has 2 steps, not 9"):
        render_model(path, tmp_path / "x.png", open_workspace([shelf]), SMALL, step=9)


def test_a_part_by_its_number_in_a_colour(tmp_path: Path) -> None:
    render_model(
        None, tmp_path / "a.png", open_workspace([tmp_path]), SMALL, part="3001", colour="bright green"
    )
    red, green, blue = pixels((tmp_path / "a.png").read_bytes())[60, 80].tolist()
    assert green > red
    assert green > blue


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"part": "3001", "colour": "gren"}, "no colour “gren”; did you mean Green?"),
        ({"part": "30011"}, "no part “30011”; did you mean"),
        ({"part": "a\nb"}, "no part “a?b.dat”"),
        ({}, "name what to draw"),
    ],
)
def test_a_mistake_is_said_in_a_sentence(tmp_path: Path, wanted: dict[str, str], said: str) -> None:
    with pytest.raises(BrickyardError) as caught:
        render_model(None, tmp_path / "a.png", open_workspace([tmp_path]), SMALL, **wanted)  # type: ignore[arg-type]
    assert said in str(caught.value)
    assert not list(tmp_path.glob("*.png"))


def test_a_transparent_picture_has_a_shadow_and_no_paper(tmp_path: Path, shelf: Path) -> None:
    path = model(tmp_path, cube())
    shot = Shot((80, 60), View(30, 25), transparent=True)
    render_model(path, tmp_path / "a.png", open_workspace([shelf]), shot)
    alpha = np.asarray(Image.open(tmp_path / "a.png"))[:, :, 3]
    assert alpha[0, 0] == 0
    assert alpha[30, 40] == 255
    assert ((alpha > 10) & (alpha < 200)).sum() > 50


def test_a_person_stands_beside_it_on_the_same_ground() -> None:
    subject = chub()
    both = with_figure(subject, None, AZIMUTH)
    figure = (ROOT / "brickyard/data/figure.ldr").read_text("utf-8")
    parts = sum(line.startswith("1 ") for line in figure.splitlines())
    assert len(both.pieces) == len(subject.pieces) + parts
    assert figure == (ROOT / "examples/figures/pilot.ldr").read_text("utf-8")


@pytest.mark.parametrize(
    ("text", "meant"),
    [("35,25", View(35, 25)), ("-90,0", View(-90, 0)), ("0, EYE", View(0, None, EYE_LEVEL.distance))],
)
def test_an_angle_is_degrees_or_a_persons_eye_level(text: str, meant: View) -> None:
    assert view_from(text) == meant


@pytest.mark.parametrize("text", ["", "35", "north,up", "1,2,3", "nan,0", "0,95", "400,0", "inf,0"])
def test_an_angle_that_is_none_is_said(text: str) -> None:
    with pytest.raises(BrickyardError, match="--angle"):
        view_from(text)


@pytest.mark.parametrize("text", ["", "800", "800x", "axb", "-1x5", "1e3x5", "800x600x2", "999999x2", "٣x٣"])
def test_a_size_that_is_none_is_said(text: str) -> None:
    with pytest.raises(BrickyardError, match="--size"):
        size_from(text)


def test_a_size_may_be_written_with_a_cross() -> None:
    assert size_from("800×600") == size_from("800X600") == (800, 600)


@pytest.mark.parametrize(
    "sides", [(80, 200, 60), (200, 40, 160), (200, 150, 160)], ids=["tall", "flat", "wide"]
)
def test_review_f2_everything_is_seen_from_15_to_20_degrees_above(sides: tuple[int, int, int]) -> None:
    view = view_for(np.array([[0.0, 0.0, 0.0], sides]))
    assert view.elevation is not None
    assert 15 <= view.elevation <= 20


def test_review_f2_a_hero_is_seen_from_a_persons_eye_level() -> None:
    subject = chub()
    heroic = camera_for(subject, Shot(view=view_named("Hero")))
    ground = float(points_of(subject)[:, 1].max())
    assert ground - heroic.eye[1] == EYE_LEVEL_LDU
    usual = camera_for(subject, Shot(view=view_named("usual")))
    assert usual.eye[1] < ground - 4 * EYE_LEVEL_LDU


def test_a_view_that_has_no_name_is_said_with_those_there_are() -> None:
    with pytest.raises(BrickyardError, match="--view below: choose usual, hero, front, back"):
        view_named("below")


def test_a_ship_is_seen_from_its_side_however_tall_its_mast_and_so_it_is_on_sheets() -> None:
    path = ROOT / "examples" / "ships" / "meridian.mpd"
    assert suiting_view(opened(path)) == ALONGSIDE
    [folder] = open_design_files([path], JudgeSettings(workspace=without_library()))
    design = open_design(folder.designs[0])
    assert design is not None
    assert suiting_view(design.subject) == ALONGSIDE
    assert suiting_view(chub()) == USUAL


def test_colours_of_the_model_itself_direct_ones_and_unknown_ones_have_paints() -> None:
    paints = Paints(
        {
            9000: ColourDefinition(9000, "mine", "#123456", "#654321"),
            9001: ColourDefinition(9001, "", "?", ""),
        }
    )
    assert paints(9000, 0).rgb == (0x12, 0x34, 0x56)
    assert paints(0x2FF8800, 0).rgb == (0xFF, 0x88, 0x00)
    assert paints(0x3112233, 0).is_glass
    assert paints(99_999, 0).rgb == paints(9001, 0).rgb == (128, 128, 128)
    assert paints(47, 0).is_glass
    assert paints(7, 0).alpha == 1


def test_coats_are_grey_or_of_one_colour() -> None:
    paints = Paints()
    red, green, blue = paints(4, MUTED).rgb
    assert max(red, green, blue) - min(red, green, blue) <= 4
    coat = paints.coat((20, 90, 200))
    assert coat == FIRST_COAT == paints.coat((20, 90, 200))
    assert paints(15, coat).rgb[2] > paints(15, coat).rgb[0]


def test_an_outline_follows_a_part_that_moved() -> None:
    assert outline_of("3023.dat") is not None
    assert outline_of("nothing.dat") is None


def test_a_name_that_is_no_picture_is_refused_before_any_work(tmp_path: Path) -> None:
    run = brickyard(["render", str(CHUB), "-o", "chub.gif"], tmp_path)
    assert run.returncode == 2
    assert run.stderr == "brickyard: chub.gif: a picture's name ends with .png or .svg\n"


def test_a_model_with_nothing_in_it_is_said(tmp_path: Path) -> None:
    with pytest.raises(BrickyardError, match=r"model\.ldr: nothing in it can be drawn"):
        render_model(model(tmp_path, "0 nothing"), tmp_path / "x.png", open_workspace([tmp_path]), SMALL)


def test_the_frame_of_the_examples_with_real_parts(tmp_path: Path, library_root: Path) -> None:
    target = tmp_path / "chub.png"
    render_model(CHUB, target, open_workspace([library_root]), Shot((240, 180)))
    subject = opened(CHUB, library_root)
    assert (len(subject.pieces), subject.note, subject.remarks()) == (75, "", [])
    shown = pixels(target.read_bytes())
    paper = shown[0, 0]
    assert 0.12 < (np.abs(shown - paper).max(axis=2) > 40).mean() < 0.6


@pytest.mark.parametrize("line", ["0 !TEXMAP START PLANAR 0 0 0 1 0 0 0 0 1 skin.png", "0 PE_TEX_PATH -1"])
def test_robustness_17_a_picture_says_that_textures_are_missing(line: str, tmp_path: Path) -> None:
    plain = "1 4 0 0 0 1 0 0 0 1 0 0 0 1 3005.dat\n"
    said = []
    for name, text in (("plain.ldr", plain), ("skin.ldr", f"{plain}{line}\n")):
        (tmp_path / name).write_text(text, encoding="utf-8")
        run = brickyard(["render", name, "-o", f"{name}.png", "--size", "60x60"], tmp_path)
        assert run.returncode == 0
        said.append("are not drawn" in run.stdout + run.stderr)
    assert said == [False, True]


def test_look_b1_black_is_neutral_unless_ldraws_is_asked_for() -> None:
    black, neutral = (Paints(neutral_black=wished)(0, 0) for wished in (False, True))
    assert black.rgb == (27, 42, 52)
    assert len(set(neutral.rgb)) == 1
    assert neutral._replace(rgb=black.rgb) == black
    assert Paints()(0, 0) == neutral
    assert Paints()(4, 0) == Paints(neutral_black=False)(4, 0)
    assert Paints({0: ColourDefinition(0, "Black", "#1B2A34", "#808080")})(0, 0).rgb == neutral.rgb


def test_review_f10_studs_have_lettering_on_request(library_root: Path, tmp_path: Path) -> None:
    shown = []
    for logos in (False, True):
        target = tmp_path / f"{logos}.png"
        shot = Shot((160, 120), ABOVE, logos=logos)
        render_model(None, target, open_workspace([library_root]), shot, part="3005", colour="red")
        shown.append(pixels(target.read_bytes()))
    changed = (np.abs(shown[0] - shown[1]).max(axis=2) > 8).mean()
    assert 0.0005 < changed < 0.05, "something, on the stud only"


def test_look_c15_a_picture_goes_into_a_folder_that_is_there(shelf: Path, tmp_path: Path) -> None:
    into = tmp_path / "pictures"
    into.mkdir()
    made = render_model(model(tmp_path, cube()), into, open_workspace([shelf]), SMALL)
    assert [file.name for file in into.iterdir()] == ["model.png"]
    assert "model.png" in str(made)
