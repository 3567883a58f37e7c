"""The state of a game: how it begins, what is looked up in it, and what a force brings to it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from fleets.battles.event_fields import (
    LONGEST_NAME,
    PointlessError,
    filled,
    is_player_key,
    is_true,
    list_in,
    name_of_event,
    object_of,
    whole,
)
from fleets.battles.game_types import GameState, Json, MechGame, Player, ReadForce, ReadUnit, UnitInPlay
from fleets.battles.mech_state import new_mech

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

MOST_UNITS, MOST_STATIONS, MOST_SYSTEMS, MOST_ROCKETS = 24, 12, 6, 9
_ENVIRONMENTAL = re.compile(r"E:[a-z0-9-]{1,40}", re.ASCII)
MOST_OPTION = 1_000_000
MOST_LISTED = 12
SETTING_UP = ("setup", "deploy")
CATAPULT = "K"


class Battle:
    """A game with its rules, and the state that events change; one for each fold.

    With a state it is there to ask questions about that; nothing in it is changed.
    """

    def __init__(self, game: Mapping[str, Any], state: GameState | None = None) -> None:
        # What each unit had left when its dice were last looked up.
        self.looked_up: dict[str, list[Any]] = {}
        self.rules: Json = game["rules"]
        # Games from before pages judged are taken as they were played.
        self.judges = game.get("judges") is True
        self.notes: list[str] = []
        self.may_insist = False
        self.state = _blank(game) if state is None else state
        for entry in list_in(game.get("players"), 9) if state is None else []:
            row = object_of(entry)
            key = row.get("key")
            if isinstance(key, str) and is_player_key(key) and not self.find_player(key):
                self.add_player(key, name_of_event(row.get("name"), key))
                self._field_if_read(key, row.get("force"))

    def judge(self, event: Json, say: str, values: dict[str, str | int]) -> None:
        """Against the text, but a person may know better: refused unless the event says `anyway`, then noted.

        To be asked before anything is changed.
        """
        if self.judges and not is_true(event, "anyway"):
            self.may_insist = True
            raise PointlessError(say, **values)
        self.notes.append(filled(self.rules["say"][say], values))

    # What is looked up.

    def find_player(self, key: str) -> Player | None:
        return next((one for one in self.state["players"] if one["key"] == key), None)

    def player(self, key: str) -> Player:
        found = self.find_player(key)
        if found is None:
            raise PointlessError("no-player")
        return found

    def unit(self, key: str) -> UnitInPlay:
        found = self.state["units"].get(key)
        if found is None:
            raise PointlessError("no-unit")
        return found

    def standing(self, key: str) -> UnitInPlay:
        """A unit that is still in the game."""
        unit = self.unit(key)
        if unit["lost"]:
            raise PointlessError("is-lost", unit=unit["called"])
        return unit

    def the_mech(self) -> MechGame:
        mech = self.state["mech"]
        if mech is None:
            raise PointlessError("not-now")
        return mech

    def called(self, key: str) -> str:
        found = self.find_player(key)
        return found["name"] if found else ""

    def units_of(self, key: str) -> list[UnitInPlay]:
        return [unit for unit in self.state["units"].values() if unit["owner"] == key]

    def kind(self, unit: UnitInPlay) -> Json:
        kind: Json = self.rules["kinds"][unit["kind"]]
        return kind

    def need(self, *phases: str) -> None:
        if self.state["phase"] not in phases:
            raise PointlessError("not-now")

    def can_go(self, unit: UnitInPlay) -> bool:
        """Whether it still has its turn in this round."""
        return not (unit["lost"] or unit["activated"] or (self.kind(unit)["needs_fuel"] and not unit["fuel"]))

    # What forces bring.

    def add_player(self, key: str, name: str) -> None:
        self.state["players"].append(
            {
                "key": key,
                "name": name,
                "force": "",
                "sealed": "",
                "ready": False,
                "per_asset": 0,
                "assets": 0,
                "counts": {},
                "systems": 0,
                "score": 0,
                "start_score": 0,
                "start_assets": 0,
                "lost": 0,
                "position": "",
                "word": "",
                "is_defender": False,
                "steps": [],
                "spares": [],
                "units": 0,
                "stations": 0,
            }
        )

    def _field_if_read(self, key: str, force: object) -> None:
        """A player whose force can't be read has shown nothing yet."""
        try:
            self.field_force(key, force)
        except PointlessError:
            return

    def field_force(self, key: str, force: object) -> None:
        """Replaces all that the player had before; a force that can't be read is refused as a whole."""
        read = read_force(force, self.rules)
        state, player = self.state, self.player(key)
        state["units"] = {one: unit for one, unit in state["units"].items() if unit["first"] != key}
        state["stations"] = [one for one in state["stations"] if one["first"] != key]
        player["force"] = read["name"]
        player["ready"] = True
        player["units"] = player["stations"] = 0
        player["systems"] = read["systems"]
        player["spares"] = read["spares"]
        for unit in read["units"]:
            self.add_unit(key, unit)
        for name in read["stations"]:
            player["stations"] += 1
            number = player["stations"]
            state["stations"].append(
                {"id": f"{key}s{number}", "name": name, "first": key, "holder": key, "contested_by": []}
            )
        if state["mech"] is not None:
            state["mech"] = new_mech(self.rules["mech"], object_of(force))

    def add_unit(self, key: str, unit: ReadUnit) -> None:
        """Its id is the player's key and a number."""
        player = self.player(key)
        player["units"] += 1
        name = f"{key}{player['units']}"
        kind = self.rules["kinds"][unit["kind"]]
        self.looked_up.pop(name, None)
        self.state["units"][name] = {
            "id": name,
            "called": unit["name"],
            "owner": key,
            "first": key,
            "name": unit["name"],
            "kind": unit["kind"],
            "known": unit["known"],
            "systems": unit["systems"],
            "left": list(unit["systems"]),
            "struck": [],
            "white": kind["white"],
            "rockets": unit["rockets"],
            "ace": unit["ace"],
            "defense": None,
            "spot": None,
            "ace_spot": None,
            "more_spots": [],
            "stands_in": "",
            "activated": False,
            "lost": "",
            "owed": 0,
            "stepped": False,
            "may_lose": [],
            "dice": "",
            "pool": [],
            "fuel": None,
            "held_by": "",
            "aboard": "",
            "launches": 0,
            "served": 0,
            "restored": 0,
        }

    def set_aside(self, unit: UnitInPlay) -> int:
        """How many white dice it doesn't roll: it stands in hostile terrain without the system for that."""
        hostile, where = self.rules.get("hostile"), unit["stands_in"]
        needs = "E:" + where.casefold().replace(" ", "-")
        return int(hostile["aside"]) if hostile and where and needs not in unit["left"] else 0

    def dice_of(self, unit: UnitInPlay) -> None:
        """The notation and the dice of what is left, looked up."""
        row = self.rules["loadouts"].get(unit["kind"], {}).get(loadout_key(unit["left"]))
        if row is None or not unit["known"]:
            # The book gives a high value asset no dice; the players may give it some.
            agreed = unit["kind"] == "hva" and self.state["answers"].get("hva-dice") == "white"
            unit["dice"], unit["pool"] = ("2W", [[2, "W", 6, ""]]) if agreed else ("", [])
            return
        rocket, ace = self.rules["rocket_dice"], self.rules["ace_dice"].get(unit["ace"])
        white = unit["white"] - self.set_aside(unit)
        parts = [f"{white}W"] if white > 0 else []
        pool = [[white, "W", 6, ""]] if white > 0 else []
        parts += [row[0]] if row[0] else []
        pool += row[1]
        parts += [code for code in unit["left"] if code.startswith("E")]
        if unit["rockets"] and rocket:
            parts.append(f"{unit['rockets']}Rd8")
            pool += [[unit["rockets"], *rocket[0][1:]]]
        if ace:
            parts.append(ace[0])
            pool += ace[1]
        unit["dice"], unit["pool"] = " ".join(parts), pool


