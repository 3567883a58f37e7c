"""The colours of LDraw and their shop numbers."""

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

import catalog
from catalog.colours import (
    RGB,
    Colour,
    by_bricklink_id,
    by_rebrickable_id,
    colour,
    colours,
    find,
    id_by_bricklink_name,
    name_of,
    nearest_solid,
    rgb_of,
    suggest,
)

REPOSITORY = Path(__file__).parents[2]
TABLE = Path(catalog.__file__).with_name("data") / "colours.csv"

FINISHES = {"solid", "transparent", "milky", "opal", "glitter", "speckle", "pearl", "metal", "chrome"}
FINISHES |= {"rubber", "fabric"}
HEX = re.compile(r"#[0-9A-F]{6}")
CHANNELS = st.integers(0, 255)


def known(code: int) -> Colour:
    found = colour(code)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("code", "name", "bricklink_id", "rebrickable_id", "lego_id"),
    [
        (0, "Black", 11, 0, 26),
        (1, "Blue", 7, 1, 23),
        (4, "Red", 5, 4, 21),
        (14, "Yellow", 3, 14, 24),
        (15, "White", 1, 15, 1),
        (19, "Tan", 2, 19, 5),
        (28, "Dark_Tan", 69, 28, 138),
        (47, "Trans_Clear", 12, 47, 40),
        (57, "Trans_Orange", 98, 182, 182),
        (71, "Light_Bluish_Grey", 86, 71, 194),
        (72, "Dark_Bluish_Grey", 85, 72, 199),
        (85, "Medium_Lilac", 89, 85, 268),
        (272, "Dark_Blue", 63, 272, 140),
        (297, "Pearl_Gold", 115, 297, 297),
        (326, "Yellowish_Green", 158, 158, 326),
        (330, "Olive_Green", 155, 326, 330),
        (484, "Dark_Orange", 68, 484, 38),
    ],
)
def test_well_known_colours_have_the_numbers_everybody_gives_them(
    code: int, name: str, bricklink_id: int, rebrickable_id: int, lego_id: int
) -> None:
    found = known(code)
    assert (found.name, found.bricklink_id, found.bricklink_confidence) == (name, bricklink_id, "exact")
    assert (found.rebrickable_id, found.lego_id) == (rebrickable_id, lego_id)
    assert by_bricklink_id(bricklink_id) == found
    assert by_rebrickable_id(rebrickable_id) == found


@pytest.mark.parametrize(
    ("code", "finish", "alpha", "luminance"),
    [
        (4, "solid", 255, 0),
        (47, "transparent", 128, 0),
        (21, "milky", 240, 15),
        (360, "opal", 240, 5),
        (114, "glitter", 128, 0),
        (132, "speckle", 255, 0),
        (297, "pearl", 255, 0),
        (80, "metal", 255, 0),
        (383, "chrome", 255, 0),
        (256, "rubber", 255, 0),
        (67, "rubber", 128, 0),
        (20000, "fabric", 255, 0),
    ],
)
def test_a_finish_is_ldconfigs_in_plain_words(code: int, finish: str, alpha: int, luminance: int) -> None:
    assert (known(code).finish, known(code).alpha, known(code).luminance) == (finish, alpha, luminance)


def test_a_speckled_colour_keeps_its_own_value_not_that_of_its_speckles() -> None:
    assert (known(76).value, known(76).edge) == ("#635F61", "#898788")


def test_the_columns_of_the_table_are_the_fields_of_a_colour() -> None:
    header = TABLE.read_text(encoding="utf-8").partition("\n")[0]
    assert header.split(",") == [field.name for field in fields(Colour)]


def test_the_table_holds_all_of_ldconfig_once_and_in_order() -> None:
    codes = [c.code for c in colours()]
    assert len(codes) == 322
    assert codes == sorted(set(codes))


