"""The yard as an opponent for one: what the log knows and three answers give an order; dice get their use.

The answers say what only somebody at the table can see. All numbers are whole; chances are in hundredths,
and what something is worth in hundredths of points.
"""

from __future__ import annotations

from typing import TypedDict

NEAR = ("touching", "ruler", "beyond")
USES = ("defend", "move", "attack", "spot")
LEVELS = ("gentle", "steady", "bold")
# How many of 100 turns a gentle opponent wastes: it does the other thing than what it should.
_WASTED = 50
# What an enemy is feared to attack with.
_FEARED = [6, 6, 6]


class KnownFrame(TypedDict):
    """What a log knows of a frame: sides of dice, red ones by range; `spot` is the die beside it, or 0."""

    id: str
    life: int
    white: int
    blue: list[int]
    green: list[int]
    red: dict[str, list[int]]
    defense: int | None
    spot: int
    gone: bool


class YardView(TypedDict):
    """The game as the yard sees it: points per asset, ranges from the nearest, frames that are not lost.

    `hurts` says for each range and cover how many of a damage die's faces hurt a frame, in hundredths.
    """

    mine: int
    theirs: int
    leads: bool
    level: str
    whim: int
    reaches: list[str]
    hurts: dict[str, dict[str, int]]
    own: list[KnownFrame]
    enemies: list[KnownFrame]


class SeenAnswers(TypedDict):
    """`station` isn't the yard's and within the move, `far` units away; `near` is how far the nearest enemy
    is; `covered` whether cover stands between."""

    station: str
    far: int
    near: str
    covered: bool


class YardOrder(TypedDict):
    """What to go for, and whom to attack at which range: the first of `wanted` that can be."""

    goal: str
    station: str
    far: int
    range: str
    wanted: list[str]
    covered: bool


class RolledDice(TypedDict):
    """What lies on the table: white dice, and the best coloured one for each use that is still to come."""

    white: list[int]
    best: dict[str, int]


def hundredths(faces: int) -> int:
    """Of a damage die's faces."""
    return (100 * faces + 3) // 6


def none_above(sides: list[int], number: int) -> int:
    """The chance that none of these dice shows more."""
    chance, all_ways = 100, 1
    for one in sides:
        chance *= min(number, one)
        all_ways *= one
    return chance // all_ways


def mean_best(sides: list[int]) -> int:
    return sum(100 - none_above(sides, number) for number in range(8))


def ranked(scores: list[int]) -> list[int]:
    """Places of the highest scores first; of equal ones the earlier."""
    rated = sorted([1000 * score + 999 - place for place, score in enumerate(scores)], reverse=True)
    return [999 - one % 1000 for one in rated]


def attack_dice(me: KnownFrame, letter: str) -> list[int]:
    return [*me["red"][letter], 6] if me["white"] else me["red"][letter]


def excess(total: int, target: KnownFrame) -> int:
    """Damage dice to expect, against the defense that stands or one that is still to be rolled."""
    total += target["spot"]
    if target["defense"] is not None:
        return 100 * max(0, total - target["defense"])
    dice = [*target["blue"], 6] if target["white"] else target["blue"]
    return sum(none_above(dice, number) for number in range(total))


