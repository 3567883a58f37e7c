"""The shapes of an edition's tables: what a row may say, and how a child's rows go over its parent's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from catalog.yaml.located_values import Scalar, Value
from catalog.yaml.yaml_findings import BACKWARDS, OTHER_SHAPE, REMOVES_NOTHING

RULER = "ruler"
_MOST = 1_000


class Shape(Protocol):
    def read(self, value: Value, parent: Any) -> Any:
        """The value over its parent's; None where it isn't of this shape."""


@dataclass(frozen=True)
class Whole:
    low: int = 0
    high: int = _MOST

    def read(self, value: Value, parent: Any) -> Any:
        return value.integer(self.low, self.high)


@dataclass(frozen=True)
class Word:
    def read(self, value: Value, parent: Any) -> Any:
        return value.text()


@dataclass(frozen=True)
class Reach:
    """A distance in units of the ruler; `ruler` is its end."""

    def read(self, value: Value, parent: Any) -> Any:
        if isinstance(value, Scalar) and value.written == RULER:
            return RULER
        return value.integer(0, _MOST)


@dataclass(frozen=True)
class Words:
    def read(self, value: Value, parent: Any) -> Any:
        return value.words()


@dataclass(frozen=True)
class Flag:
    def read(self, value: Value, parent: Any) -> Any:
        return value.flag()


@dataclass(frozen=True)
class Pair:
    """Two whole numbers: a span from low to high, or a size, where the order means nothing."""

    is_span: bool

    def read(self, value: Value, parent: Any) -> Any:
        numbers = [one.integer(0, _MOST) for one in value.items()]
        if None in numbers:
            return None
        if len(numbers) != 2:
            value.tell(OTHER_SHAPE, what=f"{len(numbers)} numbers", wanted="two", example="[4, 6]")
            return None
        low, high = numbers
        if self.is_span and (low or 0) > (high or 0):
            value.tell(BACKWARDS, low=low, high=high)
            return None
        return (low, high)


@dataclass(frozen=True)
class ListOf:
    shape: Shape

    def read(self, value: Value, parent: Any) -> Any:
        return tuple(self.shape.read(one, None) for one in value.items())


class Record:
    """Fixed fields; a row without a parent has all those that aren't optional."""

    def __init__(self, optional: Mapping[str, Shape], **required: Shape) -> None:
        self._required = {name.replace("_", "-"): shape for name, shape in required.items()}
        self._fields = {**self._required, **optional}

    def read(self, value: Value, parent: Any) -> Any:
        row: dict[str, Any] = dict(parent or {})
        entries = value.entries(*self._fields)
        for name in self._required:
            if name not in row:
                entries.need(name)
        for key, one in entries.pairs:
            row[key.written] = self._fields[key.written].read(one, row.get(key.written))
        return row


@dataclass(frozen=True)
class Rows:
    """Rows under names or, if `by_number`, whole numbers; a row of nothing takes the parent's away."""

    shape: Shape
    by_number: bool = False

    def read(self, value: Value, parent: Any) -> Any:
        rows: dict[Any, Any] = dict(parent or {})
        for key, one in value.entries().pairs:
            name = key.integer(1, _MOST) if self.by_number else key.written
            if name is None:
                continue
            if one.is_null:
                _remove(rows, name, key)
            else:
                rows[name] = self.shape.read(one, rows.get(name))
        return rows


def _remove(rows: dict[Any, Any], name: Any, key: Scalar) -> None:
    if name not in rows:
        key.tell(REMOVES_NOTHING, what=f"row {name}", parent="the table")
    rows.pop(name, None)


_SPAN, _SIZE, _NUMBER = Pair(is_span=True), Pair(is_span=False), Whole()
_ACTION = Record({"name": Word()}, power=_NUMBER, time=_NUMBER)
_WEAPON = Record(
    {"name": Word(), "note": Word()},
    range=Word(),
    mounts=Words(),
    weight=_NUMBER,
    keyword=Word(),
    armour=_NUMBER,
    armour_assumed=Flag(),
    actions=ListOf(_ACTION),
)
_CLASS = Record(
    {
        "white": _NUMBER,
        "green": _NUMBER,
        "systems": _NUMBER,
        "fixed": Words(),
        "largest-studs": _NUMBER,
    },
    base=_SIZE,
)
_PLAYERS = Rows(Record({}, stations=_NUMBER, frames=_SPAN), by_number=True)
_COMPARISON = Record(
    {},
    start=_NUMBER,
    step=_NUMBER,
    compared=Rows(Words()),
    assets=Words(),
    changed=Words(),
    captured=Words(),
    choices=Words(),
    reference=Word(),
    ties_reference=Word(),
    lowest_reference=Word(),
    scoring_reference=Word(),
)
# What a game night needs: dice that stay beside units (by colour), dice rolled on other occasions, the
# text's own advice on dice, the ruler, the clock, and other things. Dice are written `red d8`.
_SIDES = Whole(low=2)
_KIT = Record(
    {
        "stay": Rows(Words()),
        "spares": _NUMBER,
        "clock": Record({}, sides=ListOf(_SIDES), start=_NUMBER, reference=Word()),
        "ruler": Record(
            {"parts": Words(), "note": Word()}, units=Whole(low=1), studs=Whole(low=1), reference=Word()
        ),
        "order": Record(
            {},
            option=Word(),
            sides=_SIDES,
            full=_NUMBER,
            fewer=_NUMBER,
            fewer_than=_NUMBER,
            reference=Word(),
        ),
        "damage": Record({}, attack=Word(), spot=Word(), reference=Word()),
        "power": Record({}, extra=Rows(_NUMBER), reference=Word()),
        "also-rolled": ListOf(
            Record({"each": Words()}, dice=Word(), count=_NUMBER, what=Word(), reference=Word())
        ),
        "advised": Rows(Record({"each": Words(), "plus": _NUMBER, "plus-if-rolled": _NUMBER}, count=_NUMBER)),
        "advised-by": Word(),
        "things": Rows(Record({"each": Words(), "count": _SPAN}, what=Word(), per=Word(), reference=Word())),
    },
    turns_at_once=Whole(low=1),
)

