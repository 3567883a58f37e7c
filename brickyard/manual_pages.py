"""The manual of this version: its Markdown searched, and made into pages that need no network."""

from __future__ import annotations

import json
import os
import posixpath
import re
import sys
import tempfile
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from html import escape
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from brickyard import __version__
from ldraw_tools.findings import BrickyardError
from ldraw_tools.library.places import kept_folder
from ldraw_tools.names import shown
from ldraw_tools.notebooks import html_rows, line_of

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_HOME = Path(__file__).parent
_DATA = _HOME / "data"
# What only Sphinx understands: lists of pages. Schemas aren't shipped.
_TOCTREE = re.compile(r"^```\{toctree\}.*?^```\n", re.MULTILINE | re.DOTALL)
_SCHEMA = re.compile(r"\[([^]]*)\]\((?:\.\./)?(schema/[^)]*)\)")
_COMMENT = re.compile(r"^<!--.*?-->\n", re.MULTILINE | re.DOTALL)
_LABEL = re.compile(r"\(([\w-]+)\)=")
_BEHIND = ("decisions/", "ARCHITECTURE", "benchmarks")
_LOOKED_UP = ("reference/", "api-", "GLOSSARY")
GROUPS = ("Guide", "Reference", "Behind it")
_MOST_FOUND = 20
_FONTS = ("BrickyardSans-Regular", "BrickyardSans-Bold", "BrickyardSansCondensed-SemiBold")


class FoundSection(NamedTuple):
    """A section that has all the words: its page and heading, where it is, and its first words."""

    page: str
    heading: str
    group: str
    address: str
    text: str


@dataclass(frozen=True, slots=True)
class ManualAnswer:
    """Where the pages are, and the sections that have the words: guides first, reasons last."""

    __json__: ClassVar = ("index", "found")

    index: Path
    found: tuple[FoundSection, ...] = ()

    __repr__ = line_of

    def _repr_html_(self) -> str:
        return html_rows(str(self.index), self.found, "page", "heading", "group", "address")


def source() -> Path:
    """Where the Markdown is: in the package, or in the checkout."""
    for found in (_DATA / "manual", _HOME.parent / "docs"):
        if (found / "index.md").exists():
            return found
    raise BrickyardError("this installation has no manual; install brickyard again")


def shipped(docs: Path) -> list[str]:
    """The files of docs/ that go into a wheel: every page, and the pictures of guides."""
    pages = sorted(path.relative_to(docs).as_posix() for path in docs.rglob("*.md"))
    shown = {
        PurePosixPath(picture)
        for name in pages
        if group_of(name) == GROUPS[0]
        for picture in re.findall(r"!\[[^\]]*\]\((pictures/[^)]+)\)", (docs / name).read_text("utf-8"))
    }
    return [*pages, *sorted(map(str, shown))]


def group_of(name: str) -> str:
    return GROUPS[2 if name.startswith(_BEHIND) else 1 if name.startswith(_LOOKED_UP) else 0]


@cache
def _reader() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False}).enable("table")


@lru_cache(maxsize=1)
def _pages(docs: Path) -> dict[str, list[Token]]:
    """Every page as the tokens of its Markdown, guides first, in the order of the index."""
    names = [name for name in shipped(docs) if name.endswith(".md")]
    listed = "".join(_TOCTREE.findall((docs / "index.md").read_text("utf-8"))).split()
    places = {f"{name}.md": place for place, name in enumerate(listed)} | {"index.md": -1}
    order = {name: (GROUPS.index(group_of(name)), places.get(name, len(places)), name) for name in names}
    found = {}
    for name in sorted(names, key=order.__getitem__):
        text = _COMMENT.sub("", _TOCTREE.sub("", (docs / name).read_text("utf-8")))
        found[name] = list(
            _addressed(_reader().parse(_SCHEMA.sub(r"\1 is `docs/\2` in the repository", text)))
        )
    return found


def _addressed(tokens: list[Token]) -> Iterator[Token]:
    """With an id for each heading, as code hosts give it; a label before one is its id."""
    label, seen = "", list[str]()
    for place, token in enumerate(tokens):
        inner = next((one for one in tokens[place : place + 2] if one.type == "inline"), None)
        if token.type == "paragraph_open" and inner and (found := _LABEL.fullmatch(inner.content)):
            label = found[1]
        elif token.type == "heading_open" and inner:
            words = re.sub(r"[^\w\- ]", "", inner.content.lower()).replace(" ", "-")
            again = seen.count(words)
            seen.append(words)
            token.attrSet("id", label or (f"{words}-{again}" if again else words))
            label = ""
        if not (label and token.type in ("paragraph_open", "inline", "paragraph_close")):
            yield token


def _title(tokens: Iterable[Token]) -> str:
    return next((_plain(token) for token in tokens if token.type == "inline"), "")


