"""A side known by its numbers only: `frames=5,systems=20,stations=2`, or `5/20/2`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from fleets.comparing.terms import KINDS, Side, SideCounts, Terms, noun
from ldraw_tools.findings import BrickyardError
from ldraw_tools.names import hint, nearest, shown

MOST = 100_000
_NAME = "name"
_SHORT = re.compile(r"\s*([0-9]+)/([0-9]+)(?:/([0-9]+))?\s*")
_IN_ORDER = ("frames", "systems", "stations")
_GAP = "nothing beside a comma; write KEY=NUMBER,KEY=NUMBER without spaces, or all of it in quotes"


class Hearsay(NamedTuple):
    """What was said, word by word; `text` is all of it."""

    text: str
    name: str
    numbers: Mapping[str, int]


def looks_like_hearsay(text: str) -> bool:
    """Whether a text begins with `KEY=` or is `5/18`; the caller checks first that it isn't a file's name."""
    key = text.partition("=")[0].strip()
    return ("=" in text and key.isalpha()) or _SHORT.fullmatch(text) is not None


def read_hearsay(text: str) -> Hearsay:
    """Turns the text into numbers; `side_from` checks later which of them a game needs."""
    short = _SHORT.fullmatch(text)
    if short:
        # As `bid` and `compare` write it: frames, systems, and stations if they differ from the game's.
        said = {kind: at for at, kind in enumerate(_IN_ORDER, 1) if short[at]}
        values = {kind: _number(text, short.start(at) + 1, kind, short[at]) for kind, at in said.items()}
        return Hearsay(text, "", values)
    numbers: dict[str, int] = {}
    name = ""
    for place, key, value in _words(text):
        if key == _NAME:
            name = shown(value)
        elif key not in KINDS:
            raise BrickyardError(
                _at(text, place, f"there is no “{shown(key)}”. {hint(key, (*KINDS, _NAME))}")
            )
        elif key in numbers:
            raise BrickyardError(_at(text, place, f"{key} is there twice"))
        else:
            numbers[key] = _number(text, place, key, value)
    return Hearsay(text, name, numbers)


def side_from(said: Hearsay, terms: Terms, fixed: Mapping[str, int]) -> Side:
    """`fixed` are numbers that the game itself sets, used for what the text doesn't mention."""
    for key in said.numbers:
        if key not in terms.kinds:
            near = nearest(key, terms.kinds)
            also = f" Did you mean {near}?" if near else ""
            wanted = ", ".join(terms.kinds)
            raise BrickyardError(f"“{shown(said.text)}”: {key} doesn't count in this game.{also} ({wanted})")
    counts = {**{kind: number for kind, number in fixed.items() if kind in terms.fixed}, **said.numbers}
    # Companies come with catapults, and many fleets have none.
    counts.setdefault("companies", 0)
    for kind in terms.kinds:
        if kind not in counts:
            raise BrickyardError(
                f"“{shown(said.text)}”: how many {kind}? Add {kind}=NUMBER after a comma, without a space; "
                "in PowerShell put all of it in quotes"
            )
    found = SideCounts(**counts)
    return Side(said.name, found)


def numbers_of(counts: SideCounts, terms: Terms) -> str:
    """`5 frames, 20 systems, 2 stations`."""
    told = [kind for kind in terms.kinds if counts.of(kind)]
    return ", ".join(f"{counts.of(kind):,} {noun(kind, counts.of(kind))}" for kind in told) or "nothing"


def _words(text: str) -> Iterator[tuple[int, str, str]]:
    """Each word with the column it starts at, counted from 1."""
    at = 0
    for word in text.split(","):
        column = at + 1 + len(word) - len(word.lstrip())
        at += len(word) + 1
        key, sign, value = (part.strip() for part in word.partition("="))
        if not sign or not value:
            wrong = f"“{shown(word.strip())}” is not KEY=NUMBER" if word.strip() else _GAP
            raise BrickyardError(_at(text, column, wrong))
        yield column, key.lower(), value


def _number(text: str, place: int, key: str, value: str) -> int:
    if not value.isascii() or not value.isdecimal() or len(value) > 9 or int(value) > MOST:
        wrong = f"{key} is a whole number from 0 to {MOST:,}, not “{shown(value)}”"
        raise BrickyardError(_at(text, place, wrong))
    return int(value)


def _at(text: str, column: int, wrong: str) -> str:
    return f"“{shown(text)}”, character {column}: {wrong}"
