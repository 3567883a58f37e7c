"""What `brickyard battle` answers, as values: a range between tactics, never one number."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar, NamedTuple

from brickyard.battle_values.battle_forces import PLAYERS, BattleForce, MetForces, read_forces
from brickyard.battle_values.battle_swaps import TriedSwap, asked_swaps, told_swaps
from catalog.editions.edition import Edition
from fleets.self_play.battle_sums import BattleSums
from fleets.self_play.play_rules import play_rules
from fleets.self_play.tactic_tables import Play, TacticTable, choices_at_ties, find_value, share_error
from fleets.self_play.tactics import Tactic, shipped_tactics, tactic_named
from fleets.self_play.terrain_sets import USUAL_TERRAIN, TerrainSet, terrain_named
from fleets.self_play.whole_battle import ENGINE, Contest, fight
from ldraw_tools.findings import BrickyardError
from ldraw_tools.notebooks import html_table, line_of
from ldraw_tools.phrases import say
from validators.judged_files import JudgeSettings

MOST_SEED = 2**31


class BattleRequest(NamedTuple):
    """How battles are to be played: tactics by name or file (none: all five), the terrain, the first seed,
    how narrow the answer must be, and whether forces that aren't legal may meet."""

    settings: JudgeSettings
    tactics: tuple[str, ...] = ()
    terrain: str = ""
    within: float = 3
    seed: int = 1
    anyway: bool = False


@dataclass(frozen=True)
class BattleCell:
    """One tactic of the first side against one of the second: what share of so many battles it wins, a
    shared victory being half of one; `error` is half the width of the interval of 95 of 100."""

    __json__: ClassVar = ("ours", "theirs", "battles", "share", "error", "chosen")

    ours: str
    theirs: str
    battles: int
    share: Fraction
    chosen: Fraction

    @property
    def error(self) -> float:
        return share_error(self.share, self.battles)


class UsedTactic(NamedTuple):
    """A tactic as the battles used it; `chosen` and `chosen_by_other` are how often a side that chooses well
    takes it, `low` and `high` what the first side wins with it at the worst and at the best."""

    name: str
    says: str
    reference: str
    chosen: Fraction
    chosen_by_other: Fraction
    low: Fraction
    high: Fraction


class OpenDecision(NamedTuple):
    """What the texts leave open and the engine has decided."""

    says: str
    reference: str


class BattleValue(NamedTuple):
    """What the first side wins if both choose their tactics as well as they can."""

    share: Fraction
    low: float
    high: float


@dataclass(frozen=True)
class BattleAnswer:
    """`by_station` is the share of those battles that a station seized in the last two rounds decided;
    `curve` the mean scores of both sides after each round of them; `stopped` if somebody stopped it before
    the interval was as narrow as `within`; `swaps` are the best of those that were tried, if any were."""

    __json__: ClassVar = (
        *("format", "engine", "edition", "players", "forces", "terrain", "terrain_says", "seed", "within"),
        *("stopped", "battles", "value", "tactics", "cells", "by_station", "curve", "swaps", "swaps_tried"),
        "decisions",
    )

    pair: MetForces
    terrain_set: TerrainSet
    table: TacticTable
    within: float
    stopped: bool = False
    swaps: tuple[TriedSwap, ...] = ()
    swaps_tried: int = 0
    # Goes up when a key goes away or changes its meaning, not when one is added.
    format: int = 1
    engine: int = ENGINE
    players: int = PLAYERS

    __repr__ = line_of

    def __str__(self) -> str:
        first, second = self.forces
        value = self.value
        return (
            f"{first.name} wins {100 * value.low:.0f} to {100 * value.high:.0f} of 100 against {second.name}"
        )

    def _repr_html_(self) -> str:
        names = [one.name for one in self.tactics]
        rows = [
            [one, *(f"{float(cell.share):.2f}" for cell in self.cells if cell.ours == one)] for one in names
        ]
        return html_table(str(self), ["", *names], rows)

    @property
    def edition(self) -> Edition:
        return self.pair.edition

    @property
    def forces(self) -> tuple[BattleForce, ...]:
        return self.pair.forces

    @property
    def terrain(self) -> str:
        return self.terrain_set.name

    @property
    def terrain_says(self) -> str:
        return say(self.terrain_set.says)

    @property
    def seed(self) -> int:
        return self.table.seed

    @property
    def battles(self) -> int:
        return self.table.battles

    @property
    def value(self) -> BattleValue:
        return BattleValue(self.table.game.value, self.table.low, self.table.high)

    @property
    def tactics(self) -> tuple[UsedTactic, ...]:
        return tuple(self._tactics())

    def _tactics(self) -> Iterator[UsedTactic]:
        game = self.table.game
        for place, tactic in enumerate(self.table.tactics):
            shares = [cell.share() for cell in self.table.cells[place]]
            chosen = game.rows[place], game.columns[place]
            yield UsedTactic(
                tactic.name, say(tactic.says), tactic.reference, *chosen, min(shares), max(shares)
            )

    @property
    def cells(self) -> tuple[BattleCell, ...]:
        names, game = [one.name for one in self.table.tactics], self.table.game
        return tuple(
            BattleCell(names[row], names[at], cell.battles, cell.share(), game.rows[row] * game.columns[at])
            for row, cells in enumerate(self.table.cells)
            for at, cell in enumerate(cells)
        )

    @property
    def by_station(self) -> Fraction:
        return sum(
            (often * Fraction(cell.by_station, cell.battles or 1) for cell, often in self._likely()),
            Fraction(0),
        )

    @property
    def curve(self) -> tuple[tuple[float, float], ...]:
        rows = max((cell.curve for cell, _ in self._likely()), key=len)
        found = []
        for place in range(len(rows)):
            there = [
                (cell.curve[place], float(often)) for cell, often in self._likely() if place < len(cell.curve)
            ]
            weight = sum(often for _, often in there)
            found.append(
                (
                    sum(row[0] / row[2] * often for row, often in there) / weight,
                    sum(row[1] / row[2] * often for row, often in there) / weight,
                )
            )
        return tuple(found)

    def _likely(self) -> list[tuple[BattleSums, Fraction]]:
        return [(self.table.cells[row][column], often) for row, column, often in self.table.likely]

    @property
    def decisions(self) -> tuple[OpenDecision, ...]:
        return DECISIONS