def _plain(token: Token) -> str:
    return "".join(one.content or " " for one in token.children or ()) or token.content


def _sections(docs: Path) -> Iterator[FoundSection]:
    for name, tokens in _pages(docs).items():
        page = FoundSection(_title(tokens), "", group_of(name), name.removesuffix(".md") + ".html", "")
        section, texts, is_heading = page, list[str](), False
        for token in tokens:
            if token.type == "heading_open" and token.tag != "h1":
                yield section._replace(text=" ".join(texts))
                section, texts = page._replace(address=f"{page.address}#{token.attrGet('id')}"), []
            is_heading = token.type == "heading_open" or (is_heading and token.type != "heading_close")
            if is_heading and token.type == "inline":
                section = section._replace(heading=_plain(token))
            elif token.type in ("inline", "fence"):
                texts.append(" ".join(_plain(token).split()))
        yield section._replace(text=" ".join(texts))


def search(words: Iterable[str]) -> tuple[FoundSection, ...]:
    """The sections with all the words, or words that begin so; one in their heading first, in each group."""
    wanted = [_in_words(word) for text in words for word in text.split()]
    found = [
        (GROUPS.index(one.group), not any(word in _in_words(one.heading) for word in wanted), place, one)
        for place, one in enumerate(_sections(source()))
        if all(word in _in_words(f"{one.page} {one.heading} {one.text}") for word in wanted)
    ]
    return tuple(
        one._replace(text=shown(one.text, 160)) for *_, one in sorted(found, key=lambda row: row[:3])
    )[:_MOST_FOUND]


def _in_words(text: str) -> str:
    """Each word after a blank, and nothing else: a text has a word if it contains it so."""
    return " " + " ".join(re.findall(r"\w+", text.casefold()))


def usual_folder() -> Path:
    """Where the pages go if nobody says it: among what can be made again."""
    kept = kept_folder(os.environ, sys.platform, Path.home(), "meshes")
    return kept.parent / "manual" if kept else Path(tempfile.gettempdir()) / f"brickyard-manual-{__version__}"


def manual_files() -> dict[str, bytes]:
    """The whole manual as pages with their search, by name; nothing in them is loaded from elsewhere."""
    docs, reader = source(), _reader()
    pages, files = _pages(docs), shipped(docs)
    made: dict[str, str] = {}
    for name, tokens in pages.items():
        body = reader.renderer.render(list(_linked(tokens, name, files)), reader.options, {})
        made[name.replace(".md", ".html")] = _page(_title(tokens), body, name, pages)
    listed = [[one.page, one.heading, one.group, one.address, one.text] for one in _sections(docs)]
    made["search-index.js"] = f"const SECTIONS = {json.dumps(listed)};\n"
    results = '<h1>Search</h1><ol id="found"></ol><script src="search-index.js"></script>'
    script = '<script src="manual_search.js"></script>'
    made["search.html"] = _page("Search", results + script, "search.md", pages)
    copied = {name: docs / name for name in files if not name.endswith(".md")}
    fonts = [f"fonts/{font}.woff2" for font in _FONTS]
    copied |= {name: _DATA / name for name in ("manual_search.js", "manual.css", *fonts)}
    return {name: text.encode() for name, text in made.items()} | {
        name: path.read_bytes() for name, path in copied.items()
    }


def _linked(tokens: Iterable[Token], page: str, files: Collection[str]) -> Iterator[Token]:
    """Links lead to pages; a picture that isn't shipped is its description."""
    for token in tokens:
        for child in token.children or ():
            target = str(child.attrGet("href") or "")
            if child.type == "link_open" and "://" not in target:
                child.attrSet("href", re.sub(r"\.md(?=#|$)", ".html", target))
            picture = posixpath.normpath(posixpath.join(posixpath.dirname(page), str(child.attrGet("src"))))
            if child.type == "image" and picture not in files:
                child.type, child.tag, child.content = "text", "", f"[{child.content}]"
        yield token


def _page(title: str, body: str, name: str, pages: Iterable[str]) -> str:
    up = "../" * name.count("/")
    links = []
    for one in pages:
        if "/" not in one.removeprefix("reference/") or one == "decisions/README.md":
            here = ' aria-current="page"' if one == name else ""
            title_of = escape(_title(_pages(source())[one]))
            links.append(
                f'<li class="{group_of(one)[0]}"><a href="{up}{one[:-3]}.html"{here}>{title_of}</a></li>'
            )
    return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="brickyard {__version__}">
<title>{escape(title)} – brickyard {__version__}</title>
<link rel="stylesheet" href="{up}manual.css">
<body>
<nav aria-label="Manual">
<form action="{up}search.html">
<input type="search" name="q" aria-label="Search the manual" placeholder="Search">
</form>
<ul>{"".join(links)}</ul>
</nav>
<main>
{body}</main>
</body>
</html>
"""
