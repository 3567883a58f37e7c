"""A command reads each file once: one document, one assembly, one survey and one layout of a model."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import fleets.forces.manifest
import fleets.models.survey
import ldraw_tools.assembly.assembling
import ldraw_tools.geometry.pieces
import ldraw_tools.reading.document
from brickyard.cli import COMMANDS, _run, make_app
from catalog.database.part_database import shipped_parts
from catalog.shops.made_colours import _answers
from catalog.shops.rebrickable import shipped_tables
from tests.publishing import SMALL

pytestmark = pytest.mark.usefixtures("coarse_pictures")

MODELS = ("a.ldr", "b.ldr", "c.ldr", "d.ldr")
COMPANY = "company: Four\nframes:\n" + "".join(f"  - {{model: {name}, count: 2}}\n" for name in MODELS)
CALLS = {
    "check": ["check", "c.yaml"],
    "check how it is built": ["check", "c.yaml", "--buildable"],
    "publish": ["publish", "c.yaml", "-o", "site", "--no-steps"],
    "parts": ["parts", "c.yaml"],
    "sheets": ["sheets", "c.yaml", "-o", "sheets.pdf"],
    "card": ["card", "c.yaml", "-o", "cards.pdf"],
}
Counts = Counter[tuple[str, str]]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A company of four models, and no library: all is counted and drawn from the database."""
    for number, name in enumerate(MODELS):
        moved = SMALL.replace("0 -48 0", f"0 -48 {20 * number}")
        (tmp_path / name).write_text(moved, "utf-8")
    (tmp_path / "c.yaml").write_text(COMPANY, "utf-8")
    (tmp_path / "parts").mkdir()
    monkeypatch.setenv("LDRAWDIR", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> Counts:
    """How often each file was read, assembled, surveyed and laid out."""
    counted: Counts = Counter()
    for name in COMMANDS:
        make_app([name])

    def spy(module: object, name: str, file_of: Callable[..., str]) -> None:
        function = getattr(module, name)

        def spied(*arguments: Any, **named: Any) -> Any:
            counted[name, file_of(arguments[0])] += 1
            return function(*arguments, **named)

        for holder in list(sys.modules.values()):
            if getattr(holder, name, None) is function:
                monkeypatch.setattr(holder, name, spied)

    import brickyard.printing.sheet_making
    import brickyard.web.site  # noqa: F401

    spy(ldraw_tools.reading.document, "read", lambda path: path.name)
    # A list of parts is assembled too, and has no file.
    spy(ldraw_tools.assembly.assembling, "assemble", lambda one: one.path.name if one.path else "")
    spy(fleets.models.survey, "survey", lambda assembly: assembly.document.name)
    spy(ldraw_tools.geometry.pieces, "lay_out", lambda assembly: assembly.document.name)
    spy(fleets.forces.manifest, "read_manifest", lambda path: path.name)
    return counted


@pytest.mark.parametrize("name", CALLS)
def test_every_file_is_read_once(
    name: str, place: Path, counts: Counts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["brickyard", *CALLS[name]])
    assert _run() in (0, 1)
    of_files = {what: number for what, number in counts.items() if what[1] in (*MODELS, "c.yaml")}
    assert {what for what in of_files if what[0] == "read"} == {("read", model) for model in MODELS}
    assert {what for what in of_files if what[0] == "survey"} == {("survey", model) for model in MODELS}
    assert set(of_files.values()) == {1}


_opened: Counter[str] = Counter()


@cache
def _count_opened_files() -> None:
    """From now on in this process: a hook can't be removed."""

    def hear(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open" and isinstance(arguments[0], str):
            _opened[str(Path(arguments[0]).absolute())] += 1

    sys.addaudithook(hear)


@pytest.mark.parametrize("what", ["c.yaml", "."])
def test_item_18_publish_opens_a_list_and_its_models_at_most_twice(
    what: str, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for file in place.iterdir():
        # One that was written just now is read anew each time.
        os.utime(file, (1_000_000_000, 1_000_000_000))
    monkeypatch.setattr(sys, "argv", ["brickyard", "publish", what, "-o", "site", "--no-steps"])
    _count_opened_files()
    _opened.clear()
    assert _run() in (0, 1)
    counted = {name: _opened[str(place / name)] for name in ("c.yaml", *MODELS)}
    assert all(1 <= number <= 2 for number in counted.values()), counted


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What was asked of all databases, as if no other command had run in this process."""
    statements: list[str] = []
    connect = sqlite3.connect

    def connected(*arguments: Any, **named: Any) -> sqlite3.Connection:
        database: sqlite3.Connection = connect(*arguments, **named)
        database.set_trace_callback(statements.append)
        return database

    known = (shipped_parts, shipped_tables, _answers)
    for one in known:
        one.cache_clear()
    monkeypatch.setattr(sqlite3, "connect", connected)
    yield statements
    for one in known:
        one.cache_clear()


def test_check_asks_the_databases_once_for_all_models_of_the_same_parts(
    place: Path, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(file: str) -> list[str]:
        asked.clear()
        shipped_parts.cache_clear()
        _answers.cache_clear()
        monkeypatch.setattr(sys, "argv", ["brickyard", "check", file])
        assert _run() in (0, 1)
        return list(asked)

    alone, together = run("a.ldr"), run("c.yaml")
    assert any("FROM elements" in one for one in together)
    assert any("FROM parts" in one for one in together)
    assert len(together) == len(set(together)) <= len(alone)