# As in docs/battles.md; each is only needed because a text is silent, or two differ.
DECISIONS = tuple(
    OpenDecision(say(says), reference)
    for says, reference in (
        ("bases and stations are discs of 4 studs, measured from edge to edge", "RA p.76"),
        (
            "a target is in cover if any straight line between the bases crosses a piece within 1 unit of it",
            "RA p.77",
        ),
        (
            "of terrain and a frame that both cover, the terrain counts; of two frames the nearer one",
            "RA p.120–121",
        ),
        ("cover stands as many hits as it has sixes of pieces above its third brick", "RA p.122"),
        (
            "hits on cover: first what can't go through it, and what is left over is lost",
            "RA p.120, Condensed §3",
        ),
        ("an attacked frame names its own target before it rolls", "RA p.91"),
        ("a spot is added once the defense is known", "RA p.117"),
        ("rockets are spent only if the attack is made; one goes with each direct attack", "RA p.65, 98"),
        (
            "stations change hands where a move ends or a guard is gone; in the draft at a turn's end",
            "RA p.92",
        ),
        ("stepping away: once an attack, straight away from the station, not if blocked", "RA p.123"),
        ("if all above pass, the last with frames left must go", "RA p.90"),
        (
            "equal scores in play are rolled for, until one changes; at the end assets decide",
            "RA p.86, 90, 130",
        ),
        ("a player without frames is still asked about the clock", "Condensed §3"),
        (
            "nobody climbs, attacks terrain or their own, adds a spare frame, or loses a white die early",
            "RA p.129, 134",
        ),
        ("frames end no move on cover", "Condensed §3 Moving"),
        ("comms are given up first, then movement, second weapons, defense, and the last weapon", "ours"),
        ("only who leads takes one more off the clock", "RA p.94"),
    )
)

ReadyBattle = tuple[MetForces, Contest, list[Tactic]]


def find_battle(
    ready: ReadyBattle,
    request: BattleRequest,
    play: Play,
    *,
    swaps: bool = False,
    instead: str = "",
    sharpened: Callable[[BattleAnswer], None] | None = None,
) -> BattleAnswer:
    """The answer for two forces, with swaps if they are asked for.

    `sharpened` hears it while it becomes narrower.
    """
    within, seed = request.within, request.seed
    check_numbers(within, seed)
    if swaps and instead:
        raise BrickyardError("--swaps tries every change, --instead one: choose")
    pair, contest, chosen = ready
    if is_tie(contest, seed):
        contest = choices_at_ties(contest, seed, play)
    trials = asked_swaps(pair, contest, swaps, instead)

    def answer(table: TacticTable) -> BattleAnswer:
        return BattleAnswer(pair, contest.terrain, table, within, stopped=table.is_stopped)

    hear = (lambda table: sharpened(answer(table))) if sharpened else None
    table = find_value(contest, chosen, seed, within / 100, play, sharpened=hear)
    found = answer(table)
    if found.stopped or not trials:
        return found
    try:
        return replace(found, swaps=told_swaps(table, contest, pair, trials, play), swaps_tried=len(trials))
    except KeyboardInterrupt:
        return replace(found, stopped=True)


def is_tie(contest: Contest, seed: int) -> bool:
    """Whether the scores are equal before anything is placed."""
    return any(event["do"] == "tie" for event in fight(contest, seed).events)


def check_numbers(within: float, seed: int, word: str = "--seed") -> None:
    if not 0.5 <= within <= 50:
        raise BrickyardError(
            f"--within {within:g}: write 0.5 to 50 of 100 battles; 3 takes minutes, 5 is quicker"
        )
    if not 0 <= seed <= MOST_SEED:
        raise BrickyardError(f"{word} {seed}: write a number from 0 to {MOST_SEED:,}")


def ready_contest(arguments: Sequence[str], request: BattleRequest) -> ReadyBattle:
    """What is played by whom; the contest's own tactics are the first ones, one for each side."""
    chosen = chosen_tactics(request.tactics)
    where = terrain_named(request.terrain or USUAL_TERRAIN)
    met = read_forces(arguments, request.settings, request.anyway)
    contents = tuple(force.content for force in met.forces)
    rules = play_rules(met.edition, met.options, contents)
    low, high = rules.table
    if not low <= where.rulers <= high:
        raise BrickyardError(
            f"terrain {where.name}: {met.edition.title} is played on a table of {low:g} to {high:g} rulers, "
            f"not {where.rulers:g}"
        )
    first = tuple(chosen[min(place, len(chosen) - 1)] for place in range(len(contents)))
    return met, Contest(rules, contents, where, first), chosen


def chosen_tactics(names: Sequence[str]) -> list[Tactic]:
    """The five, and files beside them; if any of the five is named, only those named."""
    named = [tactic_named(name) for name in names]
    ours = shipped_tactics()
    found = named if any(one in ours for one in named) else [*ours, *named]
    if len({one.name for one in found}) < len(found):
        raise BrickyardError("two tactics have one name: give yours another in its file")
    return found
