"""A tournament for people: who does best and who beats whom first, then every pair as a table."""

from __future__ import annotations

from collections.abc import Iterator

from brickyard.answer_text import aligned, escape_markdown, table_lines
from brickyard.battle_values.battle_text import rests_on
from brickyard.battle_values.tournament_answer import TournamentAnswer, TournamentForce, span_words
from brickyard.terminal import wrap_lines
from ldraw_tools.findings import count_of, listed, printable
from validators.reporters.text import TextPaint


def text_lines(found: TournamentAnswer, paint: TextPaint) -> Iterator[str]:
    first, *rest = sentences(found)
    yield from (paint(line, "bold") for line in wrap_lines(first))
    for sentence in rest:
        yield from wrap_lines(sentence)
    yield ""
    yield from aligned(value_rows(found))
    yield ""
    for sentence in rest_lines(found):
        yield from wrap_lines(sentence)


def markdown_lines(found: TournamentAnswer) -> Iterator[str]:
    first, *rest = map(escape_markdown, sentences(found))
    yield f"**{first}**"
    yield ""
    yield from (f"- {sentence}" for sentence in rest)
    yield ""
    yield from table_lines(value_rows(found))
    yield ""
    yield escape_markdown(" ".join(rest_lines(found)))


def sentences(found: TournamentAnswer) -> Iterator[str]:
    """Who does best; then of each force whom it beats."""
    if found.stopped:
        yield f"Stopped after {count_of(len(found.pairs), 'pair')}: this is what was played until then."
    met = [one for one in found.forces if one.mean is not None]
    if met and not found.stopped:
        mean = round(100 * (met[0].mean or 0))
        yield (
            f"Between sensible players {printable(met[0].name)} does best: it wins {mean} of 100 on average "
            f"({found.battles:,} battles, seed {found.seed})."
        )
    for one in met:
        yield beating_words(one)


def beating_words(one: TournamentForce) -> str:
    said = [f"beats {_named(one.beats)}"] if one.beats else []
    said += [f"is beaten by {_named(one.beaten_by)}"] if one.beaten_by else []
    return f"{printable(one.name)} {' and '.join(said) or 'is not shown to be better or worse than anybody'}."


def _named(names: tuple[str, ...]) -> str:
    return str(listed(list(map(printable, names))))


def value_rows(found: TournamentAnswer) -> list[list[str]]:
    """The best first; columns have the numbers of the rows."""
    names = [one.name for one in found.forces]
    heads = ["wins of 100 against …", "all", *map(str, range(1, len(names) + 1))]
    rows = []
    for place, one in enumerate(found.forces, 1):
        mean = "" if one.mean is None else str(round(100 * one.mean))
        spans = ["–" if one.name == other else span_words(found.value(one.name, other)) for other in names]
        rows.append([f"{place} {printable(one.name)}", mean, *spans])
    return [heads, *rows]


def rest_lines(found: TournamentAnswer) -> Iterator[str]:
    played = "is played" if found.stopped else "was played"
    yield (
        "Each pair is a range that holds 95 of 100 times; one force beats another if all of it is above 50, "
        "which happens by luck to one of twenty pairs of equals. "
        f"It {played} to within {found.within:g}: --within 3 says more, and takes longer."
    )
    for force in found.entered:
        if force.problem:
            yield f"{printable(force.name)} {force.problem}; it was played all the same."
    yield rests_on(found.edition, found.terrain, found.tactics, found.seed, len(found.decisions))
