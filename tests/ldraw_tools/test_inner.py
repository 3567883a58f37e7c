"""What is left out of a measurement adds nothing to it."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from ldraw_tools.measuring.interior import Placed, without_inner
from ldraw_tools.measuring.shapes import NOTHING, Points, Shape, StudGroup, combine

UP = np.array([0.0, -1.0, 0.0])
NONE = np.empty((0, 3))
CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float64)


def brick(size: float, stud: float) -> Shape:
    head = CORNERS * (size / 4) + UP * (size + stud)
    return Shape(CORNERS * size, (StudGroup(UP, head),))


def turned(generator: np.random.Generator) -> Points:
    turn, _ = np.linalg.qr(generator.normal(size=(3, 3)))
    return np.asarray(turn)


def model(seed: int, pieces: int, spread: Points, askew: bool) -> tuple[list[Placed], Points]:
    generator = np.random.default_rng(seed)
    matrices = np.zeros((pieces, 3, 4))
    matrices[:, :, 3] = generator.uniform(-1, 1, (pieces, 3)) * spread
    turns = [turned(generator) for _ in range(20)] if askew else [np.eye(3)]
    for number, matrix in enumerate(matrices):
        matrix[:, :3] = turns[number % len(turns)]
    shapes = [brick(size, stud) for size, stud in generator.uniform(1, 30, (12, 2))]
    owner = generator.integers(0, 12, pieces)
    placed = [(shape, np.flatnonzero(owner == i).tolist()) for i, shape in enumerate(shapes)]
    return [(shape, where) for shape, where in placed if where], matrices


def reaches(clouds: list[Points]) -> Points:
    ways = np.random.default_rng(1).normal(size=(200, 3))
    points = np.concatenate(clouds)
    return np.asarray((points @ ways.T).max(axis=0))


def number_of(placed: list[Placed]) -> int:
    return sum(len(where) for _, where in placed)


spreads = st.sampled_from(
    [(500, 500, 500), (900, 40, 300), (2000, 1, 1), (300, 0, 300), (0, 0, 0), (40, 30, 20)]
)


@given(st.integers(0, 10_000), st.integers(300, 700), spreads, st.booleans())
@settings(max_examples=60, deadline=None)
def test_the_rest_reaches_as_far_in_every_direction(
    seed: int, number: int, spread: tuple[float, float, float], askew: bool
) -> None:
    placed, matrices = model(seed, number, np.array(spread, np.float64), askew)
    left = without_inner(placed, matrices)
    whole, rest = combine(placed, matrices, NONE), combine(left, matrices, NONE)
    assert np.allclose(reaches(whole.clouds()), reaches(rest.clouds()), rtol=0, atol=1e-6)
    # And so it does without any of the studs, which is how a height is taken.
    assert np.allclose(reaches([whole.body]), reaches([rest.body]), rtol=0, atol=1e-6)


def test_of_a_thousand_bricks_in_a_heap_few_are_looked_at() -> None:
    placed, matrices = model(7, 1000, np.array([900.0, 900.0, 900.0]), askew=True)
    assert number_of(without_inner(placed, matrices)) < 400


def test_small_models_are_taken_as_they_are() -> None:
    placed, matrices = model(7, 299, np.array([900.0, 900.0, 900.0]), askew=True)
    assert without_inner(placed, matrices) is placed


@pytest.mark.parametrize("bad", [np.inf, -np.inf, np.nan, 1e308])
def test_where_a_number_is_none_nothing_is_left_out(bad: float) -> None:
    placed, matrices = model(7, 400, np.array([900.0, 900.0, 900.0]), askew=True)
    matrices[5, 0, 3] = bad
    with np.errstate(all="ignore"):
        kept = [i for _, where in without_inner(placed, matrices) for i in where]
    assert 5 in kept


def test_parts_of_studs_alone_are_kept_where_nothing_else_is_sure() -> None:
    stud = Shape(NOTHING.body, (StudGroup(UP, CORNERS),))
    matrices = np.zeros((400, 3, 4))
    matrices[:, :, :3] = np.eye(3)
    matrices[:, 0, 3] = np.arange(400)
    placed: list[Placed] = [(stud, list(range(400)))]
    assert number_of(without_inner(placed, matrices)) == 400
