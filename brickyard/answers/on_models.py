"""Whether models and lists are legal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from brickyard.answers import Paths, each_of
from brickyard.spreading import spread
from catalog.database.part_database import open_workspace
from catalog.editions.loading import edition as edition_called
from catalog.languages import Language, language_named, texts_in
from fleets.forces.manifest import fielding_lists
from ldraw_tools.choosing import with_submodel
from ldraw_tools.findings import BrickyardError
from ldraw_tools.names import path_from_here, paths_in, several
from ldraw_tools.phrases import in_language, join_texts
from validators.judged_files import JudgeSettings, check_file, files_to_judge, game_of
from validators.report import CheckAnswer
from validators.usual import usual_edition

if TYPE_CHECKING:
    from ldraw_tools.workspace import Workspace
    from validators.judged_files import Illustrate
    from validators.report import Report


def check(
    paths: Paths,
    *,
    edition: str = "",
    options: str | Iterable[str] | None = None,
    suppress: bool = True,
    game: str = "",
    players: int = 0,
    buildable: bool = False,
    pictures: Path | None = None,
    jobs: int = 1,
    force: bool = False,
    submodel: str = "",
    language: str = Language.ENGLISH,
    fielded: bool = True,
    workspace: Workspace | None = None,
    told: Callable[[int, int], None] | None = None,
) -> CheckAnswer:
    """The reports on models, lists and folders of them.

    `edition` is the id or the file of the text to judge by; `options` are what the group agreed to, as in
    `["split-range", "rockets=3"]`; `game` is its size. Without them the files decide. Unless `suppress`, what
    a list suppresses counts. With a folder for `pictures`, each finding that can be shown gets a picture
    there. Models that a list fields are judged in it; with `fielded` by themselves, too. Findings are told in
    the `language`, `en` or `de`. `told` hears how many files are done, of how many.

    Raises `BrickyardError` if no file can be opened, and for an edition, options or a number of players
    that there can't be; `problems` says why some files can't be opened. What is wrong in one is a finding.
    """
    texts = texts_in(language_named(language))
    is_built = buildable or bool(pictures)
    settings = judge_settings(edition, options, suppress, game, players, is_built, workspace)
    opened, problems = each_of(with_submodel(paths_in(paths), submodel), files_to_judge)
    files = list(dict.fromkeys(file for some in opened for file in some))
    lists = fielding_lists(files, settings.workspace)
    files = files if fielded else [file for file in files if file not in lists]
    found = _check_all(files, settings, jobs, pictures, force, told)
    problems += [one for one in found if isinstance(one, str)]
    why_not = tuple(dict.fromkeys(in_language(one, texts) for one in problems))
    return _answer([one.in_language(texts) for one in _placed(files, found, lists)], why_not, len(lists))


def _answer(reports: Sequence[Report], problems: tuple[str, ...], in_lists: int) -> CheckAnswer:
    if problems and not reports:
        raise BrickyardError(join_texts(problems, "\n"))
    return CheckAnswer(tuple(reports), problems=problems, in_lists=in_lists)


def _placed(
    files: Iterable[Path], found: Iterable[Report | str], lists: Mapping[Path, Path]
) -> Iterator[Report]:
    """The reports, with the list that each was judged in."""
    for file, one in zip(files, found, strict=True):
        if not isinstance(one, str):
            yield replace(one, judged_in=path_from_here(lists[file]) if file in lists else "")


def judge_settings(
    edition: str = "",
    options: str | Iterable[str] | None = None,
    suppress: bool = True,
    game: str = "",
    players: int = 0,
    buildable: bool = False,
    workspace: Workspace | None = None,
) -> JudgeSettings:
    """What to judge by; a mistake in an edition is told once, not for each file."""
    settings = JudgeSettings(
        edition=edition,
        options=several(options or ()),
        suppress=suppress,
        game=game_of(game, players),
        buildable=buildable,
        workspace=workspace or open_workspace(),
    )
    if edition:
        edition_called(edition)
    elif settings.usual.edition:
        usual_edition("", settings.usual)
    return settings


def _check_all(
    files: list[Path],
    settings: JudgeSettings,
    jobs: int,
    pictures: Path | None,
    force: bool,
    told: Callable[[int, int], None] | None,
) -> list[Report | str]:
    """The report on each file, or why it can't be opened."""
    drawers: Sequence[Illustrate | None] = [None] * len(files)
    if pictures is not None and files:
        from brickyard.pictures.finding_pictures import galleries

        drawers = galleries(files, pictures, is_alone=min(jobs, len(files)) == 1, force=force)
    found: list[Report | str] = [""] * len(files)
    reports = spread(partial(_report_on, settings), list(zip(files, drawers, strict=True)), jobs=jobs)
    for done, (place, report) in enumerate(reports, 1):
        found[place] = report
        if told and len(files) > 1:
            told(done, len(files))
    return found


def _report_on(settings: JudgeSettings, wanted: tuple[Path, Illustrate | None]) -> Report | str:
    """The report, or why the file can't be opened: the other files are judged all the same."""
    file, drawer = wanted
    try:
        return check_file(file, settings, drawer)
    except BrickyardError as error:
        return error.said
