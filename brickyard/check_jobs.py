"""The job of `brickyard check`: judge, and say it in the form that was asked for."""

from __future__ import annotations

import sys
from pathlib import Path

from brickyard import __version__
from brickyard.checking import Request, check_paths
from brickyard.terminal import Screen
from validators.json_documents import json_text
from validators.report import Report, exit_status


def check(
    paths: list[Path],
    request: Request,
    output: str,
    strict: bool,
    everything: bool,
    jobs: int,
    pictures: Path | None = None,
) -> int:
    reports = check_paths(paths, request, jobs, pictures)
    if output == "text":
        _say_text(reports, everything, strict, request.buildable)
    else:
        _SAY[output](reports)
    return exit_status(reports, strict)


def _say_text(reports: list[Report], everything: bool, strict: bool, judged_building: bool) -> None:
    from validators.reporters.text import lines

    screen = Screen(sys.stdout)
    screen.lines(lines(reports, screen.paint, everything, strict, judged_building))


def _say_json(reports: list[Report]) -> None:
    from validators.reporters.json import document

    sys.stdout.write(json_text(document(reports)))


def _say_sarif(reports: list[Report]) -> None:
    from validators.reporters.sarif import document

    sys.stdout.write(json_text(document(reports, __version__)))


def _say_github(reports: list[Report]) -> None:
    from validators.reporters.github import lines

    Screen(sys.stdout, colour=False).lines(lines(reports))


_SAY = {"json": _say_json, "sarif": _say_sarif, "github": _say_github}
