"""A whole battle between two players or three: comparison, ties, fielding, rounds, and the doomsday clock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from fleets.battles.game_types import Json
from fleets.battles.scores_compared import steps_of
from fleets.self_play.battle_sides import FORCES, NOBODY, FramePlayed, StationPlayed, TableTop
from fleets.self_play.dice_streams import TABLE, Purpose, Stream
from fleets.self_play.fielding import field_all
from fleets.self_play.play_rules import DiceBook, PlayRules
from fleets.self_play.played_turns import take_turns, told_place
from fleets.self_play.tactics import Tactic
from fleets.self_play.terrain_sets import TerrainSet, lay_out, side_of_table
from fleets.self_play.turn_choices import takes_tick
from fleets.self_play.yard_player import choose_frame
from ldraw_tools.findings import BrickyardError

REMOVE, LOSER_CHOOSES = "remove", "loser-chooses"
_MOST_TIES = 8
# Goes up when the same seed gives another battle than before.
ENGINE = 2


class Fought(NamedTuple):
    """How a battle went. `winners` are several if they share the victory; `by_station` says whether the lead
    that won was gained by a station in the last two rounds. `history` has all scores after each round."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    frames_lost: tuple[int, ...]
    stations: tuple[int, ...]
    seized: tuple[int, ...]
    rounds: int
    by_station: bool
    history: tuple[tuple[int, ...], ...]
    defender: int
    events: tuple[Json, ...]

    @property
    def share(self) -> float:
        """What the first side has of the victory."""
        return (0 in self.winners) / len(self.winners)


class Contest(NamedTuple):
    """All that a battle follows from, but the seed; values only, so it can be sent to other machines.

    `at_ties` is what each side does if it wins the roll in a tie for the highest score; whoever isn't told
    leaves a frame out. `goes_for` is the side that both others rather attack, if there is one.
    """

    rules: PlayRules
    forces: tuple[Json, ...]
    terrain: TerrainSet
    tactics: tuple[Tactic, ...]
    at_ties: tuple[str, ...] = (REMOVE,) * len(FORCES)
    goes_for: int = NOBODY


def fight(contest: Contest, seed: int, book: DiceBook | None = None) -> Fought:
    """One battle; the same contest and seed give the same battle, on any machine."""
    rules = contest.rules
    cover = lay_out(contest.terrain, rules, seed)
    top = TableTop(rules, book or DiceBook(rules), contest.tactics, cover, seed, contest.goes_for)
    _bring(top, contest.forces)
    _compare(top, contest.at_ties)
    defender = top.leader
    field_all(top, side_of_table(contest.terrain, rules))
    top.tell(
        "start",
        frames=_places(top),
        stations=_stations(top),
        cover=[[*told_place(at), round(room - rules.radius, 2)] for at, room in top.discs],
    )
    top.history.append(top.scores)
    top.round = 1
    top.count_scores()
    while _play_round(top):
        top.round += 1
    return _result(top, defender)


def _bring(top: TableTop, forces: Sequence[Json]) -> None:
    for side, force in enumerate(forces):
        for number, unit in enumerate(force["units"], 1):
            systems = unit["systems"]
            if systems is None:
                raise BrickyardError(f"{unit['name']}: a battle needs to know what it carries")
            rockets, white = unit["rockets"], top.rules.white
            top.frames.append(
                FramePlayed(
                    id=f"{FORCES[side]}{number}",
                    row=len(top.frames),
                    unit=side << 6 | number,
                    side=side,
                    name=unit["name"],
                    systems=tuple(systems),
                    left=list(systems),
                    white=white,
                    rockets=rockets,
                    dice=top.book.dice(systems, white, rockets),
                )
            )
        for number, _ in enumerate(force["stations"], 1):
            top.stations.append(StationPlayed(f"{FORCES[side]}s{number}", side, side))
    top.set_up()


# Who attacks, who defends.


def _compare(top: TableTop, at_ties: Sequence[str]) -> None:
    """Points per asset; in a tie for the highest score a roll, and what its winner does (RA p.129)."""
    for number in range(_MOST_TIES):
        _score(top)
        tied = [side for side, score in enumerate(top.scores) if score == max(top.scores)]
        if len(tied) == 1:
            _find_last(top)
            return
        rolled = Stream(top.seed, TABLE, 0, Purpose.ROLL_OFF).below(len(tied)) + number
        winner, loser = (tied[(rolled + one) % len(tied)] for one in (0, 1))
        top.tell("roll-off", place="highest", winner=FORCES[winner])
        chooser = winner
        if at_ties[winner] == LOSER_CHOOSES:
            chooser = loser
            top.tell("tie", player=FORCES[winner], choice=LOSER_CHOOSES, other=FORCES[chooser])
        # Nobody has brought a spare frame, so the only change is to leave one out.
        left_out = min(top.of_side(chooser), key=lambda one: (len(one.systems), -one.row))
        top.tell("tie", player=FORCES[chooser], choice=REMOVE, unit=left_out.id)
        _leave_out(top, left_out)
        if len(top.of_side(chooser)) == 0:
            break
    raise BrickyardError("the scores stay equal whoever leaves a frame out: change one of the forces")


