"""Two versions of a design or a force compared: verdict, dice, systems, size, pieces, what to buy."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import ClassVar, NamedTuple

from brickyard.answer_text import escape_markdown, finding_lines as markdown_finding, left_out, table_lines
from brickyard.answers.on_parts import parts_list
from brickyard.facts.design_facts import DesignFacts
from brickyard.facts.force_facts import ForceFacts
from brickyard.facts.judged_designs import DesignFile, JudgedDesign, open_design_files
from brickyard.facts.verdicts import ShownVerdict, errors_in, mean_words
from brickyard.parts.adjusting import changes_since
from brickyard.parts.lots import Lot, pieces_to_buy
from brickyard.terminal import Screen, cut, line_width, wrap_lines
from fleets.forces.force import Force
from fleets.forces.named_files import split_unit
from ldraw_tools.findings import BrickyardError, Finding, count_of, printable
from ldraw_tools.names import shown_file
from ldraw_tools.notebooks import line_of
from ldraw_tools.workspace import Workspace
from validators.judged_files import JudgeSettings
from validators.wording import capital

# Where something is: all lines below an edit are others.
_LINES = re.compile(r":\d+(?::\d+)?|\blines?:? \d+(?:(?:, | and |–)\d+)*")


class Status(StrEnum):
    SAME = "same"
    CHANGED = "changed"
    ADDED = "added"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class FactChange:
    """One fact of both versions, in words; empty where a version has none."""

    __json__: ClassVar = ("fact", "old", "new", "is_same")

    fact: str
    old: str
    new: str

    @property
    def is_same(self) -> bool:
        return self.old == self.new


@dataclass(frozen=True, slots=True)
class DesignChange:
    """A design in both versions, or in one. Systems, rockets and findings are those that only one has."""

    __json__: ClassVar = (
        *("name", "status", "facts", "systems_added", "systems_removed", "findings_new", "findings_gone"),
    )

    name: str
    status: Status
    facts: tuple[FactChange, ...]
    systems_added: tuple[str, ...]
    systems_removed: tuple[str, ...]
    findings_new: tuple[Finding, ...]
    findings_gone: tuple[Finding, ...]
    old: JudgedDesign | None
    new: JudgedDesign | None


@dataclass(frozen=True, slots=True)
class VersionChanges:
    """What `brickyard diff` prints. `facts` and findings are the force's own; a model has none.

    `to_buy` is what the new version needs in addition.
    """

    __json__: ClassVar = (
        *(
            "format",
            "old",
            "new",
            "name",
            "status",
            "facts",
            "findings_new",
            "findings_gone",
            "units",
            "to_buy",
        ),
        *("no_longer_needed",),
    )

    old: Path
    new: Path
    name: str
    facts: tuple[FactChange, ...]
    findings_new: tuple[Finding, ...]
    findings_gone: tuple[Finding, ...]
    units: tuple[DesignChange, ...]
    to_buy: tuple[Lot, ...]
    no_longer_needed: tuple[Lot, ...]
    format: int = 1

    __repr__ = line_of

    @property
    def status(self) -> Status:
        changed = (
            any(not fact.is_same for fact in self.facts)
            or any(unit.status is not Status.SAME for unit in self.units)
            or self.findings_new
            or self.findings_gone
            or self.to_buy
            or self.no_longer_needed
        )
        return Status.CHANGED if changed else Status.SAME

    @property
    def changed_units(self) -> list[DesignChange]:
        return [unit for unit in self.units if unit.status is not Status.SAME]


def changes_between(old: Path, new: Path, settings: JudgeSettings) -> VersionChanges:
    """A path names a model, a manifest, or a unit of one: company.yaml:Name."""
    before, after = _opened(old, settings), _opened(new, settings)
    if before.is_whole_force != after.is_whole_force:
        force, model = (old, new) if before.is_whole_force else (new, old)
        raise BrickyardError(
            f"{force} is a whole force and {model} is one design; compare two of a kind, "
            f"such as {force}:NAME with {model}"
        )
    units = tuple(_matched(before.file.designs, after.file.designs, by_place=not before.is_whole_force))
    whole = before.is_whole_force
    lots = before.lots(settings.workspace), after.lots(settings.workspace)
    findings = _findings(before.file.facts), _findings(after.file.facts)
    return VersionChanges(
        Path(shown_file(old)),
        Path(shown_file(new)),
        after.file.facts.name if whole else units[0].name,
        tuple(_force_facts(before.file, after.file)) if whole else (),
        _only_in(findings[1], findings[0]) if whole else (),
        _only_in(findings[0], findings[1]) if whole else (),
        units,
        changes_since(lots[0], lots[1]).new,
        changes_since(lots[1], lots[0]).new,
    )


class _Version(NamedTuple):
    path: Path
    unit: str
    file: DesignFile

    @property
    def is_whole_force(self) -> bool:
        return self.file.subject is not None and not self.file.is_excerpt

    def lots(self, workspace: Workspace | None) -> tuple[Lot, ...]:
        """None for what is on paper only."""
        if not any(design.model_path for design in self.file.designs):
            return ()
        found = parts_list([self.path], only=(self.unit,) if self.unit else (), workspace=workspace)
        return found.lots


def _opened(path: Path, settings: JudgeSettings) -> _Version:
    files = open_design_files([path], settings)
    if len(files) != 1:
        raise BrickyardError(f"{path}: name one file; this holds {len(files)}")
    subject = files[0].subject
    if (not files[0].designs and subject is None) or (isinstance(subject, Force) and subject.is_partial):
        wrong = errors_in(files[0].facts.findings)
        why = f"{wrong[0].message}. {wrong[0].fix}" if wrong else f"brickyard check {path} says why"
        raise BrickyardError(f"{path}: can't be compared: {why}")
    file, unit = split_unit(str(path)) or (path, "")
    return _Version(file, unit, files[0])


def _matched(
    old: Sequence[JudgedDesign], new: Sequence[JudgedDesign], *, by_place: bool
) -> Iterator[DesignChange]:
    """Designs of one name belong together, then those of one model file; two single designs always do."""
    if by_place and len(old) == len(new) == 1:
        yield design_change(old[0], new[0])
        return
    waiting = list(old)
    pairs: dict[int, JudgedDesign] = {}
    for key in (_name_key, _model_key):
        for place, design in enumerate(new):
            same = (one for one in waiting if key(one) and key(one) == key(design))
            if place not in pairs and (found := next(same, None)) is not None:
                pairs[place] = found
                waiting.remove(found)
    for place, design in enumerate(new):
        yield design_change(pairs.get(place), design)
    for design in waiting:
        yield design_change(design, None)


def _name_key(design: JudgedDesign) -> str:
    return design.name.casefold()


def _model_key(design: JudgedDesign) -> str:
    return design.model_path.name if design.model_path else ""


def design_change(old: JudgedDesign | None, new: JudgedDesign | None) -> DesignChange:
    before, after = old.facts if old else None, new.facts if new else None
    facts = tuple(_design_facts(before, after))
    carried = Counter(_carried(before)), Counter(_carried(after))
    findings = _findings(before), _findings(after)
    added, removed = tuple((carried[1] - carried[0]).elements()), tuple((carried[0] - carried[1]).elements())
    worse, better = _only_in(findings[1], findings[0]), _only_in(findings[0], findings[1])
    if old is None or new is None:
        status = Status.ADDED if old is None else Status.REMOVED
    else:
        moved = added or removed or worse or better or old.digest != new.digest
        is_same = not moved and all(fact.is_same for fact in facts)
        status = Status.SAME if is_same else Status.CHANGED
    name = after.name if after else before.name if before else ""
    return DesignChange(name, status, facts, added, removed, worse, better, old, new)


def _design_facts(old: DesignFacts | None, new: DesignFacts | None) -> Iterator[FactChange]:
    tellers: list[tuple[str, Callable[[DesignFacts], str]]] = [
        ("Name", lambda facts: facts.name),
        ("Verdict", lambda facts: _verdict(facts.verdict)),
        ("Edition", lambda facts: facts.verdict.edition),
        ("Number", lambda facts: f"{facts.count:,}{' spare' if facts.is_spare else ''}"),
        ("Dice", lambda facts: "unknown" if facts.is_unread else facts.notation),
        ("Size", lambda facts: facts.size_text),
        ("Pieces", lambda facts: f"{facts.pieces:,}" if facts.pieces else ""),
        ("Mean damage against 1 blue", lambda facts: mean_words(facts.odds.damage) if facts.odds else ""),
        (_movement(new or old), lambda facts: mean_words(facts.odds.movement) if facts.odds else ""),
        ("Mean spot", lambda facts: mean_words(facts.odds.spot) if facts.odds else ""),
    ]
    for name, told in tellers:
        fact = FactChange(name, told(old) if old else "", told(new) if new else "")
        if fact.old or fact.new:
            yield fact


def _movement(facts: DesignFacts | None) -> str:
    return f"Mean {facts.odds.movement_word}" if facts and facts.odds else "Mean movement"


def _force_facts(old: DesignFile, new: DesignFile) -> Iterator[FactChange]:
    before, after = old.facts, new.facts
    yield FactChange("Name", before.name, after.name)
    yield FactChange("Verdict", _verdict(before.verdict), _verdict(after.verdict))
    yield FactChange("Edition", before.verdict.edition, after.verdict.edition)
    yield FactChange("Fields", before.counts_words, after.counts_words)
    yield FactChange("Game", before.game, after.game)
    yield FactChange("Pieces", f"{before.pieces:,}", f"{after.pieces:,}")


def _verdict(verdict: ShownVerdict) -> str:
    because = f": {verdict.reason}" if verdict.reason else ""
    return f"{verdict.word}{because}"


def _carried(facts: DesignFacts | None) -> list[str]:
    """Each system by its kind: what a piece is called doesn't make it another system."""
    return [capital(one.name) for one in facts.carried] if facts else []


