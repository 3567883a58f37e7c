"""What a 'mech's player may do now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fleets.battles.battle_state import SETTING_UP, Battle
from fleets.battles.event_fields import filled
from fleets.battles.game_types import Json, MechEnemy, MechGame
from fleets.battles.mech_state import (
    LEGS,
    action_words,
    filled_in,
    living,
    nearest_time,
    open_actions,
    spoken,
    time_of,
)
from fleets.battles.radar import in_reach, is_foe_in_range, pulled_to

if TYPE_CHECKING:
    from collections.abc import Iterator


def mech_offers(battle: Battle) -> Iterator[Json]:
    state, mech = battle.state, battle.the_mech()
    if state["phase"] in SETTING_UP:
        for player in state["players"]:
            if not player["ready"]:
                yield _offer(battle, "bring", "", must=True, player=player["key"], ask=["force"])
        if state["players"] and all(player["ready"] for player in state["players"]):
            yield _offer(battle, "start", "")
    elif state["phase"] == "repairs":
        yield from _between(battle, mech)
    elif state["phase"] == "play":
        yield from _fight(battle, mech)


def _offer(battle: Battle, do: str, name: str, *, must: bool = False, **fields: Any) -> Json:
    ask, choices = fields.pop("ask", []), fields.pop("choices", {})
    say = battle.rules["say"]
    words = filled(say.get(fields.pop("words", f"offer-{do}"), do), {"name": name})
    made = {"do": do, "player": "", "words": words, "must": must, "ask": ask, "choices": choices}
    return {**made, **fields}


def _between(battle: Battle, mech: MechGame) -> Iterator[Json]:
    if mech["repairs"] is None:
        yield _offer(battle, "repairs", "", ask=["rolled"])
    for part, row in mech["parts"].items():
        if mech["repairs"] and any(row["damage"]):
            yield _offer(battle, "repair", spoken(battle.rules, "part", part), part=part)
    yield _offer(battle, "wave", "", ask=["rolled", "entries"])


def _fight(battle: Battle, mech: MechGame) -> Iterator[Json]:
    enemies, action = living(mech), mech["action"]
    if mech["pending"] is not None:
        yield _offer(battle, "spill", "", must=True, ask=["rolled", "circle"])
        return
    if not enemies:
        yield _offer(battle, "wave", "", must=True, ask=["rolled", "entries"])
        return
    due = [enemy for enemy in enemies if enemy["time"] == 0 and enemy["attack"] is not None]
    for enemy in due:
        yield from _attacked(battle, enemy)
    for enemy in enemies:
        if enemy["attack"] is None:
            yield _offer(battle, "choose", enemy["name"], must=True, enemy=enemy["id"], ask=["rolled"])
    yield from _pulls(battle, mech)
    yield from _free_moves(battle, mech)
    yield from _actions(battle, mech)
    if action is not None and not due:
        yield from _own(battle, mech, action)
    elif not due and not open_actions(battle.rules["mech"], mech):
        yield from _passing(battle, mech)


def _attacked(battle: Battle, enemy: MechEnemy) -> Iterator[Json]:
    """It attacks if it is in range, and else comes nearer; who has no place may do either."""
    rules, known = battle.rules["mech"], enemy["sector"] is not None
    is_near = is_foe_in_range(rules, enemy, rules["enemies"][enemy["letter"]]["attacks"][enemy["attack"]])
    if is_near or not known:
        ask = ["place", "rolled", "circle"]
        yield _offer(battle, "foe", enemy["name"], must=True, enemy=enemy["id"], ask=ask)
    if not is_near or not known:
        yield _offer(battle, "foe", enemy["name"], must=known, enemy=enemy["id"], missed=True)


def _own(battle: Battle, mech: MechGame, action: Json) -> Iterator[Json]:
    """What was chosen, when its time has come or in haste; till then time passes."""
    rules, enemies = battle.rules["mech"], living(mech)
    said, is_due = action_words(battle.rules, mech, action), action["time"] == 0
    aims = [enemy["id"] for enemy in in_reach(rules, mech)] if action["time"] < action["whole"] else []
    if aims:
        ask = ["target", "rolled"]
        yield _offer(battle, "shoot", said, must=is_due, ask=ask, choices={"target": aims})
    if is_due:
        yield _offer(battle, "acted", said, must=not aims)
    else:
        yield from _passing(battle, mech)
        if (
            action["power"]
            and nearest_time(mech) > 1
            and all(enemy["attack"] is not None for enemy in enemies)
        ):
            yield _offer(battle, "advance", "", step=1, words="offer-advance-one")


def _passing(battle: Battle, mech: MechGame) -> Iterator[Json]:
    if all(enemy["attack"] is not None for enemy in living(mech)):
        yield _offer(battle, "advance", "", must=True)


def _pulls(battle: Battle, mech: MechGame) -> Iterator[Json]:
    """A hit may move its target."""
    enemy = next((one for one in living(mech) if one["id"] == mech["pulls"]), None)
    for sector, band in pulled_to(battle.rules["mech"], mech["last"], enemy) if enemy else []:
        where = f"{spoken(battle.rules, 'band', band)}, {sector}"
        words = f"{enemy['name'] if enemy else ''}: {where}"
        yield _offer(battle, "go", words, enemy=mech["pulls"], sector=sector, band=band, words="offer-pull")


def _actions(battle: Battle, mech: MechGame) -> Iterator[Json]:
    """Everything that isn't disabled, with the time that it takes; what is chosen may be changed."""
    rules, chosen = battle.rules["mech"], mech["action"]
    moves = rules["board"]["moves"]
    for name in open_actions(rules, mech):
        mount, _, number = name.partition("/")
        if number:
            row = rules["weapons"][mech["parts"][mount]["weapon"]]["actions"][int(number)]
            action: Json = {"mount": mount, "place": int(number)}
        else:
            place = next(at for at, move in enumerate(moves) if move["name"] == name)
            row, action = moves[place], {"mount": "", "place": place, "name": name}
        if chosen is None or (chosen["mount"], chosen["place"]) != (action["mount"], action["place"]):
            words = f"{action_words(battle.rules, mech, action)} (T{time_of(mech, rules, row['time'])})"
            yield _offer(battle, "choose", words, must=chosen is None, action=name)


def _free_moves(battle: Battle, mech: MechGame) -> Iterator[Json]:
    for place, row in enumerate(battle.rules["mech"]["board"]["moves"]):
        if mech["may_move"] and row["free"] and place >= filled_in(mech, LEGS):
            ask = ["way"] if row["turns"] else []
            choices = {"way": [1, -1]} if row["turns"] else {}
            said = action_words(battle.rules, mech, {"mount": "", "name": row["name"]})
            yield _offer(battle, "free", said, move=row["name"], ask=ask, choices=choices)