def _find_last(top: TableTop) -> None:
    """In a tie for the lowest score, who loses the roll is on point and goes last (RA p.130)."""
    tied = [side for side, score in enumerate(top.scores) if score == min(top.scores)]
    if len(tied) > 1:
        top.last = tied[Stream(top.seed, TABLE, 0, Purpose.POINT).below(len(tied))]
        top.tied_last = set(tied)
        top.tell("roll-off", place="lowest", loser=FORCES[top.last])
        top.count_scores()


def _leave_out(top: TableTop, frame: FramePlayed) -> None:
    top.frames.remove(frame)
    for row, one in enumerate(top.frames):
        one.row = row
    top.set_up()


def _score(top: TableTop) -> None:
    counts = {
        FORCES[side]: {
            "frames": sum(one.side == side for one in top.frames),
            "stations": sum(one.first == side for one in top.stations),
            "systems": sum(len(one.systems) for one in top.frames if one.side == side),
        }
        for side in range(len(top.sides))
    }
    for side, points in zip(top.sides, points_per_asset(top.rules, counts).values(), strict=True):
        side.per_asset = points
    top.weigh_assets()
    top.count_scores()


def points_per_asset(rules: PlayRules, counts: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    """Of any number of players: `counts["a"]["frames"]` is a number."""
    terms = rules.comparison
    compared = {
        label: {key: sum(count.get(kind, 0) for kind in kinds) for key, count in counts.items()}
        for label, kinds in terms["compared"]
    }
    steps = steps_of(compared, terms["step"])
    return {key: terms["start"] + sum(step["points"] for step in steps.get(key, [])) for key in counts}


def _places(top: TableTop) -> Json:
    return {one.id: told_place(top.place(one)) for one in top.frames}


def _stations(top: TableTop) -> Json:
    return {one.id: told_place(at) for one, at in zip(top.stations, top.station_spots, strict=True)}


# Rounds.


def _play_round(top: TableTop) -> bool:
    """Whether there is another one after it."""
    passed: set[int] = set()
    while True:
        waiting = [side for side in top.order if side not in passed and top.able(side)]
        if not waiting:
            break
        aimed = choose_frame(top, waiting[0], may_pass=len(waiting) > 1)
        if aimed is None:
            top.tell("pass", player=FORCES[waiting[0]])
            passed.add(waiting[0])
            continue
        take_turns(top, aimed)
        passed.clear()
    return _end_round(top)


def _end_round(top: TableTop) -> bool:
    """Dice leave the table; the clock goes down, and by one more for each player who wants that."""
    _, each_round, optional = top.rules.clock
    top.tell("round-end")
    for frame in top.frames:
        frame.defense, frame.spots, frame.has_gone = None, [], False
    top.history.append(top.scores)
    top.clock = max(0, top.clock - each_round)
    for side in top.order if optional else ():
        if not top.clock:
            break
        takes = takes_tick(top, side)
        top.tell("tick", player=FORCES[side], take=takes)
        top.clock = max(0, top.clock - optional * takes)
    return top.clock > 0


def _result(top: TableTop, defender: int) -> Fought:
    sides = range(len(top.sides))
    winners = [side for side in sides if top.sides[side].score == max(top.scores)]
    if len(winners) > 1 and (answer := top.rules.doomsday_answer):
        top.tell("decide", question="doomsday-tie", answer=answer)
        most = max(top.sides[side].assets for side in winners)
        winners = [side for side in winners if top.sides[side].assets == most]
    return Fought(
        winners=tuple(winners),
        scores=top.scores,
        frames_lost=tuple(sum(one.is_lost and one.side == side for one in top.frames) for side in sides),
        stations=tuple(sum(one.holder == side for one in top.stations) for side in sides),
        seized=tuple(one.seized for one in top.sides),
        rounds=top.round,
        by_station=bool(top.led_by_station and top.led_by_station > top.round - 2),
        history=tuple(top.history),
        defender=defender,
        events=tuple(top.events),
    )
