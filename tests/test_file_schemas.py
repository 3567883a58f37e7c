"""Schemas of the files that people write: they take every good one, and no key that a reader refuses."""

from __future__ import annotations

import ast
import datetime
import json
import os
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator

from brickyard.file_schemas import FILE_KINDS, described, list_keys, schema_for
from brickyard.settings_reading import read_settings
from brickyard.starters import STARTERS, edition_starter
from catalog.editions.loading import edition, shipped_editions
from fleets.forces.file_keys import FILES
from ldraw_tools.findings import BrickyardError, Severity
from ldraw_tools.json_values import json_text
from tests.running import ROOT, brickyard
from validators.judged_files import JudgeSettings, check_file

FOLDER = ROOT / "docs" / "schema" / "files"
WRONG_KEY = "MAN017"
GOOD = [
    *sorted((ROOT / "examples").rglob("*.yaml")),
    *sorted((ROOT / "catalog" / "editions").glob("*.yaml")),
]
# What begins a list, a campaign or an edition, and what tests put below a head of their own.
_WHOLE = re.compile(r"(?m)^(company|fleet|mech|campaign|extends): ")
_BELOW = re.compile(r"^(frames|framse|stations|spares|options|suppress|game|tags):")
_HEAD = "company: Dust Dogs\ngame: {size: skirmish, players: 3}\n"


@cache
def validator(kind: str) -> Draft7Validator:
    Draft7Validator.check_schema(schema_for(kind))
    return Draft7Validator(schema_for(kind))


def kind_of(document: Any) -> str:
    found = next((kind for kind in FILES if kind in document), "")
    return found or "edition"


def refusals(text: str) -> list[str]:
    document = _plain(yaml.safe_load(text))
    return [
        f"{error.json_path}: {error.message}" for error in validator(kind_of(document)).iter_errors(document)
    ]


def _plain(value: Any) -> Any:
    """As an editor sees it: keys are texts, and a day is one too."""
    if isinstance(value, dict):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_plain(one) for one in value]
    return str(value) if isinstance(value, datetime.date) else value


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.name)
def test_every_example_and_every_edition_is_taken(path: Path) -> None:
    assert refusals(path.read_text("utf-8")) == []


@pytest.mark.parametrize("kind", [*STARTERS, *shipped_editions()])
def test_what_new_writes_is_taken_with_its_comments_too(kind: str) -> None:
    text = STARTERS.get(kind) or edition_starter(edition(kind))
    assert refusals(text) == []
    bare = (
        re.sub(r"(?m)^(\s*)# ?([\w-]+: [^:]*\{.*?\})(?:  # .*)?$", r"\1\2", text)
        if kind not in STARTERS
        else text
    )
    assert refusals(bare) == []


