"""The book's round of three players, played by the engine (RA p.73, 105–116, 124).

Who attacks whom with which numbers and what damage dice show is as in the log of it, which marks what isn't
printed; who is up, who may pass, whose turn is called up, damage dice, losses, scores and clock come out.
"""

from __future__ import annotations

from typing import Any

import pytest

from catalog.editions.loading import edition
from fleets.self_play import played_turns, whole_battle
from fleets.self_play.battle_sides import FORCES, FramePlayed, TableTop
from fleets.self_play.dice_streams import Purpose
from fleets.self_play.play_rules import DiceBook, play_rules
from fleets.self_play.tactics import shipped_tactics
from fleets.self_play.terrain_sets import CoverPiece
from fleets.self_play.turn_choices import Act, Aimed, Chosen, TurnPlayed
from tests.fleets.battles.playing import golden

LOG = golden("example-round")
EVENTS = LOG["events"]
KINDS = ("turn", "defend", "attack", "hits", "done", "pass", "round-end", "tick")
# Who is in range of whom as the book tells it; the wall of p.124 and the tree of p.113 fall at one hit.
JOSHUA = {"a1": 32 + 28j, "a2": 20 + 26j, "a3": 26 + 20j, "a4": 20 + 14j, "a5": 12 + 14j}
VINCENT = {"b1": 4 + 32j, "b2": 4 + 34j, "b3": 14 + 20j, "b4": 4 + 36j}
SEBASTIAN = {"c1": 32 + 34j, "c2": 26 + 28j, "c3": 20 + 20j, "c4": 38 + 28j}
PLACES = JOSHUA | VINCENT | SEBASTIAN
COVER = [CoverPiece(30.8, 28, 0.5, 1), CoverPiece(21.2, 20, 0.5, 1)]


def of(unit: str, do: str) -> dict[str, Any]:
    return next((event for event in EVENTS if (event["do"], event.get("unit")) == (do, unit)), {})


class AsPrinted:
    """Players who do what the book's players do, and a place for what they are asked."""

    def __init__(self) -> None:
        called = [
            EVENTS[at + 1]["unit"]
            for at, event in enumerate(EVENTS)
            if event["do"] == "attack" and EVENTS[at + 1]["do"] in ("turn", "defend")
        ]
        self.goes = [
            event
            for event in EVENTS
            if event["do"] == "pass" or (event["do"] == "turn" and event["unit"] not in called)
        ]
        self.asked: list[tuple[str, bool]] = []

    def choose_frame(self, top: TableTop, side: int, may_pass: bool) -> Aimed | None:
        self.asked.append((FORCES[side], may_pass))
        event = self.goes.pop(0)
        if event["do"] == "pass":
            return None
        return self.aim(top, next(one for one in top.frames if one.id == event["unit"]))

    def aim(self, top: TableTop, frame: FramePlayed) -> Aimed:
        said = of(frame.id, "attack") or {"target": "a5", "range": "d"}
        return Aimed(frame, next(one for one in top.frames if one.id == said["target"]), said["range"])

    def roll(self, top: TableTop, aimed: Aimed, awaited: int | None) -> TurnPlayed:
        numbers = [of(aimed.frame.id, do).get("value") or 0 for do in ("defend", "move", "attack", "spot")]
        return TurnPlayed(aimed, aimed.frame.dice, [], numbers, awaited=awaited)

    def choose(self, top: TableTop, turn: TurnPlayed) -> Chosen:
        frame = turn.frame
        order = [event["do"] for event in EVENTS if event.get("unit") == frame.id]
        moves = "move" in order and Act.MOVE not in turn.done
        is_first = "attack" in order and ("move" not in order or order.index("attack") < order.index("move"))
        place = top.place(frame) + 0.01j if moves else None
        return Chosen(tuple(turn.best), place, is_first and Act.ATTACK not in turn.done)

    def choose_spotted(self, top: TableTop, turn: TurnPlayed, value: int) -> FramePlayed | None:
        wanted = of(turn.frame.id, "spot").get("target")
        return next((one for one in top.frames if one.id == wanted), None)


class DamageAsPrinted:
    def __init__(self, frame: FramePlayed, purpose: Purpose) -> None:
        assert purpose is Purpose.DAMAGE
        self.frame = frame

    def dice(self, sides: tuple[int, ...]) -> list[int]:
        rolled: list[int] = of(self.frame.id, "hits")["rolled"]
        assert len(sides) == len(rolled), f"{self.frame.id} rolls {len(sides)} damage dice"
        return rolled


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> tuple[TableTop, AsPrinted]:
    players = AsPrinted()
    monkeypatch.setattr(whole_battle, "choose_frame", players.choose_frame)
    monkeypatch.setattr(whole_battle, "takes_tick", lambda top, side: FORCES[side] == "b")
    monkeypatch.setattr(played_turns, "_roll", players.roll)
    for name in ("aim", "choose", "choose_spotted"):
        monkeypatch.setattr(played_turns, name, getattr(players, name))
    monkeypatch.setattr(
        played_turns, "choose_defense", lambda top, turn: of(turn.frame.id, "defend")["value"]
    )
    monkeypatch.setattr(TableTop, "stream", lambda top, frame, purpose: DamageAsPrinted(frame, purpose))
    forces = [player["force"] for player in LOG["game"]["players"]]
    rules = play_rules(edition("rapid-attack"), {}, forces)
    top = TableTop(rules, DiceBook(rules), shipped_tactics()[:3], COVER, 1)
    whole_battle._bring(top, forces)
    whole_battle._compare(top, [])
    top.width, top.round = 60.0, 1
    for frame in top.frames:
        top.put(frame, PLACES[frame.id])
    for row in range(len(top.stations)):
        top.put_station(row, 5 + 5 * row + 50j)
    return top, players


def test_the_books_round_of_three_comes_out_of_the_engine(table: tuple[TableTop, AsPrinted]) -> None:
    top, players = table
    assert (top.scores, [FORCES[side] for side in top.order]) == ((21, 36, 42), ["c", "b", "a"])
    assert whole_battle._play_round(top)

    def known(event: dict[str, Any]) -> tuple[Any, ...]:
        return tuple(event.get(key) for key in ("do", "unit", "player", "target", "take", "rolled"))

    printed = [known(event) for event in EVENTS if event["do"] in KINDS]
    played = [
        known({**event, "rolled": None} if event["do"] == "turn" else event)
        for event in top.events
        if event["do"] in KINDS
    ]
    assert [one for one in played if one[0] != "turn"] == [one for one in printed if one[0] != "turn"]
    # The log of the book doesn't open a turn for each defense that is given.
    assert [one[1] for one in played if one[0] == "turn"] == [one[1] for one in printed if one[0] == "defend"]
    # Sebastian, Vincent or Joshua chooses, and who is the last with frames to go can't pass.
    assert players.asked == [
        *(("c", True), ("c", True), ("c", True), ("b", True), ("c", True), ("b", True), ("b", True)),
        *(("b", True), ("a", False), ("b", True), ("a", False)),
    ]
    assert (top.scores, [FORCES[side] for side in top.order]) == ((21, 36, 35), ["b", "c", "a"])
    assert top.clock == 9
    lost = {one.id: len(one.systems) + 2 - one.life for one in top.frames}
    assert {name: number for name, number in lost.items() if number} == {"a1": 2, "c3": 6}
    assert top.discs[0][0] == top.discs[1][0], "the wall and the tree have fallen"
