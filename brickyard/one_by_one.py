"""Several paths: what can't be opened is told at the end, and everything else is done."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

import typer

from brickyard.terminal import stderr, talk
from ldraw_tools.findings import printable
from ldraw_tools.writing import Output, write_outputs


def end_with(status: int, problems: Iterable[str]) -> NoReturn:
    """The command's end: its status, or 2 if something could not be opened."""
    told = list(dict.fromkeys(problems))
    for problem in told:
        stderr().line(f"brickyard: {printable(problem)}")
    raise typer.Exit(2 if told else status)


def end_with_output(made: Output, force: bool) -> NoReturn:
    """Write what has no place yet under its usual name, here; and say what was made."""
    if made.contents:
        write_outputs(made.contents, force=force)
    talk().lines(made.said)
    end_with(0, made.problems)
