"""Lines for a terminal: wrapped, cut, and findings with their way out."""

from __future__ import annotations

import io
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brickyard.terminal import WIDTH, Screen, cut, wrapped
from ldraw_tools.findings import Finding, Place, Severity

WORDS = st.lists(st.text("abc-", min_size=1, max_size=40), min_size=1, max_size=40)


@given(WORDS, st.integers(0, 20), st.integers(0, 20))
def test_no_line_is_too_wide_and_no_word_is_lost_or_broken(words: list[str], first: int, later: int) -> None:
    lines = wrapped(" ".join(words), " " * first, " " * later)
    assert max(map(len, lines)) <= WIDTH
    assert " ".join(lines).split() == words
    assert len(lines[0]) - len(lines[0].lstrip()) == first


def test_later_lines_are_indented_as_the_first_unless_it_is_said_otherwise() -> None:
    text = "word " * 40
    assert all(line.startswith("    word") for line in wrapped(text, "    "))
    assert wrapped(text, "- ", "")[1].startswith("word")


@given(st.text(max_size=200), st.integers(1, 120))
def test_what_is_cut_says_so(text: str, width: int) -> None:
    short = cut(text, width)
    assert len(short) <= width
    assert short == text or (short.endswith("…") and text.startswith(short[:-1]))


def test_a_finding_says_what_is_wrong_where_and_the_way_out() -> None:
    said = io.StringIO()
    place = Place("c\x1b.yaml", 3, 5)
    Screen(said, colour=True).finding(Finding("MAN052", Severity.ERROR, place, "no file " * 20, "Look."))
    first, *rest, last = said.getvalue().splitlines()
    assert first.startswith("\x1b[31;1merror\x1b[0m MAN052: no file")
    assert rest[-1].endswith("    c?.yaml:3:5")
    assert last == "    -> Look."


class _Console(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("platform", "environment", "painted"),
    [
        ("linux", {}, True),
        ("linux", {"TERM": "dumb"}, False),
        ("linux", {"NO_COLOR": "1"}, False),
        ("win32", {}, False),
        ("win32", {"WT_SESSION": "1"}, True),
    ],
)
def test_only_a_console_that_shows_colours_is_given_some(
    platform: str, environment: dict[str, str], painted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NO_COLOR", "TERM", "WT_SESSION", "TERM_PROGRAM", "ConEmuANSI", "ANSICON"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert Screen(_Console()).paint("word", "bold") == ("\x1b[1mword\x1b[0m" if painted else "word")
