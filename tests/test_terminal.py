"""Lines for a terminal: wrapped, cut, and findings with their way out."""

from __future__ import annotations

import io
import re
import sys
import types

import pytest
from hypothesis import given, strategies as st

from brickyard import terminal
from brickyard.terminal import Brush, Screen, bar, columns, cut, line_width, wrap_lines
from ldraw_tools.findings import WIDTH, Finding, Place, Severity

CODES = re.compile(r"\x1b\[([0-9;]+)m")
WORDS = st.lists(st.text("abc-", min_size=1, max_size=40), min_size=1, max_size=40)


@given(WORDS, st.integers(0, 20), st.integers(0, 20))
def test_no_line_is_too_wide_and_no_word_is_lost_or_broken(words: list[str], first: int, later: int) -> None:
    lines = wrap_lines(" ".join(words), " " * first, " " * later)
    assert max(map(len, lines)) <= WIDTH
    assert " ".join(lines).split() == words
    assert len(lines[0]) - len(lines[0].lstrip()) == first


def test_later_lines_are_indented_as_the_first_unless_it_is_said_otherwise() -> None:
    text = "word " * 40
    assert all(line.startswith("    word") for line in wrap_lines(text, "    "))
    assert wrap_lines(text, "- ", "")[1].startswith("word")


@given(st.text(max_size=200), st.integers(1, 120))
def test_what_is_cut_says_so(text: str, width: int) -> None:
    short = cut(text, width)
    assert columns(short) <= width
    assert short == text or (short.endswith("…") and text.startswith(short[:-1]))
    # As much as has room.
    assert short == text or columns(text[: len(short)]) >= width


def test_a_finding_says_what_is_wrong_where_and_the_way_out() -> None:
    said = io.StringIO()
    place = Place("c\x1b.yaml", 3, 5)
    Screen(said, colour=True).finding(Finding("MAN052", Severity.ERROR, place, "no file " * 20, "Look."))
    first, *rest, last = said.getvalue().splitlines()
    assert first.startswith("\x1b[31;1merror\x1b[0m MAN052: no file")
    assert rest[-1] == "    \x1b[2mc?.yaml:3:5\x1b[0m"
    assert last == "    -> Look."


class _Console(io.StringIO):
    def isatty(self) -> bool:
        return True


WISHES = ("NO_COLOR", "TERM", "CLICOLOR_FORCE", "FORCE_COLOR", "WT_SESSION", "TERM_PROGRAM", "ConEmuANSI")


