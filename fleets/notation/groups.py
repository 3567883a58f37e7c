"""A notation's text cut into groups: `2Rd`, `& d8`, `R8r`, `Rp1`, `1DF`, `E:vacuum`."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple, Protocol

from catalog.vocabulary import Vocabulary
from fleets.dice.carried_systems import NOT_IN_A_NAME
from fleets.notation import letter_hints, notation_findings
from ldraw_tools.findings import Kind
from ldraw_tools.phrases import say

SEPARATORS = re.compile(r"[\s,;/&+()\[\]]*")
COUNT = re.compile(r"([0-9]+)\s*")
DIGITS = re.compile(r"[0-9]+")
LETTERS = re.compile(r"[^\W\d_]+")
UNREADABLE = re.compile(rf"[^\W\d_]+(?::[^{NOT_IN_A_NAME}]*)?|([^\w\s])\1*|[\s\S]")
COLON = re.compile(r"\s*:\s*")
NAME_AFTER_COLON = re.compile(rf"\s*:\s*([^{NOT_IN_A_NAME}]+)")
ROCKET = re.compile(r"(?i:ssrs?|(?:single-shot )?rockets?)(?![^\W\d_])")
SPOKEN = re.compile(r"([A-Za-z]{3,}(?:-[A-Za-z]+)*)(?:\s+d[0-9]+(?!\w))?")
_LONGEST_WORD = 30
NAME_AFTER_SPACE = re.compile(r"\s+([^\W\d_][\w-]{2,})")
_NEVER = "(?!)"
MOST_DICE = 30


class Grammar(NamedTuple):
    """A group is one of these. The size may be before the colour, before the range or at the end."""

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


class Say(Protocol):
    """Notes a finding at a character of the text, counted from 0."""

    def __call__(self, kind: Kind, at: int, **values: object) -> None: ...


@dataclass(frozen=True, slots=True)
class DiceGroup:
    """One group as written: `code` is a colour with its range, or none for a loose die."""

    at: int
    count: int | None = None
    code: str = ""
    sides: int = 0
    name: str = ""
    text: str = ""
    is_word: bool = False
    is_broken: bool = False
    counted_after: bool = False
    size_before_range: bool = False
    is_joined: bool = False
    is_apart: bool = True


def groups_in(text: str, vocabulary: Vocabulary, say: Say) -> list[DiceGroup]:
    """Every group from left to right; what can't be read is reported and skipped."""
    return _Scanner(text, vocabulary, say).groups


