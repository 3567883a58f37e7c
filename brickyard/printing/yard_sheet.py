"""Cards to play alone by: whom the yard sends, its orders, its targets and its dice, in two languages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from brickyard.facts.judged_designs import DesignFile
from brickyard.printing import sheet_texts
from brickyard.printing.sheet_texts import Plain
from brickyard.table import Language
from brickyard.table.table_data import force_of
from brickyard.table.table_texts import said_with, texts
from fleets.battles.yard_orders import NEAR, KnownFrame, YardView, order_for, who_goes
from fleets.forces.force import Force
from fleets.self_play.play_rules import DiceBook, PlayRules, play_rules
from fleets.self_play.yard_cards import UNROLLED, WORTH
from fleets.self_play.yard_player import yard_hurts

_PLAYERS, _LIFE = 2, 6
_MOST_FRAMES = 12
_LETTERS = {"attack": "R", "defend": "B", "spot": "Y", "move": "G"}


def yard_values(file: DesignFile, options: Mapping[str, Any], language: Language) -> Plain | None:
    """None for what isn't a company of frames that are all known."""
    edition, force = file.ruling.edition, file.subject
    content = force_of(force, edition, _PLAYERS, "") if isinstance(force, Force) else None
    if edition.game != "frames" or not content or any(one["systems"] is None for one in content["units"]):
        return None
    rules = play_rules(edition, options, [content])
    say, page = said_with(language, "cards"), texts(language)
    frames = list(_frames(content, rules))
    view: YardView = {
        "mine": 1,
        "theirs": 1,
        "leads": False,
        "level": "steady",
        "whim": 0,
        "reaches": [letter for letter, _, _ in rules.reaches],
        "hurts": yard_hurts(rules),
        "own": frames,
        "enemies": frames[:1],
    }
    numbers = {"unrolled": UNROLLED}
    return {
        "title": say("title", name=sheet_texts.name(content["name"])),
        "about": say("about"),
        "frames": {
            "heads": [say("frame"), *(page[f"yard.near.{near}"] for near in NEAR)],
            "rows": [list(_row(one, view, page)) for one in _in_order(view)][:_MOST_FRAMES],
        },
        "worth": [_worth(use, letter, page) for use, letter in _LETTERS.items()],
        "cards": [
            {"kind": card, "head": say(f"{card}.head"), "lines": list(_lines(card, say, page, numbers))}
            for card in ("turn", "order", "target", "dice", "losses", "levels")
        ],
    }


def _worth(use: str, letter: str, page: Mapping[str, str]) -> Plain:
    die = {"text": letter, "sides": 6, "colour": letter}
    return {"die": die, "use": page[f"yard.uses.{use}"], "times": WORTH[use]}


def _lines(card: str, say: Any, page: Mapping[str, str], numbers: Mapping[str, int]) -> Iterator[str]:
    """What the page says is said here in its words."""
    if card == "order":
        yield say("order.seize")
        yield from (page["yard.order.guard"], page["yard.order.press"], page["yard.order.fire"])
        return
    yield from say(card, **numbers).split("\n")


def _frames(content: Mapping[str, Any], rules: PlayRules) -> Iterator[KnownFrame]:
    book = DiceBook(rules)
    for unit in content["units"]:
        dice = book.dice(unit["systems"], rules.white, unit["rockets"])
        yield {
            "id": unit["name"],
            "life": _LIFE,
            "white": len(dice.white),
            "blue": list(dice.blue),
            "green": list(dice.green),
            "red": {letter: list(red) for letter, red in dice.red.items()},
            "defense": None,
            "spot": 0,
            "gone": False,
        }


def _in_order(view: YardView) -> Iterator[KnownFrame]:
    """The first goes first, as the yard sends them while all are whole."""
    waiting = list(view["own"])
    while waiting:
        name = who_goes({**view, "own": waiting})
        found = next(one for one in waiting if one["id"] == name)
        waiting.remove(found)
        yield found


def _row(one: KnownFrame, view: YardView, page: Mapping[str, str]) -> Iterator[str]:
    """Its name, and the range at which it attacks, by how far the nearest enemy is."""
    yield sheet_texts.name(one["id"])
    for near in NEAR:
        order = order_for(one, view, {"station": "", "far": 0, "near": near, "covered": False})
        yield page.get(f"range.{order['range']}", "–")