@pytest.mark.parametrize(
    ("platform", "environment", "stream", "painted"),
    [
        ("linux", {}, _Console, True),
        ("linux", {"TERM": "dumb"}, _Console, False),
        ("linux", {"NO_COLOR": "1"}, _Console, False),
        ("linux", {"NO_COLOR": "1", "FORCE_COLOR": "1"}, _Console, False),
        ("linux", {}, io.StringIO, False),
        ("linux", {"CLICOLOR_FORCE": "1"}, io.StringIO, True),
        ("linux", {"CLICOLOR_FORCE": "0"}, io.StringIO, False),
        ("linux", {"FORCE_COLOR": "1", "TERM": "dumb"}, io.StringIO, True),
        ("win32", {"WT_SESSION": "1"}, _Console, True),
    ],
)
def test_only_a_console_that_shows_colours_is_given_some_unless_they_are_asked_for(
    platform: str,
    environment: dict[str, str],
    stream: type[io.StringIO],
    painted: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in (*WISHES, "ANSICON"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert Screen(stream()).paint("word", "bold") == ("\x1b[1mword\x1b[0m" if painted else "word")


@pytest.mark.parametrize("has_package", [True, False])
def test_the_old_console_of_windows_is_told_to_show_colours_by_the_package_that_can(
    has_package: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    package = types.SimpleNamespace(just_fix_windows_console=lambda: asked.append("colours"))
    for name in (*WISHES, "ANSICON"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "colorama", package if has_package else None)
    assert Screen(_Console()).paint.in_colour is has_package
    assert asked == ["colours"] * has_package


@pytest.mark.parametrize(
    ("columns", "wide"), [("60", 60), ("20", 60), ("99", 99), ("140", 140), ("300", 140), ("", WIDTH)]
)
def test_lines_are_as_wide_as_the_window_from_60_to_140_columns(
    columns: str, wide: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert line_width(_Console()) == wide
    assert line_width(io.StringIO()) == WIDTH


@pytest.mark.parametrize(
    ("text", "painted"),
    [
        ("2W 1B", "<1>2W<0> <34;1>1B<0>"),
        ("(2Ra & d8, Gd8)", "(<31>2Ra & d8<0>, <32>Gd8<0>)"),
        ("1 red d8 and 2 white d6.", "<31>1 red d8<0> and <1>2 white d6<0>."),
        ("2K 1Rd8", "<90>2K<0> <31>1Rd8<0>"),
        ("frames/2B.mpd v2G-x 12W3 B reads red", "frames/2B.mpd v2G-x 12W3 B reads red"),
    ],
)
def test_dice_are_written_in_their_colours_and_nothing_else_is(text: str, painted: str) -> None:
    said = io.StringIO()
    Screen(said, colour=True).line(text)
    assert said.getvalue() == painted.replace("<", "\x1b[").replace(">", "m") + "\n"


@given(st.lists(st.tuples(st.text("ab ", max_size=30), st.sampled_from(["", "bold", "dim"])), max_size=20))
def test_a_painted_text_wraps_as_the_plain_one_does_and_every_colour_ends_in_its_line(
    pieces: list[tuple[str, str]],
) -> None:
    brush = Brush(True)
    plain = "".join(text for text, _ in pieces)
    painted = "".join(brush(text, style) if style else text for text, style in pieces)
    lines = wrap_lines(painted, "  ", "    ")
    assert [CODES.sub("", line) for line in lines] == wrap_lines(plain, "  ", "    ")
    for line in lines:
        codes = CODES.findall(line)
        assert all(code == "0" for code in codes[1::2])
        assert len(codes) % 2 == 0


def test_letters_of_two_columns_are_counted_as_two() -> None:
    lines = wrap_lines("\N{CJK UNIFIED IDEOGRAPH-6A5F} " * 60)
    assert max(map(columns, lines)) <= WIDTH
    assert columns(cut("\N{CJK UNIFIED IDEOGRAPH-6A5F}" * 60, 20)) <= 20


@pytest.mark.parametrize(("share", "drawn"), [(0.0, "    "), (0.001, "▏   "), (0.5, "██  "), (1.0, "████")])
def test_a_bar_is_as_long_as_its_share_and_what_can_happen_shows(share: float, drawn: str) -> None:
    assert bar(share, 4) == drawn


def test_a_console_without_block_characters_gets_bars_of_number_signs() -> None:
    said = io.TextIOWrapper(io.BytesIO(), "ascii")
    Screen(said).line(bar(0.7, 4) + "|")
    said.flush()
    buffer = said.buffer
    assert isinstance(buffer, io.BytesIO)
    assert buffer.getvalue().strip() == b"### |"


def test_whatever_steers_a_terminal_is_not_printable() -> None:
    """Lines that are printable are not looked through: no character may be both."""
    everything = "".join(map(chr, range(sys.maxunicode + 1)))
    for steering in map(re.compile, (terminal._IN_TEXT, terminal._IN_LINE)):
        found = steering.findall(everything)
        assert len(found) > 2000
        assert not [one for one in found if one.isprintable()]


def test_look_c16_a_square_has_the_nearest_colour_and_passes_as_ours() -> None:
    brush = Brush(in_colour=True)
    for rgb, number in (((255, 0, 0), 196), ((201, 26, 9), 160), ((128, 128, 128), 244), ((0, 0, 0), 232)):
        square = brush.swatch(rgb)
        assert square == f"\x1b[38;5;{number}m■\x1b[0m "
        assert terminal._bare(square) == "■ "
    assert Brush(in_colour=False).swatch((255, 0, 0)) == ""
