"""Turns: roll, defend, move and attack in either order, spot; at most two are open (RA p.91–103)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from fleets.battles.yard_orders import gives_up
from fleets.self_play.battle_sides import FramePlayed, TableTop
from fleets.self_play.dice_streams import Purpose
from fleets.self_play.play_rules import COVER, FRAME_COVER, OPEN, HitFaces
from fleets.self_play.table_distances import TOUCH, way_round
from fleets.self_play.turn_choices import (
    Act,
    Aimed,
    Chosen,
    TurnPlayed,
    choose_spotted,
    steps_away,
)
from fleets.self_play.yard_player import aim, choose, choose_defense


class SharedHits(NamedTuple):
    """Damage dice that hurt the target, those of them that went through its cover, and hits on the cover."""

    target: int
    through: int
    cover: int


def share_hits(faces: HitFaces, rolled: Iterable[int], stands: int | None) -> SharedHits:
    """Cover first: what can't go through it, then what can; so many hits bring it down (None: none do)."""
    rolled = list(rolled)
    stopped = sum(face in faces.stopped for face in rolled)
    piercing = sum(face in faces.through for face in rolled)
    straight = sum(face in faces.target for face in rolled)
    if stands is None:
        return SharedHits(straight, 0, stopped + piercing)
    first = min(stopped, stands)
    absorbed = min(piercing, stands - first)
    return SharedHits(straight + piercing - absorbed, piercing - absorbed, first + absorbed)


def take_turns(top: TableTop, aimed: Aimed) -> None:
    """The turn of a frame, and of all whom attacks call up in turn."""
    turn: TurnPlayed | None = open_turn(top, aimed)
    while turn is not None:
        turn = play_out(top, turn)


def open_turn(top: TableTop, aimed: Aimed, awaited: int | None = None) -> TurnPlayed:
    """Names, rolls all dice and defends; `awaited` is the attack that waits for the defense."""
    frame = aimed.frame
    frame.has_gone = True
    named: dict[str, object] = {"target": aimed.target.id, "range": aimed.letter} if aimed.target else {}
    event = top.tell("turn", unit=frame.id, **named)
    turn = _roll(top, aimed, awaited)
    event["rolled"] = {"W": list(turn.whites), "best": list(turn.best)}
    return turn


def _roll(top: TableTop, aimed: Aimed, awaited: int | None) -> TurnPlayed:
    """A stream for each colour, so that one system more or less leaves the other dice as they were."""
    frame, dice = aimed.frame, aimed.frame.dice
    red = (*dice.red.get(aimed.letter, ()), *(top.rules.rocket[1],) * aimed.rockets)

    def highest(purpose: Purpose, sides: Sequence[int]) -> int:
        return max(top.stream(frame, purpose).dice(sides)) if sides else 0

    return TurnPlayed(
        aimed,
        dice,
        top.stream(frame, Purpose.WHITE).dice(dice.white),
        [
            highest(Purpose.BLUE, dice.blue),
            highest(Purpose.GREEN, dice.green),
            highest(Purpose.RED, red),
            highest(Purpose.YELLOW, dice.yellow),
        ],
        awaited=awaited,
    )


def defend(top: TableTop, turn: TurnPlayed, value: int) -> None:
    turn.use(Act.DEFEND, value)
    turn.frame.defense = value
    top.tell("defend", unit=turn.frame.id, value=value)


def play_out(top: TableTop, turn: TurnPlayed) -> TurnPlayed | None:
    """The rest of an open turn; returns the turn that its attack has called up, if that frame stands."""
    frame = turn.frame
    chosen = choose(top, turn)
    if Act.DEFEND not in turn.done:
        defend(top, turn, chosen.values[Act.DEFEND])
    called: TurnPlayed | None = None
    if chosen.attacks_first:
        upsets = top.upsets
        called = attack(top, turn, chosen.values[Act.ATTACK])
        if top.upsets > upsets:
            chosen = choose(top, turn)
    _move(top, turn, chosen)
    if Act.ATTACK not in turn.done and turn.aimed.target is not None:
        called = attack(top, turn, chosen.values[Act.ATTACK])
    spot(top, turn, chosen.values[Act.SPOT])
    top.end_turn(frame)
    top.tell("done", unit=frame.id)
    return called if called is not None and not called.frame.is_lost else None


def _move(top: TableTop, turn: TurnPlayed, chosen: Chosen) -> None:
    if chosen.place is None:
        return
    frame, value = turn.frame, chosen.values[Act.MOVE]
    turn.use(Act.MOVE, value)
    top.put(frame, chosen.place)
    top.tell("move", unit=frame.id, value=value, stands=told_place(chosen.place))
    top.seize_stations()


def told_place(spot: complex) -> list[float]:
    """In hundredths of a unit."""
    return [round(spot.real, 2), round(spot.imag, 2)]


