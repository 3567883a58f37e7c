"""Letters that were not meant: look-alikes from other alphabets, and the nearest valid letter."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from catalog.vocabulary import COLOURS, SystemType, Vocabulary
from ldraw_tools.findings import listed
from ldraw_tools.names import did_you_mean
from ldraw_tools.phrases import join_texts, say

_CYRILLIC = ("АВЕЗКМНОРСТУХЅІЈҮҺԌԜавегзкмнорстухѕіјүһԁԝ", "ABE3KMHOPCTYXSIJYHGWaber3kmhopctyxsijyhdw")
_GREEK = ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧακνορυ", "ABEZHIKMNOPTYXakvopu")
_LOOKALIKES = dict(zip(_CYRILLIC[0] + _GREEK[0], _CYRILLIC[1] + _GREEK[1], strict=True))
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_KEYS = {key: (row, place * 2 + row) for row, keys in enumerate(_ROWS) for place, key in enumerate(keys)}
_PROPER = {"cyrillic": "Cyrillic", "greek": "Greek"}
# What builders call the equipment of a system.
_SPOKEN = {
    "defense": ("defence", "armor", "shield"),
    "movement": ("move", "jets", "jump", "leg", "thruster", "wheel"),
    "comms": ("spotter", "scout", "sensor", "radar", "antenna", "camera", "scope"),
    "hand-to-hand weapon": ("axe", "blade", "claw", "knife", "sword"),
    "direct-fire weapon": ("direct", "gun", "cannon", "pistol", "rifle", "laser"),
    "artillery weapon": ("howitzer", "missile", "mortar", "sniper"),
}
_DIGITS = {"l": "1", "I": "1", "i": "1", "O": "0", "o": "0", "Z": "2", "z": "2"}


def latin(character: str) -> str:
    """The Latin letter or digit that a character looks like, itself if none."""
    if character.isascii():
        return character
    found = _LOOKALIKES.get(character)
    if found is None:
        plain = unicodedata.normalize("NFKC", character)
        found = plain if len(plain) == 1 and plain.isascii() and plain.isalnum() else character
    return found


def alphabet(character: str) -> str:
    """`Cyrillic letter`, `fullwidth digit`: where a look-alike comes from, by its Unicode name."""
    word = unicodedata.name(character, "foreign").split()[0].split("-")[0].lower()
    return say(f"{_PROPER.get(word, word)} {'letter' if character.isalpha() else 'digit'}")


def nearest_code(letter: str, vocabulary: Vocabulary) -> str:
    """The system whose name, or other name, starts with the letter; else the nearest key."""
    names = [(system.code, word) for system in vocabulary.types for word in (system.name, *system.words)]
    others = [(system.code, word) for system in vocabulary.types for word in system.also]
    for code, word in names + others:
        if word[0].upper() == letter.upper():
            return code
    return nearest(letter, vocabulary.colours).upper()


def nearest_range(letter: str, vocabulary: Vocabulary) -> str:
    for known in vocabulary.ranges:
        if letter.lower() in (word[0].lower() for word in (known.name, *known.also)):
            return known.letter
    return nearest(letter, (known.letter for known in vocabulary.ranges))


def nearest(letter: str, known: Iterable[str]) -> str:
    """The letter whose key is nearest; with no such key, the first."""
    place = _KEYS.get(letter.lower())
    letters = sorted(known)
    if place is None:
        return letters[0]

    def distance(other: str) -> int:
        row, column = _KEYS[other.lower()]
        return 4 * (row - place[0]) ** 2 + (column - place[1]) ** 2

    return min(letters, key=distance)


def suggestion(letter: str, vocabulary: Vocabulary, after: str = "") -> str:
    """A sentence for a letter that says nothing in this game; of two letters swapped, for both."""
    swapped = f"{after.upper()}{letter.lower()}"
    if any(system.code == swapped for system in vocabulary.types):
        return _and_letters(did_you_mean(swapped), vocabulary)
    if letter in _DIGITS:
        return _and_letters(say("Did you mean the digit {digit}?", digit=_DIGITS[letter]), vocabulary)
    if not letter.isalpha():
        return _and_letters(say("Leave it out."), vocabulary)
    return _and_letters(did_you_mean(nearest_code(latin(letter), vocabulary)), vocabulary)


def _and_letters(hint: str, vocabulary: Vocabulary) -> str:
    letters = say("The letters are W white, {choices}.", choices=with_names(vocabulary.types))
    return join_texts([hint, letters], " ")


def with_names(types: Iterable[SystemType]) -> str:
    """`B defense, G movement`."""
    return join_texts(say("{code} {name}", code=system.code, name=say(system.name)) for system in types)


def spoken_suggestion(word: str, vocabulary: Vocabulary) -> str:
    """How equipment that goes by a name of its own is written; empty for a word that we don't know."""
    wanted = word.lower()
    known = {wanted, wanted.removesuffix("s")}
    for system in vocabulary.types:
        names = {system.name, system.name.split()[0], *system.also, *_SPOKEN.get(system.name, ())}
        if known & names and not system.named:
            (die, *_) = system.adds[0]
            return _and_letters(did_you_mean(f"{die.count}{system.code}"), vocabulary)
    letter = next((letter for letter, colour in COLOURS.items() if colour == wanted), "")
    if letter in vocabulary.weapon_colours:
        return say("Write {line}.", line=range_choices(letter, vocabulary))
    return _and_letters(did_you_mean(letter), vocabulary) if letter in vocabulary.colours else ""


def range_choices(colour: str, vocabulary: Vocabulary) -> str:
    """`Rh (hand-to-hand), Rd (direct) or Ra (artillery)`."""
    written = "{code} ({name})"
    return listed(
        [say(written, code=colour + one.letter, name=say(one.name)) for one in vocabulary.ranges], "or"
    )


def example(vocabulary: Vocabulary) -> str:
    """`2Rh`: a weapon of the game, to show how one is written."""
    first = vocabulary.weapons[0].adds[0].dice[0]
    return f"{first.count}{first.colour}{first.range}"


def shown(text: str) -> str:
    """Printable and not too long, for messages."""
    text = "".join(c if c.isprintable() else f"U+{ord(c):04X}" for c in text[:9])
    return text if len(text) < 9 else text[:8] + "…"
