"""A design's size, turned as it best fits what its edition allows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from brickyard.facts.judged_designs import JudgedDesign
from fleets.models.model_units import Role
from ldraw_tools.measuring.fitting import TurnedRectangle, snuggest_turn, turn_by_ruler, turns_that_fit
from ldraw_tools.measuring.shapes import Points
from ldraw_tools.units import (
    LDU_PER_BRICK,
    LDU_PER_PLATE,
    TOLERANCE_LDU,
    bricks,
    millimetres,
    short,
    studs,
    with_unit,
)
from validators.measuring import in_studs, studs_to_ldu
from validators.rule import cited_number, cited_pair

_BOX = "SIZ001"
_FOOT = "SIZ004"


class SizeRow(NamedTuple):
    what: str
    measured: str
    allowed: str
    millimetres: str


class SizeFit(NamedTuple):
    """In the directions of the box; `allowed` is its width, depth and height in LDraw units, 0 for any.

    `foot` (3,) is the middle of where it stands, what doesn't count left out; `top` is how high the box
    is drawn over it.
    """

    turn: TurnedRectangle
    height: float
    foot: Points
    top: float
    allowed: tuple[float, float, float]
    rows: tuple[SizeRow, ...]

    @property
    def in_short(self) -> str:
        """`9.07 × 9.29 studs, 9.31 bricks tall`, as the rows say it."""
        return f"{self.rows[0].measured}, {with_unit(bricks(self.height), 'brick')} tall"


def fit_of(design: JudgedDesign) -> SizeFit | None:
    """None for what is still on paper or can't be measured."""
    sizes = design.unit.sizes
    whole = sizes.whole if sizes else None
    box = whole.box_without_top_studs if whole else None
    if whole is None or box is None or not whole.is_complete:
        return None
    allowed = _allowed(design)
    ground = _on_the_ground(design, whole.footprint)
    # What was taken out of a workbench lies there askew.
    assembly = design.unit.assembly
    turn = _turn(ground, allowed, by_ruler=bool(assembly and assembly.chosen))
    wide = "" if not allowed[0] else f"{short(studs(allowed[0]))} × {short(studs(allowed[1]))} studs"
    tall = "" if not allowed[2] else with_unit(bricks(allowed[2]), "brick")
    longest = _longest(design)
    rows = [
        SizeRow("on the table", in_studs(turn.width, turn.depth), wide, _millimetres(turn.width, turn.depth)),
        *_higher_up(whole.footprint, ground),
        SizeRow(
            "height without the studs on top",
            with_unit(bricks(box.height), "brick"),
            tall,
            _millimetres(box.height),
        ),
    ]
    if longest:
        longest_side = max(turn.width, turn.depth, box.height)
        rows.append(
            SizeRow(
                "longest side",
                with_unit(studs(longest_side), "stud"),
                f"{longest} studs",
                _millimetres(longest_side),
            )
        )
    foot = _foot(ground, turn, float(box.high[1]))
    return SizeFit(turn, box.height, foot, _top(design) or box.height, allowed, tuple(rows))


def _top(design: JudgedDesign) -> float:
    """How high the limits go; 0 where they don't end."""
    cited = design.edition.citations.get(_FOOT)
    if design.unit.role is Role.STATION and cited is not None:
        return cited_number(cited, "within-plates") * LDU_PER_PLATE
    return _allowed(design)[2]


def _foot(footprint: Points, turn: TurnedRectangle, ground: float) -> Points:
    around = np.radians(turn.angle_degrees)
    ways = np.array([[np.cos(around), -np.sin(around)], [np.sin(around), np.cos(around)]])
    spread = footprint @ ways.T
    x, z = ways.T @ ((spread.min(axis=0) + spread.max(axis=0)) / 2)
    return np.array([x, ground, z])


def _allowed(design: JudgedDesign) -> tuple[float, float, float]:
    citations = design.edition.citations
    if design.unit.role is Role.FRAME and _BOX in citations:
        width, depth = studs_to_ldu(cited_pair(citations[_BOX], "studs"))
        return width, depth, cited_number(citations[_BOX], "bricks") * LDU_PER_BRICK
    if design.unit.role is Role.STATION and _FOOT in citations:
        width, depth = studs_to_ldu(cited_pair(citations[_FOOT], "studs"))
        return width, depth, 0.0
    return 0.0, 0.0, 0.0


def _longest(design: JudgedDesign) -> int | None:
    row = design.edition.classes.get(design.unit.body or design.unit.role.value)
    return row.largest_studs if row else None


def _on_the_ground(design: JudgedDesign, footprint: Points) -> Points:
    """What counts of a footprint: of a station what certainly lies near the table."""
    cited, sizes = design.edition.citations.get(_FOOT), design.unit.sizes
    if design.unit.role is not Role.STATION or cited is None or sizes is None:
        return footprint
    return sizes.near_table(cited_number(cited, "within-plates")).certain


def _higher_up(footprint: Points, ground: Points) -> Iterator[SizeRow]:
    if ground is not footprint:
        turn = snuggest_turn(footprint)
        yield SizeRow(
            "with what is higher up",
            in_studs(turn.width, turn.depth),
            "any",
            _millimetres(turn.width, turn.depth),
        )


def _turn(footprint: Points, allowed: tuple[float, float, float], *, by_ruler: bool) -> TurnedRectangle:
    width, depth, _ = allowed
    if not width:
        return snuggest_turn(footprint)
    snug = turn_by_ruler(footprint, width, depth)
    if by_ruler and snug.width <= width + TOLERANCE_LDU and snug.depth <= depth + TOLERANCE_LDU:
        return snug
    return turns_that_fit(footprint, width, depth, TOLERANCE_LDU) or snug


def _millimetres(*lengths: float) -> str:
    return " × ".join(short(millimetres(length), 1) for length in lengths) + " mm"
