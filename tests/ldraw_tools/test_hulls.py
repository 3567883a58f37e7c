"""Hulls: fewer points, the same reach."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from numpy.typing import NDArray
from scipy.optimize import nnls
from scipy.spatial import ConvexHull
from scipy.spatial.transform import Rotation

from ldraw_tools.measuring.hulls import hull_2d, reduce_points, support

Points = NDArray[np.float64]
TOLERANCE = 0.001

seeds = st.integers(0, 2**32 - 1)
grid_points = st.lists(st.tuples(*[st.integers(-6, 6)] * 3), max_size=80).map(
    lambda rows: np.array(rows, float).reshape(-1, 3) * (10, 8, 20)
)
loose_points = st.lists(st.tuples(*[st.floats(-2000, 2000)] * 3), max_size=60).map(
    lambda rows: np.array(rows, float).reshape(-1, 3)
)
clouds = st.one_of(grid_points, loose_points)


def directions(seed: int, count: int = 200) -> Points:
    ways = np.random.default_rng(seed).normal(size=(count, 3))
    ways /= np.linalg.norm(ways, axis=1)[:, None]
    return np.vstack((ways, np.eye(3), -np.eye(3)))


def lost_reach(whole: Points, part: Points, seed: int = 0) -> float:
    ways = directions(seed)
    middle = whole.mean(axis=0)
    return float(np.max(((whole - middle) @ ways.T).max(axis=0) - ((part - middle) @ ways.T).max(axis=0)))


def distance_to_hull(corners: Points, point: Points) -> float:
    """By least squares over convex combinations: slow, but it shares nothing with what is tested."""
    scale = float(np.abs(corners - point).max()) or 1.0
    system = np.vstack((((corners - point) / scale).T, np.full(len(corners), 10.0)))
    weights, _ = nnls(system, np.array([0.0, 0.0, 0.0, 10.0]), maxiter=5000)
    return float(np.linalg.norm((weights / weights.sum()) @ (corners - point)))


def rotation(seed: int) -> Points:
    return np.asarray(Rotation.random(random_state=seed % 2**31).as_matrix())


def bricks(seed: int, count: int) -> Points:
    """The (8 count, 3) corners of boxes of studs and plates, thrown together."""
    rng = np.random.default_rng(seed)
    grid = np.array([20, 8, 20])
    places, sizes = rng.integers(-10, 10, (count, 1, 3)), rng.integers(1, 5, (count, 1, 3))
    corners = np.array(np.meshgrid([0, 1], [0, 1], [0, 1])).reshape(3, -1).T
    return np.asarray(((places + sizes * corners) * grid).reshape(-1, 3), float)


@given(clouds, seeds)
@settings(deadline=None)
def test_what_is_kept_reaches_as_far_as_the_whole_in_every_direction(cloud: Points, seed: int) -> None:
    if len(cloud):
        assert lost_reach(cloud, reduce_points(cloud), seed) <= TOLERANCE


@given(clouds)
@settings(deadline=None)
def test_what_is_kept_are_rows_of_the_whole(cloud: Points) -> None:
    rows = set(map(tuple, cloud.tolist()))
    kept = list(map(tuple, reduce_points(cloud).tolist()))
    assert rows.issuperset(kept)
    assert len(set(kept)) == len(kept)


@given(clouds)
@settings(deadline=None, max_examples=50)
def test_every_point_left_out_is_within_tolerance_of_the_hull_of_the_kept(cloud: Points) -> None:
    kept = reduce_points(cloud)
    for point in cloud[:20]:
        assert distance_to_hull(kept, point) <= TOLERANCE * 1.01


@given(clouds, seeds, st.sampled_from([0.0, 1e-9, 0.001, 0.1, 5.0, 1e5]))
@settings(deadline=None)
def test_the_tolerance_asked_for_is_kept(cloud: Points, seed: int, tolerance: float) -> None:
    if len(cloud):
        assert lost_reach(cloud, reduce_points(cloud, tolerance), seed) <= max(tolerance, 1e-7)


@given(clouds, seeds, st.floats(-1e6, 1e6))
@settings(deadline=None)
def test_turning_and_moving_changes_neither_reach_nor_validity(
    cloud: Points, seed: int, shift: float
) -> None:
    if len(cloud):
        moved = cloud @ rotation(seed).T + shift
        assert lost_reach(moved, reduce_points(moved), seed) <= TOLERANCE


@given(grid_points, seeds)
@settings(deadline=None)
def test_the_order_of_the_points_does_not_matter(cloud: Points, seed: int) -> None:
    shuffled = np.random.default_rng(seed).permutation(cloud)
    assert np.array_equal(reduce_points(cloud), reduce_points(shuffled))


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(
    "cloud",
    [
        pytest.param(bricks(1, 40), id="40 bricks"),
        pytest.param(bricks(2, 600), id="600 bricks"),
        pytest.param(np.random.default_rng(3).integers(-5, 6, (300, 3)) * 20.0, id="300 dense"),
        pytest.param(
            np.random.default_rng(4).integers(-50, 51, (5000, 3)) * (20.0, 8.0, 20.0), id="5000 sparse"
        ),
        pytest.param(np.random.default_rng(5).uniform(-500, 500, (5000, 3)), id="5000 anywhere"),
        pytest.param(np.random.default_rng(6).integers(-100, 101, (3000, 3)) * (20, 0.04, 20), id="thin"),
        pytest.param(np.random.default_rng(7).integers(-20, 21, (30_000, 3)) * (20.0, 8.0, 20.0), id="30000"),
    ],
)
def test_it_keeps_about_as_many_as_there_are_corners(cloud: Points, turned: bool) -> None:
    points = cloud @ rotation(8).T if turned else cloud
    corners = ConvexHull(cloud).vertices
    kept = reduce_points(points)
    assert lost_reach(points, kept) <= TOLERANCE
    assert len(kept) <= 1.1 * len(corners) + 4


@pytest.mark.parametrize("decimals", [3, 4, 5])
def test_coordinates_rounded_after_a_turn_cost_no_more_corners_than_they_make(decimals: int) -> None:
    cloud = np.random.default_rng(1).integers(-4, 5, (500, 3)) * 20.0
    rounded = np.round(cloud @ rotation(2).T, decimals)
    kept = reduce_points(rounded)
    assert lost_reach(rounded, kept) <= TOLERANCE
    assert len(kept) <= len(ConvexHull(rounded).vertices) + 4


@pytest.mark.parametrize("count", [100, 2000])
def test_of_a_sphere_all_points_are_kept(count: int) -> None:
    sphere = directions(1, count) * 300
    assert len(reduce_points(sphere)) == len(sphere)


def test_of_a_round_brick_the_rims_are_kept() -> None:
    angles = np.arange(48) * np.pi / 24
    levels = [
        np.column_stack((40 * np.cos(angles), np.full(48, y), 40 * np.sin(angles))) for y in range(0, 100, 4)
    ]
    assert len(reduce_points(np.vstack(levels))) == 96
    assert len(reduce_points(np.vstack(levels) @ rotation(3).T)) == 96


def test_of_a_box_full_of_points_the_corners_are_kept() -> None:
    full = np.array(np.meshgrid(range(0, 200, 20), range(0, 80, 8), range(0, 100, 20))).reshape(3, -1).T
    assert len(reduce_points(full)) == 8


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(
    ("cloud", "corners"),
    [
        pytest.param(np.empty((0, 3)), 0, id="nothing"),
        pytest.param(np.full((1, 3), 7.0), 1, id="a point"),
        pytest.param(np.full((50, 3), 7.0), 1, id="one point again and again"),
        pytest.param(np.outer(np.arange(50.0), (0, 24, 0)), 2, id="a line along an axis"),
        pytest.param(np.outer(np.arange(50.0) ** 2, (20, 8, 20)), 2, id="a slanting line"),
        pytest.param(np.array([(x, 8.0, z) for x in range(20) for z in range(30)]), 4, id="a floor"),
        pytest.param(np.array([(x, x + z, z) for x in range(20) for z in range(30)]), 4, id="a roof"),
        pytest.param(np.array([(0, 0, 0), (1e-4, 0, 0), (0, 1e-4, 0), (0, 0, 1e-4)] * 9), 1, id="a speck"),
    ],
)
def test_degenerate_clouds_keep_their_few_corners(cloud: Points, corners: int, turned: bool) -> None:
    points = cloud @ rotation(1).T if turned else cloud
    assert len(reduce_points(points)) == corners


@pytest.mark.parametrize(("bend", "corners"), [(0.1, 60), (0.01, 30), (1e-7, 6)])
def test_a_flat_ring_keeps_the_bends_that_matter(bend: float, corners: int) -> None:
    """A hexagon with nine more points on each side, bulging outwards by bend."""
    share = np.arange(10) / 10
    sides = np.exp(1j * np.pi / 3 * np.arange(6))[:, None] * (1 + share * (np.exp(1j * np.pi / 3) - 1))
    bulge = np.exp(1j * np.pi / 3 * (np.arange(6)[:, None] + 0.5)) * 4 * share * (1 - share) * bend
    ring = (100 * sides + bulge).ravel()
    flat = np.column_stack((ring.real, np.zeros(60), ring.imag)) @ rotation(5).T
    assert len(reduce_points(flat)) == corners
    assert lost_reach(flat, reduce_points(flat)) <= TOLERANCE


@pytest.mark.parametrize("scale", [1e-300, 1e-12, 1.0, 1e7, 1e150])
def test_no_size_is_too_small_or_too_large(scale: float) -> None:
    cloud = np.random.default_rng(1).normal(size=(200, 3)) * scale
    kept = reduce_points(cloud)
    assert lost_reach(cloud, kept) <= max(TOLERANCE, 1e-9 * scale)


def test_far_from_the_origin_the_tolerance_holds() -> None:
    cloud = bricks(4, 60) + 1e7
    assert lost_reach(cloud, reduce_points(cloud)) <= TOLERANCE


@pytest.mark.parametrize("worst", [np.nan, np.inf, -np.inf, 1.7e308])
def test_what_has_no_extent_to_speak_of_is_returned_as_it_is(worst: float) -> None:
    cloud = np.vstack((bricks(5, 20), np.full((1, 3), worst), np.full((1, 3), -worst)))
    assert np.array_equal(reduce_points(cloud), cloud, equal_nan=True)


def test_the_points_given_are_not_touched() -> None:
    cloud = bricks(6, 30)
    before = cloud.copy()
    reduce_points(cloud)[:] = 0
    assert np.array_equal(cloud, before)


plans = st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), max_size=40).map(
    lambda rows: np.array(rows, float).reshape(-1, 2)
)


@given(plans)
def test_an_outline_turns_left_at_every_corner(plan: Points) -> None:
    ring = hull_2d(plan)
    if len(ring) > 2:
        edges = np.roll(ring, -1, axis=0) - ring
        following = np.roll(edges, -1, axis=0)
        assert np.all(edges[:, 0] * following[:, 1] - edges[:, 1] * following[:, 0] > 0)


@given(plans)
def test_an_outline_has_all_points_to_its_left(plan: Points) -> None:
    ring = hull_2d(plan)
    for start, end in zip(ring, np.roll(ring, -1, axis=0), strict=True):
        x, y = end - start
        assert np.all(x * (plan[:, 1] - start[1]) - y * (plan[:, 0] - start[0]) >= 0)


@given(seeds)
@settings(max_examples=30)
def test_an_outline_has_the_corners_that_qhull_finds(seed: int) -> None:
    plan = np.random.default_rng(seed).normal(size=(100, 2)) * 50
    expected = plan[ConvexHull(plan).vertices]
    found = hull_2d(plan)
    assert np.array_equal(found, np.roll(expected, -int(expected[:, 0].argmin()), axis=0))


@pytest.mark.parametrize(
    ("plan", "outline"),
    [
        ([], []),
        ([(1, 2)] * 3, [(1, 2)]),
        ([(0, 0), (0, 5), (0, 2), (0, 5)], [(0, 0), (0, 5)]),
        ([(0, 0), (1, 1), (3, 3), (2, 2)], [(0, 0), (3, 3)]),
        ([(2, 2), (0, 0), (0, 2), (2, 0), (1, 0), (1, 1), (2, 1)], [(0, 0), (2, 0), (2, 2), (0, 2)]),
    ],
)
def test_outlines_of_simple_plans(plan: list[tuple[int, int]], outline: list[tuple[int, int]]) -> None:
    assert hull_2d(plan).tolist() == [list(map(float, place)) for place in outline]


def test_support_is_the_farthest_reach_along_a_direction() -> None:
    assert support([(0, 0, 1), (3, 4, 0)], (0.6, 0.8, 0)) == 5.0


@pytest.mark.parametrize("number", [50, 101, 400, 5000])
def test_a_large_flat_cloud_has_the_outline_of_the_plain_one(number: int) -> None:
    random = np.random.default_rng(number)
    for cloud in (random.normal(size=(number, 2)) * 200, random.integers(0, 9, size=(number, 2)) * 20.0):
        expected = cloud[ConvexHull(cloud).vertices]
        assert {tuple(p) for p in hull_2d(cloud).tolist()} == {tuple(p) for p in expected.tolist()}