_FACES = ListOf(Whole(low=1, high=8))
_CHART = Record({"cover": _FACES, "through": _FACES, "reference": Word()}, target=_FACES)
_BY_COVER = Rows(Word())
_ATTACK = Record(
    {"unarmed": Flag(), **dict.fromkeys(("frame", "ship", "company", "terrain"), _BY_COVER)},
)
_ACE = Record({"shoots-at": Words(), "spots-to": Word(), "in-cover": Flag(), "adds": Flag()})
_BOARDING = Record(
    {},
    takes=_NUMBER,
    weapons=Word(),
    company_dice=_SIDES,
    ace_dice=_SIDES,
    damage=Rows(_NUMBER, by_number=True),
    reference=Word(),
)
_COMBAT = Record(
    {"aces": Rows(_ACE), "boarding": _BOARDING, "not-spotted": Words()},
    charts=Rows(_CHART),
    attacks=Rows(_ATTACK),
    spotting=Rows(ListOf(Record({}, reach=Word(), in_cover=Flag()))),
    typical=Rows(Record({"name": Word()}, dice=Word(), range=Word())),
)
_KEYWORD = Record(
    {
        "armour": Whole(low=-9, high=9),
        "always": Whole(low=1, high=6),
        "power-per-band": Whole(low=-9, high=9),
        "combo-power": _NUMBER,
        "again": Word(),
        "targets": Whole(low=1),
        "destroys": Flag(),
        "parries": Flag(),
        "needs": Word(),
        "effect": Word(),
        "says": Word(),
    }
)
_FIGHTING = Record(
    {},
    bands=Words(),
    circles=Record({}, weapon=_NUMBER, enemy_attack=_NUMBER, torso=_NUMBER, legs=_NUMBER),
    stances=Record({}, rear_armour=_NUMBER, squat_power=_NUMBER, least_power=_NUMBER),
)
_ENEMY = Record(
    {},
    letter=Word(),
    armour=_NUMBER,
    moves=Flag(),
    attacks=ListOf(Record({}, name=Word(), range=Word(), power=_NUMBER, time=_NUMBER)),
)
# What is printed for the table beside the numbers that rules use, in our own words.
_LINES = ListOf(Word())
_PLAY = Record(
    {"dice": Rows(Word()), "turns": Rows(_LINES), "damage": _LINES, "round": _LINES, "scoring": _LINES},
    reference=Word(),
)
_MANOEUVRE = Record(
    {},
    speed=_NUMBER,
    pips=_LINES,
    clicks=Rows(_NUMBER),
    full_turn=Whole(low=4),
    reference=Word(),
)
_BOARD = Record(
    {},
    track=Whole(low=1),
    moves=Rows(Record({}, time=_NUMBER, free=Flag())),
    slow=Record({}, at=_NUMBER, by=_NUMBER),
    entries=Whole(low=1),
    front=ListOf(_NUMBER),
    rear=ListOf(_NUMBER),
    hits=Rows(Rows(Word(), by_number=True)),
    spills=Rows(Rows(Word())),
    repair=_NUMBER,
    ours=_LINES,
)

TABLES: Mapping[str, Shape] = {
    "companies": Rows(_PLAYERS),
    "fleets": Rows(Record({}, assets=_SPAN, hvas=_NUMBER), by_number=True),
    "classes": Rows(_CLASS),
    "mounts": Rows(Word()),
    "weapons": Rows(_WEAPON),
    "armour": Rows(_NUMBER),
    "penalty": Record({}, rated=_NUMBER, per=Whole(low=1)),
    "comparison": _COMPARISON,
    "kit": _KIT,
    "combat": _COMBAT,
    "keywords": Rows(_KEYWORD),
    "enemies": Rows(_ENEMY),
    "fighting": _FIGHTING,
    "ranges": Rows(Record({"over": Reach(), "to": Reach(), "also": Word()})),
    "play": _PLAY,
    "manoeuvre": _MANOEUVRE,
    "board": _BOARD,
    "waves": Rows(Words()),
}
