"""Poses: a submodel that is placed nowhere and has the same pieces as the model, put otherwise."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from PIL import Image

from brickyard.pictures.subject import outline_of
from ldraw_tools.choosing import chosen_part
from ldraw_tools.findings import Severity
from ldraw_tools.geometry.pieces import lay_out, posed_places
from ldraw_tools.library.part_files import Files, Library
from tests.building import assembled, codes, model, place
from tests.publishing import leave_printing_out, publish, read
from tests.running import ROOT, brickyard
from validators.judged_files import JudgeSettings, check_file

FRAMES = ROOT / "examples" / "frames"
ARM = ("0 FILE arm.ldr", place("brick.dat"))
UP = "1 {} 0 -48 0 0 1 0 1 0 0 0 0 1 {}"


def posed(*lines: str) -> tuple[dict[str, str], list[str]]:
    """What a section shows of a brick with two arms in another pose, and the codes of findings."""
    main = (place("brick.dat", 4), place("arm.ldr", 1), place("arm.ldr", 2))
    found = assembled(model("0 FILE main.ldr", *main, *ARM, "0 FILE other.ldr", *lines))
    return {key: found.nodes[node].name for key, node in found.poses.items()}, codes(found.findings)


@pytest.mark.parametrize(
    ("lines", "is_pose"),
    [
        ((place("brick.dat", 4), place("arm.ldr", 1), UP.format(2, "arm.ldr")), True),
        ((UP.format(2, "ARM.ldr"), UP.format(1, "arm.ldr"), place("brick.dat", 4)), True),
        ((place("brick.dat", 4), place("arm.ldr", 1), place("arm.ldr", 2)), False),
        ((place("brick.dat", 4), place("arm.ldr", 1), UP.format(4, "arm.ldr")), False),
        ((place("brick.dat", 4), UP.format(1, "arm.ldr")), False),
        ((place("brick.dat", 4), *[UP.format(1, "arm.ldr")] * 3), False),
        ((UP.format(16, "brick.dat"),), False),
        ((), False),
    ],
    ids=["an arm up", "in another order", "a copy", "repainted", "an arm less", "more", "an arm alone", "-"],
)
def test_the_same_pieces_put_otherwise_are_a_pose(lines: tuple[str, ...], is_pose: bool) -> None:
    poses, said = posed(*lines)
    assert poses == ({"other.ldr": "main.ldr"} if is_pose else {})
    assert ("LDR024" in said) is not is_pose


MECH = """0 FILE m.ldr
0 !MFZ FRAME Mech
1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat
1 1 0 -24 0 1 0 0 0 1 0 0 0 1 gun [2Rd].ldr
0 FILE gun [2Rd].ldr
1 1 0 0 0 1 0 0 0 1 0 0 0 1 3003.dat
0 FILE aiming.ldr
0 Aiming <high>
1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat
1 1 20 -24 0 1 0 0 0 1 0 0 0 1 gun [2Rd].ldr
"""


@pytest.fixture
def mech(tmp_path: Path) -> Path:
    (tmp_path / "yard").mkdir()
    path = tmp_path / "yard" / "m.mpd"
    path.write_text(MECH, "utf-8")
    return path


def test_a_pose_is_listed_and_changes_neither_parts_nor_dice(mech: Path) -> None:
    said = " ".join(brickyard(["tags", str(mech)]).stdout.split())
    assert "aiming.ldr - never placed: m.ldr in another pose" in said
    assert "2 pieces in 2 lots" in brickyard(["inspect", str(mech)]).stdout
    for named in (str(mech), f"{mech}#aiming.ldr"):
        assert "2W 2Rd" in brickyard(["dice", named]).stdout


def test_all_poses_are_drawn_side_by_side(mech: Path, tmp_path: Path) -> None:
    run = brickyard(["render", str(mech), "--poses", "--size", "200x10", "-o", "p.png"], tmp_path)
    assert run.stdout.endswith("4 parts\n")
    with Image.open(tmp_path / "p.png") as drawn:
        assert (drawn.width, drawn.height > 10) == (200, True)
    alone = brickyard(["render", f"{ROOT}/examples/frames/chub.mpd", "--poses", "-o", "q.png"], tmp_path)
    assert (alone.returncode, "it shows no other pose" in alone.stderr) == (2, True)
    both = brickyard(["render", str(mech), "--poses", "--systems"], tmp_path)
    assert (both.returncode, "--poses is a picture of its own" in both.stderr) == (2, True)


def test_a_page_shows_every_pose(mech: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leave_printing_out(monkeypatch)
    publish(mech.parent, tmp_path / "site")
    page = read(tmp_path / "site" / "m" / "index.html")
    assert "Pose: Aiming <high>" in page.text
    assert page.attributes("img", "src").count("pose-1.webp") == 2
    assert (tmp_path / "site" / "m" / "pose-1.webp").stat().st_size > 100
    # The 3D view offers it, in the one file that the model has.
    assert page.attributes("button", "data-pose") == ["0", "1"]
    [scene] = (tmp_path / "site" / "3d").iterdir()
    assert '"posesAt":[' in scene.read_text("utf-8")


PLACED = "1 {} {} 1 0 0 0 1 0 0 0 1 {}"


def test_a_piece_keeps_its_number_in_a_pose_whatever_the_order_of_its_lines() -> None:
    arm = ("0 FILE arm.ldr", place("3001.dat"))
    body, right = PLACED.format(4, "0 0 0", "3001.dat"), PLACED.format(1, "40 0 0", "arm.ldr")
    main = model(
        "0 FILE main.ldr", body, right, PLACED.format(2, "0 0 0", "arm.ldr"), *arm, "0 FILE other.ldr"
    )
    moved = [
        PLACED.format(2, "0 -48 0", "arm.ldr"),
        PLACED.format(1, "40 -8 0", "arm.ldr"),
        PLACED.format(4, "0 9 0", "3001.dat"),
    ]
    found = assembled(main + model(*moved))
    places = posed_places(found, found.root, chosen_part(found, "other.ldr"), outline_of)
    assert places is not None
    pieces = lay_out(found, found.root, stand_in=outline_of)
    heights = dict(zip(pieces.colours.tolist(), places[:, 1, 3].tolist(), strict=True))
    assert heights == {4: 9, 1: -8, 2: -48}


def test_what_is_no_pose_piece_by_piece_has_no_places() -> None:
    red, blue = (assembled(model("0 FILE main.ldr", place("3001.dat", colour))) for colour in (4, 1))
    assert posed_places(red, red.root, blue, outline_of) is None


# Who of the examples has a second pose.
SHOWN = [
    (path.stem, pose) for path in sorted(FRAMES.glob("*.mpd")) for pose in assembled(path.read_bytes()).poses
]


@cache
def library(root: Path) -> Files:
    return Library([root])


@pytest.mark.library
@pytest.mark.parametrize(("name", "pose"), SHOWN)
def test_a_second_pose_of_an_example_can_be_built_and_stands(
    name: str, pose: str, library_root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ldraw_tools.workspace.find_library", lambda *_: library(library_root))
    found = check_file(Path(f"{FRAMES / name}.mpd#{pose}"), JudgeSettings(buildable=True)).findings
    wrong = [one.message for one in found if one.severity > Severity.INFO and one.code.startswith("BLD")]
    assert wrong == []


def test_every_frame_that_was_built_anew_shows_a_second_pose() -> None:
    anew = "bulwark chub-soldier commissar courier lancer lookout mauler osprey salvo scrambler wader"
    assert {name for name, _ in SHOWN} >= set(anew.split())
