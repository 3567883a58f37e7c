"""What to pack as Markdown with boxes to tick: for a chat, a forum or a printer."""

from __future__ import annotations

from collections.abc import Iterator

from brickyard.markdown import escaped
from brickyard.packing.document import PackDocument, Table, dice_name
from brickyard.packing.text import cell, explanations, things, verdict


def markdown_lines(packed: PackDocument) -> Iterator[str]:
    for number, table in enumerate(packed.tables):
        if number:
            yield ""
        yield f"# {escaped(table.edition.title)} ({escaped(table.edition.version)})"
        for player in table.players:
            yield ""
            yield f"## {escaped(player.name)}"
            yield ""
            for model in player.models:
                yield f"- [ ] {model.count} × {escaped(model.name)} ({model.role})"
            for row in player.dice:
                name = dice_name(row.colour, row.sides)
                yield f"- [ ] {row.bring} × {name}{_of_which(row.one_turn, row.beside)}"
        yield ""
        yield f"## {'The table' if len(table.players) > 1 else 'Besides'}"
        yield ""
        for sentence in things(table):
            yield f"- [ ] {escaped(sentence)}"
        yield ""
        if len(table.players) > 1:
            yield from _markdown_table(table)
            yield ""
        for sentence in (*explanations(table), *table.notes):
            yield escaped(sentence)
            yield ""
        yield f"**{escaped(verdict(table))}**"
    for finding in packed.findings:
        yield ""
        place = finding.file + (f":{finding.line}:{finding.column}" if finding.line else "")
        yield f"- {finding.severity} {finding.code}, {escaped(place)}: {escaped(finding.message)}"


def _of_which(one_turn: int, beside: int) -> str:
    return f" ({one_turn} in one roll, {beside} may lie beside units)" if beside else ""


def _markdown_table(table: Table) -> Iterator[str]:
    compared = any(row.have is not None for row in table.dice)
    heads = ["dice", "a set each", "at least", *(["have", "missing"] if compared else [])]
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    for row in table.dice:
        cells = [dice_name(row.colour, row.sides), f"{row.set_each}", f"{row.at_least}"]
        cells += [cell(row.have), cell(row.missing_for_a_set_each)] if compared else []
        yield f"| {' | '.join(cells)} |"