def loadout_key(codes: Iterable[str]) -> str:
    """The key of a loadout; environmental systems have no dice and are left out."""
    return " ".join(sorted(code for code in codes if not code.startswith("E")))


def _blank(game: Mapping[str, Any]) -> GameState:
    rules = game["rules"]
    clock = rules.get("clock")
    return {
        "phase": "setup",
        "round": 0,
        "clock": clock["start"] if clock else 0,
        "clock_start": clock["start"] if clock else 0,
        "rounds_least": 0,
        "rounds_most": 0,
        "players": [],
        "order": [],
        "point": "",
        "up": "",
        "up_units": [],
        "passed": [],
        "may_pass": False,
        "must_go": False,
        "combat": False,
        "open_turns": [],
        "going": "",
        "attack": None,
        "units": {},
        "stations": [],
        "terrain_spots": [],
        "objective": {"holder": ""} if game.get("objective") is True else None,
        "asked": [],
        "questions": [],
        "answers": {},
        "rolls": {"winner": "", "chooser": "", "go_on": False},
        "last": "",
        "last_tied": [],
        "options": _agreed(game),
        "turn_order": [],
        "history": [],
        "winners": [],
        "checklist": [
            {"item": place, "words": words, "done": False}
            for place, words in enumerate(to_place(rules, game.get("objective") is True))
        ],
        "boarding": None,
        "mech": new_mech(rules["mech"], {}) if rules["mech"] else None,
        "yard": None,
        "log": [],
    }


