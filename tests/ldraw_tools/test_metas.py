"""What the meta lines of LDraw and its editors do to the lines around them."""

from __future__ import annotations

import pytest

from ldraw_tools import model_findings as oddities
from ldraw_tools.assembly.inventory import Assembly
from ldraw_tools.reading.contents import (
    COUNTED,
    DRAWN,
    EVERYTHING,
    MEASURED,
    ColourDefinition,
    Contents,
    EditorGroup,
    UnreadMeta,
)
from tests.bounding import soon
from tests.building import TRIANGLE, assembled, codes, counted, found, model, packed, place, read, the

BRICK, PLATE, TILE, LINK = place("brick.dat"), place("plate.dat"), place("tile.dat"), place("link.dat")


def contents(*lines: str) -> Contents:
    return read(model(*lines)).main.contents


def uses(*lines: str) -> list[int]:
    return list(contents(*lines).uses)


def groups(*lines: str) -> dict[str, list[int]]:
    return {group.name: list(group.members) for group in contents(*lines).groups}


def parts(*lines: str) -> list[str]:
    """The counted parts, in the order of their names."""
    return sorted(name for (name, _), number in counted(model(*lines)).items() for _ in range(number))


def read_model(*lines: str) -> Assembly:
    return assembled(model(*lines))


# Steps.


@pytest.mark.parametrize(
    "step", ["0 STEP", "0 step", "0 Step ", "0\tSTEP", "0 ROTSTEP 45 30 0 REL", "0 ROTSTEP END", "  0 STEP\r"]
)
def test_a_step_ends_where_it_stands(step: str) -> None:
    assert contents(BRICK, PLATE, step, TILE, step).steps == [2, 3]


@pytest.mark.parametrize("line", ["0 step by step", "0 // STEP", "0 STEPS", "0 !STEP", "0"])
def test_a_comment_about_steps_is_no_step(line: str) -> None:
    assert contents(BRICK, line).steps == []


# MLCad: ghosts, hidden lines, buffers.


def test_ghosts_are_told_and_not_counted() -> None:
    lines = [BRICK, f"0 GHOST {PLATE}", "0 GHOST hunters", f"0 GHOST {TRIANGLE}", "0 GHOST 0 STEP"]
    assert parts(*lines) == ["brick"]
    finding = the(oddities.GHOSTS, read_model(*lines).findings)
    assert (finding.place.line, finding.message[:8]) == (2, "2 lines ")


@pytest.mark.parametrize("hide", ["0 MLCAD HIDE {}", "0\tMLCAD\tHIDE\t{}", "0 MLCAD  HIDE   {}"])
def test_lines_that_mlcad_hides_are_told_and_not_counted(hide: str) -> None:
    lines = [hide.format(PLATE), BRICK, "0 MLCAD HIDE", "0 MLCAD HIDE 9 lives", "0 MLCAD"]
    assert parts(*lines) == ["brick"]
    assert the(oddities.HIDDEN, read_model(*lines).findings).message.startswith("1 line ")


STORE_A, STORE_B = "0 BUFEXCHG A STORE", "0 BUFEXCHG B STORE"
RETRIEVE_A, RETRIEVE_B = "0 BUFEXCHG A RETRIEVE", "0 BUFEXCHG B RETRIEVE"


