"""Tags in names, on meta lines and in manifests: what each form means, and what is said of the others."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from catalog.vocabulary import RAPID_ATTACK
from fleets.dice.carried_systems import EMPTY, Loadout, System
from fleets.models.model_units import Role, Tag, TagSource
from fleets.notation.notation_findings import LOOKALIKE as NOTATION_LOOKALIKE
from fleets.tagging import tag_findings
from fleets.tagging.editors import how_to_tag
from fleets.tagging.equipment_words import fits
from fleets.tagging.file_tags import plain_name
from fleets.tagging.tag_reading import read_meta, read_name, read_text
from fleets.tagging.tag_values import carried_by, described, distance, is_notation, nearest_word, written
from ldraw_tools.findings import Kind, Place, Severity
from ldraw_tools.reading import document as documents
from tests.building import the

HERE = Place("chub.mpd", 5, 8)

# What may stand in brackets at the end of a name.
BRACKETS = [
    ("2Rd", Role.SYSTEM, "2Rd"),
    ("1B", Role.SYSTEM, "1B"),
    ("2Ra & d8", Role.SYSTEM, "2Ra & d8"),
    ("1Rd 1Ra", Role.SYSTEM, "1Rd 1Ra"),
    ("E vacuum", Role.SYSTEM, "E vacuum"),
    ("E:vacuum", Role.SYSTEM, "E:vacuum"),
    ("Rd", Role.SYSTEM, "Rd"),
    ("2Rd+d8/1B", Role.SYSTEM, "2Rd+d8/1B"),
    ("WWBYGRdRd", Role.SYSTEM, "WWBYGRdRd"),
    ("2W1G3KRp1Ra1", Role.SYSTEM, "2W1G3KRp1Ra1"),
    ("1DF", Role.SYSTEM, "1DF"),
    ("system 2Rd", Role.SYSTEM, "2Rd"),
    ("rocket", Role.ROCKET, ""),
    ("base", Role.BASE, ""),
    ("pilot", Role.PILOT, ""),
    ("station", Role.STATION, ""),
    ("flag", Role.FLAG, ""),
    ("frame", Role.FRAME, ""),
    ("capital", Role.SHIP, "capital"),
    ("frigate", Role.SHIP, "frigate"),
    ("ship frigate", Role.SHIP, "frigate"),
    ("hva", Role.HVA, ""),
    ("company", Role.COMPANY, ""),
    ("ace red", Role.ACE, "red"),
    ("ace  Yellow", Role.ACE, "yellow"),
    ("terrain", Role.TERRAIN, ""),
    ("debris", Role.DEBRIS, ""),
    ("spare", Role.SPARE, ""),
    (" ROCKET ", Role.ROCKET, ""),
]

# Meta lines after their `!MFZ `: what they say and the name they give.
METAS = [
    ("SYSTEM 2Rd", Role.SYSTEM, "2Rd", ""),
    ("SYSTEM 2Rd long rifle", Role.SYSTEM, "2Rd", "long rifle"),
    ('SYSTEM "2Ra & d8" Rainmaker', Role.SYSTEM, "2Ra & d8", "Rainmaker"),
    ("SYSTEM “2Ra & d8” Rainmaker", Role.SYSTEM, "2Ra & d8", "Rainmaker"),
    ('SYSTEM "2Rd" 2B or not 2B', Role.SYSTEM, "2Rd", "2B or not 2B"),
    ("FRAME ST-07 Chub", Role.FRAME, "", "ST-07 Chub"),
    ('FRAME "ST-07 Chub"', Role.FRAME, "", "ST-07 Chub"),
    ("FRAME", Role.FRAME, "", ""),
    ("STATION", Role.STATION, "", ""),
    ("ROCKET", Role.ROCKET, "", ""),
    ("PILOT Ray", Role.PILOT, "", "Ray"),
    ("BASE", Role.BASE, "", ""),
    ("FLAG", Role.FLAG, "", ""),
    ("SHIP CAPITAL", Role.SHIP, "capital", ""),
    ("SHIP frigate Anvil of Estar", Role.SHIP, "frigate", "Anvil of Estar"),
    ("HVA", Role.HVA, "", ""),
    ("COMPANY", Role.COMPANY, "", ""),
    ("ACE RED Vega", Role.ACE, "red", "Vega"),
    ("TERRAIN", Role.TERRAIN, "", ""),
    ("DEBRIS", Role.DEBRIS, "", ""),
    ("SPARE", Role.SPARE, "", ""),
    ("rocket", Role.ROCKET, "", ""),
]


@pytest.mark.parametrize(("text", "role", "value"), BRACKETS)
def test_a_bracket_at_the_end_of_a_name_is_a_tag(text: str, role: Role, value: str) -> None:
    for name in (f"Thing [{text}]", f"Thing [{text}].ldr", f"[{text}].LDR", f"Thing [v2] [{text}].mpd"):
        reading = read_name(name, HERE)
        assert reading.findings == ()
        assert reading.tag is not None
        assert (reading.tag.role, reading.tag.value, reading.tag.source) == (role, value, TagSource.NAME)


def test_a_tag_in_a_name_knows_its_line_and_column() -> None:
    tag = read_name("Rifle [2Rd].ldr", HERE).tag
    assert tag is not None
    assert tag.place == Place("chub.mpd", 5, 15)


def test_a_tag_in_a_file_s_own_name_has_no_line_and_no_column() -> None:
    tag = read_name("Rifle [2Rx].ldr", Place("Rifle [2Rx].ldr")).tag
    assert tag is not None
    (finding,) = carried_by(tag)[1]
    assert finding.place == tag.place == Place("Rifle [2Rx].ldr")


NO_TAGS = [
    "v2",
    "old",
    "6861-1",
    "2x4",
    "8x8",
    "gray",
    "space",
    "R",
    "L",
    "R2",
    "B2",
    "2021",
    "10,5",
    "WIP",
    "left",
    "by",
    "x",
    "вверх",
    "2вверх",
    "?",
    "[",
    "shield",
]


@pytest.mark.parametrize("text", [*NO_TAGS, "", " ", "1 bay", "16 parts", "final final", "a" * 200])
def test_a_bracket_that_is_clearly_no_tag_is_left_alone(text: str) -> None:
    for name in (f"Thing [{text}].ldr", f"[{text}]"):
        reading = read_name(name, HERE)
        assert reading.tag is None
        assert reading.findings == ()


@pytest.mark.parametrize(
    ("text", "suggestion"),
    [
        ("rockt", "Did you mean [rocket]?"),
        ("ROCKETS", "Did you mean [rocket]?"),
        ("pliot", "Did you mean [pilot]?"),
        ("statoin", "Did you mean [station]?"),
        ("capitol", "Did you mean [capital]?"),
        ("frames", "Did you mean [frame]?"),
        ("ace redd", "Did you mean [ace red]? Write [ace red], [ace blue], [ace green] or [ace yellow]."),
        ("red ace", "Did you mean [ace red]?"),
        ("capital ship", "Did you mean [capital]?"),
        ("ship frigat", "Did you mean [frigate]? Write [capital] or [frigate]."),
        ("systm", "Write a system by its dice: [2Rd]."),
        ("ace", "Write [ace red], [ace blue], [ace green] or [ace yellow]."),
        ("ship", "Write [capital] or [frigate]."),
        ("system", "Write [2Rd] or [2Ra & d8]."),
    ],
)
def test_a_bracket_close_to_a_tag_is_an_error_that_suggests_it(text: str, suggestion: str) -> None:
    reading = read_name(f"Thing [{text}].ldr", HERE)
    assert reading.tag is None
    (finding,) = reading.findings
    assert finding.severity is Severity.ERROR
    assert finding.fix == suggestion
    assert finding.place.line == 5


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("BY", "1B 1Y"),
        ("3D", "3B"),
        ("2A", "2Ra & d8"),
        ("ssr", "rocket"),
        ("mech", "frame"),
        ("pilot seat", "pilot"),
        ("base plate", "base"),
        ("company logo", "company"),
    ],
)
def test_a_bracket_that_may_mean_something_else_is_only_noted(text: str, instead: str) -> None:
    reading = read_name(f"Thing [{text}]", HERE)
    assert reading.tag is None
    finding = the(tag_findings.NOT_TAKEN, reading.findings)
    assert finding.severity is Severity.INFO
    assert finding.fix == f"If it is one, write [{instead}]."


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("2Dr", "2Rd"),
        ("2 Dr", "2Rd"),
        ("2dr", "2Rd"),
        ("2hR", "2Rh"),
        ("R2d", "2Rd"),
        ("2xRd", "2Rd"),
        ("2Rdd", "2Rd"),
        ("2R-d", "2Rd"),
        ("2Rd.", "2Rd"),
        ("1B 2Dr", "1B 2Rd"),
        ("2Ra & 8d", "2Ra & d8"),
    ],
)
def test_a_weapon_with_a_slip_in_it_is_warned_of(text: str, meant: str) -> None:
    reading = read_name(f"Long stick [{text}].ldr", HERE)
    assert reading.tag is None
    finding = the(tag_findings.NEARLY, reading.findings)
    assert finding.severity is Severity.WARNING
    assert finding.fix == f"If it is a weapon, write [{meant}]."


@pytest.mark.parametrize(
    "text",
    [
        "copy",
        "v2",
        "6861-1",
        "2x",
        "2x2",
        "16x16",
        "1st",
        "2nd",
        "3rd",
        "13rd",
        "B1",
        "Y2",
        "R2D2",
        "r2d2",
        "2L",
        "R1",
        "mk2",
        "4.5",
    ],
)
def test_ordinary_numbers_in_brackets_are_no_slips(text: str) -> None:
    assert read_name(f"Arm [{text}]", HERE).findings == ()


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("rocket x2", "rocket"),
        ("rocket 2", "rocket"),
        ("2 rockets", "rocket"),
        ("two rockets", "rocket"),
        ("2x rocket", "rocket"),
        ("2Rd x2", "2Rd"),
        ("2x2Rd", "2Rd"),
        ("1B ×2", "1B"),
    ],
)
def test_a_number_of_pieces_in_a_name_is_told_to_place_them(text: str, tag: str) -> None:
    reading = read_name(f"Pod [{text}].ldr", HERE)
    assert reading.tag is None
    [finding] = reading.findings
    assert f"rite [{tag}] and place it 2 times." in finding.fix


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("ROCKET x2", "rocket"),
        ("ROCKET 2", "rocket"),
        ("rocket X 2", "rocket"),
        ("ROCKET (2x)", "rocket"),
        ("ROCKET 2 rockets", "rocket"),
        ("SYSTEM 2Rd x2", "system"),
        ("STATION x2", "station"),
    ],
)
def test_a_number_of_pieces_instead_of_a_name_is_an_error_and_counts_as_one(text: str, what: str) -> None:
    for reading in (read_meta(f"!MFZ {text}", HERE).reading, read_text(text, HERE)):
        finding = the(tag_findings.COUNTED, reading.findings)
        assert finding.severity is Severity.ERROR
        assert finding.message == f"“{text}” is one {what}: a piece counts as often as it is placed"
        assert finding.fix.startswith("Place it 2 times. ")
        assert reading.tag is not None


@pytest.mark.parametrize(
    "text", ["ROCKET", "ROCKET 1", 'ROCKET "2"', "ROCKET No. 2", "FRAME X2", "STATION 2", "SYSTEM 1B 2"]
)
def test_names_with_numbers_stay_names(text: str) -> None:
    reading = read_meta(f"!MFZ {text}", HERE).reading
    assert reading.findings == ()
    assert reading.tag is not None
    assert read_meta(f"!MFZ {written(reading.tag)}", HERE).reading.findings == ()


@pytest.mark.parametrize(
    ("text", "line"), [("2 rockets", "ROCKET"), ("2Rd x2", "SYSTEM 2Rd"), ("2 ROCKET", "ROCKET")]
)
def test_a_number_of_pieces_without_a_keyword_is_no_tag(text: str, line: str) -> None:
    finding = the(tag_findings.UNKNOWN, read_meta(f"!MFZ {text}", HERE).reading.findings)
    assert finding.fix == f"Write {line} and place it 2 times."
    said = the(tag_findings.UNKNOWN, read_text(text, HERE).findings)
    assert (
        said.fix == f"Write {line.removeprefix('SYSTEM ').replace('ROCKET', 'rocket')} and place it 2 times."
    )


@pytest.mark.parametrize(
    ("name", "example"),
    [
        ("Rifle [2Rd] copy.ldr", "Rifle copy [2Rd]"),
        ("[2Rd] Rifle", "Rifle [2Rd]"),
        ("Rifle [2Rd] [v2].ldr", "Rifle [2Rd]"),
        ("Rifle [2Rd][1B]", "Rifle [2Rd 1B]"),
    ],
)
def test_a_tag_that_is_not_at_the_end_is_warned_of(name: str, example: str) -> None:
    finding = the(tag_findings.NOT_AT_END, read_name(name, HERE).findings)
    assert finding.severity is Severity.WARNING
    assert finding.fix == f"Move it to the end: {example}."


def test_of_two_tags_in_a_name_the_last_counts() -> None:
    tag = read_name("Rifle [2Rd] [1B]", HERE).tag
    assert tag is not None
    assert tag.value == "1B"


def test_a_bracket_that_is_not_closed_is_an_error() -> None:
    reading = read_name("Rifle [2Rd.ldr", HERE)
    assert reading.tag is None
    assert the(tag_findings.BRACKET_OPEN, reading.findings).fix == "Write [2Rd]."


@pytest.mark.parametrize("text", ["rосket", "РILOT", "ｆｌａｇ", "аce red", "saрital".replace("s", "c")])
def test_letters_of_another_alphabet_are_named(text: str) -> None:
    reading = read_name(f"Thing [{text}]", HERE)
    assert reading.tag is None
    finding = the(tag_findings.LOOKALIKE, reading.findings)
    assert "letter, not the Latin" in finding.message
    assert finding.place.column > 8


def test_a_notation_with_a_cyrillic_letter_is_an_error_at_the_letter() -> None:
    tag = read_name("Rifle [2Рd]", HERE).tag
    assert tag is not None
    loadout, findings = carried_by(tag)
    assert loadout == EMPTY
    assert the(NOTATION_LOOKALIKE, findings).place == Place("chub.mpd", 5, 16)


@pytest.mark.parametrize(("text", "role", "value", "label"), METAS)
def test_a_meta_line_says_what_its_file_is(text: str, role: Role, value: str, label: str) -> None:
    for verb, prefix in (("", ""), ("BEGIN", "BEGIN ")):
        meta = read_meta(f"!MFZ {prefix}{text}", HERE)
        assert meta.verb == verb
        assert meta.reading.findings == ()
        tag = meta.reading.tag
        assert tag is not None
        assert (tag.role, tag.value, tag.label, tag.source) == (role, value, label, TagSource.META)


@pytest.mark.parametrize(
    ("text", "column"), [("2Rd", 20), ('"2Rd"', 21), ("“2Rd”", 21), ("  2Rd", 22), ('"2Ra & d8" Rifle', 21)]
)
def test_a_tag_in_a_meta_line_knows_where_its_value_begins(text: str, column: int) -> None:
    tag = read_meta(f"!MFZ SYSTEM {text}", HERE).reading.tag
    assert tag is not None
    assert tag.place.column == column


@pytest.mark.parametrize(
    ("one", "two", "changes"),
    [
        ("shield", "shield", 0),
        ("hsield", "shield", 1),
        ("shiedl", "shield", 1),
        ("sihled", "shield", 2),
        ("shild", "shield", 1),
        ("field", "shield", 2),
        ("", "gun", 3),
    ],
)
def test_two_letters_swapped_are_one_change_wherever_they_stand(one: str, two: str, changes: int) -> None:
    assert distance(one, two) == distance(two, one) == changes


@pytest.mark.parametrize(
    ("line", "start"),
    [
        ("0 !LDCAD VERSION", "In LDCad, make a submodel of the parts"),
        ("0 !LEOCAD CAMERA", "In LeoCAD, "),
        ("0 GROUP 2 gun", "In MLCad, make a group or a submodel"),
        ("0 // nothing", "In your editor, make a submodel"),
    ],
)
def test_how_to_tag_is_told_for_the_editor_that_wrote_the_file(line: str, start: str) -> None:
    told = how_to_tag(documents.parse(f"{line}\n".encode(), "gun.ldr"))
    assert told.startswith(start)
    assert told.endswith("Or write systems: into its entry in a company's list.")


def test_a_meta_line_can_end_what_another_began() -> None:
    assert read_meta("!MFZ END", HERE).verb == "END"
    assert read_meta("!MFZ end SYSTEM", HERE).verb == "END"


@pytest.mark.parametrize(
    ("text", "kind", "column", "fix"),
    [
        ("!MFZ", tag_findings.NO_VALUE, 8, "Write 0 !MFZ SYSTEM 2Rd."),
        ("!MFZ SYTEM 2Rd", tag_findings.UNKNOWN, 13, "Did you mean SYSTEM?"),
        ("!MFZ 2Rd", tag_findings.UNKNOWN, 13, "Write SYSTEM 2Rd."),
        ("!MFZ 2Ra & d8", tag_findings.UNKNOWN, 13, 'Write SYSTEM "2Ra & d8".'),
        ("!MFZ CAPITAL", tag_findings.UNKNOWN, 13, "Write SHIP CAPITAL."),
        ("!MFZ MECH", tag_findings.UNKNOWN, 13, "Did you mean FRAME?"),
        ("!MFZ BEGON SYSTEM 2Rd", tag_findings.UNKNOWN, 13, "Did you mean BEGIN?"),
        ("!MFZ SYSTEM", tag_findings.NO_VALUE, 19, 'Write SYSTEM 2Rd or SYSTEM "2Ra & d8".'),
        ("!MFZ SHIP", tag_findings.NO_VALUE, 17, "Write SHIP CAPITAL or SHIP FRIGATE."),
        (
            "!MFZ SHIP CAPITOL",
            tag_findings.UNKNOWN_VALUE,
            18,
            "Did you mean SHIP CAPITAL? Write SHIP CAPITAL or SHIP FRIGATE.",
        ),
        (
            "!MFZ ACE PINK",
            tag_findings.UNKNOWN_VALUE,
            17,
            "Did you mean ACE RED? Write ACE RED, ACE BLUE, ACE GREEN or ACE YELLOW.",
        ),
        ("!MFZ SHIP САPITAL", tag_findings.LOOKALIKE, 18, "Type “CAPITAL” again in Latin letters."),
        ("!MFZ РILOT", tag_findings.LOOKALIKE, 13, "Type “PILOT” again in Latin letters."),
        ('!MFZ SYSTEM "2Rd', tag_findings.QUOTE_OPEN, 20, 'Write SYSTEM "2Ra & d8".'),
        ("!MFZ BEGIN", tag_findings.NO_VALUE, 12, "Write 0 !MFZ BEGIN SYSTEM 2Rd."),
    ],
)
def test_a_broken_meta_line_is_an_error_with_a_way_out(text: str, kind: Kind, column: int, fix: str) -> None:
    reading = read_meta(text, HERE).reading
    assert reading.tag is None
    finding = the(kind, reading.findings)
    assert finding.severity is Severity.ERROR
    assert (finding.place.column, finding.fix) == (column, fix)


def test_a_word_that_is_close_to_nothing_gets_the_list_of_tags() -> None:
    finding = the(tag_findings.UNKNOWN, read_meta("!MFZ XYZZY", HERE).reading.findings)
    for word in ("2Rd", "rocket", "frigate", "ace red"):
        assert word in finding.fix


@pytest.mark.parametrize(
    ("text", "example"),
    [
        ("2Ra & d8 Rainmaker", 'SYSTEM "2Ra & d8" Rainmaker'),
        ("1B 1Y", 'SYSTEM "1B 1Y"'),
        ("2Rd d8", 'SYSTEM "2Rd d8"'),
        ("1Rd, 1Ra Eggbox", 'SYSTEM "1Rd, 1Ra" Eggbox'),
    ],
)
def test_a_notation_with_blanks_that_is_not_in_quotes_is_an_error(text: str, example: str) -> None:
    finding = the(tag_findings.LABEL_LIKE_NOTATION, read_meta(f"!MFZ SYSTEM {text}", HERE).reading.findings)
    assert finding.fix == f"Put a notation with blanks in quotes: {example}."


@pytest.mark.parametrize(
    ("text", "role", "value", "label"),
    [
        *((text, role, value, "") for text, role, value in BRACKETS),
        *((f"[{text}]", role, value, "") for text, role, value in BRACKETS),
        *((f"0 !MFZ {text}", role, value, label) for text, role, value, label in METAS),
        ("B", Role.SYSTEM, "B", ""),
        ("frame ST-07 Chub", Role.FRAME, "", "ST-07 Chub"),
        (" [ 2Rd ] ", Role.SYSTEM, "2Rd", ""),
    ],
)
def test_a_manifest_may_write_a_tag_in_any_of_these_ways(
    text: str, role: Role, value: str, label: str
) -> None:
    reading = read_text(text, HERE)
    assert reading.findings == ()
    assert reading.tag is not None
    tag = reading.tag
    assert (tag.role, tag.value, tag.label, tag.source) == (role, value, label, TagSource.MANIFEST)


@pytest.mark.parametrize(
    ("text", "fix"),
    [("rockt", "Did you mean rocket?"), ("red ace", "Did you mean ace red?"), ("systm", "Write a system")],
)
def test_a_text_in_a_manifest_that_is_no_tag_is_an_error(text: str, fix: str) -> None:
    reading = read_text(text, HERE)
    assert reading.tag is None
    assert the(tag_findings.UNKNOWN, reading.findings).fix.startswith(fix)


@pytest.mark.parametrize(
    ("text", "loadout"),
    [
        ("2Rd", Loadout.of("Rd")),
        ("2Ra & d8", Loadout.of("Ra", "Ra")),
        ("1Rd 1Ra", Loadout.of(System("Ra", "Rd"))),
        ("E vacuum", Loadout.of(System("E", name="vacuum"))),
        ("rocket", Loadout.of(rockets=1)),
        ("ace green", Loadout.of(ace="G")),
        ("pilot", EMPTY),
        ("frame", EMPTY),
    ],
)
def test_a_tag_adds_what_its_notation_names(text: str, loadout: Loadout) -> None:
    tag = read_text(text, HERE).tag
    assert tag is not None
    assert carried_by(tag) == (loadout, ())


@pytest.mark.parametrize(("text", "is_one"), [("2Rd " * 15, True), ("2Rd " * 16, False), ("spare", False)])
def test_what_is_longer_than_any_notation_is_none(text: str, is_one: bool) -> None:
    assert is_notation(text.strip()) is is_one


def test_a_notation_s_own_error_stands_at_its_character() -> None:
    tag = read_meta("!MFZ SYSTEM 2Rx gun", HERE).reading.tag
    assert tag is not None
    loadout, (finding,) = carried_by(tag, RAPID_ATTACK)
    assert loadout == EMPTY
    assert (finding.code, finding.place) == ("DIC013", Place("chub.mpd", 5, 22))


LABELS = st.text(st.characters(blacklist_categories=("C", "Z"), blacklist_characters='"“”'), max_size=9)


@given(st.sampled_from([(role, value) for _, role, value in BRACKETS]), LABELS)
def test_what_is_written_reads_the_same_again(content: tuple[Role, str], label: str) -> None:
    tag = Tag(*content, label, TagSource.META, "", HERE)
    again = read_meta(f"!MFZ {written(tag)}", HERE).reading
    assert again.findings == ()
    assert again.tag is not None
    assert (again.tag.role, again.tag.value, again.tag.label) == (*content, label)
    assert read_text(described(tag), HERE).tag is not None


# Letters that tags are made of, so that chance comes near them.
NEARLY = st.text(st.sampled_from('[]"“” 0123456789WBGYKRhdapsf&+,;/:!MFZSYTEMrocketаРВё\t\\()'), max_size=40)


@given(st.one_of(st.text(max_size=60), NEARLY))
def test_no_text_is_too_odd_to_be_read(text: str) -> None:
    for reading in (
        read_name(text, HERE),
        read_name(f"x [{text}]", HERE, TagSource.GROUP),
        read_text(text, HERE),
        read_meta(f"!MFZ {text}", HERE).reading,
        read_meta(f"!MFZ BEGIN {text}", HERE).reading,
        read_meta(f"!MFZ SYSTEM {text}", HERE).reading,
    ):
        if reading.tag:
            carried_by(reading.tag)
            assert described(reading.tag)
    assert len(plain_name(text)) <= len(text)


@given(st.text("ab", max_size=6), st.text("ab", max_size=6))
def test_the_distance_of_words_is_one_at_both_ends(one: str, two: str) -> None:
    assert distance(one, two) == distance(two, one)
    assert (distance(one, two) == 0) == (one == two)
    assert distance(one, two) <= max(len(one), len(two))


def test_swapped_neighbours_are_one_slip() -> None:
    assert distance("pliot", "pilot") == 1
    assert nearest_word("space", ["spare"]) == ""


# Patterns.


@pytest.mark.parametrize(
    ("pattern", "name"),
    [
        ("rifle*.ldr", "Rifle long.ldr"),
        ("rifle*.ldr", "rifle.ldr"),
        ("RIFLE.LDR", "rifle.ldr"),
        ("rifle", "Rifle.ldr"),
        ("rifle [2Rd].ldr", "Rifle [2Rd].ldr"),
        ("*[2rd]*", "Rifle [2Rd].ldr"),
        ("gun?.ldr", "gun1.ldr"),
        ("arms/gun.ldr", "arms\\gun.ldr"),
        ("gun.ldr", "arms/gun.ldr"),
        ("*", "anything at all"),
        ("a*b*c", "a-b-b-c"),
    ],
)
def test_a_pattern_fits_names_without_case_folder_or_ending(pattern: str, name: str) -> None:
    assert fits(pattern, name)


@pytest.mark.parametrize(
    ("pattern", "name"),
    [("rifle [ab].ldr", "rifle a.ldr"), ("gun?.ldr", "gun12.ldr"), ("gun", "guns.ldr"), ("a*b*c", "a-c-b")],
)
def test_brackets_in_a_pattern_are_part_of_the_name(pattern: str, name: str) -> None:
    assert not fits(pattern, name)


def test_a_pattern_of_many_stars_is_no_slower_than_others() -> None:
    assert not fits("*a" * 40 + "b", "a" * 5000)


def _fits_slowly(pattern: str, text: str) -> bool:
    if not pattern:
        return not text
    if pattern[0] == "*":
        return any(_fits_slowly(pattern[1:], text[start:]) for start in range(len(text) + 1))
    return bool(text) and pattern[0] in ("?", text[0]) and _fits_slowly(pattern[1:], text[1:])


@given(st.text("ab*?", max_size=6), st.text("ab", max_size=6))
def test_patterns_fit_as_the_definition_says(pattern: str, text: str) -> None:
    assert fits(pattern, text) == _fits_slowly(pattern, text)


# Equipment.


def test_every_code_is_declared_once() -> None:
    kinds = [value for value in vars(tag_findings).values() if isinstance(value, Kind)]
    assert len({kind.code for kind in kinds}) == len(kinds)
    assert all(kind.code.startswith("TAG") and kind.fix for kind in kinds)
