"""Shapes as bytes: nothing moves by more than half a hundredth."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from catalog.database.shape_codec import (
    STEP,
    StudPlaces,
    decode_shapes,
    decode_studs,
    encode_shape,
    encode_studs,
)
from ldraw_tools.measuring.shapes import NOTHING, Shape, StudGroup
from tests.measuring import Points

HALF = STEP / 2 + 1e-9
quick = settings(deadline=None, derandomize=True, max_examples=40)


def clouds(reach: float, least: int = 0) -> st.SearchStrategy[Points]:
    return st.lists(st.tuples(*[st.floats(-reach, reach)] * 3), min_size=least, max_size=12).map(
        lambda rows: np.array(rows, np.float64).reshape(-1, 3)
    )


# What fits two bytes a coordinate, what doesn't, and the largest that four hold.
any_cloud = st.one_of(clouds(300), clouds(400), clouds(2e7))
axes = st.tuples(*[st.floats(-1, 1)] * 3).map(np.array)
shapes = st.builds(
    Shape, any_cloud, st.lists(st.builds(StudGroup, axes, clouds(2e4, least=1)), max_size=4).map(tuple)
)
turns = st.lists(st.floats(-3, 3, width=32), min_size=9, max_size=9).map(lambda t: np.array(t).reshape(3, 3))
stud_places = st.builds(
    StudPlaces, st.sampled_from(["stud.dat", "8/stud2-logo4.dat"]), turns, clouds(5e3, least=1)
)


@given(shapes)
@quick
def test_a_shape_comes_back_within_half_a_step(shape: Shape) -> None:
    back = decode_shapes([encode_shape(shape)])[0]
    assert back.body.shape == shape.body.shape
    assert np.abs(back.body - shape.body).max(initial=0) <= HALF
    assert len(back.studs) == len(shape.studs)
    for one, other in zip(back.studs, shape.studs, strict=True):
        assert one.points.shape == other.points.shape
        assert np.abs(one.points - other.points).max() <= HALF
        assert np.allclose(one.axis, other.axis, atol=1e-6)


@given(shapes)
@quick
def test_coding_twice_changes_nothing_more(shape: Shape) -> None:
    once = decode_shapes([encode_shape(shape)])[0]
    twice = decode_shapes([encode_shape(once)])[0]
    assert encode_shape(once) == encode_shape(twice)
    assert (twice.body == once.body).all()


@given(st.lists(stud_places, max_size=4))
@quick
def test_studs_come_back_with_name_turn_and_place(groups: list[StudPlaces]) -> None:
    back = decode_studs(encode_studs(groups))
    assert [group.primitive for group in back] == [group.primitive for group in groups]
    for one, other in zip(back, groups, strict=True):
        assert np.allclose(one.turn, other.turn, atol=1e-6)
        assert np.abs(one.places - other.places).max() <= HALF


def test_nothing_is_a_shape_too() -> None:
    back = decode_shapes([encode_shape(NOTHING)])[0]
    assert back.is_empty
    assert back.body.shape == (0, 3)


def test_no_studs_are_no_bytes() -> None:
    assert encode_studs([]) == b""
    assert decode_studs(b"") == []


@pytest.mark.parametrize("number", [0.0, 0.01, -0.01, 327.67, -327.67, 327.68, -327.69, 1e5])
def test_hundredths_come_back_as_they_are_at_every_size(number: float) -> None:
    shape = Shape(np.full((3, 3), number))
    assert np.allclose(decode_shapes([encode_shape(shape)])[0].body, number, rtol=1e-15, atol=0)


def test_a_brick_is_a_few_dozen_bytes() -> None:
    corners = np.array([[x, y, z] for x in (-40, 40) for y in (0, 24) for z in (-20, 20)], np.float64)
    assert len(encode_shape(Shape(corners))) < 60
