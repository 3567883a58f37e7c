"""Free studs: what is built over is not free, what lies open anywhere is."""

from __future__ import annotations

import pytest

from catalog.database.part_database import PartsDatabase
from ldraw_tools.assembly.assembling import assemble
from ldraw_tools.measuring import slices
from ldraw_tools.measuring.slices import has_free_stud
from tests.building import model, place, read

SLAB = place("3031.dat")
ON_ITS_SIDE = "1 0 0 0 0 -1 0 1 0"
ASKEW = "0.707107 0 0.707107 0 1 0 -0.707107 0 0.707107"


def is_free(*lines: str) -> bool:
    assembly = assemble(read(model(*lines)), PartsDatabase())
    assembly.measurer.measure()
    return has_free_stud(assembly, assembly.measurer, assembly.root)


def at(part: str, x: float, y: float, z: float, matrix: str = "1 0 0 0 1 0 0 0 1") -> str:
    return f"1 16 {x} {y} {z} {matrix} {part}"


@pytest.mark.parametrize(
    ("above", "free"),
    [
        ([], True),
        ([at("1751.dat", 0, -8, 0)], False),
        ([at("87079.dat", 0, -8, 20)], True),
        ([at("87079.dat", 0, -8, 20), at("87079.dat", 0, -8, -20)], False),
        # A tile that hovers a brick above hides nothing.
        ([at("1751.dat", 0, -32, 0)], True),
        # One stud of sixteen, in a corner.
        ([at("87079.dat", 0, -8, 20), at("3069b.dat", -20, -8, -10), at("3069b.dat", -20, -8, -30),
          at("3069b.dat", 20, -8, -10), at("3070b.dat", 10, -8, -30)], True),
    ],
)  # fmt: skip
def test_a_slab_is_open_until_every_stud_is_covered(above: list[str], free: bool) -> None:
    assert is_free(SLAB, *above) == free


def test_a_covered_stack_has_only_its_top_to_offer() -> None:
    assert is_free(place("3003.dat"), at("3003.dat", 0, -24, 0))
    assert not is_free(place("3003.dat"), at("3003.dat", 0, -24, 0), at("3068b.dat", 0, -32, 0))


def test_studs_that_point_sideways_hold_nothing_upright() -> None:
    assert not is_free(at("3003.dat", 0, 0, 0, ON_ITS_SIDE))
    # A brick with a stud on its side, its own top covered; then laid on its back, that stud upwards.
    assert not is_free(place("87087.dat"), at("3070b.dat", 0, -8, 0))
    assert is_free(at("87087.dat", 0, 0, 0, "1 0 0 0 0 1 0 -1 0"))


def test_what_stands_askew_is_looked_at_along_its_own_rows() -> None:
    slab, tile = at("3031.dat", 0, 0, 0, ASKEW), at("1751.dat", 0, -8, 0, ASKEW)
    assert is_free(slab)
    assert not is_free(slab, tile)


def test_a_corner_plate_has_no_stud_where_it_has_no_plate() -> None:
    tiles = [at("3070b.dat", 0, -24, 0), at("3070b.dat", 20, -24, 0), at("3070b.dat", 0, -24, 20)]
    corner = at("2357.dat", 0, -16, 0)
    assert is_free(corner, *tiles[:2])
    assert not is_free(corner, *tiles)


def test_what_is_very_large_is_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices, "MOST_CHECKED", 1)
    assert is_free(place("3003.dat"), at("3068b.dat", 0, -8, 0))
