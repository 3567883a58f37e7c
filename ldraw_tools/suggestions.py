"""Words from files in our messages, and which of our words was probably meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from ldraw_tools.findings import and_more

_MOST_WORDS = 12


def shown(text: str, most: int = 60) -> str:
    """Fit for one line of a message."""
    line = "".join(letter if letter.isprintable() else " " for letter in text[: 4 * most]).strip()
    return line if len(line) <= most else line[: most - 1] + "…"


def nearest(word: str, words: Iterable[str]) -> str:
    """The likeliest of the words, or nothing."""
    by_key = {one.casefold(): one for one in words}
    close = get_close_matches(word[:60].casefold(), list(by_key), n=1, cutoff=0.6)
    return by_key[close[0]] if close else ""


def hint(word: str, words: Iterable[str]) -> str:
    """`Did you mean model?`, or what there is to choose from."""
    words = list(words)
    close = nearest(word, words)
    if close:
        return f"Did you mean {close}?"
    return f"Choose from {and_more(words, _MOST_WORDS)}." if words else "Leave it out."


def within(noun: str, low: int | None, high: int | None) -> str:
    """`a number from 0 to 8`."""
    if low is None and high is None:
        return noun
    if high is None:
        return f"{noun} from {low:,} up"
    return f"{noun} up to {high:,}" if low is None else f"{noun} from {low:,} to {high:,}"