@pytest.mark.parametrize(
    ("lines", "left"),
    [
        ([BRICK, STORE_A, PLATE, RETRIEVE_A, TILE], ["brick", "tile"]),
        ([BRICK, STORE_A, PLATE, "0 STEP", RETRIEVE_A], ["brick"]),
        ([BRICK, "0 bufexchg A STORE", PLATE], ["brick", "plate"]),
        ([BRICK, "0 BUFEXCHG a store", PLATE, "0 BUFEXCHG A Retrieve"], ["brick"]),
        # Stored and never retrieved: all is on the screen.
        ([BRICK, STORE_A, PLATE], ["brick", "plate"]),
        # Retrieved twice: what was added in between disappears as well.
        ([BRICK, STORE_A, PLATE, RETRIEVE_A, TILE, RETRIEVE_A], ["brick"]),
        # Stored anew: the later state is what comes back.
        ([BRICK, STORE_A, PLATE, STORE_A, TILE, RETRIEVE_A], ["brick", "plate"]),
        # One inside the other, and the other way round.
        ([BRICK, STORE_A, PLATE, STORE_B, TILE, RETRIEVE_B, LINK, RETRIEVE_A], ["brick"]),
        ([BRICK, STORE_A, PLATE, STORE_B, TILE, RETRIEVE_A, LINK, RETRIEVE_B], ["brick", "plate"]),
        ([STORE_A, BRICK, RETRIEVE_A], []),
    ],
)
def test_retrieving_a_buffer_restores_what_was_stored(lines: list[str], left: list[str]) -> None:
    assert parts(*lines) == left
    dropped = len([line for line in lines if line[0] == "1"]) - len(left)
    told = found(oddities.BUFFER_DROPPED, read_model(*lines).findings)
    assert [finding.message.split()[0] for finding in told] == ([str(dropped)] if dropped else [])


def test_what_a_buffer_drops_is_neither_drawn_nor_measured() -> None:
    assert uses(BRICK, STORE_A, PLATE, RETRIEVE_A) == [EVERYTHING, 0]


def test_a_buffer_that_was_never_stored_changes_nothing() -> None:
    lines = [BRICK, RETRIEVE_B, PLATE]
    assert parts(*lines) == ["brick", "plate"]
    finding = the(oddities.BUFFER_NEVER_STORED, read_model(*lines).findings)
    assert (finding.place.line, "buffer B" in finding.message) == (2, True)


@pytest.mark.parametrize("line", ["0 BUFEXCHG", "0 BUFEXCHG A", "0 BUFEXCHG STORE", "0 BUFEXCHG A B STORE"])
def test_half_a_buffer_line_is_told(line: str) -> None:
    assert parts(BRICK, line, PLATE) == ["brick", "plate"]
    assert "BUFEXCHG" in the(oddities.BAD_META, read_model(BRICK, line).findings).message


def test_a_file_with_ghosts_says_itself_what_is_the_model_and_buffers_count_nothing_out() -> None:
    lines = [BRICK, STORE_A, f"0 GHOST {TILE}", PLATE, RETRIEVE_A, LINK]
    assert parts(*lines) == ["brick", "link", "plate"]
    assert codes(read_model(*lines).findings) == ["LDR040"]


def test_ghosts_of_one_submodel_do_not_rule_the_buffers_of_another() -> None:
    data = packed(main=[place("a.ldr"), f"0 GHOST {TILE}"], a=[BRICK, STORE_A, PLATE, RETRIEVE_A])
    assert counted(data) == {("brick", 16): 1}


# LSynth.

SYNTH = ["0 SYNTH BEGIN RIBBED_HOSE 16", "0 SYNTH SHOW"]


def test_helpers_of_a_hose_are_not_counted_and_what_was_synthesized_is() -> None:
    lines = [
        *SYNTH,
        place("LS01.dat", 4),
        place("ls02.DAT"),
        "0 SYNTH SYNTHESIZED BEGIN",
        LINK,
        LINK,
        "0 SYNTH SYNTHESIZED END",
        "0 SYNTH END",
        BRICK,
    ]
    assert parts(*lines) == ["brick", "link", "link"]
    assembly = read_model(*lines)
    assert codes(assembly.findings) == ["LDR044"]
    assert the(oddities.SYNTH_HELPERS, assembly.findings).message.startswith("2 lines")


def test_segments_that_are_no_parts_are_told_as_a_piece_to_buy() -> None:
    lines = [
        *SYNTH,
        place("LS10.dat"),
        "0 SYNTH SYNTHESIZED BEGIN",
        *[place("LS11.dat")] * 3,
        "0 SYNTH SYNTHESIZED END",
        "0 SYNTH END",
    ]
    assert parts(*lines) == []
    findings = read_model(*lines).findings
    assert "RIBBED_HOSE with 3 segments" in the(oddities.SYNTH_SEGMENTS, findings).message
    assert the(oddities.SYNTH_HELPERS, findings).message.startswith("1 line ")


