"""How the letters of a game can follow each other in a notation, as patterns."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from fleets.dice.systems import NOT_IN_A_NAME
from fleets.dice.vocabulary import Vocabulary

SEPARATORS = re.compile(r"[\s,;/&+()\[\]]*")
COUNT = re.compile(r"([0-9]+)\s*")
DIGITS = re.compile(r"[0-9]+")
LETTERS = re.compile(r"[^\W\d_]+")
UNREADABLE = re.compile(rf"[^\W\d_]+(?::[^{NOT_IN_A_NAME}]*)?|([^\w\s])\1*|[\s\S]")
COLON = re.compile(r"\s*:\s*")
NAME_AFTER_COLON = re.compile(rf"\s*:\s*([^{NOT_IN_A_NAME}]+)")
NAME_AFTER_SPACE = re.compile(r"\s+([^\W\d_][\w-]{2,})")
_NEVER = "(?!)"


@dataclass(frozen=True, slots=True)
class Grammar:
    """A group is one of these; the size may stand before the colour, before the range or at the end."""

    sized: re.Pattern[str]  # d8, d8Rd, d6B
    weapon: re.Pattern[str]  # Rd, Rd8, Rhd8, R8d, R8r
    plain: re.Pattern[str]  # B, Gd8, G8
    word: re.Pattern[str]  # DF
    only_words: re.Pattern[str]  # 2DF1D1S2W
    only_bare: re.Pattern[str]  # RdRdBY


@lru_cache(maxsize=64)
def grammar_of(vocabulary: Vocabulary, one_case: bool) -> Grammar:
    """`one_case`: the text is all small or all capital letters, so a rocket's r may be either."""
    red = "".join(sorted(vocabulary.weapon_colours))
    plain = "".join(sorted(vocabulary.colours - vocabulary.weapon_colours))
    ranges = "".join(known.letter for known in vocabulary.ranges)
    rocket = "".join(dice.range for dice in vocabulary.rocket_dice)
    reds, plains, letters = red + red.lower(), plain + plain.lower(), ranges + ranges.upper()
    shot = _any_of(rocket + rocket.upper() if one_case else rocket)
    spelled = [word for system in vocabulary.types for word in system.words]
    words = "|".join(sorted(spelled, key=len, reverse=True)) or _NEVER
    any_red, any_plain, any_range = _any_of(reds), _any_of(plains), _any_of(letters)
    return Grammar(
        sized=re.compile(
            rf"[dD]([0-9]{{1,3}})(?![0-9])(?:({any_red})({any_range}|{_any_of(rocket)})|({any_plain}))?"
        ),
        weapon=re.compile(
            rf"({any_red})(?:"
            rf"(?P<size>8)(?P<after>{any_range}|{shot}(?!{any_range}))?"
            rf"|(?P<range>{any_range}|{shot}(?=[dD]?8))(?P<suffix>8(?![0-9])|[dD]8(?!{any_red}|[0-9]))?"
            r")?"
        ),
        plain=re.compile(rf"({any_plain})(?:(8)(?![0-9])|[dD]([0-9]{{1,3}}))?"),
        word=re.compile(words),
        only_words=re.compile(rf"(?:[\s,;/&+]*(?:[0-9]+\s*)?(?:{words}|W))+[\s,;/&+]*"),
        only_bare=re.compile(rf"(?:{_any_of(red)}{_any_of(ranges)}|{_any_of(plain)})+"),
    )


def _any_of(letters: str) -> str:
    return f"[{re.escape(letters)}]" if letters else _NEVER
