"""Whole games played by program, through the table's own fold: sample logs, and campaigns for tests.

    python -m scripts.play_games CAMPAIGN FOLDER [SEED...]

Everybody stands somewhere on a table without terrain, rolls real dice and does something sensible with them;
the fold judges every event, and one without effect stops the program. The same seed plays the same game.
"""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from brickyard.table.hosted_log import HostedLog, why_no_event
from brickyard.table.table_data import game_of
from brickyard.table.table_game import TableQuestion
from brickyard.table.table_seats import take_seats
from fleets.battles.battle_state import Battle
from fleets.battles.folding import apply_event, begin, log_entry
from fleets.battles.standings import open_questions
from validators.judged_files import JudgeSettings

Json = dict[str, Any]
# In units of the ruler: hand-to-hand, and the ruler itself.
_TOUCH, _RULER = 1.0, 8.0
_FAR = 9.0
# What is lost first, if the owner may choose.
_GIVEN_UP = ("Y", "G", "Ra", "Rh", "Rd", "B", "W")
_WORTH = {"R": 1.0, "B": 0.9, "G": 0.6, "Y": 0.4}
_FIRST_GAME = date(2026, 9, 5)


class PlayedTable:
    """A game as it goes on; `where` are the places of units, stations and the objective."""

    def __init__(self, game: Json, seed: int, day: date) -> None:
        self.game, self.rng = game, random.Random(seed)
        self.battle: Battle = begin(game)
        self.events: list[Json] = []
        self.time = datetime(day.year, day.month, day.day, 19, 4)
        self.where: dict[str, complex] = {}
        self.rolled: dict[str, Json] = {}

    @property
    def state(self) -> Any:
        return self.battle.state

    def do(self, kind: str, by: str = "", **fields: Any) -> None:
        self.time += timedelta(seconds=self.rng.randint(4, 55))
        event = {"id": f"e{len(self.events) + 1}", "at": f"{self.time:%Y-%m-%dT%H:%M:%SZ}", "by": by or "a"}
        event |= {"do": kind, **fields}
        entry = log_entry(event, len(self.events))
        apply_event(self.battle, event, entry)
        if not entry["effect"] or entry["note"] or why_no_event(event):
            raise SystemExit(f"{event}: {entry['words']} {entry['why']} {entry['note']}")
        self.events.append(event)

    def play(self) -> None:
        self._answer()
        self.do("deploy")
        self._place()
        self.do("start")
        while self.state["phase"] != "over":
            self._answer()
            if self.state["phase"] == "play":
                self._round()
            else:
                self._clock()
        self._answer()

    def _answer(self) -> None:
        """Ties are rolled for; what the texts leave open is answered as most would."""
        while self.state["phase"] != "setup" and (asked := open_questions(self.battle)):
            self.do("decide", question=asked[0]["key"], answer=self.rng.choice(asked[0]["answers"])["key"])

    def _place(self) -> None:
        """Everybody around the middle, equally far from each other; the objective is in the middle."""
        for at, player in enumerate(self.state["players"]):
            turn = 2 * math.pi * at / len(self.state["players"])
            middle = complex(math.cos(turn), math.sin(turn)) * _FAR
            for one in (*self.state["units"].values(), *self.state["stations"]):
                if one["first"] == player["key"]:
                    apart = self.rng.uniform(1, 4)
                    angle = self.rng.uniform(0, 2 * math.pi)
                    self.where[one["id"]] = middle + apart * complex(math.cos(angle), math.sin(angle))
        self.where[""] = 0j

    def _round(self) -> None:
        while self.state["phase"] == "play":
            self._answer()
            if turns := self.state["open_turns"]:
                self._act(turns[0]["unit"])
            elif up := self.state["up_units"]:
                unit = max(up, key=lambda one: (self._nearest_enemy(one)[0] < _RULER, self.rng.random()))
                self.do("turn", self.battle.unit(unit)["owner"], unit=unit)
                self.rolled[unit] = self._roll(unit)
            else:
                self.rolled.clear()
                self.do("round-end", round=self.state["round"])

    def _clock(self) -> None:
        """The leader hurries."""
        player = next(row["player"] for row in self.state["asked"] if row["took"] is None)
        scores = {one["key"]: one["score"] for one in self.state["players"]}
        wants = 0.95 if scores[player] == max(scores.values()) else 0.15
        take = self.rng.random() < wants
        self.do("tick", player, player=player, take=take, round=self.state["round"])

    def _roll(self, unit: str) -> Json:
        """The best number of each colour, and white dice where they help most."""
        turn = next(one for one in self.state["open_turns"] if one["unit"] == unit)
        best: Json = dict.fromkeys("BGY", 0)
        white: list[int] = [self.rng.randint(1, 6) for _ in range(self.battle.unit(unit)["white"])]
        for count, die, sides, letter in turn["pool"]:
            if die == "W":
                continue
            shown = max(self.rng.randint(1, sides) for _ in range(count))
            key = f"R{letter}" if die == "R" else die
            best[key] = max(best.get(key, 0), shown)
        aim = self._aim(unit)
        told = {"R": best.get(f"R{aim[1]}", 0) if aim else 6, **{key: best[key] for key in "BGY"}}
        for die in sorted(white, reverse=True):
            use = max(told, key=lambda key: (die - told[key]) * _WORTH[key])
            told[use] = max(told[use], die)
        return {**told, "aim": aim}

    def _aim(self, unit: str) -> tuple[str, str] | None:
        """A target and a range at which the unit has a weapon, or hand to hand without one."""
        found = []
        left = {part for code in self.battle.unit(unit)["left"] for part in code.split("/")}
        for other in self._enemies(unit):
            far = abs(self.where[other] - self.where[unit])
            letter = "h" if far <= _TOUCH else "d" if far <= _RULER else "a"
            if letter == "h" or f"R{letter}" in left:
                hurt = len(self.battle.unit(other)["left"])
                found.append((far + hurt - (self.battle.unit(other)["spot"] or 0), other, letter))
        return min(found)[1:] if found else None

    def _enemies(self, unit: str) -> list[str]:
        owner = self.battle.unit(unit)["owner"]
        return [
            one["id"] for one in self.state["units"].values() if one["owner"] != owner and not one["lost"]
        ]

    def _nearest_enemy(self, unit: str) -> tuple[float, str]:
        here = self.where[unit]
        return min(((abs(self.where[one] - here), one) for one in self._enemies(unit)), default=(99.0, ""))

    def _act(self, unit: str) -> None:
        by, dice = self.battle.unit(unit)["owner"], self.rolled[unit]
        turn = self.state["open_turns"][0]
        if dice["B"] and self.battle.unit(unit)["defense"] is None and not turn["defended"]:
            self.do("defend", by, unit=unit, value=dice["B"])
        aim = dice["aim"]
        if aim and dice["R"] and not self.battle.unit(aim[0])["lost"]:
            self._attack(unit, by, aim, dice["R"])
        if dice["G"] and not self._is_gone(unit):
            self._move(unit, by, dice["G"])
        if dice["Y"] and not self._is_gone(unit) and self.state["open_turns"][0]["spots"]:
            far, enemy = self._nearest_enemy(unit)
            if enemy and far <= _RULER:
                self.do("spot", by, unit=unit, target=enemy, value=dice["Y"])
        if not self._is_gone(unit):
            self.do("done", by, unit=unit)

    def _is_gone(self, unit: str) -> bool:
        turns = self.state["open_turns"]
        return not turns or turns[0]["unit"] != unit

    def _attack(self, unit: str, by: str, aim: tuple[str, str], value: int) -> None:
        target, letter = aim
        held = self.battle.unit(target)
        cover = "cover" if letter != "h" and self.rng.random() < 0.6 else "open"
        self.do(
            "attack",
            by,
            unit=unit,
            target=target,
            range=letter,
            value=value,
            cover=cover,
            spot=bool(held["spot"]),
        )
        if self.state["open_turns"][0]["waits"]:
            # Combat order: the target rolls and defends, and has its turn afterwards.
            self.do("turn", held["owner"], unit=target)
            self.rolled[target] = self._roll(target)
            self.do("defend", held["owner"], unit=target, value=self.rolled[target]["B"])
        made = self.state["attack"]
        if made and made["damage_dice"] is None:
            self.do("defend", held["owner"], unit=target, value=0)
        if made and made["damage_dice"]:
            rolled = [self.rng.randint(1, 6) for _ in range(made["damage_dice"])]
            self.do("hits", by, unit=unit, rolled=rolled)
        while held["owed"] and not held["lost"]:
            lost = min(
                held["may_lose"], key=lambda code: _GIVEN_UP.index(code.partition(":")[0].split("/")[0])
            )
            self.do("strike", held["owner"], unit=target, system=lost)

    def _move(self, unit: str, by: str, value: int) -> None:
        """To the nearest thing worth having, else to the enemy; whoever stands there alone has it."""
        here, goal = self.where[unit], self._goal(unit, by)
        far = abs(goal - here)
        step = min(value, max(far - 0.5, 0))
        self.do("move", by, unit=unit, value=value)
        self.where[unit] = here + (goal - here) / far * step if far else here
        for station in self.state["stations"]:
            if station["holder"] != by and self._is_alone_at(unit, station["id"]):
                self.do("station", by, station=station["id"], to=by, contested=[])
        held = self.state["objective"]
        if held and held["holder"] != by and self._is_alone_at(unit, ""):
            self.do("objective", by, to=by)

    def _goal(self, unit: str, by: str) -> complex:
        here = self.where[unit]
        worth = [self.where[one["id"]] for one in self.state["stations"] if one["holder"] != by]
        if self.state["objective"] and self.state["objective"]["holder"] != by:
            worth.append(self.where[""])
        worth += [self.where[one] for one in self._enemies(unit)]
        return min(worth, key=lambda place: abs(place - here), default=here)

    def _is_alone_at(self, unit: str, thing: str) -> bool:
        place = self.where[thing]
        others = [abs(self.where[one] - place) for one in self._enemies(unit)]
        return abs(self.where[unit] - place) <= _TOUCH and all(far > _TOUCH for far in others)