def test_each_hose_has_segments_of_its_own() -> None:
    hose = [*SYNTH, "0 SYNTH SYNTHESIZED BEGIN", place("LS11.dat"), "0 SYNTH SYNTHESIZED END", "0 SYNTH END"]
    band = ["0 SYNTH BEGIN BAND", "0 SYNTH SYNTHESIZED BEGIN", place("LS12.dat"), "0 SYNTH SYNTHESIZED END"]
    told = found(oddities.SYNTH_SEGMENTS, read_model(*hose, *band, "0 SYNTH END").findings)
    assert [(finding.place.line, finding.message.split(" with ")[0][-4:]) for finding in told] == [
        (1, "HOSE"),
        (7, "BAND"),
    ]


def test_wheels_of_a_rubber_band_are_real_parts() -> None:
    assert parts("0 SYNTH BEGIN BAND 0", BRICK, PLATE, "0 SYNTH END") == ["brick", "plate"]


def test_a_name_like_a_helper_in_a_model_without_lsynth_is_a_part() -> None:
    assert parts(place("LS02.dat")) == ["ls02"]


def test_a_hose_that_does_not_end_is_told() -> None:
    assembly = read_model(*SYNTH, place("LS01.dat"), BRICK)
    assert "holds to the end" in the(oddities.NOT_CLOSED, assembly.findings).message
    assert found(oddities.NOT_OPENED, read_model(BRICK, "0 SYNTH END").findings)


# LPub.


@pytest.mark.parametrize("lpub", ["0 !LPUB", "0 LPUB"])
@pytest.mark.parametrize(
    ("family", "use", "effect"),
    [
        ("PLI", EVERYTHING, "counted all the same"),
        ("BOM", DRAWN | MEASURED, "not counted"),
        ("PART", 0, "not counted"),
    ],
)
def test_what_lpub_keeps_out_of_its_lists(lpub: str, family: str, use: int, effect: str) -> None:
    lines = [BRICK, f"{lpub} {family} BEGIN IGN", PLATE, TILE, f"{lpub} {family} END", LINK]
    assert uses(*lines) == [EVERYTHING, use, use, EVERYTHING]
    finding = the(oddities.LIST_IGNORED, read_model(*lines).findings)
    assert finding.place.line == 2
    assert finding.message == f"2 references kept out of LPub's lists by LPUB {family} BEGIN IGN: {effect}"


def test_regions_inside_regions_count_each_reference_once() -> None:
    begin, end = "0 !LPUB PART BEGIN IGN", "0 !LPUB PART END"
    lines = [begin, BRICK, begin, PLATE, end, TILE, end, LINK]
    assert parts(*lines) == ["link"]
    finding = the(oddities.LIST_IGNORED, read_model(*lines).findings)
    assert (finding.place.line, finding.message[:12]) == (1, "3 references")


def test_one_part_stands_for_many() -> None:
    lines = ["0 !LPUB PLI BEGIN SUB tile.dat 4", BRICK, PLATE, "0 !LPUB PLI END", LINK]
    assert uses(*lines) == [DRAWN | MEASURED, DRAWN | MEASURED, COUNTED, EVERYTHING]
    assert counted(model(*lines)) == {("tile", 4): 1, ("link", 16): 1}
    finding = the(oddities.LIST_SUBSTITUTE, read_model(*lines).findings)
    assert (finding.place.line, finding.message[:37]) == (1, "one tile.dat stands for 2 references ")


def test_what_stands_for_many_takes_the_colour_around_it_and_may_be_a_submodel() -> None:
    inner = ["0 !LPUB PLI BEGIN SUB b.ldr", BRICK, "0 !LPUB PLI END"]
    data = packed(main=[place("a.ldr", 4)], a=inner, b=[place("tile.dat"), place("link.dat", 1)])
    assert counted(data) == {("tile", 4): 1, ("link", 1): 1}


def test_a_substitute_that_nobody_knows_is_missing_where_it_is_named() -> None:
    assembly = read_model(BRICK, "0 !LPUB PLI BEGIN SUB tyle.dat", PLATE, "0 !LPUB PLI END")
    finding = the(oddities.MISSING, assembly.findings)
    assert (finding.place.line, "did you mean tile.dat?" in finding.message) == (2, True)


