"""The words of tags: which there are, which are meant by others, and which names sound like equipment."""

from __future__ import annotations

import re
from collections.abc import Iterable

from fleets.dice.pool import COLOURS
from fleets.dice.vocabulary import GAMES, Body, Vocabulary
from fleets.models.designs import Role
from fleets.notation.letters import latin

_LONGEST = 24
_LONGEST_NAME = 200
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

# All that may stand in brackets but notations, in small letters.
BRACKETS: dict[str, tuple[Role, str]] = {
    **{str(role): (role, "") for role in PLAIN},
    **{name: (Role.SHIP, name) for name in SHIP_CLASSES},
    **{f"ship {name}": (Role.SHIP, name) for name in SHIP_CLASSES},
    **{f"ace {colour}": (Role.ACE, colour) for colour in ACE_COLOURS},
}

# What a thing with such a name may be, the likeliest first; "" is a rocket.
_EQUIPMENT = {
    "Rd Rp": (
        "rifle gun cannon laser blaster carbine pistol smg turret weapon flamer "
        "launcher bazooka"
    ),
    "Ra Rs": "artillery howitzer mortar sniper",
    "Rh Rf": "sword knife blade axe claw claws saber sabre katana lance spear hammer dagger chainsaw drill",
    "B": "shield armor armour chaff",
    "Y": "antenna antennae radar sensor sensors camera comms radio scanner scope",
    "G": "thruster jet jetpack booster skates treads rotor",
    "K": "catapult",
    "": "rocket missile torpedo",
}  # fmt: skip
_BY_WORD = {word: codes.split() or [""] for codes, words in _EQUIPMENT.items() for word in words.split()}
# Ends of longer words, such as autocannon and handgun; a windshield is no shield.
_COMPOUND = re.compile(r"(?<!wind)(?:rifle|gun|cannon|laser|blaster|launcher|shield|missile|thruster|sword)$")
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


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


def equipment_tag(name: str, body: Body, vocabulary: Vocabulary) -> str:
    """The tag that a name such as `beamRifle_left` suggests on such a body, or nothing."""
    for word in _WORD.findall(name[:_LONGEST_NAME]):
        codes = _codes_of(word.lower())
        if codes == [""] and vocabulary.rocket:
            return str(Role.ROCKET)
        code = next((code for code in codes if code in body.carries), "")
        if code:
            return f"{vocabulary.system_type(code).adds[0].dice[0].count}{code}"
    return ""


def _codes_of(word: str) -> list[str]:
    found = _BY_WORD.get(word) or _BY_WORD.get(word.removesuffix("s"))
    if found is None and (end := _COMPOUND.search(word.removesuffix("s"))):
        found = _BY_WORD[end.group()]
    return found or []
