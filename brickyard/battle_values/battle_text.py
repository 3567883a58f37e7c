"""A battle for people: words before numbers, the range between tactics, and what it all rests on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from brickyard.answer_text import aligned, escape_markdown, table_lines
from brickyard.battle_values.battle_answer import DECISIONS, BattleAnswer
from brickyard.terminal import wrap_lines
from catalog.editions.edition import Edition
from fleets.self_play.whole_battle import ENGINE
from ldraw_tools.findings import printable
from validators.reporters.text import TextPaint

_EVEN = 0.5


def text_lines(found: BattleAnswer, paint: TextPaint) -> Iterator[str]:
    first, *rest = _sentences(found)
    for line in wrap_lines(first):
        yield paint(line, "bold")
    for sentence in rest:
        yield from wrap_lines(sentence)
    yield ""
    yield from aligned(_table(found))
    yield ""
    for sentence in rest_lines(found):
        yield from wrap_lines(sentence)


def markdown_lines(found: BattleAnswer) -> Iterator[str]:
    first, *rest = map(escape_markdown, _sentences(found))
    yield f"**{first}**"
    yield ""
    yield " ".join(rest)
    yield ""
    yield from table_lines(_table(found))
    yield ""
    yield escape_markdown(" ".join(rest_lines(found)))


def value_words(found: BattleAnswer) -> str:
    """The answer in one sentence."""
    ours, theirs = (printable(one.name) for one in found.forces)
    value = found.value
    number = f"{found.battles:,} battles, seed {found.seed}"
    if value.low <= _EVEN <= value.high:
        return (
            f"Between sensible players neither is shown to be better: {ours} wins "
            f"{_span(value.low, value.high)} of 100 ({number})."
        )
    who, low, high = ours, value.low, value.high
    if value.high < _EVEN:
        who, low, high = theirs, 1 - value.high, 1 - value.low
    return f"Between sensible players {who} wins {_span(low, high)} of 100 ({number})."


def _sentences(found: BattleAnswer) -> Iterator[str]:
    ours, theirs = (printable(one.name) for one in found.forces)
    yield value_words(found)
    if found.stopped:
        yield "You stopped it, so this is what was played until then."
    tactics = found.tactics
    if len(tactics) > 1:
        least, most = (pick(tactics, key=lambda one: one.low + one.high) for pick in (min, max))
        yield (
            f"It depends on how {ours} is played: with {least.name} it wins {_span(least.low, least.high)}, "
            f"with {most.name} {_span(most.low, most.high)}. "
            f"Best against a careful opponent: {_mix([(one.name, one.chosen) for one in tactics])}. "
            f"Best for {theirs}: {_mix([(one.name, one.chosen_by_other) for one in tactics])}."
        )
    yield from _swaps(found)
    share = round(100 * found.by_station)
    if share:
        yield f"{share} of 100 such battles are decided by a station that is seized in the last two rounds."


def _swaps(found: BattleAnswer) -> Iterator[str]:
    """Only those that are more than luck, of all that were tried."""
    for one in found.swaps:
        if one.clear or found.swaps_tried == 1:
            change = f"{100 * one.change:+.0f} ± {100 * one.bound:.0f} of 100".replace("-", "−")
            verdict = "" if one.clear else ", which may be luck"
            yield f"Try {printable(one.unit)} with {one.new} instead of {one.old}: {change}{verdict}."
    if found.swaps_tried > 1:
        other = "other " if any(one.clear for one in found.swaps) else ""
        yield f"No {other}swap is clearly better ({found.swaps_tried} tried)."


def _span(low: float | Fraction, high: float | Fraction) -> str:
    first, last = round(100 * float(low)), round(100 * float(high))
    return str(first) if first == last else f"{first} to {last}"


def _mix(chosen: Sequence[tuple[str, Fraction]]) -> str:
    """One name, or several with how often."""
    used = [(name, often) for name, often in chosen if often]
    if len(used) == 1:
        return used[0][0]
    return ", ".join(f"{name} {round(100 * often)} of 100 times" for name, often in used)


def _table(found: BattleAnswer) -> list[list[str]]:
    ours, theirs = (printable(one.name) for one in found.forces)
    names = [one.name for one in found.tactics]
    rows = [[f"{ours} ↓ {theirs} →", *names]]
    cells = iter(found.cells)
    return rows + [[name, *(f"{round(100 * next(cells).share)}" for _ in names)] for name in names]


def rest_lines(found: BattleAnswer) -> Iterator[str]:
    wide = round(max(100 * cell.error for cell in found.cells))
    yield (
        f"Battles that {printable(found.forces[0].name)} wins of 100, by tactic; a single number may be off "
        f"by {wide}, for tactics that sensible players don't choose were played less."
    )
    for force in found.forces:
        if force.hearsay:
            yield f"{printable(force.name)} is known by numbers only and played as a usual mix of frames."
        if force.problem:
            yield f"{printable(force.name)} {force.problem}; it was played all the same."
    yield rests_on(found.edition, found.terrain, [one.name for one in found.tactics], found.seed)


def rests_on(edition: Edition, terrain: str, tactics: Sequence[str], seed: int) -> str:
    """What is said of all that was played."""
    return (
        f"Two players, {edition.named}, terrain {terrain}, tactics {', '.join(tactics)}, seed {seed}, engine "
        f"{ENGINE}. All are played by program, whose weaknesses count as theirs. {len(DECISIONS)} decisions "
        "stand where the texts are silent; docs/battles.md has them, and so has --format json."
    )
