"""Small pictures of parts for lists: many in one drawing, each in a square of its own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from brickyard.opening import LateLibrary
from brickyard.pictures.icons import icon_sheet
from brickyard.pictures.subject import parts_subject
from brickyard.web.part_icons import part_icons

SIDE = 64
NUMBERS = ["3001", "3024", "3003", "3710", "3460", "6141", "3062b", "4070", "99780", "3005", "3795", "30374"]


def squares(numbers: list[str], colours: list[int], library: Path) -> dict[int, NDArray[np.uint8]]:
    subject, whose = parts_subject(numbers, colours, LateLibrary([library]))
    return {int(whose[piece]): np.asarray(image) for piece, image in icon_sheet(subject, SIDE).each()}


def test_each_is_in_its_own_square_and_nothing_is_around_it(tmp_path: Path) -> None:
    found = squares(NUMBERS, [4] * len(NUMBERS), tmp_path)
    assert sorted(found) == list(range(len(NUMBERS)))
    for icon in found.values():
        assert icon.shape == (SIDE, SIDE, 4)
        drawn = icon[:, :, 3] > 0
        assert not drawn[:2].any()
        assert not drawn[-2:].any()
        assert not drawn[:, :2].any()
        assert not drawn[:, -2:].any()
        # As large as its square allows, in one direction at least.
        assert max(np.ptp(np.flatnonzero(drawn.any(axis=axis))) for axis in (0, 1)) > 0.8 * SIDE


@pytest.mark.parametrize("place", [0, 5, 11])
def test_a_part_looks_the_same_in_whichever_square(tmp_path: Path, place: int) -> None:
    alone = squares([NUMBERS[place]], [2], tmp_path)[0]
    among = squares(NUMBERS, [2] * len(NUMBERS), tmp_path)[place]
    difference = np.abs(alone.astype(int) - among.astype(int)).max(axis=2)
    assert (difference > 40).mean() < 0.02


def test_each_is_in_its_own_colour(tmp_path: Path) -> None:
    found = squares(["3001", "3001"], [4, 1], tmp_path)
    red, blue = found[0], found[1]
    assert red[SIDE // 2, SIDE // 2, 0] > red[SIDE // 2, SIDE // 2, 2]
    assert blue[SIDE // 2, SIDE // 2, 2] > blue[SIDE // 2, SIDE // 2, 0]


def test_what_nobody_can_draw_has_no_square(tmp_path: Path) -> None:
    assert set(squares(["3001", "no-such-part", "3024"], [4, 4, 4], tmp_path)) == {0, 2}
    assert squares(["no-such-part"], [4], tmp_path) == {}


def test_a_page_cuts_its_sheet_by_number_and_colour(tmp_path: Path) -> None:
    subject, _ = parts_subject([*NUMBERS, "3001"], [*[4] * len(NUMBERS), 1], LateLibrary([tmp_path]))
    icons = part_icons(subject, lambda _, draw: draw())
    assert icons is not None
    cuts = [icons.cut(number, 4) for number in NUMBERS] + [icons.cut("3001", 1)]
    assert len({(cut.left, cut.top) for cut in cuts if cut}) == len(cuts)
    assert icons.cut("3001", 15) is None


def test_a_part_that_has_moved_is_found_by_its_number_of_today(tmp_path: Path) -> None:
    subject, _ = parts_subject(["101"], [4], LateLibrary([tmp_path]))
    icons = part_icons(subject, lambda _, draw: draw())
    assert icons is not None
    assert icons.cut("3623", 4) is not None
