"""Lengths, boxes and protrusions as they stand in a rule's sentences."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from fleets.models.model_units import Role, Unit
from ldraw_tools.names import part_number
from ldraw_tools.phrases import join_texts, say
from ldraw_tools.reading.lines import shortened
from ldraw_tools.units import (
    LDU_PER_STUD,
    TOLERANCE_LDU,
    bricks,
    millimetres,
    plates,
    short,
    studs,
    with_unit,
)
from validators.rule import Pair
from validators.wording import listed

if TYPE_CHECKING:
    from fleets.models.sizes import Sizes
    from ldraw_tools.measuring.fitting import TurnedRectangle
    from ldraw_tools.measuring.measure import Box, Measurement
    from ldraw_tools.measuring.protrusions import Protrusion
    from ldraw_tools.measuring.shapes import Points

# A circle of 16 edges is this much smaller across than straight; anything smaller lies across.
_ROUND = 0.95


def is_within(ldu: float, low: float, high: float) -> bool:
    return low - TOLERANCE_LDU <= ldu <= high + TOLERANCE_LDU


def in_studs(width: float, depth: float) -> str:
    """`4 × 6.5 studs` from LDraw units."""
    return sides((studs(width), studs(depth)))


def in_bricks(ldu: float) -> str:
    return with_unit(bricks(ldu), "brick")


def in_plates(ldu: float) -> str:
    return with_unit(plates(ldu), "plate")


def length_in_studs(ldu: float) -> str:
    return with_unit(studs(ldu), "stud")


def sides(text: Sequence[float]) -> str:
    return say("{width} × {depth} studs", width=short(text[0]), depth=short(text[1]))


class Room(NamedTuple):
    """What a model has to fit in, seen from above and however it is turned; in LDraw units."""

    width: float
    depth: float
    slack: float

    @classmethod
    def of_studs(cls, studs: Pair, slack: float = TOLERANCE_LDU) -> Room:
        return cls(*studs_to_ldu(studs), slack)

    @property
    def sides(self) -> tuple[float, float]:
        return self.width, self.depth

    def holds(self, footprint: Points) -> bool:
        from ldraw_tools.measuring.fitting import turns_that_fit

        return turns_that_fit(footprint, self.width, self.depth, self.slack) is not None

    def turn_of(self, footprint: Points) -> TurnedRectangle:
        """How a ruler is laid around what doesn't fit."""
        from ldraw_tools.measuring.fitting import turn_by_ruler

        return turn_by_ruler(footprint, *self.sides)

    @property
    def size(self) -> str:
        return in_studs(self.width, self.depth)


def culprits_above(found: Iterable[Protrusion]) -> str:
    """`Plate 1 x 1 (3024) of “rifle” by 1 plate (3.2 mm, chub.mpd:12)`: which part, how far, where."""
    return join_texts((_culprit(item, in_plates(item.by)) for item in _each_once(found)), "; ")


def culprits_sideways(ends: Mapping[str, Sequence[Protrusion]]) -> str:
    """The parts at both ends of each side that is too long."""
    texts = []
    for pair_of_ends in (("right", "left"), ("back", "front")):
        items = _each_once(item for end in pair_of_ends for item in ends.get(end, ()))
        either = dict.fromkeys(_culprit(item, length_in_studs(item.by)) for item in items)
        texts.append(listed(sorted(either), most=len(either)))
    return join_texts((text for text in dict.fromkeys(texts) if text), "; ")


def _each_once(found: Iterable[Protrusion]) -> list[Protrusion]:
    """Of pieces that are called the same, the one that sticks out farthest; of triangles in a file one."""
    largest = {
        (item.name, item.path[-1:], item.title and item.place): item
        for item in sorted(found, key=lambda item: item.by)
    }
    return sorted(largest.values(), key=lambda item: -item.by)


def _culprit(item: Protrusion, far: str) -> str:
    number, title = part_number(item.name), " ".join(item.title.split()).strip("~=_|")
    what = f"{title} ({number})" if title else number
    inside = say(" of “{name}”", name=shortened(item.path[-1])) if item.path else ""
    where = f", {item.place.short}" if item.place.line else ""
    mm = short(millimetres(item.by), 1)
    return say(
        "{what}{inside} by {far} ({mm} mm{where})", what=what, inside=inside, far=far, mm=mm, where=where
    )


def size_of(whole: Measurement, joined_by: str = " and ") -> str:
    """As a ruler finds it, in the digits of every rule, card and page; studs on top don't count."""
    turn, box = whole.snuggest, whole.box_without_top_studs
    if box is None:
        return say("nothing")
    tall = say("{height} tall", height=in_bricks(box.height))
    return say(f"{{wide}}{joined_by}{{tall}}", wide=in_studs(turn.width, turn.depth), tall=tall)


def longest_side(whole: Measurement) -> float:
    """Of the snuggest box around a model, turned about the upright; studs on top don't count."""
    turn, box = whole.snuggest, whole.box_without_top_studs
    return max(turn.width, turn.depth, box.height if box else 0.0)


def is_surely_longer(whole: Measurement, ldu: float) -> bool:
    """Whether the longest side is above this, by the box as it lies: false if that doesn't tell.

    The footprint isn't needed for it: a rectangle reaches no farther than its diagonal, however it is turned.
    """
    box = whole.box_without_top_studs
    return box is not None and max(box.height, max(box.width, box.depth) / math.sqrt(2)) > ldu + TOLERANCE_LDU


def beyond_length(sizes: Sizes, most: float) -> str:
    """The parts that make the snuggest box of a model longer than it may be."""
    from ldraw_tools.measuring.measure import UP

    turn, box = sizes.whole.snuggest, sizes.whole.box_without_top_studs
    ends = sizes.sticking_out_sideways(turn, (most, most), TOLERANCE_LDU)
    texts = [culprits_sideways(ends)]
    if box and box.height > most + TOLERANCE_LDU:
        texts.append(culprits_above(sizes.sticking_out(UP, most - box.high[1])))
    return join_texts((text for text in texts if text), "; ")


def has_sides(measured: Measurement, studs_a_side: tuple[float, float]) -> bool:
    """Whether something is as wide and as deep as that, either way round, straight in its file or across."""
    wanted = sorted(studs_to_ldu(studs_a_side))
    return any(
        all(abs(side - limit) <= TOLERANCE_LDU for side, limit in zip(sorted(found), wanted, strict=True))
        for found in _straight_and_across(measured)
    )


def ruled(measured: Measurement) -> str:
    """Width and depth as a ruler finds them, straight where the thing may be round."""
    straight, across = _straight_and_across(measured)
    lies_across = across[0] * across[1] < _ROUND * straight[0] * straight[1]
    return in_studs(*(across if lies_across else straight))


def _straight_and_across(measured: Measurement) -> tuple[tuple[float, float], tuple[float, float]]:
    box, turn = measured.box, measured.snuggest
    assert box is not None
    return (box.width, box.depth), (turn.width, turn.depth)


def upright_box(unit: Unit, role: Role) -> Box | None:
    """The box of a unit that has this role, the studs on top left out."""
    found = measured_whole(unit) if unit.role is role else None
    return found[1].box_without_top_studs if found else None


def measured_whole(unit: Unit) -> tuple[Sizes, Measurement] | None:
    """A unit's sizes, where it has a model with something in it."""
    sizes = unit.sizes
    if sizes is None or sizes.whole.box is None:
        return None
    return sizes, sizes.whole


def studs_to_ldu(pair_of_studs: tuple[float, float]) -> tuple[float, float]:
    return pair_of_studs[0] * LDU_PER_STUD, pair_of_studs[1] * LDU_PER_STUD