def _findings(facts: DesignFacts | ForceFacts | None) -> tuple[Finding, ...]:
    """With the errors that are accepted: they aren't gone."""
    return (*facts.findings, *(one.finding for one in facts.verdict.accepted)) if facts else ()


def _only_in(these: Sequence[Finding], those: Sequence[Finding]) -> tuple[Finding, ...]:
    """By what they say: lines of a file move whenever it is edited."""
    known = Counter(map(_said, those))
    found = []
    for finding in these:
        if known[_said(finding)]:
            known[_said(finding)] -= 1
        else:
            found.append(finding)
    return tuple(found)


def _said(finding: Finding) -> tuple[str, str]:
    return finding.code, _LINES.sub("", finding.message.replace(finding.place.name, ""))


_SHOWN = 20
ARROW = "→"


def show(found: VersionChanges, screen: Screen, everything: bool = False) -> None:
    screen.line(screen.paint(printable(f"{found.name}: {found.old} {ARROW} {found.new}"), "bold"))
    screen.lines(_fact_lines(found.facts, "  "))
    _show_findings(found, screen, "  ")
    for unit in found.changed_units:
        alone = not found.facts
        if not alone:
            screen.line()
            screen.line(screen.paint(printable(f"{unit.name}: {unit.status}"), "bold"))
        screen.lines(_unit_lines(unit, "  "))
        _show_findings(unit, screen, "  ")
    screen.line()
    screen.lines(_lot_lines("To buy in addition", found.to_buy, everything))
    screen.lines(_lot_lines("No longer needed", found.no_longer_needed, everything))
    screen.lines(screen.paint(line, "bold") for line in wrap_lines(printable(closing_words(found))))


