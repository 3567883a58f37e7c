"""What follows from a state, computed after every event: scores, order, whose turn it is, questions."""

from __future__ import annotations

from fleets.battles.battle_state import SETTING_UP, Battle
from fleets.battles.event_fields import list_in
from fleets.battles.game_types import OpenTurn, Player, Question, UnitInPlay
from fleets.battles.scores_compared import position_among, steps_of

TIED, ORDER_TIE = "tied-order:", "order-tie:"
BOARDING_DAMAGE = "boarding-damage"


def settle(battle: Battle) -> None:
    state = battle.state
    if battle.rules["mech"]:
        return
    if state["phase"] in SETTING_UP:
        call_units(battle)
    for unit in state["units"].values():
        answer = state["answers"].get("hva-dice")
        has = [*unit["left"], unit["white"], unit["rockets"], unit["ace"], answer, unit["stands_in"]]
        if battle.looked_up.get(unit["id"]) != has:
            battle.dice_of(unit)
            battle.looked_up[unit["id"]] = has
        unit["may_lose"] = may_lose(battle, unit)
    for player in state["players"]:
        count_assets(battle, player)
    if state["phase"] in SETTING_UP:
        compare_players(battle)
    for player in state["players"]:
        player["score"] = player["per_asset"] * player["assets"]
    share_boarding_damage(battle)
    set_positions(battle)
    put_in_order(battle)
    ask_in_order(battle)
    choose_who_is_up(battle)
    count_rounds(battle)
    find_winners(battle)
    state["questions"] = list(open_questions(battle))


def call_units(battle: Battle) -> None:
    """Where two players have units of one name, each is called by its player, too."""
    units = battle.state["units"].values()
    firsts: dict[str, set[str]] = {}
    for unit in units:
        firsts.setdefault(unit["name"], set()).add(unit["first"])
    for unit in units:
        is_shared = len(firsts[unit["name"]]) > 1
        unit["called"] = f"{unit['name']} ({battle.called(unit['first'])})" if is_shared else unit["name"]


def may_lose(battle: Battle, unit: UnitInPlay) -> list[str]:
    """What its next damage can take: systems first, then white dice, then an ace."""
    if not unit["known"] or (unit["lost"] and (unit["lost"] != "adrift" or not unit["owed"])):
        return []
    option = battle.rules["losses"]["white_early"]
    found = sorted(set(unit["left"]))
    if found:
        is_early = bool(option) and battle.state["options"].get(option) is True and unit["white"] > 1
        return [*found, "W"] if is_early else found
    if unit["white"]:
        return ["W"]
    return ["ace"] if unit["ace"] else []


def count_assets(battle: Battle, player: Player) -> None:
    state, key = battle.state, player["key"]
    counts = dict.fromkeys([*battle.rules["comparison"]["assets"], "stations"], 0)
    held = state["answers"].get("drifter-points") == "holder"
    lost = 0
    for unit in state["units"].values():
        kind = battle.kind(unit)["count"]
        lost += unit["first"] == key and unit["lost"] != ""
        if unit["lost"] == "":
            counts[kind] += unit["owner"] == key
        elif unit["lost"] == "adrift" and held:
            counts[kind] += unit["held_by"] == key
    counts["stations"] = sum(one["holder"] == key for one in state["stations"])
    objective = state["objective"]
    counts["objective"] = int(objective is not None and objective["holder"] == key)
    player["counts"], player["lost"] = counts, lost
    player["assets"] = sum(counts.values())


def compare_players(battle: Battle) -> None:
    """Forces can be compared only when all have shown theirs."""
    players = battle.state["players"]
    are_ready = len(players) > 1 and all(player["ready"] for player in players)
    if not are_ready:
        for player in players:
            player["per_asset"], player["steps"] = 0, []
        return
    terms = battle.rules["comparison"]
    compared = {
        label: {player["key"]: sum(_number_of(player, kind) for kind in kinds) for player in players}
        for label, kinds in terms["compared"]
    }
    steps = steps_of(compared, terms["step"])
    for player in players:
        player["steps"] = steps.get(player["key"], [])
        player["per_asset"] = terms["start"] + sum(step["points"] for step in player["steps"])
        player["start_assets"] = player["assets"]
        player["start_score"] = player["per_asset"] * player["assets"]


