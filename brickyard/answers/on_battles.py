"""What is asked about whole battles: who wins how often, by which tactics."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from brickyard.answers import OnePath, Paths, path_or_none
from brickyard.answers.on_models import judge_settings
from brickyard.battle_values.battle_answer import BattleAnswer, BattleRequest, find_battle, ready_contest
from brickyard.battle_values.battle_forces import PLAYERS
from brickyard.battle_values.battle_story import BattleStory, find_story
from brickyard.battle_values.kept_battles import KeptBattles
from brickyard.battle_values.three_answer import ThreeAnswer, find_three
from brickyard.battle_values.tournament_answer import TournamentAnswer, find_tournament
from brickyard.spreading import spread
from fleets.self_play.battle_sums import BattleBatch, BattleSums, play_batch
from fleets.self_play.tactic_tables import Play
from ldraw_tools.findings import BrickyardError
from ldraw_tools.names import several

if TYPE_CHECKING:
    from ldraw_tools.workspace import Workspace

Told = Callable[[int, int], None]


def battle(
    forces: Paths,
    *,
    tactics: Paths = (),
    terrain: str = "",
    within: float = 3,
    seed: int = 1,
    swaps: bool = False,
    instead: str = "",
    anyway: bool = False,
    jobs: int = 1,
    cluster: str = "",
    edition: str = "",
    options: str | Iterable[str] | None = None,
    game: str = "",
    told: Told | None = None,
    sharpened: Callable[[BattleAnswer], None] | None = None,
    workspace: Workspace | None = None,
) -> BattleAnswer | ThreeAnswer:
    """Whole battles of two forces, played by program: what the first wins between sensible players; of three,
    what each wins, by its tactics and by whom the others rather attack.

    `tactics` are files of your own, beside the five, or names of the five to play with only some; `terrain`
    is a name or a file. It plays until the value is known to `within` so many of 100 battles. With `swaps`
    every legal change of one system of the first is tried; `instead` is one such, as in `Scout: 1Y=1G`.
    `jobs` processes play, or the workers of the Dask scheduler `cluster`; the answer is the same. `told`
    hears how many battles are done, of how many that come next. For two, `sharpened` hears the answer early.

    Raises `BrickyardError` for forces that can't meet or aren't legal for so many players (unless `anyway`),
    and for tactics, terrain and numbers that there can't be.
    """
    settings = judge_settings(edition, options, game=game, workspace=workspace)
    request = BattleRequest(settings, _texts(tactics), terrain, within, seed, anyway)
    play = counted(partial(spread, play_batch, jobs=jobs, cluster=cluster), told)
    ready = ready_contest(_texts(forces), request)
    if len(ready[0].forces) == PLAYERS:
        return find_battle(ready, request, play, swaps=swaps, instead=instead, sharpened=sharpened)
    if swaps or instead:
        raise BrickyardError("--swaps and --instead are for battles of two: leave out one force")
    return find_three(ready, request, play)


def tournament(
    forces: Paths,
    *,
    target: OnePath | None = None,
    tactics: Paths = (),
    terrain: str = "",
    within: float = 10,
    seed: int = 1,
    anyway: bool = False,
    jobs: int = 1,
    cluster: str = "",
    edition: str = "",
    options: str | Iterable[str] | None = None,
    game: str = "",
    told: Told | None = None,
    workspace: Workspace | None = None,
) -> TournamentAnswer:
    """Every force against every other: a table of values, and who beats whom.

    `forces` are companies, or folders of them. In the folder `target` a page is made, and what was played is
    kept: the next run plays only what is new. `told` hears how many pairs are played, of how many. All else
    is as in `battle`.

    Raises `BrickyardError` as `battle` does, before anything is played; and if the folder isn't ours.
    """
    play: Play = partial(spread, play_batch, jobs=jobs, cluster=cluster)
    folder = path_or_none(target)
    settings = judge_settings(edition, options, game=game, players=2, workspace=workspace)
    request = BattleRequest(settings, _texts(tactics), terrain, within, seed, anyway)
    asked = partial(find_tournament, _texts(forces), request, told=told)
    if folder is None:
        return asked(play)
    from brickyard.web.tournament_page import battles_in, write_tournament

    found = asked(KeptBattles(battles_in(folder)).keeping(play))
    write_tournament(found, folder)
    return found


def counted(play: Play, told: Told | None) -> Play:
    """The same, but somebody hears how far it is."""

    def playing(batches: Sequence[BattleBatch]) -> Iterator[tuple[int, BattleSums]]:
        done, planned = 0, sum(one.count for one in batches)
        for at, sums in play(batches):
            yield at, sums
            done += sums.battles
            if told:
                told(done, planned)

    return playing


def battle_story(
    forces: Paths,
    *,
    seed: int,
    tactics: Paths = (),
    terrain: str = "",
    anyway: bool = False,
    edition: str = "",
    options: str | Iterable[str] | None = None,
    game: str = "",
    workspace: Workspace | None = None,
) -> BattleStory:
    """One battle, event by event: the first force plays the first of the tactics, the second the second, and
    a third the third.

    `told` has its events in words; `log`, saved as JSON, is one that `replay` reads.

    Raises `BrickyardError` as `battle` does.
    """
    settings = judge_settings(edition, options, game=game, workspace=workspace)
    return find_story(
        _texts(forces), BattleRequest(settings, _texts(tactics), terrain, seed=seed, anyway=anyway)
    )


def _texts(given: Paths) -> tuple[str, ...]:
    return tuple(map(str, several(given)))
