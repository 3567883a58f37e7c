"""What `brickyard tournament` answers, as values: every force against every other, each pair a battle."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import ClassVar, NamedTuple

from brickyard.battle_values.battle_answer import (
    DECISIONS,
    BattleAnswer,
    BattleRequest,
    BattleValue,
    OpenDecision,
    ReadyBattle,
    check_numbers,
    find_battle,
    ready_contest,
)
from brickyard.battle_values.battle_forces import PLAYERS, BattleForce, MetForces
from brickyard.table.table_seats import take_seats
from catalog.editions.edition import Edition
from fleets.forces.named_files import is_company, manifests_in
from fleets.self_play.tactic_tables import Play, TooFewError
from fleets.self_play.whole_battle import ENGINE
from ldraw_tools.findings import BrickyardError
from ldraw_tools.names import shown
from ldraw_tools.notebooks import html_table, line_of

MOST_FORCES = 40
_EVEN = 0.5


@dataclass(frozen=True)
class TournamentPair:
    """What the first wins of the second; `better` is the one that is shown to be, or nothing."""

    __json__: ClassVar = ("first", "second", "value", "battles", "stopped", "better")

    first: str
    second: str
    battle: BattleAnswer

    @property
    def value(self) -> BattleValue:
        return self.battle.value

    @property
    def battles(self) -> int:
        return self.battle.battles

    @property
    def stopped(self) -> bool:
        return self.battle.stopped

    @property
    def better(self) -> str:
        value = self.value
        return self.first if value.low > _EVEN else self.second if value.high < _EVEN else ""


class TournamentForce(NamedTuple):
    """A force and how it does: its mean share of victory against those that it met, whom it beats for sure,
    and who beats it."""

    name: str
    force: BattleForce
    mean: float | None
    beats: tuple[str, ...]
    beaten_by: tuple[str, ...]


@dataclass(frozen=True)
class TournamentAnswer:
    """`forces` are in order, the best first; `stopped` if not all pairs were played to the end."""

    __json__: ClassVar = (
        *("format", "engine", "edition", "players", "terrain", "terrain_says", "tactics", "seed", "within"),
        *("stopped", "battles", "forces", "pairs", "decisions"),
    )

    edition: Edition
    names: tuple[str, ...]
    entered: tuple[BattleForce, ...]
    pairs: tuple[TournamentPair, ...]
    terrain: str
    terrain_says: str
    tactics: tuple[str, ...]
    seed: int
    within: float
    stopped: bool = False
    # Goes up when a key goes away or changes its meaning, not when one is added.
    format: int = 1
    engine: int = ENGINE
    players: int = PLAYERS

    __repr__ = line_of

    def __str__(self) -> str:
        return f"{len(self.names)} forces, {len(self.pairs)} pairs, {self.battles:,} battles"

    def _repr_html_(self) -> str:
        names = [one.name for one in self.forces]
        rows = [[one, *(span_words(self.value(one, other)) for other in names)] for one in names]
        return html_table(str(self), ["", *names], rows)

    @property
    def battles(self) -> int:
        return sum(one.battles for one in self.pairs)

    @property
    def decisions(self) -> tuple[OpenDecision, ...]:
        return DECISIONS

    def value(self, first: str, second: str) -> BattleValue | None:
        """What the first wins of the second; None if they haven't met."""
        for pair in self.pairs:
            if (pair.first, pair.second) == (first, second):
                return pair.value
            if (pair.second, pair.first) == (first, second):
                return turned(pair.value)
        return None

    @property
    def forces(self) -> tuple[TournamentForce, ...]:
        found = list(map(self._force, self.names, self.entered))
        return tuple(sorted(found, key=lambda one: (one.mean is None, -(one.mean or 0))))

    def _force(self, name: str, force: BattleForce) -> TournamentForce:
        met = [value for other in self.names if (value := self.value(name, other)) is not None]
        mean = float(sum(one.share for one in met) / len(met)) if met else None
        decided = [one for one in self.pairs if one.better and name in (one.first, one.second)]
        others = [one.second if one.first == name else one.first for one in decided]
        beats = [one.better == name for one in decided]
        return TournamentForce(
            name,
            force,
            mean,
            tuple(other for other, is_won in zip(others, beats, strict=True) if is_won),
            tuple(other for other, is_won in zip(others, beats, strict=True) if not is_won),
        )


