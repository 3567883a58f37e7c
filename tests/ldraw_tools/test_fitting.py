"""Fitting: the exact answer against 20,000 angles tried one by one."""

import numpy as np
import pytest
from hypothesis import example, given, settings, strategies as st
from numpy.typing import NDArray

from ldraw_tools.measuring.fitting import TurnedRectangle, snuggest_turn, turn_by_ruler, turns_that_fit
from ldraw_tools.measuring.hulls import hull_2d

Floats = NDArray[np.float64]
ANGLES = np.linspace(-np.pi / 2, np.pi / 2, 20_001)
BAR = np.array([(0, 0), (4, 0), (4, 16), (0, 16)], float)
SQUARE = np.array([(0, 0), (10, 0), (10, 10), (0, 10)], float)

lengths = st.floats(0.3, 1.1)
grid = st.tuples(st.integers(-5, 5), st.integers(-5, 5))
# Millionths of a unit: nearer than that nothing lies in a file, and sums lose what is nearer still.
_place = st.floats(-100, 100).map(lambda number: round(number, 6))
anywhere = st.tuples(_place, _place)
footprints = st.one_of(
    st.lists(grid, min_size=1, max_size=20), st.lists(anywhere, min_size=1, max_size=20)
).map(lambda rows: np.array(rows, float))


def turned(points: Floats, degrees: float) -> Floats:
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.column_stack((points @ (cos, -sin), points @ (sin, cos)))


def tried(points: Floats) -> tuple[Floats, Floats]:
    """(20001,) widths and depths by trying."""
    x, y = hull_2d(points).T[:, :, None]
    cos, sin = np.cos(ANGLES), np.sin(ANGLES)
    return np.ptp(x * cos - y * sin, axis=0), np.ptp(x * sin + y * cos, axis=0)


@given(footprints, lengths, lengths, st.sampled_from([0.0, 0.01]))
@settings(deadline=None)
@example(BAR, 14.2 / 16, 14.2 / 16, 0.0)
@example(turned(BAR, 30), 1.0, 0.25, 0.0)
def test_what_is_said_to_fit_fits_and_what_is_not_never_does(
    footprint: Floats, wide: float, deep: float, loose: float
) -> None:
    widths, depths = tried(footprint)
    size = float(widths.max())
    width, depth, tolerance = wide * size, deep * size, loose * size
    slack = 1e-8 * size
    turn = turns_that_fit(footprint, width, depth, tolerance)
    fits = (widths <= width + tolerance - slack) & (depths <= depth + tolerance - slack)
    if turn is None:
        assert not fits.any()
        return
    assert -90 < turn.angle_degrees <= 90
    assert np.allclose(
        np.ptp(turned(footprint, turn.angle_degrees), axis=0), (turn.width, turn.depth), atol=slack
    )
    assert turn.width <= width + tolerance + slack
    assert turn.depth <= depth + tolerance + slack
    if fits.any() and turn.angle_degrees != 90:
        assert abs(turn.angle_degrees) <= np.degrees(np.abs(ANGLES[fits]).min()) + 1e-6


@given(footprints, lengths, lengths, st.floats(-180, 180), anywhere)
@settings(deadline=None)
def test_how_a_footprint_lies_does_not_decide_whether_it_fits(
    footprint: Floats, wide: float, deep: float, angle: float, place: tuple[float, float]
) -> None:
    widths, depths = tried(footprint)
    size = float(widths.max())
    width, depth = wide * size, deep * size
    overshoot = float(np.maximum(widths - width, depths - depth).min())
    moved = turned(footprint, angle) + place
    # Nearer to a limit than that, the 20,000 angles don't tell.
    if abs(overshoot) > 2 * size * float(ANGLES[1] - ANGLES[0]) + 1e-6:
        assert (turns_that_fit(moved, width, depth, 0) is None) == (overshoot > 0)


@given(footprints, lengths, lengths)
@settings(deadline=None)
def test_width_and_depth_of_the_rectangle_may_be_swapped(footprint: Floats, wide: float, deep: float) -> None:
    size = float(tried(footprint)[0].max())
    one = turns_that_fit(footprint, wide * size, deep * size, 1e-7)
    other = turns_that_fit(footprint, deep * size, wide * size, 1e-7)
    assert (one is None) == (other is None)


def test_a_bar_longer_than_a_square_fits_it_only_on_the_diagonal() -> None:
    assert turns_that_fit(BAR, 14.1, 14.1, 0) is None
    turn = turns_that_fit(BAR, 14.2, 14.2, 0)
    assert turn is not None
    assert turn.angle_degrees == pytest.approx(44.607, abs=1e-3)
    assert turn.depth == pytest.approx(14.2)


