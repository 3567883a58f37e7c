"""Paper 'Mech at the table: waves, actions on the time track, attacks of both sides, spills, repairs."""

from __future__ import annotations

from fleets.battles.battle_state import Battle
from fleets.battles.event_fields import PointlessError, is_true, number_of, numbers_of, text_of
from fleets.battles.game_types import Json, MechEnemy, Said
from fleets.battles.mech_moves import enemy_of, mech_in, move_after_acting
from fleets.battles.mech_state import (
    LEGS,
    TORSO,
    action_words,
    fill,
    filled_in,
    is_disabled,
    living,
    nearest_time,
    needs_squat,
    open_actions,
    open_circles,
    spoken,
    time_of,
)
from fleets.battles.radar import (
    PULL,
    are_near,
    dice_on,
    foe_dice,
    is_foe_in_range,
    out_of_reach,
    shield_against,
    side_of,
)

MOST_DICE, MOST_STEP = 12, 99
_SIDES = ("front", "rear", "left", "right")


def _dice(event: Json) -> list[int]:
    rolled = numbers_of(event.get("rolled"), 1, 6, MOST_DICE)
    if rolled is None:
        raise PointlessError("no-number")
    return rolled


def wave(battle: Battle, event: Json) -> Said:
    """The next wave comes: a die says who comes, one more for each where it enters."""
    mech, rules = mech_in(battle, "play", "repairs"), battle.rules["mech"]
    rolled = number_of(event, "rolled", 1, 6)
    if living(mech) or mech["pending"] is not None:
        raise PointlessError("not-now")
    row = next((groups for faces, groups in rules["waves"] if rolled in faces), None)
    if row is None or mech["wave"] >= len(row):
        raise PointlessError("no-number")
    letters = row[mech["wave"]].split("+")
    entries = numbers_of(event.get("entries"), 1, rules["board"]["entries"], 9) or []
    mech["wave"] += 1
    mech["enemies"] = [
        {
            "id": f"{letter}{place + 1}",
            "letter": letter,
            "name": rules["enemies"][letter]["name"],
            "armour": rules["enemies"][letter]["armour"],
            "attack": None,
            "time": None,
            "lost": False,
            "circles": [rules["circles"]["enemy_attack"]] * len(rules["enemies"][letter]["attacks"]),
            "sector": entries[place] if place < len(entries) else None,
            "band": rules["bands"][-1],
        }
        for place, letter in enumerate(letters)
    ]
    mech["beaten"] = sum(enemy["armour"] for enemy in mech["enemies"])
    mech["repairs"], mech["action"], mech["last"], mech["last_target"] = None, None, "", ""
    mech["may_move"], mech["guard"], mech["pulls"] = False, "", ""
    battle.state["phase"], battle.state["round"] = "play", mech["wave"]
    names = ", ".join(enemy["name"] for enemy in mech["enemies"])
    return "wave", {"wave": mech["wave"], "enemies": names}


def choose(battle: Battle, event: Json) -> Said:
    """Chooses what is done next: an enemy's attack, by a die, or the player's own action."""
    if event.get("enemy") is not None:
        return _choose_for(battle, event)
    mech, rules = mech_in(battle), battle.rules["mech"]
    name = text_of(event, "action")
    if mech["pending"] is not None:
        raise PointlessError("not-now")
    moves = rules["board"]["moves"]
    place = next((at for at, row in enumerate(moves) if row["name"] == name), None)
    if place is not None:
        if place < filled_in(mech, LEGS):
            raise PointlessError("is-disabled")
        if moves[place]["standing"] and mech["squat"]:
            raise PointlessError("cant-choose")
        time = time_of(mech, rules, moves[place]["time"])
        made = {"name": name, "mount": "", "place": place, "power": 0, "keyword": ""}
        return _set_action(battle, made, time)
    mount, _, number = name.partition("/")
    part = mech["parts"].get(mount)
    weapon = rules["weapons"].get(part["weapon"]) if part else None
    at = int(number) if number in ("0", "1", "2", "3") else 9
    if weapon is None or at >= len(weapon["actions"]):
        raise PointlessError("no-action")
    if is_disabled(mech, mount, at, len(weapon["actions"])):
        raise PointlessError("is-disabled")
    if weapon["rests"] and mech["last"] == mount:
        raise PointlessError("rests", action=weapon["name"])
    if needs_squat(rules, mech, weapon):
        raise PointlessError("needs-squat", action=weapon["name"])
    action = weapon["actions"][at]
    time = time_of(mech, rules, action["time"])
    said = f"{weapon['name']} {action['name']}".strip(" ")
    made = {"name": said, "mount": mount, "place": at, "power": action["power"], "keyword": weapon["keyword"]}
    return _set_action(battle, made, time)


