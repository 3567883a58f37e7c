"""What a group demands of each unit or force beyond the rules: at least or at most a number of something."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from catalog.vocabulary import COLOURS, INTERCEPT_ORBIT, RAPID_ATTACK, Vocabulary
from catalog.yaml.located_values import Entries, Value, one_of
from catalog.yaml.typed_reading import Key, Number, Words, read_as
from catalog.yaml.yaml_findings import (
    COUNTS_IN_VAIN,
    DEMAND_COUNTS,
    DEMAND_UNJUDGED,
    DEMANDED_OF_NOBODY,
    NO_DEMANDS,
    NO_LIMIT,
    NOT_A_CHOICE,
    NOTHING_FITS,
    REMOVES_NOTHING,
)
from ldraw_tools.names import hint, shown
from ldraw_tools.phrases import say

# The rules that judge by demands; an edition that has demands cites them.
ON_EACH_UNIT, ON_EACH_FORCE = "SYS020", "CMP020"


@dataclass(frozen=True, kw_only=True, slots=True)
class Demand:
    """`each` names the units or the force it is about; one of `systems`, `range`, `dice`, `units` is counted.

    What is counted is in the game's codes and letters. `says` are the group's own words.
    """

    name: Key = ""
    each: str = ""
    systems: Words = ()
    range: Words = ()
    dice: Words = ()
    units: Words = ()
    at_least: Number | None = None
    at_most: Number | None = None
    severity: Literal["error", "warning", "info"] = "error"
    says: str = ""
    reference: str = ""
    reason: str = ""

    @property
    def counted(self) -> str:
        """Which of the four is counted."""
        return next((one for one in COUNTED if getattr(self, one)), "")

    @property
    def what(self) -> tuple[str, ...]:
        """The codes, letters or kinds that are counted."""
        words: tuple[str, ...] = getattr(self, self.counted, ())
        return words


COUNTED = ("systems", "range", "dice", "units")
_NOUNS = {"range": "weapons"}


class DemandWords(NamedTuple):
    """What a game's demands may name: its force, its kinds of units, and words for what is counted.

    `bare` are kinds of units that have neither systems nor dice.
    """

    force: str
    units: tuple[str, ...]
    bare: tuple[str, ...]
    systems: Mapping[str, str]
    range: Mapping[str, str]
    dice: Mapping[str, str]

    @property
    def each(self) -> tuple[str, ...]:
        return (self.force, *self.units)

    def who_has(self, counted: str) -> tuple[str, ...]:
        """Of whom it can be demanded."""
        return (
            (self.force,) if counted == "units" else tuple(one for one in self.each if one not in self.bare)
        )

    def codes(self, counted: str) -> Mapping[str, str]:
        """The code or letter of each word."""
        if counted == "units":
            return {unit: unit for unit in self.units}
        words: Mapping[str, str] = getattr(self, counted)
        return words


def _words(force: str, units: tuple[str, ...], bare: str, vocabulary: Vocabulary) -> DemandWords:
    ranges = {one.letter: one.name.replace(" ", "-") for one in vocabulary.ranges}
    return DemandWords(
        force,
        units,
        (bare,),
        {
            ranges[kind.range] if kind.range else kind.name.removesuffix(" system"): kind.code
            for kind in vocabulary.types
        },
        {word: letter for letter, word in ranges.items()},
        {word: letter for letter, word in COLOURS.items() if letter in vocabulary.colours},
    )


WORDS = {
    "frames": _words("company", ("frame", "station"), "station", RAPID_ATTACK),
    "fleet": _words("fleet", ("ship", "capital", "frigate", "company", "hva"), "hva", INTERCEPT_ORBIT),
}


def judging_code(demand: Demand, game: str) -> str:
    """The code of the rule that judges by the demand."""
    return ON_EACH_FORCE if demand.each == WORDS[game].force else ON_EACH_UNIT


def read_demands(
    value: Value, parent: Mapping[str, Demand], game: str, short: str, extends: str
) -> dict[str, Demand]:
    """The group's demands, those of the parent among them; `short` is their reference if none is given."""
    demands = dict(parent)
    if value and game not in WORDS:
        value.tell(NO_DEMANDS)
        return demands
    for key, one in value.entries().pairs:
        name = key.written
        if one.is_null:
            if demands.pop(name, None) is None:
                parent_id = extends or say("no other edition")
                key.tell(REMOVES_NOTHING, what=say("demand {name}", name=shown(name)), parent=parent_id)
            continue
        found, _ = read_as(Demand, one, over=demands.get(name), what="key of a demand")
        if found is not None:
            entries = one.entries()
            found = replace(found, name=name, reference=found.reference or short)
            demands[name] = _in_codes(found, entries, WORDS[game])
            _check(demands[name], entries, WORDS[game])
    return demands


def tell_unjudged(
    value: Value, demands: Mapping[str, Demand], game: str, cited: Mapping[str, object]
) -> None:
    """Where the rule that would judge by a demand isn't cited."""
    for key, _ in value.entries().pairs:
        demand = demands.get(key.written)
        if demand and game in WORDS and judging_code(demand, game) not in cited:
            key.tell(DEMAND_UNJUDGED, name=shown(key.written), code=judging_code(demand, game))


def _in_codes(demand: Demand, entries: Entries, words: DemandWords) -> Demand:
    each = demand.each
    if each:
        each = _one_of(entries["each"], each, {one: one for one in words.each})
    else:
        entries.tell(DEMANDED_OF_NOBODY, choices=", ".join(words.each))
    codes = {
        # A word and its code are the same thing.
        counted: tuple(
            dict.fromkeys(
                _one_of(entries[counted], word, words.codes(counted)) for word in getattr(demand, counted)
            )
        )
        for counted in COUNTED
    }
    return replace(
        demand,
        each=each,
        systems=codes["systems"],
        range=codes["range"],
        dice=codes["dice"],
        units=codes["units"],
    )


def _one_of(value: Value, word: str, codes: Mapping[str, str]) -> str:
    """The code that a word means; a code means itself."""
    by_key = {**{code.casefold(): code for code in codes.values()}, **codes}
    found = by_key.get(word.strip().casefold().replace(" ", "-"))
    if found is None:
        value.tell(NOT_A_CHOICE, word=shown(word), wanted=one_of(codes), hint=hint(word, codes))
    return found or word


def _check(demand: Demand, entries: Entries, words: DemandWords) -> None:
    if sum(bool(getattr(demand, one)) for one in COUNTED) != 1:
        entries.tell(DEMAND_COUNTS)
    elif demand.each in words.each and demand.each not in (able := words.who_has(demand.counted)):
        entries.tell(
            COUNTS_IN_VAIN,
            counted=say(_NOUNS.get(demand.counted, demand.counted)),
            each=demand.each,
            choices=", ".join(able),
        )
    least, most = demand.at_least, demand.at_most
    if least is None and most is None:
        entries.tell(NO_LIMIT)
    elif least is not None and most is not None and least > most:
        entries.tell(NOTHING_FITS, least=least, most=most)
