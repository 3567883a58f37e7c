"""Several paths: what can't be opened is told at the end, and everything else is done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NoReturn, TypeVar

import typer

from brickyard.terminal import stderr
from ldraw_tools.findings import BrickyardError, printable

Thing = TypeVar("Thing")
Made = TypeVar("Made")


def each_of(things: Sequence[Thing], do: Callable[[Thing], Made]) -> tuple[list[Made], list[str]]:
    """What is made of each, and why the others can't be opened; of a single one that is an exception."""
    if len(things) == 1:
        return [do(things[0])], []
    made: list[Made] = []
    problems: list[str] = []
    for thing in things:
        try:
            made.append(do(thing))
        except BrickyardError as error:
            problems.append(str(error))
    return made, problems


def end_with(status: int, problems: Iterable[str]) -> NoReturn:
    """The command's end: its status, or 2 if something could not be opened."""
    told = list(dict.fromkeys(problems))
    for problem in told:
        stderr().line(f"brickyard: {printable(problem)}")
    raise typer.Exit(2 if told else status)
