"""The manual that is shipped: every link of it leads somewhere, and its search puts guides first."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import pytest

from brickyard import manual
from brickyard.manual_pages import GROUPS, group_of, shipped, source
from tests.running import ROOT, brickyard

if TYPE_CHECKING:
    from playwright.sync_api import Browser

DOCS = ROOT / "docs"
# What a folder of pages may cost, in bytes; in a wheel it is the Markdown and the pictures.
_MOST_PAGES, _MOST_SHIPPED = 6_000_000, 3_500_000


class Read(HTMLParser):
    """What a page loads, what it links to, and where one can be led in it."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.ids: set[str] = set()
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[Any]) -> None:
        said = dict(attrs)
        self.ids |= {said["id"]} if "id" in said else set()
        if tag == "a":
            self.links.append(said["href"])
        self.loaded += [said[key] for key in ("src",) if key in said]
        self.loaded += [said["href"]] if tag == "link" else []


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, Read]:
    folder = tmp_path_factory.mktemp("manual")
    index = manual(target=folder).index
    assert index == folder / "index.html"
    return {path: Read(path) for path in sorted(folder.rglob("*.html"))}


def test_every_page_of_the_docs_is_in_it(pages: dict[Path, Read]) -> None:
    assert len(pages) == len(list(DOCS.rglob("*.md"))) + 1


def test_every_link_leads_to_a_page_and_a_heading_in_it(pages: dict[Path, Read]) -> None:
    nowhere = []
    for path, read in pages.items():
        for link in read.links:
            if re.match(r"\w+:", link):
                continue
            target, _, heading = link.partition("#")
            page = (path.parent / unquote(target)).resolve() if target else path
            if page not in pages or (heading and unquote(heading) not in pages[page].ids):
                nowhere.append((path.name, link))
    assert nowhere == []


def _fonts(folder: Path) -> list[str]:
    css = folder / "manual.css"
    return re.findall(r'url\("([^"]+)"\)', css.read_text("utf-8")) if css.exists() else []


def test_all_that_is_loaded_is_there(pages: dict[Path, Read]) -> None:
    gone = [
        (path.name, file)
        for path, read in pages.items()
        for file in [*read.loaded, *_fonts(path.parent)]
        if not (path.parent / file).is_file()
    ]
    assert gone == []


def test_labels_are_what_code_hosts_call_the_heading() -> None:
    for page in DOCS.rglob("*.md"):
        for label, heading in re.findall(r"^\(([\w-]+)\)=\n#+ (.*)$", page.read_text("utf-8"), re.MULTILINE):
            assert label == re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-"), page.name


def test_nothing_of_sphinx_is_left_in_it(pages: dict[Path, Read]) -> None:
    for path in pages:
        text = re.sub(r"<(pre|code)\b.*?</\1>", "", path.read_text("utf-8"), flags=re.DOTALL)
        assert not re.search(r"\{(toctree|download|doc|ref)\}|^\([\w-]+\)=", text, re.MULTILINE), path.name


def test_it_is_small(pages: dict[Path, Read]) -> None:
    folder = min(pages, key=lambda path: len(path.parts)).parent
    assert sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) < _MOST_PAGES
    assert sum((source() / name).stat().st_size for name in shipped(source())) < _MOST_SHIPPED


@pytest.mark.parametrize("words", ["odds", "heap", "check", "parts list", "picture"])
def test_b29_guides_come_before_references_and_reasons_last(words: str) -> None:
    groups = [GROUPS.index(one.group) for one in manual(words).found]
    assert groups[0] == 0
    assert groups == sorted(groups)


def test_a_word_is_found_where_a_word_begins_so(pages: dict[Path, Read], browser: Browser) -> None:
    assert [one.heading for one in manual("cheap").found] != []
    assert "What will it cost?" not in [one.heading for one in manual("heap").found], "cheaper is no heap"
    assert manual("--no-suppress").found[0].heading == "Accepting findings"
    page = browser.new_page()
    page.goto(f"{next(path for path in pages if path.name == 'search.html').as_uri()}?q=heap")
    assert "What will it cost?" not in page.locator("#found").inner_text()
    page.close()


def test_guides_stand_in_the_order_in_which_one_reads_them(pages: dict[Path, Read]) -> None:
    index = next(read for path, read in pages.items() if path.name == "index.html")
    assert index.links[:3] == ["index.html", "getting-started.html", "workbench.html"]


def test_the_command_lists_sections_and_opens_nothing() -> None:
    said = brickyard(["manual", "what", "is", "a", "heap"]).stdout
    assert "Questions people ask: What is a heap? (guide, questions.html#what-is-a-heap)" in said
    assert brickyard(["manual", "zzz"]).stdout == "No section has all these words.\n"


def test_it_is_not_written_over_something_else(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "index.html").write_text("mine")
    ran = brickyard(["manual", "-o", "mine", "--no-open"], tmp_path)
    assert (ran.returncode, (tmp_path / "mine" / "index.html").read_text()) == (2, "mine")
    assert brickyard(["manual", "-o", "new", "--no-open"], tmp_path).returncode == 0
    assert brickyard(["manual", "-o", "new", "--no-open"], tmp_path).returncode == 0


def test_every_page_has_its_group() -> None:
    assert group_of("questions.md") == "Guide"
    assert group_of("reference/rules.md") == "Reference"
    assert group_of("decisions/001-own-reader.md") == "Behind it"


def test_the_pages_own_search_puts_guides_first(pages: dict[Path, Read], browser: Browser) -> None:
    search = next(path for path in pages if path.name == "search.html")
    page = browser.new_page()
    page.goto(f"{search.as_uri()}?q=renderer")
    assert page.locator("#found li").count() > 2
    said = [text.split(":")[0] for text in page.locator("#found li p").all_text_contents()]
    assert [GROUPS.index(group) for group in said] == sorted(GROUPS.index(group) for group in said)
    page.goto(f"{search.as_uri()}?q=<script>alert(1)</script>")
    assert page.locator("h1").text_content() == "0 sections with “<script>alert(1)</script>”"
    page.close()