def _number_of(player: Player, kind: str) -> int:
    number: int = player["systems"] if kind == "systems" else player["counts"].get(kind, 0)
    return number


def share_boarding_damage(battle: Battle) -> None:
    """What companies aboard still have to take: of one enemy all; of several what the players have said."""
    boarding = battle.state["boarding"]
    if boarding is None:
        return
    hurts_each = battle.state["answers"].get(BOARDING_DAMAGE) == "each"
    boarding["owed"] = {
        key: max(
            0,
            sum(
                boarding["damage"][other]
                for other in enemies
                if hurts_each or len(boarding["enemies"][other]) == 1
            )
            - boarding["taken"][key],
        )
        for key, enemies in boarding["enemies"].items()
    }


def set_positions(battle: Battle) -> None:
    players, words = battle.state["players"], battle.rules["words"]
    find_point(battle)
    scores = [player["score"] for player in players]
    rolls = battle.state["rolls"]
    highest = [player["key"] for player in players if player["score"] == max(scores)]
    winner = rolls["winner"] if rolls["go_on"] and rolls["winner"] in highest else ""
    for player in players:
        found = ""
        if player["per_asset"]:
            found = position_among(player["score"], scores)
            # Those who went on with a tie for the highest have rolled for who defends.
            if found == "tied-highest" and winner:
                found = "highest" if player["key"] == winner else "others"
            if battle.state["phase"] not in SETTING_UP and "highest" not in found:
                found = "lowest" if player["key"] == battle.state["point"] else "others"
        player["position"] = found
        player["is_defender"] = found == "highest"
        player["word"] = words.get(found.removeprefix("tied-"), "") if found else ""


def find_point(battle: Battle) -> None:
    """The player with the lowest score at the start, for the whole game; in a tie the loser of the roll."""
    state = battle.state
    tied = lowest_at_start(battle)
    if state["phase"] in SETTING_UP:
        last = state["last"] if state["last"] in tied else ""
        state["point"] = tied[0] if len(tied) == 1 else last


def lowest_at_start(battle: Battle) -> list[str]:
    """Empty while all are equal."""
    players = battle.state["players"]
    scores = [player["start_score"] for player in players if player["per_asset"]]
    if len(set(scores)) < 2:
        return []
    return [one["key"] for one in players if one["per_asset"] and one["start_score"] == min(scores)]


def tied_groups(battle: Battle) -> list[list[str]]:
    """Players by score, the highest first; those of one score in the order of the game."""
    players = battle.state["players"]
    scores = sorted({player["score"] for player in players}, reverse=True)
    return [[player["key"] for player in players if player["score"] == score] for score in scores]


def put_in_order(battle: Battle) -> None:
    state = battle.state
    groups = tied_groups(battle)
    state["answers"] = {
        key: answer
        for key, answer in state["answers"].items()
        if not key.startswith(TIED)
        or any(set(key.removeprefix(TIED).split("+")) <= set(group) for group in groups)
    }
    tied = next((group for group in groups if state["last"] in group), [])
    # The tie that was rolled for is over once none of those who rolled has the same score.
    if state["phase"] not in SETTING_UP and not any(
        key in tied for key in state["last_tied"] if key != state["last"]
    ):
        state["last"] = ""
    state["order"] = [key for group in groups for key in arranged(battle, group)[0]]


def ask_in_order(battle: Battle) -> None:
    """Who is asked about the clock goes by the scores of now: a loss that was told late changes it."""
    rows = battle.state["asked"]
    waiting = [row["player"] for row in rows if row["took"] is None]
    battle.state["asked"] = [row for row in rows if row["took"] is not None] + [
        {"player": key, "took": None} for key in battle.state["order"] if key in waiting
    ]


def is_undecided(battle: Battle, waiting: list[str]) -> bool:
    """Whether the first of these and another have equal scores, and nobody has said who of them is first."""
    group = next((group for group in tied_groups(battle) if waiting and waiting[0] in group), [])
    undecided = arranged(battle, group)[1]
    return len([key for key in waiting if key in undecided]) > 1 and waiting[0] in undecided


def arranged(battle: Battle, group: list[str]) -> tuple[list[str], list[str]]:
    """Players of one score in their order, and those of them whose order is still to be decided."""
    last = [key for key in group if key == battle.state["last"]]
    left = [key for key in group if key not in last]
    first: list[str] = []
    while len(left) > 1:
        answer = battle.state["answers"].get(TIED + "+".join(left))
        if answer not in left:
            return [*first, *left, *last], left
        first.append(answer)
        left.remove(answer)
    return [*first, *left, *last], []


