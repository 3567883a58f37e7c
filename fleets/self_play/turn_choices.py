"""What players choose: who goes, at whom it aims, what white dice are for, where it goes, what it loses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import permutations
from math import ceil

import numpy as np

from fleets.battles.yard_orders import YardOrder
from fleets.chances.combat import highest_of
from fleets.self_play.battle_sides import FramePlayed, TableTop
from fleets.self_play.candidate_places import Places, places_for
from fleets.self_play.dice_streams import Purpose
from fleets.self_play.play_rules import COVER, OPEN, FrameDice
from fleets.self_play.table_distances import Floats
from fleets.self_play.tactics import Weights

_MOST = 40
# A defense that isn't known yet: the highest of so many dice is expected.
_MOST_DEFENDING = 3
# What an enemy that may still attack is expected to attack with, and how many of those really do.
_FEARED_DICE, _REALLY_DO = ((6, 3),), 0.4
# What a unit of movement is worth, in points, where it isn't clear yet where to.
_A_UNIT = 0.1


def _excess(dice: int) -> list[float]:
    """By how much 0, 1, 2 … is expected to beat the highest of so many d6."""
    chances = highest_of(((6, dice),)).chances
    return [
        float(sum(chance * max(0, total - shown) for shown, chance in enumerate(chances)))
        for total in range(_MOST)
    ]


EXCESS: Floats = np.array([_excess(dice) for dice in range(_MOST_DEFENDING + 1)])
FEARED: Floats = np.array(
    [
        float(
            sum(
                chance * max(0, shown - value)
                for shown, chance in enumerate(highest_of(_FEARED_DICE).chances)
            )
        )
        for value in range(9)
    ]
)


class Act(IntEnum):
    """What a die can be used for, in the order of the columns of an assignment."""

    DEFEND = 0
    MOVE = 1
    ATTACK = 2
    SPOT = 3


ACTS = len(Act)


@dataclass(frozen=True, slots=True)
class Aimed:
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


@dataclass(frozen=True, slots=True)
class Chosen:
    """Numbers for each act, the place to go to, and whether the attack comes before the move."""

    values: tuple[int, ...]
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
    points = top.sides[0].per_asset + top.sides[1].per_asset
    best = 0.0
    for row, station in enumerate(top.stations):
        if station.holder == frame.side:
            continue
        gap = top.station_gap(frame, row) - top.rules.arm
        best = max(best, _chance_to_move(frame.dice, gap) * weights.seize * points * 0.5)
    spots = weights.spot * frame.dice.comms * top.sides[1 - frame.side].per_asset * 0.05 if able > 1 else 0.0
    return best + spots


def _chance_to_move(dice: FrameDice, far: float) -> float:
    if far <= 0:
        return 1.0
    return dice.moves_far[ceil(far)] if far <= 8 else 0.0


def aim(top: TableTop, frame: FramePlayed) -> Aimed:
    """The target and the range that promise most, for what it carries and where all stand now."""
    rules, weights = top.rules, top.weights(frame.side)
    enemies = top.of_side(1 - frame.side)
    tactic = top.sides[frame.side].tactic
    if tactic.chance and _by_chance(top, frame, tactic.chance):
        return _aim_by_chance(top, frame, enemies)
    theirs = top.sides[1 - frame.side].per_asset
    best = Aimed(frame)
    for enemy in enemies:
        gap = top.distance(frame, enemy)
        for letter, over, to in rules.reaches:
            if letter not in frame.dice.red:
                continue
            chance = _chance_to_move(
                frame.dice, gap - to if gap > to else over - gap + 0.01 if gap <= over else 0
            )
            if not chance:
                continue
            cover = top.cover_against(frame, enemy)[0] if over and over < gap <= to else OPEN
            attack = int(frame.dice.attack[letter] + 0.5) + (enemy.spots[0] if enemy.spots else 0)
            hits = _expected(enemy, attack) * rules.faces_for(letter, cover).chance
            value = chance * _hurt_worth(weights, hits, enemy, theirs)
            if value > best.value:
                best = Aimed(frame, enemy, letter, _rockets(top, frame, letter), value)
    return best


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
    """Damage dice, against a defense that stands or one that is still to be rolled."""
    if enemy.defense is not None:
        return max(0, attack - enemy.defense)
    dice = min(_MOST_DEFENDING, len(enemy.dice.blue) + bool(enemy.dice.white))
    return float(EXCESS[dice, min(attack, _MOST - 1)])


def _hurt_worth(weights: Weights, hits: float, enemy: FramePlayed, points: int) -> float:
    share = min(1.0, hits / enemy.life)
    return points * (weights.hurt * share + weights.finish * share * share)


# Once the dice lie on the table.


def assignments(whites: Sequence[int], best: Sequence[int], done: Iterable[Act]) -> Floats:
    """Every way to use white dice: a row each, with the number for each act that is still to come."""
    acts = [act for act in Act if act not in done]
    base = [0 if act in done else best[act] for act in Act]
    rows = {tuple(base)}
    dice = sorted(whites, reverse=True)
    for chosen in permutations(acts, min(len(dice), len(acts))):
        row = list(base)
        for act, value in zip(chosen, dice, strict=False):
            row[act] = max(row[act], value)
        rows.add(tuple(row))
    found: Floats = np.array(sorted(rows, reverse=True), dtype=np.float64)
    return found


def choose(top: TableTop, turn: TurnPlayed) -> Chosen:
    """How to use the dice that are left, and where to go."""
    frame, side = turn.frame, turn.frame.side
    weights = top.weights(side)
    ways = assignments(turn.whites, turn.best, turn.done)
    enemies = top.of_side(1 - side)
    lengths = sorted({int(value) for value in ways[:, Act.MOVE]})
    places = places_for(top, frame, enemies, lengths, turn.dice.passes, threats(top, enemies, frame))
    here, there = _attack_worth(top, turn, ways, places, enemies)
    attack = np.maximum(here[:, None], there)
    value = places.worth[None, :] + attack + _other_worth(top, turn, ways, weights)[:, None]
    value[places.far[None, :] > ways[:, Act.MOVE, None] + 1e-9] = -np.inf
    tactic = top.sides[side].tactic
    if tactic.chance and _by_chance(top, frame, tactic.chance):
        possible = np.flatnonzero(np.isfinite(value))
        picked = possible[top.stream(frame, Purpose.WHIM).below(len(possible))]
    else:
        picked = value.argmax()
    row, column = divmod(int(picked), value.shape[1])
    return Chosen(
        tuple(int(number) for number in ways[row]),
        complex(places.at[column]) if column else None,
        bool(here[row] > 0 and here[row] >= there[row, column]),
    )


def threats(top: TableTop, enemies: Sequence[FramePlayed], frame: FramePlayed) -> Floats:
    """The damage that each enemy is expected to do at each range to this frame in the open."""
    found = np.zeros((len(enemies), len(top.rules.reaches)))
    dice = len(frame.dice.blue) + bool(frame.dice.white)
    excess = EXCESS[min(_MOST_DEFENDING, dice)]
    for row, enemy in enumerate(enemies):
        for column, (letter, _, _) in enumerate(top.rules.reaches):
            attack = enemy.dice.attack.get(letter)
            if attack:
                found[row, column] = excess[int(attack + 0.5)] * top.rules.faces_for(letter, OPEN).chance
    return found


def _attack_worth(
    top: TableTop, turn: TurnPlayed, ways: Floats, places: Places, enemies: Sequence[FramePlayed]
) -> tuple[Floats, Floats]:
    """What the attack is worth from here, for each assignment, and from each place."""
    target, nothing = turn.aimed.target, np.zeros(len(ways))
    if target is None or target.is_lost or Act.ATTACK in turn.done:
        return nothing, np.zeros((len(ways), len(places.at)))
    over, to = next((over, to) for letter, over, to in top.rules.reaches if letter == turn.aimed.letter)
    number = enemies.index(target)
    distance = places.distance[:, number]
    in_range = (distance > over) & (distance <= to)
    dice = _damage_dice(target, ways)
    open_, covered = (_worth_of(top, turn, target, dice, cover) for cover in (OPEN, COVER))
    there = np.where(places.covered[:, number][None, :], covered[:, None], open_[:, None])
    if not in_range[0]:
        return nothing, there * in_range[None, :]
    cover = top.cover_against(turn.frame, target)[0] if over else OPEN
    return _worth_of(top, turn, target, dice, cover), there * in_range[None, :]


def _damage_dice(target: FramePlayed, ways: Floats) -> Floats:
    """How many are expected, for each assignment."""
    attack = ways[:, Act.ATTACK]
    total = attack + (target.spots[0] if target.spots else 0)
    if target.defense is not None:
        dice = np.maximum(0.0, total - target.defense)
    else:
        defending = min(_MOST_DEFENDING, len(target.dice.blue) + bool(target.dice.white))
        dice = EXCESS[defending, np.minimum(total, _MOST - 1).astype(np.intp)]
    found: Floats = np.where(attack > 0, dice, 0.0)
    return found


def _worth_of(top: TableTop, turn: TurnPlayed, target: FramePlayed, dice: Floats, cover: str) -> Floats:
    weights = top.weights(turn.frame.side)
    share = np.minimum(1.0, dice * top.rules.faces_for(turn.aimed.letter, cover).chance / target.life)
    found: Floats = top.sides[target.side].per_asset * (weights.hurt * share + weights.finish * share * share)
    return found


def choose_defense(top: TableTop, turn: TurnPlayed) -> int:
    """Under attack, before it is clear where one will go: what the dice are worth for each act by itself."""
    side = turn.frame.side
    weights, target = top.weights(side), turn.aimed.target
    ways = assignments(turn.whites, turn.best, turn.done)
    tactic = top.sides[side].tactic
    if tactic.chance and _by_chance(top, turn.frame, tactic.chance):
        return int(ways[top.stream(turn.frame, Purpose.WHIM).below(len(ways)), Act.DEFEND])
    value = _other_worth(top, turn, ways, weights)
    value += (weights.advance + weights.close + weights.shelter / 2) * _A_UNIT * ways[:, Act.MOVE]
    if target is not None and not target.is_lost:
        value += _worth_of(top, turn, target, _damage_dice(target, ways), OPEN)
    return int(ways[value.argmax(), Act.DEFEND])


def _other_worth(top: TableTop, turn: TurnPlayed, ways: Floats, weights: Weights) -> Floats:
    """What the defense keeps from being lost, and what the spot adds to the attacks of others."""
    frame = turn.frame
    mine, theirs = (top.sides[side].per_asset for side in (frame.side, 1 - frame.side))
    found = np.zeros(len(ways))
    if Act.DEFEND not in turn.done:
        defense = ways[:, Act.DEFEND].astype(np.intp)
        spot = frame.spots[0] if frame.spots else 0
        feared = FEARED[defense] * min(len(top.able(1 - frame.side)), 4) * _REALLY_DO
        if turn.awaited is not None:
            feared = feared + np.maximum(0, turn.awaited + spot - defense)
        found -= weights.defend * mine / frame.life * feared / 3
    if Act.SPOT not in turn.done and len(top.able(frame.side)) - (not frame.has_gone) > 0:
        found += weights.spot * theirs / 15 * ways[:, Act.SPOT]
    return found


def choose_spotted(top: TableTop, turn: TurnPlayed, value: int) -> FramePlayed | None:
    """The enemy that those who go after this one are most likely to hurt."""
    frame = turn.frame
    sights = top.rules.sights
    far, into_cover = sights[min(turn.dice.comms, len(sights) - 1)]
    friends = top.able(frame.side)
    best, found = 0.0, None
    for enemy in top.of_side(1 - frame.side):
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
    return is_mine and not any((1 - frame.side) in there[row] for row in near)


def takes_tick(top: TableTop, side: int) -> bool:
    """Who leads may hurry the end; nobody else has anything from it."""
    return top.leader == side and top.weights(side).hurry > 0