def test_a_substitute_without_a_name_is_told_and_all_is_counted() -> None:
    lines = ["0 !LPUB PLI BEGIN SUB", BRICK, "0 !LPUB PLI END"]
    assert parts(*lines) == ["brick"]
    assert found(oddities.BAD_META, read_model(*lines).findings)


@pytest.mark.parametrize("family", ["PLI", "BOM", "PART"])
def test_an_lpub_region_without_its_end_is_told_and_ignored(family: str) -> None:
    lines = [BRICK, f"0 !LPUB {family} BEGIN IGN", PLATE]
    assert parts(*lines) == ["brick", "plate"]
    finding = the(oddities.NOT_CLOSED, read_model(*lines).findings)
    assert (finding.place.line, "it is ignored" in finding.message) == (2, True)
    assert found(oddities.NOT_OPENED, read_model(BRICK, f"0 !LPUB {family} END").findings)


def test_other_lpub_lines_are_none_of_our_business() -> None:
    lines = ["0 !LPUB PAGE SIZE 1 2", "0 !LPUB PLI CONSTRAIN", "0 !LPUB", "0 !LPUB CALLOUT BEGIN", BRICK]
    assert not read_model(*lines).findings


# LDView.


@pytest.mark.parametrize("begin", ["BEGIN", "START"])
def test_what_ldview_leaves_out_of_the_box_is_counted_and_not_measured(begin: str) -> None:
    lines = [BRICK, f"0 !LDVIEW BBOX_IGNORE {begin}", PLATE, "0 !LDVIEW BBOX_IGNORE END", TILE]
    assert uses(*lines) == [EVERYTHING, COUNTED | DRAWN, EVERYTHING]
    assert the(oddities.BOX_IGNORED, read_model(*lines).findings).message.startswith("1 reference marked")


# Groups.


def test_an_mlcad_group_takes_the_line_that_follows() -> None:
    lines = [
        "0 MLCAD BTG left  arm",
        BRICK,
        PLATE,
        "0 MLCAD BTG Legs",
        "0 STEP",
        TILE,
        "0 MLCAD BTG left  arm",
        LINK,
    ]
    assert groups(*lines) == {"left  arm": [0, 3], "Legs": [2]}


@pytest.mark.parametrize("member", [f"0 GHOST {PLATE}", f"0 MLCAD HIDE {PLATE}", TRIANGLE])
def test_a_group_that_takes_a_ghost_or_a_shape_does_not_take_the_next_part(member: str) -> None:
    lines = ["0 MLCAD BTG arms", member, BRICK, "0 MLCAD BTG arms", TILE, "0 MLCAD BTG arms"]
    assert groups(*lines) == {"arms": [1]}


def test_a_leocad_group_is_what_stands_between_and_may_hold_others() -> None:
    lines = [
        BRICK,
        "0 !LEOCAD GROUP BEGIN Left  Arm",
        PLATE,
        "0 !LEOCAD GROUP BEGIN Hand",
        TILE,
        "0 !LEOCAD GROUP END",
        "0 !LEOCAD GROUP END",
        LINK,
    ]
    assert groups(*lines) == {"Left  Arm": [1, 2], "Hand": [2]}
    assert [group.line for group in contents(*lines).groups] == [4, 2]
    assert not read_model(*lines).findings


def test_leocad_groups_that_do_not_close_or_open_are_told() -> None:
    lines = ["0 !LEOCAD GROUP END", BRICK, "0 !LEOCAD GROUP BEGIN \x1b[31mRed", PLATE]
    assert groups(*lines) == {}
    assembly = read_model(*lines)
    assert codes(assembly.findings) == ["LDR046", "LDR045"]
    assert all(finding.message.isprintable() for finding in assembly.findings)


def test_ldcad_groups_are_defined_by_number_and_joined_by_the_next_line() -> None:
    lines = [
        "0 !LDCAD GROUP_DEF [topLevel=true] [LID=1] [GID=abc] [name=Left arm] [center=0 0 0]",
        "0 !LDCAD GROUP_DEF [topLevel=true] [LID=2] [GID=def] [name=All]",
        "0 !LDCAD GROUP_NXT [ids=1 2] [nrs=-1 -1]",
        BRICK,
        "0 !LDCAD GROUP_NXT [ids=2]",
        PLATE,
        "0 !LDCAD GROUP_NXT [ids=7]",
        TILE,
    ]
    assert groups(*lines) == {"Left arm": [0], "All": [0, 1]}


