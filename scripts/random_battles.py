"""Random games and events, sensible and not: for the soak, and for tests of the fold."""

from __future__ import annotations

import hashlib
import json
import random
from functools import cache
from typing import Any

from brickyard.table.table_texts import sentences
from catalog.editions.loading import edition
from fleets.battle_tables.battle_rules import SPLITS, battle_rules
from fleets.battles.battle_offers import offers
from fleets.battles.battle_state import Battle
from fleets.battles.folding import HANDLERS, MECH_HANDLERS, apply_event, begin, log_entry
from fleets.battles.radar import dice_on, shield_against
from fleets.battles.yard_events import yard_now
from fleets.battles.yard_orders import LEVELS, NEAR, USES

_SALT = "0123456789abcdef" * 2
_COUNTS = {"frames": 3, "systems": 9, "ships": 3, "companies": 1, "hvas": 1, "stations": 2}
_SEALED = json.dumps({"name": "Sealed \u2603", "counts": _COUNTS})
# Who sits down late may have a key that looks like a unit's id, which nobody may.
_LATE_KEYS = [*"abcdefg", "a1", "b-c", "Late-", "f" * 32, "g" * 33]
_FIELDS = (
    "unit target player value system to station number fuel range rolled take answer question winner place "
    "choice name option item done text enemy attack action space circle spill squat side entries how "
    "contested what force round spot cover coverer way from aboard ship terrain bricks climbed "
    "level near far white best"
)
FIELDS = _FIELDS.split()
VALUES: list[Any] = [None, True, False, "", 0, 1, 2, 3.0, 2.5, -1, 10**9, [], {}]
VALUES += ["W", "B", "Rd", "d", "a", "a1", "open", "frame", "terrain", "ruler"]
HOSTILE = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "length", "\U0001f600" * 90]
HOSTILE += [
    "\ud83d",
    "a\nb",
    "\u2028",
    "{unit}",
    "${py}",
    "`",
    "0",
    "1",
    "a" * 2_001,
    "tied-order:__proto__+a",
]
Json = dict[str, Any]


@cache
def rules_with_splits(name: str) -> Json:
    """As JSON has it, so that both folds see the same."""
    rules = {**battle_rules(edition(name), {SPLITS: True}), "say": sentences()}
    found: Json = json.loads(json.dumps(rules))
    return found


def random_game(rng: random.Random, name: str) -> Json:
    rules = rules_with_splits(name)
    low, high = rules["players"]
    keys = "abcde"[: rng.randint(low, high)]
    options = {one["name"]: option_value(rng, one) for one in rules["options"] if rng.random() < 0.3}
    # Equal forces are tied for everything.
    same = random_force(rng, rules) if rng.random() < 0.15 else None
    players = [
        {
            "key": key,
            "name": f"Player {key.upper()}",
            "force": same or (random_force(rng, rules) if rng.random() < 0.9 else None),
        }
        for key in keys
    ]
    return {
        "id": "soak",
        "edition": name,
        "game": rules["game"],
        "options": options,
        "objective": rng.random() < 0.2,
        "judges": rng.random() < 0.5,
        "players": players,
        "rules": rules,
    }


def option_value(rng: random.Random, option: Json) -> Any:
    """Mostly one of its kind."""
    if rng.random() < 0.1:
        return rng.choice([True, 3, 2.5, "x" * 81, ["x"] * 13, [3], ["x", None], {}, None, 10**7])
    words = option["choices"] or ["vacuum", "lava", "\u2603"]
    made: Json = {
        "flag": rng.random() < 0.6,
        "number": rng.randint(0, 9),
        "decimal": rng.choice([3.5, 4.0, 4]),
        "list": [one for one in words if rng.random() < 0.4],
        "choice": rng.choice(words),
    }
    return made.get(option["kind"], "x")


def random_force(rng: random.Random, rules: Json) -> Json:
    if rules["mech"]:
        return random_mech(rng, rules["mech"])
    stations = rng.randint(0, 3)
    if rng.random() < 0.02:
        return {"name": "Odd", "units": [{"kind": "frame", "systems": ["Xx"]}, 3]}
    if rng.random() < 0.2:
        counts = {row["count"]: rng.randint(1, 4) for row in rules["kinds"].values()}
        return {"name": "Heard of", "counts": {**counts, "systems": rng.randint(5, 20), "stations": stations}}
    kinds = [rng.choice(list(rules["kinds"])) for _ in range(rng.randint(2, 6))]
    return {
        "name": rng.choice(["Anvil", "Fang", "Eye", "{unit} \u2603"]),
        "units": [random_unit(rng, rules, kind, place) for place, kind in enumerate(kinds)],
        "stations": [{"name": f"Well {place}"} for place in range(stations)],
        "spares": [random_unit(rng, rules, kinds[0], 9)] if rng.random() < 0.3 else [],
    }


