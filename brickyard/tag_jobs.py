"""The job of `brickyard tags`: what each submodel was taken for, and writing tags."""

from __future__ import annotations

import sys
from pathlib import Path

from brickyard.opening import assemble_model, open_model
from brickyard.paths import MANIFEST_SUFFIXES
from brickyard.terminal import Screen, cut, wrapped
from fleets.designs import Tag
from fleets.survey import survey
from ldraw_tools.diagnostics import BrickyardError, Severity, count_of, printable, worst
from ldraw_tools.writing import write_whole


def tags(model: Path, changes: list[str], target: Path | None) -> int:
    if model.suffix.lower() in MANIFEST_SUFFIXES:
        raise BrickyardError(f"{model}: a manifest has no submodels; name one of the models it lists")
    if changes or target is not None:
        return _write(model, changes, target)
    return _show(model)


def _show(model: Path) -> int:
    assembly = assemble_model(open_model(model))
    found = survey(assembly)
    # What can't be read at all tells more than tags do.
    findings = [*(one for one in assembly.findings if one.severity is Severity.ERROR), *found.findings]
    screen = Screen(sys.stdout)
    rows = [(cut(printable(name), 38), cut(_meaning(tag), 24), why) for name, tag, why in found.submodels]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, meaning, why in rows:
        columns = f"{name:{widths[0]}}  {meaning:{widths[1]}}  "
        screen.lines(wrapped(printable(why), columns, " " * len(columns)))
    if findings:
        screen.line()
    for finding in findings:
        screen.finding(finding)
    return 1 if worst(findings) is Severity.ERROR else 0


def _meaning(tag: Tag | None) -> str:
    return printable(" ".join(word for word in (tag.role.value, tag.value) if word)) if tag else "-"


def _write(model: Path, changes: list[str], target: Path | None) -> int:
    from fleets.retag import with_tags

    if target is None or not changes:
        raise BrickyardError("writing tags needs both --set NAME=TAG and -o FILE")
    wanted: dict[str, str] = {}
    for change in changes:
        name, sign, tag = change.partition("=")
        if not sign or not name.strip() or not tag.strip():
            raise BrickyardError(f"--set {change}: write the submodel's name, =, and its tag: rifle.ldr=2Rd")
        wanted[name.strip()] = tag.strip()
    if model.suffix.lower() == ".io":
        raise BrickyardError(f"{model}: tags can't be written into Studio archives; export it as .ldr first")
    text = with_tags(open_model(model).document, wanted)
    write_whole(target, text.encode())
    sys.stdout.write(f"{target} written with {count_of(len(wanted), 'tag')}\n")
    return 0
