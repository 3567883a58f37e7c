"""Which rules an edition cites: its own citations over its parent's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from catalog.editions.edition import Citation, CitedNumber, Edition
from catalog.yaml.located_values import Entries, Listing, Scalar, Value
from catalog.yaml.yaml_findings import (
    BACKWARDS,
    MISSING_NUMBER,
    OTHER_SHAPE,
    REMOVES_NOTHING,
    TWICE_GIVEN,
    UNKNOWN_KEY,
    UNKNOWN_RULE,
)
from ldraw_tools.findings import Severity
from ldraw_tools.names import hint, shown
from ldraw_tools.phrases import say

_KEYS = ("reference", "severity", "numbers", "reason")
_MOST = 1_000_000


class KnownRule(NamedTuple):
    """The numbers that editions give a rule, as samples, and those that each of them gives."""

    samples: Mapping[str, CitedNumber]
    needed: frozenset[str]

    @classmethod
    def of(cls, citations: Iterable[Citation]) -> KnownRule:
        numbers = [citation.numbers for citation in citations]
        samples = {name: number for one in numbers for name, number in one.items()}
        return cls(samples=samples, needed=frozenset(samples).intersection(*numbers))


def read_citations(
    value: Value, edition: Edition, known: Mapping[str, KnownRule] | None
) -> dict[str, Citation]:
    """The edition's citations, those of its parent among them; `edition` still has its parent's.

    Where `known` is None, rules and numbers may be new.
    """
    citations = dict(edition.citations)
    for key, one in value.entries().pairs:
        code = key.written
        if known is not None and code not in known:
            key.tell(UNKNOWN_RULE, code=shown(code), hint=hint(code, known))
        elif one.is_null:
            if citations.pop(code, None) is None:
                key.tell(REMOVES_NOTHING, what=code, parent=edition.extends)
        else:
            rule = None if known is None else known[code]
            citations[code] = _citation(code, one, citations.get(code), edition, rule)
    return citations


def _citation(
    code: str, value: Value, parent: Citation | None, edition: Edition, rule: KnownRule | None
) -> Citation:
    # A number may stand beside the other keys: `SYS001: {most: 5}`. None is called like one of those.
    own = () if rule is None else tuple(rule.samples)
    entries = value.entries(*own, *_KEYS, what=say("key of rule {code}", code=code))
    given = _together(entries, entries["numbers"].entries(), own, code)
    numbers = {**(parent.numbers if parent else {}), **_numbers(given, code, rule)}
    for name in sorted(rule.needed if rule else ()):
        if rule and name not in numbers and name not in given:
            example = in_brackets(rule.samples[name])
            entries.tell(MISSING_NUMBER, code=code, name=name, example=example)
    severity = _severity(entries, parent)
    reference = entries["reference"].text(200)
    reason = entries["reason"].text()
    said = Citation(code, reference or edition.short, severity, numbers, reason or "", edition.id)
    if parent is None or reference:
        return replace(said, reason=said.reason or (parent.reason if parent else ""))
    # A number the parent's page doesn't say may not be printed as that page's.
    if (numbers, severity) != (parent.numbers, parent.severity):
        reference = f"{edition.short}, changing {parent.reference}"
        return replace(said, reference=reference, reason=reason or parent.reason)
    return replace(parent, reason=reason, edition=edition.id) if reason else parent


def _together(entries: Entries, numbers: Entries, names: tuple[str, ...], code: str) -> Entries:
    """The numbers below `numbers:` and those beside it."""
    beside = tuple(pair for pair in entries.pairs if pair[0].written in names)
    for key, _ in beside:
        if key.written in numbers:
            key.tell(TWICE_GIVEN, name=key.written, code=code)
    return replace(numbers, told=entries.told, pairs=(*beside, *numbers.pairs))


def _severity(entries: Entries, parent: Citation | None) -> Severity:
    named = entries.need("severity") if parent is None else entries["severity"]
    word = named.choice(reversed(Severity))
    if word:
        return Severity(word)
    return parent.severity if parent else Severity.ERROR


def _numbers(given: Entries, code: str, rule: KnownRule | None) -> dict[str, CitedNumber]:
    numbers: dict[str, CitedNumber] = {}
    for key, one in given.pairs:
        name = key.written
        if rule and name not in rule.samples:
            what = say("number for {code}", code=code)
            key.tell(UNKNOWN_KEY, key=shown(name), what=what, hint=hint(name, rule.samples))
            continue
        number = _number(one)
        if number is not None and (not rule or _is_like(number, rule.samples[name], one)):
            numbers[name] = number
    return numbers


def _number(value: Value) -> CitedNumber | None:
    if not isinstance(value, Listing):
        return value.number(0, _MOST)
    found = [_number(one) for one in value.values]
    numbers = tuple(number for number in found if number is not None)
    return numbers if len(numbers) == len(found) else None


def _is_like(number: CitedNumber, sample: CitedNumber, value: Value) -> bool:
    if _shape(number) != _shape(sample):
        written = value.what if isinstance(value, Scalar) else in_brackets(number)
        wanted = say("numbers in brackets" if isinstance(sample, tuple) else "one number")
        value.tell(OTHER_SHAPE, what=written, wanted=wanted, example=in_brackets(sample))
        return False
    span, usual = _pair(number), _pair(sample)
    if span and usual and usual[0] < usual[1] and span[0] > span[1]:
        value.tell(BACKWARDS, low=span[0], high=span[1])
        return False
    return True


def _pair(number: CitedNumber) -> tuple[float, float] | None:
    match number:
        case (int() | float() as low, int() | float() as high):
            return low, high
    return None


def _shape(number: CitedNumber) -> str:
    """`.` for a number, `(..)` for a pair; a list of pairs may have any number of pairs."""
    if not isinstance(number, tuple):
        return "."
    shapes = [_shape(one) for one in number]
    is_list = bool(shapes) and shapes[0] != "." and shapes == shapes[:1] * len(shapes)
    return f"({''.join(shapes[:1] if is_list else shapes)})"


def in_brackets(number: CitedNumber) -> str:
    """A number, or several, as an edition writes them."""
    return f"[{', '.join(map(in_brackets, number))}]" if isinstance(number, tuple) else f"{number:g}"
