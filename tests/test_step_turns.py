"""ROTSTEP: how a model is held while it is built, and what stands out of what was there before."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from brickyard.pictures.shots import ABOVE, Shot, picture_png, step_frame, step_png
from brickyard.pictures.step_turns import StepTurn
from brickyard.pictures.subject import Subject, model_subject
from brickyard.printing.booklet import instructions_pdf
from catalog.database.part_database import shipped_parts
from fleets.models.survey import survey
from ldraw_tools.assembly.assembling import assemble
from ldraw_tools.reading.document import parse
from ldraw_tools.rendering.camera import View
from tests.building import packed, place
from tests.drawing import without_library
from tests.pdf_pages import text_of

SHOT = Shot((120, 120), ABOVE, transparent=True, shadows=False, ground=False, notes=False)
BRICK, WHITE = place("3001.dat", 4), 15


def subject(lines: Sequence[str]) -> Subject:
    assembly = assemble(parse(packed(main=lines), "test.mpd"), shipped_parts())
    return model_subject(assembly, survey(assembly))


def turns(lines: Sequence[str]) -> dict[int, StepTurn]:
    return dict(subject(lines).turns)


def degrees(turn: StepTurn) -> tuple[float, float]:
    """About x and about y, of a turn that is one after the other."""
    m = turn.matrix
    return (
        round(float(np.degrees(np.arctan2(m[2, 1], m[1, 1]))), 3),
        round(float(np.degrees(np.arctan2(m[0, 2], m[0, 0]))), 3),
    )


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([BRICK, "0 STEP", BRICK], {}),
        ([BRICK, "0 ROTSTEP 0 90 0 REL", BRICK, "0 STEP", BRICK], {1: (0, 90), 2: (0, 90), 3: (0, 90)}),
        ([BRICK, "0 ROTSTEP 0 90 0", BRICK, "0 ROTSTEP END", BRICK], {1: (0, 90)}),
        ([BRICK, "0 STEP", BRICK, "0 ROTSTEP 180 0 0 REL"], {2: (180, 0)}),
        ([BRICK, "0 ROTSTEP 0 30 0 REL", BRICK, "0 ROTSTEP 0 15 0 ADD"], {1: (0, 30), 2: (0, 45)}),
        ([BRICK, "0 STEP", "0 ROTSTEP 0 60 0 REL", BRICK], {2: (0, 60)}),
        ([BRICK, "0 ROTSTEP", BRICK, "0 ROTSTEP up a bit", BRICK, "0 ROTSTEP 1e99 0 0 REL"], {}),
        ([BRICK, "0 ROTSTEP nan 0 0 ABS"], {}),
    ],
)
def test_a_turn_holds_for_the_step_it_ends_and_for_those_after_it(
    lines: list[str], expected: dict[int, tuple[float, float]]
) -> None:
    assert {step: degrees(turn) for step, turn in turns(lines).items()} == expected


def test_an_absolute_turn_is_seen_from_the_front_and_leans_the_back_up() -> None:
    [turn] = turns([BRICK, "0 ROTSTEP 23 45 0 ABS"]).values()
    assert turn.view(ABOVE) == View(0.0, 0.0)
    # Up is where y is less: what is behind is higher in the picture, as seen from above.
    assert turn.of(np.array([[0.0, 0.0, 100.0]]))[0, 1] < 0


def test_a_step_is_drawn_as_the_file_turns_it() -> None:
    post = place("3005.dat", 1)
    level = subject([post, "0 STEP", place("3001.dat", 4, "60 0 0")])
    turned = subject([post, "0 ROTSTEP 0 90 0 REL", place("3001.dat", 4, "60 0 0")])
    frame = step_frame(level, SHOT)
    assert step_png(level, frame, 2) != step_png(turned, frame, 2)
    by_hand = turned.only(turned.turns[2].pieces(turned.pieces))
    assert np.array_equal(
        pixels(step_png(turned, step_frame(turned, SHOT), 2)), pixels(picture_png(by_hand, SHOT))
    )


def pixels(picture: bytes) -> NDArray[np.int64]:
    return np.asarray(Image.open(io.BytesIO(picture)).convert("RGBA")).astype(int)


def darkest(picture: bytes) -> int:
    """Of the pixels that are drawn on."""
    drawn = pixels(picture)
    light = drawn[:, :, :3].max(axis=2)
    return int(light[drawn[:, :, 3] > 200].min())


def test_a_white_part_on_white_ones_has_a_dark_outline_where_it_is_new() -> None:
    both = subject([place("3001.dat", WHITE), "0 STEP", place("3001.dat", WHITE, "0 -24 0")])
    frame = step_frame(both, SHOT)
    assert darkest(step_png(both, frame, 2, fade=True)) < 40
    assert darkest(step_png(both, frame, 2)) > 40


def test_a_booklet_marks_where_it_is_turned_and_counts_only_steps_that_add_something(tmp_path: Path) -> None:
    lines = [BRICK, "0 STEP", "0 GHOST " + BRICK, "0 ROTSTEP 180 0 0 REL", place("3003.dat", 1, "0 -24 0")]
    path = tmp_path / "model.mpd"
    path.write_bytes(packed(main=lines))
    pdf, _ = instructions_pdf([path], without_library(), dpi=10)
    assert "2 steps" in text_of(pdf)
    turned = turns(lines)
    assert list(turned) == [2]