def turned(value: BattleValue) -> BattleValue:
    """As the other side sees it."""
    return BattleValue(1 - value.share, 1 - value.high, 1 - value.low)


def span_words(value: BattleValue | None) -> str:
    """`46–54` of 100; nothing if they haven't met."""
    if value is None:
        return ""
    low, high = round(100 * value.low), round(100 * value.high)
    return str(low) if low == high else f"{low}–{high}"


def find_tournament(
    arguments: Sequence[str],
    request: BattleRequest,
    play: Play,
    *,
    told: Callable[[int, int], None] | None = None,
) -> TournamentAnswer:
    """All pairs, one after the other. `told` hears how many are played; Ctrl-C gives what was until then."""
    check_numbers(request.within, request.seed)
    files = _files(arguments, request)
    met = list(combinations(range(len(files)), 2))
    # Whoever can't meet is told before anything is played.
    ready = [ready_contest([files[a], files[b]], request) for a, b in met]
    firsts = [pair for pair, *_ in ready[: len(files) - 1]]
    entered = [firsts[0].forces[0], *(pair.forces[1] for pair in firsts)]
    names = _told_apart([_own_names(firsts[0])[0], *(_own_names(pair)[1] for pair in firsts)], files)
    pairs: list[TournamentPair] = []
    for done, (a, b) in enumerate(met):
        if told:
            told(done, len(met))
        found = _pair((names[a], names[b]), ready[done], request, play)
        pairs += [found] if found else []
        if not found or found.stopped:
            break
    _, contest, chosen = ready[0]
    return TournamentAnswer(
        ready[0][0].edition,
        tuple(names),
        tuple(entered),
        tuple(pairs),
        contest.terrain.name,
        contest.terrain.says,
        tuple(one.name for one in chosen),
        request.seed,
        request.within,
        stopped=len(pairs) < len(met) or any(one.stopped for one in pairs),
    )


def _files(arguments: Sequence[str], request: BattleRequest) -> list[str]:
    files = list(dict.fromkeys(_entries(arguments)))
    if len(files) == 1:
        # A folder that isn't there is told as that.
        take_seats(files, request.settings)
    if not 2 <= len(files) <= MOST_FORCES:
        raise BrickyardError(f"a tournament is between 2 and {MOST_FORCES} forces, not {len(files)}")
    return files


def _pair(
    names: tuple[str, str], ready: ReadyBattle, request: BattleRequest, play: Play
) -> TournamentPair | None:
    """None if somebody stopped it before there was anything to tell."""
    try:
        return TournamentPair(*names, find_battle(ready, request, play))
    except (KeyboardInterrupt, TooFewError):
        return None
    except BrickyardError as error:
        raise BrickyardError(f"{names[0]} against {names[1]}: {error}") from error


def _entries(arguments: Sequence[str]) -> Iterator[str]:
    """Of a folder its companies; what is named itself must be one."""
    for argument in arguments:
        if not Path(argument).is_dir():
            yield argument
            continue
        found = [str(path) for path in manifests_in(Path(argument)) if is_company(path)]
        if not found:
            raise BrickyardError(f"{shown(argument, 200)}: there is no company in this folder")
        yield from found


def _own_names(pair: MetForces) -> tuple[str, str]:
    """Without the numbers that tell two of one name apart in a battle."""
    first, second = (one.name for one in pair.forces)
    bare = first.removesuffix(" (1)"), second.removesuffix(" (2)")
    return bare if bare[0].casefold() == bare[1].casefold() else (first, second)


def _told_apart(names: Sequence[str], files: Sequence[str]) -> list[str]:
    return [
        f"{name} ({Path(file).stem})" if names.count(name) > 1 else name
        for name, file in zip(names, files, strict=True)
    ]
