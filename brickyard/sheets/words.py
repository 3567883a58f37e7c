"""Words of strangers as they may stand on a sheet: printable, and no longer than their place."""

from __future__ import annotations

from collections.abc import Iterable

from ldraw_tools.findings import printable
from ldraw_tools.reading.lines import shortened

LONGEST_NAME = 48
LONGEST_LABEL = 40
LONGEST_SENTENCE = 320


def name(text: str, most: int = LONGEST_NAME) -> str:
    return shortened(" ".join(printable(text).split()), most)


def label(text: str) -> str:
    return name(text, LONGEST_LABEL)


def sentence(text: str) -> str:
    return name(text, LONGEST_SENTENCE)


def spans(numbers: Iterable[int]) -> str:
    """`4–6`, `5`, `1, 3–4`."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)
