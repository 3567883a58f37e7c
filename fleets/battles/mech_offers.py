"""What a 'mech's player may do now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fleets.battles.battle_state import SETTING_UP, Battle
from fleets.battles.event_fields import filled
from fleets.battles.game_types import Json, MechEnemy, MechGame
from fleets.battles.mech_state import LEGS, action_words, filled_in, is_disabled, living, spoken, time_of
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
    elif all(enemy["attack"] is not None for enemy in enemies):
        yield _offer(battle, "advance", "", must=True)
        nearest = min(action["time"], *(enemy["time"] for enemy in enemies))
        if action["power"] and nearest > 1:
            yield _offer(battle, "advance", "", step=1, words="offer-advance-one")


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
    must = chosen is None
    for place, row in enumerate(rules["board"]["moves"]):
        is_chosen = chosen is not None and (chosen["mount"], chosen["place"]) == ("", place)
        if place >= filled_in(mech, LEGS) and not is_chosen and not (row["standing"] and mech["squat"]):
            time = time_of(mech, rules, row["time"])
            said = action_words(battle.rules, mech, {"mount": "", "name": row["name"]})
            yield _offer(battle, "choose", f"{said} (T{time})", must=must, action=row["name"])
    for mount in rules["mounts"]:
        weapon = rules["weapons"].get(mech["parts"][mount]["weapon"])
        if weapon is None or (weapon["rests"] and mech["last"] == mount):
            continue
        keyword = rules["keywords"].get(weapon["keyword"])
        if keyword and keyword["needs"] == "squat" and not mech["squat"]:
            continue
        for place, action in enumerate(weapon["actions"]):
            is_chosen = chosen is not None and (chosen["mount"], chosen["place"]) == (mount, place)
            if not is_chosen and not is_disabled(mech, mount, place, len(weapon["actions"])):
                time = time_of(mech, rules, action["time"])
                said = action_words(battle.rules, mech, {"mount": mount, "place": place})
                name = f"{said} (T{time})"
                yield _offer(battle, "choose", name, must=must, action=f"{mount}/{place}")


def _free_moves(battle: Battle, mech: MechGame) -> Iterator[Json]:
    for place, row in enumerate(battle.rules["mech"]["board"]["moves"]):
        if mech["may_move"] and row["free"] and place >= filled_in(mech, LEGS):
            ask = ["way"] if row["turns"] else []
            choices = {"way": [1, -1]} if row["turns"] else {}
            said = action_words(battle.rules, mech, {"mount": "", "name": row["name"]})
            yield _offer(battle, "free", said, move=row["name"], ask=ask, choices=choices)
