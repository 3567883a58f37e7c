"""What changed, for the terminal and as Markdown: what is new, what is gone, what to buy, verdict last."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from brickyard.changes.change_answer import DesignChange, FactChange, Status, VersionChanges
from brickyard.markdown import escaped, table_lines
from brickyard.markdown import finding_lines as markdown_finding
from brickyard.parts.lots import Lot, pieces_to_buy
from brickyard.terminal import Screen, cut, line_width, wrapped
from ldraw_tools.findings import count_of, printable

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
    screen.lines(screen.paint(line, "bold") for line in wrapped(printable(closing_words(found))))


def _unit_lines(unit: DesignChange, indent: str) -> Iterator[str]:
    yield from _fact_lines(unit.facts, indent)
    for word, names in (("new", unit.systems_added), ("gone", unit.systems_removed)):
        if names and unit.status is Status.CHANGED:
            yield from wrapped(printable(f"{indent}Systems {word}: {', '.join(tallied(names))}"), "", "    ")


def _fact_lines(facts: Sequence[FactChange], indent: str) -> Iterator[str]:
    width = max((len(fact.fact) for fact in facts), default=0)
    for fact in facts:
        if not fact.is_same:
            first = f"{indent}{fact.fact.ljust(width)}  "
            yield from wrapped(printable(fact_words(fact)), first, " " * len(first))


def fact_words(fact: FactChange) -> str:
    return f"{fact.old or 'none'} {ARROW} {fact.new or 'none'}"


def tallied(names: Sequence[str]) -> list[str]:
    """`2 × defense system`."""
    return [f"{number} × {name}" if number > 1 else name for name, number in Counter(names).items()]


def _show_findings(found: VersionChanges | DesignChange, screen: Screen, indent: str) -> None:
    for finding in found.findings_new:
        screen.line(f"{indent}New:")
        screen.finding(finding, indent + "  ")
    for finding in found.findings_gone:
        screen.lines(wrapped(printable(f"{indent}Fixed: {finding.code} {finding.message}"), "", "    "))


def _lot_lines(title: str, lots: Sequence[Lot], everything: bool) -> Iterator[str]:
    if not lots:
        return
    yield f"{title}: {count_of(pieces_to_buy(lots), 'piece')} in {count_of(len(lots), 'lot')}"
    shown = lots if everything else lots[:_SHOWN]
    wide = 22 if line_width() > 80 else 14
    for lot in shown:
        colour = cut(lot.colour_name, wide)
        yield cut(printable(f"  {lot.quantity:5,}  {lot.number or '?':12} {colour:{wide}} {lot.title}"))
    if len(lots) > len(shown):
        yield f"  … and {count_of(len(lots) - len(shown), 'lot')} more (--all shows them)"


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
    yield f"## {escaped(found.name)}: what changed"
    yield ""
    yield from _markdown_facts(found.facts)
    yield from _markdown_findings(found)
    for unit in found.changed_units:
        if found.facts:
            yield from (f"### {escaped(unit.name)}: {unit.status}", "")
        yield from _markdown_facts(unit.facts)
        for word, names in (("new", unit.systems_added), ("gone", unit.systems_removed)):
            if names and unit.status is Status.CHANGED:
                yield from (f"Systems {word}: {escaped(', '.join(tallied(names)))}", "")
        yield from _markdown_findings(unit)
    for title, lots in (("To buy in addition", found.to_buy), ("No longer needed", found.no_longer_needed)):
        if lots:
            yield from (f"{title}, {count_of(pieces_to_buy(lots), 'piece')}:", "")
            rows = [[lot.title, lot.number or "?", lot.colour_name, f"{lot.quantity:,}"] for lot in lots]
            yield from table_lines([["Part", "BrickLink", "Colour", "Pieces"], *rows])
            yield ""
    yield escaped(closing_words(found))


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
            yield f"- {finding.code}: {escaped(finding.message)}"
        yield ""
