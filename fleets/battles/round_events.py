"""How rounds end and the clock goes down: who is asked, and what the players answer to open questions."""

from __future__ import annotations

from fleets.battles.battle_state import Battle
from fleets.battles.event_fields import PointlessError, filled, is_true, key_of_event, number_of, text_of
from fleets.battles.game_types import Json, Said
from fleets.battles.loss_events import lose
from fleets.battles.setup_events import win_roll
from fleets.battles.standings import ORDER_TIE, is_undecided

MOST_ROUNDS = 1_000_000


def round_end(battle: Battle, event: Json) -> Said:
    """Dice leave the table, the clock and all fuel go down."""
    battle.need("play")
    check_round(battle, event)
    state, clock, fuel = battle.state, battle.rules["clock"], battle.rules["fuel"]
    waiting = sum(battle.can_go(unit) for unit in state["units"].values())
    keep_places(battle)
    state["open_turns"], state["attack"], state["passed"], state["boarding"] = [], None, [], None
    state["terrain_spots"] = []
    drifting, more = [], ""
    for unit in state["units"].values():
        unit["defense"] = unit["spot"] = unit["ace_spot"] = None
        unit["activated"], unit["more_spots"] = False, []
        unit["launches"] = unit["served"] = unit["restored"] = 0
        if fuel and unit["fuel"] and not unit["lost"]:
            unit["fuel"] = max(0, unit["fuel"] - fuel["each_round"])
            if unit["fuel"] == 0:
                more += lose(battle, unit, "adrift")
                drifting.append(unit["called"])
    state["answers"] = {
        key: answer for key, answer in state["answers"].items() if not key.startswith(ORDER_TIE)
    }
    state["clock"] = max(0, state["clock"] - clock["each_round"])
    values: dict[str, str | int] = {"round": state["round"], "clock": state["clock"]}
    adrift = filled(battle.rules["say"]["adrift-now"], {"names": ", ".join(drifting)})
    values["more"] = adrift + more if drifting else ""
    # Boarding before the clock goes down is over now, unless the round ended early.
    is_boarded = state["answers"].get("boarding-when") == "before" and not waiting
    if clock["afterwards"] and not is_boarded:
        state["phase"] = "clock"
    elif state["clock"] == 0:
        finish(battle)
    elif clock["optional"]:
        state["phase"] = "clock"
        state["asked"] = [{"player": key, "took": None} for key in state["order"]]
    else:
        next_round(battle)
    if waiting:
        return "round-end-early", {**values, "number": waiting}
    return "round-end", values


def check_round(battle: Battle, event: Json) -> None:
    """Two phones that were offline may both have ended a round: the second means one that is over."""
    if event.get("round") is not None and number_of(event, "round", 0, MOST_ROUNDS) != battle.state["round"]:
        raise PointlessError("other-round", round=battle.state["round"])


def keep_places(battle: Battle) -> None:
    """Places in the round are rolled again, or each unit keeps the one that it has used."""
    state = battle.state
    if state["answers"].get("order-when") != "game":
        state["turn_order"] = []
    for row in state["turn_order"]:
        # Who only waited or was attacked before its number came has chosen nothing, or the later one.
        if row["used"] or row["at"]:
            row["rolled"] = [row["rolled"][row["at"]]]
        row["at"], row["used"] = 0, False


def next_round(battle: Battle) -> None:
    state = battle.state
    note(battle)
    state["asked"] = []
    state["phase"] = "play"
    state["round"] += 1


def finish(battle: Battle) -> None:
    note(battle)
    battle.state["asked"] = []
    battle.state["phase"] = "over"


def agree(battle: Battle, event: Json) -> Said:
    """All agree that it is over, whatever the clock shows."""
    battle.need("play", "clock")
    check_round(battle, event)
    finish(battle)
    return "agree", {"clock": battle.state["clock"]}


def note(battle: Battle) -> None:
    """Notes the scores as they are, for the curve."""
    state = battle.state
    scores = {player["key"]: player["score"] for player in state["players"]}
    state["history"].append({"round": state["round"], "clock": state["clock"], "scores": scores})


def tick(battle: Battle, event: Json) -> Said:
    """One more off the clock, or not; asked from the highest score down."""
    battle.need("clock")
    check_round(battle, event)
    player = battle.player(key_of_event(event, "player"))
    state = battle.state
    waiting = [one for one in state["asked"] if one["took"] is None]
    row = waiting[0] if waiting else None
    if row is None or row["player"] != player["key"] or not isinstance(event.get("take"), bool):
        raise PointlessError("not-asked", player=player["name"])
    if is_undecided(battle, [one["player"] for one in waiting]):
        raise PointlessError("answer-first")
    row["took"] = is_true(event, "take")
    if row["took"]:
        state["clock"] = max(0, state["clock"] - battle.rules["clock"]["optional"])
    values: dict[str, str | int] = {"player": player["name"], "clock": state["clock"]}
    if state["clock"] == 0:
        finish(battle)
    elif all(one["took"] is not None for one in state["asked"]):
        next_round(battle)
    return ("tick" if row["took"] else "tick-not"), values


def begin_round(battle: Battle, event: Json) -> Said:
    """If something is done after the clock has gone down: now the next round begins."""
    battle.need("clock")
    check_round(battle, event)
    state = battle.state
    if not battle.rules["clock"]["afterwards"]:
        raise PointlessError("not-now")
    if state["clock"] == 0:
        finish(battle)
        return "over", {}
    next_round(battle)
    return "next-round", {"round": state["round"]}


def decide(battle: Battle, event: Json) -> Said:
    state = battle.state
    key, answer = text_of(event, "question"), text_of(event, "answer")
    asked = next((one for one in state["questions"] if one["key"] == key), None)
    if asked is None:
        raise PointlessError("no-question")
    words = next((one["words"] for one in asked["answers"] if one["key"] == answer), None)
    if words is None:
        raise PointlessError("no-answer")
    if key == "tie-highest":
        return win_roll(battle, "highest", answer, "")
    if key == "tie-lowest":
        return win_roll(battle, "lowest", "", answer)
    if key == "point":
        state["point"] = answer
        scores = {one["score"] for one in state["players"] if one["key"] in asked["players"]}
        # The loser goes last as long as it stays a tie.
        if len(scores) == 1:
            state["last"], state["last_tied"] = answer, asked["players"]
        return "roll-point", {"player": battle.called(answer)}
    if key == "doomsday-tie" and answer == "more":
        state["phase"] = "play"
        state["round"] += 1
    else:
        state["answers"][key] = answer
    if key == "hostile-where" and answer == "all":
        for unit in state["units"].values():
            unit["stands_in"] = state["options"]["environments"][0]
    more = ""
    if key.startswith("destroyed:") and answer == "gone":
        more = lose(battle, battle.unit(key.removeprefix("destroyed:")), "destroyed")
    return "decide", {"question": asked["words"], "answer": words, "more": more}
