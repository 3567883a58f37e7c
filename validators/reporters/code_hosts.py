"""A report for code hosts: SARIF, and annotations for a change under review."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from catalog.editions.edition import Edition
from ldraw_tools.findings import Finding, Place, Severity
from ldraw_tools.names import real_path
from validators.explain import kinds
from validators.report import Report
from validators.rule import rules

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
# The percent sign comes first: it is what all the others are written with.
_IN_DATA = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_IN_PROPERTY = {**_IN_DATA, ":": "%3A", ",": "%2C"}
VERSION = "2.1.0"
SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_NOT_JUDGED = "NOT-JUDGED"
_LINK = re.compile(r"\]\(")
_DRIVE = re.compile(r"^[A-Za-z]:/")


def workflow_commands(reports: Sequence[Report]) -> Iterator[str]:
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


def sarif_document(reports: Sequence[Report], tool_version: str) -> dict[str, Any]:
    """One run for all reports: code hosts refuse several runs of one tool."""
    findings = [(found, report.edition, "") for report in reports for found in report.findings]
    findings += [(one.finding, report.edition, one.reason) for report in reports for one in report.suppressed]
    descriptors = _descriptors(found.code for found, _, _ in findings)
    if any(report.reason for report in reports):
        descriptors.append({"id": _NOT_JUDGED, "shortDescription": {"text": "It could not be judged."}})
    index = {descriptor["id"]: place for place, descriptor in enumerate(descriptors)}
    driver = {"name": "brickyard", "version": tool_version, "rules": descriptors}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [
            *(_result(found, index, edition, reason) for found, edition, reason in findings),
            *(_left_open(report, index) for report in reports if report.reason),
        ],
        "properties": {"reports": [_stamp(report) for report in reports]},
    }
    return {"$schema": SCHEMA, "version": VERSION, "runs": [run]}


def _stamp(report: Report) -> dict[str, Any]:
    edition = report.edition
    return {
        "edition": edition.id,
        "title": edition.title,
        "version": edition.version,
        "verdict": report.verdict,
        "reason": report.reason,
        "accepted": [asdict(one) for one in report.accepted],
    }


def _descriptors(codes: Iterable[str]) -> list[dict[str, Any]]:
    """The rules of the book, and those kinds of reading's findings that occur."""
    described: list[dict[str, Any]] = []
    for code in sorted({*rules(), *codes}):
        descriptor: dict[str, Any] = {"id": code}
        if code in rules():
            rule = rules()[code]
            descriptor["name"] = "".join(word.capitalize() for word in rule.name.split("_"))
            descriptor["shortDescription"] = {"text": _plain(rule.title)}
            descriptor["fullDescription"] = {"text": _plain(rule.reason)}
            descriptor["help"] = {"text": _plain(f"{rule.title} {rule.reason}")}
        elif code in kinds():
            descriptor["shortDescription"] = {"text": _plain(kinds()[code].template)}
        described.append(descriptor)
    return described


def _result(found: Finding, index: dict[str, int], edition: Edition, reason: str) -> dict[str, Any]:
    suppression = {"kind": "external", "status": "accepted", "justification": reason}
    facts = {
        "edition": edition.id,
        "reference": found.reference,
        "measured": found.measured,
        "allowed": found.allowed,
        "fix": found.fix,
        "picture": found.picture,
    }
    return {
        "ruleId": found.code,
        "ruleIndex": index[found.code],
        # A result that is left open has no level: SARIF 2.1.0, 3.27.10.
        "kind": "open" if found.is_open else "fail",
        "level": "none" if found.is_open else _LEVELS[found.severity],
        "message": {"text": _plain(". ".join(part for part in (found.message, found.fix) if part))},
        "locations": _locations(found.place),
        # In one run either all results have this list or none has.
        "suppressions": [suppression] if reason else [],
        "properties": {name: value for name, value in facts.items() if value},
    }


def _left_open(report: Report, index: dict[str, int]) -> dict[str, Any]:
    """That a file was not judged, and why: too little is known to say whether something is wrong."""
    return {
        "ruleId": _NOT_JUDGED,
        "ruleIndex": index[_NOT_JUDGED],
        "kind": "open",
        "level": "none",
        "message": {"text": _plain(f"{report.word} by {report.edition.title}, because {report.reason}")},
        "locations": _locations(report.place),
        "suppressions": [],
        "properties": {"edition": report.edition.id},
    }


def _locations(place: Place) -> list[dict[str, Any]]:
    if not place.file:
        return []
    physical: dict[str, Any] = {"artifactLocation": _artifact(path_in_repository(place.file))}
    if place.line:
        physical["region"] = {"startLine": place.line}
        if place.column:
            physical["region"]["startColumn"] = place.column
    location: dict[str, Any] = {"physicalLocation": physical}
    if place.submodel:
        location["logicalLocations"] = [{"name": place.submodel}]
    return [location]


def _artifact(file: str) -> dict[str, str]:
    path = file.replace("\\", "/")
    if _DRIVE.match(path):
        path = f"/{path}"
    if path.startswith("/"):
        return {"uri": f"file://{_quoted(path)}"}
    return {"uri": _quoted(path), "uriBaseId": "%SRCROOT%"}


def _plain(text: str) -> str:
    """A message without placeholders and without links, whatever names are in it."""
    return _LINK.sub("] (", text.replace("{", "{{").replace("}", "}}"))


def _quoted(path: str) -> str:
    """Names that are not valid UTF-8 keep the bytes they have on disk."""
    return quote(path, errors="surrogateescape")
