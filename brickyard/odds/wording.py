"""How odds are written: percent, means, lines no wider than the terminal's manners."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from brickyard import terminal
from brickyard.odds.document import Exact
from ldraw_tools.findings import printable


def notes(texts: Sequence[str]) -> Iterator[str]:
    for text in texts:
        yield from wrapped(printable(text))


def wrapped(text: str, indent: str = "  ") -> list[str]:
    return terminal.wrapped(text, indent, "  ")


def percent(chance: Exact | None) -> str:
    return percent_of(chance.value) if chance else ""


def percent_of(chance: float) -> str:
    """`34.3%`; what is possible but rare never reads as impossible."""
    if 0 < chance < 0.0005:
        return "<0.1%"
    if 0.9995 <= chance < 1:
        return ">99.9%"
    return f"{100 * chance:.1f}%"


def mean_of(number: Exact | None) -> str:
    return "" if number is None else f"{number.value:.3f}"
