"""The job of `brickyard check`: judge, and say it in the form that was asked for."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from brickyard import __version__
from brickyard.checking import Request, check_paths
from brickyard.terminal import Screen
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
    for line in lines(reports, screen.paint, everything, strict, judged_building):
        screen.line(line)


def _say_json(reports: list[Report]) -> None:
    from validators.reporters.json import document

    sys.stdout.write(json.dumps(document(reports), indent=2, ensure_ascii=True) + "\n")


def _say_sarif(reports: list[Report]) -> None:
    from validators.reporters.sarif import document

    sys.stdout.write(json.dumps(document(reports, __version__), indent=2, ensure_ascii=True) + "\n")


def _say_github(reports: list[Report]) -> None:
    from validators.reporters.github import lines

    screen = Screen(sys.stdout, colour=False)
    for line in lines(reports):
        screen.line(line)


_SAY = {"json": _say_json, "sarif": _say_sarif, "github": _say_github}
