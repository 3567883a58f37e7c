"""A group's own edition to a report: what is wrong with it, and how it differs from what it extends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from catalog.editions.citations import bracketed
from catalog.editions.edition import Citation, Edition, OptionValue
from catalog.editions.loading import edition_over_parent
from catalog.yaml.yaml_findings import NUMBER_FOR_NOTHING
from fleets.dice.vocabulary import vocabulary_of
from ldraw_tools.file_overlay import bytes_for
from ldraw_tools.findings import Finding, Place
from ldraw_tools.names import path_from_here
from validators.demand_judging import demand_in_words
from validators.explain import unknown_code
from validators.report import EDITION, Report
from validators.rule import Ruling, rules


def edition_report(path: Path) -> Report:
    """Everything that is wrong with an edition; if nothing is, how it differs from its parent."""
    file = path_from_here(path)
    found, parent, findings = edition_over_parent(path, file)
    if found:
        named = (found.may_suppress or {}).items()
        unknown = filter(None, (unknown_code(code, place) for code, place in named))
        findings = [*findings, *_wrong_numbers(found, path, file), *unknown]
    shown = found or Edition(id=path.stem, title=Path(file).name, game="")
    ruling = Ruling(shown, vocabulary_of(shown))
    said = _lines(found, parent) if found else ()
    lines = tuple(f"  {line}" for line in said)
    return Report(shown.title, EDITION, Place(file), ruling, lines=lines, own_findings=tuple(findings))


def _wrong_numbers(text: Edition, path: Path, file: str) -> Iterator[Finding]:
    """Numbers that only the rules themselves can check: half a system, a pair instead of one number."""
    for code, cited in text.citations.items():
        for name, wanted in rules()[code].wrong_numbers(text) if code in rules() else ():
            written = (bytes_for(path) or path.read_bytes()).decode("utf-8", "replace").splitlines()
            line = next((at for at, one in enumerate(written, 1) if re.match(rf"\s*{code}\b", one)), 0)
            number = bracketed(cited.numbers[name])
            yield NUMBER_FOR_NOTHING.at(
                Place(file, line), name=name, code=code, number=number, wanted=wanted, example=f"{name}: 3"
            )


def _lines(text: Edition, parent: Edition | None) -> Iterator[str]:
    if parent is None:
        yield f"Extends no other edition: {len(text.citations)} rules."
    else:
        yield f"Extends {parent.title} ({parent.id})."
        yield from _changed_rules(text, parent)
        yield from _changed_options(text, parent)
    if text.may_suppress is not None:
        yield f"A list may suppress {', '.join(text.may_suppress) or 'nothing'}."
    yield from (f"Demands: {demand_in_words(demand, text)}" for demand in text.demands.values())


def _changed_rules(text: Edition, parent: Edition) -> Iterator[str]:
    for code, cited in text.citations.items():
        before = parent.citations.get(code)
        if before is None:
            yield f"{code} is added: {cited.severity}{_numbers(cited)}. {_title(code)}"
        elif before != cited:
            changes = list(_changes(cited, before)) or ["other words"]
            yield f"{code} is changed: {', '.join(changes)}. {_title(code)}"
    for code in parent.citations:
        if code not in text.citations:
            yield f"{code} is removed. {_title(code)}"


def _changes(cited: Citation, before: Citation) -> Iterator[str]:
    for name, number in cited.numbers.items():
        if number != before.numbers.get(name):
            yield f"{name} {bracketed(number)} instead of {bracketed(before.numbers.get(name, ()))}"
    if cited.severity != before.severity:
        yield f"{cited.severity} instead of {before.severity}"


def _changed_options(text: Edition, parent: Edition) -> Iterator[str]:
    for name, option in text.options.items():
        if option != parent.options.get(name):
            agreed = (
                "" if option.default is None else f": {_said(option.default)}, unless a force says otherwise"
            )
            yield f"Option {name} is changed{agreed}."
    for name in parent.options:
        if name not in text.options:
            yield f"Option {name} is removed."


def _said(value: OptionValue) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def _numbers(cited: Citation) -> str:
    return "".join(f", {name} {bracketed(number)}" for name, number in cited.numbers.items())


def _title(code: str) -> str:
    return rules()[code].title if code in rules() else ""
