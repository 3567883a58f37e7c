"""Was it ever made in that colour? Silent in doubt; the nearest of the same kind; equal colours, moulds."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from catalog.colours import _without_code, colour, colours, find, nearest, shop_ids
from catalog.database.part_database import read_only, shipped_parts
from catalog.shops.made_colours import RETIRED, NeverMade, equal_colours, made_colours
from catalog.shops.rebrickable import SHIPPED


def lacking(part: str, name: str) -> NeverMade | None:
    record, wanted = shipped_parts().find(part), find(name)
    assert record is not None
    assert wanted is not None
    return made_colours().lacking(record, wanted.code)


@pytest.mark.parametrize(
    ("part", "wanted", "near"),
    [
        ("24309", "Sand Green", "Light Bluish Gray"),
        ("22388", "Dark Bluish Grey", "Light Bluish Gray"),
        ("30192", "Black", "Dark Bluish Gray"),
        ("32013", "Trans Clear", "Trans-Red"),
        ("64727", "Flat Silver", "Pearl Gold"),
        ("59900", "Metallic Dark Grey", "Metallic Silver"),
        ("87994", "Chrome Gold", "Pearl Gold"),
    ],
)
def test_a_part_never_made_in_a_colour_is_offered_in_the_nearest_of_the_same_kind(
    part: str, wanted: str, near: str
) -> None:
    found = lacking(part, wanted)
    assert found is not None
    assert found.nearest_name == near


@pytest.mark.parametrize(
    ("part", "wanted"),
    [
        ("3001", "Red"),
        ("4589", "Dark Green"),  # as 59900, another mould
        ("35394", "White"),  # as 3960
        ("4460a", "Dark Red"),  # as 4460b, which differs in a letter
        ("92946", "Dark Bluish Grey"),  # as 15672, which is 92946 at BrickLink
        ("3023b", "Rubber Black"),  # sold as black
        ("3001", "Fluorescent Red Ink"),  # no shop has that colour
        ("3001", "#123456"),
        ("3001", "Main Colour"),
        ("3068bp01", "Lime"),  # a print in another colour is another number
        ("973", "Lime"),  # Rebrickable has only prints of it
    ],
)
def test_nothing_is_said_where_it_was_made_or_where_nobody_can_say(part: str, wanted: str) -> None:
    assert lacking(part, wanted) is None


def test_a_part_without_any_colour_of_that_kind_has_no_nearest() -> None:
    found = lacking("3705", "Trans Clear")
    assert found is not None
    assert found.nearest is None
    assert str(found) == "not known in Trans-Clear, as of 2026-04-02; nor in any colour of this kind"


def test_an_alternate_that_was_made_in_the_colour_is_named() -> None:
    found = lacking("6141", "Dark Green")
    assert found is not None
    assert found.also_as == ("85861",)
    assert str(found).endswith("; made in it: 85861")


def test_colours_that_bricklink_sells_as_one_are_equal() -> None:
    assert equal_colours(148) == equal_colours(1103) == {148, 1103}
    assert equal_colours(4) == {4}
    assert {rebrickable for rebrickable, bricklink in shop_ids() if bricklink == 77} >= {148, 1103}


def test_the_numbers_in_shops_are_those_of_the_colours() -> None:
    everything = (*colours(), *_without_code())
    assert list(shop_ids()) == [(one.rebrickable_id, one.bricklink_id) for one in everything]


def test_the_nearest_colour_is_never_of_another_kind() -> None:
    red, clear, gold = (find(name) for name in ("Red", "Trans Red", "Pearl Gold"))
    assert red
    assert clear
    assert gold
    assert nearest(red, [clear, gold]) is None
    chrome = find("Chrome Gold")
    assert chrome
    assert nearest(chrome, [red, gold]) is gold
    silver, metal = find("Metallic Silver"), find("Metallic Gold")
    assert silver
    assert metal
    assert nearest(gold, [metal, silver]) is metal
    grey = find("Pearl Dark Grey")
    assert grey
    assert nearest(grey, [metal, gold]) is gold


def test_a_f14_the_nearest_colour_of_white_is_a_grey_if_there_is_one() -> None:
    found = lacking("22484", "White")
    assert found is not None
    assert found.nearest_name == "Dark Bluish Gray"
    white, azure, black, tan = (find(name) for name in ("White", "Dark Azure", "Black", "Tan"))
    assert white
    assert azure
    assert black
    assert tan
    assert nearest(white, [azure, black]) is azure
    assert nearest(white, [azure, black, tan]) is tan


def test_colours_of_old_have_no_element_since_2012() -> None:
    """Elements of six million and more were given out since then."""
    query = "SELECT colour, SUM(element BETWEEN 6000000 AND 6999999) FROM made GROUP BY colour"
    with closing(sqlite3.connect(read_only(SHIPPED), uri=True)) as database:
        since = dict(database.execute(query).fetchall())
    assert {one for one in RETIRED if since[one] > 1} == set()
    assert all(since[one] > 1 for one in (0, 4, 15, 70, 71, 72))
    assert colour(71) is not None
