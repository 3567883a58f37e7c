"""One function for everything that can be asked: values in, a value out; no printing, no command line."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from ldraw_tools.findings import BrickyardError

# The public name of a command's function in `brickyard`, where it isn't the command's own.
NAMES = {"parts": "parts_list"}
# Commands whose answers open no models.
WITHOUT_FILES = ("rules", "explain", "editions")
Thing = TypeVar("Thing")
Made = TypeVar("Made")


def each_of(things: Iterable[Thing], do: Callable[[Thing], Made]) -> tuple[list[Made], list[str]]:
    """What `do` makes of each, and why the others can't be opened; an exception if none can be."""
    made: list[Made] = []
    problems: list[str] = []
    for thing in things:
        try:
            made.append(do(thing))
        except BrickyardError as error:
            problems.append(str(error))
    if problems and not made:
        raise BrickyardError("\n".join(dict.fromkeys(problems)))
    return made, problems


def document_of(answer: Any) -> Any:
    """What JSON holds of an answer: the answer itself, unless it says otherwise."""
    return getattr(answer, "document", answer)
