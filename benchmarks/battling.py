"""Whole battles by program: how many a second, what an answer costs, what two jobs bring."""

import sys
import time
from collections.abc import Callable, Iterator

from benchmarks.cases import Bench
from benchmarks.table import Row
from benchmarks.timing import ROOT, Failure, Spread, work_of
from brickyard.answers.on_models import judge_settings
from brickyard.battle_values.battle_answer import BattleRequest, ready_contest
from brickyard.spreading import spread
from fleets.self_play.battle_sums import BattleBatch, play_batch

# As many as must be played in a second of processor time.
BATTLES = 60
ANSWER_BAR = Spread((90.0,))
JOBS_BAR = round(1 / 1.7, 2)
_WITHIN, _LIMIT = 5, 1800.0
_DUELS = ("lantern-watch.yaml", "long-wall.yaml")
_BATCH = 20


def battling(bench: Bench) -> Iterator[Row]:
    """5 frames and 20 systems against 4 and 16; two examples as the command answers, its start included."""
    _played(1, 1)
    one = Spread(tuple(_played(BATTLES, 1, time.process_time) for _ in range(bench.rounds)))
    yield Row(f"{BATTLES} battles, 5/20 against 4/16", one, "a second", Spread((1.0,)), 1.0)
    alone, both = (Spread(tuple(_played(8 * BATTLES, jobs) for _ in range(bench.rounds))) for jobs in (1, 2))
    yield Row(f"{8 * BATTLES} battles by two jobs, by the clock", both, "one job", alone, JOBS_BAR)
    forces = [str(ROOT / "examples" / "duels" / name) for name in _DUELS]
    command = (sys.executable, "-m", "brickyard", "battle", *forces, "--within", str(_WITHIN))
    work = work_of(command, _LIMIT)
    answer = work if isinstance(work, Failure) else Spread((work,))
    yield Row(f"brickyard battle, two examples, within {_WITHIN}", answer, "90 s", ANSWER_BAR, 1.0)


def _played(number: int, jobs: int, clock: Callable[[], float] = time.perf_counter) -> float:
    _, contest, _ = ready_contest(["5/20", "4/16"], BattleRequest(judge_settings("", players=2)))
    batches = [BattleBatch(contest, 1, first, min(_BATCH, number)) for first in range(0, number, _BATCH)]
    start = clock()
    for _ in spread(play_batch, batches, jobs=jobs):
        pass
    return float(clock() - start)