class _Scanner:
    def __init__(self, text: str, vocabulary: Vocabulary, say: Say) -> None:
        self.text, self.vocabulary, self.say = text, vocabulary, say
        self.latin = "".join(letter_hints.latin(character) for character in text)
        self.grammar = grammar_of(vocabulary, self.latin in (self.latin.lower(), self.latin.upper()))
        only_words = self.grammar.only_words.fullmatch(self.latin)
        self.in_words = only_words is not None and self.grammar.word.search(self.latin) is not None
        self.groups: list[DiceGroup] = []
        self.names: list[range] = []
        self.joined = False
        self._scan()
        self._say_lookalikes()

    def _scan(self) -> None:
        end = 0
        while (start := _end(SEPARATORS, self.latin, end)) < len(self.text):
            between = self.latin[end:start]
            self.joined = "&" in between or "+" in between
            number = len(self.groups)
            end = self._group(start, bool(between) or not start)
            if len(self.groups) > number:
                said = self.text[start:end].strip()
                apart = bool(between) or not number
                self.groups[-1] = replace(self.groups[-1], text=said, is_joined=self.joined, is_apart=apart)

    def _group(self, start: int, is_apart: bool) -> int:
        """Reads one group, or reports why it can't; returns where the next may start."""
        counted = COUNT.match(self.latin, start)
        if counted and counted.end() > counted.end(1) and not is_apart:
            return self._stray_number(start, counted.end())  # In `W2 B` the number belongs to neither.
        at = counted.end() if counted else start
        group = DiceGroup(start, self._count(counted.group(1), start) if counted else None)
        for read in (self._word, self._spoken, self._named, self._sized, self._weapon, self._plain):
            end = read(at, group)
            if end:
                return end
        return self._unknown(start, at)

    def _count(self, digits: str, at: int) -> int:
        # Python itself refuses to read a number of thousands of digits.
        count = int(digits.lstrip("0")[:9] or 0)
        if count > MOST_DICE:
            self.say(notation_findings.TOO_MANY, at, number=letter_hints.shown(digits), most=MOST_DICE)
        return min(count, MOST_DICE)

    def _word(self, at: int, group: DiceGroup) -> int:
        """The Garage's words, which are never mixed with other groups."""
        found = self.grammar.word.match(self.latin, at) if self.in_words else None
        if not found:
            return 0
        code = next(s.code for s in self.vocabulary.types if found.group() in s.words)
        self.groups.append(replace(group, code=code, is_word=True))
        return found.end()

    def _spoken(self, at: int, group: DiceGroup) -> int:
        """A word as people speak: a rocket is read, of other equipment it is told how it is written."""
        rocket = self.vocabulary.rocket
        found = ROCKET.match(self.latin, at) if rocket else None
        if rocket and found:
            (die,) = rocket.dice.dice
            code = die.colour + die.range
            self.groups.append(replace(group, code=code, sides=die.sides, size_before_range=True))
            return found.end()
        word = SPOKEN.match(self.latin, at)
        hint = letter_hints.spoken_suggestion(word[1], self.vocabulary) if word else ""
        if not word or not hint:
            return 0
        said = word[1][:_LONGEST_WORD]
        self.groups.append(replace(group, is_broken=True))
        self.say(
            notation_findings.UNKNOWN_LETTER, at, letter=said, game=self.vocabulary.name, suggestion=hint
        )
        return word.end()

    def _named(self, at: int, group: DiceGroup) -> int:
        named = self.vocabulary.named
        if named is None or self.latin[at : at + 1].upper() != named.code:
            return 0
        # A name may be in any alphabet, so it is taken from the text as it is.
        found = NAME_AFTER_COLON.match(self.text, at + 1)
        spaced = NAME_AFTER_SPACE.match(self.text, at + 1)
        if not found and spaced and not self.grammar.only_bare.fullmatch(spaced[1]):
            found = spaced
        if not found:
            self.say(notation_findings.NO_ENVIRONMENT, at, group=named.code, code=named.code)
            self.groups.append(replace(group, is_broken=True))
            return _end(COLON, self.latin, at + 1)
        self.names.append(range(*found.span(1)))
        self.groups.append(replace(group, code=named.code, name=found[1]))
        return found.end()

    def _sized(self, at: int, group: DiceGroup) -> int:
        found = self.grammar.sized.match(self.latin, at)
        if not found:
            return 0
        group = replace(group, sides=int(found[1]))
        if self.joined and self.groups and self.groups[-1].counted_after:
            # In mf0's `Rp2+d8Ra2` the d8 is the point weapon's, not the start of `d8Ra`.
            self.groups.append(group)
            return found.end(1)
        code = (found[2] or found[4] or "").upper() + (found[3] or "").lower()
        self.groups.append(replace(group, code=code))
        return found.end()

    def _weapon(self, at: int, group: DiceGroup) -> int:
        found = self.grammar.weapon.match(self.latin, at)
        if not found:
            return 0
        colour, letter = found[1].upper(), found["after"] or found["range"]
        if not letter:
            return self._no_range(at, found.end(), group)
        suffix, end = found["suffix"] or "", found.end()
        if group.count is not None and len(suffix) > 1:
            # `2Rad8` is a weapon and its second's die run together; the book's own dice are `2Rd8`.
            suffix, end = "", found.start("suffix")
        sides = 8 if found["size"] or suffix else 0
        after = DIGITS.match(self.latin, end) if group.count is None and not sides else None
        if after:
            group = replace(group, count=self._count(after.group(), end), counted_after=True)
            end = after.end()
        first = bool(found["size"])
        self.groups.append(replace(group, code=colour + letter.lower(), sides=sides, size_before_range=first))
        return end

    def _plain(self, at: int, group: DiceGroup) -> int:
        found = self.grammar.plain.match(self.latin, at)
        if not found:
            return 0
        self.groups.append(replace(group, code=found[1].upper(), sides=int(found[2] or found[3] or 0)))
        return found.end()

    def _no_range(self, at: int, end: int, group: DiceGroup) -> int:
        self.groups.append(replace(group, is_broken=True))
        choices = letter_hints.range_choices(self.latin[at].upper(), self.vocabulary)
        stray = LETTERS.match(self.latin, end)
        colours = self.vocabulary.colours
        if not stray or stray.group()[0] in colours or self.grammar.sized.match(self.latin, end):
            self.say(notation_findings.NO_RANGE, at, group=self.text[at:end], choices=choices)
            return end
        if self.latin[end] == self.text[end]:
            nearest = self.latin[at].upper() + letter_hints.nearest_range(self.latin[end], self.vocabulary)
            game, letter = self.vocabulary.name, self.latin[end]
            self.say(
                notation_findings.UNKNOWN_RANGE,
                end,
                letter=letter,
                game=game,
                nearest=nearest,
                choices=choices,
            )
        return end + 1

    def _unknown(self, start: int, at: int) -> int:
        run = LETTERS.match(self.latin, at)
        if at > start and not run:
            return self._stray_number(start, at)
        if self.latin[at] == self.text[at]:
            letter, game = letter_hints.shown(self.text[at]), self.vocabulary.name
            hint = letter_hints.suggestion(self.text[at], self.vocabulary, self.text[at + 1 : at + 2])
            self.say(notation_findings.UNKNOWN_LETTER, at, letter=letter, game=game, suggestion=hint)
        return _end(UNREADABLE, self.latin, at)

    def _stray_number(self, start: int, end: int) -> int:
        example, number = (
            letter_hints.example(self.vocabulary),
            letter_hints.shown(self.latin[start:end].strip()),
        )
        self.say(notation_findings.STRAY_NUMBER, start, number=number, example=example)
        return end

    def _say_lookalikes(self) -> None:
        named = {at for name in self.names for at in name}
        said: set[str] = set()
        for at, (character, plain) in enumerate(zip(self.text, self.latin, strict=True)):
            if character != plain and character not in said and at not in named:
                said.add(character)
                latin = say("digit {sign}" if plain.isdigit() else "Latin {sign}", sign=plain)
                alphabet = letter_hints.alphabet(character)
                self.say(notation_findings.LOOKALIKE, at, letter=character, alphabet=alphabet, latin=latin)


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at