def texts_of_tests() -> Iterator[str]:
    """Every text in the tests that is, or goes into, a file that people write."""
    for path in sorted((ROOT / "tests").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < 5000:
                if _WHOLE.search(node.value):
                    yield node.value
                elif _BELOW.match(node.value):
                    yield _HEAD + node.value
    for path in sorted((ROOT / "tests").rglob("*.yaml")):
        yield path.read_text("utf-8")


def mistakes_in(text: str, folder: Path) -> tuple[set[str], bool]:
    """The codes of what the reader finds wrong with keys and values, and whether it reads it at all."""
    path = folder / "file.yaml"
    path.write_text(text, "utf-8")
    try:
        found = check_file(path, JudgeSettings()).findings
    except BrickyardError:
        return set(), False
    wrong = {
        one.code for one in found if one.severity is Severity.ERROR and one.place.file.endswith("file.yaml")
    }
    return {code for code in wrong if code.startswith("MAN")}, True


def test_every_mistake_of_the_tests_is_refused_and_all_else_is_taken(tmp_path: Path) -> None:
    seen = {"taken": 0, "refused": 0}
    for text in dict.fromkeys(texts_of_tests()):
        try:
            document = yaml.safe_load(text)
        except (yaml.YAMLError, ValueError):
            continue
        if not isinstance(document, dict) or len({*document} & {*FILES, "extends"}) != 1:
            continue
        codes, is_read = mistakes_in(text, tmp_path)
        if WRONG_KEY in codes:
            seen["refused"] += 1
            assert refusals(text), text
        elif is_read and not codes:
            seen["taken"] += 1
            assert refusals(text) == [], text
    # So many there were when this was written.
    assert seen["refused"] > 20
    assert seen["taken"] > 100


COMPANY = """\
company: X
edition: rapid-attack
game: {size: skirmish, players: 3}
frames:
  - {name: A, systems: 1B 1G 1Y 2Rd, count: 3, rockets: 1}
stations:
  - {name: D, count: 2}
"""
MISTAKES = [
    *(("count: 3", f"count: {value}") for value in ("three", "0", "-1", "1.5", "[3]")),
    *(("players: 3", f"players: {value}") for value in ("many", "0", "{a: 1}")),
    *(("rockets: 1", f"{key}: 1") for key in ("rokets", "rocket", "spare", "class")),
    *(("rockets: 1", f"rockets: {value}") for value in ("one", "-1")),
    *(("company: X", f"company: {value}") for value in ('""', "[X]", "{a: 1}", "")),
    *(("1B 1G 1Y 2Rd", value) for value in ('""', "{B: 1}")),
    ("{size: skirmish, players: 3}", "skirmish"),
    ("rapid-attack", "[rapid-attack]"),
    ("  - {name: A, systems: 1B 1G 1Y 2Rd, count: 3, rockets: 1}", "  - chub.mpd"),
    ("  - {name: A, systems: 1B 1G 1Y 2Rd, count: 3, rockets: 1}", "  A: 1B 1G"),
    ("  - {name: A, systems: 1B 1G 1Y 2Rd, count: 3, rockets: 1}", ""),
    ("  - {name: D, count: 2}", "  2"),
    ("edition:", "options: [split-range]\nedition:"),
    ("edition:", "options: {split-rnge: true}\nedition:"),
    ("edition:", "options: {split-range: perhaps}\nedition:"),
    ("edition:", "suppress: [SYS001]\nedition:"),
    ("edition:", "fleet: Y\nedition:"),
    ("edition:", "colour_of_hair: red\nedition:"),
]


@pytest.mark.parametrize(("right", "wrong"), MISTAKES)
def test_an_editor_and_check_refuse_the_same_slips(right: str, wrong: str, tmp_path: Path) -> None:
    assert (refusals(COMPANY), mistakes_in(COMPANY, tmp_path)) == ([], (set(), True))
    slip = COMPANY.replace(right, wrong)
    assert refusals(slip) != [], "the schema takes it"
    codes, is_read = mistakes_in(slip, tmp_path)
    assert codes or not is_read, "check takes it"


@pytest.mark.parametrize("kind", FILE_KINDS)
def test_a_key_that_nobody_reads_is_refused_everywhere(kind: str) -> None:
    def objects(schema: Any) -> Iterator[Any]:
        if isinstance(schema, dict):
            yield from [schema] if "properties" in schema else []
            for one in schema.values():
                yield from objects(one)
        if isinstance(schema, list):
            for one in schema:
                yield from objects(one)

    found = list(objects(schema_for(kind)))
    assert found
    assert all(one["additionalProperties"] is False for one in found)


@pytest.mark.parametrize(
    ("written", "is_good"),
    [
        ('library = "~/ldraw"\nplayers = 3\npaper = "Letter"', True),
        ('library = ["a", "b"]\nlanguage = "de"', True),
        ('papre = "a4"', False),
        ('paper = "a3"', False),
        ("players = 0", False),
    ],
)
def test_settings_are_taken_as_they_are_read(written: str, is_good: bool, tmp_path: Path) -> None:
    assert validator("settings").is_valid(tomllib.loads(written)) is is_good
    path = tmp_path / "brickyard.toml"
    path.write_text(written, "utf-8")
    if is_good:
        read_settings(path)
    else:
        with pytest.raises(BrickyardError):
            read_settings(path)


@pytest.mark.parametrize("kind", FILE_KINDS)
def test_the_schema_in_the_repository_is_what_the_readers_say(kind: str) -> None:
    file, text = FOLDER / f"{kind}.json", json_text(schema_for(kind))
    if os.environ.get("BRICKYARD_UPDATE") == "1":
        file.write_text(text, "utf-8")
    assert file.read_text("utf-8") == text, "BRICKYARD_UPDATE=1 writes it anew"


def test_new_tells_editors_of_the_schema_and_puts_it_there(tmp_path: Path) -> None:
    assert brickyard(["new", "company", "-o", "c.yaml"], tmp_path).returncode == 0
    first = (tmp_path / "c.yaml").read_text("utf-8").splitlines()[0]
    named = first.removeprefix("# yaml-language-server: $schema=")
    schema = json.loads((tmp_path / named).read_text("utf-8"))
    assert schema == schema_for("company")
    assert brickyard(["check", "c.yaml"], tmp_path).returncode == 0
    # Another one beside it, and an edited schema stays as it is.
    (tmp_path / named).write_text("{}")
    assert brickyard(["new", "company", "-o", "d.yaml"], tmp_path).returncode == 0
    assert (tmp_path / named).read_text("utf-8") == "{}"


@pytest.mark.parametrize("kind", FILE_KINDS)
def test_every_key_is_listed_with_words_and_an_example_that_can_be_read(kind: str) -> None:
    said = brickyard(["keys", kind]).stdout
    for thing in list_keys(kind).things:
        assert thing.title in said
        for one in thing.keys:
            assert one.says
            read = tomllib.loads(one.example) if kind == "settings" else yaml.safe_load(one.example)
            assert list(read) == [one.key]


def test_examples_of_keys_are_what_the_schema_takes() -> None:
    for kind in ("company", "fleet", "mech", "campaign", "edition"):
        top, *_ = list_keys(kind).things
        lines = "\n".join(one.example for one in top.keys)
        assert refusals(lines) == [], kind


def test_no_words_and_no_example_are_for_a_key_that_there_isnt() -> None:
    listed = {one.key for kind in FILE_KINDS for thing in list_keys(kind).things for one in thing.keys}
    words = {about: some for about, some in described().items() if about != "families"}
    for about, some in [*words.pop("examples").items(), *words.items()]:
        assert set(some) <= listed, about