def _unit_lines(unit: DesignChange, indent: str) -> Iterator[str]:
    yield from _fact_lines(unit.facts, indent)
    for word, names in (("new", unit.systems_added), ("gone", unit.systems_removed)):
        if names and unit.status is Status.CHANGED:
            yield from wrap_lines(printable(f"{indent}Systems {word}: {', '.join(tally(names))}"), "", "    ")


def _fact_lines(facts: Sequence[FactChange], indent: str) -> Iterator[str]:
    width = max((len(fact.fact) for fact in facts), default=0)
    for fact in facts:
        if not fact.is_same:
            first = f"{indent}{fact.fact.ljust(width)}  "
            yield from wrap_lines(printable(fact_words(fact)), first, " " * len(first))


def fact_words(fact: FactChange) -> str:
    return f"{fact.old or 'none'} {ARROW} {fact.new or 'none'}"


def tally(names: Sequence[str]) -> list[str]:
    """`2 × defense system`."""
    return [f"{number} × {name}" if number > 1 else name for name, number in Counter(names).items()]


def _show_findings(found: VersionChanges | DesignChange, screen: Screen, indent: str) -> None:
    for finding in found.findings_new:
        screen.line(f"{indent}New:")
        screen.finding(finding, indent + "  ")
    for finding in found.findings_gone:
        screen.lines(wrap_lines(printable(f"{indent}Fixed: {finding.code} {finding.message}"), "", "    "))