def test_groups_count_nothing_twice() -> None:
    lines = ["0 !LEOCAD GROUP BEGIN a", "0 MLCAD BTG b", BRICK, "0 !LEOCAD GROUP END"]
    assert parts(*lines) == ["brick"]


def test_a_group_knows_where_it_begins() -> None:
    assert contents(BRICK, "0 MLCAD BTG b", PLATE).groups == [EditorGroup("b", 2, (1,))]


# Textures.


def test_a_fallback_stands_for_the_textured_lines() -> None:
    lines = [
        "0 !TEXMAP START PLANAR 0 0 0 1 0 0 0 1 0 flag.png",
        f"0 !: {BRICK}",
        f"0 !: {TRIANGLE}",
        PLATE,
        "0 !TEXMAP FALLBACK",
        TILE,
        TRIANGLE,
        TRIANGLE,
        "0 STEP",
        "0 !TEXMAP END",
        LINK,
    ]
    assert parts(*lines) == ["link", "plate", "tile"]
    scanned = contents(*lines)
    assert scanned.shapes[3].lines == [7, 8]
    finding = the(oddities.TEXTURED_SKIPPED, read_model(*lines).findings)
    assert (finding.place.line, finding.message[:7]) == (2, "2 lines")


@pytest.mark.parametrize("fallback", [[], ["0 // nothing", ""], ["0 STEP"]])
def test_a_fallback_of_nothing_stands_for_nothing(fallback: list[str]) -> None:
    lines = ["0 !TEXMAP START PLANAR x", f"0 !: {BRICK}", f"0 !: {TRIANGLE}", "0 !TEXMAP FALLBACK", *fallback]
    for end in (["0 !TEXMAP END", PLATE], ["0 !TEXMAP END"], []):
        assert parts(*lines, *end)[:1] == ["brick"]
        assert contents(*lines, *end).shapes[3].lines == [3]
        assert not found(oddities.TEXTURED_SKIPPED, read_model(*lines, *end).findings)


def test_each_texture_has_its_own_fallback() -> None:
    textured = ["0 !TEXMAP START PLANAR x", f"0 !: {BRICK}"]
    lines = [*textured, "0 !TEXMAP FALLBACK", PLATE, "0 !TEXMAP END", *textured, "0 !TEXMAP END", TILE]
    assert parts(*lines) == ["brick", "plate", "tile"]


def test_a_fallback_stands_for_its_own_texture_alone() -> None:
    lines = [
        "0 !TEXMAP NEXT PLANAR x",
        f"0 !: {BRICK}",
        f"0 !: {TRIANGLE}",
        "0 !TEXMAP START PLANAR x",
        f"0 !: {PLATE}",
        "0 !TEXMAP FALLBACK",
        TILE,
        "0 !TEXMAP END",
    ]
    assert parts(*lines) == ["brick", "tile"]
    assert contents(*lines).shapes[3].lines == [3]


@pytest.mark.parametrize(
    ("inner", "kept"),
    [
        # The outer fallback stands for what the inner texture has none for.
        ([f"0 !: {PLATE}"], ["link"]),
        ([f"0 !: {PLATE}", "0 !TEXMAP FALLBACK", TILE], ["link", "tile"]),
    ],
)
def test_a_texture_in_a_texture_has_a_fallback_of_its_own(inner: list[str], kept: list[str]) -> None:
    start = "0 !TEXMAP START PLANAR x"
    lines = [start, f"0 !: {BRICK}", start, *inner, "0 !TEXMAP END", "0 !TEXMAP FALLBACK", LINK]
    for end in (["0 !TEXMAP END"], []):
        assert parts(*lines, *end) == kept
    finding = the(oddities.TEXTURED_SKIPPED, read_model(*lines, "0 !TEXMAP END").findings)
    assert (finding.place.line, finding.message[:7]) == (2, "2 lines")


