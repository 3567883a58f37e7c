"""Where a 'mech and its enemies go: an action that is done, a free move, a stance, an enemy's own move."""

from __future__ import annotations

from fleets.battles.battle_state import Battle
from fleets.battles.event_fields import PointlessError, is_true, key_of_event, number_of, text_of
from fleets.battles.game_types import Json, MechEnemy, MechGame, Said
from fleets.battles.mech_state import LEGS, action_words, filled_in, living, spoken
from fleets.battles.radar import WALL, Radar, radar_of

# Where logs of older pages have it: the key of who entered the event.
_OLD_WAY = "by"


def mech_in(battle: Battle, *phases: str) -> MechGame:
    battle.need(*(phases or ("play",)))
    return battle.the_mech()


def enemy_of(mech: MechGame, event: Json, key: str = "enemy") -> MechEnemy:
    name = key_of_event(event, key)
    found = next((one for one in living(mech) if one["id"] == name), None)
    if found is None:
        raise PointlessError("no-enemy")
    return found


def acted(battle: Battle, event: Json) -> Said:
    """An action without dice is done: a move, a shield; or an attack that reached nobody."""
    mech = mech_in(battle)
    action = mech["action"]
    if action is None or action["time"]:
        raise PointlessError("not-now")
    if any(one["time"] == 0 for one in living(mech)):
        raise PointlessError("enemies-first")
    if action["mount"]:
        mech["last"], mech["last_target"] = action["mount"], ""
        mech["may_move"] = not mech["squat"]
        mech["guard"] = action["mount"] if action["keyword"] == WALL and not action["power"] else ""
    else:
        _move(battle, battle.rules["mech"]["board"]["moves"][action["place"]], event)
        _rest(battle)
    mech["action"] = None
    return "acted", {"action": action_words(battle.rules, mech, action)}


def _rest(battle: Battle) -> None:
    """A weapon that may not attack twice in a row has rested while the 'mech did something else."""
    mech, rules = battle.the_mech(), battle.rules["mech"]
    part = mech["parts"].get(mech["last"])
    if part is not None and rules["weapons"][part["weapon"]]["rests"]:
        mech["last"] = ""


def free(battle: Battle, event: Json) -> Said:
    """One move for nothing after an attack, unless the 'mech squats."""
    mech, moves = mech_in(battle), battle.rules["mech"]["board"]["moves"]
    name = text_of(event, "move")
    place = next((at for at, row in enumerate(moves) if row["name"] == name and row["free"]), None)
    if place is None or not mech["may_move"] or mech["pending"] is not None:
        raise PointlessError("not-now")
    if place < filled_in(mech, LEGS):
        raise PointlessError("is-disabled")
    _move(battle, moves[place], event)
    mech["may_move"], mech["pulls"] = False, ""
    return "free", {"action": action_words(battle.rules, mech, {"mount": "", "name": name})}


def _move(battle: Battle, row: Json, event: Json) -> None:
    """What isn't told, such as which way it turned, changes nothing here."""
    mech, radar = battle.the_mech(), radar_of(battle.rules["mech"])
    way = number_of(event, _OLD_WAY if "way" not in event else "way", -1, 1)
    changes = row["changes_stance"] and is_true(event, "stance")
    if row["squats"] or changes:
        mech["squat"] = row["squats"] or not mech["squat"]
    for enemy in living(mech) if not changes else []:
        if enemy["sector"] is None:
            continue
        if row["walks"]:
            _place(
                enemy, radar, radar.walked(enemy["sector"], radar.bands.index(enemy["band"]), row["walks"])
            )
        elif row["turns"] and way:
            enemy["sector"] = radar.turned(enemy["sector"], way)


def move_after_acting(battle: Battle, enemy: MechEnemy, is_in_range: bool) -> None:
    """It has attacked, or was out of range: now it moves, and chooses again."""
    enemy["attack"] = enemy["time"] = None
    if not battle.rules["mech"]["enemies"][enemy["letter"]]["moves"]:
        return
    radar = radar_of(battle.rules["mech"])
    sector, band = enemy["sector"], radar.bands.index(enemy["band"])
    found = radar.acted(sector or 1, band, is_in_range)
    _place(enemy, radar, (found[0] if sector else sector, found[1]))


def _place(enemy: MechEnemy, radar: Radar, where: tuple[int | None, int]) -> None:
    enemy["sector"], enemy["band"] = where[0], radar.bands[where[1]]


def go(battle: Battle, event: Json) -> Said:
    """Where an enemy is now."""
    mech, rules = mech_in(battle), battle.rules["mech"]
    enemy = enemy_of(mech, event)
    sector, band = number_of(event, "sector", 1, rules["board"]["entries"]), text_of(event, "band")
    if sector is None or band not in rules["bands"]:
        raise PointlessError("no-number")
    enemy["sector"], enemy["band"], mech["pulls"] = sector, band, ""
    return "go", {"enemy": enemy["name"], "sector": sector, "band": spoken(battle.rules, "band", band)}


def stance(battle: Battle, event: Json) -> Said:
    """A correction, or how the next wave is awaited."""
    mech = mech_in(battle, "play", "repairs")
    squat = event.get("squat")
    if not isinstance(squat, bool) or squat is mech["squat"]:
        raise PointlessError("no-change")
    mech["squat"] = squat
    return ("squat" if squat else "stand"), {}
