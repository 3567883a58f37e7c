"""How a 'mech fares against the waves: many games played out, and what they show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import sqrt

from brickyard.facts.verdicts import mean_words
from brickyard.fight_odds.odds_answer import WaveOdds, WaveRow
from brickyard.fight_odds.odds_question import OddsSide
from brickyard.fight_odds.odds_wording import percent
from brickyard.terminal import wrapped
from fleets.chances.mech_waves import BOARD, PLAN, play_waves
from fleets.forces.force import filled_loadout, sheet_of
from ldraw_tools.findings import BrickyardError, count_of, printable
from validators.reporters.text import TextPaint

# Twice the standard error: 95 of 100 such runs are nearer than this.
_NEAR = 2


def find_waves(sides: Sequence[OddsSide], games: int, seed: int) -> WaveOdds:
    side = sides[0]
    if len(sides) != 1 or side.mech is None or side.entry is None:
        raise BrickyardError("--waves: name one 'mech, the file that brickyard new mech writes")
    text = side.entry.ruling.edition
    filled = filled_loadout(side.mech, sheet_of(text))
    ends = play_waves(text, filled, games, seed)
    last = len(next(iter(text.waves.values())))
    rows = tuple(_row(number, [end.waves for end in ends]) for number in range(1, last + 1))
    scores = [end.circles for end in ends if end.waves == last]
    return WaveOdds(
        title=f"{filled.name} against the waves",
        edition=text,
        games=games,
        seed=seed,
        rows=rows,
        score=Fraction(sum(scores), len(scores)) if scores else None,
        plan=PLAN,
        board=BOARD,
    )


def _row(number: int, won: Sequence[int]) -> WaveRow:
    reached, beaten = sum(one >= number - 1 for one in won), sum(one >= number for one in won)
    return WaveRow(number, Fraction(reached, len(won)), Fraction(beaten, len(won)))


def wave_lines(found: WaveOdds, paint: TextPaint) -> Iterator[str]:
    yield paint(printable(found.title), "bold")
    yield f"  {found.edition.named}"
    yield f"  {count_of(found.games, 'game')} played out with seed {found.seed}"
    yield ""
    yield "  wave   reached    beaten"
    for row in found.rows:
        yield f"  {row.wave:4} {percent(row.reached):>9} {percent(row.beaten):>9}"
    yield ""
    yield from _stated("How it plays:", found.plan)
    yield from _stated("Ours, because the drawings of the text are lost:", found.board)
    wins = found.rows[-1].beaten
    near = _NEAR * sqrt(wins * (1 - wins) / found.games)
    score = f", with {mean_words(found.score)} circles open on average" if found.score is not None else ""
    said = f"It beats all waves in {percent(wins)} of the games, give or take {100 * near:.1f}{score}."
    yield from wrapped(paint(said, "bold"), "", "  ")


def _stated(head: str, sentences: Sequence[str]) -> Iterator[str]:
    yield f"  {head}"
    for one in sentences:
        yield from wrapped(one, "  - ", "    ")
    yield ""