@pytest.mark.parametrize("c", colours(), ids=lambda c: c.name)
def test_every_row_is_well_formed(c: Colour) -> None:
    assert re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", c.name)
    assert HEX.fullmatch(c.value)
    assert HEX.fullmatch(c.edge)
    assert 0 < c.alpha <= 255
    assert 0 <= c.luminance <= 255
    assert c.finish in FINISHES
    assert c.bricklink_confidence in {"exact", "probable", "uncertain", "none"}
    assert (c.bricklink_id is None) == (c.bricklink_confidence == "none")
    assert (c.bricklink_id is None) == (c.bricklink_name == "") == (c.bricklink_sources == "")
    assert (c.rebrickable_id is None) == (c.rebrickable_name == "")


def test_rubber_and_canvas_are_sold_as_the_colour_they_are_named_after() -> None:
    derived = [(c, known(c.bought_as)) for c in colours() if c.bought_as is not None]
    assert len(derived) == 78
    for c, sold in derived:
        assert c.name in {f"Rubber_{sold.name}", f"Canvas_{sold.name}"}
        assert (c.bricklink_id, c.bricklink_name) == (sold.bricklink_id, sold.bricklink_name)
        assert (c.rebrickable_id, c.rebrickable_name) == (sold.rebrickable_id, sold.rebrickable_name)
        assert sold.bought_as is None


def test_every_rubber_and_canvas_colour_but_cream_is_sold_as_another() -> None:
    own = [c.name for c in colours() if c.name.startswith(("Rubber_", "Canvas_")) and c.bought_as is None]
    assert own == ["Canvas_Cream"]


@pytest.mark.parametrize(
    ("bricklink_id", "code", "others"),
    [
        (11, 0, {32, 256, 20000}),
        (5, 4, {324, 20004}),
        (32, 125, {121}),
        (77, 148, {87, 316, 10148}),
        (81, 147, {178, 10147}),
        (95, 179, {315, 504}),
        (114, 284, {44}),
        (252, 184, {176}),
    ],
)
def test_of_colours_that_share_a_number_the_ordinary_and_the_surer_is_preferred(
    bricklink_id: int, code: int, others: set[int]
) -> None:
    assert {c.code for c in colours() if c.bricklink_id == bricklink_id} == {code, *others}
    assert by_bricklink_id(bricklink_id) == known(code)


def test_a_shop_number_leads_back_to_a_colour_with_that_number_that_is_sold_as_itself() -> None:
    for number in {c.bricklink_id for c in colours()} - {None}:
        back = by_bricklink_id(number or 0)
        assert back is not None
        assert (back.bricklink_id, back.bought_as) == (number, None)
    for number in {c.rebrickable_id for c in colours()} - {None}:
        back = by_rebrickable_id(number or 0)
        assert back is not None
        assert (back.rebrickable_id, back.bought_as) == (number, None)


@pytest.mark.parametrize(
    ("bricklink_id", "name", "rebrickable_id"),
    [
        (165, "Neon Orange", 1140),
        (166, "Neon Green", 1141),
        (171, "Lemon", None),
        (234, "Trans-Medium Purple", 1094),
        (237, "Bionicle Copper", 1083),
        (238, "Bionicle Gold", 1084),
        (239, "Bionicle Silver", 1085),
        (242, "Dark Olive Green", 1142),
        (243, "Pearl Sand Purple", None),
        (247, "Little Robots Blue", None),
    ],
)
def test_a_shops_colour_without_a_code_of_ldraws_is_known_by_its_look(
    bricklink_id: int, name: str, rebrickable_id: int | None
) -> None:
    found = by_bricklink_id(bricklink_id)
    assert found is not None
    assert (found.bricklink_name, found.rebrickable_id) == (name, rebrickable_id)
    assert id_by_bricklink_name(name) == bricklink_id
    drawn = colour(found.code)
    assert drawn is not None
    assert drawn.value == found.value
    assert found not in colours()
    if rebrickable_id is not None:
        assert by_rebrickable_id(rebrickable_id) == found


def test_a_number_no_shop_has_gives_no_colour() -> None:
    assert by_bricklink_id(0) is None
    assert by_bricklink_id(999_999) is None
    assert by_rebrickable_id(9999) is None