def to_place(rules: Json, has_objective: bool) -> list[str]:
    """The checklist's lines, in order."""
    return [*rules["placing"], rules["say"]["place-objective"]] if has_objective else list(rules["placing"])


def _agreed(game: Mapping[str, Any]) -> Json:
    """The words of an edition that the fold may need; lists of words are only for lists of units."""
    return {
        name: value
        for name, value in object_of(game.get("options")).items()
        if any(option["name"] == name for option in game["rules"]["options"]) and is_option_value(value)
    }


def is_option_value(value: object) -> bool:
    if isinstance(value, list):
        return len(value) <= MOST_LISTED and all(
            isinstance(one, str) and is_option_value(one) for one in value
        )
    if isinstance(value, str):
        return len(value) <= LONGEST_NAME
    return isinstance(value, bool) or (isinstance(value, int | float) and abs(value) <= MOST_OPTION)


def read_force(force: object, rules: Json) -> ReadForce:
    """A force as the fold keeps it; PointlessError if it isn't one."""
    given = object_of(force)
    if not given:
        raise PointlessError("no-force")
    counts = object_of(given.get("counts"))
    if rules["mech"]:
        name = name_of_event(given.get("name"), "'Mech")
        return {"name": name, "units": [], "stations": [], "systems": 0, "spares": []}
    units = [read_unit(one, rules) for one in list_in(given.get("units"), MOST_UNITS)]
    stations = [
        name_of_event(object_of(one).get("name"), f"Station {place + 1}")
        for place, one in enumerate(list_in(given.get("stations"), MOST_STATIONS))
    ]
    systems = sum(len(unit["systems"]) for unit in units if rules["kinds"][unit["kind"]]["counts"])
    if not units:
        for kind, row in rules["kinds"].items():
            # A ship that is known only as a number is taken to be of the first class.
            if any(
                one["kind"] != kind and rules["kinds"][one["kind"]]["count"] == row["count"] for one in units
            ):
                continue
            number = whole(counts.get(row["count"]), 0, MOST_UNITS) or 0
            units += [_unknown(kind, place + 1, rules) for place in range(number)]
        systems = whole(counts.get("systems"), 0, 400) or 0
    if not stations:
        number = whole(counts.get("stations"), 0, MOST_STATIONS) or 0
        stations = [f"Station {place + 1}" for place in range(number)]
    if not units:
        raise PointlessError("no-force")
    return {
        "name": name_of_event(given.get("name"), "?"),
        "units": units,
        "stations": stations,
        "systems": systems,
        "spares": [read_unit(one, rules) for one in list_in(given.get("spares"), 9)],
    }


def _unknown(kind: str, number: int, rules: Json) -> ReadUnit:
    fixed = rules["kinds"][kind]["fixed"]
    called = rules["kinds"][kind].get("called") or (kind.upper() if kind == "hva" else kind.capitalize())
    return {
        "name": f"{called} {number}",
        "kind": kind,
        "known": bool(fixed) or not rules["kinds"][kind]["carries"],
        "systems": list(fixed),
        "rockets": 0,
        "ace": "",
    }


def read_unit(value: object, rules: Json) -> ReadUnit:
    given = object_of(value)
    kind = given.get("kind")
    if not isinstance(kind, str) or kind not in rules["kinds"]:
        raise PointlessError("no-kind")
    row = rules["kinds"][kind]
    codes = given.get("systems")
    known = isinstance(codes, list) or bool(row["fixed"]) or not row["carries"]
    systems = [_code(one, row["carries"]) for one in list_in(codes, MOST_SYSTEMS)] or list(row["fixed"])
    ace = given.get("ace")
    return {
        "name": name_of_event(given.get("name"), kind),
        "kind": kind,
        "known": known,
        "systems": sorted(systems),
        "rockets": whole(given.get("rockets"), 0, MOST_ROCKETS) or 0,
        "ace": ace if isinstance(ace, str) and ace in rules["ace_dice"] and row["may_have_ace"] else "",
    }


def _code(value: object, carries: list[str]) -> str:
    if not isinstance(value, str):
        raise PointlessError("no-system")
    first, slash, second = value.partition("/")
    if _ENVIRONMENTAL.fullmatch(value) and "E" in carries:
        return value
    is_split = slash and first < second and len(first) == len(second) == 2
    if value in carries or (is_split and first in carries and second in carries):
        return value
    raise PointlessError("no-system")
