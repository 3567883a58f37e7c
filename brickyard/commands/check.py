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
from brickyard.commands import options
from brickyard.commands.options import OVER_HTTP, flag, workspace_of
from brickyard.progress import Progress, end_with
from brickyard.terminal import Screen, is_quiet
from catalog.languages import Language
from ldraw_tools.findings import BrickyardError

if TYPE_CHECKING:
    from ldraw_tools.workspace import Workspace
    from validators.report import CheckAnswer, Report


class CheckFormat(StrEnum):
    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    GITHUB = "github"


Buildable = Annotated[
    bool, flag("--buildable", "Also check that it can be built: overlaps, loose parts, balance."), OVER_HTTP
]
Pictures = Annotated[
    Path | None,
    typer.Option(
        "--pictures-in",
        metavar="DIR",
        help="Check that it can be built, and save a picture of each problem to DIR.",
    ),
]


def check(
    paths: options.PathsArgument,
    edition: options.EditionOption = "",
    option: options.AgreedOption = None,
    no_suppress: options.NoSuppressOption = False,
    game: options.SizeOption = "",
    players: options.PlayersOption = 0,
    buildable: Buildable = False,
    pictures: Pictures = None,
    strict: Annotated[bool, flag("--strict", "Let no warning or accepted error pass.")] = False,
    form: Annotated[CheckFormat, typer.Option("--format", help="Output format.")] = CheckFormat.TEXT,
    jobs: options.JobsOption = 1,
    everything: Annotated[bool, flag("--all", "Show all notes and all units.")] = False,
    statistics: Annotated[bool, flag("--statistics", "Only count the findings, by their codes.")] = False,
    watch: Annotated[bool, flag("--watch", "Judge again whenever a file is saved, until Ctrl-C.")] = False,
    force: options.ForceOption = False,
    submodel: options.SubmodelOption = "",
    language: options.LanguageOption = Language.ENGLISH,
    library: options.LibraryOption = None,
    _quiet: options.QuietOption = False,
) -> None:
    """Check whether it is legal: what is wrong, where, by which rule, and how to fix it.

    For example: brickyard check company.yaml
    """
    from validators.report import exit_status

    if statistics and (watch or form is not CheckFormat.TEXT):
        raise BrickyardError("--statistics is a table of its own; leave --format and --watch out")
    if watch and form is not CheckFormat.TEXT:
        raise BrickyardError("--watch prints text again and again; leave --format out")
    workspace = workspace_of(library)
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
        from validators.reporters.code_hosts import workflow_commands

        Screen(colour=False, commands=True).lines(workflow_commands(answer.reports))
    elif form is CheckFormat.SARIF:
        from validators.reporters.code_hosts import sarif_document

        screen.document(sarif_document(answer.reports, brickyard.__version__))
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