@pytest.mark.parametrize("code", [-1, 50, 255, 512, 9999, 0x1FFFFFF, 0x8000000, 10**12])
def test_a_code_that_ldraw_does_not_know_is_none(code: int) -> None:
    assert colour(code) is None


def test_what_is_inherited_and_the_edge_are_sold_nowhere() -> None:
    assert known(16).bricklink_id is None
    assert known(24).bricklink_id is None


@given(CHANNELS, CHANNELS, CHANNELS)
def test_a_direct_colour_is_its_own_value(red: int, green: int, blue: int) -> None:
    value = f"#{red:02X}{green:02X}{blue:02X}"
    made = known(0x2000000 + int(value[1:], 16))
    assert (made.name, made.value, made.alpha, made.finish) == (value, value, 255, "solid")
    assert made.rgb == (red, green, blue)
    assert made.bricklink_id is None
    assert find(value.lower()) == find(str(made.code)) == find(hex(made.code)) == made


@given(CHANNELS, CHANNELS, CHANNELS)
def test_a_transparent_direct_colour_has_half_the_alpha(red: int, green: int, blue: int) -> None:
    made = known(0x3000000 + (red << 16) + (green << 8) + blue)
    assert (made.rgb, made.alpha, made.finish) == ((red, green, blue), 128, "transparent")
    assert find(made.name) == made


@pytest.mark.parametrize(
    ("code", "value", "alpha"),
    [
        (0x455548C, "#4C6E90", 255),
        (0x4F000F0, "#7F7F00", 255),
        (0x5F80123, "#FF8800", 128),
        (0x6FE0FE0, "#FFEE00", 128),
        (0x6123F80, "#FF8800", 128),
        (0x7ABCDEF, "#000000", 0),
    ],
)
def test_a_dithered_colour_is_the_mean_of_what_it_does_not_leave_out(
    code: int, value: str, alpha: int
) -> None:
    assert (known(code).value, known(code).alpha) == (value, alpha)


@pytest.mark.parametrize(("code", "edge"), [(0x2000000, "#808080"), (0x2646464, "#333333")])
def test_the_edge_of_a_direct_colour_can_be_seen_against_it(code: int, edge: str) -> None:
    assert known(code).edge == edge


def test_the_nearest_solid_of_a_solid_is_itself_or_its_equal() -> None:
    solids = [c for c in colours() if c.family == "solid"]
    assert len(solids) == 102
    assert [nearest_solid(c.rgb).value for c in solids] == [c.value for c in solids]


@pytest.mark.parametrize(
    ("rgb", "name"),
    [
        ((0, 0, 0), "Black"),
        ((255, 255, 255), "White"),
        ((182, 4, 2), "Red"),
        ((100, 101, 99), "Dark_Bluish_Grey"),
        ((64, 64, 64), "Dark_Grey"),
        ((30, 90, 160), "Blue"),
        ((0, 0, 255), "Dark_Blue_Violet"),
        ((201, 26, 9), "Red"),
        ((242, 205, 55), "Yellow"),
        ((228, 205, 158), "Tan"),
    ],
)
def test_a_colour_nearby_is_found_by_its_look(rgb: RGB, name: str) -> None:
    assert nearest_solid(rgb).name == name


@given(st.tuples(CHANNELS, CHANNELS, CHANNELS))
def test_the_nearest_solid_that_is_sold_can_be_ordered(rgb: RGB) -> None:
    nearest = nearest_solid(rgb, sold=True)
    assert nearest.family == "solid"
    assert nearest.bricklink_id is not None


def test_a_solid_nobody_sells_is_passed_over_when_buying() -> None:
    lemon = known(10015)
    assert nearest_solid(lemon.rgb) == lemon
    assert nearest_solid(lemon.rgb, sold=True) != lemon


def spellings(name: str) -> Iterator[str]:
    yield from (name, name.lower(), name.upper(), name.replace("_", " "), name.replace("_", ""))
    yield name.replace("_", "-").replace("Grey", "Gray")


