"""Every word of the workbench is in its files of texts, in every language; none is missing or idle."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from catalog.editions.loading import edition, shipped_editions
from catalog.editions.tables import EditionTables
from catalog.yaml.typed_reading import as_written
from tests.running import ROOT

PAGE = ROOT / "brickyard" / "workbench"
LANGUAGES = ("en", "de")
Text = str | dict[str, str]
# What a view asks for: t("yard.title"), t(`tag.${value}`), and keys that are handed on as plain values.
_WHOLE = re.compile(r"""["']([a-z][A-Za-z]*\.[A-Za-z0-9. ']+)["']""")
_BEGUN = re.compile(r"`([a-z][A-Za-z]*\.[A-Za-z.]*)\$\{")


# Words of the rules' tables, which are English names: only other languages have them.
KEY = "key."


def pairs(language: str) -> list[tuple[str, Text]]:
    """As they stand in the file, twice if they are there twice."""
    found: list[tuple[str, Text]] = json.loads(
        (PAGE / "texts" / f"{language}.json").read_text("utf-8"), object_pairs_hook=_plurals
    )
    return found


def _plurals(given: list[tuple[str, Text]]) -> dict[str, Text] | list[tuple[str, Text]]:
    return dict(given) if {key for key, _ in given} <= {"one", "other"} else given


def texts(language: str) -> dict[str, Text]:
    return {key: text for key, text in pairs(language) if not key.startswith(KEY)}


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
    given = pairs(language)
    names = [key for key, _ in given]
    assert sorted({key for key in names if names.count(key) > 1}) == []
    assert [key for key, text in given if not text] == []
    assert [key for key, text in given if isinstance(text, dict) and "other" not in text] == []


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


def test_every_word_of_the_rules_tables_and_options_has_its_german() -> None:
    """What the form of house rules calls rows, columns and fields; pages, numbers and dice need no words."""
    known = {key.removeprefix(KEY) for key, _ in pairs("de") if key.startswith(KEY)}
    texts = [as_written(edition(name), EditionTables) for name in shipped_editions()]
    asked = {key for tables in texts for table in tables.values() for key in _keys(table)}
    needed = {key for key in asked if len(key) > 1 and not re.fullmatch(r"[\d–]+|(?:.+-)?reference", key)}
    needed |= {f"option.{option}" for name in shipped_editions() for option in edition(name).options}
    campaigns = (edition(name).campaign for name in shipped_editions())
    needed |= {f"choice.{keys[0]}" for table in campaigns if table for keys in table.choices.values()}
    assert sorted(needed - known) == []
    assert sorted(known - needed) == []


def _keys(value: object) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield str(key)
            yield from _keys(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _keys(inner)
