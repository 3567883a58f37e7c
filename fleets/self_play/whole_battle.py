"""A whole battle between two players: comparison, ties, fielding, rounds, and the doomsday clock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fleets.battles.game_types import Json
from fleets.battles.scores_compared import steps_of
from fleets.self_play.battle_sides import FORCES, FramePlayed, StationPlayed, TableTop
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


@dataclass(frozen=True, slots=True)
class Fought:
    """How a battle went. `winner` is a side, or None if the victory is shared; `by_station` whether the lead
    that won was gained by a station in the last two rounds. `history` has both scores after each round."""

    winner: int | None
    scores: tuple[int, int]
    frames_lost: tuple[int, int]
    stations: tuple[int, int]
    seized: tuple[int, int]
    rounds: int
    by_station: bool
    history: tuple[tuple[int, int], ...]
    defender: int
    events: tuple[Json, ...]

    @property
    def share(self) -> float:
        """What the first side has of the victory."""
        return 0.5 if self.winner is None else float(self.winner == 0)


@dataclass(frozen=True, slots=True)
class Contest:
    """All that a battle follows from, but the seed; values only, so it can be sent to other machines.

    `at_ties` is what each side does if it wins the roll in a tie for the highest score.
    """

    rules: PlayRules
    forces: tuple[Json, Json]
    terrain: TerrainSet
    tactics: tuple[Tactic, Tactic]
    at_ties: tuple[str, str] = (REMOVE, REMOVE)


def fight(contest: Contest, seed: int, book: DiceBook | None = None) -> Fought:
    """One battle; the same contest and seed give the same battle, on any machine."""
    rules = contest.rules
    cover = lay_out(contest.terrain, rules, seed)
    top = TableTop(rules, book or DiceBook(rules), contest.tactics, cover, seed)
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
    top.history.append((top.sides[0].score, top.sides[1].score))
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
        if top.sides[0].score != top.sides[1].score:
            return
        winner = Stream(top.seed, TABLE, 0, Purpose.ROLL_OFF).below(2) ^ (number & 1)
        top.tell("roll-off", place="highest", winner=FORCES[winner])
        chooser = winner
        if at_ties[winner] == LOSER_CHOOSES:
            chooser = 1 - winner
            top.tell("tie", player=FORCES[winner], choice=LOSER_CHOOSES, other=FORCES[chooser])
        # Nobody has brought a spare frame, so the only change is to leave one out.
        left_out = min(top.of_side(chooser), key=lambda one: (len(one.systems), -one.row))
        top.tell("tie", player=FORCES[chooser], choice=REMOVE, unit=left_out.id)
        _leave_out(top, left_out)
        if len(top.of_side(chooser)) == 0:
            break
    raise BrickyardError("the scores stay equal whoever leaves a frame out: change one of the forces")


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
        for side in (0, 1)
    }
    for side, points in zip(top.sides, points_per_asset(top.rules, counts).values(), strict=True):
        side.per_asset = points
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
        sides = [side for side in (top.leader, 1 - top.leader) if top.able(side)]
        waiting = [side for side in sides if side not in passed]
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
    top.history.append((top.sides[0].score, top.sides[1].score))
    top.clock = max(0, top.clock - each_round)
    for side in (top.leader, 1 - top.leader) if optional else ():
        if not top.clock:
            break
        takes = takes_tick(top, side)
        top.tell("tick", player=FORCES[side], take=takes)
        top.clock = max(0, top.clock - optional * takes)
    return top.clock > 0


def _result(top: TableTop, defender: int) -> Fought:
    scores = top.sides[0].score, top.sides[1].score
    frames_lost = tuple(sum(one.is_lost and one.side == side for one in top.frames) for side in (0, 1))
    held = tuple(sum(one.holder == side for one in top.stations) for side in (0, 1))
    winner: int | None = top.leader
    if scores[0] == scores[1]:
        answer = top.rules.doomsday_answer
        assets = [one.assets for one in top.sides]
        winner = None
        if answer:
            top.tell("decide", question="doomsday-tie", answer=answer)
            winner = None if assets[0] == assets[1] else int(assets[1] > assets[0])
    by_station = bool(top.led_by_station and top.led_by_station > top.round - 2)
    return Fought(
        winner,
        scores,
        (frames_lost[0], frames_lost[1]),
        (held[0], held[1]),
        (top.sides[0].seized, top.sides[1].seized),
        top.round,
        by_station,
        tuple(top.history),
        defender,
        tuple(top.events),
    )
