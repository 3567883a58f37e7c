"""Patterns that are compiled when they are first used."""

from __future__ import annotations

import re

import pytest

from ldraw_tools.patterns import pattern, patterns_made_later


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was compiled."""
    texts: list[str] = []
    compiling = re.compile

    def spied(text: str, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
        texts.append(text)
        return compiling(text, flags)

    monkeypatch.setattr(re, "compile", spied)
    return texts


def test_a_pattern_is_compiled_once_and_when_it_is_used(compiled: list[str]) -> None:
    word = pattern("[a-z]+", re.IGNORECASE)
    assert compiled == []
    assert word.pattern == "[a-z]+"
    assert [found[0] for found in word.finditer("One two")] == ["One", "two"]
    assert word.fullmatch("Three")
    assert word.flags & re.IGNORECASE
    assert compiled[0] == "[a-z]+"
    word.sub("", "four")
    assert word.match("five")
    assert len(compiled) == 2


def test_what_others_compile_while_they_are_imported_is_made_later(compiled: list[str]) -> None:
    spied = re.compile
    with patterns_made_later():
        theirs = re.compile("a+")
    assert re.compile is spied
    assert compiled == []
    assert theirs.match("aa")
    assert compiled == ["a+"]


def test_an_import_that_fails_leaves_everything_as_it_was() -> None:
    before = re.compile
    with pytest.raises(ImportError), patterns_made_later():
        raise ImportError
    assert re.compile is before
