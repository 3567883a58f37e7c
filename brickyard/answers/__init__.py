"""One function for everything that can be asked: values in, a value out; no printing, no command line."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from ldraw_tools.findings import BrickyardError, printable
from ldraw_tools.phrases import join_texts

OnePath = str | os.PathLike[str]
# One is taken where several are.
Paths = OnePath | Iterable[OnePath]
Words = str | Iterable[str]
# Called with how much is done, of how much.
Told = Callable[[int, int], None]

# The public name of a command's function in `brickyard`, where it isn't the command's own.
NAMES = {
    "parts": "parts_list",
    "catalog search": "catalog_search",
    "catalog show": "catalog_show",
    "library status": "library_status",
}
Thing = TypeVar("Thing")
Made = TypeVar("Made")
Word = TypeVar("Word", bound=StrEnum)


def each_of(things: Iterable[Thing], do: Callable[[Thing], Made]) -> tuple[list[Made], list[str]]:
    """What `do` makes of each, and why the others can't be opened; an exception if none can be."""
    made: list[Made] = []
    problems: list[str] = []
    for thing in things:
        try:
            made.append(do(thing))
        except BrickyardError as error:
            problems.append(error.said)
    if problems and not made:
        raise BrickyardError(join_texts(dict.fromkeys(problems), "\n"))
    return made, problems


def document_of(answer: Any) -> Any:
    """What JSON holds of an answer: the answer itself, unless it says otherwise."""
    return getattr(answer, "document", answer)


def choice(words: type[Word], given: str, name: str) -> Word:
    """One of the words that an option offers."""
    try:
        return words(given)
    except ValueError:
        raise BrickyardError(f"{name} {printable(given)}: choose {', '.join(words)}") from None


def path_or_none(given: OnePath | None) -> Path | None:
    return None if given is None else Path(given)