def test_what_is_too_long_is_measured_along_its_sides() -> None:
    assert turns_that_fit(BAR, 12, 12, 0) is None
    assert turn_by_ruler(turned(BAR, 30), 12, 12).depth == pytest.approx(16)
    assert turn_by_ruler(BAR, 12, 10) == TurnedRectangle(90, 16, 4)
    assert turn_by_ruler(BAR, 10, 12) == TurnedRectangle(0, 4, 16)


def test_what_lies_well_is_not_turned() -> None:
    assert turns_that_fit(BAR, 4, 16, 0) == TurnedRectangle(0, 4, 16)
    assert turns_that_fit(BAR, 50, 50, 0) == TurnedRectangle(0, 4, 16)
    assert turn_by_ruler(SQUARE, 9, 9) == TurnedRectangle(0, 10, 10)


def test_what_lies_across_is_turned_by_a_right_angle() -> None:
    turn = turns_that_fit(BAR, 16, 4, 0)
    assert turn is not None
    assert turn.angle_degrees == 90
    assert turn.width == pytest.approx(16)
    assert turn.depth == pytest.approx(4)


@pytest.mark.parametrize("angle", [1, 12.5, 30, 44.9, -30, -44.9])
def test_a_square_that_lies_askew_is_turned_back(angle: float) -> None:
    turn = turns_that_fit(turned(SQUARE, angle), 10, 10, 0)
    assert turn is not None
    assert turn.angle_degrees == pytest.approx(-angle, abs=1e-4)


def test_a_square_on_its_corner_needs_an_eighth_of_a_turn() -> None:
    turn = turns_that_fit(turned(SQUARE, 45), 10, 10, 0.001)
    assert turn is not None
    assert abs(turn.angle_degrees) == pytest.approx(45, abs=0.01)


def test_the_smallest_turn_that_fits_is_chosen() -> None:
    turn = turns_that_fit(turned(BAR, 20), 5, 17, 0)
    assert turn is not None
    assert -20 < turn.angle_degrees < -15
    assert turn.width == pytest.approx(5)


def test_the_tolerance_is_added_to_both_sides() -> None:
    assert turns_that_fit(SQUARE, 9.9, 9.9, 0.1) == TurnedRectangle(0, 10, 10)
    assert turns_that_fit(SQUARE, 9.9, 9.9, 0.09) is None


def test_a_disc_fits_at_every_angle_or_at_none() -> None:
    angles = np.radians(np.arange(0, 360))
    disc = np.column_stack((np.cos(angles), np.sin(angles)))
    assert turns_that_fit(disc, 2, 2, 0) is not None
    assert turns_that_fit(disc, 1.99, 1.99, 0) is None


@pytest.mark.parametrize("footprint", [np.empty((0, 2)), np.array([(5.0, 6.0)]), np.full((9, 2), 3.0)])
def test_what_has_no_extent_fits_anywhere(footprint: Floats) -> None:
    assert turns_that_fit(footprint, 0, 0, 0) == TurnedRectangle(0, 0, 0)
    assert turn_by_ruler(footprint, 1, 2) == TurnedRectangle(0, 0, 0)


def test_a_line_fits_along_the_diagonal() -> None:
    turn = turns_that_fit([(0, 0), (5, 0)], 3, 4, 1e-9)
    assert turn is not None
    assert abs(turn.angle_degrees) == pytest.approx(np.degrees(np.arctan2(4, 3)))


def test_a_rectangle_may_be_endless_or_impossible() -> None:
    assert turns_that_fit(BAR, np.inf, np.inf, 0) == TurnedRectangle(0, 4, 16)
    turn = turns_that_fit(BAR, np.inf, 4, 0)
    assert turn is not None
    assert turn.angle_degrees == 90
    assert turns_that_fit(BAR, -1, 100, 0) is None


def test_the_snuggest_rectangle_of_a_bar_is_the_bar_however_it_lies() -> None:
    angle = np.radians(37.0)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    bar = np.array([[0.0, 0.0], [24.0, 0.0], [24.0, 1.0], [0.0, 1.0]]) @ turn.T
    found = snuggest_turn(bar)
    assert sorted((found.width, found.depth)) == pytest.approx([1.0, 24.0])


def test_the_snuggest_rectangle_is_never_larger_than_that_of_any_angle_tried() -> None:
    random = np.random.default_rng(5)
    for _ in range(20):
        points = random.normal(size=(12, 2)) * (5.0, 2.0)
        found = snuggest_turn(points)
        for angle in np.linspace(0, np.pi, 181):
            across, along = (np.cos(angle), -np.sin(angle)), (np.sin(angle), np.cos(angle))
            assert found.width * found.depth <= np.ptp(points @ across) * np.ptp(points @ along) + 1e-9