@given(st.sampled_from(colours()), st.data())
def test_a_colour_is_found_by_its_name_however_it_is_spelt(c: Colour, data: st.DataObject) -> None:
    spelt = data.draw(st.sampled_from(list(spellings(c.name))))
    assert find(f" {spelt} ") == c


@given(st.sampled_from(colours()))
def test_a_colour_is_found_by_its_code(c: Colour) -> None:
    assert find(str(c.code)) == find(hex(c.code)) == c


@given(st.text())
def test_any_text_can_be_looked_for(text: str) -> None:
    assert find(text) is None or isinstance(find(text), Colour)
    suggest(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ligth Bluish Gray", "Light_Bluish_Grey"),
        ("redd", "Red"),
        ("trans clear", "Trans_Clear"),
        ("Dark Purple", "Medium_Lilac"),
    ],
)
def test_a_name_that_is_not_ldraws_suggests_the_colour_that_was_meant(text: str, name: str) -> None:
    suggestion = suggest(text)
    assert suggestion is not None
    assert suggestion.name == name


@pytest.mark.parametrize("text", ["", "qqqq", "999999999999"])
def test_nonsense_suggests_nothing(text: str) -> None:
    assert find(text) is None
    assert suggest(text) is None


def test_importing_the_colours_imports_neither_numpy_nor_pydantic() -> None:
    code = "import sys, catalog.colours as c; c.colours(); print(*{'numpy', 'pydantic'} & sys.modules.keys())"
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=REPOSITORY, capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == ""


def test_the_table_is_made_from_ldconfig_and_the_facts(tmp_path: Path) -> None:
    ldconfig, facts, output = tmp_path / "LDConfig.ldr", tmp_path / "facts.csv", tmp_path / "colours.csv"
    ldconfig.write_text(
        "0 // LDraw Solid Colours\n"
        "0                // LEGOID   1 / 426 - White\n"
        "0 !COLOUR White     CODE 15 VALUE #F4F4F4 EDGE 8\n"
        "0 !COLOUR Dark_Grey CODE  8 VALUE 0x545955 EDGE #333333\n"
        "0 // LDraw Rubber Colours\n"
        "0 !COLOUR Rubber_White CODE 511 VALUE #f4f4f4 EDGE #333333 ALPHA 128 LUMINANCE 5 RUBBER\n"
    )
    facts.write_text(
        "ldraw,ldraw_name,rgb,lego_id,lego_name,bl_id,bl_name,bl_confidence,bl_sources,rb_id,rb_name,note\n"
        "15,White,#FFFFFF,1,White,1,White,high,studio+name,15,White,\n"
        "511,Rubber_White,#F4F4F4,,,1,White,derived,Rubber->White,14,Yellow,bought as White\n"
    )
    script = REPOSITORY / "scripts" / "make_colours.py"
    run = subprocess.run(
        [sys.executable, script, "--ldconfig", ldconfig, "--facts", facts, "-o", output],
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stderr.splitlines() == [
        "8 Dark_Grey: not in the facts",
        "15 White: rgb is '#F4F4F4' in LDConfig, '#FFFFFF' in the facts",
        "511 Rubber_White: rb_id is '15' here, '14' in the facts",
    ]
    assert output.read_text().splitlines()[1:] == [
        "8,Dark_Grey,#545955,#333333,255,0,solid,solid,,,,,none,,,,,",
        "15,White,#F4F4F4,#545955,255,0,solid,solid,1,White,1,White,exact,studio name,15,White,,LEGO 426 too",
        "511,Rubber_White,#F4F4F4,#333333,128,5,rubber,rubber,,,1,White,probable,rule,15,White,15,",
    ]


def test_a_colour_is_named_as_people_read_it_and_an_unknown_one_by_its_code() -> None:
    assert name_of(71) == "Light Bluish Grey"
    assert name_of(0x2C91A09) == "#C91A09"
    assert name_of(999_999) == "colour 999999"
    assert rgb_of("#C91A09") == (0xC9, 0x1A, 0x09)
