"""Designs ready for drawing: which part is which system, its dice, and where a label points at it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from brickyard.pictures.label_layout import Wanted
from brickyard.pictures.lettering import PAINTS, each
from brickyard.pictures.paints import MUTED, rgb_of
from brickyard.pictures.subject import Subject, subject_of
from catalog.vocabulary import GAMES, Dice, Pool, Vocabulary
from fleets.dice.carried_systems import Loadout, in_order
from fleets.models.model_units import UNITS, Marked, Role, Survey, Unit
from ldraw_tools.findings import printable
from ldraw_tools.geometry.pieces import PieceMark
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.reading.lines import shortened
from ldraw_tools.rendering.camera import Camera
from ldraw_tools.rendering.finishes import RGB
from ldraw_tools.rendering.stage import Stage

if TYPE_CHECKING:
    from brickyard.facts.judged_designs import JudgedDesign

# A system that gives no die has no colour of its own.
_NO_DIE: RGB = (120, 120, 116)
_LONGEST_NAME = 40
_JOINED = re.compile(r"(?<=[a-z])[-_](?=[a-z])")
_MOST_TIMES = 100


class SystemMark(NamedTuple):
    """A tagged piece of a unit: where to find it, the dice of each of its instances, its name and colour."""

    mark: PieceMark
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
        # The second of two equal systems may give another die than the first.
        dice = tuple(_given(carried, vocabulary, numbers) for _ in range(min(piece.times, _MOST_TIMES)))
        yield SystemMark(PieceMark(piece.node, piece.members), dice, _name(piece), _rgb(piece, dice))


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
    # A file's name is read as words: `blue-ace` is a blue ace.
    words = _JOINED.sub(" ", piece.name.strip())
    name = piece.tag.label or words[:1].upper() + words[1:]
    return shortened(printable(name.strip()), _LONGEST_NAME)


def _rgb(piece: Marked, dice: tuple[tuple[Dice, ...], ...]) -> RGB:
    first = next((die for given in dice for die in given), None)
    letter = first.colour if first else next(iter(piece.loadout.codes), " ")[:1]
    return rgb_of(PAINTS[letter][0]) if letter in PAINTS else _NO_DIE


class DesignSubject(NamedTuple):
    """A unit laid out for drawing, with its systems told apart; `marked` is what each mark is."""

    subject: Subject
    systems: tuple[SystemMark, ...]
    marked: Mapping[PieceMark, Marked]


def open_design(design: JudgedDesign) -> DesignSubject | None:
    """None for a design on paper, and for one with nothing to see."""
    unit = design.unit
    if unit.assembly is None or unit.node is None:
        return None
    systems = tuple(system_marks(Survey([unit])))
    subject = subject_of(unit.assembly, unit.node, unit.name, [system.mark for system in systems], unit.role)
    if not any(len(spots) for spots in subject.table.spots):
        return None
    return DesignSubject(subject, systems, {PieceMark(one.node, one.members): one for one in unit.marked})


def coats_of(subject: Subject, systems: Sequence[SystemMark]) -> NDArray[np.intp]:
    """Systems in their dice's colour, all else muted."""
    of_mark = [subject.paints.coat(systems[mark].rgb) for mark in subject.pieces.marked]
    return np.array([*of_mark, MUTED], np.intp)[subject.pieces.marks]


def sayings(subject: Subject, systems: Sequence[SystemMark]) -> list[tuple[tuple[Dice, ...], str]]:
    """Dice and name of every instance of a mark."""
    numbers: dict[int, int] = {}
    found = []
    for mark in subject.pieces.marked:
        system = systems[mark]
        number = numbers[mark] = numbers.get(mark, -1) + 1
        found.append((system.dice[min(number, len(system.dice) - 1)], system.name))
    return found


def wanted_labels(
    subject: Subject, systems: Sequence[SystemMark], camera: Camera, seen: NDArray[np.int64]
) -> list[Wanted]:
    """`seen` (h, w) says whose piece a pixel is, by its place among the subject's."""
    marks = subject.pieces.marks
    owner = np.where(seen >= 0, marks[np.maximum(seen, 0)], -1)
    wanted = []
    for instance, (dice, name) in enumerate(sayings(subject, systems)):
        own = np.flatnonzero(marks == instance)
        if not len(own):
            continue
        spot = spot_inside(owner == instance)
        hidden = spot is None
        if spot is None:
            alone = Stage(subject.pieces.where(own), subject.paints, None, subject.table)
            spot = spot_of(alone.points, camera)
        wanted.append(Wanted(dice, name, (spot,), hidden))
    return wanted


Spot = tuple[float, float]

# With fewer pixels a thing can't be seen; with more, its rim is far enough from its core.
_LEAST_PIXELS = 12
_DEEPEST = 40


def spot_inside(mask: NDArray[np.bool_]) -> Spot | None:
    """The pixel of a mask (h, w) that is farthest from its rim; of several, the nearest to the middle."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not len(rows) or np.count_nonzero(mask) < _LEAST_PIXELS:
        return None
    top, left = int(rows[0]), int(columns[0])
    part = np.pad(mask[top : rows[-1] + 1, left : columns[-1] + 1], 1)
    middle = np.argwhere(part).mean(axis=0)
    for _ in range(_DEEPEST):
        core = part.copy()
        core[1:-1, 1:-1] &= part[:-2, 1:-1] & part[2:, 1:-1] & part[1:-1, :-2] & part[1:-1, 2:]
        core[[0, -1]], core[:, [0, -1]] = False, False
        if not core.any():
            break
        part = core
    inside = np.argwhere(part)
    row, column = inside[np.square(inside - middle).sum(axis=1).argmin()].tolist()
    return left + column - 0.5, top + row - 0.5


def spot_of(points: Points, camera: Camera) -> Spot:
    """The middle of points (n, 3) in the picture, moved inside where it is out."""
    x, y, _ = camera.place((points.min(axis=0) + points.max(axis=0))[None] / 2)
    width, height = camera.size
    return float(np.clip(x[0], 2, width - 2)), float(np.clip(y[0], 2, height - 2))
