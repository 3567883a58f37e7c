"""What can't be read says why, where, and what to write instead."""

import pytest
from hypothesis import given, strategies as st

from catalog.vocabulary import INTERCEPT_ORBIT, RAPID_ATTACK
from fleets.notation import (
    Reading,
    Unread,
    caret,
    notation_findings,
    read_dice,
    read_either,
    read_systems,
    write_book,
)
from fleets.notation.groups import MOST_DICE
from fleets.notation.notation_reading import LONGEST
from ldraw_tools.findings import Kind, Place, Severity
from tests.bounding import soon

KINDS = [kind for kind in vars(notation_findings).values() if isinstance(kind, Kind)]
NASTY = "WBGYRKEwbgyrkehdarpsfDFHMS0123456789 &+/,;:()[]-ВҮаерх²Ｒé\t\n\x00\u0307😀"


def unread(found: Reading | Unread) -> Unread:
    assert isinstance(found, Unread)
    return found


DICE = {
    "": ("DIC001", 1),
    " , & ": ("DIC001", 1),
    "2W 2В": ("DIC003", 5),
    "2W 1Ү": ("DIC003", 5),
    "2W 2Rа": ("DIC003", 6),
    "2W 2Rԁ": ("DIC003", 6),
    "2W １B": ("DIC003", 4),
    "2W 1Q": ("DIC004", 5),
    "2W 1Г": ("DIC004", 5),
    "2Rd 1D": ("DIC004", 6),
    "2W %": ("DIC004", 4),
    "2W 2": ("DIC010", 4),
    "W2 2Rd": ("DIC010", 2),
    "99Rd": ("DIC011", 1),
    "2W 2R": ("DIC012", 5),
    "2R & d8": ("DIC012", 2),
    "2W 2Rx": ("DIC013", 6),
    "d8": ("DIC014", 1),
    "2W 2Rd & d10": ("DIC015", 10),
    "2W Bd8": ("DIC015", 4),
    "2W 2Rd E": ("DIC016", 8),
    "E: 2Rd E B": ("DIC016", 8),
    "2W 1B Rd": ("DIC017", 7),
    "2W 2Rd 1R8d": ("DIC018", 8),
    "2W 1Rd": ("DIC020", 4),
    "2W 1Ra 2Rd": ("DIC020", 4),
    "2W 2Ra Rd8": ("DIC021", 8),
    "2W 4Rd": ("DIC022", 4),
    "2W 3Rd 1Rd": ("DIC022", 4),
    "3W 2Rd": ("DIC025", 1),
    "2W 2Gd8": ("DIC026", 4),
    "2W 2Rd Gd8": ("DIC027", 8),
}
SHIP_DICE = {
    "2W 2K": ("DIC023", 4),
    "2W 2G 1K": ("DIC026", 4),
    "2W 2Rp Yd8": ("DIC026", 8),
    "2W 2Rd": ("DIC013", 6),
    "2W E:vacuum": ("DIC004", 4),
}
SYSTEMS = {
    "1Rd": ("DIC030", 1),
    "3Rd": ("DIC030", 1),
    "2Rh 1Rd": ("DIC030", 5),
    "4Rd": ("DIC022", 1),
    "1Rd8": ("DIC031", 1),
    "2Rd 2R8r": ("DIC031", 5),
    "2W": ("DIC034", 1),
    "Gd8": ("DIC034", 1),
    "d8": ("DIC014", 1),
}


@pytest.mark.parametrize("text", DICE)
def test_dice_that_cant_be_read_point_at_the_character(text: str) -> None:
    check(read_dice(text, RAPID_ATTACK), *DICE[text])


@pytest.mark.parametrize("text", ["1B 1G 2Dr", "2Dr 1B 1G", "2dR1B"])
def test_two_letters_swapped_are_told_as_the_weapon_they_spoil(text: str) -> None:
    read = read_systems(text, RAPID_ATTACK)
    assert unread(read).findings[0].fix.startswith("Did you mean Rd?")


@pytest.mark.parametrize("text", SHIP_DICE)
def test_a_ships_dice_that_cant_be_read_point_at_the_character(text: str) -> None:
    check(read_dice(text, INTERCEPT_ORBIT), *SHIP_DICE[text])


@pytest.mark.parametrize("text", SYSTEMS)
def test_systems_that_cant_be_read_point_at_the_character(text: str) -> None:
    check(read_systems(text, RAPID_ATTACK), *SYSTEMS[text])


def check(found: Reading | Unread, code: str, column: int) -> None:
    errors = [finding for finding in unread(found).findings if finding.severity is Severity.ERROR]
    assert [(finding.code, finding.place.column) for finding in errors] == [(code, column)]
    assert errors[0].fix


