"""How people write a unit on one line: `3x Soldier: 1B 1G 1Y 2Rd + rocket`, `- Scout (1B 1G 2Y) x2`."""

from __future__ import annotations

import re
from dataclasses import dataclass

# As the Handbook writes a system.
SIGN = r"(?:SSR|R(?:h/?[da]|d/?a|[hda])|[YBGEW])"
# No unit is so long, and matching takes longer than reading.
_LONGEST = 300
_BULLET = re.compile(r"[-*•]\s+")
_BEFORE, _AFTER = r"(?:(?P<before>\d{1,3})\s*[x×]\s+)?", r"(?:\s+\(?[x×]\s*(?P<after>\d{1,3})\)?)?"
_NAME, _IN_BRACKETS = r"(?P<name>.*?\S)", rf"\s*\((?P<says>[^()]*{SIGN}[^()]*)\)"
_UNITS = (
    re.compile(rf"{_BEFORE}{_NAME}{_AFTER}\s*(?::|\t|\s[-–—|]\s)\s*(?P<says>\S.*)"),
    re.compile(rf"{_BEFORE}{_NAME}{_AFTER}{_IN_BRACKETS}"),
    re.compile(rf"{_BEFORE}{_NAME}{_IN_BRACKETS}{_AFTER}"),
    re.compile(rf"{_BEFORE}{_NAME}{_AFTER}\s+(?P<says>\d?{SIGN}(?:\s*\d?{SIGN})+)"),
)
_ROCKETS = re.compile(
    r"[\s,;+&]+(?:and\s+|with\s+)?(?:an?\s+)?(?:(?P<before>\d)\s*[x×]?\s*)?(?:SSR|Rd8r?|rockets?)"
    r"(?:\s*[x×]\s*(?P<after>\d))?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class TypedUnit:
    """A unit as it was typed; what `says` means is for others to read."""

    name: str
    count: int
    says: str
    rockets: int = 0


def typed_unit(line: str, has_rockets: bool) -> TypedUnit | None:
    """The unit that a line names, if it looks like one."""
    if len(line) > _LONGEST:
        return None
    text = _BULLET.sub("", line, count=1)
    unit, rockets = _matched(text), 0
    if unit is None and has_rockets:
        text, rockets = _without_rockets(text)
        unit = _matched(text)
    if unit is None:
        return None
    says, more = _without_rockets(unit["says"]) if has_rockets else (unit["says"], 0)
    return TypedUnit(unit["name"], int(unit["before"] or unit["after"] or 1), says, rockets + more)


def _without_rockets(text: str) -> tuple[str, int]:
    """The text before the rockets that end it, and how many these are."""
    found = next((one for one in _ROCKETS.finditer(text) if one.end() == len(text)), None)
    return (text[: found.start()], int(found["before"] or found["after"] or 1)) if found else (text, 0)


def _matched(text: str) -> re.Match[str] | None:
    return next((found for one in _UNITS if (found := one.fullmatch(text))), None)