def _set_action(battle: Battle, action: Json, time: int) -> Said:
    """Time that has passed doesn't count for another action."""
    mech, rules = battle.the_mech(), battle.rules
    now = mech["action"]
    if now is not None and (now["mount"], now["place"]) == (action["mount"], action["place"]):
        raise PointlessError("no-change")
    mech["action"], mech["may_move"], mech["pulls"] = {**action, "whole": time, "time": time}, False, ""
    values: dict[str, str | int] = {"action": action_words(rules, mech, action), "time": time}
    before = action_words(rules, mech, now) if now else ""
    return ("choose" if now is None else "choose-instead"), {**values, "before": before}


def _choose_for(battle: Battle, event: Json) -> Said:
    mech, rules = mech_in(battle), battle.rules["mech"]
    enemy = enemy_of(mech, event)
    attacks = rules["enemies"][enemy["letter"]]["attacks"]
    if enemy["attack"] is not None:
        raise PointlessError("not-now")
    place, rolled = number_of(event, "attack", 0, len(attacks) - 1), number_of(event, "rolled", 1, 6)
    if place is None and rolled is None and sum(left > 0 for left in enemy["circles"]) > 1:
        raise PointlessError("no-number")
    if place is None:
        place = ((rolled or 1) - 1) * len(attacks) // 6
    if not enemy["circles"][place]:
        place = next(at for at, left in enumerate(enemy["circles"]) if left)
    # What takes the place of a disabled attack keeps its time: ours.
    enemy["attack"] = place
    enemy["time"] = attacks[place]["time"] if enemy["time"] is None else enemy["time"]
    return "choose-enemy", {"enemy": enemy["name"], "attack": attacks[place]["name"], "time": enemy["time"]}


def advance(battle: Battle, event: Json) -> Said:
    """Time passes until somebody acts, or by one space, so that an attack may be hastened."""
    mech, rules = mech_in(battle), battle.rules["mech"]
    enemies, action = living(mech), mech["action"]
    if not enemies or mech["pending"] is not None or (action is None and open_actions(rules, mech)):
        raise PointlessError("choose-first")
    if any(enemy["attack"] is None for enemy in enemies):
        raise PointlessError("choose-first")
    step = nearest_time(mech)
    if step == 0:
        raise PointlessError("somebody-acts")
    step = min(step, number_of(event, "step", 1, MOST_STEP) or step)
    mech["time"] += step
    if action is not None:
        action["time"] -= step
    else:
        # Ours: who has nothing left to do waits, and a weapon has rested then.
        mech["last"] = ""
    for enemy in enemies:
        enemy["time"] = (enemy["time"] or 0) - step
    acting = [enemy["name"] for enemy in enemies if enemy["time"] == 0]
    names = ", ".join([*acting, battle.rules["say"]["you"]] if action and action["time"] == 0 else acting)
    return ("advance" if names else "advance-on"), {"step": step, "names": names}


def shoot(battle: Battle, event: Json) -> Said:
    """The player's own attack: each die above the armour is one damage."""
    mech, rules = mech_in(battle), battle.rules["mech"]
    action, enemy, rolled = mech["action"], enemy_of(mech, event, "target"), _dice(event)
    if action is None or not action["mount"] or not action["power"]:
        raise PointlessError("no-action")
    if needs_squat(rules, mech, rules["weapons"][mech["parts"][action["mount"]]["weapon"]]):
        battle.judge(event, "needs-squat", {"action": action_words(battle.rules, mech, action)})
    # Enemies act before you. With haste, each die counts less by the time that was left.
    if any(one["time"] == 0 for one in living(mech)):
        raise PointlessError("enemies-first")
    if action["time"] == action["whole"]:
        raise PointlessError("haste-at-once")
    keyword = rules["keywords"].get(action["keyword"], {})
    crush = rules["keywords"].get(action["name"].rpartition(" ")[2], {})
    early, targets = action["time"], [enemy]
    if keyword.get("targets", 1) > 1 and event.get("also") is not None:
        targets.append(enemy_of(mech, event, "also"))
    if len(targets) > 1 and targets[0] is targets[1]:
        raise PointlessError("no-enemy")
    _judge_aim(battle, event, targets, len(rolled))
    told = []
    for one in targets:
        armour = one["armour"] + keyword.get("armour", 0)
        always = keyword.get("always", 0)
        damage = sum(face - early > armour or (always > 0 and face == always) for face in rolled)
        if crush.get("destroys") and any(face - early > sum(one["circles"]) for face in rolled):
            damage = sum(one["circles"])
        told.append(f"{one['name']} {damage}")
        _hurt_enemy(one, damage, keyword)
        mech["pulls"] = one["id"] if damage and action["keyword"] == PULL and not one["lost"] else ""
    mech["action"], mech["last"], mech["last_target"] = None, action["mount"], enemy["id"]
    mech["may_move"], mech["guard"] = not mech["squat"], ""
    _end_of_wave(battle)
    values: dict[str, str | int] = {
        "action": action_words(battle.rules, mech, action),
        "rolled": " ".join(str(face) for face in rolled),
    }
    values["damage"], values["early"] = ", ".join(told), early
    return ("shoot-early" if early else "shoot"), values