def test_a_texture_falls_back_once() -> None:
    lines = ["0 !TEXMAP START PLANAR x", f"0 !: {BRICK}", "0 !TEXMAP FALLBACK", PLATE, "0 !TEXMAP FALLBACK"]
    for end in (["0 !TEXMAP END"], []):
        assert parts(*lines, *end) == ["plate"]


def test_what_a_fallback_stands_for_is_told_at_its_first_line() -> None:
    lines = ["0 !TEXMAP START x", f"0 !: {TRIANGLE}", f"0 !: {BRICK}", "0 !TEXMAP FALLBACK", PLATE]
    assert the(oddities.TEXTURED_SKIPPED, read_model(*lines).findings).place.line == 2


def test_textures_without_a_fallback_lose_nothing() -> None:
    lines = [
        "0 !TEXMAP START PLANAR x",
        BRICK,
        f"0 !: {PLATE}",
        "0 !TEXMAP END",
        "0 !TEXMAP NEXT PLANAR x",
        TILE,
    ]
    assert parts(*lines) == ["brick", "plate", "tile"]
    assert not read_model(*lines).findings


def test_a_fallback_outside_a_texture_drops_nothing() -> None:
    lines = [BRICK, "0 !TEXMAP FALLBACK", PLATE, "0 !TEXMAP END", TILE]
    assert parts(*lines) == ["brick", "plate", "tile"]
    assert codes(read_model(*lines).findings) == ["LDR046", "LDR046"]


def test_a_texture_that_does_not_end_is_told() -> None:
    lines = ["0 !TEXMAP START PLANAR x", f"0 !: {BRICK}", "0 !TEXMAP FALLBACK", PLATE]
    assert parts(*lines) == ["plate"]
    findings = read_model(*lines).findings
    assert "holds to the end" in the(oddities.NOT_CLOSED, findings).message
    assert found(oddities.TEXTURED_SKIPPED, findings)


@pytest.mark.parametrize(
    ("line", "code"),
    [("0 !: 1 16 0 0", "LDR011"), ("0 !:", None), ("0 !: 0 STEP", None), ("0 !: junk", None)],
)
def test_a_textured_line_may_be_broken_too(line: str, code: str | None) -> None:
    lines = ["0 !TEXMAP START PLANAR x", line, "0 !TEXMAP END", BRICK]
    assert parts(*lines) == ["brick"]
    assert codes(read_model(*lines).findings) == ([code] if code else [])


# Colours of the model's own.


def test_a_model_may_define_colours_for_itself() -> None:
    lines = ["0 !COLOUR My_Red CODE 900 VALUE #FF0000 EDGE #800000 ALPHA 128", place("brick.dat", 900)]
    assembly = read_model(*lines)
    assert contents(*lines).colours_defined == {
        900: ColourDefinition(900, "My_Red", "#FF0000", "#800000", 128)
    }
    assert codes(assembly.findings) == ["LDR053"]
    assert parts(*lines) == ["brick"]


def test_the_colour_of_a_material_is_not_the_colour_of_its_grains() -> None:
    line = "0 !COLOUR Glitter CODE 901 VALUE #DF6695 EDGE #9A2A66 ALPHA 128"
    assert contents(f"{line} MATERIAL GLITTER VALUE #B92790 SIZE 1").colours_defined[901].value == "#DF6695"


def test_old_programs_define_colours_with_another_word() -> None:
    lines = ["0 COLOR 902 mine 0 255 128 0 255 255 128 0 255", place("brick.dat", 902)]
    assert contents(*lines).colours_defined == {902: ColourDefinition(902, "mine", "#FF8000", "")}
    assert codes(read_model(*lines).findings) == ["LDR053"]


@pytest.mark.parametrize(
    "line",
    ["0 COLOR", "0 COLOR scheme of the real car", "0 COLOR 4 of the real car is red", "0 COLOR 4 a b 1 2"],
)
def test_a_comment_about_colours_defines_none(line: str) -> None:
    assert not contents(line, BRICK).colours_defined
    assert not read_model(line, BRICK).findings