def test_a_lone_half_names_both_ways_out() -> None:
    (said,) = unread(read_systems("1Rd")).findings
    assert said.message == "1Rd has half a weapon in it, without the other half"
    assert said.fix == "Write 2Rd for a whole weapon, or both halves of a split one, such as 1Rd 1Ra."


_LETTERS = (
    "The letters are W white, B defense, G movement, Y comms, Rh hand-to-hand weapon, Rd direct-fire weapon, "
    "Ra artillery weapon, E environmental system."
)
WAYS_OUT = {
    "2W %": f"Leave it out. {_LETTERS}",
    "2W 1Q": f"Did you mean W? {_LETTERS}",
    "2W 2R": "Write Rh (hand-to-hand), Rd (direct) or Ra (artillery).",
    "2W 1Ra 1Rd 1Rh": "A weapon rolls 2Rh; a split one 1Rh at each of two ranges.",
}


@pytest.mark.parametrize("text", WAYS_OUT)
def test_the_way_out_of_a_misreading_is_told_in_full(text: str) -> None:
    (said,) = unread(read_dice(text, RAPID_ATTACK)).findings
    assert said.fix == WAYS_OUT[text]


def test_two_halves_that_are_left_are_no_odd_number_of_dice() -> None:
    (said,) = unread(read_dice("2W 1Ra 1Rd & Rd8 Ra8", RAPID_ATTACK)).findings
    assert said.code != "DIC020"


def test_systems_without_dice_of_their_own_are_written_out_once_each() -> None:
    read = read_systems("5K", INTERCEPT_ORBIT)
    assert isinstance(read, Reading)
    (said,) = read.findings
    assert said.message == "5K is taken as 5 catapult systems, which roll 3K"
    assert "in dice 3K & K & K & K: " in said.fix


def test_a_look_alike_is_named_as_what_it_is() -> None:
    (said,) = unread(read_systems("2В")).findings
    assert said.message == "this В is the Cyrillic letter, not the Latin B"
    assert said.fix == "Type the Latin B instead."


@pytest.mark.parametrize("letter", "ВЕКУҮԌԜвекуүһԁԝаерсхѕΒΕΚΥ")
def test_every_look_alike_is_said_to_be_one(letter: str) -> None:
    assert "DIC003" in [finding.code for finding in unread(read_dice(f"2W {letter}")).findings]


def test_an_environment_may_be_named_in_any_alphabet() -> None:
    found = read_systems("E:вакуум")
    assert isinstance(found, Reading)
    assert found.loadout.systems[0].name == "вакуум"


NEAREST = {
    "1Q": "W",
    "1V": "B",
    "1U": "Y",
    "1D": "B",
    "1M": "G",
    "1S": "Y",
    "1C": "Y",
    "1A": "Ra",
    "1l": "the digit 1",
}


@pytest.mark.parametrize("text", NEAREST)
def test_an_unknown_letter_suggests_the_nearest(text: str) -> None:
    found = unread(read_dice(f"2W {text} 2Rd", RAPID_ATTACK))
    assert found.findings[0].fix.startswith(f"Did you mean {NEAREST[text]}?")


@pytest.mark.parametrize(
    ("text", "nearest"), [("2Rx", "Rd"), ("2Rm", "Rh"), ("2Rs", "Ra"), ("2Ri", "Ra"), ("2Rj", "Rh")]
)
def test_an_unknown_range_suggests_the_nearest(text: str, nearest: str) -> None:
    assert f"Did you mean {nearest}?" in unread(read_dice(text, RAPID_ATTACK)).findings[0].fix


def test_dice_that_are_spelled_right_but_cant_be_built_are_still_shown() -> None:
    text = "2W 1G 1B 1Y 1K 2Rp 2Ra & d8 1Rs"
    found = unread(read_dice(text))
    assert found.vocabulary is INTERCEPT_ORBIT
    assert found.is_spelled
    assert write_book(found.pool, INTERCEPT_ORBIT) == text
    assert [finding.code for finding in found.findings] == ["DIC020"]


def test_of_two_games_the_one_whose_letters_they_are_says_what_is_wrong() -> None:
    assert unread(read_dice("3W 2Rd Gd8")).vocabulary is RAPID_ATTACK
    assert unread(read_dice("2W 2Y 2K")).vocabulary is INTERCEPT_ORBIT


def test_every_fault_in_a_text_is_said_in_order() -> None:
    found = unread(read_dice("1Q 2Rx В", RAPID_ATTACK))
    assert [(f.code, f.place.column) for f in found.findings] == [("DIC004", 2), ("DIC013", 6), ("DIC003", 8)]


def test_a_finding_stands_where_the_text_stands_in_its_file() -> None:
    found = unread(read_systems("1Q", at=Place("rifle.ldr", 3, 16, "main")))
    assert found.findings[0].place == Place("rifle.ldr", 3, 17, "main")


