"""Every word of the workbench is in its files of texts, in every language; none is missing or idle."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.running import ROOT

PAGE = ROOT / "brickyard" / "workbench"
LANGUAGES = ("en", "de")
Text = str | dict[str, str]
# What a view asks for: t("yard.title"), t(`tag.${value}`), and keys that are handed on as plain values.
_WHOLE = re.compile(r"""["']([a-z][A-Za-z]*\.[A-Za-z0-9. ']+)["']""")
_BEGUN = re.compile(r"`([a-z][A-Za-z]*\.[A-Za-z.]*)\$\{")


def texts(language: str) -> dict[str, Text]:
    files = [PAGE / "texts" / f"{language}{part}.json" for part in ("", "-more")]
    return {key: text for file in files for key, text in json.loads(file.read_text("utf-8")).items()}


def holes(text: Text) -> set[str]:
    forms = [text] if isinstance(text, str) else list(text.values())
    return {name for form in forms for name in re.findall(r"\{(\w+)\}", form)}


def scripts() -> dict[Path, str]:
    return {file: file.read_text("utf-8") for file in sorted(PAGE.rglob("*.js"))}


def test_every_language_has_every_text_with_the_same_values_in_it() -> None:
    english = texts("en")
    for language in LANGUAGES[1:]:
        others = texts(language)
        assert sorted(english.keys() ^ others.keys()) == []
        assert {
            key for key, text in english.items() if holes(text) - {"count"} != holes(others[key]) - {"count"}
        } == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_given_twice_and_none_is_empty(language: str) -> None:
    own, more = (
        json.loads((PAGE / "texts" / f"{language}{part}.json").read_text("utf-8")) for part in ("", "-more")
    )
    assert sorted(own.keys() & more.keys()) == []
    assert [key for key, text in (own | more).items() if not text] == []
    assert [key for key, text in (own | more).items() if isinstance(text, dict) and "other" not in text] == []


def test_what_the_page_asks_for_is_there() -> None:
    known = texts("en")
    families = {key.split(".")[0] for key in known}
    missing = []
    for file, text in scripts().items():
        for key in re.findall(r"""\bt\(\s*["']([^"']+)["']""", text):
            missing += [(file.name, key)] if key not in known else []
        for begun in _BEGUN.findall(text):
            if begun.split(".")[0] in families and not any(key.startswith(begun) for key in known):
                missing.append((file.name, begun))
    assert missing == []


def test_no_text_lies_idle() -> None:
    whole, begun = set(), set()
    for text in scripts().values():
        whole |= set(re.findall(r"""\bt\(\s*["']([^"']+)["']""", text))
        whole |= set(_WHOLE.findall(text)) | set(re.findall(r"`([a-z][A-Za-z]*\.[A-Za-z0-9.]+)`", text))
        begun |= set(_BEGUN.findall(text))
    idle = [key for key in texts("en") if key not in whole and not key.startswith(tuple(begun))]
    assert idle == []


def test_no_word_stands_in_a_script() -> None:
    """Text between tags of a template would be seen in one language only."""
    said = re.compile(r"html`[^`$]*>\s*([A-Z][a-z]+ [a-z][^<$`]*)<")
    assert [(file.name, found) for file, text in scripts().items() for found in said.findall(text)] == []