def choose_who_is_up(battle: Battle) -> None:
    state = battle.state
    state["up"], state["up_units"], state["may_pass"], state["must_go"] = "", [], False, False
    state["combat"] = len(state["open_turns"]) > 1 or any(turn["waits"] for turn in state["open_turns"])
    state["going"] = next((turn["unit"] for turn in state["open_turns"] if is_going(battle, turn)), "")
    if state["phase"] != "play" or state["open_turns"]:
        return
    if has_unit_order(battle):
        group = next_units(battle)
        answer = state["answers"].get(tie_key(group))
        group = [answer] if answer in group else group
        state["up_units"] = group
        owners = {battle.unit(one)["owner"] for one in group}
        state["up"] = battle.unit(group[0])["owner"] if len(owners) == 1 else ""
        state["must_go"] = bool(group)
        return
    able = {key: [one["id"] for one in battle.units_of(key) if battle.can_go(one)] for key in state["order"]}
    waiting = [key for key in state["order"] if able[key] and key not in state["passed"]]
    if waiting and not is_undecided(battle, waiting):
        state["up"] = waiting[0]
        state["up_units"] = able[waiting[0]]
        state["may_pass"] = battle.rules["order"]["may_pass"] and len(waiting) > 1
        state["must_go"] = not state["may_pass"]


def is_going(battle: Battle, turn: OpenTurn) -> bool:
    """Of two open turns: the attacker's while its target has defended, the target's while it hasn't."""
    turns = battle.state["open_turns"]
    if turn["waits"]:
        return False
    return turn is turns[0] or bool(turns[0]["waits"])


def has_unit_order(battle: Battle) -> bool:
    dice = battle.rules["order_dice"]
    return dice is not None and battle.state["options"].get(dice["option"]) is True


def next_units(battle: Battle) -> list[str]:
    """The units whose number is next; several if they rolled the same."""
    rows = [row for row in battle.state["turn_order"] if battle.can_go(battle.unit(row["unit"]))]
    if not rows:
        return []
    lowest = min(row["rolled"][row["at"]] for row in rows)
    return [row["unit"] for row in rows if row["rolled"][row["at"]] == lowest]


def tie_key(group: list[str]) -> str:
    """Who is left of them when one has gone is asked about again."""
    return ORDER_TIE + "+".join(group) if len(group) > 1 else ""


