"""The manual: it builds without a warning, loads nothing from elsewhere, and says what the code says."""

from __future__ import annotations

import doctest
import importlib
import re
import shutil
from pathlib import Path

import pytest

import ldraw_tools
from brickyard.file_schemas import described
from catalog.editions.reading import EDITION_KEYS
from scripts.make_manual import DOCS, build
from scripts.manual_python import PACKAGES, documented, public_names, python_page
from scripts.manual_reference import Command, commands, demand_keys
from tests.running import ROOT
from tests.walking import blocks, commands as commands_of, walk
from validators.explain import known_codes

pytestmark = pytest.mark.usefixtures("coarse_pictures", "few_battles")

PAGES = sorted(page for page in DOCS.glob("*.md") if page.name != "walk-through.md")
WITH_COMMANDS = [page for page in PAGES if commands_of(page.read_text("utf-8"))]
PYTHON = [block[2] for block in blocks((DOCS / "for-programs.md").read_text("utf-8"), "python")]
# What a browser would load with a page; a link is not loaded.
_LOADED = re.compile(
    r"<(?:script|img|iframe|source)\b[^>]*\bsrc=\"([^\"]*)\"|<link\b[^>]*\bhref=\"([^\"]*)\""
)
# Blocks with commands of other programs.
_OTHERS = re.compile(r"^ *```(?:sh|powershell)\n.*?^ *```", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def manual(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("built") / "manual"
    assert build(target) == 0
    return target


def test_the_manual_builds_without_a_warning_and_can_be_searched(manual: Path) -> None:
    index = (manual / "searchindex.js").read_text("utf-8")
    # Words that people look for.
    assert not [word for word in ("bricklink", "studio", "leocad", "sys001", "rocket") if word not in index]
    # A script, so that the search works in a page opened from a folder too.
    assert index.startswith("Search.setIndex(")


def test_the_manual_loads_nothing_from_elsewhere(manual: Path) -> None:
    pages = [*manual.rglob("*.html"), *manual.rglob("*.css")]
    assert len(pages) > 40
    elsewhere = [
        (page.name, target)
        for page in pages
        for match in _LOADED.finditer(page.read_text("utf-8"))
        for target in match.groups()
        if target and re.match(r"(?:\w+:)?//", target)
    ]
    assert not elsewhere


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=lambda page: page.stem)
def test_every_command_of_a_page_runs_and_answers_as_shown(page: Path, tmp_path: Path) -> None:
    assert walk(page, tmp_path) > 0


def options(command: Command) -> set[str]:
    """Options that are shown; an option that moved is known, so that it can be refused with its new place."""
    shown = [param for param in command.params if not getattr(param, "hidden", False)]
    return {option for param in shown for option in param.opts if option.startswith("--")}


def reference(name: str) -> str:
    """A page of docs/reference, which tests/test_reference.py compares with the code."""
    return (DOCS / "reference" / f"{name}.md").read_text("utf-8")


def test_every_command_and_every_option_has_its_place() -> None:
    for name, command in commands().items():
        page = reference(f"commands/{name.split()[0]}")
        assert f" brickyard {name}\n" in page
        assert f"(commands/{name.split()[0]}.md)" in reference("commands")
        assert not [option for option in options(command) if option not in page], name


def test_pages_speak_only_of_options_that_there_are() -> None:
    known = {option for command in commands().values() for option in options(command)}
    known |= {
        off for command in commands().values() for param in command.params for off in param.secondary_opts
    }
    named = {
        (page.name, option)
        for page in [*DOCS.glob("*.md"), ROOT / "README.md"]
        for option in re.findall(r"(?<![\w-])--[a-z][a-z-]+", _OTHERS.sub("", page.read_text("utf-8")))
    }
    assert len(named) > 20
    assert not sorted(pair for pair in named if pair[1] not in {*known, "--help", "--version"})


def test_every_code_is_explained_once() -> None:
    headings = re.findall(r"^### ([A-Z]{3}\d{3})\b", reference("rules") + reference("findings"), re.MULTILINE)
    assert sorted(headings) == known_codes()


def test_every_key_of_an_edition_and_of_a_demand_is_described_and_no_other() -> None:
    assert list(described()["edition"]) == list(EDITION_KEYS)
    assert list(described()["demand"]) == demand_keys()


def test_every_public_name_is_in_the_python_reference_and_says_what_it_is() -> None:
    page = reference("python")
    for name in PACKAGES:
        assert f"\n## {name}\n" in page
        package = importlib.import_module(name)
        public = public_names(package)
        assert not [each for each in public if f"\n### {name}.{each}\n" not in page]
        assert not [each for each in public if not documented(getattr(package, each))]


def test_a_class_is_shown_with_its_methods_and_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    class Box:
        """A box.

        >>> Box(2).double()
        4
        """

        def __init__(self, width: int, name: str = "") -> None:
            self.width, self.name = width, name

        def double(self) -> int:
            """Twice its width."""
            return 2 * self.width

    monkeypatch.setattr(ldraw_tools, "Box", Box, raising=False)
    monkeypatch.setattr(ldraw_tools, "__all__", ["Box"], raising=False)
    page = python_page()
    assert "from ldraw_tools import Box\n\nBox(width: int, name: str = '') -> None\n" in page
    assert "```pycon\n>>> Box(2).double()\n4\n```" in page
    assert "`double() -> int`\n\n> Twice its width." in page


@pytest.mark.parametrize("program", PYTHON)
def test_every_python_example_runs_in_at_most_ten_lines(
    program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    assert len(program.strip().splitlines()) <= 10
    exec(compile(program, "for-programs.md", "exec"), {})


@pytest.mark.parametrize(
    "name", [name for name in PACKAGES if ">>>" in (importlib.import_module(name).__doc__ or "")]
)
def test_the_example_at_the_top_of_a_package_is_true(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert (failed, tried > 0) == (0, True)


def test_what_the_public_functions_return_is_printed_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    from ldraw_tools import read
    from validators import check

    monkeypatch.chdir(ROOT)
    model, report = read("examples/frames/chub.mpd"), check("examples/companies/estars-anvil.yaml")
    assert f"{model.inventory()}, {model.size()}" == (
        "39 lots, 75 pieces, 9.07 × 9.29 studs, 9.31 bricks tall"
    )
    assert str(report) == "Estar's Anvil: legal by Mobile Frame Zero: Rapid Attack, version 001"


@pytest.mark.parametrize(
    "page",
    [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))],
    ids=lambda page: page.relative_to(ROOT).as_posix(),
)
def test_b6_every_link_of_a_page_leads_to_a_file_on_a_code_host(page: Path) -> None:
    links = re.findall(r"(?<!`)\]\(([^)\s#]+)(?:#[^)\s]*)?\)", page.read_text("utf-8"))
    gone = [link for link in links if "://" not in link and not (page.parent / link).exists()]
    assert gone == []
