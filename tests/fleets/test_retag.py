"""Tags written into files: the meta line in its place, and not another byte."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from catalog.vocabulary import INTERCEPT_ORBIT
from fleets.dice.carried_systems import Loadout
from fleets.models.model_units import Role
from fleets.models.survey import survey
from fleets.tagging.retag import with_tags
from fleets.tagging.wanted_tags import RetagError
from ldraw_tools.reading.encodings import Text
from tests.building import assembled, place, read

BRICK = place("brick.dat")
CHUB = "\n".join(
    [
        "0 FILE main.ldr",
        "0 Chub",
        "0 Name: main.ldr",
        "0 Author: Estar",
        "0 !LICENSE CC BY 4.0",
        "",
        "0 // a comment",
        place("rifle.ldr"),
        "0 FILE rifle.ldr",
        "0 Rifle",
        BRICK,
        "0 FILE shield.ldr",
        BRICK,
        "0 FILE mast.ldr",
        "0 !MFZ SYSTEM 1B old mast",
        "0 !MFZ BEGIN ROCKET",
        BRICK,
        "0 !MFZ END",
        "",
    ]
)


def changed(before: str, after: str) -> list[tuple[int, str]]:
    """The lines that the second text has anew, by their number, once all others are known to be equal."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    start = next(
        (i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new))
    )
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    assert len(old) - end - start <= 1
    return [(start + 1 + i, line) for i, line in enumerate(new[start : len(new) - end])]


def retagged(text: str, tags: dict[str, str], name: str = "chub.mpd") -> str:
    return with_tags(read(text, name), tags).content


@pytest.mark.parametrize(
    ("submodel", "tag", "line", "written"),
    [
        ("rifle.ldr", "2Rd", 11, "0 !MFZ SYSTEM 2Rd"),
        ("RIFLE", "[2Rd]", 11, "0 !MFZ SYSTEM 2Rd"),
        ("rif*", "2Ra & d8", 11, '0 !MFZ SYSTEM "2Ra & d8"'),
        ("rifle.ldr", 'SYSTEM "2Ra & d8" Rainmaker', 11, '0 !MFZ SYSTEM "2Ra & d8" Rainmaker'),
        ("shield.ldr", "rocket", 13, "0 !MFZ ROCKET"),
        ("mast.ldr", "1Y", 15, "0 !MFZ SYSTEM 1Y"),
        ("main.ldr", "frame ST-07 Chub", 6, "0 !MFZ FRAME ST-07 Chub"),
        ("chub.mpd", "capital", 6, "0 !MFZ SHIP CAPITAL"),
        ("main", "ace red", 6, "0 !MFZ ACE RED"),
    ],
)
def test_only_the_meta_line_differs(submodel: str, tag: str, line: int, written: str) -> None:
    assert changed(CHUB, retagged(CHUB, {submodel: tag})) == [(line, f"{written}\n")]


def test_a_tag_is_read_back_as_it_was_meant() -> None:
    text = retagged(CHUB, {"rifle.ldr": "2Ra & d8", "chub.mpd": "FRAME Brutus"})
    (unit,) = survey(assembled(text, "chub.mpd")).units
    assert (unit.role, unit.name, unit.loadout) == (Role.FRAME, "Brutus", Loadout.of("Ra", "Ra"))


def test_the_title_of_a_submodel_stays_its_title() -> None:
    text = retagged(CHUB, {"rifle.ldr": "2Rd"})
    assert read(text).sections["rifle.ldr"].header.title == "Rifle"


def test_what_is_tagged_so_already_is_left_as_it_is() -> None:
    once = retagged(CHUB, {"*": "2Rd"})
    assert retagged(once, {"*": "2Rd"}) == once


def test_a_pattern_tags_every_submodel_it_fits_and_the_last_one_wins() -> None:
    text = retagged(CHUB, {"*.ldr": "1B", "rifle.ldr": "2Rd"})
    assert (text.count("0 !MFZ SYSTEM 1B\n"), text.count("0 !MFZ SYSTEM 2Rd\n")) == (3, 1)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
def test_line_ends_byte_order_mark_and_encoding_stay(end: str, bom: bytes, encoding: str) -> None:
    data = bom + CHUB.replace("\n", end).replace("Estar", "Bärbel").encode(encoding)
    after = with_tags(read(data, "chub.mpd"), {"rifle.ldr": "2Rd"}).encode()
    assert after.replace(f"0 !MFZ SYSTEM 2Rd{end}".encode(), b"") == data


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("0 FILE x.ldr", "0 FILE x.ldr\n0 !MFZ BASE"),
        ("0 FILE x.ldr\r\n0 X", "0 FILE x.ldr\r\n0 X\r\n0 !MFZ BASE"),
        ("0 FILE x.ldr\n\n0 X\n", "0 FILE x.ldr\n\n0 X\n0 !MFZ BASE\n"),
        (f"0 FILE x.ldr\n{BRICK}", f"0 FILE x.ldr\n0 !MFZ BASE\n{BRICK}"),
        ("0 FILE x.ldr\n0 !mfz rockt", "0 FILE x.ldr\n0 !MFZ BASE"),
    ],
)
def test_odd_ends_of_files_are_kept(before: str, after: str) -> None:
    assert retagged(before, {"x.ldr": "base"}) == after


