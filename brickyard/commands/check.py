"""`brickyard check`: whether it is legal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

import brickyard
from brickyard.commands.options import (
    OVER_HTTP,
    AgreedOption,
    EditionOption,
    ForceOption,
    LanguageOption,
    LibraryOption,
    NoSuppressOption,
    PathsArgument,
    PlayersOption,
    QuietOption,
    SizeOption,
    SubmodelOption,
)
from brickyard.one_by_one import end_with
from brickyard.progress import Progress
from brickyard.terminal import Screen, is_quiet
from catalog.languages import Language, texts_in
from ldraw_tools.findings import BrickyardError

if TYPE_CHECKING:
    from ldraw_tools.workspace import Workspace
    from validators.report import CheckAnswer, Report


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
        OVER_HTTP,
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
    language: LanguageOption = Language.ENGLISH,
    library: LibraryOption = None,
    _quiet: QuietOption = False,
) -> None:
    """Check whether it is legal: what is wrong, where, by which rule, and how to fix it.

    For example: brickyard check company.yaml
    """
    from catalog.database.part_database import open_workspace
    from validators.report import exit_status

    if statistics and (watch or form is not CheckFormat.TEXT):
        raise BrickyardError("--statistics is a table of its own; leave --format and --watch out")
    if watch and form is not CheckFormat.TEXT:
        raise BrickyardError("--watch prints text again and again; leave --format out")
    workspace = open_workspace(library)
    judge = partial(
        brickyard.check,
        edition=edition,
        options=option,
        suppress=not no_suppress,
        game=game,
        players=players,
        buildable=buildable or pictures is not None,
        submodel=submodel,
        language=language,
        workspace=workspace,
    )
    show = partial(_text, everything, strict, buildable or pictures is not None)
    screen = Screen()
    screen.paint.texts = texts_in(language)
    if watch:
        _watch(paths, workspace, lambda file: judge(file).reports[0], show, screen)
    # Programs get the reports on fielded models too, which are marked; elsewhere they would be told twice.
    fielded = form is CheckFormat.JSON
    with Progress("checking") as progress:
        answer = judge(paths, pictures=pictures, jobs=jobs, force=force, fielded=fielded, told=progress)
    _print(answer, form, statistics, strict, show, screen)
    end_with(exit_status(answer.reports, strict), answer.problems)


def _text(
    everything: bool,
    strict: bool,
    buildable: bool,
    reports: Sequence[Report],
    screen: Screen,
    in_lists: int = 0,
) -> Iterable[str]:
    from validators.reporters.text import lines

    return lines(reports, screen.paint, everything, strict, buildable, in_lists)


def _print(
    answer: CheckAnswer,
    form: CheckFormat,
    statistics: bool,
    strict: bool,
    show: Callable[..., Iterable[str]],
    screen: Screen,
) -> None:
    from validators.reporters.text import quiet_lines, statistics_lines

    if form is CheckFormat.GITHUB:
        from validators.reporters.github import lines

        Screen(colour=False, commands=True).lines(lines(answer.reports))
    elif form is CheckFormat.SARIF:
        from validators.reporters.sarif import document

        screen.document(document(answer.reports, brickyard.__version__))
    elif form is CheckFormat.JSON:
        screen.document(answer)
    elif statistics:
        screen.lines(statistics_lines(answer.reports, screen.paint))
    elif is_quiet():
        screen.lines(quiet_lines(answer.reports, screen.paint, strict))
    else:
        screen.lines(show(answer.reports, screen, answer.in_lists))


def _watch(
    paths: list[Path],
    workspace: Workspace,
    judge: Callable[[Path], Report],
    show: Callable[..., Iterable[str]],
    screen: Screen,
) -> NoReturn:
    from brickyard.watch_checks import WatchedChecks, changed_files
    from ldraw_tools.workspace import check_exists

    checks = WatchedChecks(
        [check_exists(path) for path in paths], workspace, judge, lambda report: list(show([report], screen))
    )
    with suppress(KeyboardInterrupt):
        checks.tell_all()
        checks.run(changed_files(checks.folders()))
    raise typer.Exit(0)