def test_a_caret_stands_under_the_character() -> None:
    found = unread(read_dice("2W 1Q", RAPID_ATTACK))
    lines = caret("2W 1Q", found.findings[0]).splitlines()
    assert lines[:2] == ["2W 1Q", "    ^"]
    assert lines[2].startswith("error DIC004: “Q” is not a die or system of Rapid Attack")
    assert lines[3].startswith("Did you mean W?")


def test_a_caret_stands_right_after_wide_and_combining_characters_and_in_long_texts() -> None:
    text = "２ é 1Q"
    last = unread(read_dice(text, RAPID_ATTACK)).findings[-1]
    wide = caret("１Q", unread(read_dice("１Q", RAPID_ATTACK)).findings[-1]).splitlines()
    assert wide[1] == "  ^"
    assert caret(text, last)
    long = "2W " * 60 + "1Q"
    shown = caret(long, unread(read_dice(long, RAPID_ATTACK)).findings[-1]).splitlines()
    assert len(shown[0]) <= 74
    assert shown[0][len(shown[1]) - 1] == "Q"


def test_a_caret_knows_where_the_text_starts_in_its_file() -> None:
    found = unread(read_dice("1Q", RAPID_ATTACK, at=Place("a.ldr", 1, 10)))
    assert caret("1Q", found.findings[0], column=10).splitlines()[1] == " ^"


@given(st.one_of(st.text(), st.text(NASTY, max_size=40), st.text("WBGYRKhdaprs8d1234 &", max_size=40)))
def test_any_text_gives_a_reading_or_findings_and_never_an_exception(text: str) -> None:
    for found in (
        read_dice(text),
        read_systems(text),
        read_dice(text, INTERCEPT_ORBIT),
        read_systems(text, INTERCEPT_ORBIT),
    ):
        if isinstance(found, Unread):
            assert any(finding.severity is Severity.ERROR for finding in found.findings)
        else:
            assert all(finding.severity is not Severity.ERROR for finding in found.findings)
            assert found.pool or found.loadout.count
        for finding in found.findings:
            assert 1 <= finding.place.column <= len(text) + 1
            assert finding.message.isprintable()
            lines = caret(text, finding).splitlines()
            assert lines[1].strip() == "^"


@given(st.text(NASTY, max_size=60))
def test_the_same_text_gives_the_same_every_time(text: str) -> None:
    assert read_dice(text) == read_dice(text)
    assert read_systems(text) == read_systems(text)


@pytest.mark.parametrize(
    "text",
    [
        "2W " * 1_000_000,
        "9" * LONGEST,
        "30Rd" * (LONGEST // 4),
        "30B" * (LONGEST // 3),
        "R8r" * (LONGEST // 3),
        "30DF" * (LONGEST // 4),
        "1D " * (LONGEST // 3) + "!",
        "30Rd30Rh30Ra" * 33,
        "E" * LONGEST,
        "30Y" * 133,
    ],
    ids=lambda text: text[:12],
)
def test_long_texts_take_no_time(text: str) -> None:
    with soon():
        for game in (RAPID_ATTACK, INTERCEPT_ORBIT):
            read_dice(text, game)
            read_systems(text, game)


def test_a_text_longer_than_any_notation_is_refused() -> None:
    found = unread(read_dice("1B " * 200, RAPID_ATTACK))
    assert [(f.code, f.place.column) for f in found.findings] == [("DIC002", LONGEST + 1)]


def test_as_many_dice_as_are_allowed_are_read() -> None:
    assert isinstance(read_dice(f"{MOST_DICE}B", RAPID_ATTACK), Reading)


def test_asking_for_a_body_that_no_game_has_is_an_error_of_the_call() -> None:
    with pytest.raises(ValueError, match="no submarine in Rapid Attack"):
        read_dice("2W", RAPID_ATTACK, body="submarine")


def test_every_kind_has_a_code_of_its_own_and_every_error_a_way_out() -> None:
    codes = [kind.code for kind in KINDS]
    assert len(set(codes)) == len(codes)
    assert codes == sorted(codes)
    assert all(kind.code.startswith("DIC") for kind in KINDS)
    assert all(kind.fix for kind in KINDS if kind.severity is Severity.ERROR)


def test_every_kind_is_given_by_some_text_of_these_tests() -> None:
    said = {code for table in (DICE, SHIP_DICE, SYSTEMS) for code, _ in table.values()}
    for text, game in (
        ("1" * 401, RAPID_ATTACK),
        ("2W 2Y", INTERCEPT_ORBIT),
        ("2W", RAPID_ATTACK),
        ("2Rd 2Ra", RAPID_ATTACK),
    ):
        said |= {finding.code for finding in read_dice(text, game).findings}
    for text in ("1Rf Yd8", "1B Gd8"):
        said |= {finding.code for finding in read_systems(text).findings}
    said |= {finding.code for finding in read_either("Rd8").findings}
    assert {kind.code for kind in KINDS} == said