def test_a_flat_file_is_tagged_by_its_own_name() -> None:
    text = f"0 Chub\n0 Author: me\n{BRICK}\n"
    assert (
        retagged(text, {"chub.ldr": "frame"}, "chub.ldr") == f"0 Chub\n0 Author: me\n0 !MFZ FRAME\n{BRICK}\n"
    )


def test_a_group_s_first_line_is_no_title_to_write_after() -> None:
    text = f"0 MLCAD BTG gun [2Rd]\n{BRICK}\n"
    assert retagged(text, {"chub.ldr": "frame"}, "chub.ldr") == f"0 !MFZ FRAME\n{text}"


@pytest.mark.parametrize(
    ("pattern", "tag", "reason"),
    [
        ("riffle.ldr", "2Rd", "no submodel is called “riffle.ldr”; did you mean “rifle.ldr”?"),
        ("xyzzy", "2Rd", "no submodel is called “xyzzy”; it has “main.ldr”, “rifle.ldr”"),
        ("rifle.ldr", "2Rx", "“2Rx” at character 3: “x” is not a range of .* Did you mean Rd?"),
        ("rifle.ldr", "1Rd", "half a weapon"),
        ("rifle.ldr", "rockt", "“rockt”: “rockt” is not a valid tag. Did you mean rocket?"),
        ("rifle.ldr", "ship", "Write SHIP CAPITAL or SHIP FRIGATE"),
        ("rifle.ldr", "", "is not a valid tag"),
        ("rifle.ldr", "FRAME a\n0 FILE b", "can't be written on one line"),
        ("rifle.ldr", "FRAME \x1b[2J", "can't be written on one line"),
        ("rifle.ldr", "2Rp", "is not a range of"),
    ],
)
def test_what_can_not_be_written_is_refused_with_the_reason(pattern: str, tag: str, reason: str) -> None:
    with pytest.raises(RetagError, match=reason.replace("?", r"\?")):
        retagged(CHUB, {pattern: tag}) if tag != "2Rp" else with_tags(
            read(CHUB), {pattern: "2Rd"}, INTERCEPT_ORBIT
        )


def test_a_name_that_the_file_s_encoding_lacks_is_refused() -> None:
    document = read(CHUB.replace("Estar", "Bärbel").encode("cp1252"), "chub.mpd")
    with pytest.raises(RetagError, match="“Ч” can't be written in the file's encoding, cp1252"):
        with_tags(document, {"main.ldr": "FRAME Чуб"})


NAMED = "\n".join(
    [
        "0 FILE main.ldr",
        "0 Chub",
        place("Rifle [2Rd].ldr"),
        f" {place('rifle [2rd].LDR', 4)} ",
        f"0 MLCAD HIDE {place('Rifle [2Rd].ldr')}",
        "0 // the Rifle [2Rd].ldr",
        place("Old Rifle [2Rd].ldr"),
        "0 FILE Rifle [2Rd].ldr",
        "0 Rifle [2Rd]",
        "0 Name: Rifle [2Rd].ldr",
        "0 !MFZ SYSTEM 2Ra",
        BRICK,
        "0 FILE Old Rifle [2Rd].ldr",
        "0 !MFZ BEGIN ROCKET pod",
        BRICK,
        "0 !MFZ END",
        "",
    ]
)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_none_takes_the_meta_line_and_the_brackets_of_the_name_away(end: str) -> None:
    data = NAMED.replace("\n", end).encode()
    after = with_tags(read(data, "chub.mpd"), {"Rifle [2Rd].ldr": "none"}).content.split(end)
    assert after == [
        "0 FILE main.ldr",
        "0 Chub",
        place("Rifle.ldr"),
        f" {place('Rifle.ldr', 4)} ",
        f"0 MLCAD HIDE {place('Rifle.ldr')}",
        "0 // the Rifle [2Rd].ldr",
        place("Old Rifle [2Rd].ldr"),
        "0 FILE Rifle.ldr",
        "0 Rifle",
        "0 Name: Rifle.ldr",
        BRICK,
        *NAMED.split("\n")[12:],
    ]


def test_only_the_meta_line_goes_where_the_name_has_no_tag() -> None:
    assert retagged(CHUB, {"mast": "None"}) == CHUB.replace("0 !MFZ SYSTEM 1B old mast\n", "")


