"""A report as annotations of a GitHub workflow, one command a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from ldraw_tools.findings import Finding, Severity
from ldraw_tools.names import real_path
from validators.report import Report

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
# The percent sign comes first: it is what all the others are written with.
_IN_DATA = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_IN_PROPERTY = {**_IN_DATA, ":": "%3A", ",": "%2C"}


def lines(reports: Sequence[Report]) -> Iterator[str]:
    for report in reports:
        for finding in report.findings:
            yield _command(_COMMANDS[finding.severity], finding, finding.code, _body(finding))
        for one in report.suppressed:
            command, word = ("warning", "accepted") if one.is_error else ("notice", "suppressed")
            body = f"{one.finding.message}\n{word.capitalize()} because: {one.reason}"
            yield _command(command, one.finding, f"{one.finding.code} {word}", body)
        # A file's name must not be taken for a command.
        named = f"{path_in_repository(report.file)}: {report.sentence}"
        yield _escaped(named.replace("::", ": :").replace("##[", "# #["), _IN_DATA)


def _body(finding: Finding) -> str:
    reference = f" ({finding.reference})" if finding.reference else ""
    return "\n".join(part for part in (finding.message + reference, finding.fix) if part)


def _command(name: str, finding: Finding, title: str, body: str) -> str:
    place = finding.place
    properties = {
        "file": path_in_repository(place.file),
        "line": str(place.line or ""),
        # A column is only meant together with its line.
        "col": str(place.column or "") if place.line else "",
        "title": title,
    }
    told = [f"{key}={_escaped(value, _IN_PROPERTY)}" for key, value in properties.items() if value]
    return f"::{name} {','.join(told)}::{_escaped(body, _IN_DATA)}"


def _escaped(text: str, escapes: dict[str, str]) -> str:
    text = "".join(c if c.isprintable() or c in escapes else "?" for c in text)
    for character, escape in escapes.items():
        text = text.replace(character, escape)
    return text


def path_in_repository(file: str) -> str:
    """A path from the root of the repository that we stand in, as code hosts know it; absolute if outside."""
    if not file:
        return ""
    root, here = _root(Path.cwd()), Path.cwd()
    try:
        path = real_path(here / file)
        return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.as_posix()
    except (OSError, RuntimeError, ValueError):
        # A link that leads in circles, or a name that can't be one.
        return file


@lru_cache(maxsize=8)
def _root(here: Path) -> Path:
    """The nearest folder that has .git, which is a file in a worktree; else the current one."""
    here = real_path(here)
    return next((folder for folder in (here, *here.parents) if (folder / ".git").exists()), here)
