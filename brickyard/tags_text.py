"""Tags for people: every submodel, what it was taken for, and what to do next."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path

from brickyard.look_up import ListedSubmodel, ProposedTag, TaggedModel
from brickyard.numbered_parts import NumberedPart
from brickyard.terminal import Screen, cut, pasteable, wrap_lines
from fleets.models.model_units import Survey
from fleets.models.survey import survey
from fleets.models.tagged_model import is_figure
from fleets.tagging.editors import NOTHING_TOLD, how_to_tag
from fleets.tagging.selections import selectable
from ldraw_tools.assembly.inventory import Assembly
from ldraw_tools.findings import Severity, count_of, printable, worst
from ldraw_tools.phrases import Texts, in_language, join_texts, say
from ldraw_tools.workspace import Workspace

_PLAIN = re.compile(r"\w[\w .,+()#-]*")
# Submodels to look at for one to propose.
_MOST_LOOKED_AT = 200


def show_tags(model: TaggedModel, workspace: Workspace, screen: Screen) -> None:
    """`workspace` has the model already, and knows what else of it could be tagged."""
    assembly, found = workspace.assembly(model.path), workspace.of(model.path, survey)
    if model.lines:
        show_lines(model.lines, screen)
    # Tags are written into whole files only.
    others = [] if assembly.chosen else list(selectable(assembly.document))
    entries = [*model.submodels, *(ListedSubmodel(name, "", "", "", why) for name, why in others)]
    # At most so much, and in a narrow window less: the reason needs some room, too.
    most = min(38, screen.paint.width * 2 // 5), min(24, screen.paint.width // 4)
    texts = screen.paint.texts
    rows = [
        (cut(printable(one.name), most[0]), cut(_meaning(one), most[1]), in_language(one.why, texts))
        for one in entries
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, meaning, why in rows:
        columns = f"{name:{widths[0]}}  {meaning:{widths[1]}}  "
        screen.lines(wrap_lines(printable(why), columns, " " * len(columns)))
    if model.findings:
        screen.line()
    for finding in model.findings:
        screen.finding(finding)
    screen.line()
    is_wrong = worst(model.findings) is Severity.ERROR
    untagged = [one.name for one in model.submodels[1:] if not one.role] + [name for name, _ in others]
    step = in_language(_next_step(model.path, assembly, found, untagged, is_wrong), texts)
    screen.lines(wrap_lines(printable(step), "", "  "))


def show_proposals(model: TaggedModel, screen: Screen) -> None:
    """What names say that submodels and groups are, and how to accept it."""
    file, texts = str(model.path), screen.paint.texts
    if not model.proposals:
        tagging = pasteable("brickyard", "tags", file)
        said = say(
            "{file}: no name in it says a system. {command} lists what there is to tag.",
            file=file,
            command=tagging,
        )
        screen.lines(wrap_lines(printable(in_language(said, texts)), "", "  "))
        return
    most = min(38, screen.paint.width * 2 // 5)
    rows = [(cut(printable(one.name), most), _proposed(one, texts), one) for one in model.proposals]
    widths = [max(map(len, column)) for column in zip(*(row[:2] for row in rows), strict=True)]
    for name, meaning, one in rows:
        columns = f"{name:{widths[0]}}  {meaning:{widths[1]}}  "
        why = in_language(_why(one), texts)
        screen.lines(wrap_lines(printable(why), columns, " " * len(columns)))
    target = pasteable(_target(model.path))
    steps: list[str] = [say("Nothing is tagged yet.")]
    if any(one.tag for one in model.proposals):
        command = f"{pasteable('brickyard', 'tags', file)} --accept -o {target}"
        steps.append(say("{command} tags all that say a die.", command=command))
    if asked := next((one for one in model.proposals if one.choices and _PLAIN.fullmatch(one.name)), None):
        chosen = f'--set "{asked.name}={asked.choices[1]}"'
        command = f"{pasteable('brickyard', 'tags', file)} {chosen} -o {target}"
        steps.append(say("Choose with {command}.", command=command))
    screen.line()
    screen.lines(wrap_lines(printable(" ".join(in_language(one, texts) for one in steps)), "", "  "))


def _proposed(one: ProposedTag, texts: Texts) -> str:
    if one.tag:
        return one.tag
    *some, last = one.choices
    return in_language(say("{some} or {last}", some=", ".join(some), last=last), texts)


def _why(one: ProposedTag) -> str:
    by = say("by “{word}”", word=one.word)
    if one.times > 1:
        by = say("{why}, placed {times}", why=by, times=count_of(one.times, "time"))
    return say("{why}: choose one", why=by) if one.choices else by


def _target(model: Path) -> str:
    return f"{model.stem}-tagged{'.io' if model.suffix.lower() == '.io' else '.mpd'}"


def _next_step(
    model: Path, assembly: Assembly, found: Survey, untagged: Sequence[str], is_wrong: bool
) -> str:
    if not found.units or all(unit.is_described or unit.is_unread for unit in found.units):
        command = f"brickyard check {pasteable(str(model))}"
        if is_wrong:
            return say("Next: correct the errors, then {command}", command=command)
        return say("Next: {command}", command=command)
    # Names in files may be anything; only what no shell takes for a command is offered to be pasted.
    names = [name for name in untagged if _PLAIN.fullmatch(name)][:_MOST_LOOKED_AT]
    people = [name for name in names if is_figure(assembly, name)]
    names = [name for name in names if name not in people]
    target = _target(model)
    tagging = pasteable("brickyard", "tags", str(model))
    steps: list[str] = [say(NOTHING_TOLD), how_to_tag(assembly.document)]
    if people:
        steps.append(
            say(
                "“{name}” is a minifigure: a pilot is tagged [pilot], any other needs no tag.", name=people[0]
            )
        )
    if found.proposals:
        steps.append(say("{command} --propose shows what its names say.", command=tagging))
    if not untagged:
        by_us = f'--set "lines 40-52=2Rd" -o {pasteable(target)}'
        steps.append(
            say("Or: {command} --lines numbers the parts, for {change}", command=tagging, change=by_us)
        )
    elif names:
        by_us = f'{tagging} --set "{names[0]}=2Rd" -o {pasteable(target)}'
        steps.append(say("Or: {command}", command=by_us))
    return join_texts(steps, " ")


def _meaning(one: ListedSubmodel) -> str:
    return printable(" ".join(word for word in (one.role, one.value) if word)) or "-"


def show_lines(parts: Iterable[NumberedPart], screen: Screen) -> None:
    heads = [in_language(say(word), screen.paint.texts) for word in ("line", "part", "colour", "tag")]
    line, part, colour, tag = heads
    screen.line(f"{line:>6}  {part:10} {colour:20}{'x':>6}{'y':>6}{'z':>6}  {tag}")
    for submodel, placed in groupby(parts, lambda one: one.submodel):
        screen.line(screen.paint(printable(submodel), "bold"))
        for one in placed:
            where = "".join(f"{round(number):6}" for number in one.at)
            about = f"{one.line:6}  {one.part:10} {one.colour_name:20}{where}  {one.tag:6} {one.title}"
            screen.line(cut(printable(about).rstrip(), screen.paint.width))
    screen.line()
