"""Fields of events, which come from strangers: each is read as the type that is wanted, or as nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fleets.battles.game_types import Json

LONGEST_TEXT = 2_000
MOST_PLAYERS = 5
LONGEST_NAME = 80
_PLACE = re.compile(r"\{([a-z]+)\}")
_KEY = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,39}", re.ASCII)
# A unit's id is its player's key and a number: so the key leaves room for one and doesn't end with one.
_PLAYER_KEY = re.compile(r"[A-Za-z](?:[A-Za-z0-9-]{0,30}[A-Za-z-])?", re.ASCII)


class PointlessError(Exception):
    """An event that makes no sense now; `say` is the key of the sentence that tells why."""

    def __init__(self, say: str, **values: str | int) -> None:
        super().__init__(say)
        self.say, self.values = say, values


def text_of(event: Mapping[str, Any], key: str) -> str:
    value = event.get(key)
    return value if isinstance(value, str) and len(value) <= LONGEST_TEXT else ""


def key_of_event(event: Mapping[str, Any], key: str) -> str:
    """A key of a player or a unit; empty if it can't be one."""
    value = text_of(event, key)
    return value if is_key(value) else ""


def is_key(value: str) -> bool:
    return _KEY.fullmatch(value) is not None


def is_player_key(value: str) -> bool:
    return _PLAYER_KEY.fullmatch(value) is not None


def whole(value: object, low: int, high: int) -> int | None:
    """JSON has no integers: 3.0 counts as one, true doesn't."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if not low <= value <= high or value != int(value):
        return None
    return int(value)


def number_of(event: Mapping[str, Any], key: str, low: int, high: int) -> int | None:
    return whole(event.get(key), low, high)


def numbers_of(value: object, low: int, high: int, most: int) -> list[int] | None:
    """A list of numbers; None if anything else is in it."""
    if not isinstance(value, list) or len(value) > most:
        return None
    found = [whole(one, low, high) for one in value]
    return None if any(one is None for one in found) else [one for one in found if one is not None]


def is_true(event: Mapping[str, Any], key: str) -> bool:
    return event.get(key) is True


def name_of_event(value: object, otherwise: str, most: int = LONGEST_NAME) -> str:
    """A name on one line."""
    if not isinstance(value, str):
        return otherwise
    name = "".join(" " if ord(one) < 32 or ord(one) == 127 else one for one in value).strip(" ")
    return name[:most] or otherwise


def object_of(value: object) -> Json:
    return value if isinstance(value, dict) else {}


def list_in(value: object, most: int) -> list[Any]:
    return value[:most] if isinstance(value, list) else []


def filled(template: str, values: Mapping[str, str | int]) -> str:
    """`{unit} is lost` with its values; a template never has braces of other kinds."""
    parts = _PLACE.split(template)
    return "".join(str(values.get(part, "")) if place % 2 else part for place, part in enumerate(parts))
