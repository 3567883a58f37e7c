"""Which part is which system: every tagged piece of a model, the dice it gives, and what it is called."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from brickyard.pictures.dice_shapes import PAINTS, each
from brickyard.pictures.paints import rgb_of
from fleets.dice.carried_systems import Loadout, in_order
from fleets.dice.pool import Dice, Pool
from fleets.dice.vocabulary import GAMES, Vocabulary
from fleets.models.model_units import UNITS, Marked, Role, Survey, Unit
from ldraw_tools.findings import printable
from ldraw_tools.geometry.pieces import Mark
from ldraw_tools.reading.lines import shortened
from ldraw_tools.rendering.paint import RGB

# A system that gives no die has no colour of its own.
_NO_DIE: RGB = (120, 120, 116)
_LONGEST_NAME = 40
_MOST_TIMES = 100


@dataclass(frozen=True, slots=True)
class SystemMark:
    """A tagged piece of a unit: where to find it, the dice of each of its instances, its name and colour."""

    mark: Mark
    dice: tuple[tuple[Dice, ...], ...]
    name: str
    rgb: RGB


def system_marks(found: Survey) -> list[SystemMark]:
    """Of all units, in the order of the model."""
    return [mark for unit in found.units for mark in _marks_of(unit)]


def _marks_of(unit: Unit) -> Iterator[SystemMark]:
    vocabulary = vocabulary_of(unit)
    if vocabulary is None:
        return
    numbers: dict[str, int] = {}
    for piece in unit.marked:
        if piece.tag.role is Role.SPARE or piece.tag.role in UNITS:
            continue
        carried = piece.loadout
        if not (carried.systems or carried.rockets or carried.ace):
            continue
        # Of two alike the second may give another die than the first.
        dice = tuple(_given(carried, vocabulary, numbers) for _ in range(min(piece.times, _MOST_TIMES)))
        yield SystemMark(Mark(piece.node, piece.members), dice, _name(piece), _rgb(piece, dice))


def vocabulary_of(unit: Unit) -> Vocabulary | None:
    return next((game for game in GAMES if game.body(unit.body)), None)


def _given(carried: Loadout, vocabulary: Vocabulary, numbers: dict[str, int]) -> tuple[Dice, ...]:
    pools = []
    for system in in_order(carried.systems, vocabulary):
        if system.is_split:
            pools += [vocabulary.system_type(code).half for code in system.codes]
        else:
            numbers[system.code] = numbers.get(system.code, 0) + 1
            pools.append(vocabulary.system_type(system.code).added_by(numbers[system.code]))
    pools += [vocabulary.rocket_dice] * carried.rockets
    pools.append(vocabulary.ace(carried.ace))
    return tuple(each(Pool.total(pools)))


def _name(piece: Marked) -> str:
    name = piece.tag.label or piece.name
    return shortened(printable(name.strip()), _LONGEST_NAME)


def _rgb(piece: Marked, dice: tuple[tuple[Dice, ...], ...]) -> RGB:
    first = next((die for given in dice for die in given), None)
    letter = first.colour if first else next(iter(piece.loadout.codes), " ")[:1]
    return rgb_of(PAINTS[letter][0]) if letter in PAINTS else _NO_DIE
