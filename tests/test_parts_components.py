"""A part that shops sell in several pieces, some of them twice: nothing is lost in the counting."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.shopping import in_short, list_of

RED = 5
# A torso, two wings and two hands.
WITH_WINGS = "10677"


@pytest.mark.parametrize("placed", [1, 2, 3])
def test_components_that_are_in_a_part_twice_are_ordered_and_counted_twice(
    tmp_path: Path, placed: int
) -> None:
    parts = list_of(tmp_path, *[WITH_WINGS] * placed)
    assert in_short(parts.written) == [
        ("10303", RED, 2 * placed),
        ("983", RED, 2 * placed),
        ("973", RED, placed),
    ]
    assert (parts.held, parts.added) == (placed, 4 * placed)
    assert sum(lot.quantity for lot in parts.written) == parts.held + parts.added
