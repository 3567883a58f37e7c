"""The yard in the engine: it sees three answers a turn and follows its order, as a person would."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

import numpy as np

from fleets.battles import yard_orders
from fleets.battles.yard_orders import KnownFrame, RolledDice, SeenAnswers, YardOrder, YardView
from fleets.self_play import turn_choices
from fleets.self_play.battle_sides import FramePlayed, TableTop
from fleets.self_play.candidate_places import Places, best_place, is_open, needs_guard, places_for
from fleets.self_play.dice_streams import Purpose, Stream
from fleets.self_play.play_rules import OPEN, PlayRules
from fleets.self_play.table_distances import TOUCH, Floats
from fleets.self_play.tactics import Tactic, Weights
from fleets.self_play.turn_choices import Act, Aimed, Chosen, TurnPlayed
from fleets.self_play.yard_cards import CARDS, targets_by_card, use_by_card

_USES = dict(zip(yard_orders.USES, Act, strict=True))
# How far a frame hopes to come to have its target in range.
_HOPED = 3
_FAR = 99.0


class _Liking(NamedTuple):
    """What the order's words weigh for whoever looks for a place: enemies that can shoot there, and so on."""

    shots: float
    near: float
    ruler: float
    advance: float
    attack: float
    guard: float
    seize: float


_CAREFUL = _Liking(shots=1, near=0, ruler=0.3, advance=0, attack=12, guard=40, seize=80)
_BOLD = _Liking(shots=0.5, near=0.4, ruler=0.8, advance=0.6, attack=14, guard=10, seize=80)


def yard_tactic(level: str = "steady") -> Tactic:
    """Takes one more off the clock while it leads."""
    weights = Weights(hurry=1)
    return Tactic(name="yard", says="Follows its orders.", weights=weights, leading=weights, yard=level)


def standing_of(top: TableTop, side: int) -> YardView:
    return {
        "mine": top.sides[side].per_asset,
        "theirs": int(max(top.stakes[side])),
        "leads": top.leader == side,
        "level": top.sides[side].tactic.yard,
        "whim": Stream(top.seed, side, top.round, Purpose.WHIM).below(100),
        "reaches": [letter for letter, _, _ in top.rules.reaches],
        "hurts": yard_hurts(top.rules),
        "own": [_fighter(one) for one in top.of_side(side)],
        "enemies": [_fighter(one) for one in top.against(side)],
    }


def yard_hurts(rules: PlayRules) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {letter: {} for letter, _, _ in rules.reaches}
    for (letter, cover), faces in rules.faces.items():
        found[letter][cover] = yard_orders.hundredths(len(faces.target))
    return found


def _fighter(frame: FramePlayed) -> KnownFrame:
    dice = frame.dice
    return {
        "id": frame.id,
        "life": frame.life,
        "white": len(dice.white),
        "blue": list(dice.blue),
        "green": list(dice.green),
        "red": {letter: list(red) for letter, red in dice.red.items()},
        "defense": frame.defense,
        "spot": frame.spots[0] if frame.spots else 0,
        "gone": frame.has_gone,
    }


def answers_for(top: TableTop, frame: FramePlayed) -> SeenAnswers:
    """What somebody who looks at the table says."""
    rules, station = top.rules, ""
    far = max(frame.dice.green or frame.dice.white[:1] or (0,))
    for row, one in enumerate(top.stations):
        steps = max(0, ceil(top.station_gap(frame, row) - rules.arm - TOUCH))
        if one.holder != frame.side and steps <= far:
            station, far = one.id, steps
    enemies = top.against(frame.side)
    nearest = min(enemies, key=lambda one: top.distance(frame, one), default=None)
    if nearest is None:
        return {"station": station, "far": far, "near": "beyond", "covered": False}
    gap = top.distance(frame, nearest)
    near = "touching" if gap <= rules.arm else "ruler" if gap <= rules.ruler else "beyond"
    covered = top.cover_against(frame, nearest)[0] != OPEN
    return {"station": station, "far": far, "near": near, "covered": covered}


# What a player chooses.


def choose_frame(top: TableTop, side: int, may_pass: bool) -> Aimed | None:
    if not top.sides[side].tactic.yard:
        return turn_choices.choose_frame(top, side, may_pass)
    standing = standing_of(top, side)
    if may_pass and yard_orders.passes(standing):
        return None
    goes = yard_orders.who_goes(standing)
    return aim(top, next(one for one in top.frames if one.id == goes))