def random_unit(rng: random.Random, rules: Json, kind: str, place: int) -> Json:
    rows = rules["loadouts"].get(kind, {"": []})
    return {
        "name": f"{kind} {place}",
        "kind": kind,
        "systems": None if rng.random() < 0.05 else rng.choice(list(rows)).split(),
        "rockets": rng.randint(0, 2),
        "ace": rng.choice(["", *rules["ace_dice"]]),
    }


def random_mech(rng: random.Random, rules: Json) -> Json:
    mounts = {mount: rng.choice(["", *rules["weapons"]]) for mount in rules["mounts"]}
    return {"name": "'Mech", "loadout": {"mounts": mounts, "armour": {"torso": rng.randint(0, 2)}}}


def random_events(rng: random.Random, game: Json, length: int) -> list[Any]:
    """Mostly what is offered, sometimes nonsense, now and then taken back."""
    battle = begin(game)
    events: list[Any] = []
    # Some games are played in haste, so that they come to an end.
    hurries = rng.random() < 0.4
    event: Any
    for place in range(length):
        chance = rng.random()
        if hurries and chance > 0.6 and battle.state["phase"] in ("play", "clock"):
            event = {"id": f"e{place}", **hurried(rng, battle)}
            apply_event(battle, event, log_entry(event, place))
            events.append(event)
            continue
        if chance < 0.06 and events:
            what = rng.choice(events)
            event = {"do": rng.choice(["undo", "undo", "redo"]), "what": _id(what)}
        else:
            event = nonsense(rng, battle) if chance < 0.25 else sensible(rng, game, battle)
        if isinstance(event, dict):
            insists = {"anyway": True} if rng.random() < 0.2 else {}
            event = {"id": f"e{place if rng.random() < 0.99 else 0}", "by": "p", **insists, **event}
            if event.get("do") not in ("undo", "redo"):
                apply_event(battle, event, log_entry(event, place))
        events.append(event)
    return events


def hurried(rng: random.Random, battle: Battle) -> Json:
    if battle.state["mech"] is not None:
        left = [one["id"] for one in battle.the_mech()["enemies"] if not one["lost"]]
        return (
            {"do": "destroy", "enemy": rng.choice(left)}
            if left
            else {"do": "wave", "rolled": rng.randint(1, 6)}
        )
    waiting = [row["player"] for row in battle.state["asked"] if row["took"] is None]
    if waiting:
        player = waiting[0] if rng.random() < 0.9 else waiting[-1]
        return {"do": "tick", "player": player, "take": rng.random() < 0.7}
    return {"do": "round-end" if battle.state["phase"] == "play" else "next-round"}


def _id(event: Any) -> Any:
    return event.get("id") if isinstance(event, dict) else "x"


def sensible(rng: random.Random, game: Json, battle: Battle) -> Any:
    found = offers(game, battle.state)
    musts = [offer for offer in found if offer["must"]]
    if (yards := yards_turn(rng, battle)) and rng.random() < 0.7:
        return yards
    if not found or rng.random() < 0.12:
        return unoffered(rng, battle)
    if musts and rng.random() < 0.8:
        found = musts
    # Seldom asked, and gone with the turn.
    between = [offer for offer in found if offer["do"] == "covered"]
    found = between if between and rng.random() < 0.6 else found
    # Rounds would end too soon if they ended as often as anything else happens.
    found = [one for one in found if one["do"] != "round-end" or one["must"] or rng.random() < 0.2] or found
    # A 'mech that changes its mind all the time never acts.
    found = [one for one in found if one["do"] != "choose" or one["must"] or rng.random() < 0.1] or found
    offer = rng.choice(found)
    event = {key: value for key, value in offer.items() if key not in ("words", "must", "ask", "choices")}
    for field in offer["ask"]:
        event[field] = any_field(rng, field, offer["choices"].get(field), battle)
    if event["do"] == "attack":
        event["spot"] = rng.choice([True, False, rng.randint(1, 8)])
        event["cover"] = rng.choice(["open", "cover", "frame", "frame", "moon"])
        event["rockets"] = rng.choice([0, 0, 0, 1, 2])
        event["coverer"] = rng.choice(list(battle.state["units"])) if rng.random() < 0.3 else ""
    if event["do"] == "hits" and rng.random() < 0.7:
        attack = battle.state["attack"]
        number = attack["damage_dice"] if attack and attack["damage_dice"] is not None else 3
        event["rolled"] = [rng.randint(1, 6) for _ in range(number)]
        event["through"] = rng.randint(0, 2)
    if event["do"] in ("round-end", "tick", "next-round") and rng.random() < 0.5:
        event["round"] = battle.state["round"] + rng.choice([0, 0, 0, -1, 1])
    if battle.rules["mech"]:
        _roll_for_mech(rng, event, battle)
    return event


