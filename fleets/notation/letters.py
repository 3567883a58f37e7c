"""Letters that were not meant: look-alikes from other alphabets, and the nearest valid letter."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from fleets.vocabulary import Vocabulary

_FOREIGN = "АВЕКМНОРСТУХЅІЈҮҺԌԜаеорсухѕіјүһԁԝвкмнтгʏɡΑΒΕΗΙΚΜΝΟΡΤΥΧαορυγοκνЗз"
_LATIN_ = "ABEKMHOPCTYXSIJYHGWaeopcyxsijyhdwbkmhtrygABEHIKMNOPTYXaopuyokv33"
_LOOKALIKES = dict(zip(_FOREIGN, _LATIN_, strict=True))
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_KEYS = {key: (row, place * 2 + row) for row, keys in enumerate(_ROWS) for place, key in enumerate(keys)}
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


def script(character: str) -> str:
    """`Cyrillic`, `Greek`, `fullwidth`: the first word of the character's Unicode name."""
    word = unicodedata.name(character, "other").split()[0].split("-")[0].lower()
    return word.capitalize() if word in ("cyrillic", "greek") else word


def nearest_code(letter: str, vocabulary: Vocabulary) -> str:
    """The system whose name starts with the letter, else the nearest key."""
    for system in vocabulary.types:
        if letter.upper() in (word[0].upper() for word in (system.name, *system.words, *system.also)):
            return system.code
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


def suggestion(letter: str, vocabulary: Vocabulary) -> str:
    """A sentence for a letter that says nothing in this game."""
    choices = ", ".join(f"{system.code} {system.name}" for system in vocabulary.types)
    if letter in _DIGITS:
        return f"Did you mean the digit {_DIGITS[letter]}? The letters are W white, {choices}."
    if not letter.isalpha():
        return f"Leave it out. The letters are W white, {choices}."
    return f"Did you mean {nearest_code(latin(letter), vocabulary)}? The letters are W white, {choices}."
