"""`brickyard tags`: what every submodel was taken for; writing tags."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import brickyard
from brickyard.commands import options
from brickyard.commands.options import OVER_HTTP, Format, OverHttp, flag, output, workspace_of
from brickyard.progress import end_with
from brickyard.terminal import Screen, cut, is_quiet, talk, wrap_lines
from catalog.languages import Language
from ldraw_tools.findings import BrickyardError, Severity, and_more, count_of, printable
from ldraw_tools.phrases import about_file, in_language, join_texts, say

if TYPE_CHECKING:
    from brickyard.answers.on_tags import TagsWritten
    from brickyard.look_up import TagsAnswer
    from ldraw_tools.workspace import Workspace

Models = Annotated[
    list[Path], typer.Argument(metavar="MODEL...", help=".ldr, .mpd or .io files."), OverHttp("file")
]
Change = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=TAG",
        help='Tag a submodel or a group: --set "rifle.ldr=2Rd"; repeatable. NAME=none removes its tag. '
        'One of several placed copies: --set "arm.ldr at line 12=2Rd". '
        'In a file without submodels: --set "lines 40-52=2Rd" or --set "step 7=1Y mast".',
    ),
]
Output = Annotated[
    Path | None, output("Where to write the tagged model. An .io file may be written as .io, .mpd or .ldr.")
]
InPlace = Annotated[
    bool, flag("--in-place", "Write into MODEL itself; the old file is kept beside it as .bak.")
]
Propose = Annotated[
    bool,
    flag("--propose", "Show what names of submodels and groups say that they are. Nothing is tagged."),
    OVER_HTTP,
]
Accept = Annotated[
    bool,
    flag(
        "--accept", "Tag them so: all whose names say a die, or those named after MODEL: --accept rifle.ldr."
    ),
]


def tags(
    models: Models,
    change: Change = None,
    target: Output = None,
    in_place: InPlace = False,
    submodel: options.SubmodelOption = "",
    lines: options.LinesOption = False,
    language: options.LanguageOption = Language.ENGLISH,
    form: options.FormatOption = Format.TEXT,
    force: options.ForceOption = False,
    propose: Propose = False,
    accept: Accept = False,
    _quiet: options.QuietOption = False,
) -> None:
    """Show every submodel, what it was taken for, and why; --set writes tags and changes nothing else.

    For example: brickyard tags chub.mpd --set "rifle.ldr=2Rd" -o tagged.mpd;
    or by their names: brickyard tags chub.mpd --propose, then --accept -o tagged.mpd
    """
    if change or accept or in_place or target is not None:
        _check_writing(models[0], submodel, form)
        _write(models, _wanted(change or ()), target, accept, in_place, force)
        raise typer.Exit
    workspace = workspace_of(None)
    found = brickyard.tags(
        models, submodel=submodel, lines=lines, propose=propose, language=language, workspace=workspace
    )
    screen = Screen()
    wrong = [one for model in found.models for one in model.findings if one.severity is Severity.ERROR]
    if form is Format.JSON:
        screen.document(found)
    elif is_quiet():
        for finding in wrong:
            screen.finding(finding)
    else:
        _show(found, propose, workspace, screen)
    end_with(int(bool(wrong)), found.problems)


def _show(found: TagsAnswer, propose: bool, workspace: Workspace, screen: Screen) -> None:
    from brickyard.tags_text import show_proposals, show_tags

    for model in found.models:
        if propose:
            show_proposals(model, screen)
        else:
            show_tags(model, workspace, screen)


def _wanted(changes: Sequence[str]) -> dict[str, str]:
    wanted: dict[str, str] = {}
    for change in changes:
        name, sign, tag = change.partition("=")
        if not sign or not name.strip() or not tag.strip():
            how = (
                "--set {change}: write the submodel's name, =, and its tag: rifle.ldr=2Rd,"
                " or rifle.ldr=none to remove it"
            )
            raise BrickyardError(say(how, change=change))
        wanted[name.strip()] = tag.strip()
    return wanted


def _check_writing(model: Path, submodel: str, form: Format) -> None:
    if submodel:
        why = say("tags are written into whole files; leave the submodel out")
        raise BrickyardError(about_file(model, why))
    if form is not Format.TEXT:
        raise BrickyardError(say("--format is for showing tags, and here they are written; leave it out"))


def _write(
    models: Sequence[Path],
    wanted: dict[str, str],
    target: Path | None,
    accept: bool,
    in_place: bool,
    force: bool,
) -> None:
    if len(models) > 1 and not accept:
        raise BrickyardError(say("tags are written into one model at a time; name one"))
    names = [str(name) for name in models[1:]]
    written = brickyard.set_tags(
        models[0], wanted, target, accept=names or accept, in_place=in_place, force=force
    )
    screen = talk()
    for name, tag in written.tags.items():
        if name not in wanted:
            screen.line(say("{name} is {tag}", name=cut(printable(name), 60), tag=tag))
    _tell(written, screen)


def _tell(written: TagsWritten, screen: Screen) -> None:
    from fleets.tagging.studio_tags import NOT_TRIED
    from fleets.tagging.wanted_tags import is_none

    wanted = written.tags
    for of, new in written.copied:
        own = "One {name} is a submodel of its own now: {new}"
        screen.line(say(own, name=cut(printable(of), 60), new=cut(printable(new), 60)))
    if written.kept:
        screen.line(say("The old file is kept as {file}", file=printable(str(written.kept))))
    if written.target.suffix.lower() == ".io":
        changes = count_of(len(wanted), "change")
        how = say("with {changes}, in the names of submodels.", changes=changes)
        screen.line(say("{file} written {how}", file=written.target, how=how))
        screen.lines(wrap_lines(in_language(NOT_TRIED, screen.paint.texts), "", ""))
        return
    for finding in written.findings:
        screen.finding(finding)
    for marked, line in written.still_tagged:
        keeps = "{name} keeps its tag: line {line} marks parts, delete it there"
        screen.line(say(keeps, name=cut(printable(marked), 60), line=line))
    untagged = [name for name, tag in wanted.items() if is_none(tag)]
    number = len(wanted) - len(untagged)
    parts = [say("with {tags}", tags=count_of(number, "tag"))] if number else []
    parts += [say("without a tag for {names}", names=printable(and_more(untagged)))] if untagged else []
    screen.line(say("{file} written {how}", file=written.target, how=join_texts(parts, " and ")))