def count_rounds(battle: Battle) -> None:
    """How many rounds are left with this one: at least and at most."""
    state, clock = battle.state, battle.rules["clock"]
    left = state["clock"]
    if state["phase"] == "clock":
        left -= clock["optional"] * sum(row["took"] is None for row in state["asked"])
    fastest = clock["each_round"] + clock["optional"] * len(state["players"])
    is_over = state["phase"] == "over"
    # A tie may be played on although the clock is at 0.
    this_one = int(state["phase"] == "play")
    state["rounds_least"] = 0 if is_over else max(this_one, -(-left // fastest))
    state["rounds_most"] = 0 if is_over else max(this_one, -(-state["clock"] // clock["each_round"]))


def find_winners(battle: Battle) -> None:
    state = battle.state
    state["winners"] = []
    if state["phase"] != "over":
        return
    best = max((player["score"] for player in state["players"]), default=0)
    winners = [player for player in state["players"] if player["score"] == best]
    if state["answers"].get("doomsday-tie") == "assets":
        most = max((player["assets"] for player in winners), default=0)
        winners = [player for player in winners if player["assets"] == most]
    state["winners"] = [player["key"] for player in winners]


# What the players must say.


def open_questions(battle: Battle) -> list[Question]:
    state = battle.state
    found: list[Question] = []
    if state["phase"] in SETTING_UP:
        return _questions_before(battle)
    if state["phase"] in ("play", "clock"):
        tied = lowest_at_start(battle)
        if tied and not state["point"]:
            found.append(_tie(battle, "point", tied, "ask-point", battle.rules["comparison"]["lowest_page"]))
        for group in tied_groups(battle):
            undecided = arranged(battle, group)[1]
            # Where every unit has its place in the round, scores matter to the clock only.
            if undecided and (state["phase"] == "clock" or not has_unit_order(battle)):
                found += _asked(battle, "tied-order", TIED + "+".join(undecided), undecided)
    found += _of_unit_order(battle)
    if state["phase"] == "play" and len(list_in(state["options"].get("environments"), 9)) == 1:
        found += _asked(battle, "hostile-where", "hostile-where")
    if state["phase"] == "over" and len(state["winners"]) > 1:
        found += _asked(battle, "doomsday-tie", "doomsday-tie", state["winners"])
    if state["attack"] is not None and state["attack"]["target"] == "terrain":
        found += _asked(battle, "charts", "charts")
    if battle.rules["boarding"] and state["phase"] != "over" and have_all_gone(battle):
        found += _asked(battle, "boarding-when", "boarding-when")
    boarding = state["boarding"]
    if boarding is not None and any(len(enemies) > 1 for enemies in boarding["enemies"].values()):
        found += _asked(battle, BOARDING_DAMAGE, BOARDING_DAMAGE)
    for unit in state["units"].values():
        if unit["held_by"] not in ("", unit["first"]):
            found += _asked(battle, "drifter-points", "drifter-points")
            break
    if any(battle.unit(turn["unit"])["kind"] == "hva" for turn in state["open_turns"]):
        found += _asked(battle, "hva-dice", "hva-dice")
    for unit in state["units"].values():
        if is_bare(battle, unit):
            found += _asked(battle, "destroyed", f"destroyed:{unit['id']}", [unit["id"]])
    return found


def _of_unit_order(battle: Battle) -> list[Question]:
    """When places are rolled, and which of several with one number goes first."""
    if not has_unit_order(battle) or battle.state["phase"] != "play":
        return []
    found = _asked(battle, "order-when", "order-when")
    group = [] if battle.state["open_turns"] else next_units(battle)
    if len({battle.unit(one)["owner"] for one in group}) > 1:
        found += _asked(battle, "order-tie", tie_key(group), group)
    return found


def have_all_gone(battle: Battle) -> bool:
    """Nobody has a turn left in this round, or the clock has been turned down already."""
    state = battle.state
    if state["phase"] == "clock":
        return True
    return not state["open_turns"] and not any(battle.can_go(unit) for unit in state["units"].values())


def is_bare(battle: Battle, unit: UnitInPlay) -> bool:
    """Whether it has nothing left to lose."""
    return bool(
        not unit["lost"]
        and unit["known"]
        and not unit["may_lose"]
        and battle.rules["kinds"][unit["kind"]]["white"]
    )


def _questions_before(battle: Battle) -> list[Question]:
    state, rules = battle.state, battle.rules
    found: list[Question] = []
    tied = [one["key"] for one in state["players"] if one["position"] == "tied-highest"]
    if tied and not state["rolls"]["winner"] and not state["rolls"]["go_on"]:
        found.append(_tie(battle, "tie-highest", tied, "ask-highest", rules["comparison"]["ties_page"]))
    # Its way out changes all scores, so the lowest wait for it.
    if found or state["rolls"]["chooser"]:
        return found
    tied = [one["key"] for one in state["players"] if one["position"] == "tied-lowest"]
    if tied and state["last"] not in tied:
        found.append(_tie(battle, "tie-lowest", tied, "ask-lowest", rules["comparison"]["lowest_page"]))
    return found


def _tie(battle: Battle, key: str, tied: list[str], say: str, page: str) -> Question:
    answers = [{"key": one, "words": battle.called(one)} for one in tied]
    return {"key": key, "words": battle.rules["say"][say], "page": page, "answers": answers, "players": tied}


def _asked(battle: Battle, point: str, key: str, about: list[str] | None = None) -> list[Question]:
    """One question, if the edition leaves it open and nobody has answered it."""
    row = battle.rules["open"].get(point)
    if row is None or key in battle.state["answers"]:
        return []
    about = about or []
    answers = [{"key": answer, "words": words} for answer, words in row["answers"]]
    names = [battle.called(one) or battle.unit(one)["called"] for one in about]
    if not answers:
        answers = [{"key": one, "words": name} for one, name in zip(about, names, strict=True)]
    words = f"{' · '.join(names)}: {row['asks']}" if names else row["asks"]
    return [{"key": key, "words": words, "page": row["page"], "answers": answers, "players": about}]
