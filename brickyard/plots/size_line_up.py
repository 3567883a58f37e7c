"""Models in the box that their edition allows, from the front, side by side and to one scale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from brickyard.facts.judged_designs import JudgedDesign
from brickyard.facts.size_fit import SizeFit, fit_of
from brickyard.pictures.lettering import Face, wrapped
from brickyard.pictures.system_marks import open_design
from brickyard.plots.flat_drawing import SOFT, Drawing, PenLine, Shape, Words
from brickyard.plots.force_line_up import put_ruler
from brickyard.plots.plot_paper import HEAD, SMALL, TEXT, PlotSheet
from brickyard.plots.portraits import Portrait, extent, portrait, view_at
from ldraw_tools.findings import BrickyardError, printable
from ldraw_tools.units import LDU_PER_STUD

WIDTH = 1200.0
MOST = 60
_GAP = 26.0
_PER_STUD, _IN_A_ROW = 17.0, 6


@dataclass(frozen=True, slots=True)
class BoxedDesign:
    """`wide`, `high` and `deep` are how far its picture reaches, in studs."""

    design: JudgedDesign
    fit: SizeFit
    portrait: Portrait
    wide: float
    high: float
    deep: float

    @property
    def box(self) -> tuple[float, float]:
        """How wide and high its limits are, in studs; its own size where there are none."""
        inside = self.fit.allowed[0] or self.fit.turn.width
        return inside / LDU_PER_STUD, self.fit.top / LDU_PER_STUD

    @property
    def room(self) -> float:
        return max(self.wide, self.box[0])

    @property
    def tall(self) -> float:
        return max(self.high, self.box[1])


def size_drawing(designs: Sequence[JudgedDesign], width: float = WIDTH) -> Drawing:
    """Designs that can't be measured are left out, and named below."""
    if len(designs) > MOST:
        raise BrickyardError(f"{len(designs):,} designs are too many for a picture; {MOST} are the most")
    columns = min(len(designs), _IN_A_ROW) or 1
    sheet = PlotSheet(width)
    fits = [(design, fit_of(design)) for design in designs]
    widest = max((max(fit.allowed[0], fit.turn.width) for _, fit in fits if fit), default=0.0) / LDU_PER_STUD
    if not widest:
        raise BrickyardError("there is no model whose size can be measured")
    scale = min((sheet.inner - (columns - 1) * _GAP) / columns / widest, 40.0)
    boxed = [one for design, fit in fits if fit and (one := _boxed(design, fit, scale))]
    sheet.title("In the box")
    sheet.paragraph("From the front, to one scale; dashed is what the rules allow.", TEXT, SOFT)
    for start in range(0, len(boxed), columns):
        _row(sheet, boxed[start : start + columns], columns, scale)
    put_ruler(sheet, scale)
    shown = [one.design for one in boxed]
    missing = [printable(one.name) for one in designs if one not in shown]
    if missing:
        sheet.top += 6
        sheet.note(f"Without a size: {', '.join(missing)}.")
    return sheet.drawing("Models in the box that the rules allow")


def _boxed(design: JudgedDesign, fit: SizeFit, scale: float) -> BoxedDesign | None:
    opened = open_design(design)
    if opened is None:
        return None
    view = view_at(-fit.turn.angle_degrees, 0.0)
    drawn = portrait(opened.subject, view, scale, shadows=False)
    return BoxedDesign(design, fit, drawn, *extent(opened.subject, view))


def _row(sheet: PlotSheet, row: Sequence[BoxedDesign], columns: int, scale: float) -> None:
    sheet.top += 16
    ground = sheet.top + max(one.tall for one in row) * scale
    step = (sheet.inner + _GAP) / columns
    ends = []
    for place, one in enumerate(row):
        middle = sheet.margin + place * step + (step - _GAP) / 2
        sheet.put(_in_box(one, middle, ground, scale))
        top = ground + one.deep * scale + 6
        for line in wrapped(one.design.name, HEAD, step - 8, 2, Face.BOLD):
            top += HEAD * 1.2
            sheet.put([Words(line, middle, top - HEAD * 0.25, HEAD, "middle", face=Face.BOLD)])
        for size in one.fit.rows:
            top += SMALL * 1.35
            sheet.put([Words(size.measured, middle, top - SMALL * 0.3, SMALL, "middle", SOFT)])
        ends.append(top)
        said = ", ".join(f"{size.what} {size.measured}" for size in one.fit.rows)
        sheet.tell(f"{printable(one.design.name)}: {said}.")
    sheet.top = max(ends) + 6


def _in_box(one: BoxedDesign, middle: float, ground: float, scale: float) -> Iterator[Shape]:
    yield one.portrait.standing(middle - one.portrait.wide / 2, ground)
    wide, high = one.box[0] * scale, one.box[1] * scale
    left, top = middle - wide / 2, ground - high
    for start, end in (((left, top), (left + wide, top)), ((left, top), (left, ground))):
        yield PenLine((start, end), 1.2, dashed=True)
    yield PenLine(((left + wide, top), (left + wide, ground)), 1.2, dashed=True)
    yield PenLine(((left, ground), (left + wide, ground)), 1.2)