def yards_turn(rng: random.Random, battle: Battle) -> Json:
    """That the yard shall play, what is seen at the table for it, what was rolled; nothing otherwise."""
    game, players = battle.state["yard"], [one["key"] for one in battle.state["players"]]
    if game is None:
        # Seldom, and mostly before the game.
        is_begun = battle.state["phase"] != "setup"
        if len(players) != 2 or rng.random() < (0.95 if is_begun else 0.4):
            return {}
        return {"do": "yard", "player": rng.choice(players), "level": rng.choice([*LEVELS, ""])}
    now = yard_now(battle)
    if "do" in now or not now:
        return now
    order = game["order"]
    if order is None or game["unit"] != now["unit"] or game["round"] != battle.state["round"]:
        stations = [one["id"] for one in battle.state["stations"]]
        seen = {"station": rng.choice([*stations, "", ""]), "far": rng.randint(0, 9)}
        return {"do": "answer", **now, **seen, "near": rng.choice(NEAR), "covered": rng.random() < 0.5}
    if game["uses"] is not None:
        return {}
    dice = {
        "white": [rng.randint(1, 6) for _ in range(rng.randint(0, 4))],
        "best": {use: rng.randint(0, 8) for use in USES if rng.random() < 0.7},
    }
    return {"do": "rolled", **now, **dice, "target": rng.choice([*order["wanted"], ""])}


def _roll_for_mech(rng: random.Random, event: Json, battle: Battle) -> None:
    mech, rules = battle.the_mech(), battle.rules["mech"]
    if event["do"] == "foe" and "place" in event:
        enemy = next(one for one in mech["enemies"] if one["id"] == event["enemy"])
        power = rules["enemies"][enemy["letter"]]["attacks"][enemy["attack"]]["power"]
        event["rolled"] = [
            rng.randint(1, 6) for _ in range(power - (1 if mech["squat"] and power > 1 else 0))
        ]
        if rng.random() < 0.3:
            event["side"] = rng.choice(["front", "rear", "left", "right"])
        event["place"] = rng.randint(1, 6)
        shield = shield_against(rules, mech, enemy)
        event |= {"shield": shield} if shield and rng.random() < 0.9 else {}
    elif event["do"] == "repairs":
        event["rolled"] = [rng.randint(1, 6) for _ in range(mech["beaten"])]
    elif event["do"] == "shoot":
        aimed = next(one for one in mech["enemies"] if one["id"] == event["target"])
        number = dice_on(rules, mech, mech["action"] or {}, aimed) + rng.choice([0, 0, 0, 1])
        event["rolled"] = [rng.randint(1, 6) for _ in range(number)]
    elif "rolled" in event:
        event["rolled"] = rng.randint(1, 6)
        event["entries"] = [rng.randint(1, 6) for _ in range(3)]


