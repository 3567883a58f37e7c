"""Several paths: what can't be opened is told at the end, and everything else is done."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NoReturn

import typer

from brickyard.terminal import stderr
from ldraw_tools.findings import BrickyardError, printable


def existing(path: Path) -> Path:
    """The same path, or an exception if nothing is there."""
    from ldraw_tools.choosing import file_of
    from ldraw_tools.file_overlay import is_there
    from ldraw_tools.workspace import NOT_THERE, near

    if not is_there(file_of(path)):
        raise BrickyardError(f"{path}: {NOT_THERE}{near(path)}")
    return path


def targets_for(
    models: Sequence[Path], target: Path | None, suffix: str, *, always: bool = False
) -> dict[Path, Path]:
    """For several models, the file in a folder for each; for one, nothing: `-o` names its file."""
    from ldraw_tools.choosing import output_stem

    if len(models) < 2 and not always:
        return {}
    target = target or Path()
    if target.suffix and not target.is_dir():
        raise BrickyardError(f"{target}: several models need a folder to write to, such as -o pictures")
    found = {model: target / f"{output_stem(model)}{suffix}" for model in models}
    if len(set(found.values())) < len(found):
        twice = next(one for one in found.values() if list(found.values()).count(one) > 1)
        raise BrickyardError(f"{twice}: two of the models have this name; write them apart")
    return found


def end_with(status: int, problems: Iterable[str]) -> NoReturn:
    """The command's end: its status, or 2 if something could not be opened."""
    told = list(dict.fromkeys(problems))
    for problem in told:
        stderr().line(f"brickyard: {printable(problem)}")
    raise typer.Exit(2 if told else status)