@pytest.mark.parametrize(
    "line", ["0 !COLOUR", "0 !COLOUR Red", "0 !COLOUR Red CODE 4", "0 !COLOUR Red CODE x VALUE #F00"]
)
def test_half_a_colour_is_told(line: str) -> None:
    assert "!COLOUR" in the(oddities.BAD_META, read_model(line, BRICK).findings).message


def test_many_colours_of_one_s_own_are_one_finding() -> None:
    lines = [f"0 !COLOUR c CODE {code} VALUE #FF0000 EDGE #000000" for code in range(900, 910)]
    assert codes(read_model(*lines, BRICK).findings) == ["LDR053"]


# The rest.


@pytest.mark.parametrize(
    "meta", ["ROTATE 90 0 1 0", "TRANSLATE 1 2 3", "SCALE 2", "TRANSFORM 1 0 0 0 1 0 0 0 1 0 0 0"]
)
def test_transformations_of_ldlite_are_told_once_and_ignored(meta: str) -> None:
    lines = [BRICK, f"0 {meta}", PLATE, f"0 {meta}"]
    assert parts(*lines) == ["brick", "plate"]
    assert the(oddities.LDLITE_TRANSFORM, read_model(*lines).findings).place.line == 2


@pytest.mark.parametrize(
    "line", ["0 ROTATE", "0 ROTATE END", "0 SCALE model of a car", "0 TRANSLATE this, please"]
)
def test_a_comment_about_transformations_is_a_comment(line: str) -> None:
    assert not read_model(BRICK, line).findings


def test_winding_is_kept_for_whoever_draws() -> None:
    lines = ["0 BFC certify ccw", BRICK, "0 BFC INVERTNEXT", PLATE]
    assert contents(*lines).winding == [(1, "CERTIFY CCW"), (3, "INVERTNEXT")]


def test_commands_we_do_not_know_are_kept_with_their_place() -> None:
    scanned = contents("0 !MFZ  FRAME one ", BRICK, "0 not a command", "0 !OTHER", PLATE)
    assert scanned.marks == [UnreadMeta(1, "!MFZ  FRAME one", 0), UnreadMeta(4, "!OTHER", 1)]


def test_metas_of_a_submodel_end_with_it() -> None:
    data = packed(
        main=[place("a.ldr"), place("b.ldr")],
        a=["0 !LPUB PART BEGIN IGN", "0 BUFEXCHG A STORE", "0 !TEXMAP START PLANAR x", BRICK],
        b=["0 BUFEXCHG A RETRIEVE", PLATE, "0 !LPUB PART END", "0 !TEXMAP FALLBACK", TILE],
    )
    assert counted(data) == {("brick", 16): 1, ("plate", 16): 1, ("tile", 16): 1}


@pytest.mark.parametrize(
    ("begin", "end"),
    [
        ("0 !LPUB PART BEGIN IGN", "0 !LPUB PART END"),
        ("0 !LDVIEW BBOX_IGNORE BEGIN", "0 !LDVIEW BBOX_IGNORE END"),
        ("0 !LEOCAD GROUP BEGIN x", "0 !LEOCAD GROUP END"),
        ("0 SYNTH BEGIN x", "0 SYNTH SYNTHESIZED END"),
        ("0 BUFEXCHG A STORE", "0 BUFEXCHG A RETRIEVE"),
        ("0 MLCAD BTG x", "0 !LDCAD GROUP_NXT [ids=1]"),
    ],
)
def test_ten_thousand_regions_inside_each_other_cost_no_more_than_their_lines(begin: str, end: str) -> None:
    lines = [begin] * 10_000 + [place("LS01.dat")] * 10_000 + [end] * 10_000
    with soon():
        assert len(contents(*lines)) == 10_000


def test_a_line_of_a_million_brackets_is_read_at_once() -> None:
    with soon():
        contents("0 !LDCAD GROUP_DEF " + "[a=" * 300_000, BRICK)


def test_an_ldcad_group_may_have_brackets_in_its_name() -> None:
    define = "0 !LDCAD GROUP_DEF [topLevel=true] [LID=0] [GID=x] [name=Rifle [2Rd]] [center=0 0 0]"
    assert groups(define, "0 !LDCAD GROUP_NXT [ids=0] [nrs=-1]", BRICK, PLATE) == {"Rifle [2Rd]": [0]}
