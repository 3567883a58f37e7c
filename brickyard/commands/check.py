"""`brickyard check`: whether it is legal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from enum import StrEnum
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from brickyard import __version__
from brickyard.commands.options import (
    AgreedOption,
    EditionOption,
    ForceOption,
    LibraryOption,
    NoSuppressOption,
    PathsArgument,
    PlayersOption,
    QuietOption,
    SizeOption,
    SubmodelOption,
)
from brickyard.progress import Progress
from brickyard.terminal import Screen, is_quiet, stderr
from ldraw_tools.findings import BrickyardError

if TYPE_CHECKING:
    from validators.judged_files import Illustrate, JudgeSettings
    from validators.report import Report


class CheckFormat(StrEnum):
    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    GITHUB = "github"


def check(
    paths: PathsArgument,
    edition: EditionOption = "",
    option: AgreedOption = None,
    no_suppress: NoSuppressOption = False,
    game: SizeOption = "",
    players: PlayersOption = 0,
    buildable: Annotated[
        bool,
        typer.Option("--buildable", help="Also check that it can be built: overlaps, loose parts, balance."),
    ] = False,
    pictures: Annotated[
        Path | None,
        typer.Option(
            "--pictures-in",
            metavar="DIR",
            help="Check that it can be built, and save a picture of each problem to DIR.",
        ),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Let no warning or accepted error pass.")] = False,
    form: Annotated[CheckFormat, typer.Option("--format", help="Output format.")] = CheckFormat.TEXT,
    jobs: Annotated[int, typer.Option(min=1, max=64, help="How many files to check at a time.")] = 1,
    everything: Annotated[bool, typer.Option("--all", help="Show all notes and all units.")] = False,
    statistics: Annotated[
        bool, typer.Option("--statistics", help="Only count the findings, by their codes.")
    ] = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Judge again whenever a file is saved, until Ctrl-C.")
    ] = False,
    force: ForceOption = False,
    submodel: SubmodelOption = "",
    library: LibraryOption = None,
    _quiet: QuietOption = False,
) -> None:
    """Check whether it is legal: what is wrong, where, by which rule, and how to fix it.

    For example: brickyard check company.yaml
    """
    from catalog.database.part_database import open_workspace
    from catalog.editions.loading import edition as edition_called
    from fleets.forces.force import Game
    from fleets.forces.manifest import fielding_lists
    from ldraw_tools.choosing import with_submodel
    from ldraw_tools.names import path_from_here
    from validators.judged_files import JudgeSettings
    from validators.report import exit_status
    from validators.usual import usual_edition

    paths = with_submodel(paths, submodel)
    settings = JudgeSettings(
        edition=edition,
        options=tuple(option or ()),
        suppress=not no_suppress,
        game=Game(game.lower(), players),
        buildable=buildable or pictures is not None,
        workspace=open_workspace(library),
    )
    # A mistake in an edition is reported once, not for each file.
    if edition:
        edition_called(edition)
    elif settings.usual.edition:
        usual_edition("", settings.usual)
    if statistics and (watch or form is not CheckFormat.TEXT):
        raise BrickyardError("--statistics is a table of its own; leave --format and --watch out")
    if watch:
        _watch(paths, settings, form, everything, strict)
    files, unopened = _files_in_all(paths)
    lists = fielding_lists(files, settings.workspace)
    # Programs get the reports on fielded models too, which are marked; elsewhere they would be told twice.
    files = files if form is CheckFormat.JSON else [file for file in files if file not in lists]
    found = _check_all(files, settings, jobs, pictures, force)
    unopened += [one for one in found if isinstance(one, str)]
    reports = [
        replace(one, judged_in=path_from_here(lists[file])) if file in lists else one
        for file, one in zip(files, found, strict=True)
        if not isinstance(one, str)
    ]
    if not reports:
        # Nothing to print; the reasons follow.
        pass
    elif form is CheckFormat.TEXT:
        from validators.reporters.text import lines, quiet_lines, statistics_lines

        screen = Screen()
        if statistics:
            screen.lines(statistics_lines(reports, screen.paint))
        elif is_quiet():
            screen.lines(quiet_lines(reports, screen.paint, strict))
        else:
            screen.lines(lines(reports, screen.paint, everything, strict, settings.buildable, len(lists)))
    else:
        _PRINTERS[form](reports)
    for problem in dict.fromkeys(unopened):
        stderr().line(f"brickyard: {problem}")
    raise typer.Exit(2 if unopened else exit_status(reports, strict))


def _watch(
    paths: list[Path], settings: JudgeSettings, form: CheckFormat, everything: bool, strict: bool
) -> NoReturn:
    from brickyard.one_by_one import existing
    from brickyard.watch_checks import WatchedChecks, watched
    from validators.judged_files import check_file
    from validators.reporters.text import lines

    if form is not CheckFormat.TEXT:
        raise BrickyardError("--watch prints text again and again; leave --format out")
    paint = Screen().paint
    checks = WatchedChecks(
        [existing(path) for path in paths],
        settings.workspace,
        lambda file: check_file(file, settings),
        lambda report: list(lines([report], paint, everything, strict, settings.buildable)),
    )
    with suppress(KeyboardInterrupt):
        checks.tell_all()
        checks.run(watched(checks.folders()))
    raise typer.Exit(0)


def _check_all(
    files: list[Path], settings: JudgeSettings, jobs: int, pictures: Path | None, force: bool
) -> list[Report | str]:
    """The report on each file, or why it can't be opened.

    With a folder for pictures, each finding that can be shown in one gets one there.
    """
    at_a_time = min(jobs, len(files))
    drawers: Sequence[Illustrate | None] = [None] * len(files)
    if pictures is not None and files:
        from brickyard.pictures.finding_pictures import galleries

        drawers = galleries(files, pictures, is_alone=at_a_time == 1, force=force)
    if at_a_time > 1:
        from concurrent.futures import ProcessPoolExecutor

        with ProcessPoolExecutor(at_a_time) as pool:
            return _counted(pool.map(_report_on, files, repeat(settings), drawers, chunksize=4), len(files))
    return _counted(map(_report_on, files, repeat(settings), drawers), len(files))


def _counted(reports: Iterable[Report | str], total: int) -> list[Report | str]:
    """All of them, with a bar if it takes long."""
    done: list[Report | str] = []
    with Progress("checking") as progress:
        for report in reports:
            done.append(report)
            if total > 1:
                progress(len(done), total)
    return done


def _files_in_all(paths: list[Path]) -> tuple[list[Path], list[str]]:
    from validators.judged_files import files_to_judge

    files: list[Path] = []
    unopened: list[str] = []
    for path in paths:
        try:
            files += files_to_judge(path)
        except BrickyardError as error:
            unopened.append(str(error))
    return list(dict.fromkeys(files)), unopened


def _report_on(file: Path, settings: JudgeSettings, drawer: Illustrate | None) -> Report | str:
    """The report, or why the file can't be opened: the other files are judged all the same."""
    from validators.judged_files import check_file

    try:
        return check_file(file, settings, drawer)
    except BrickyardError as error:
        return str(error)


def _print_json(reports: Sequence[Report]) -> None:
    from ldraw_tools.json_values import json_text
    from validators.report import CheckAnswer

    Screen().text(json_text(CheckAnswer(tuple(reports))))


def _print_sarif(reports: Sequence[Report]) -> None:
    from ldraw_tools.json_values import json_text
    from validators.reporters.sarif import document

    Screen().text(json_text(document(reports, __version__)))


def _print_github(reports: Sequence[Report]) -> None:
    from validators.reporters.github import lines

    Screen(colour=False, commands=True).lines(lines(reports))


_PRINTERS = {
    CheckFormat.JSON: _print_json,
    CheckFormat.SARIF: _print_sarif,
    CheckFormat.GITHUB: _print_github,
}
