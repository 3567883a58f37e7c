"""A battle for people: words before numbers, the range between tactics, and what it all rests on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from brickyard.answer_text import aligned, escape_markdown, table_lines
from brickyard.battle_values.battle_answer import BattleAnswer
from brickyard.battle_values.battle_forces import PLAYERS, BattleForce
from brickyard.battle_values.three_answer import ForceShares, ThreeAnswer, WonShare
from brickyard.terminal import wrap_lines
from catalog.editions.edition import Edition
from fleets.self_play.whole_battle import ENGINE
from ldraw_tools.findings import printable
from validators.reporters.text import TextPaint

_EVEN = 0.5


def text_lines(found: BattleAnswer | ThreeAnswer, paint: TextPaint) -> Iterator[str]:
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


def markdown_lines(found: BattleAnswer | ThreeAnswer) -> Iterator[str]:
    first, *rest = map(escape_markdown, _sentences(found))
    yield f"**{first}**"
    yield ""
    yield " ".join(rest)
    yield ""
    yield from table_lines(_table(found))
    yield ""
    yield escape_markdown(" ".join(rest_lines(found)))


def value_words(found: BattleAnswer | ThreeAnswer) -> str:
    """The answer in one sentence."""
    if isinstance(found, ThreeAnswer):
        return _shares_words(found)
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


def _sentences(found: BattleAnswer | ThreeAnswer) -> Iterator[str]:
    yield value_words(found)
    if found.stopped:
        yield "You stopped it, so this is what was played until then."
    yield from _of_three(found) if isinstance(found, ThreeAnswer) else _of_two(found)
    share = round(100 * found.by_station)
    if share:
        yield f"{share} of 100 such battles are decided by a station that is seized in the last two rounds."


def _of_two(found: BattleAnswer) -> Iterator[str]:
    ours, theirs = (printable(one.name) for one in found.forces)
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


def _shares_words(found: ThreeAnswer) -> str:
    first, second, third = (_won(one.won) for one in found.shares)
    names = [printable(one.force) for one in found.shares]
    return (
        f"Of 100 battles {names[0]} wins {first}, {names[1]} {second} and {names[2]} {third}, each tactic "
        f"being played as often as any other ({found.shares[0].won.battles:,} battles, seed {found.seed})."
    )


def _of_three(found: ThreeAnswer) -> Iterator[str]:
    """Of the force for which it makes most of a difference: whom the others attack, and how it plays."""

    def by_tactic(one: ForceShares) -> list[WonShare]:
        return sorted((each.won for each in one.tactics), key=lambda won: won.share)

    feared = max(found.shares, key=lambda one: one.spared.share - one.attacked.share)
    yield (
        f"It depends on whom the others go for: {printable(feared.force)} wins {_won(feared.attacked)} if "
        f"both rather attack it, and {_won(feared.spared)} if another is rather attacked "
        f"({feared.attacked.battles:,} battles for each of the three)."
    )
    if len(found.tactics) > 1:
        played = max(found.shares, key=lambda one: by_tactic(one)[-1].share - by_tactic(one)[0].share)
        least, most = (pick(played.tactics, key=lambda each: each.won.share) for pick in (min, max))
        yield (
            f"And on tactics: {printable(played.force)} wins {_won(least.won)} with {least.tactic}, "
            f"{_won(most.won)} with {most.tactic}."
        )


def _won(won: WonShare) -> str:
    return _span(won.low, won.high)


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


def _table(found: BattleAnswer | ThreeAnswer) -> list[list[str]]:
    if isinstance(found, ThreeAnswer):
        rows = [["", *columns_of(found)]]
        return rows + [
            [printable(one.force), *(f"{round(100 * won.share)}" for won in cells_of(one))]
            for one in found.shares
        ]
    ours, theirs = (printable(one.name) for one in found.forces)
    names = [one.name for one in found.tactics]
    rows = [[f"{ours} ↓ {theirs} →", *names]]
    cells = iter(found.cells)
    return rows + [[name, *(f"{round(100 * next(cells).share)}" for _ in names)] for name in names]


def columns_of(found: ThreeAnswer) -> list[str]:
    return ["in all", *(one.name for one in found.tactics), "attacked", "spared"]


def cells_of(force: ForceShares) -> list[WonShare]:
    return [force.won, *(one.won for one in force.tactics), force.attacked, force.spared]


def rest_lines(found: BattleAnswer | ThreeAnswer) -> Iterator[str]:
    if isinstance(found, ThreeAnswer):
        wide = round(max(50 * (won.high - won.low) for one in found.shares for won in cells_of(one)))
        yield (
            "Battles that each wins of 100: in all, with each tactic of its own, if both others rather "
            f"attack it, and if another is rather attacked; a number may be off by {wide}. The third often "
            "decides who of two wins. People bargain, take revenge and play for second place; here nobody "
            "does."
        )
    else:
        wide = round(max(100 * cell.error for cell in found.cells))
        yield (
            f"Battles that {printable(found.forces[0].name)} wins of 100, by tactic; a single number may be "
            f"off by {wide}, for tactics that sensible players don't choose were played less."
        )
    yield from _said_of(found.forces)
    yield rests_on(
        found.edition,
        found.terrain,
        [one.name for one in found.tactics],
        found.seed,
        len(found.decisions),
        found.players,
    )


def _said_of(forces: Iterable[BattleForce]) -> Iterator[str]:
    for force in forces:
        if force.hearsay:
            yield f"{printable(force.name)} is known by numbers only and played as a usual mix of frames."
        if force.problem:
            yield f"{printable(force.name)} {force.problem}; it was played all the same."


def rests_on(
    edition: Edition, terrain: str, tactics: Sequence[str], seed: int, decisions: int, players: int = 2
) -> str:
    """What is said of all that was played."""
    number = "Three" if players > PLAYERS else "Two"
    return (
        f"{number} players, {edition.named}, terrain {terrain}, tactics {', '.join(tactics)}, seed {seed}, "
        f"engine {ENGINE}. All are played by program, whose weaknesses count as theirs. {decisions} "
        "decisions stand where the texts are silent; docs/battles.md has them, and so has --format json."
    )
