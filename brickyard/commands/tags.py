"""`brickyard tags`: what every submodel was taken for; writing tags."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from brickyard.answers import each_of
from brickyard.commands.options import (
    ForceOption,
    Format,
    FormatOption,
    LinesOption,
    QuietOption,
    SubmodelOption,
)
from brickyard.one_by_one import end_with
from brickyard.terminal import Screen, cut, is_quiet, pasteable, talk, wrapped
from ldraw_tools.findings import (
    BrickyardError,
    Finding,
    Severity,
    and_more,
    count_of,
    printable,
    worst,
)

if TYPE_CHECKING:
    from fleets.models.model_units import Survey, Tag
    from ldraw_tools.assembly.graph import Assembly

_TEXT_SUFFIXES = (".mpd", ".ldr")
_PLAIN = re.compile(r"\w[\w .,+()#-]*")
# Submodels to look at for one to propose.
_MOST_LOOKED_AT = 200


def tags(
    models: Annotated[list[Path], typer.Argument(metavar="MODEL...", help=".ldr, .mpd or .io files.")],
    change: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=TAG",
            help='Tag a submodel or a group: --set "rifle.ldr=2Rd"; repeatable. NAME=none removes its tag. '
            'In a file without submodels: --set "lines 40-52=2Rd" or --set "step 7=1Y mast".',
        ),
    ] = None,
    target: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Where to write the tagged model. An .io file may be written as .io, .mpd or .ldr.",
        ),
    ] = None,
    in_place: Annotated[
        bool,
        typer.Option("--in-place", help="Write into MODEL itself; the old file is kept beside it as .bak."),
    ] = False,
    submodel: SubmodelOption = "",
    lines: LinesOption = False,
    form: FormatOption = Format.TEXT,
    force: ForceOption = False,
    _quiet: QuietOption = False,
) -> None:
    """Show every submodel, what it was taken for, and why; --set writes tags and changes nothing else.

    For example: brickyard tags chub.mpd --set "rifle.ldr=2Rd" -o tagged.mpd
    """
    from fleets.forces.named_files import MANIFEST_SUFFIXES
    from ldraw_tools.choosing import split_choice, with_submodel

    for model in models:
        if model.suffix.lower() in MANIFEST_SUFFIXES:
            raise BrickyardError(f"{model}: a manifest has no submodels; name one of the models it lists")
    models = with_submodel(models, submodel)
    if change or in_place or target is not None:
        if len(models) > 1:
            raise BrickyardError("tags are written into one model at a time; name one")
        (model,) = models
        if split_choice(model)[1]:
            raise BrickyardError(f"{model}: tags are written into whole files; leave the submodel out")
        if in_place and target is not None:
            raise BrickyardError("--in-place and -o both say where to write it; leave one out")
        if form is not Format.TEXT:
            raise BrickyardError("--format is for showing tags, and here they are written; leave it out")
        raise typer.Exit(_write(model, change or [], model if in_place else target, force))
    if form is Format.JSON:
        _print_json(models, lines)
    statuses, problems = each_of(models, partial(_show, lines=lines))
    end_with(max(statuses, default=0), problems)


def _surveyed(model: Path) -> tuple[Assembly, Survey, list[Finding]]:
    from catalog.database.part_database import open_workspace
    from fleets.models.survey import survey

    workspace = open_workspace()
    assembly, found = workspace.assembly(model), workspace.of(model, survey)
    # What can't be read at all tells more than tags do.
    wrong = (one for one in assembly.findings if one.severity is Severity.ERROR)
    return assembly, found, [*wrong, *found.findings]


def _print_json(models: Sequence[Path], lines: bool) -> NoReturn:
    from brickyard.look_up import TagsAnswer, tagged_model
    from brickyard.numbered_parts import numbered_parts
    from ldraw_tools.json_values import json_text

    surveyed, problems = each_of(models, _surveyed)
    found = [
        tagged_model(_file(assembly), told, said, numbered_parts(assembly) if lines else ())
        for assembly, told, said in surveyed
    ]
    if found:
        Screen().text(json_text(TagsAnswer(tuple(found))))
    end_with(int(any(worst(one.findings) is Severity.ERROR for one in found)), problems)


def _file(assembly: Assembly) -> str:
    """The file, with the submodel that was chosen of it."""
    return f"{assembly.document.file}#{assembly.chosen}" if assembly.chosen else assembly.document.file


def _show(model: Path, lines: bool) -> int:
    assembly, found, findings = _surveyed(model)
    if is_quiet():
        for finding in (one for one in findings if one.severity is Severity.ERROR):
            Screen().finding(finding)
        return int(worst(findings) is Severity.ERROR)
    screen = Screen()
    if lines:
        from brickyard.numbered_parts import numbered_parts, show_lines

        show_lines(numbered_parts(assembly), screen)
    others = _selectable(assembly)
    entries = [*found.submodels, *((name, None, why) for name, why in others)]
    # At most so much, and in a narrow window less: the reason needs some room, too.
    most = min(38, screen.paint.width * 2 // 5), min(24, screen.paint.width // 4)
    rows = [(cut(printable(name), most[0]), cut(_meaning(tag), most[1]), why) for name, tag, why in entries]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, meaning, why in rows:
        columns = f"{name:{widths[0]}}  {meaning:{widths[1]}}  "
        screen.lines(wrapped(printable(why), columns, " " * len(columns)))
    if findings:
        screen.line()
    for finding in findings:
        screen.finding(finding)
    screen.line()
    is_wrong = worst(findings) is Severity.ERROR
    untagged = [name for name, tag, _ in found.submodels[1:] if tag is None]
    untagged += [name for name, _ in others]
    screen.lines(wrapped(printable(_next_step(model, assembly, found, untagged, is_wrong)), "", "  "))
    return int(is_wrong)


def _next_step(
    model: Path, assembly: Assembly, found: Survey, untagged: Sequence[str], is_wrong: bool
) -> str:
    from fleets.models.submodels import is_figure
    from fleets.tagging.editors import NOTHING_TOLD, how_to_tag

    if not found.units or all(unit.is_described or unit.is_unread for unit in found.units):
        return (
            f"Next: {'correct the errors, then ' if is_wrong else ''}brickyard check {pasteable(str(model))}"
        )
    # Names in files may be anything; only what no shell takes for a command is offered to be pasted.
    names = [name for name in untagged if _PLAIN.fullmatch(name)][:_MOST_LOOKED_AT]
    people = [name for name in names if is_figure(assembly, name)]
    names = [name for name in names if name not in people]
    target = f"{model.stem}-tagged{'.io' if model.suffix.lower() == '.io' else '.mpd'}"
    tagging = pasteable("brickyard", "tags", str(model))
    by_us = f' Or: {tagging} --set "{names[0]}=2Rd" -o {pasteable(target)}' if names else ""
    if not untagged:
        by_us = (
            f' Or: {tagging} --lines numbers the parts, for --set "lines 40-52=2Rd" -o {pasteable(target)}'
        )
    about = (
        f" “{people[0]}” is a minifigure: a pilot is tagged [pilot], any other needs no tag."
        if people
        else ""
    )
    return f"{NOTHING_TOLD} {how_to_tag(assembly.document)}{about}{by_us}"


def _selectable(assembly: Assembly) -> list[tuple[str, str]]:
    """What else could be tagged; tags are written into whole files only."""
    from fleets.tagging.selections import selectable

    return [] if assembly.chosen else list(selectable(assembly.document))


def _meaning(tag: Tag | None) -> str:
    return printable(" ".join(word for word in (tag.role.value, tag.value) if word)) if tag else "-"


def _write(model: Path, changes: list[str], target: Path | None, force: bool) -> int:
    from brickyard.tag_writing import as_archive, with_own_parts
    from catalog.database.part_database import open_workspace
    from fleets.tagging.marking import marked_parts
    from fleets.tagging.retag import sections_meant, with_tags
    from fleets.tagging.studio_tags import NOT_TRIED
    from fleets.tagging.wanted_tags import is_none
    from ldraw_tools.writing import write_in_place, write_output

    wanted: dict[str, str] = {}
    for change in changes:
        name, sign, tag = change.partition("=")
        if not sign or not name.strip() or not tag.strip():
            raise BrickyardError(
                f"--set {change}: write the submodel's name, =, and its tag: rifle.ldr=2Rd,"
                " or rifle.ldr=none to remove it"
            )
        wanted[name.strip()] = tag.strip()
    is_archive = model.suffix.lower() == ".io"
    if is_archive and wanted and target is None:
        raise BrickyardError(_into_archive(model, wanted))
    if target is None or not wanted:
        raise BrickyardError("writing tags needs both --set NAME=TAG and -o FILE, or --in-place")
    suffixes = (".io", *_TEXT_SUFFIXES) if is_archive else _TEXT_SUFFIXES
    if target.suffix.lower() not in suffixes:
        raise BrickyardError(f"{target}: a tagged model's name ends with {' or '.join(suffixes)}")
    opened = open_workspace().model(model)
    is_text = target.suffix.lower() != ".io"
    if is_text:
        text = with_tags(opened.document, wanted, name=target.name)
        data = with_own_parts(opened, text) if is_archive else text.encode()
    else:
        data = as_archive(model, opened, wanted)
    screen = talk()
    if target is model:
        screen.line(f"The old file is kept as {printable(str(write_in_place(target, data)))}")
    else:
        write_output(target, data, force=force)
    if not is_text:
        screen.line(f"{target} written with {count_of(len(wanted), 'change')}, in the names of submodels.")
        screen.lines(wrapped(NOT_TRIED, "", ""))
        return 0
    for finding in opened.findings:
        screen.finding(finding)
    untagged = [name for name, tag in wanted.items() if is_none(tag)]
    of_submodels = [name for name in untagged if sections_meant(opened.document, name, or_marked=True)]
    for marked, line in (found for name in of_submodels for found in marked_parts(opened.document, name)):
        screen.line(f"{cut(printable(marked), 60)} keeps its tag: line {line} marks parts, delete it there")
    parts = [f"with {count_of(len(wanted) - len(untagged), 'tag')}"] if len(wanted) > len(untagged) else []
    parts += [f"without a tag for {printable(and_more(untagged))}"] if untagged else []
    screen.line(f"{target} written {' and '.join(parts)}")
    return 0


def _into_archive(model: Path, wanted: Mapping[str, str]) -> str:
    from fleets.tagging.wanted_tags import is_none
    from ldraw_tools.reading.lines import shortened

    name, tag = next(iter(wanted.items()), ("cannon", "2Rd"))
    called = "without its tag" if is_none(tag) else f"to “{shortened(name)} [{shortened(tag)}]”"
    return (
        f"{model}: say where to write it: -o {model.stem}-tagged.io, or .mpd;"
        f" or rename the submodel in Studio {called}"
    )
