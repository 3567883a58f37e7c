"""What changed as one page that needs no other file."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from brickyard.changes.change_answer import DesignChange, FactChange, Status, VersionChanges
from brickyard.changes.change_picture import changed_pair
from brickyard.changes.change_text import closing_words, tallied
from brickyard.facts.verdicts import words_of_finding
from brickyard.notices import notices
from brickyard.parts.lots import Lot, pieces_to_buy
from brickyard.parts.printed_page import page_alone
from brickyard.pictures.picture_files import png_bytes
from ldraw_tools.findings import count_of, printable

_STYLE = Path(__file__).with_name("change_page.css")
_MOST_PICTURES = 12


def changes_html(found: VersionChanges) -> bytes:
    body = "\n".join(_body(found))
    return page_alone(f"{found.name}: what changed", _STYLE, f"<main>\n{body}\n</main>")


def _body(found: VersionChanges) -> Iterator[str]:
    yield f"<h1>{_text(found.name)}: what changed</h1>"
    yield f"<p class=small>{_text(found.old.name)} → {_text(found.new.name)}</p>"
    yield f"<p class=lead>{_text(closing_words(found))}</p>"
    yield from _facts(found.facts)
    yield from _findings(found)
    for place, unit in enumerate(found.changed_units):
        yield from _unit(unit, with_title=bool(found.facts), with_picture=place < _MOST_PICTURES)
    yield from _buy(found)
    yield "<footer>" + "".join(f"<p>{_text(line)}</p>" for line in notices(where="page")) + "</footer>"


def _unit(unit: DesignChange, *, with_title: bool, with_picture: bool) -> Iterator[str]:
    yield "<section>"
    if with_title:
        yield f"<h2>{_text(unit.name)}: {unit.status}</h2>"
    pair = changed_pair(unit) if with_picture else None
    if pair is not None:
        data = base64.b64encode(png_bytes(pair)).decode()
        told = _text(f"{unit.name}, old and new beside each other, changed parts in colour")
        size = f'width="{pair.width}" height="{pair.height}"'
        yield f'<p><img src="data:image/png;base64,{data}" {size} alt="{told}"></p>'
    yield from _facts(unit.facts)
    if unit.status is Status.CHANGED:
        for word, names in (("new", unit.systems_added), ("gone", unit.systems_removed)):
            if names:
                yield f"<p>Systems {word}: {_text(', '.join(tallied(names)))}.</p>"
    yield from _findings(unit)
    yield "</section>"


def _facts(facts: Sequence[FactChange]) -> Iterator[str]:
    changed = [fact for fact in facts if not fact.is_same]
    if not changed:
        return
    yield "<table><thead><tr><th></th><th scope=col>Old</th><th scope=col>New</th></tr></thead><tbody>"
    for fact in changed:
        cells = "".join(f"<td>{_text(value) or '–'}</td>" for value in (fact.old, fact.new))
        yield f"<tr><th scope=row>{_text(fact.fact)}</th>{cells}</tr>"
    yield "</tbody></table>"


def _findings(found: VersionChanges | DesignChange) -> Iterator[str]:
    for title, findings in (("New findings", found.findings_new), ("Fixed", found.findings_gone)):
        if findings:
            yield f"<h3>{title}</h3>\n<ul>"
            for words in map(words_of_finding, findings):
                number = f"<b>{_text(words.number)}</b>" if words.number else ""
                sentence = f"{_text(words.before)}{number}{_text(words.after)}"
                way_out = f" {_text(words.fix)}" if words.fix and title == "New findings" else ""
                yield f"<li>{_text(words.word)} {_text(words.code)}: {sentence}.{way_out}</li>"
            yield "</ul>"


def _buy(found: VersionChanges) -> Iterator[str]:
    for title, lots in (("To buy in addition", found.to_buy), ("No longer needed", found.no_longer_needed)):
        if lots:
            yield f"<section>\n<h2>{title}: {count_of(pieces_to_buy(lots), 'piece')}</h2>"
            yield _table(("Part", "BrickLink", "Colour", "Pieces"), [_row(lot) for lot in lots])
            yield "</section>"


def _row(lot: Lot) -> tuple[str, ...]:
    number = f'<a href="{_text(lot.link)}">{_text(lot.number or "?")}</a>'
    return _text(lot.title), number, _text(lot.colour_name), f"{lot.quantity:,}"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th scope=col>{name}</th>" for name in heads)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table class=lots><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _text(text: str) -> str:
    return escape(printable(text))
