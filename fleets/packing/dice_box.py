"""A player's box of dice: a small YAML file, and what is missing from it for a game night."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from catalog.editions.tables import Clock, Ruler
from catalog.vocabulary import COLOURS, Dice, Pool
from catalog.yaml.located_values import Entries, Scalar, Value
from catalog.yaml.yaml_findings import UNKNOWN_KEY
from catalog.yaml.yaml_reading import read_yaml_file
from ldraw_tools.findings import Finding, in_file_order
from ldraw_tools.names import hint, path_from_here, shown

RULER, HINGES = "ruler", "hinges"
ANY = ""
"""The colour of dice whose colour doesn't matter."""
SIZE = re.compile(r"d([1-9][0-9]{0,2})")
EXAMPLE = """\
# What is in the box. A number alone means six-sided dice.
dice:
  white: 6
  blue: 8
  yellow: 8
  green: {d6: 2, d8: 1}
  red: {d6: 4, d8: 2}
  other: {d20: 1}      # dice of any other colour
hinges: 8              # or ruler: 1, a finished one
flags: 4
"""
_LETTERS = {name: letter for letter, name in COLOURS.items()} | {"other": ANY}
_SIZES = ("d4", "d6", "d8", "d10", "d12", "d20")
_MOST = 100_000


@dataclass(frozen=True)
class DiceBox:
    """Dice by colour and size (no colour: any other one) and other things by name."""

    dice: Pool = field(default_factory=Pool)
    things: Mapping[str, int] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()

    def count(self, kind: Dice) -> int:
        return self.dice.count(sides=kind.sides) if kind.colour == ANY else self.dice.count_like(kind)


def read_dice_box(path: Path, known_things: Callable[[], Iterable[str]]) -> DiceBox:
    """What the file says; whatever is wrong with it is a finding. `known_things` are keys besides dice."""
    document = read_yaml_file(path, path_from_here(path))
    root = document.root.entries()
    dice: list[Dice] = []
    things: dict[str, int] = {}
    known: list[str] = []
    for key, value in root.pairs:
        if key.written == "dice":
            dice += _dice(value)
            continue
        known = known or ["dice", RULER, HINGES, *known_things()]
        if key.written not in known:
            key.tell(
                UNKNOWN_KEY, key=shown(key.written), what="thing to bring", hint=hint(key.written, known)
            )
        elif (count := value.integer(0, _MOST)) is not None:
            things[key.written] = count
    return DiceBox(Pool(tuple(dice)), things, tuple(in_file_order(document.findings)))


def _dice(value: Value) -> Iterable[Dice]:
    for key, each in value.entries(*_LETTERS, what="colour of dice").pairs:
        colour = _LETTERS[key.written]
        if not isinstance(each, Entries):
            count = each.integer(0, _MOST)
            if count is not None:
                yield Dice(colour, count=count)
            continue
        for size, number in each.pairs:
            count = number.integer(0, _MOST)
            sides = _sides(size)
            if sides and count is not None:
                yield Dice(colour, sides, count=count)


def _sides(size: Scalar) -> int | None:
    found = SIZE.fullmatch(size.written.strip().lower())
    if found is None:
        size.tell(UNKNOWN_KEY, key=shown(size.written), what="size of dice", hint=hint(size.written, _SIZES))
    return int(found[1]) if found else None


def lacking(box: DiceBox, needed: Pool) -> Pool:
    """The dice that are missing. Where the colour doesn't matter, dice that nothing else needs are used."""
    missing = []
    for dice in needed:
        free = box.count(dice)
        if dice.colour == ANY:
            free -= sum(
                min(box.count(other), other.count)
                for other in needed
                if other.colour != ANY and other.sides == dice.sides
            )
        missing.append(Dice(*dice.key, max(0, dice.count - free)))
    return Pool(tuple(missing))


def lacks_clock(box: DiceBox, needed: Pool, clock: Clock) -> bool:
    """Whether no die of its sizes is left over for the clock."""
    return all(box.dice.count(sides=sides) <= needed.count(sides=sides) for sides in clock.sides)


def lacking_hinges(box: DiceBox, ruler: Ruler) -> int:
    """A finished ruler will do; else it is as many hinges as it has units."""
    if box.things.get(RULER):
        return 0
    return max(0, ruler.units - box.things.get(HINGES, 0))