def _judge_aim(battle: Battle, event: Json, targets: list[MechEnemy], dice: int) -> None:
    """Range, arc and the number of dice; people may know better, for the board is ours."""
    mech, rules = battle.the_mech(), battle.rules["mech"]
    action = mech["action"] or {}
    said = action_words(battle.rules, mech, action)
    for enemy in targets:
        band = spoken(battle.rules, "band", enemy["band"])
        for why in out_of_reach(rules, mech, action["mount"], enemy):
            battle.judge(event, why, {"enemy": enemy["name"], "action": said, "band": band})
    number = dice_on(rules, mech, action, targets[0])
    if dice != number:
        battle.judge(event, "other-dice", {"action": said, "number": number})
    if len(targets) > 1 and not are_near(rules, targets[0], targets[1]):
        battle.judge(event, "far-apart", {"enemy": targets[0]["name"], "other": targets[1]["name"]})


def _hurt_enemy(enemy: MechEnemy, damage: int, keyword: Json) -> None:
    """Circles are filled from the top; what it had chosen may be gone."""
    hurt = damage > 0
    for place, left in enumerate(enemy["circles"]):
        taken = min(left, damage)
        enemy["circles"][place] -= taken
        damage -= taken
    if not sum(enemy["circles"]):
        enemy["lost"], enemy["attack"], enemy["time"] = True, None, None
    elif hurt and keyword.get("restarts"):
        enemy["attack"] = enemy["time"] = None
    elif hurt and enemy["time"] is not None:
        enemy["time"] += keyword.get("delays", 0)
    if enemy["attack"] is not None and not enemy["circles"][enemy["attack"]]:
        # Of several that are left a die chooses.
        able = [at for at, circles in enumerate(enemy["circles"]) if circles]
        enemy["attack"] = able[0] if len(able) == 1 else None


def _end_of_wave(battle: Battle) -> None:
    mech, state = battle.the_mech(), battle.state
    if mech["enemies"] and not living(mech):
        waves = len(battle.rules["mech"]["waves"][0][1])
        mech["action"], mech["squat"], mech["may_move"], mech["guard"] = None, False, False, ""
        state["phase"] = "over" if mech["wave"] >= waves else "repairs"
        mech["won"] = state["phase"] == "over"
    mech["circles"] = open_circles(mech["parts"])


def foe(battle: Battle, event: Json) -> Said:
    """An enemy's attack: where it hits, and what its dice do there."""
    mech, rules = mech_in(battle), battle.rules["mech"]
    enemy = enemy_of(mech, event)
    if enemy["time"] != 0 or enemy["attack"] is None or mech["pending"] is not None:
        raise PointlessError("not-now")
    attack = rules["enemies"][enemy["letter"]]["attacks"][enemy["attack"]]
    values: dict[str, str | int] = {"enemy": enemy["name"], "attack": attack["name"]}
    is_missed = is_true(event, "missed")
    if enemy["sector"] is not None and is_foe_in_range(rules, enemy, attack) is is_missed:
        band = spoken(battle.rules, "band", enemy["band"])
        battle.judge(event, "foe-in-range" if is_missed else "foe-too-far", {**values, "band": band})
    if is_missed:
        move_after_acting(battle, enemy, is_in_range=False)
        return "foe-missed", values
    side, rolled = _side(battle, event, enemy), _dice(event)
    place, circle = number_of(event, "place", 1, 6), number_of(event, "circle", 1, 6) or 1
    power = foe_dice(rules, mech, attack)
    if len(rolled) != power:
        raise PointlessError("wrong-dice", number=power)
    where = _where(battle, event, enemy, side, place)
    armour = mech["parts"][where]["armour"] - (rules["stances"]["rear_armour"] if side == "rear" else 0)
    damage = sum(face > armour for face in rolled)
    move_after_acting(battle, enemy, is_in_range=True)
    _damage(battle, where, damage, circle)
    values["place"], values["damage"] = spoken(battle.rules, "part", where), damage
    values["rolled"] = " ".join(str(face) for face in rolled)
    return ("foe-spills" if mech["pending"] is not None else "foe"), values


