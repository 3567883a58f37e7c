"""Small pictures of parts for lists: many in one drawing, each in a square of its own."""

from __future__ import annotations

from pathlib import Path
from unittest import mock

import numpy as np
import pytest
from numpy.typing import NDArray

from brickyard.pictures import part_icons as icons_module
from brickyard.pictures.part_icons import MOST_ICONS, each_icon, icon_sheet, part_icons
from brickyard.pictures.subject import parts_subject
from ldraw_tools.rendering import picture
from ldraw_tools.rendering.composing import size_of
from ldraw_tools.rendering.picture import check_size
from ldraw_tools.rendering.raster import Budget
from ldraw_tools.workspace import LateLibrary

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


def test_a_long_list_is_drawn_on_several_sheets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = ["no-such-part", *NUMBERS]
    subject, whose = parts_subject(numbers, [4] * len(numbers), LateLibrary([tmp_path]))
    together = squares(numbers, [4] * len(numbers), tmp_path)
    monkeypatch.setattr(icons_module, "MOST_ICONS", 5)
    apart = {int(whose[piece]): np.asarray(image) for piece, image in each_icon(subject, SIDE)}
    assert set(apart) == set(together) == set(range(1, len(numbers)))
    for number, image in apart.items():
        assert ((image[:, :, 3] > 0) != (together[number][:, :, 3] > 0)).mean() < 0.03
    check_size(*size_of(MOST_ICONS, 96))


def test_what_is_seen_end_on_leaves_the_others_as_they_are(tmp_path: Path) -> None:
    parts = tmp_path / "parts"
    parts.mkdir()
    (tmp_path / "p").mkdir()
    # Along the way that one looks at it: almost a point, and three thousand units deep.
    (parts / "needle.dat").write_text(
        "0 Needle\n0 !LDRAW_ORG Unofficial_Part\n2 24 0 0 0 -1559.52 -1267.85 -2227.21\n"
    )
    assert (squares(["needle", "3001"], [4, 4], tmp_path)[1][:, :, 3] > 0).mean() > 0.2


def test_a_page_goes_without_icons_that_would_take_too_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    subject, _ = parts_subject(NUMBERS, [4] * len(NUMBERS), LateLibrary([tmp_path]))
    monkeypatch.setattr(picture, "Budget", mock.Mock(of_picture=lambda *_: Budget(1000)))
    assert part_icons(subject, lambda _, draw: draw()) is None


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
