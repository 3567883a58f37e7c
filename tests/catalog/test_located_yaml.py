"""YAML from strangers: values that know their places, findings instead of exceptions."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from catalog.yaml import yaml_findings as manifest_faults, yaml_reading
from catalog.yaml.located_values import Entries, Listing, Missing, Scalar, Value, locate
from catalog.yaml.yaml_reading import (
    DEEPEST,
    MOST_CHARACTERS,
    MOST_VALUES,
    YamlDocument,
    read_yaml,
    read_yaml_file,
)
from ldraw_tools.findings import BrickyardError, Finding, Kind, Place
from ldraw_tools.names import hint, nearest, shown
from ldraw_tools.reading.encodings import picture_in

PIECES = [
    *"ab1 :-?[]{},'\"#&*!|>%@`\\~\t\n\r\x85\u2028é😀",
    "\n  ",
    "\n- ",
    ": ",
    "- ",
    "? ",
    " #",
    "&x ",
    "*x ",
]
PIECES += [
    "!!str ",
    "|\n",
    "---\n",
    "...\n",
    "<<: ",
    "%YAML 1.1\n",
    '"\\x07"',
    '"\\uD800"',
    "key: value\n",
    "\ufeff",
]
YAML_LIKE = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)


def read(text: str) -> YamlDocument:
    return read_yaml(text, "f.yaml")


def told(document: YamlDocument) -> list[str]:
    return [f"{d.place.line}:{d.place.column} {d.code} {d.message}" for d in document.findings]


def value(text: str) -> Value:
    """The value of `k` in `k: text`."""
    return read(f"k: {text}\n").root.entries()["k"]


def answer(text: str, question: Callable[[Value], object]) -> tuple[object, list[str]]:
    asked = value(text)
    return question(asked), [f"{d.place.line}:{d.place.column} {d.code} {d.message}" for d in asked.told]


@pytest.fixture(params=["libyaml", "pure Python"])
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "pure Python":
        monkeypatch.setattr(yaml_reading, "_FAST", None)
    return str(request.param)


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("name: Estar: Anvil", "1:12 MAN001 “: ” inside a value"),
        ("frames: [a, b", "1:14 MAN001 the [ of line 1 is not closed before this"),
        ("game: {size: skirmish\nplayers: 3", "2:8 MAN001 the { of line 1 is not closed before this"),
        ("frames:\n- {name: A\nstations: []", "3:9 MAN001 the { of line 2 is not closed before this"),
        ("{name: Eye: red}", "1:11 MAN001 the { of line 1 is not closed before this"),
        ("name: 'Brutus\ncount: 3", "1:7 MAN001 the quote that begins here is never closed"),
        ("frames:\n  - a\n - b", "3:2 MAN001 this doesn't line up with the lines above"),
        ("frames: - a", "1:9 MAN001 a list can't begin here"),
        ("tags: {*.ldr: 2Rd}", "1:8 MAN001 a name that begins with * must be in quotes"),
        ("tags: {r?.ldr: 2Rd}", "1:9 MAN001 “?” has a meaning of its own between brackets"),
        ("name: @home", "1:7 MAN001 “@” can't begin a value"),
        ('name: "\\q"', "1:9 MAN001 “\\” before this letter has no meaning in double quotes"),
        ('name: "\\UFFFFFFFF"', "1:10 MAN001 “\\” and what follows it are not a character in double quotes"),
        ("name: !us!er x", "1:7 MAN001 a name that begins with ! must be in quotes"),
        ("name: | x", "1:7 MAN001 text after | or > must be on lines of its own"),
        ("frames: [a,,b]", "1:12 MAN001 a value or a closing bracket is missing here"),
        ("frames: [", "1:10 MAN001 a value or a closing bracket is missing here"),
        ("company: A\nframes", "2:1 MAN001 this is neither key: value nor part of one"),
        ("%TAG x\n---\na: 1", "1:1 MAN001 a line that begins with % is an instruction to the parser"),
        ("[a] b", "1:5 MAN001 this is neither a key nor part of the lines above"),
        ("company: A\n\tframes: 3\n\tstations: 2", "2:1 MAN002 indented by a tab: line 2, 3"),
        ("a: 1\nb: \x07", "2:4 MAN005 character U+0007 is not text"),
        ("a: \ud800", "1:4 MAN005 character U+D800 is not text"),
        ('a: "\\e[31m"', "1:4 MAN005 a control character is not text"),
        ("", "0:0 MAN006 there is nothing in the file"),
        ("# only a comment\n", "0:0 MAN006 there is nothing in the file"),
        ("~", "0:0 MAN006 there is nothing in the file"),
        ("a: 1\n---\nb: 2", "2:1 MAN007 a second document begins here"),
        ("a: *b", "1:4 MAN008 “*b” refers to another place in the file, which is not supported"),
        ("a: &b 1", "1:4 MAN008 “&b” refers to another place in the file, which is not supported"),
        ("a: !!python/object x", "1:4 MAN009 “!!python/object” asks for a type, which is not supported"),
        ("a: !env x", "1:4 MAN009 “!env” asks for a type, which is not supported"),
        ("a: 1\nb: 2\na: 3", "3:1 MAN010 “a” was given in line 1 already"),
        ("{[a]: 1}", "1:2 MAN011 a list can't be a key"),
        ("null: 1", "1:1 MAN011 nothing can't be a key"),
        ("é😀: x: y", "1:6 MAN001 “: ” inside a value"),
    ],
)
def test_broken_yaml_is_told_at_its_place_in_plain_words(parser: str, text: str, finding: str) -> None:
    assert told(read(text)) == [finding]


def test_every_finding_says_a_way_out() -> None:
    for text in ("a: b: c", "[", "\ta: 1", "a: *b", "", "a: 1\na: 2"):
        assert all(finding.fix for finding in read(text).findings)


def test_no_two_kinds_of_finding_share_a_code() -> None:
    codes = [kind.code for kind in vars(manifest_faults).values() if isinstance(kind, Kind)]
    assert len(set(codes)) == len(codes)
    assert all(code.startswith("MAN") for code in codes)


@settings(deadline=None)
@given(YAML_LIKE)
def test_any_text_like_yaml_gives_values_and_findings_never_an_exception(text: str) -> None:
    ask_everything(read(text).root)


@settings(deadline=None)
@given(st.text())
def test_any_text_at_all_gives_values_and_findings_never_an_exception(text: str) -> None:
    ask_everything(read(text).root)


@pytest.fixture(scope="session")
def any_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("yaml") / "any.yaml"


@settings(deadline=None)
@given(data=st.binary(max_size=200))
def test_any_bytes_give_values_or_findings_never_an_exception(any_file: Path, data: bytes) -> None:
    any_file.write_bytes(data)
    if picture_in(data):
        # Not a manifest at all: refused like a file that can't be opened.
        with pytest.raises(BrickyardError, match="not a manifest but"):
            read_yaml_file(any_file)
        return
    document = read_yaml_file(any_file)
    assert document.root or document.findings


@settings(deadline=None)
@given(YAML_LIKE)
def test_with_and_without_libyaml_the_results_are_the_same(text: str) -> None:
    fast, slow = read(text), slowly(text)
    assert (fast.root, fast.findings) == (slow.root, slow.findings)


def slowly(text: str) -> YamlDocument:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(yaml_reading, "_FAST", None)
        return read(text)


def ask_everything(asked: Value) -> None:
    """Every question to every value: answers may be nothing, but are given."""
    asked.text(), asked.integer(0, 8), asked.number(), asked.flag(), asked.choice(["a", "b"]), asked.words()
    for one in asked.items():
        ask_everything(one)
    for key, one in asked.entries().pairs:
        ask_everything(key)
        ask_everything(one)
    asked.entries("key", "another").need("another")
    assert all(str(finding) for finding in asked.told)


def test_an_alias_bomb_does_not_go_off() -> None:
    lines = ["a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    document = read("\n".join(lines))
    assert {finding.code for finding in document.findings} == {"MAN008"}
    assert len(document.root.entries()["a11"].items()) == 9


@pytest.mark.parametrize("text", ["[" * 100_000, "- " * 100_000, "{a: " * 100_000, "? " * 100_000])
def test_deep_nesting_is_refused_at_the_first_level_too_many(parser: str, text: str) -> None:
    (finding,) = read(text).findings
    assert (finding.code, finding.place.line) == ("MAN004", 1)
    assert str(DEEPEST) in finding.message


def test_nesting_as_deep_as_allowed_is_read() -> None:
    document = read("[" * DEEPEST + "]" * DEEPEST)
    assert not document.findings
    assert isinstance(document.root, Listing)


def test_too_large_a_text_is_refused_unread() -> None:
    assert told(read("a" * (MOST_CHARACTERS + 1)))[0].startswith("0:0 MAN003 more than 1,000,000 characters")
    assert not read("# " + "a" * (MOST_CHARACTERS - 10) + "\na: 1").findings


def test_too_many_values_are_refused() -> None:
    (finding,) = read("[" + "a," * MOST_VALUES + "]").findings
    assert finding.code == "MAN003"


def test_a_long_list_of_tabs_is_told_once_and_briefly() -> None:
    assert told(read("\ta\n" * 5000)) == ["1:1 MAN002 indented by a tab: line 1, 2, 3 and 4,997 more"]


def test_tabs_that_indent_nothing_do_no_harm() -> None:
    document = read("a:\tb\t# comment\n\t# another\n\t\nc: [1,\t2]\n")
    assert not document.findings
    assert document.root.entries()["a"].text() == "b"


def test_keys_and_values_know_their_places(parser: str) -> None:
    root = read("company: A\nframes:\n  - {model: é.mpd,  name: B}\n").root.entries()
    (frame,) = root["frames"].items()
    places = [(key.written, key.place.line, key.place.column) for key, _ in frame.entries().pairs]
    assert places == [("model", 3, 6), ("name", 3, 21)]
    assert frame.entries()["name"].place == Place("f.yaml", 3, 27)
    assert root["frames"].label == frame.label == "frames"
    assert list(root) == ["company", "frames"]


def test_a_key_without_a_value_is_told_at_the_key(parser: str) -> None:
    assert answer("", lambda one: one.text()) == (None, ["1:1 MAN014 k has no value"])


@pytest.mark.parametrize(
    "word", ["no", "on", "yes", "1:30", "2012-05-07", "0o7", "1_000", "0x1F", "1e3", ".inf", "<<"]
)
def test_text_stays_as_it_was_written(word: str) -> None:
    assert answer(word, lambda one: one.text()) == (word, [])


@pytest.mark.parametrize(
    "word", ["1_000", "0o7", "0x1F", "1:30", "1e3", "3.0", "three", "١٢", "2012-05-07", "--3"]
)
def test_what_only_yaml_takes_for_a_number_is_no_whole_number(word: str) -> None:
    found, findings = answer(word, lambda one: one.integer(0, 8))
    assert found is None
    assert findings == [f"1:4 MAN013 k is “{word}”, but must be a whole number from 0 to 8"]


@pytest.mark.parametrize(
    ("text", "number"), [("0", 0), ("8", 8), ("-2", -2), ("+2", 2), ("010", 10), ("'3'", 3), ("-0", 0)]
)
def test_whole_numbers_are_read_in_digits(text: str, number: int) -> None:
    assert answer(text, lambda one: one.integer()) == (number, [])


@pytest.mark.parametrize(
    ("text", "low", "high", "finding"),
    [
        ("9", 0, 8, "k is 9, but must be a whole number from 0 to 8"),
        ("-1", 0, None, "k is -1, but must be a whole number from 0 up"),
        ("9", None, 8, "k is 9, but must be a whole number up to 8"),
        ("9" * 5000, None, None, "k is 9999999999999999999…, but must be a whole number"),
    ],
)
def test_a_number_out_of_range_is_told_with_the_range(
    text: str, low: int | None, high: int | None, finding: str
) -> None:
    assert answer(text, lambda one: one.integer(low, high)) == (None, [f"1:4 MAN015 {finding}"])


def test_thousands_of_leading_zeros_are_still_a_number() -> None:
    assert answer("0" * 5000 + "7", lambda one: one.integer()) == (7, [])


@pytest.mark.parametrize(("text", "number"), [("0.5", 0.5), ("12", 12), ("-1.25", -1.25)])
def test_numbers_may_have_decimals(text: str, number: float) -> None:
    assert answer(text, lambda one: one.number()) == (number, [])


@pytest.mark.parametrize(
    ("text", "flag"),
    [("yes", True), ("No", False), ("on", True), ("OFF", False), ("true", True), ("'false'", False)],
)
def test_flags_are_read_in_all_of_yamls_words(text: str, flag: bool) -> None:
    assert answer(text, lambda one: one.flag()) == (flag, [])


def test_what_is_no_flag_is_told() -> None:
    assert answer("maybe", lambda one: one.flag()) == (
        None,
        ["1:4 MAN013 k is “maybe”, but must be yes or no"],
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [("[a, no, 3]", ("a", "no", "3")), ("vacuum, deep water", ("vacuum", "deep water")), ("[]", ())],
)
def test_words_are_a_list_or_separated_by_commas(text: str, words: tuple[str, ...]) -> None:
    assert answer(text, lambda one: one.words()) == (words, [])


def test_a_choice_is_found_whatever_its_case_and_suggested_when_close() -> None:
    games = ["skirmish", "battle"]
    assert answer("Battle", lambda one: one.choice(games)) == ("battle", [])
    asked = value("skirmsh")
    assert asked.choice(games) is None
    assert asked.told[0].message == "k is “skirmsh”, but must be one of skirmish, battle"
    assert asked.told[0].fix == "Did you mean skirmish?"


@pytest.mark.parametrize(
    ("text", "question", "finding"),
    [
        ("[a]", lambda one: one.text(), "MAN013 k is a list, but must be text"),
        ("{a: 1}", lambda one: one.text(), "MAN013 k is keys with values, but must be text"),
        ("{a: 1}", lambda one: one.integer(), "MAN013 k is keys with values, but must be a whole number"),
        ("[1]", lambda one: one.flag(), "MAN013 k is a list, but must be yes or no"),
        ("a", lambda one: one.items(), "MAN013 k is “a”, but must be a list"),
        ("[a]", lambda one: one.entries(), "MAN012 k is a list, but must be keys with values"),
        ("~", lambda one: one.entries(), "MAN014 k has no value"),
        ("null", lambda one: one.choice(["a"]), "MAN014 k has no value"),
        ("'  '", lambda one: one.text(), "MAN014 k has no value"),
        ("abc", lambda one: one.text(2), "MAN019 k is 3 characters long; 2 is the most"),
    ],
)
def test_a_mismatch_is_a_finding_at_the_value(
    text: str, question: Callable[[Value], object], finding: str
) -> None:
    assert answer(text, question)[1] == [f"1:4 {finding}"]


def test_an_unknown_key_suggests_the_nearest_and_the_rest_is_read() -> None:
    document = read("modle: a.mpd\nname: B\nzzz: 1\n")
    entries = document.root.entries("model", "name", what="key of a frame")
    assert told(document) == [
        "1:1 MAN017 “modle” is not a valid key of a frame",
        "3:1 MAN017 “zzz” is not a valid key of a frame",
    ]
    assert [finding.fix for finding in document.findings] == [
        "Did you mean model?",
        "Choose from model, name.",
    ]
    assert list(entries) == ["name"]


def test_a_missing_key_is_silent_until_it_is_needed() -> None:
    document = read("name: B\n")
    entries = document.root.entries("name", "model")
    assert entries["model"].text() is None
    assert not entries["model"]
    assert not document.findings
    assert entries.need("model").text() is None
    assert told(document) == ["1:1 MAN018 the file lacks model"]


def test_a_file_that_can_not_be_read_as_yaml_is_told_once_whatever_is_asked() -> None:
    document = read("a: b: c")
    assert isinstance(document.root, Missing)
    document.root.entries("company").need("company").text()
    assert len(document.findings) == 1


def test_values_from_the_command_line_are_asked_like_those_of_a_file() -> None:
    findings: list[Finding] = []
    given = {"rockets": "9", "ban": ["Y", "B"], "climbing": True, "nothing": None}
    entries = locate(given, Place("--option"), "options", findings).entries()
    assert entries["rockets"].integer(0, 8) is None
    assert entries["ban"].words() == ("Y", "B")
    assert entries["climbing"].flag() is True
    assert entries["nothing"].is_null
    assert [str(finding) for finding in findings] == [
        "--option: error MAN015: rockets is 9, but must be a whole number from 0 to 8"
    ]


def test_a_value_can_tell_somebody_else() -> None:
    document, findings = read("k: {a: [x]}"), list[Finding]()
    document.root.retold(findings).entries()["k"].entries()["a"].items()[0].integer()
    assert not document.findings
    assert [finding.code for finding in findings] == ["MAN013"]


def test_a_file_is_read_from_disk_whatever_it_begins_and_its_lines_end_with(tmp_path: Path) -> None:
    path = tmp_path / "company.yaml"
    path.write_bytes("\ufeffcompany: Ä\r\nframes: []\r\n".encode())
    document = read_yaml_file(path)
    assert not document.findings
    assert document.root.entries()["company"].text() == "Ä"
    assert document.root.place == Place(str(path), 1, 1)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_what_windows_writes_is_read(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("company: Dörte's\r\n", encoding)
    document = read_yaml_file(path, "a.yaml")
    assert document.findings == []
    assert document.root.entries()["company"].text() == "Dörte's"


def test_a_file_in_another_encoding_is_told_at_its_first_foreign_letter(tmp_path: Path) -> None:
    path = tmp_path / "latin.yaml"
    path.write_bytes("a: 1\nname: Bär\n".encode("latin-1"))
    assert told(read_yaml_file(path, "latin.yaml")) == ["2:8 MAN020 this letter is not saved as UTF-8"]


def test_a_huge_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "huge.yaml"
    path.write_bytes(b"a" * (4 * MOST_CHARACTERS + 2))
    assert [finding.code for finding in read_yaml_file(path).findings] == ["MAN003"]


def test_only_a_file_that_can_not_be_read_is_an_exception(tmp_path: Path) -> None:
    with pytest.raises(BrickyardError, match=r"nowhere\.yaml: can't be read: No such file"):
        read_yaml_file(tmp_path / "nowhere.yaml", "nowhere.yaml")
    with pytest.raises(BrickyardError, match="can't be read"):
        read_yaml_file(tmp_path)


def test_strangers_words_are_shown_on_one_short_line() -> None:
    assert shown("a\nb\x1b[31m") == "a b [31m"
    assert len(shown("x" * 1000)) == 60
    assert nearest("Split_Range", ["split-range", "rockets"]) == "split-range"
    assert hint("zzz", []) == "Leave it out."


def test_the_order_of_the_file_is_kept() -> None:
    lines = [f"key{n}: {n}" for n in range(50)]
    random.Random(7).shuffle(lines)
    entries = read("\n".join(lines)).root
    assert isinstance(entries, Entries)
    assert [f"{key.written}: {one.text()}" for key, one in entries.pairs] == lines
    assert all(isinstance(key, Scalar) for key, _ in entries.pairs)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
def test_nobody_waits_for_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    with pytest.raises(BrickyardError, match="is a pipe, not a file"):
        read_yaml_file(tmp_path / "pipe.yaml")
