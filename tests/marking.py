"""Paint that can be read: a text in a style is `<bold>text</>`."""

from __future__ import annotations


class Marked:
    width = 100
    is_watched = False

    def __call__(self, text: str, style: str) -> str:
        return f"<{style}>{text}</>"
