"""The jobs of `brickyard rules`, `explain` and `editions`: what is judged, why, and by which text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from brickyard.terminal import Screen, wrapped
from catalog.editions.edition import Edition
from catalog.editions.loading import building, edition, shipped_editions
from catalog.editions.tables import Tables
from catalog.yaml.typed_reading import as_written
from validators.book import rules
from validators.explain import CitedBy, Explanation
from validators.explain import explain as explanation_of

_FILLED_IN = re.compile(r"\{(\w+)[^{}]*\}")


def _editions(name: str = "") -> list[Edition]:
    return [edition(name)] if name else [edition(each) for each in shipped_editions()]


def list_rules(name: str = "") -> int:
    """Every rule, or those of one edition with severity and page."""
    screen = Screen()
    chosen = _editions(name)[0] if name else None
    for code, rule in rules().items():
        if chosen is None:
            screen.lines(wrapped(rule.title, f"{code}  ", " " * 8))
        elif chosen.cites(code):
            cited = chosen.citations[code]
            screen.lines(wrapped(rule.title, f"{code}  {cited.severity!s:8} ", " " * 17))
            screen.lines(wrapped(cited.reference, " " * 17))
    screen.line()
    about = f"{chosen.title} ({chosen.id}, version {chosen.version})" if chosen else "all editions"
    screen.lines(wrapped(f"Rules of {about}. brickyard explain CODE says more."))
    return 0


def explain(code: str, name: str = "") -> int:
    screen = Screen()
    _show(explanation_of(code, [*_editions(name), building()]), screen)
    return 0


def _show(found: Explanation, screen: Screen) -> None:
    screen.line(
        screen.paint(" ".join(word for word in (found.code, found.name.replace("_", " ")) if word), "bold")
    )
    for text in (found.title, found.reason):
        _paragraph(text, screen)
    screen.line()
    _paragraph(f"It says: {_as_said(found.message)}", screen)
    if found.fix:
        _paragraph(f"Way out: {_as_said(found.fix)}", screen)
    if found.severity is not None:
        _paragraph(f"Severity: {found.severity}, whatever the edition.", screen)
    for cited in found.cited_by:
        _show_citation(cited, screen)


def _as_said(message: str) -> str:
    """With a gap where a name or a number will stand."""
    return _FILLED_IN.sub(r"<\1>", message)


def _show_citation(cited: CitedBy, screen: Screen) -> None:
    screen.line()
    origin = f", as in {cited.written_by}" if cited.is_inherited else ""
    text = f"{cited.title} ({cited.id}): {cited.severity}, {cited.reference}{origin}"
    screen.lines(wrapped(text, "  ", "      "))
    if cited.numbers:
        _paragraph(f"Numbers: {_numbers(cited.numbers)}", screen, "    ")
    _paragraph(cited.reason, screen, "    ")


def _numbers(numbers: Mapping[str, object]) -> str:
    return ", ".join(f"{name} {value}" for name, value in numbers.items())


def list_editions(name: str = "") -> int:
    screen = Screen()
    for each in _editions(name):
        extends = f", extends {each.extends}" if each.extends else ""
        screen.line(screen.paint(each.id, "bold") + f"  {each.title}{extends}")
        screen.line(f"    version {each.version} ({each.date})")
        cited = len(each.citations)
        _paragraph(f"{cited} rules cited; options: {', '.join(each.options) or 'none'}", screen, "    ")
        if name:
            _show_tables(each, screen)
    if not name:
        screen.line()
        _paragraph(
            "brickyard editions ID shows an edition's numbers. A group's own edition is a YAML file with "
            "“extends: ID” and what differs; use it with --edition FILE.",
            screen,
        )
    return 0


def _show_tables(each: Edition, screen: Screen) -> None:
    for option in each.options.values():
        _paragraph(f"option {option.name}: {option.title} ({option.reference})", screen, "    ")
    for name, table in as_written(each, Tables).items():
        screen.line(f"    {name}")
        for label, value in _rows(table):
            _paragraph(f"{label}: {_plain(value)}", screen, "      ")


def _rows(table: object, label: str = "") -> Iterator[tuple[str, object]]:
    """The rows of a table of tables, each with the way to it."""
    for key, value in table.items() if isinstance(table, Mapping) else ():
        here = f"{label} {key}".strip()
        if isinstance(value, Mapping) and any(isinstance(each, Mapping) for each in value.values()):
            yield from _rows(value, here)
        else:
            yield here, value


def _plain(value: object) -> str:
    """A table's row in words: `stations 3, frames [4, 6]`."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_plain(each)}" for key, each in value.items())
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(_plain(each) for each in value)}]"
    return str(value)


def _paragraph(text: str, screen: Screen, indent: str = "  ") -> None:
    screen.lines(wrapped(text, indent))