def unoffered(rng: random.Random, battle: Battle) -> Any:
    """What a page has other buttons for: corrections, captures, repairs."""
    state, rules = battle.state, battle.rules
    units = list(state["units"].values())
    players = [one["key"] for one in state["players"]]
    if rules["mech"]:
        enemies = [one["id"] for one in battle.the_mech()["enemies"]] or ["x"]
        where = {"sector": rng.randint(1, 6), "band": rng.choice(rules["mech"]["bands"])}
        choices: list[Json] = [
            {"do": "go", "enemy": rng.choice(enemies), **where},
            {"do": "advance", "step": rng.randint(0, 3)},
            {"do": "stance", "squat": rng.random() < 0.5},
            {"do": "acted", rng.choice(["way", "by"]): rng.choice([1, -1]), "stance": rng.random() < 0.3},
            {"do": "free", "move": "turn or change stance", "stance": True},
            {"do": "destroy", "enemy": rng.choice(enemies)},
            {"do": "note", "text": "hm"},
        ]
        return rng.choice(choices)
    if not units or not players:
        return nonsense(rng, battle)
    unit, other, player = rng.choice(units), rng.choice(units), rng.choice(players)
    hurt = rng.choice([one for one in units if one["struck"]] or units)
    option, dice = rng.choice(rules["options"]), [rng.randint(1, 6) for _ in range(4)]
    choices = [
        {"do": "capture", "unit": unit["id"], "to": player},
        {"do": "abandon", "unit": unit["id"]},
        {"do": "restore", "unit": hurt["id"], "system": rng.choice([*hurt["struck"], "B"])},
        {"do": "mend", "unit": hurt["id"], "value": rng.randint(1, 6), "from": other["id"]},
        {"do": "collide", "unit": unit["id"], "target": other["id"], "rolled": dice},
        {"do": "collide", "unit": unit["id"], "target": "debris", "rolled": dice},
        {"do": "fuel", "unit": unit["id"], "value": rng.randint(0, 6)},
        {"do": "off", "unit": unit["id"]},
        {"do": "hurt", "unit": unit["id"], "number": rng.randint(1, 5)},
        {"do": "lost", "unit": unit["id"]},
        {"do": "rocket", "unit": unit["id"]},
        {"do": "gone", "unit": unit["id"]},
        {"do": "option", "name": option["name"], "value": option_value(rng, option)},
        {"do": "objective-on"},
        {"do": "check", "item": rng.randint(0, 6), "done": True},
        {"do": "leave", "player": player},
        {"do": "roll-off", "place": rng.choice(["highest", "lowest"]), "winner": player},
        {"do": "note", "text": "well …"},
        {"do": "enter", "unit": unit["id"], "terrain": rng.choice(["vacuum", "lava", ""])},
        {"do": "fall", "unit": unit["id"], "bricks": rng.randint(1, 9), "number": rng.randint(0, 3)},
        {"do": "move", "unit": unit["id"], "value": rng.randint(0, 9), "climbed": rng.randint(1, 12)},
        {"do": "aboard", "unit": unit["id"], "ship": rng.choice([other["id"], ""])},
        {"do": "nudge", "unit": unit["id"], "ship": other["id"]},
        {"do": "hold", "unit": unit["id"], "to": player, "ship": other["id"]},
        {"do": "strike", "unit": unit["id"], "system": rng.choice([*unit["may_lose"], "W"])},
    ]
    return rng.choice(choices)


def any_field(rng: random.Random, field: str, choices: list[Any] | None, battle: Battle) -> Any:
    if choices:
        return rng.choice(choices)
    keys = [player["key"] for player in battle.state["players"]]
    made: Json = {
        "player": {"key": rng.choice(_LATE_KEYS), "name": "Late"},
        "force": random_force(rng, battle.rules),
        "hash": hashlib.sha256(f"{_SALT}\n{_SEALED}".encode()).hexdigest(),
        "salt": _SALT,
        "text": _SEALED,
        "unit": random_unit(rng, battle.rules, next(iter(battle.rules.get("kinds", {"frame": 0}))), 1)
        if not battle.rules["mech"]
        else "x",
        "systems": rng.randint(0, 4),
        "rolled": [rng.randint(1, 20) for _ in range(rng.randint(1, 2))],
        "rolls": {key: {"yellow": [rng.randint(1, 6)], "d8": rng.randint(1, 8)} for key in keys},
    }
    return made.get(field, rng.randint(0, 6))


def nonsense(rng: random.Random, battle: Battle) -> Any:
    """Kinds that exist with fields that may not fit, and now and then something else entirely."""
    if rng.random() < 0.03:
        return rng.choice([None, 3, "x", [], {}, {"do": "turn"}, {"id": {}, "do": "note"}])
    units, players = list(battle.state["units"]), [one["key"] for one in battle.state["players"]]
    stations = [one["id"] for one in battle.state["stations"]]
    pool = [*VALUES, *units, *units, *units, *players, *players, *stations]
    kinds = MECH_HANDLERS if battle.rules["mech"] else HANDLERS
    event: Json = {"do": rng.choice([*kinds, "fly", ""])}
    for field in FIELDS:
        if rng.random() < 0.6:
            event[field] = rng.choice(pool)
    if rng.random() < 0.7 and units:
        event["unit"] = rng.choice(units)
    return event


def hostile(rng: random.Random, value: Any) -> Any:
    """The same with some texts, keys and numbers of events that break careless programs."""
    if isinstance(value, dict):
        keys = [rng.choice(HOSTILE) if rng.random() < 0.02 else key for key in value]
        return {key: hostile(rng, one) for key, one in zip(keys, value.values(), strict=True)}
    if isinstance(value, list):
        return [hostile(rng, one) for one in value]
    if rng.random() < 0.06:
        return rng.choice([*HOSTILE, *VALUES, 2**53, -0.0, 1e308, [HOSTILE], {"__proto__": {"lost": True}}])
    return value
