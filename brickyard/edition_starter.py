"""A group's own edition to start from: everything that can be changed, as comments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from catalog.editions.citations import bracketed
from catalog.editions.demands import WORDS
from catalog.editions.edition import Edition, OptionSpec
from validators.rule import rules
from validators.wording import listed

_HEAD = """\
# House rules. See whether they can be used:  brickyard check THIS-FILE
# Judge by them:  brickyard check company.yaml --edition THIS-FILE
# or write  edition: THIS-FILE  in the manifest of a company.
extends: {id}
title: Our house rules
# What a finding cites as its page, if you give no reference of your own.
short: House rules

# Everything below is as in {title}.
# To change something, delete the # in front of it and change it.
"""
_RULES = """
rules:
  # severity: is error, warning or info. reference: and reason: are yours to write.
  # A code with nothing after it removes the rule.
"""
_MAY_SUPPRESS = """
# Which findings a list may suppress; without this line, all of them.
# may-suppress: none  # or some codes: [SIZ001, LNT001]
"""
_OPTIONS = """
options:
  # What is taken as agreed on, unless a company says otherwise.
"""
_DEMANDS = """
demands:
  # Your own design rules, each with a name: at-least: or at-most: a number of systems, weapons, dice
  # or units, for each {each}.
"""
_EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "frames": (
        "spotters: {each: company, dice: yellow, at-least: 1, says: Every company can spot}",
        "blades: {each: frame, range: hand-to-hand, at-least: 1, severity: warning}",
        "few-guns: {each: company, range: [direct, artillery], at-most: 8, reference: our vote of 3 May}",
        "one-shield: {each: frame, systems: defense, at-most: 1}",
        "depots: {each: company, units: station, at-least: 2}",
    ),
    "fleet": (
        "escorts: {each: fleet, units: frigate, at-least: 1, says: No fleet sails without an escort}",
        "spotters: {each: ship, dice: yellow, at-least: 1, severity: warning}",
        "few-guns: {each: capital, range: [assault, support], at-most: 2, reference: our vote of 3 May}",
        "carriers: {each: fleet, systems: catapult, at-most: 3}",
    ),
}
_SAMPLES: Mapping[str, str] = {"flag": "true", "number": "3", "decimal": "3", "list": "[vacuum]"}


def edition_starter(parent: Edition) -> str:
    """A file that extends an edition; as it is, it changes nothing."""
    text = _HEAD.format(id=parent.id, title=parent.title) + _RULES
    text += "".join(f"  # {line}\n" for line in _rules(parent))
    if parent.options:
        text += _OPTIONS
        text += "".join(f"  # {_option(option)}\n" for option in parent.options.values())
    if examples := _EXAMPLES.get(parent.game):
        text += _DEMANDS.format(each=listed(WORDS[parent.game].each, "or"))
        text += "".join(f"  # {line}\n" for line in examples)
    return text + _MAY_SUPPRESS


def _rules(parent: Edition) -> Iterator[str]:
    for code, rule in rules().items():
        if cited := parent.citations.get(code):
            numbers = {name: bracketed(number) for name, number in cited.numbers.items()}
            said = ", ".join(f"{key}: {one}" for key, one in {**numbers, "severity": cited.severity}.items())
            yield f"{code}: {{{said}}}  # {rule.title}"


def _option(option: OptionSpec) -> str:
    sample = option.choices[0] if option.choices else _SAMPLES.get(option.kind, "")
    if option.low is not None:
        sample = str(max(option.low, 3))
    if option.default is not None and not isinstance(option.default, bool | tuple):
        sample = str(option.default)
    listed = f"[{sample}]" if option.kind == "list" and not sample.startswith("[") else sample
    return f"{option.name}: {{default: {listed}}}  # {option.title}"