def _lot_lines(title: str, lots: Sequence[Lot], everything: bool) -> Iterator[str]:
    if not lots:
        return
    yield f"{title}: {count_of(pieces_to_buy(lots), 'piece')} in {count_of(len(lots), 'lot')}"
    shown = lots if everything else lots[:_SHOWN]
    wide = 22 if line_width() > 80 else 14
    for lot in shown:
        colour = cut(lot.colour_name, wide)
        yield cut(printable(f"  {lot.quantity:5,}  {lot.number or '?':12} {colour:{wide}} {lot.title}"))
    yield from left_out(len(lots) - len(shown), "lot")


def closing_words(found: VersionChanges) -> str:
    """One sentence: whether anything changed, and whether the verdict did."""
    if found.status is Status.SAME:
        return "Nothing changed."
    facts = found.facts or found.units[0].facts
    verdict = next((fact for fact in facts if fact.fact == "Verdict"), None)
    if verdict is None or verdict.is_same:
        return f"Changed; the verdict is still {verdict.new}." if verdict else "Changed."
    return f"The verdict changed: {fact_words(verdict)}."


def markdown_lines(found: VersionChanges) -> Iterator[str]:
    yield f"## {escape_markdown(found.name)}: what changed"
    yield ""
    yield from _markdown_facts(found.facts)
    yield from _markdown_findings(found)
    for unit in found.changed_units:
        if found.facts:
            yield from (f"### {escape_markdown(unit.name)}: {unit.status}", "")
        yield from _markdown_facts(unit.facts)
        for word, names in (("new", unit.systems_added), ("gone", unit.systems_removed)):
            if names and unit.status is Status.CHANGED:
                yield from (f"Systems {word}: {escape_markdown(', '.join(tally(names)))}", "")
        yield from _markdown_findings(unit)
    for title, lots in (("To buy in addition", found.to_buy), ("No longer needed", found.no_longer_needed)):
        if lots:
            yield from (f"{title}, {count_of(pieces_to_buy(lots), 'piece')}:", "")
            rows = [[lot.title, lot.number or "?", lot.colour_name, f"{lot.quantity:,}"] for lot in lots]
            yield from table_lines([["Part", "BrickLink", "Colour", "Pieces"], *rows])
            yield ""
    yield escape_markdown(closing_words(found))


def _markdown_facts(facts: Sequence[FactChange]) -> Iterator[str]:
    rows = [[fact.fact, fact.old, fact.new] for fact in facts if not fact.is_same]
    if rows:
        yield from table_lines([["", "Old", "New"], *rows])
        yield ""


def _markdown_findings(found: VersionChanges | DesignChange) -> Iterator[str]:
    if found.findings_new:
        yield from ("New findings:", "")
        for finding in found.findings_new:
            yield from markdown_finding(finding)
        yield ""
    if found.findings_gone:
        yield from ("Fixed:", "")
        for finding in found.findings_gone:
            yield f"- {finding.code}: {escape_markdown(finding.message)}"
        yield ""
