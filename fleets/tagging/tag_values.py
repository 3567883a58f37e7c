"""The words of tags, and what a tag says: its reading, what it adds, how it is written."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from catalog.vocabulary import COLOURS, GAMES
from fleets.dice.carried_systems import EMPTY, Loadout
from fleets.models.model_units import Role, Tag
from fleets.notation import Reading, read_systems
from fleets.notation.letter_hints import alphabet, latin
from fleets.notation.notation_reading import Games
from fleets.tagging import tag_findings
from ldraw_tools.findings import Finding, Place
from ldraw_tools.phrases import say
from ldraw_tools.reading.lines import shortened

_LONGEST = 24
ACE_COLOURS = {COLOURS[dice.colour]: dice.colour for game in GAMES for dice in game.aces}
# Words that are one letter away from a tag, and mean what they say.
_ORDINARY = frozenset({"space", "spar", "case", "vase", "flap", "flat", "plot", "basic"})
_MEANT = {
    "ssr": "rocket",
    "missile": "rocket",
    "mech": "frame",
    "mecha": "frame",
    "figure": "pilot",
    "minifig": "pilot",
    "person": "pilot",
    "objective": "station",
    "cover": "terrain",
}
# Tags in another order or with a word too many.
SPOKEN = {
    "capital ship": "capital",
    "frigate ship": "frigate",
    "frame company": "company",
    "mobile frame": "frame",
    "high value asset": "hva",
    **{f"{colour} ace": f"ace {colour}" for colour in ACE_COLOURS},
}
_WITH_VALUE = (Role.SYSTEM, Role.SHIP, Role.ACE)

PLAIN = tuple(role for role in Role if role not in _WITH_VALUE)
SHIP_CLASSES = tuple(body.name for game in GAMES for body in game.bodies if body.name not in set(Role))
KEYWORDS = tuple(role.upper() for role in Role)

# Everything that may be in brackets except notations, in small letters.
BRACKETS: dict[str, tuple[Role, str]] = {
    **{str(role): (role, "") for role in PLAIN},
    **{name: (Role.SHIP, name) for name in SHIP_CLASSES},
    **{f"ship {name}": (Role.SHIP, name) for name in SHIP_CLASSES},
    **{f"ace {colour}": (Role.ACE, colour) for colour in ACE_COLOURS},
}

_LONGEST_NOTATION = 60
# What is meant as a notation, right or wrong: a number and a colour, a weapon's code, an environment.
_GROUP = (
    r"(?:\d{1,2}\s*(?:[Rr][A-Za-z]?(?:[dD]?8)?|[WBGYKwbgyk](?:[dD]?8)?|DF|HTH|HtH|[DMSAH]|[Ee][:\s]\s*[\w-]{3,})"
    r"|[WBGYK](?:d?8)?|R8?[a-z](?:d?8)?\d?|\d?[dD]8(?:R[a-z])?|E(?::\s*|\s+)[\w-]{3,})"
)
_NOTATION = re.compile(
    r"\s*(?=\d{1,2}\s*(?:[Rr]|[WBGYKwbgyk](?![A-Za-z])|DF|HT|Ht|[Ee][:\s])|[WBGYK]{0,9}R8?[hdapsf]|E[:\s])"
    rf"(?>{_GROUP})(?:(?>[\s,;/&+()]*)(?>{_GROUP}))*+\s*"
)
# A name that would be taken for more of the notation before it.
GOES_ON = re.compile(r"[&+,/;]|\d{1,2}\s*[WBGYKRwbgykr](?![a-z]{2})|[dD]8\b")
_LONGEST_COUNTED = 60
_SPOKEN_NUMBERS = {"two": 2, "three": 3, "four": 4}
_NUMBER_BEFORE = re.compile(rf"(\d{{1,3}}|{'|'.join(_SPOKEN_NUMBERS)})(?:\s*[x×*]\s*|\s+)(.+)", re.IGNORECASE)
_NUMBER_AFTER = re.compile(r"(.+?)\s*[x×*]\s*(\d{1,3})|(rocket)\s+(\d{1,3})", re.IGNORECASE)
# A frame may well be called X2; a rocket is not.
_TIMES = re.compile(r"\(?(?:[x×*]\s*(\d{1,3})|(\d{1,3})\s*[x×*])\)?")
_ROCKETS = re.compile(r"(\d{1,3})(?:\s+rockets?)?")


def in_latin(text: str) -> str:
    """The text with every look-alike letter replaced, as long as before."""
    return text if text.isascii() else "".join(latin(character) for character in text)


def nearest_word(text: str, words: Iterable[str]) -> str:
    """The word that a slip of the finger or two makes of the text, or nothing."""
    text = text.lower()
    if text in _ORDINARY or not 3 <= len(text) <= _LONGEST:
        return ""
    allowed = 2 if len(text) > 6 else 1
    near = [(distance(text, word.lower()), word) for word in words if len(word) > 3]
    best = min(near, key=lambda pair: pair[0], default=(_LONGEST, ""))
    return best[1] if best[0] <= allowed else ""


def meant_by(text: str) -> str:
    """The tag for a word that other games and editors use."""
    return _MEANT.get(text.lower(), "")


def distance(one: str, two: str) -> int:
    """How many letters to add, drop, change or swap with their neighbour."""
    before: list[int] = []
    row = list(range(len(two) + 1))
    for i, a in enumerate(one, 1):
        last, before, row = before, row, [i]
        for j, b in enumerate(two, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == two[j - 2] and one[i - 2] == b:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
    return row[-1]


class TagReading(NamedTuple):
    """A tag, or why a text is not one; neither if the text was never meant as a tag."""

    tag: Tag | None = None
    findings: tuple[Finding, ...] = ()


NOTHING = TagReading()


def carried_by(tag: Tag, games: Games = GAMES) -> tuple[Loadout, tuple[Finding, ...]]:
    """What one piece with this tag adds, and what its notation has to say."""
    if tag.role is Role.ROCKET:
        return Loadout(rockets=1), ()
    if tag.role is Role.ACE:
        return Loadout(ace=ACE_COLOURS[tag.value]), ()
    if tag.role is not Role.SYSTEM:
        return EMPTY, ()
    read = read_systems(tag.value, games, at=tag.place)
    loadout = read.loadout if isinstance(read, Reading) else EMPTY
    if tag.place.column:
        return loadout, read.findings
    return loadout, tuple(replace(finding, place=tag.place) for finding in read.findings)


def written(tag: Tag) -> str:
    """The tag as a meta line has it after its `0 !MFZ`."""
    value = tag.value if tag.role is Role.SYSTEM else tag.value.upper()
    label = f'"{tag.label}"' if times_in_label(tag) else tag.label
    if tag.role is Role.SYSTEM and (len(value.split()) > 1 or GOES_ON.match(tag.label)):
        value = f'"{value}"'
    return " ".join(word for word in (tag.role.upper(), value, label) if word)


def described(tag: Tag) -> str:
    """`[2Rd]`, `[rocket]`, `[ace red]`: the tag as a name has it."""
    value = shortened(tag.value)
    if tag.role is Role.ACE:
        return f"[{tag.role} {value}]"
    return f"[{value or tag.role}]"


def is_notation(text: str) -> bool:
    """Whether a text is meant as a notation; it may be a wrong one."""
    if len(text) > _LONGEST_NOTATION:
        return False
    # A Cyrillic Р looks like a P and is on the key of an R.
    meant = "".join(character if character.isascii() else "R" for character in text)
    return any(_NOTATION.fullmatch(way) for way in {in_latin(text), meant})


def times_in_label(tag: Tag) -> int:
    """How often a piece is meant to be there if its label is a number (`ROCKET x2`), or 0."""
    on_carriers = tag.role in (Role.ROCKET, Role.SYSTEM)
    label = tag.label.lower() if on_carriers else tag.label
    found = _TIMES.fullmatch(label)
    if not found and tag.role is Role.ROCKET:
        found = _ROCKETS.fullmatch(label)
    number = int(next(filter(None, found.groups()))) if found else 0
    return number if number > 1 else 0


def times_and_tag(text: str) -> tuple[int, str]:
    """`2 rockets`, `2Rd x2`: how often, and the tag of one of them; 0 if it has no number."""
    words = " ".join(text.split())
    if len(words) > _LONGEST_COUNTED:
        return 0, ""
    if before := _NUMBER_BEFORE.fullmatch(words):
        number, rest = before[1], before[2]
    elif after := _NUMBER_AFTER.fullmatch(words):
        number, rest = after[2] or after[4], after[1] or after[3]
    else:
        return 0, ""
    word = rest.lower() if rest.lower() in BRACKETS else rest.lower().removesuffix("s")
    times = _SPOKEN_NUMBERS.get(number.lower()) or int(number)
    if times < 2 or not (word in BRACKETS or (rest[:1].isdigit() and is_notation(rest))):
        return 0, ""
    return times, word if word in BRACKETS else rest


def place_often(counted: tuple[int, str], style: str) -> str:
    return say("Write {tag} and place it {times} times.", tag=style.format(counted[1]), times=counted[0])


def lookalike(text: str, at: Place, words: Iterable[str]) -> Finding | None:
    """Says so where only letters of another alphabet keep a text from being one of the words."""
    plain = in_latin(text)
    if plain == text or folded(plain) not in {word.lower() for word in words}:
        return None
    index = next(i for i, character in enumerate(text) if latin(character) != character)
    letter = text[index]
    values = {"text": shortened(text), "letter": letter, "alphabet": alphabet(letter), "tag": plain}
    return tag_findings.LOOKALIKE.at(moved(at, index), latin=latin(letter), **values)


def folded(text: str) -> str:
    return " ".join(text.lower().split())


def moved(at: Place, columns: int) -> Place:
    """Further on in the line, where a column is known at all."""
    return replace(at, column=at.column + columns) if at.column else at


def failed(finding: Finding) -> TagReading:
    return TagReading(None, (finding,))
