"""Numbers read by the thousand are the numbers that `float` reads, to the last bit."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from ldraw_tools.reading.digits import (
    FARTHEST,
    MARGIN,
    Numbers,
    Places,
    read_colours,
    read_number,
    read_numbers,
)
from ldraw_tools.reading.lines import INHERIT, parse_colour

quick = settings(deadline=None, derandomize=True, max_examples=200)
# At the edges of what is read eight characters at a time.
NUMBERS = (
    "0", "-0", "7", "-7", "007", ".5", "-.5", "5.", "-5.", "0.", "-0.", "-0.0",
    "12345678", "-1234567", "-12345678", "1234567.", ".1234567", "0.980785", "-0.98079",
    "123456789", "0.98078528", "-0.98078528", "1234567.8", "12345678.", "123456789.", "-12345678.9",
    "0.1234567890123", "-0.1234567890123", "0.12345678901234", "0.123456789012345", ".123456789012345",
    "999999999.999999", "000000000000007", "0000000000000007", "0.00000000000000", "1000000000",
    "1e2", "1E-3", "-1.5e+2", "+1", "+.5", "0.12345678901234567", "0.3000000000000000444", "1e-320",
)  # fmt: skip
NO_NUMBERS = (
    "-", ".", "-.", "--1", "1-", "1-2", "1.2.3", "..", "1..2", "-1.2.3", "12345678.1.2", "1.234567.8",
    "/", "./", "1/2", "1:2",
    "0,5", "1,5", "x", "1x", "x1", "0x10", "1_0", "1e", "1e999", "nan", "inf", "-inf", "#", "~", "1;",
    "1000000001", "-1000000001", "1e10", "9999999999999999", "99999999999999999999", "123456789012.5", "?",
)  # fmt: skip


def cut(texts: list[str]) -> tuple[bytes, Places, Places]:
    """A text of these fields, and where they are."""
    lengths = np.array([len(text) for text in texts], np.intp)
    ends = np.cumsum(lengths + 1) - 1
    return " ".join(texts).encode() + b" " * MARGIN, ends - lengths, ends


def read(*texts: str) -> tuple[Numbers, list[int]]:
    return read_numbers(*cut(list(texts)))


def bits(number: float) -> bytes:
    return np.float64(number).tobytes()


@pytest.mark.parametrize("text", NUMBERS)
def test_a_number_is_what_float_reads(text: str) -> None:
    numbers, bad = read(text)
    assert bad == []
    assert bits(numbers[0]) == bits(float(text))


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_what_is_no_number_a_model_can_hold_is_bad_and_its_neighbours_are_not(text: str) -> None:
    numbers, bad = read("1.5", text, "-2")
    assert bad == [1]
    assert numbers[[0, 2]].tolist() == [1.5, -2]
    assert math.isnan(numbers[1])


def test_the_tables_above_are_true() -> None:
    assert all(read_number(text) == float(text) for text in NUMBERS)
    assert not any(read_number(text) is not None for text in NO_NUMBERS)


written = st.one_of(
    st.integers(-(10**17), 10**17).map(str),
    st.floats(-FARTHEST, FARTHEST).map(repr),
    st.tuples(st.floats(-2000, 2000), st.integers(0, 16)).map(lambda pair: f"{pair[0]:.{pair[1]}f}"),
    st.tuples(st.integers(-1, 10**15), st.integers(0, 10**15)).map(lambda pair: f"{pair[0]}.{pair[1]}"),
    st.text("0123456789.-", min_size=1, max_size=18),
    st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=18),
)


@given(st.lists(written, max_size=12))
@quick
def test_whatever_is_written_is_read_as_one_by_one(texts: list[str]) -> None:
    numbers, bad = read(*texts)
    expected = [read_number(text) for text in texts]
    assert bad == [index for index, number in enumerate(expected) if number is None]
    for number, wanted in zip(numbers.tolist(), expected, strict=True):
        assert math.isnan(number) if wanted is None else bits(number) == bits(wanted)


def test_more_than_fit_the_cache_are_read_in_order() -> None:
    texts = [f"{n % 3 - 1}.{n}" for n in range(20_000)]
    numbers, bad = read(*texts)
    assert bad == []
    assert numbers.tolist() == [float(text) for text in texts]


colours = st.one_of(
    st.sampled_from(
        ["16", "24", "0x2FF8800", "0X2ff8800", "#FF8800", "-1", "+4", "4.0", "x", "0x", "134217728"]
    ),
    st.integers(0, 10**10).map(str),
    st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=10),
)


@given(st.lists(colours, max_size=8))
@quick
def test_colours_are_read_as_one_by_one(texts: list[str]) -> None:
    expected = [parse_colour(text) for text in texts]
    assert read_colours(*cut(texts)).tolist() == [INHERIT if code is None else code for code in expected]
