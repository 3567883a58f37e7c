"""`brickyard explain`: one rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

import brickyard
from brickyard.commands import options
from brickyard.commands.options import OVER_HTTP, Format
from brickyard.terminal import Screen, wrap_lines

if TYPE_CHECKING:
    from validators.explain import CitedBy, Explanation


def _complete_code(incomplete: str) -> list[str]:
    from validators.explain import known_codes

    return [one for one in known_codes() if one.startswith(incomplete)]


def explain(
    code: Annotated[
        str,
        typer.Argument(
            metavar="CODE",
            help='Such as SYS001 or LDR030, or words: "split weapon".',
            autocompletion=_complete_code,
        ),
        OVER_HTTP,
    ],
    edition: options.ReadEditionOption = "",
    form: options.FormatOption = Format.TEXT,
) -> None:
    """Explain one rule or finding: its reason, how to fix it, and what every edition says.

    For example: brickyard explain SYS001
    """
    found = brickyard.explain(code, edition)
    if form is Format.JSON:
        Screen().document(found)
        return
    _show(found, Screen())


def _show(found: Explanation, screen: Screen) -> None:
    from validators.explain import as_said

    screen.line(
        screen.paint(" ".join(word for word in (found.code, found.name.replace("_", " ")) if word), "bold")
    )
    for text in (found.title, found.reason):
        screen.lines(wrap_lines(text, "  "))
    screen.line()
    screen.lines(wrap_lines(f"Message: {as_said(found.message)}", "  "))
    if found.fix:
        screen.lines(wrap_lines(f"Fix: {as_said(found.fix)}", "  "))
    if found.severity is not None:
        screen.lines(wrap_lines(f"Severity: {found.severity}, whatever the edition.", "  "))
    for cited in found.cited_by:
        _show_citation(cited, screen)


def _show_citation(cited: CitedBy, screen: Screen) -> None:
    from catalog.editions.citations import in_brackets

    screen.line()
    origin = f", as in {cited.written_by}" if cited.is_inherited else ""
    text = f"{cited.title} ({cited.id}): {cited.severity}, {cited.reference}{origin}"
    screen.lines(wrap_lines(text, "  ", "      "))
    if cited.numbers:
        numbers = ", ".join(f"{name} {in_brackets(value)}" for name, value in cited.numbers.items())
        screen.lines(wrap_lines(f"Numbers: {numbers}", "    "))
    screen.lines(wrap_lines(cited.reason, "    "))
    for demand in cited.demands:
        screen.lines(wrap_lines(demand, "    - ", "      "))
