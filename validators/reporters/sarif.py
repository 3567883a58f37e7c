"""A report as SARIF 2.1.0, the form in which code hosts and editors exchange findings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any
from urllib.parse import quote

from catalog.editions.edition import Edition
from ldraw_tools.findings import Finding, Place, Severity
from validators.explain import kinds
from validators.report import Report
from validators.reporters.github import path_in_repository
from validators.rule import rules

VERSION = "2.1.0"
SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_NOT_JUDGED = "NOT-JUDGED"
_LINK = re.compile(r"\]\(")
_DRIVE = re.compile(r"^[A-Za-z]:/")


def document(reports: Sequence[Report], tool_version: str) -> dict[str, Any]:
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
