"""Lists, campaigns and editions to start from; of an edition everything that can be changed, as comments."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from catalog.editions.citations import in_brackets
from catalog.editions.demands import WORDS
from catalog.editions.edition import Edition, OptionSpec
from catalog.editions.loading import edition, edition_for, shipped_editions
from fleets.forces.brought_lists import MOST_CHARACTERS, pick_list, read_brought
from fleets.forces.brought_manifest import manifest_of
from ldraw_tools.findings import BrickyardError, Finding, printable
from ldraw_tools.notebooks import line_of
from ldraw_tools.reading.document import read_bytes
from validators.rule import rules
from validators.wording import listed

# The manifests; an edition's file is made from what it extends.
STARTERS: Mapping[str, str] = {
    kind: Path(__file__).with_name("data").joinpath("starters", f"{kind}.yaml").read_text("utf-8")
    for kind in ("company", "fleet", "mech", "campaign")
}


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
            numbers = {name: in_brackets(number) for name, number in cited.numbers.items()}
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


def starter(kind: str, extends: str = "", beside: Path | None = None) -> str:
    """The text of a file to start from; an edition extends another, as seen from the folder it is for."""
    if kind in STARTERS:
        if extends:
            raise BrickyardError(f"--extends is for brickyard new edition, not for a {kind}")
        return STARTERS[kind]
    if kind != "edition":
        raise BrickyardError(f"{printable(kind)}: choose {listed([*STARTERS, 'edition'], 'or')}")
    parent = edition(extends) if extends else edition_for("frames")
    if parent.id not in shipped_editions():
        parent = replace(parent, id=Path(os.path.relpath(extends, beside or Path())).as_posix())
    return edition_starter(parent)


@dataclass(frozen=True, slots=True)
class NewFile:
    """The text of a new file; `findings` name what of a brought list can't be read; `path` is where it is."""

    kind: str
    text: str
    findings: tuple[Finding, ...] = ()
    path: Path | None = None

    __repr__ = line_of


def brought(kind: str, source: str, pick: str) -> NewFile:
    """A manifest from a list of another program: a file, a link, or the text itself."""
    if kind not in ("company", "fleet"):
        raise BrickyardError(f"--from brings a company or a fleet, not a {kind}")
    is_text = "://" in source or "\n" in source or source.lstrip()[:1] in ("{", "[")
    text = source if is_text else read_bytes(Path(source), 4 * MOST_CHARACTERS).decode("utf-8", "replace")
    file = "the list" if is_text else source
    lists, findings = read_brought(text, kind, file)
    return NewFile(kind, manifest_of(pick_list(lists, pick, file)), tuple(findings))