def test_after_none_the_submodel_is_part_of_the_body() -> None:
    text = retagged(NAMED, {"*": "none"})
    (unit,) = survey(assembled(text, "chub.mpd")).units
    assert (unit.loadout.count, unit.loadout.rockets) == (0, 1)


def test_a_name_that_is_all_tag_keeps_its_words() -> None:
    text = f"0 FILE main.ldr\n{place('[rocket].ldr')}\n0 FILE [rocket].ldr\n0 [rocket]\n{BRICK}\n"
    bare = f"0 FILE main.ldr\n{place('rocket.ldr')}\n0 FILE rocket.ldr\n0 rocket\n{BRICK}\n"
    assert retagged(text, {"[rocket]": "none"}) == bare


def test_of_none_and_a_tag_the_later_wins() -> None:
    assert retagged(CHUB, {"*": "none", "mast": "1Y"}) == retagged(CHUB, {"mast": "1Y"})


def test_two_tags_of_one_submodel_both_go() -> None:
    text = CHUB.replace("0 !MFZ BEGIN", "0 !MFZ FLAG\n0 !MFZ BEGIN")
    assert retagged(text, {"mast": "none"}) == CHUB.replace("0 !MFZ SYSTEM 1B old mast\n", "")


@pytest.mark.parametrize(
    ("text", "pattern", "reason"),
    [
        (
            CHUB,
            "rifle.ldr",
            "“rifle.ldr” has no tag in the file; if the tag is in a manifest, remove it there",
        ),
        (
            CHUB.replace("0 !MFZ SYSTEM 1B old mast\n", ""),
            "mast.ldr",
            "no tag in the file; line 15 marks parts of it: delete that tag there",
        ),
        (
            f"{NAMED}0 FILE Rifle.ldr\n{BRICK}\n",
            "Rifle [2Rd]",
            r"without its tag “Rifle \[2Rd\].ldr” would be “Rifle.ldr”, which exists already",
        ),
    ],
)
def test_what_can_not_be_taken_away_is_refused_with_the_reason(text: str, pattern: str, reason: str) -> None:
    with pytest.raises(RetagError, match=reason):
        retagged(text, {pattern: "none"})


def test_a_tag_in_the_file_s_own_name_goes_with_the_name() -> None:
    document = read(f"0 Chub\n{BRICK}\n", "Chub [frame].ldr")
    with pytest.raises(RetagError, match=r"the tag \[frame\] is in the file's own name; rename the file"):
        with_tags(document, {"chub*": "none"})
    assert with_tags(document, {"chub*": "none"}, name="Chub.ldr") == document.text


def test_a_submodel_with_two_tags_must_be_mended_first() -> None:
    text = CHUB.replace("0 !MFZ BEGIN", "0 !MFZ FLAG\n0 !MFZ BEGIN")
    with pytest.raises(RetagError, match="has tags at lines 15 and 16; delete one first"):
        retagged(text, {"mast.ldr": "1Y"})


NAMES = st.sampled_from(["*", "rifle.ldr", "m*", "shield", "chub.mpd"])
TAGS = st.sampled_from(["none", "2Rd", "2Ra & d8", "rocket", "FRAME Chub", "capital", "E vacuum", "ace blue"])
PIECES = st.lists(
    st.sampled_from([*CHUB.split("\n"), "", "0 STEP", "0 NOFILE", " 0 X", "0"]), min_size=1, max_size=12
)


@given(PIECES, st.sampled_from(["\n", "\r\n", "\r"]), NAMES, TAGS)
def test_the_rest_of_any_file_stays_byte_for_byte(lines: list[str], end: str, name: str, tag: str) -> None:
    before = end.join([*lines, ""])
    try:
        after = retagged(before, {name: tag})
    except RetagError:
        return
    assert [line for line in after.split(end) if "!MFZ" not in line] == [
        line for line in before.split(end) if "!MFZ" not in line
    ]
    if tag != "none":
        assert with_tags(read(after, "chub.mpd"), {name: tag}).content == after


@given(st.text("ab\r\n", max_size=12), st.sets(st.integers(1, 8)), st.sets(st.integers(1, 8)))
def test_lines_are_put_in_and_replaced_by_their_number(
    text: str, before: set[int], instead: set[int]
) -> None:
    original = Text(text)
    lines = original.lines()
    before = {number for number in before if number <= len(lines) + 1}
    result = original.with_lines({n: f"<{n}>" for n in before}, {n: f"({n})" for n in instead})
    wanted: list[str] = []
    for number in range(1, len(lines) + 2):
        wanted += [f"<{number}>"] if number in before else []
        if number <= len(lines):
            wanted.append(f"({number})" if number in instead else lines[number - 1].rstrip("\r"))
    assert [line.rstrip("\r") for line in Text(result.content).lines()] == wanted
    assert original.with_lines({}, {}) == original
