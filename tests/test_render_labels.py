"""Labels: none over another, none out of the picture, each of the right dice, pointing at its part."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from brickyard.pictures.label_layout import Frame, Label, Wanted, column_width, fit_names, place, spread
from brickyard.pictures.lettering import FONTS, Face, elide, width_of
from brickyard.pictures.overlay import svg
from brickyard.pictures.picture_files import escape_text
from brickyard.pictures.system_marks import spot_inside, system_marks
from catalog.vocabulary import Dice
from fleets.models.survey import survey
from tests.measuring import assembled, mpd

dice = st.lists(
    st.builds(Dice, st.sampled_from("WBGYRK"), st.sampled_from([6, 8]), st.sampled_from(["", "d", "a"])),
    max_size=8,
).map(tuple)
frames = st.builds(
    lambda width, height, **more: Frame(width, height, **more),
    st.integers(8, 1500).map(float),
    st.integers(8, 1500).map(float),
    bottom=st.sampled_from([0.0, 20.0]),
    model=st.none() | st.just((300.0, 500.0)),
)
wishes = st.lists(
    st.tuples(dice, st.text(max_size=60), st.floats(0, 1), st.floats(0, 1), st.booleans()), max_size=40
)


def labels_for(
    frame: Frame, wanted: Sequence[tuple[tuple[Dice, ...], str, float, float, bool]]
) -> list[Label]:
    return place(
        [
            Wanted(dice, name, ((x * frame.width, y * frame.height),), hidden)
            for dice, name, x, y, hidden in wanted
        ],
        frame,
    )


@given(frames, wishes)
@settings(deadline=None, derandomize=True, max_examples=60)
def test_labels_lie_in_the_picture_and_never_over_each_other(
    frame: Frame, wanted: list[tuple[tuple[Dice, ...], str, float, float, bool]]
) -> None:
    labels = labels_for(frame, wanted)
    for label in labels:
        assert label.left >= 0
        assert label.top >= 0
        assert label.left + label.width <= frame.width + 1e-6
        assert label.top + label.height <= frame.height - frame.bottom + 1e-6
    for i, one in enumerate(labels):
        for other in labels[i + 1 :]:
            beside = one.left + one.width <= other.left or other.left + other.width <= one.left
            below = one.top + one.height <= other.top + 1e-6 or other.top + other.height <= one.top + 1e-6
            assert beside or below


def test_a_picture_of_the_usual_size_has_room_for_every_label() -> None:
    frame = Frame(800, 600)
    wanted = [((Dice("B"),), f"System {i}", i / 20, 0.5, False) for i in range(20)]
    assert len(labels_for(frame, wanted)) == 20
    assert column_width([Wanted((Dice("B"),), "Shield", ((0.0, 0.0),))], frame) < 250


@given(st.lists(st.floats(-100, 700), max_size=20), st.floats(1, 40))
@settings(deadline=None, derandomize=True, max_examples=100)
def test_what_is_spread_stays_in_order_and_apart(wished: list[float], pitch: float) -> None:
    places = spread(sorted(wished), pitch, 20, 580)
    apart = min(pitch, 560 / max(len(wished) - 1, 1))
    assert all(20 - 1e-6 <= place <= 580 + 1e-6 for place in places)
    assert all(b - a >= apart - 1e-6 for a, b in pairwise(places))


def test_labels_that_have_room_stand_where_they_point() -> None:
    assert spread([100.0, 300.0], 20, 0, 600) == [100.0, 300.0]
    assert spread([100.0, 100.0], 20, 0, 600) == [90.0, 110.0]


def test_a_label_points_well_into_what_is_seen() -> None:
    mask = np.zeros((40, 60), np.bool_)
    mask[5:35, 10:14] = True
    mask[10:30, 30:50] = True
    x, y = spot_inside(mask) or (0, 0)
    assert 35 < x < 45
    assert 15 < y < 25
    assert spot_inside(np.zeros((9, 9), np.bool_)) is None


def test_names_are_cut_to_the_room_there_is() -> None:
    text = "A shield of an uncommonly long name"
    short = elide(text, 16, 80)
    assert short.endswith("…")
    assert width_of(short, 16) <= 80
    assert elide(text, 16, 1) == ""
    assert elide("Mast", 16, 500) == "Mast"


@pytest.mark.parametrize(
    ("names", "cut"),
    [
        (("vehicle_042_armr.ldr", "vehicle_042_arml.ldr"), ("vehi…armr.ldr", "vehi…arml.ldr")),
        (("Left arm of the older mech", "Right arm of the older mech"), ("Left arm of t…", "Right arm of…")),
        (
            ("vehicle_042_gun_number_7_of_9.ldr", "vehicle_042_arm_number_7_of_9.ldr"),
            ("…gun_num…", "…arm_num…"),
        ),
        (("vehicle_042", "vehicle_042_gun.ldr"), ("vehicle_042", "vehi…_gun.ldr")),
        (("Mast", "Mast"), ("Mast", "Mast")),
    ],
)
def test_names_that_differ_are_cut_so_that_they_differ(names: tuple[str, str], cut: tuple[str, str]) -> None:
    assert tuple(fit_names(names, (100.0, 100.0), 16)) == cut


@given(st.lists(st.tuples(st.text("ab1 …", max_size=12), st.floats(0, 90)), max_size=12))
@settings(deadline=None, derandomize=True, max_examples=300)
def test_two_different_names_never_read_the_same(wished: list[tuple[str, float]]) -> None:
    names, rooms = [name for name, _ in wished], [room for _, room in wished]
    texts = fit_names(names, rooms, 16)
    for name, text, room in zip(names, texts, rooms, strict=True):
        assert width_of(text, 16) <= max(room, 0) or not text
        assert text == name or width_of(name, 16) > room
    told = {(text, name) for text, name in zip(texts, names, strict=True) if text}
    assert len(told) == len({text for text, _ in told})


def test_a_name_uses_the_room_that_the_model_leaves() -> None:
    wanted = [Wanted((Dice("B"),), "vehicle_042_armr.ldr", ((350.0, 200.0),))]
    [narrow] = place(wanted, Frame(800, 600, model=(220, 580)))
    [wide] = place(wanted, Frame(800, 600, model=(330, 470)))
    assert narrow.text.endswith("…")
    assert wide.text == "vehicle_042_armr.ldr"
    assert wide.left >= 0


def test_w10_a_name_takes_two_lines_before_it_is_cut() -> None:
    names = ("Grenade launcher of the brewer", "Gun")
    wanted = [Wanted((Dice("R"),), name, ((300.0, 200.0 + 100 * at),)) for at, name in enumerate(names)]
    long, short = place(wanted, Frame(800, 600, model=(220, 580)))
    assert long.lines == ["Grenade launcher", "of the brewer"]
    assert short.lines == ["Gun"]
    assert max(width_of(line, long.size) for line in long.lines) <= long.width
    drawn = "".join(svg([long, short], ()))
    assert all(f">{line}<" in drawn for line in (*long.lines, *short.lines))


@pytest.mark.parametrize("face", list(Face))
def test_our_type_has_the_letters_we_write(face: Face) -> None:
    from PIL import ImageFont

    font = ImageFont.truetype(str(FONTS / f"{face.value}.ttf"), 40)
    missing = bytes(font.getmask("\U0010fffd"))
    for letter in "ABCxyz0189ÄÖÜäöüßéñçØ×−–…“”’°→▢½≤≥":
        assert bytes(font.getmask(letter)) != missing, letter
    assert (FONTS / f"{face.value}.woff2").stat().st_size < 40_000
    assert (FONTS / "OFL.txt").is_file()


def test_figures_of_our_type_are_all_as_wide() -> None:
    assert len({round(width_of(figure, 100), 2) for figure in "0123456789"}) == 1


FRAME = {
    "main.ldr": [
        "0 !MFZ FRAME Twin",
        "1 4 0 0 0 1 0 0 0 1 0 0 0 1 gun.ldr",
        "1 4 90 0 0 1 0 0 0 1 0 0 0 1 gun.ldr",
        "1 4 0 0 90 1 0 0 0 1 0 0 0 1 spare.ldr",
        "0 !MFZ BEGIN SYSTEM 1B plating",
        "1 4 0 -24 0 1 0 0 0 1 0 0 0 1 3001.dat",
        "0 !MFZ END",
    ],
    "gun.ldr": ["0 !MFZ SYSTEM 2Rd Long gun", "1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat"],
    "spare.ldr": ["0 !MFZ SPARE", "1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat"],
}


def test_each_system_shows_the_dice_it_gives() -> None:
    """The first direct-fire weapon gives two red d6, the second a red d8 (Rapid Attack, systems)."""
    gun, plating = system_marks(survey(assembled(mpd(FRAME))))
    assert gun.name == "Long gun"
    assert gun.dice == ((Dice("R", 6, "d"), Dice("R", 6, "d")), (Dice("R", 8, "d"),))
    assert plating.dice == ((Dice("B"),),)
    assert gun.rgb[0] > gun.rgb[2]
    assert plating.rgb[2] > plating.rgb[0]


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", '"><svg onload=x>', "a&b", "\x1b[31m", "\u202eevil", "]]>", "'\"`"]
)
def test_a_strangers_name_is_text_and_nothing_else(name: str) -> None:
    from xml.etree import ElementTree

    (label,) = place([Wanted((Dice("B"),), name, ((300.0, 200.0),))], Frame(900, 600))
    drawing = "".join(svg([label], []))
    root = ElementTree.fromstring(f"<svg>{drawing}</svg>")
    assert {element.tag for element in root.iter()} <= {"svg", "path", "circle", "text", "rect"}
    assert "<" not in escape_text(name)
    assert "\x1b" not in drawing
