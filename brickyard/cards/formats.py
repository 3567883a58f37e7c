"""A card in the markup of the place it is pasted into; names of strangers become no markup."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from brickyard.cards.lines import Card

_MARKDOWN = re.compile(r"[\\`*_{}\[\]<>#|~]")
_UNSEEN = "\u200b"


def as_text(card: Card) -> str:
    """For anywhere: no markup at all."""
    lines = [f"{card.title} ({card.under})"]
    lines += [card.dice] if card.dice else []
    lines += [f"  - {line}" for line in card.listed]
    lines += [f"{word}: {fact}" for word, fact in card.facts]
    lines += [card.verdict, *(f"  - {fault}" for fault in card.faults)]
    return "\n".join(lines) + "\n"


def as_markdown(card: Card) -> str:
    """For Discord, Reddit and the like."""
    return "\n".join(_marked(card, _escaped, "**", "**", "`", "`", "- ", "")) + "\n"


def as_bbcode(card: Card) -> str:
    """For forums."""
    lines = _marked(card, _without_brackets, "[b]", "[/b]", "[b]", "[/b]", "[*]", "list")
    return "\n".join(lines) + "\n"


FORMATS: dict[str, Callable[[Card], str]] = {
    "markdown": as_markdown,
    "text": as_text,
    "bbcode": as_bbcode,
}


def _marked(
    card: Card,
    safe: Callable[[str], str],
    bold: str,
    thin: str,
    code: str,
    plain: str,
    bullet: str,
    wrapper: str,
) -> Iterator[str]:
    def items(texts: tuple[str, ...]) -> Iterator[str]:
        if texts:
            yield from [f"[{wrapper}]"] if wrapper else []
            yield from (f"{bullet}{safe(text)}" for text in texts)
            yield from [f"[/{wrapper}]"] if wrapper else []

    yield f"{bold}{safe(card.title)}{thin} ({safe(card.under)})"
    if card.dice:
        # Our own notation: letters, digits, & and blanks.
        yield f"{code}{card.dice}{plain}"
    yield from items(card.listed)
    yield from items(tuple(f"{word}: {fact}" for word, fact in card.facts))
    yield f"{bold}{safe(card.verdict)}{thin}"
    yield from items(card.faults)


def _escaped(text: str) -> str:
    """What Markdown could take for more than text; nobody is called by an @ in a name either."""
    return _MARKDOWN.sub(lambda mark: f"\\{mark[0]}", text).replace("@", f"@{_UNSEEN}")


def _without_brackets(text: str) -> str:
    """BBCode knows no escaping: its brackets become others."""
    return text.replace("[", "(").replace("]", ")")
