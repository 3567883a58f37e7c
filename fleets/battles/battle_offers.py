"""What may be done now and by whom: whole events, or events with some fields still to choose."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fleets.battles.attack_events import can_shoot, coverers, dice_range, thing_in
from fleets.battles.battle_state import CATAPULT, SETTING_UP, Battle
from fleets.battles.event_fields import filled
from fleets.battles.fleet_events import is_boarding_time
from fleets.battles.game_types import GameState, Json, UnitInPlay
from fleets.battles.mech_offers import mech_offers
from fleets.battles.standings import has_unit_order, is_undecided
from fleets.battles.turn_events import TERRAIN, is_aboard, may_spot_terrain, most_shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


def offers(game: Mapping[str, Any], state: GameState) -> list[Json]:
    """In the order in which a page shows them; what must be done comes first."""
    battle = Battle(game, state)
    if state["mech"] is not None:
        return list(mech_offers(battle))
    found = [*_answers(battle)]
    if state["phase"] in SETTING_UP:
        found += _before(battle)
    elif state["phase"] == "play":
        found += [*_losses(battle), *_turns(battle), *_rounds(battle)]
    elif state["phase"] == "clock":
        found += [*_losses(battle), *_clock(battle)]
    return found


def _offer(battle: Battle, do: str, player: str, *, must: bool = False, **fields: Any) -> Json:
    """`ask` names the fields that are still to be chosen, `choices` what they may be."""
    ask, choices = fields.pop("ask", []), fields.pop("choices", {})
    about = {key: value for key, value in fields.items() if isinstance(value, str)}
    names = {key: _called(battle, value) for key, value in about.items()}
    say = battle.rules["say"].get(f"offer-{do}", do)
    words = filled(say, {**names, "player": battle.called(player)})
    return {
        "do": do,
        "player": player,
        "words": words,
        "must": must,
        "ask": ask,
        "choices": choices,
        **fields,
    }


def _called(battle: Battle, key: str) -> str:
    unit = battle.state["units"].get(key)
    return unit["called"] if unit else battle.called(key) or key


def _answers(battle: Battle) -> Iterator[Json]:
    for question in battle.state["questions"]:
        for answer in question["answers"]:
            offer = _offer(battle, "decide", "", question=question["key"], answer=answer["key"])
            yield {**offer, "words": answer["words"]}


def _before(battle: Battle) -> Iterator[Json]:
    state, rules = battle.state, battle.rules
    players, rolls = state["players"], state["rolls"]
    if rolls["chooser"]:
        yield from _ways_out(battle, rolls["chooser"])
    if state["phase"] == "setup":
        if len(players) < rules["players"][1]:
            yield _offer(battle, "join", "", ask=["player"])
        for player in players:
            if player["sealed"] and not player["ready"]:
                yield _offer(battle, "reveal", player["key"], ask=["salt", "text"])
            elif not player["ready"]:
                yield _offer(battle, "bring", player["key"], ask=["force"])
                yield _offer(battle, "seal", player["key"], ask=["hash"])
    low, high = rules["players"]
    if low <= len(players) <= high and all(player["ready"] for player in players):
        if state["phase"] == "setup":
            yield _offer(battle, "deploy", "")
        yield _offer(battle, "start", "")


def _ways_out(battle: Battle, key: str) -> Iterator[Json]:
    """The ways out of a tie for the highest place."""
    comparison = battle.rules["comparison"]
    for choice in comparison["choices"]:
        if choice == "remove":
            for unit in battle.units_of(key):
                if battle.kind(unit)["count"] in comparison["changed"]:
                    ask = [] if unit["known"] else ["systems"]
                    yield _offer(battle, "tie", key, must=True, choice=choice, unit=unit["id"], ask=ask)
        elif choice == "add":
            for place in range(len(battle.player(key)["spares"])):
                yield _offer(battle, "tie", key, must=True, choice=choice, spare=place)
            yield _offer(battle, "tie", key, must=True, choice=choice, ask=["unit"])
        elif choice == "loser-chooses":
            is_winner = battle.state["rolls"]["winner"] == key
            tied = [one["key"] for one in battle.state["players"] if one["position"] == "tied-highest"]
            for other in tied if is_winner else ():
                if other != key:
                    yield _offer(battle, "tie", key, must=True, choice=choice, other=other)
        else:
            yield _offer(battle, "tie", key, must=True, choice=choice)


def _losses(battle: Battle) -> Iterator[Json]:
    for unit in battle.state["units"].values():
        if not unit["owed"] or unit["lost"] not in ("", "adrift"):
            continue
        for code in unit["may_lose"]:
            yield _offer(battle, "strike", unit["owner"], must=True, unit=unit["id"], system=code)
        if not unit["known"]:
            yield _offer(battle, "lost", unit["owner"], unit=unit["id"])
        stepping, fuel = battle.rules["stepping"], battle.rules["fuel"]
        if stepping and unit["kind"] in stepping["kinds"] and not unit["stepped"]:
            yield _offer(battle, "ignore", unit["owner"], unit=unit["id"], how="station")
        if fuel and fuel["dodge_needs"] in unit["left"] and (unit["fuel"] or 0) >= fuel["dodge"]:
            yield _offer(battle, "ignore", unit["owner"], unit=unit["id"], how="fuel")


def _choices_of_attack(battle: Battle, unit: UnitInPlay, left: list[str], others: list[str]) -> Json:
    fires = unit["rockets"]
    ranges = [one for one in battle.rules["ranges"] if can_shoot(battle, unit, left, one, fires)]
    shown = [most_shown(battle, unit, "R", dice_range(battle, unit, one), fires) for one in ranges]
    return {
        "target": [*others, thing_in(battle)],
        "range": ranges,
        "value": list(range(9))[1 : max([0, *shown]) + 1],
        "rockets": list(range(fires + 1)),
    }


def _turns(battle: Battle) -> Iterator[Json]:
    state = battle.state
    if not state["open_turns"]:
        yield from _choices_of_units(battle)
        return
    turn = state["open_turns"][0]
    unit, attack = battle.unit(turn["unit"]), state["attack"]
    values, key = list(range(9)), unit["owner"]
    if turn["waits"] and attack is not None:
        target = battle.unit(attack["target"])
        shown, whose = {"value": values[: most_shown(battle, target, "B") + 1]}, target["owner"]
        yield _offer(battle, "defend", whose, must=True, unit=target["id"], ask=["value"], choices=shown)
        return
    if attack is not None and attack["rolled"] is None and attack["damage_dice"] != 0:
        yield _offer(battle, "hits", key, must=True, unit=unit["id"], ask=["number"])
    between = coverers(battle)
    if between:
        yield _offer(battle, "covered", key, ask=["unit"], choices={"unit": between})
    may = values[: most_shown(battle, unit, "B") + 1]
    # A high value asset has dice for nothing but its move.
    if unit["defense"] is None and not turn["defended"] and len(may) > 1:
        yield _offer(battle, "defend", key, unit=unit["id"], ask=["value"], choices={"value": may})
    others = _targets(battle, key)
    if not turn["attacked"] and len(may) > 1:
        choices = _choices_of_attack(battle, unit, turn["left"], others)
        ask = ["target", "range", "value"]
        yield _offer(battle, "attack", key, unit=unit["id"], ask=ask, choices=choices)
    if not turn["moved"]:
        yield _offer(battle, "move", key, unit=unit["id"])
    if turn["spots"] and len(may) > 1:
        spots = [*others, TERRAIN] if may_spot_terrain(battle) else others
        choices = {"target": spots, "value": values[1 : most_shown(battle, unit, "Y") + 1]}
        yield _offer(battle, "spot", key, unit=unit["id"], ask=["target", "value"], choices=choices)
    yield from _launches(battle, unit)
    yield _offer(battle, "done", key, unit=unit["id"])


def _targets(battle: Battle, key: str) -> list[str]:
    found = []
    for one in battle.state["units"].values():
        is_there = not one["lost"] and not is_aboard(battle, one)
        if one["owner"] != key and is_there and battle.kind(one)["target"]:
            found.append(one["id"])
    return found


def _launches(battle: Battle, ship: UnitInPlay) -> Iterator[Json]:
    if not battle.rules["fuel"] or ship["left"].count(CATAPULT) <= ship["launches"]:
        return
    for one in battle.units_of(ship["owner"]):
        if one["aboard"] == ship["id"] and is_aboard(battle, one):
            yield _offer(battle, "launch", ship["owner"], unit=one["id"], ask=["fuel"])


def _choices_of_units(battle: Battle) -> Iterator[Json]:
    state = battle.state
    if has_unit_order(battle):
        placed = [row["unit"] for row in state["turn_order"]]
        for unit in state["units"].values():
            if battle.can_go(unit) and unit["id"] not in placed:
                yield _offer(battle, "order", unit["owner"], must=True, unit=unit["id"], ask=["rolled"])
        for row in state["turn_order"]:
            if row["unit"] in state["up_units"] and row["at"] + 1 < len(row["rolled"]):
                yield _offer(battle, "wait", battle.unit(row["unit"])["owner"], unit=row["unit"])
    for one in state["up_units"]:
        yield _offer(battle, "turn", battle.unit(one)["owner"], must=state["must_go"], unit=one)
    if state["may_pass"]:
        yield _offer(battle, "pass", state["up"])
    if battle.rules["fuel"]:
        for unit in state["units"].values():
            aboard = battle.kind(unit)["needs_fuel"] and not unit["fuel"] and unit["lost"] in ("", "adrift")
            if aboard:
                yield _offer(battle, "launch", unit["first"], unit=unit["id"], ask=["fuel"])
            if unit["lost"] == "adrift" and not unit["held_by"]:
                yield _offer(
                    battle, "hold", "", unit=unit["id"], ask=["to"], choices={"to": list(state["order"])}
                )


def _rounds(battle: Battle) -> Iterator[Json]:
    state = battle.state
    if state["open_turns"]:
        return
    if battle.rules["boarding"] and is_boarding_time(battle):
        yield from _boardings(battle)
    for station in state["stations"]:
        others = [key for key in state["order"] if key != station["holder"]]
        choices = {"to": [*others, ""] if 0 < battle.rules["contested"] <= len(state["order"]) else others}
        yield _offer(battle, "station", "", station=station["id"], ask=["to"], choices=choices)
    if state["objective"] is not None:
        others = [key for key in (*state["order"], "") if key != state["objective"]["holder"]]
        yield _offer(battle, "objective", "", ask=["to"], choices={"to": others})
    is_last = not any(battle.can_go(unit) for unit in state["units"].values())
    yield _offer(battle, "round-end", "", must=is_last)
    yield _offer(battle, "agree", "")


def _boardings(battle: Battle) -> Iterator[Json]:
    for unit in battle.state["units"].values():
        if battle.kind(unit)["count"] == "ships" and not unit["lost"]:
            yield _offer(battle, "board", "", unit=unit["id"], ask=["rolls"])


def _clock(battle: Battle) -> Iterator[Json]:
    waiting = [row["player"] for row in battle.state["asked"] if row["took"] is None]
    for key in [] if is_undecided(battle, waiting) else waiting[:1]:
        for take in (True, False):
            offer = _offer(battle, "tick", key, must=True, take=take)
            say = "offer-tick" if take else "offer-tick-not"
            yield {**offer, "words": filled(battle.rules["say"][say], {"player": battle.called(key)})}
    if battle.rules["clock"]["afterwards"]:
        yield from _boardings(battle)
        yield _offer(battle, "next-round", "", must=True)