def aim(top: TableTop, frame: FramePlayed) -> Aimed:
    """The first of the order's targets in the open, else in range, else nearly in range."""
    if not top.sides[frame.side].tactic.yard:
        return turn_choices.aim(top, frame)
    standing = standing_of(top, frame.side)
    order = yard_orders.order_for(_fighter(frame), standing, answers_for(top, frame))
    if standing["level"] == CARDS and order["wanted"]:
        order["wanted"] = targets_by_card(standing)
    letter = order["range"]
    by_id = {one.id: one for one in top.frames}
    targets = [by_id[name] for name in order["wanted"]]
    in_range = [one for one in targets if top.rules.is_in(letter, top.distance(frame, one))]
    seen = [one for one in in_range if top.cover_against(frame, one)[0] == OPEN]
    near = [one for one in targets if _is_nearly_in(top, letter, top.distance(frame, one))]
    for target in (*seen, *in_range, *near):
        rockets = int(frame.rockets > 0 and letter == top.rules.rocket[0])
        return Aimed(frame, target, letter, rockets, order=order)
    return Aimed(frame, order=order)


def _is_nearly_in(top: TableTop, letter: str, gap: float) -> bool:
    return any(one == letter and over - _HOPED < gap <= to + _HOPED for one, over, to in top.rules.reaches)


def choose_defense(top: TableTop, turn: TurnPlayed) -> int:
    if turn.aimed.order is None:
        return turn_choices.choose_defense(top, turn)
    return _use_dice(top, turn, turn.aimed.order)["defend"]


def _use_dice(top: TableTop, turn: TurnPlayed, order: YardOrder) -> dict[str, int]:
    me, standing = _fighter(turn.frame), standing_of(top, turn.frame.side)
    target = turn.aimed.target.id if turn.aimed.target else ""
    best = {use: turn.best[act] for use, act in _USES.items() if act not in turn.done}
    dice: RolledDice = {"white": list(turn.whites), "best": best}
    if standing["level"] == CARDS:
        return use_by_card(me, order, target, dice, turn.awaited or 0)
    return yard_orders.use_dice(me, standing, order, target, dice, turn.awaited or 0)


def choose(top: TableTop, turn: TurnPlayed) -> Chosen:
    order = turn.aimed.order
    if order is None:
        return turn_choices.choose(top, turn)
    frame, target = turn.frame, turn.aimed.target
    way = _use_dice(top, turn, order)
    values = tuple(way.get(use, 0) for use in _USES)
    enemies, move = top.against(frame.side), values[Act.MOVE]
    places = places_for(top, frame, enemies, [move])
    aimed = target if target is not None and not target.is_lost and Act.ATTACK not in turn.done else None
    at_once = aimed is not None and top.rules.is_in(order["range"], top.distance(frame, aimed))
    if at_once and aimed and move and order["covered"]:
        at_once = top.cover_against(frame, aimed)[0] == OPEN
    worth = _worth(top, frame, order, places, None if at_once else aimed)
    _, column = best_place(top, frame, turn.dice.passes, places, worth[None, :], [move])
    return Chosen(values, complex(places.at[column]) if column else None, at_once)


def _worth(
    top: TableTop, frame: FramePlayed, order: YardOrder, places: Places, aimed: FramePlayed | None
) -> Floats:
    """How well each place fits the order's words: stations first, then the target, then cover."""
    rules, liking = top.rules, _CAREFUL
    if not yard_orders.is_careful(standing_of(top, frame.side)):
        liking = _BOLD
    to_station = np.abs(places.at[:, None] - top.station_at) - 2 * rules.radius
    mine = np.array([one.holder == frame.side for one in top.stations])
    nearest = places.distance.min(axis=1, initial=_FAR)
    worth: Floats = -liking.shots * _shots(top, places, frame) - liking.near * nearest
    worth -= liking.ruler * np.maximum(nearest - rules.ruler, 0)
    worth -= liking.advance * to_station[:, ~mine].min(axis=1, initial=_FAR)
    if aimed is not None:
        column = top.against(frame.side).index(aimed)
        gap = places.distance[:, column]
        over, to = next((over, to) for one, over, to in rules.reaches if one == order["range"])
        halved = places.covered[:, column] & (gap > rules.arm)
        worth += liking.attack * ((gap > over) & (gap <= to)) * np.where(halved, 0.5, 1)
    beside = to_station <= rules.arm + TOUCH
    needed = [needs_guard(top, frame, at) for at in top.station_spots]
    free = [is_open(top, frame, at) for at in top.station_spots]
    worth += liking.guard * (beside & mine & needed).any(axis=1)
    worth += (beside & ~mine) @ np.where(free, liking.seize, 0.3 * liking.seize)
    return worth


def _shots(top: TableTop, places: Places, frame: FramePlayed) -> Floats:
    """How many enemies can shoot at each place, those without cover between twice."""
    found = np.zeros(len(places.at))
    for column, enemy in enumerate(top.against(frame.side)):
        gap = places.distance[:, column]
        for letter, over, to in top.rules.reaches:
            if enemy.dice.red.get(letter) or letter in top.rules.unarmed:
                halved = places.covered[:, column] & (gap > top.rules.arm)
                found += ((gap > over) & (gap <= to)) * np.where(halved, 1, 2)
    return found
