"""The job of `brickyard tags`: what each submodel was taken for, and writing tags."""

from __future__ import annotations

import sys
from pathlib import Path

from brickyard.opening import assemble_model, open_model
from brickyard.terminal import Screen
from fleets.designs import Tag
from fleets.survey import survey
from ldraw_tools.diagnostics import BrickyardError, Severity, printable, worst
from ldraw_tools.writing import write_whole


def tags(model: Path, changes: list[str], target: Path | None) -> int:
    if changes or target is not None:
        return _write(model, changes, target)
    return _show(model)


def _show(model: Path) -> int:
    found = survey(assemble_model(open_model(model)))
    screen = Screen(sys.stdout)
    for name, tag, why in found.submodels:
        screen.line(f"{_cut(printable(name), 38):38} {_cut(_meaning(tag), 24):24} {printable(why)}")
    if found.findings:
        screen.line()
    for finding in found.findings:
        word = screen.paint(str(finding.severity), str(finding.severity))
        screen.line(f"{word} {finding.code}: {printable(finding.message)} ({printable(str(finding.place))})")
        if finding.fix:
            screen.line(f"    -> {printable(finding.fix)}")
    return 1 if worst(found.findings) is Severity.ERROR else 0


def _meaning(tag: Tag | None) -> str:
    return printable(" ".join(word for word in (tag.role.value, tag.value) if word)) if tag else "-"


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


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
    sys.stdout.write(f"{target} written with {len(wanted)} tags\n")
    return 0
