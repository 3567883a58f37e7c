"""The job of `brickyard compare`: compare, and say it in the form that was asked for."""

from __future__ import annotations

from collections.abc import Sequence

from brickyard.comparison.comparing import compare_all
from brickyard.terminal import Screen
from validators.judged_files import Request


def compare(arguments: Sequence[str], request: Request, happened: Sequence[str], output: str) -> int:
    found = compare_all(arguments, request, happened)
    if output == "json":
        from brickyard.comparison.compare_json import document
        from validators.json_documents import json_text

        Screen().text(json_text(document(found)))
    elif output == "markdown":
        from brickyard.comparison.compare_markdown import lines

        Screen(colour=False).lines(lines(found))
    else:
        from brickyard.comparison.compare_text import show

        show(found, Screen())
    return 0
