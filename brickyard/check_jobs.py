"""The job of `brickyard check`: judge, and say it in the form that was asked for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from pathlib import Path

from brickyard import __version__
from brickyard.terminal import Screen
from fleets.forces.named_files import files_in
from ldraw_tools.findings import BrickyardError
from validators.json_documents import json_text
from validators.judged_files import Request, check_file
from validators.report import Illustrate, Report, exit_status


def check(
    paths: list[Path],
    request: Request,
    output: str,
    strict: bool,
    everything: bool,
    jobs: int,
    pictures: Path | None = None,
    force: bool = False,
) -> int:
    reports = check_paths(paths, request, jobs, pictures, force)
    if output == "text":
        _say_text(reports, everything, strict, request.buildable)
    else:
        _SAY[output](reports)
    return exit_status(reports, strict)


def check_paths(
    paths: list[Path], request: Request, jobs: int = 1, pictures: Path | None = None, force: bool = False
) -> list[Report]:
    """With a folder for pictures, each finding that can be shown in one gets one there."""
    files = [file for path in paths for file in files_in(path)]
    if not files:
        raise BrickyardError(f"no models and no manifests in {', '.join(str(path) for path in paths)}")
    at_a_time = min(jobs, len(files))
    drawers: Sequence[Illustrate | None] = [None] * len(files)
    if pictures is not None:
        from brickyard.pictures.finding_pictures import galleries

        drawers = galleries(files, pictures, is_alone=at_a_time == 1, force=force)
    if at_a_time > 1:
        from concurrent.futures import ProcessPoolExecutor

        with ProcessPoolExecutor(at_a_time) as pool:
            return list(pool.map(check_file, files, repeat(request), drawers, chunksize=4))
    return [check_file(file, request, drawer) for file, drawer in zip(files, drawers, strict=True)]


def _say_text(reports: list[Report], everything: bool, strict: bool, judged_building: bool) -> None:
    from validators.reporters.text import lines

    screen = Screen()
    screen.lines(lines(reports, screen.paint, everything, strict, judged_building))


def _say_json(reports: list[Report]) -> None:
    from validators.reporters.json import document

    Screen().text(json_text(document(reports)))


def _say_sarif(reports: list[Report]) -> None:
    from validators.reporters.sarif import document

    Screen().text(json_text(document(reports, __version__)))


def _say_github(reports: list[Report]) -> None:
    from validators.reporters.github import lines

    Screen(colour=False, commands=True).lines(lines(reports))


_SAY = {"json": _say_json, "sarif": _say_sarif, "github": _say_github}