def _side(battle: Battle, event: Json, enemy: MechEnemy) -> str:
    """Where it stands, if nothing else is said."""
    stands = side_of(battle.rules["mech"], enemy["sector"])
    side = text_of(event, "side") or (stands if battle.judges else "front")
    if side not in _SIDES:
        raise PointlessError("no-number")
    if side != stands and enemy["sector"] is not None:
        say = battle.rules["say"]
        battle.judge(event, "other-side", {"enemy": enemy["name"], "side": say[f"side-{stands}"]})
    return side


def _where(battle: Battle, event: Json, enemy: MechEnemy, side: str, place: int | None) -> str:
    mech, rules = battle.the_mech(), battle.rules["mech"]
    shield, due = text_of(event, "shield"), shield_against(rules, mech, enemy)
    if shield and (shield not in rules["mounts"] or not mech["parts"][shield]["weapon"]):
        raise PointlessError("no-action")
    if shield != due:
        part = spoken(battle.rules, "part", due or shield)
        battle.judge(event, "shield-due" if due else "no-shield", {"enemy": enemy["name"], "part": part})
    if shield:
        return shield
    hits = rules["board"]["hits"]
    table = hits.get(side) or next(one for one in hits.values())
    if place is None:
        raise PointlessError("no-number")
    where: str = table[str(place)]
    if where == LEGS and mech["squat"]:
        raise PointlessError("roll-again")
    # Our own rule: what hits an empty mount hits the torso.
    return where if mech["parts"][where]["damage"] else TORSO


def _damage(battle: Battle, where: str, damage: int, circle: int) -> None:
    """Into the circles of a part; what they can't hold waits for a die that says where it spills."""
    mech = battle.the_mech()
    start = circle if where in battle.rules["mech"]["mounts"] else 1
    left = fill(mech["parts"][where], damage, start)
    mech["pending"] = None
    if where == TORSO and all(mech["parts"][TORSO]["damage"]):
        battle.state["phase"] = "over"
    elif left:
        mech["pending"] = {"from": where, "damage": left}
    mech["circles"] = open_circles(mech["parts"])


def spill(battle: Battle, event: Json) -> Said:
    """Where the rest of the damage goes; armour no longer counts."""
    mech, rules = mech_in(battle), battle.rules["mech"]
    pending, rolled = mech["pending"], number_of(event, "rolled", 1, 6)
    if pending is None or rolled is None:
        raise PointlessError("no-number")
    where = rules["board"]["spills"].get(pending["from"], {}).get(str(rolled), TORSO)
    where = where if mech["parts"][where]["damage"] else TORSO
    damage = pending["damage"]
    _damage(battle, where, damage, number_of(event, "circle", 1, 6) or 1)
    return "spill", {"damage": damage, "place": spoken(battle.rules, "part", where)}


def destroy(battle: Battle, event: Json) -> Said:
    mech = mech_in(battle)
    enemy = enemy_of(mech, event)
    enemy["lost"], enemy["attack"], enemy["time"] = True, None, None
    enemy["circles"] = [0] * len(enemy["circles"])
    _end_of_wave(battle)
    return "destroy", {"enemy": enemy["name"]}


def repairs(battle: Battle, event: Json) -> Said:
    """Rolls repair dice for the wave that was beaten."""
    mech, rules = mech_in(battle, "repairs"), battle.rules["mech"]
    rolled = numbers_of(event.get("rolled"), 1, 6, 40)
    if mech["repairs"] is not None or rolled is None or len(rolled) != mech["beaten"]:
        raise PointlessError("wrong-dice", number=mech["beaten"])
    number = sum(face >= rules["board"]["repair"] for face in rolled)
    mech["repairs"] = number
    return "repairs", {"rolled": " ".join(str(face) for face in rolled), "number": number}


def repair(battle: Battle, event: Json) -> Said:
    """One circle is open again: the one that is named, else the last that was filled."""
    mech = mech_in(battle, "repairs")
    part = mech["parts"].get(text_of(event, "part"))
    if part is None or not any(part["damage"]) or not mech["repairs"]:
        raise PointlessError("no-change")
    filled = [place for place, is_filled in enumerate(part["damage"]) if is_filled]
    circle = number_of(event, "circle", 1, 6)
    place = filled[-1] if circle is None else circle - 1
    if place not in filled:
        raise PointlessError("no-change")
    part["damage"][place] = False
    mech["repairs"] -= 1
    mech["circles"] = open_circles(mech["parts"])
    return "repair", {"part": spoken(battle.rules, "part", text_of(event, "part")), "left": mech["repairs"]}
