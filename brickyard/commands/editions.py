"""`brickyard editions`: the texts to judge by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated

import typer

import brickyard
from brickyard.commands import options
from brickyard.commands.options import Format, OverHttp
from brickyard.terminal import Screen, wrap_lines

if TYPE_CHECKING:
    from catalog.editions.edition import Edition


def editions(
    edition: Annotated[
        str,
        typer.Argument(
            metavar="[ID]", help="Show this edition's numbers.", autocompletion=options.complete_edition
        ),
        OverHttp("edition"),
    ] = "",
    form: options.FormatOption = Format.TEXT,
) -> None:
    """List the editions of the rules that brickyard knows, or show the numbers of one.

    For example: brickyard editions rapid-attack
    """
    screen, found = Screen(), brickyard.editions(edition)
    if form is Format.JSON:
        screen.document(found)
        return
    for text in found.texts:
        _show(text, screen, with_tables=bool(edition))
    if not edition:
        screen.line()
        about = (
            "brickyard editions ID shows an edition's numbers. Your group's own edition is a YAML file with "
            "“extends: ID” and what differs; use it with --edition FILE."
        )
        screen.lines(wrap_lines(about, "  "))


def _show(each: Edition, screen: Screen, with_tables: bool) -> None:
    extends = f", extends {each.extends}" if each.extends else ""
    screen.line(screen.paint(each.id, "bold") + f"  {each.title}{extends}")
    screen.line(f"    version {each.version} ({each.date})" if each.version else "    no version")
    about = f"{len(each.citations)} rules cited; options: {', '.join(each.options) or 'none'}"
    screen.lines(wrap_lines(about, "    "))
    if with_tables:
        _show_tables(each, screen)


def _show_tables(each: Edition, screen: Screen) -> None:
    from catalog.editions.tables import EditionTables
    from catalog.yaml.typed_reading import as_written
    from validators.demand_judging import demand_in_words

    for demand in each.demands.values():
        screen.lines(wrap_lines(f"demand {demand.name}: {demand_in_words(demand, each)}", "    "))
    for option in each.options.values():
        screen.lines(wrap_lines(f"option {option.name}: {option.title} ({option.reference})", "    "))
    for name, table in as_written(each, EditionTables).items():
        screen.line(f"    {name}")
        for label, value in _rows(table):
            screen.lines(wrap_lines(f"{label}: {_plain(value)}", "      "))


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
