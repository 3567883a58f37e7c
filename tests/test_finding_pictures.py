"""Pictures of what can't be built: the parts are seen, told apart, and the file says so."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from brickyard.pictures.finding_pictures import (
    _FIRST,
    _INSETS,
    _OTHERS,
    FindingCamera,
    Gallery,
    _Picture,
    finding_pngs,
    galleries,
)
from brickyard.pictures.finding_view import Spot, badge_places, best_view, in_the_way, owners
from brickyard.pictures.paints import Paints, brightness, mute
from brickyard.pictures.subject import outline_of
from catalog.database.part_database import PartsDatabase
from catalog.editions.loading import building_rules
from catalog.vocabulary import RAPID_ATTACK
from fleets.models.model_units import Role, Unit
from fleets.models.survey import survey
from ldraw_tools.assembly.assembling import assemble
from ldraw_tools.findings import BrickyardError, Finding, Place, RefusedError, Severity
from ldraw_tools.geometry.pieces import lay_out
from ldraw_tools.library.places import NoParts
from ldraw_tools.reading.document import parse
from ldraw_tools.rendering.mesh_table import MeshTable
from tests.boxes import at
from tests.running import brickyard
from validators.report import Report
from validators.reporters import text
from validators.rule import Ruling, cited_rules

SMALL = (240, 192)
STACK = "".join(at("3001.dat", f"0 {-24 * i} 0") for i in range(4))
LOOSE = STACK + at("3024.dat", "30 -130 0")
TWICE = STACK + at("3003.dat", "20 -96 0") * 2
IN_STEPS = at("3001.dat") + at("3001.dat", "0 -48 0") + "0 STEP\n" + at("3001.dat", "0 -24 0")


@cache
def judged(model: str) -> tuple[Unit, tuple[Finding, ...]]:
    """The only unit of a model, drawn and judged without a library."""
    [unit] = survey(assemble(parse(model.encode(), "main.ldr"), PartsDatabase())).units
    ruling = Ruling(building_rules(), RAPID_ATTACK)
    return unit, tuple(found for rule in cited_rules(ruling.edition) for found in rule.apply(unit, ruling))


def the(code: str, model: str) -> tuple[Unit, Finding]:
    unit, findings = judged(model)
    [finding] = [finding for finding in findings if finding.code == code]
    return unit, finding


def pixels(data: bytes | None) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    assert data is not None
    return np.asarray(Image.open(BytesIO(data)).convert("RGB"), np.int64)


def coloured(image: np.ndarray[tuple[int, ...], np.dtype[np.int64]], *, blue: bool) -> int:
    """How many pixels are of the first group's colour, or of the others'."""
    more, less = (2, 0) if blue else (0, 2)
    return int((image[:, :, more] - image[:, :, less] > 80).sum())


def test_both_parts_are_seen_in_their_colours() -> None:
    unit, finding = the("BLD003", LOOSE)
    image = pixels(FindingCamera(unit).png(finding, SMALL))
    assert image.shape == (SMALL[1], SMALL[0], 3)
    assert coloured(image, blue=True) > 100
    assert coloured(image, blue=False) > 100


def test_a_picture_may_be_as_small_as_a_stamp() -> None:
    unit, finding = the("BLD003", LOOSE)
    assert pixels(FindingCamera(unit).png(finding, (60, 40))).shape == (40, 60, 3)


def test_the_same_finding_gives_the_same_bytes() -> None:
    unit, finding = the("BLD001", TWICE)
    assert FindingCamera(unit).png(finding, SMALL) == FindingCamera(unit).png(finding, SMALL)


def test_a_step_is_shown_as_it_stands_then() -> None:
    """What the later step brings would hide that nothing holds the part."""
    unit, finding = the("BLD004", IN_STEPS)
    assert finding.highlight is not None
    assert finding.highlight.step == 1
    scene = FindingCamera(unit)._scene(finding.highlight.submodel)
    assert scene is not None
    spot = scene.spot(finding.highlight)
    assert spot is not None
    assert len(spot.pieces) == 2
    assert coloured(pixels(FindingCamera(unit).png(finding, SMALL)), blue=True) > 100


def test_the_colours_differ_in_black_and_white_too() -> None:
    rest = [brightness(mute(Paints()(code, 0)).rgb) for code in (0, 4, 14, 15)]
    shades = [brightness(_FIRST), brightness(_OTHERS), min(rest)]
    assert shades == sorted(shades)
    assert min(np.diff(shades)) > 0.1


def test_what_is_about_no_parts_has_no_picture() -> None:
    unit, _ = judged(STACK)
    plain = Finding("BLD007", Severity.INFO, Place("main.ldr"), "x")
    assert finding_pngs(unit, [plain]) == [None]
    paper = Unit(Role.FRAME, "Paper", "frame", Place("company.yaml"))
    assert finding_pngs(paper, [plain, plain]) == [None, None]


def test_a_part_that_is_not_there_has_no_picture() -> None:
    unit, _ = judged(STACK)
    _, elsewhere = the("BLD003", LOOSE)
    assert finding_pngs(unit, [elsewhere]) == [None]


# From where, and what gives way.


def spot_of(model: str, part: str) -> Spot:
    """A model in outlines, with its parts of one kind pointed out."""
    pieces = lay_out(assemble(parse(model.encode(), "main.ldr"), NoParts()), stand_in=outline_of)
    pieces = pieces.where(np.argsort(pieces.mesh, kind="stable"))
    marks = np.where(pieces.mesh == pieces.keys.index(part), 0, -1)
    paints = Paints()
    return Spot(pieces, MeshTable(pieces.meshes), lambda code, _coat: paints(code, 0), marks)


def seen(spot: Spot, gone: np.ndarray[tuple[int, ...], np.dtype[np.bool_]] | None = None) -> int:
    view = best_view(spot)
    stage = spot.stage(np.ones(len(spot.pieces), np.bool_) if gone is None else ~gone)
    owner = owners(stage, spot.camera(view, (160, 120)))
    return int((stage.pieces.marks[owner[owner >= 0]] >= 0).sum())


@pytest.mark.parametrize("place", ["0 -24 -60", "0 -24 60", "-80 -24 0", "80 -24 0"])
def test_the_camera_goes_where_the_part_is(place: str) -> None:
    """A tall wall stands between the part and the usual side; from somewhere it is seen whole."""
    wall = "".join(
        at("3001.dat", f"{x} {-24 * row} {z}") for x in (-40, 40) for z in (-20, 20) for row in range(6)
    )
    spot = spot_of(wall + at("3005.dat", place), "3005.dat")
    assert not in_the_way(spot, best_view(spot)).any()
    assert seen(spot) > 50


def test_what_hides_a_part_from_all_sides_gives_way() -> None:
    box = "".join(
        at("3001.dat", f"{x} {24 * y} {z}")
        for x in (-80, 0, 80)
        for y in (-1, 0, 1)
        for z in (-40, 0, 40)
        if (x, y, z) != (0, 0, 0)
    )
    spot = spot_of(box + at("3005.dat"), "3005.dat")
    gone = in_the_way(spot, best_view(spot))
    assert seen(spot) == 0
    assert gone.any()
    assert not gone.all()
    assert seen(spot, gone) > 50


def test_letters_stand_in_the_picture_and_not_on_each_other() -> None:
    for spots in ([(5.0, 5.0)], [(100.0, 90.0), (101.0, 90.0)], [(2.0, 2.0), (199.0, 149.0), (100.0, 75.0)]):
        places = badge_places(spots, 30.0, (200, 150))
        assert all(0 < x < 200 and 0 < y < 150 for x, y in places)
        gaps = [np.hypot(a - c, b - d) for i, (a, b) in enumerate(places) for c, d in places[:i]]
        assert all(gap > 15 for gap in gaps)


# Files.


def test_two_models_of_one_name_have_different_pictures(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "pictures"
    one, other = galleries([Path("a/Chub.mpd"), Path("b/chub.ldr")], folder, is_alone=False)
    assert (one.stem, other.stem) == ("chub", "chub-2")
    assert folder.is_dir()


def test_a_strangers_file_is_not_written_over(tmp_path: Path) -> None:
    unit, finding = the("BLD001", TWICE)
    (tmp_path / "main-bld001-1.png").write_bytes(b"a photo of the cat")
    with pytest.raises(BrickyardError, match="brickyard didn't make it"):
        Gallery(tmp_path, "main", is_alone=False)(unit, [finding])
    assert (tmp_path / "main-bld001-1.png").read_bytes() == b"a photo of the cat"


def test_pictures_of_what_is_mended_go_and_all_others_stay(tmp_path: Path) -> None:
    unit, finding = the("BLD001", TWICE)
    Gallery(tmp_path, "main", is_alone=False)(unit, [finding, finding])
    ours = (tmp_path / "main-bld001-1.png").read_bytes()
    others = {"main-bld002-1.png": b"a photo of the cat", "main-b-bld001-1.png": ours, "main.png": ours}
    for name, data in others.items():
        (tmp_path / name).write_bytes(data)
    Gallery(tmp_path, "main", is_alone=False)(unit, [finding])
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["main-bld001-1.png", *others])
    Gallery(tmp_path, "main", is_alone=False)(unit, [])
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(others)


def test_the_report_names_the_pictures_and_the_parts(tmp_path: Path) -> None:
    (tmp_path / "tower.ldr").write_text(TWICE, "utf-8")
    run = brickyard(["check", "tower.ldr", "--pictures-in", "shown", "--format", "json"], tmp_path)
    told = json.loads(run.stdout)["reports"][0]["findings"]
    [twice] = [finding for finding in told if finding["code"] == "BLD001"]
    assert twice["picture"] == "shown/tower-bld001-1.png"
    assert twice["parts"] == [
        {"group": "A", "part": "3003.dat", "file": "tower.ldr", "line": 5, "at": [20.0, -96.0, 0.0]}
    ]
    drawn = pixels((tmp_path / "shown" / "tower-bld001-1.png").read_bytes())
    assert coloured(drawn, blue=True) > 1000
    assert sorted(path.name for path in (tmp_path / "shown").iterdir()) == ["tower-bld001-1.png"]


def test_the_text_says_where_the_picture_is() -> None:
    unit, finding = the("BLD001", TWICE)
    drawn = replace(finding, picture="shown/x.png")
    by = Ruling(building_rules(), RAPID_ATTACK)
    lines = text.lines([Report("Tower", "frame", unit.place, by, own_findings=(drawn,))])
    assert [line.strip() for line in lines if "picture" in line] == ["picture: shown/x.png"]


@pytest.mark.parametrize(
    ("left", "top", "right", "bottom", "corner", "share"),
    [
        (300, 200, 600, 400, (647, 10), _INSETS[0]),
        (500, 0, 900, 400, (10, 10), _INSETS[0]),
        (150, 0, 750, 600, (764, 10), _INSETS[3]),
        (0, 0, 900, 600, None, 0),
    ],
)
def test_p9_the_small_picture_covers_no_part_that_is_marked(
    left: int, top: int, right: int, bottom: int, corner: tuple[int, int] | None, share: float
) -> None:
    taken = np.zeros((720, 900), np.bool_)
    taken[top:bottom, left:right] = True
    picture = object.__new__(_Picture)
    picture._size, picture._room = (900, 720), 560
    found = picture._free_corner(taken)
    assert found == (None if corner is None else (corner, (round(share * 900), round(share * 675))))


def test_robustness_4_where_pictures_are_too_much_to_draw_not_all_are_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    unit, finding = the("BLD001", TWICE)
    tried: list[str] = []

    def refuse(_: FindingCamera, highlight: object, code: str, size: tuple[int, int]) -> None:
        tried.append(code)
        raise RefusedError("too many surfaces")

    monkeypatch.setattr(FindingCamera, "_png", refuse)
    assert finding_pngs(unit, [finding] * 9) == [None] * 9
    assert len(tried) == 2
