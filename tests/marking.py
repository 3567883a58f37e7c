"""Paint that can be read: a text in a style is `<bold>text</>`."""

from __future__ import annotations

from ldraw_tools.phrases import ENGLISH


class Marked:
    width = 100
    is_watched = False
    texts = ENGLISH

    def __call__(self, text: str, style: str) -> str:
        return f"<{style}>{text}</>"
