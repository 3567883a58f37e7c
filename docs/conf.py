"""How the manual is built: Sphinx reads Markdown, Furo sets it. Nothing is fetched."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from docutils.nodes import bullet_list
from pygments.lexers.special import TextLexer
from sphinx.addnodes import toctree
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from brickyard import __version__

# `make manual` copies this folder into build/, so the project may be one or two folders up.
_PROJECT = next(folder for folder in Path(__file__).resolve().parents if (folder / "pyproject.toml").exists())

project = "brickyard"
author = "The brickyard founders"
release = version = __version__
language = "en"

extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
myst_heading_anchors = 3
myst_links_external_new_tab = False
nitpicky = True
exclude_patterns = ["schema/*"]

html_theme = "furo"
html_title = f"brickyard {release}"
html_static_path: list[str] = []
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
html_domain_indices = False
html_use_index = False
# Guides come before references, reasons last.
html_search_scorer = str(Path(__file__).with_name("search_scorer.js"))
html_theme_options = {"footer_icons": [], "sidebar_hide_name": False}
pygments_style = "default"


def setup(app: Sphinx) -> None:
    # Tables of numbers are shown as they are.
    app.add_lexer("csv", TextLexer)
    app.connect("html-page-context", name_pages_only, priority=400)


def name_pages_only(app: Sphinx, _page: str, _template: str, context: dict[str, Any], _tree: object) -> None:
    """Furo lists all pages beside each page; Sphinx would copy all their headings for it and drop them."""
    list_pages: Callable[..., str] = context["toctree"]

    def list_titles(**how: Any) -> str:
        whole = app.env.tocs
        app.env.tocs = _titles(app.env)
        try:
            return list_pages(**how)
        finally:
            app.env.tocs = whole

    context["toctree"] = list_titles


@cache
def _titles(env: BuildEnvironment) -> dict[str, bullet_list]:
    cut = {page: toc.deepcopy() for page, toc in env.tocs.items()}
    for toc in cut.values():
        for title in toc:
            below = [tree.deepcopy() for tree in title.findall(toctree)]
            title[1:] = [bullet_list("", *below)] if below else []
    return cut