def played_log(
    campaign: Path, target: Path, seed: int, day: date, forces: list[str] | None = None
) -> HostedLog:
    """The log of a game between the forces of a campaign, or some of them; nothing is written."""
    question = TableQuestion((str(campaign),), JudgeSettings())
    seats = take_seats(question.arguments, question.settings)
    sides = [(seat.name, seat.side) for seat in seats.seats if not forces or seat.name in forces]
    objective = bool(seats.campaign and seats.campaign.objective)
    game = game_of(
        seats.edition,
        sides,
        options=seats.options,
        size=seats.size or "skirmish",
        game_id=target.stem,
        objective=objective,
    )
    table = PlayedTable(game, seed, day)
    table.play()
    bare = {key: value for key, value in game.items() if key != "rules"}
    return HostedLog(target, bare, table.events)


def play_games(campaign: Path, folder: Path, seeds: list[int], first: date = _FIRST_GAME) -> Iterator[Path]:
    """A game every four weeks, each added to the campaign before the next is played."""
    import brickyard

    folder.mkdir(exist_ok=True)
    for number, seed in enumerate(seeds):
        day = first + timedelta(weeks=4 * number)
        log = played_log(campaign, folder / f"{day.isoformat()}.json", seed, day)
        log.save()
        print(brickyard.add_game(campaign, log.path))
        yield log.path


if __name__ == "__main__":
    for made in play_games(
        Path(sys.argv[1]), Path(sys.argv[2]), [int(one) for one in sys.argv[3:]] or [1, 2, 3]
    ):
        print(made)