def attack(top: TableTop, turn: TurnPlayed, value: int) -> TurnPlayed | None:
    """The attack that was named, if it is in range and has a die; returns the turn of a target that has not
    gone yet and now does."""
    frame, target, letter = turn.frame, turn.aimed.target, turn.aimed.letter
    is_gone = target is None or target.is_lost
    if target is None or is_gone or not value or not top.rules.is_in(letter, top.distance(frame, target)):
        turn.done.add(Act.ATTACK)
        top.tell("abort", unit=frame.id)
        return None
    turn.use(Act.ATTACK, value)
    cover, number = top.cover_against(frame, target)
    if (letter, cover) not in top.rules.faces:
        cover = OPEN
    event = top.tell(
        "attack",
        unit=frame.id,
        target=target.id,
        range=letter,
        cover=cover,
        value=value,
        **_with(top, cover, number),
    )
    if turn.aimed.rockets:
        event["rockets"] = turn.aimed.rockets
        frame.rockets -= turn.aimed.rockets
        top.refresh([frame])
    called = None
    if target.defense is None:
        called = open_turn(top, aim(top, target), value)
        defend(top, called, choose_defense(top, called))
    # The spot is added once the defense is known, and stays where it would change nothing.
    defense = target.defense or 0
    if target.spots and value + target.spots[0] > defense:
        value += target.spots.pop(0)
        event["spot"] = True
    resolve(top, frame, target, top.rules.faces_for(letter, cover), cover, number, max(0, value - defense))
    return called


def _with(top: TableTop, cover: str, number: int) -> dict[str, object]:
    return {"coverer": top.frames[number].id} if cover == FRAME_COVER else {}


def resolve(
    top: TableTop,
    frame: FramePlayed,
    target: FramePlayed,
    faces: HitFaces,
    cover: str,
    number: int,
    dice: int,
) -> None:
    """Damage dice, and what they do to the cover and the target."""
    if not dice:
        return
    rolled = top.stream(frame, Purpose.DAMAGE).dice((6,) * dice)
    coverer = top.frames[number] if cover == FRAME_COVER else None
    stands = _stands(top, cover, number)
    hits = share_hits(faces, rolled, stands)
    event = top.tell("hits", unit=frame.id, rolled=rolled)
    if cover == COVER:
        event["piece"] = number
        top.cover_hits[number] -= hits.cover
        if hits.through:
            event["through"] = hits.through
        if top.cover_hits[number] <= 0:
            event["ruined"] = True
            top.ruin(number)
    if coverer is not None and not coverer.dice.safe:
        take_damage(top, coverer, hits.cover, may_step=False)
    take_damage(top, target, hits.target, may_step=True)


def _stands(top: TableTop, cover: str, number: int) -> int | None:
    """How many hits bring the cover down."""
    if cover == COVER:
        return top.cover_hits[number]
    if cover == FRAME_COVER and not top.frames[number].dice.safe:
        return top.frames[number].life
    return None


def take_damage(top: TableTop, frame: FramePlayed, hits: int, may_step: bool) -> None:
    """One damage may be let pass by stepping away from a station; the owner chooses what each other takes."""
    if hits and may_step and top.rules.steps_away and steps_away(top, frame, hits):
        there = _place_away(top, frame)
        if there is not None:
            top.tell("ignore", unit=frame.id, stands=told_place(there))
            top.put(frame, there)
            top.upsets += 1
            hits -= 1
            top.seize_stations()
    for _ in range(min(hits, frame.life)):
        code = gives_up(frame.left)
        top.tell("strike", unit=frame.id, system=code)
        if code == "W":
            frame.white -= 1
        else:
            frame.left.remove(code)
        if not frame.life:
            top.lose(frame)
            return
    top.refresh([frame])


def _place_away(top: TableTop, frame: FramePlayed) -> complex | None:
    """A unit straight away from the station it stands beside, and out of its reach; None if it is blocked."""
    rules, here = top.rules, top.place(frame)
    for row, station in enumerate(top.station_spots):
        gap = top.station_gap(frame, row)
        if gap > rules.arm + TOUCH:
            continue
        far = gap + 2 * rules.radius
        there = here + (here - station) / max(far, TOUCH) * max(1.0, rules.arm - gap + 0.01)
        spots = np.array([there])
        if not top.are_free(spots, top.gaps_of(spots, frame.row))[0]:
            return None
        straight = abs(there - here)
        way = straight if frame.dice.passes else way_round(here, there, top.obstacles(frame, straight))
        return there if way <= straight + TOUCH else None
    return None


def spot(top: TableTop, turn: TurnPlayed, value: int) -> None:
    """Last of all; the highest stands, where the text lets only one stand."""
    target = choose_spotted(top, turn, value) if value else None
    if target is None:
        return
    turn.use(Act.SPOT, value)
    target.spots = sorted([*([] if top.rules.high_spot else target.spots), value], reverse=True)
    top.tell("spot", unit=turn.frame.id, target=target.id, value=value)