def worth_of_attack(standing: YardView, target: KnownFrame, number: int, hurts: int) -> int:
    """The share of an asset that is destroyed; the last blow counts more."""
    hits = excess(number, target) * hurts // 100
    share = min(100, hits // max(1, target["life"]))
    return standing["theirs"] * (10 * share + 6 * share * share // 100)


def is_careful(standing: YardView) -> bool:
    """Who leads keeps what it has."""
    careful = standing["leads"] and standing["level"] != "bold"
    is_wasted = standing["level"] == "gentle" and standing["whim"] < _WASTED
    return careful != is_wasted


def passes(standing: YardView) -> bool:
    """Who leads lets the others come."""
    return is_careful(standing)


def who_goes(standing: YardView) -> str:
    """The one with the strongest attack."""
    able = [one for one in standing["own"] if not one["gone"]]
    rated = [max([mean_best(attack_dice(one, letter)) for letter in one["red"]], default=0) for one in able]
    return able[ranked(rated)[0]]["id"]


def order_for(me: KnownFrame, standing: YardView, answers: SeenAnswers) -> YardOrder:
    near, ranges = NEAR.index(answers["near"]), standing["reaches"]
    letters = [one for one in ranges[near:] if one in me["red"]]
    if near == 2 and not letters:
        # It closes in until its guns reach.
        letters = [one for one in ranges[1:2] if one in me["red"]]
    rated = ranked([mean_best(attack_dice(me, one)) for one in letters])
    letter = letters[rated[0]] if rated else ""
    number = (mean_best(attack_dice(me, letter)) + 50) // 100 if letter else 0
    covered = answers["covered"] and "cover" in standing["hurts"].get(letter, {})
    hurts = hurts_at(standing, letter, covered)
    worth = [worth_of_attack(standing, one, number, hurts) for one in standing["enemies"]]
    goal = "guard" if is_careful(standing) else "press"
    return {
        "goal": "seize" if answers["station"] else goal,
        "station": answers["station"],
        "far": answers["far"],
        "range": letter,
        "wanted": [standing["enemies"][place]["id"] for place in ranked(worth)] if letter else [],
        "covered": covered,
    }


def ways_to_use(dice: RolledDice) -> list[dict[str, int]]:
    """Every way to put white dice in the place of coloured ones, each for another use."""
    best = dice["best"]
    found = [best]
    for value in dice["white"]:
        found += [
            {**way, use: value} for way in found for use in best if value > way[use] and way[use] == best[use]
        ]
    return found


def use_dice(
    me: KnownFrame, standing: YardView, order: YardOrder, target: str, dice: RolledDice, awaited: int
) -> dict[str, int]:
    """A number for each use; `awaited` is the attack on it that waits for its defense, or 0."""
    aimed = [one for one in standing["enemies"] if one["id"] == target]
    all_ways = ways_to_use(dice)
    rated = [
        _worth_of_attacks(standing, order, aimed, way)
        + _worth_of_defense(me, standing, way, awaited)
        + _worth_of_rest(standing, order, way)
        for way in all_ways
    ]
    return all_ways[ranked(rated)[0]]


def hurts_at(standing: YardView, letter: str, covered: bool) -> int:
    """In hundredths; nothing without a weapon."""
    found = standing["hurts"].get(letter, {})
    return found.get("cover" if covered else "open", 0)


def _worth_of_attacks(
    standing: YardView, order: YardOrder, aimed: list[KnownFrame], way: dict[str, int]
) -> int:
    hurts, number = hurts_at(standing, order["range"], order["covered"]), way.get("attack", 0)
    return sum(worth_of_attack(standing, target, number, hurts) for target in aimed if number)


def _worth_of_defense(me: KnownFrame, standing: YardView, way: dict[str, int], awaited: int) -> int:
    """The damage feared of the attack that waits, and of those who still have their turn."""
    if "defend" not in way:
        return 0
    waiting = min(4, sum(not one["gone"] for one in standing["enemies"]))
    feared = sum(100 - none_above(_FEARED, number) for number in range(way["defend"], 8)) * waiting * 2 // 5
    feared += 100 * max(0, awaited + me["spot"] - way["defend"]) if awaited else 0
    return -8 * standing["mine"] * feared // (3 * max(1, me["life"]))


def _worth_of_rest(standing: YardView, order: YardOrder, way: dict[str, int]) -> int:
    """A step is worth more to who must come closer; a spot helps those who go later."""
    move, careful = way.get("move", 0), is_careful(standing)
    worth = move * (40 if careful else 80)
    if order["goal"] == "seize" and move >= order["far"]:
        worth += 100 * (4 if careful else 8) * (standing["mine"] + standing["theirs"])
    if any(not one["gone"] for one in standing["own"]):
        worth += 100 * standing["theirs"] * way.get("spot", 0) // 3
    return worth


# What is given up first.
_KEPT = {"Y": 1, "G": 2, "B": 4}


def gives_up(left: list[str]) -> str:
    """Comms go before movement, a second weapon, defense, and the only weapon; white dice are the last."""
    if not left:
        return "W"
    codes = sorted(left)
    gun = 5 if sum(code.startswith("R") for code in codes) == 1 else 3
    return codes[ranked([-gun if code.startswith("R") else -_KEPT.get(code, 0) for code in codes])[0]]
