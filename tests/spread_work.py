"""Work for other processes: one that isn't forked imports this module, and little else."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from ldraw_tools.findings import BrickyardError


def square(number: int) -> int:
    return number * number


def square_or_die(told: tuple[int, Path]) -> int:
    """The first who does the seventh is killed."""
    number, mark = told
    if number == 7 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def die(_number: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def refuse(number: int) -> None:
    raise BrickyardError(f"not {number}")
