"""How big a design is against what its text allows, and a drawing of it in its box, to scale."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from brickyard.dossiers import Dossier
from fleets.designs import Role
from ldraw_tools.fitting import Turn, snuggest_turn, turn_by_ruler, turns_that_fit
from ldraw_tools.measure import Measurement
from ldraw_tools.units import LDU_PER_BRICK, LDU_PER_STUD, bricks, millimetres, short, studs
from validators.measuring import number, pair, studs_to_ldu

_BOX = "SIZ001"
_FOOT = "SIZ004"
_TOLERANCE = 0.5


@dataclass(frozen=True, slots=True)
class SizeRow:
    what: str
    measured: str
    allowed: str
    millimetres: str


@dataclass(frozen=True, slots=True)
class Fit:
    """In the directions of the box; `allowed` is its width, depth and height in LDraw units, 0 for any."""

    turn: Turn
    height: float
    allowed: tuple[float, float, float]
    rows: tuple[SizeRow, ...]


def fit_of(dossier: Dossier) -> Fit | None:
    """None for what is still on paper or can't be measured."""
    sizes = dossier.unit.sizes
    whole = sizes.whole if sizes else None
    box = whole.box_without_top_studs if whole else None
    if whole is None or box is None or not whole.is_complete:
        return None
    allowed = _allowed(dossier)
    turn = _turn(whole, allowed)
    wide = "" if not allowed[0] else f"{short(studs(allowed[0]))} × {short(studs(allowed[1]))} studs"
    tall = "" if not allowed[2] else _many(bricks(allowed[2]), "brick")
    longest = _longest(dossier)
    rows = [
        SizeRow("on the table", _sides(turn), wide, _millimetres(turn.width, turn.depth)),
        SizeRow(
            "height without the studs on top",
            _many(bricks(box.height), "brick"),
            tall,
            _millimetres(box.height),
        ),
    ]
    if longest:
        longest_side = max(turn.width, turn.depth, box.height)
        rows.append(
            SizeRow(
                "longest side",
                _many(studs(longest_side), "stud"),
                f"{longest} studs",
                _millimetres(longest_side),
            )
        )
    return Fit(turn, box.height, allowed, tuple(rows))


def _allowed(dossier: Dossier) -> tuple[float, float, float]:
    citations = dossier.edition.citations
    if dossier.unit.role is Role.FRAME and _BOX in citations:
        width, depth = studs_to_ldu(pair(citations[_BOX], "studs"))
        return width, depth, number(citations[_BOX], "bricks") * LDU_PER_BRICK
    if dossier.unit.role is Role.STATION and _FOOT in citations:
        width, depth = studs_to_ldu(pair(citations[_FOOT], "studs"))
        return width, depth, 0.0
    return 0.0, 0.0, 0.0


def _longest(dossier: Dossier) -> Any:
    classes = dossier.edition.tables.get("classes", {})
    return classes.get(dossier.unit.body or dossier.unit.role.value, {}).get("largest-studs")


def _turn(whole: Measurement, allowed: tuple[float, float, float]) -> Turn:
    width, depth, _ = allowed
    if not width:
        return snuggest_turn(whole.footprint)
    fitting = turns_that_fit(whole.footprint, width, depth, _TOLERANCE)
    return fitting or turn_by_ruler(whole.footprint, width, depth)


def _many(number: float, noun: str) -> str:
    text = short(number)
    return f"{text} {noun}" if text == "1" else f"{text} {noun}s"


def _sides(turn: Turn) -> str:
    return f"{short(studs(turn.width))} × {short(studs(turn.depth))} studs"


def _millimetres(*lengths: float) -> str:
    return " × ".join(short(millimetres(length), 1) for length in lengths) + " mm"


def drawing_svg(fit: Fit, picture: str, side: int, pixels_per_stud: float) -> Markup:
    """The front view in its box with a rule of studs; `picture` is drawn at that scale about its middle.

    Only numbers and the name of our own picture go into it.
    """
    width = height = side
    scale = pixels_per_stud / LDU_PER_STUD
    middle, foot = width / 2, height / 2 + fit.height * scale / 2
    inside = fit.allowed[0] or fit.turn.width
    top = fit.allowed[2] or fit.height
    left, box_top = middle - inside * scale / 2, foot - top * scale
    view_top = min(box_top, 0.0) - 14
    view_left = min(left, 0.0) - 14
    view_width = max(width - view_left, middle + inside * scale / 2 + 14 - view_left)
    parts = [
        f'<svg viewBox="{view_left:.0f} {view_top:.0f} {view_width:.0f} {foot - view_top + 40:.0f}" '
        'role="img" aria-label="Front view in its box, to scale">',
        f'<image href="{picture}" x="0" y="0" width="{width}" height="{height}"/>',
        f'<rect x="{left:.1f}" y="{box_top:.1f}" width="{inside * scale:.1f}" height="{top * scale:.1f}" '
        'fill="none" stroke="currentColor" stroke-width="2" stroke-dasharray="7 6"/>',
    ]
    parts += _rule(left, foot + 12, round(inside / LDU_PER_STUD), pixels_per_stud)
    return Markup("".join([*parts, "</svg>"]))  # noqa: S704


def _rule(left: float, top: float, count: int, step: float) -> list[str]:
    marks = [
        f'<rect x="{left + place * step:.1f}" y="{top:.1f}" width="{step:.1f}" height="7" '
        f'fill="{"currentColor" if place % 2 == 0 else "none"}" stroke="currentColor" stroke-width="1"/>'
        for place in range(min(count, 200))
    ]
    x, y = f"{left:.1f}", f"{top + 22:.1f}"
    text = f'<text x="{x}" y="{y}" font-size="14" fill="currentColor">{_many(count, "stud")}</text>'
    return [*marks, text]
