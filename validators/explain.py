"""Everything about a code: its message, reason and fix, and each edition's source for it."""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, NamedTuple

from catalog.editions.edition import Citation, Edition
from fleets.forces.manifest_findings import UNKNOWN_CODE
from ldraw_tools.findings import BrickyardError, Finding, Kind, Place, Severity, and_more, printable
from ldraw_tools.names import did_you_mean, nearest
from ldraw_tools.notebooks import line_of
from ldraw_tools.phrases import say
from validators.demand_judging import demand_in_words, demands_judged_by
from validators.rule import rules

# The modules that declare kinds of findings; reading a file gives these, whatever the edition.
DECLARING = (
    "ldraw_tools.model_findings",
    "catalog.yaml.yaml_findings",
    "fleets.notation.notation_findings",
    "fleets.tagging.tag_findings",
    "fleets.forces.manifest_findings",
    "fleets.forces.manifest_findings",
    "fleets.forces.manifest_findings",
    "catalog.shops.shop_findings",
    "catalog.shops.shop_findings",
)


_MOST_ABOUT = 6
_FILLED_IN = re.compile(r"\{(\w+)[^{}]*\}")
# A placeholder that follows a word without a blank is filled only in some cases.
_ADDED = re.compile(r"(?<=[\w”)])(?:\{\w+[^{}]*\})+")


class CitedBy(NamedTuple):
    """How one edition cites a rule; `written_by` is the id of the edition that wrote the citation.

    `demands` are those that it judges by, in words.
    """

    id: str
    title: str
    version: str
    reference: str
    severity: Severity
    numbers: Mapping[str, Any]
    reason: str
    written_by: str
    demands: tuple[str, ...] = ()

    @property
    def is_inherited(self) -> bool:
        return bool(self.written_by) and self.written_by != self.id


@dataclass(frozen=True, slots=True)
class Explanation:
    """`message` and `fix` are templates. A finding of reading has a severity, a rule has citations.

    It is what `brickyard explain --format json` prints.
    """

    __json__: ClassVar = (
        *("format", "code", "name", "title", "reason", "message", "fix", "severity", "cited_by"),
    )

    code: str
    name: str
    title: str
    reason: str
    message: str
    fix: str
    severity: Severity | None = None
    cited_by: tuple[CitedBy, ...] = ()
    format: int = 1

    __repr__ = line_of


def explain(code: str, editions: Iterable[Edition]) -> Explanation:
    """By code, by a rule's name in any case, or by words that only one of them has."""
    wanted = _code_of(code)
    if wanted in rules():
        return _rule(wanted, editions)
    if wanted in kinds():
        return _kind(kinds()[wanted])
    about = codes_about(code)
    if len(about) == 1:
        return explain(about[0], editions)
    near = difflib.get_close_matches(wanted, known_codes(), n=3, cutoff=0.5)
    hint = f"; did you mean {' or '.join(near)}?" if near else ""
    if about:
        listed = and_more([f"{one} ({subject_of(one).removesuffix('.')})" for one in about], _MOST_ABOUT)
        hint = f"; these are about it: {listed}"
    raise BrickyardError(f"no rule has the code “{printable(code)}”{hint}")


def codes_about(words: str) -> list[str]:
    """The codes whose rule has all the words: in its name and title first, then in its reason and message."""
    wanted = [word.removesuffix("s") for word in words.casefold().split()]
    heads = {code: f"{one.name} {one.title}" for code, one in rules().items()}
    heads |= {code: one.template for code, one in kinds().items()}
    others = {code: f"{one.reason} {one.message}" for code, one in rules().items()}
    found: dict[str, None] = {}
    for texts in (heads, {code: f"{head} {others.get(code, '')}" for code, head in heads.items()}):
        for code, text in texts.items():
            plain = text.replace("_", " ").casefold()
            if wanted and all(word in plain for word in wanted):
                found[code] = None
    return list(found)


def as_said(template: str) -> str:
    """A message or a fix, with <words> in place of names and numbers."""
    if _FILLED_IN.fullmatch(template):
        return "depends on the case; each finding says it"
    text = _FILLED_IN.sub(lambda found: f"<{found[1].replace('_', ' ')}>", _ADDED.sub("", template))
    return text.replace("{{", "{").replace("}}", "}")


def unknown_code(code: str, place: Place) -> Finding | None:
    """That what is written at this place is no code; None if it is one."""
    near = nearest(code, known_codes())
    hint = did_you_mean(near) if near else say("Leave it out; brickyard rules lists the codes.")
    return None if near == code else UNKNOWN_CODE.at(place, code=code, hint=hint)


def subject_of(code: str) -> str:
    """What a code is about, in one line; nothing for a code that isn't known."""
    if code in rules():
        return rules()[code].title
    return as_said(kinds()[code].template) if code in kinds() else ""


def known_codes() -> list[str]:
    return sorted({*rules(), *kinds()})


@cache
def kinds() -> dict[str, Kind]:
    """The findings that reading can give, by code."""
    found: dict[str, Kind] = {}
    for name in DECLARING:
        if importlib.util.find_spec(name):
            module = importlib.import_module(name)
            found |= {kind.code: kind for kind in vars(module).values() if isinstance(kind, Kind)}
    return dict(sorted(found.items()))


def _code_of(text: str) -> str:
    by_name = {rule.name: code for code, rule in rules().items()}
    return by_name.get(text.strip().lower().replace("-", "_"), text.strip().upper())


def _rule(code: str, editions: Iterable[Edition]) -> Explanation:
    rule = rules()[code]
    cited = tuple(_cited_by(each, each.citations[code]) for each in editions if each.cites(code))
    return Explanation(code, rule.name, rule.title, rule.reason, rule.message, rule.fix, cited_by=cited)


def _cited_by(edition: Edition, cited: Citation) -> CitedBy:
    return CitedBy(
        edition.id,
        edition.title,
        edition.version,
        cited.reference,
        cited.severity,
        cited.numbers,
        cited.reason,
        cited.edition,
        tuple(demand_in_words(one, edition) for one in demands_judged_by(cited.code, edition)),
    )


def _kind(kind: Kind) -> Explanation:
    return Explanation(kind.code, "", "", "", kind.template, kind.fix, severity=kind.severity)
