"""What players choose: who goes, at whom it aims, what white dice are for, where it goes, what it loses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from math import ceil
from typing import NamedTuple

import numpy as np

from fleets.battles.yard_orders import YardOrder
from fleets.chances.combat import highest_of
from fleets.self_play.battle_sides import FramePlayed, TableTop
from fleets.self_play.candidate_places import Places, best_place, places_for
from fleets.self_play.dice_streams import Purpose
from fleets.self_play.play_rules import COVER, EXCESS, OPEN, Arm, FrameDice
from fleets.self_play.table_distances import Floats
from fleets.self_play.tactics import Weights

# What an enemy that may still attack is expected to attack with, and how many of those really do.
_FEARED_CHANCES, _REALLY_DO = highest_of(((6, 3),)).chances, 0.4
# What a unit of movement is worth, in points, where it isn't clear yet where to.
_A_UNIT = 0.1


FEARED = [
    float(sum(chance * max(0, shown - value) for shown, chance in enumerate(_FEARED_CHANCES)))
    for value in range(9)
]
Way = tuple[int, ...]


class Act(IntEnum):
    """What a die can be used for, in the order of the columns of an assignment."""

    DEFEND = 0
    MOVE = 1
    ATTACK = 2
    SPOT = 3


ACTS = len(Act)


class Aimed(NamedTuple):
    """What a frame names before it rolls: a target and a range, or nothing; `value` is what it hopes for."""

    frame: FramePlayed
    target: FramePlayed | None = None
    letter: str = ""
    rockets: int = 0
    value: float = 0.0
    order: YardOrder | None = None


@dataclass(slots=True, eq=False)
class TurnPlayed:
    """A turn that is open: the dice that are left of the roll, and what has been done with the others.

    `best` is the highest coloured die for each act; `dice` what the frame could do when it rolled.
    """

    aimed: Aimed
    dice: FrameDice
    whites: list[int]
    best: list[int]
    done: set[Act] = field(default_factory=set)
    awaited: int | None = None

    @property
    def frame(self) -> FramePlayed:
        return self.aimed.frame

    def use(self, act: Act, value: int) -> None:
        """A coloured die if it shows that, else a white one."""
        self.done.add(act)
        if value > self.best[act]:
            self.whites.remove(value)


class Chosen(NamedTuple):
    """Numbers for each act, the place to go to, and whether the attack comes before the move."""

    values: Way
    place: complex | None
    attacks_first: bool


def choose_frame(top: TableTop, side: int, may_pass: bool) -> Aimed | None:
    """Who goes next, and at whom it aims; None to pass."""
    able = top.able(side)
    first = able[0]
    tactic, weights = top.sides[side].tactic, top.weights(side)
    if tactic.chance and _by_chance(top, first, tactic.chance):
        stream = top.stream(first, Purpose.WHIM)
        return aim(top, able[stream.below(len(able))])
    aims = [aim(top, frame) for frame in able]
    values = [one.value + _hopes(top, one.frame, weights, len(able)) for one in aims]
    best = max(range(len(able)), key=lambda number: values[number])
    if may_pass and weights.wait and values[best] < weights.wait * top.sides[side].per_asset * 0.2:
        return None
    return aims[best]


def _by_chance(top: TableTop, frame: FramePlayed, chance: int) -> bool:
    return chance >= 100 or top.stream(frame, Purpose.WHIM).below(100) < chance


def _hopes(top: TableTop, frame: FramePlayed, weights: Weights, able: int) -> float:
    """What going now promises beside an attack: a station within reach, a spot for those who come after."""
    best = 0.0
    for row, station in enumerate(top.stations):
        if station.holder == frame.side:
            continue
        gap = top.station_gap(frame, row) - top.rules.arm
        points = top.points_of(station, frame.side)
        best = max(best, _chance_to_move(frame.dice, gap) * weights.seize * points * 0.5)
    theirs = max(top.stakes[frame.side])
    spots = weights.spot * frame.dice.comms * theirs * 0.05 if able > 1 else 0.0
    return best + spots


def _chance_to_move(dice: FrameDice, far: float) -> float:
    if far <= 0:
        return 1.0
    return dice.moves_far[ceil(far)] if far <= 8 else 0.0


def aim(top: TableTop, frame: FramePlayed) -> Aimed:
    """The target and the range that promise most, for what it carries and where all stand now."""
    weights, enemies = top.weights(frame.side), top.against(frame.side)
    tactic = top.sides[frame.side].tactic
    if tactic.chance and _by_chance(top, frame, tactic.chance):
        return _aim_by_chance(top, frame, enemies)
    stakes, best, found = top.stakes[frame.side], 0.0, None
    for enemy in enemies:
        points = stakes[enemy.side]
        gap = top.distance(frame, enemy)
        for arm in frame.dice.arms:
            chance = _chance_to_move(frame.dice, _way_to_range(arm, gap))
            if not chance:
                continue
            hits = _expected(enemy, arm.attack)
            # Cover is only looked at where the attack would be the best one without it.
            value = chance * _hurt_worth(weights, hits * arm.hurts[OPEN], enemy, points)
            if value > best and arm.over < gap <= arm.to and arm.over:
                cover = top.cover_against(frame, enemy)[0]
                value = chance * _hurt_worth(weights, hits * arm.hurts[cover], enemy, points)
            if value > best:
                best, found = value, (enemy, arm.letter)
    if found is None:
        return Aimed(frame)
    return Aimed(frame, *found, _rockets(top, frame, found[1]), best)


def _way_to_range(arm: Arm, gap: float) -> float:
    """How much nearer it must come, or farther away."""
    if gap > arm.to:
        return gap - arm.to
    return arm.over - gap + 0.01 if gap <= arm.over else 0


def _aim_by_chance(top: TableTop, frame: FramePlayed, enemies: Sequence[FramePlayed]) -> Aimed:
    stream = top.stream(frame, Purpose.WHIM)
    letters = list(frame.dice.red)
    if not enemies or not letters:
        return Aimed(frame)
    enemy, letter = enemies[stream.below(len(enemies))], letters[stream.below(len(letters))]
    return Aimed(frame, enemy, letter, _rockets(top, frame, letter))


def _rockets(top: TableTop, frame: FramePlayed, letter: str) -> int:
    """One goes with each attack at its range while there are any."""
    return int(frame.rockets > 0 and letter == top.rules.rocket[0])


def _expected(enemy: FramePlayed, attack: int) -> float:
    """Damage dice, against a defense that stands or one that is still to be rolled; a spot helps."""
    total = attack + (enemy.spots[0] if enemy.spots else 0)
    if enemy.defense is not None:
        return max(0, total - enemy.defense)
    return EXCESS[enemy.dice.defends][total]


def _hurt_worth(weights: Weights, hits: float, enemy: FramePlayed, points: float) -> float:
    share = min(1.0, hits / enemy.life)
    return points * (weights.hurt * share + weights.finish * share * share)


# Once the dice lie on the table.


def assignments(whites: Sequence[int], best: Sequence[int], done: Iterable[Act]) -> list[Way]:
    """Every way to use white dice: the number for each act that is still to come."""
    acts = [act for act in Act if act not in done]
    base = tuple(0 if act in done else best[act] for act in Act)
    ways = {base}
    for die in whites:
        ways |= {
            (*way[:act], die, *way[act + 1 :])
            for way in ways
            for act in acts
            if die > way[act] and way[act] == base[act]
        }
    return sorted(ways, reverse=True)


def choose(top: TableTop, turn: TurnPlayed) -> Chosen:
    """How to use the dice that are left, and where to go."""
    frame, side = turn.frame, turn.frame.side
    ways = assignments(turn.whites, turn.best, turn.done)
    enemies = top.against(side)
    moves = [way[Act.MOVE] for way in ways]
    places = places_for(top, frame, enemies, moves)
    here, there = _attack_worth(top, turn, ways, places, enemies)
    value = places.worth + np.array(_other_worth(top, turn, ways))[:, None]
    if there is not None:
        value += np.maximum(there, np.array(here)[:, None])
    tactic = top.sides[side].tactic
    if tactic.chance and _by_chance(top, frame, tactic.chance):
        stream = top.stream(frame, Purpose.WHIM)
        value = np.array([stream.share() for _ in range(value.size)]).reshape(value.shape)
    row, column = best_place(top, frame, turn.dice.passes, places, value, moves)
    is_best_here = here[row] > 0 and (there is None or here[row] >= there[row, column])
    return Chosen(ways[row], complex(places.at[column]) if column else None, bool(is_best_here))


def _attack_worth(
    top: TableTop, turn: TurnPlayed, ways: Sequence[Way], places: Places, enemies: Sequence[FramePlayed]
) -> tuple[list[float], Floats | None]:
    """What the attack is worth from here, for each way to use the dice, and from each place."""
    target, nothing = turn.aimed.target, [0.0] * len(ways)
    if target is None or target.is_lost or Act.ATTACK in turn.done:
        return nothing, None
    letter = turn.aimed.letter
    over, to = next((over, to) for one, over, to in top.rules.reaches if one == letter)
    number = enemies.index(target)
    distance = places.distance[:, number]
    open_, covered = (_worth_of(top, turn, target, ways, cover) for cover in (OPEN, COVER))
    there = np.where(places.covered[:, number], np.array(covered)[:, None], np.array(open_)[:, None])
    there *= (distance > over) & (distance <= to)
    if not over < distance[0] <= to:
        return nothing, there
    is_open = not over or top.cover_against(turn.frame, target)[0] == OPEN
    return open_ if is_open else covered, there


def _worth_of(
    top: TableTop, turn: TurnPlayed, target: FramePlayed, ways: Sequence[Way], cover: str
) -> list[float]:
    """What the attack is worth for each way to use the dice."""
    weights, points = top.weights(turn.frame.side), top.stakes[turn.frame.side][target.side]
    chance = top.rules.faces_for(turn.aimed.letter, cover).chance
    worth = {
        attack: _hurt_worth(weights, _expected(target, attack) * chance, target, points) if attack else 0.0
        for attack in {way[Act.ATTACK] for way in ways}
    }
    return [worth[way[Act.ATTACK]] for way in ways]


def choose_defense(top: TableTop, turn: TurnPlayed) -> int:
    """Under attack, before it is clear where one will go: what the dice are worth for each act by itself."""
    side = turn.frame.side
    weights, target = top.weights(side), turn.aimed.target
    ways = assignments(turn.whites, turn.best, turn.done)
    tactic = top.sides[side].tactic
    if tactic.chance and _by_chance(top, turn.frame, tactic.chance):
        return ways[top.stream(turn.frame, Purpose.WHIM).below(len(ways))][Act.DEFEND]
    unit = (weights.advance + weights.close + weights.shelter / 2) * _A_UNIT
    attacks = [0.0] * len(ways)
    if target is not None and not target.is_lost:
        attacks = _worth_of(top, turn, target, ways, OPEN)
    worth = [
        (other + unit * way[Act.MOVE] + attack, -place, way)
        for place, (other, way, attack) in enumerate(
            zip(_other_worth(top, turn, ways), ways, attacks, strict=True)
        )
    ]
    return max(worth)[2][Act.DEFEND]


def _other_worth(top: TableTop, turn: TurnPlayed, ways: Sequence[Way]) -> list[float]:
    """What the defense keeps from being lost, and what the spot adds to the attacks of others."""
    frame, weights = turn.frame, top.weights(turn.frame.side)
    mine, theirs = top.sides[frame.side].per_asset, max(top.stakes[frame.side])
    lost, spotted = 0.0, 0.0
    if Act.DEFEND not in turn.done:
        lost = weights.defend * mine / frame.life / 3
    if Act.SPOT not in turn.done and len(top.able(frame.side)) - (not frame.has_gone) > 0:
        spotted = weights.spot * theirs / 15
    attackers = min(top.able_against(frame.side), 4) * _REALLY_DO
    awaited = 0 if turn.awaited is None else turn.awaited + (frame.spots[0] if frame.spots else 0)
    values = {way[Act.DEFEND] for way in ways}
    feared = {value: FEARED[value] * attackers + max(0, awaited - value) for value in values}
    return [spotted * way[Act.SPOT] - lost * feared[way[Act.DEFEND]] for way in ways]


def choose_spotted(top: TableTop, turn: TurnPlayed, value: int) -> FramePlayed | None:
    """The enemy that those who go after this one are most likely to hurt."""
    frame = turn.frame
    sights = top.rules.sights
    far, into_cover = sights[min(turn.dice.comms, len(sights) - 1)]
    friends = top.able(frame.side)
    best, found = 0.0, None
    for enemy in top.against(frame.side):
        if top.rules.high_spot and enemy.spots and enemy.spots[0] >= value:
            continue
        if top.distance(frame, enemy) > far + 1e-9:
            continue
        if not into_cover and top.cover_against(frame, enemy)[0] != OPEN:
            continue
        shooters = sum(top.rules.letter_at(top.distance(one, enemy)) in one.dice.red for one in friends)
        worth = (0.1 + shooters) / enemy.life
        if worth > best:
            best, found = worth, enemy
    return found


def steps_away(top: TableTop, frame: FramePlayed, hits: int) -> bool:
    """Whether it leaves a station to be spared one damage: if that saves it, or costs no station."""
    if hits == frame.life:
        return True
    near = [row for row in range(len(top.stations)) if top.station_gap(frame, row) <= top.rules.arm]
    is_mine = all(top.stations[row].holder == frame.side for row in near)
    there = top.beside()
    return is_mine and all(there[row] == {frame.side} for row in near)


def takes_tick(top: TableTop, side: int) -> bool:
    """Who leads may hurry the end; nobody else has anything from it."""
    return top.leader == side and top.weights(side).hurry > 0
