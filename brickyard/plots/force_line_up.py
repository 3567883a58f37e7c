"""A company or a fleet as a line-up: all models to one scale with names, dice, a figure and a ruler."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from brickyard.facts.design_facts import DesignFacts
from brickyard.facts.judged_designs import DesignFile, JudgedDesign, not_drawn
from brickyard.facts.size_fit import SizeFit, fit_of
from brickyard.pictures.lettering import Face, wrap_text
from brickyard.pictures.line_up import copies_of
from brickyard.pictures.subject import Subject
from brickyard.pictures.system_marks import open_design
from brickyard.plots.flat_drawing import (
    FAINT,
    INK,
    LINE,
    PAPER,
    SOFT,
    Drawing,
    PenLine,
    Rectangle,
    Shape,
    Words,
)
from brickyard.plots.plot_paper import HEAD, SMALL, TEXT, PlotSheet, dice_row, dice_width
from brickyard.plots.portraits import (
    Portrait,
    extent,
    figure_subject,
    line_up_azimuth,
    on_one_ground,
    portrait,
    view_at,
)
from catalog.vocabulary import NO_DICE, Dice, Pool
from ldraw_tools.findings import BrickyardError, RefusedError, count_of, printable
from ldraw_tools.library.part_files import Files
from ldraw_tools.rendering.camera import View
from ldraw_tools.units import LDU_PER_STUD, millimetres, short, with_unit

WIDTH = 1200.0
# Models of one force.
_MOST = 14
# More would be too small to see.
_MOST_DESIGNS = 4 * _MOST
_GAP_STUDS = 1.4
# Between two sides.
_BETWEEN = 36.0
_IN_A_RANK, _IN_A_RANK_OF_TWO = 7, 4
_MOST_PER_STUD, _LEAST_PER_STUD = 34.0, 4.0
_TALLEST = 420.0
_DIE = 19.0
# A share of its side.
_LEAST_ROOM = 60.0
_SMALLEST = 0.75
_BESIDE = view_at(35.0)
# What is still on paper has a place of this many studs, and this high.
_ON_PAPER = (5.0, 7.0)


class RankedDesign(NamedTuple):
    """A design and how many of it stand side by side; without a `subject` it says why there is no picture.

    The figure is one without facts.
    """

    facts: DesignFacts | None
    subject: Subject | None
    copies: int
    view: View
    wide: float
    high: float
    deep: float
    why_not: str = ""

    @property
    def span(self) -> float:
        """In studs, copies and the gaps between them together."""
        return self.copies * self.wide + (self.copies - 1) * _GAP_STUDS


def line_up_drawing(files: Sequence[DesignFile], library: Files | None, width: float = WIDTH) -> Drawing:
    """One force, or two that face each other."""
    sides = [_standing(file, turned=place == 1) for place, file in enumerate(files)]
    for file, side in zip(files, sides, strict=True):
        if not any(one.subject for one in side):
            name = printable(str(file.path))
            why = "" if file.is_legal else f"; brickyard check {name} says why"
            raise BrickyardError(f"{name} lists no model that can be drawn{why}")
    paper = PlotSheet(width)
    wide = (paper.inner - (len(files) - 1) * _BETWEEN) / len(files)
    figure = figure_subject(library)
    person = RankedDesign(None, figure, 1, _BESIDE, *extent(figure, _BESIDE))
    ranks = [list(_ranks(side, _IN_A_RANK if len(files) == 1 else _IN_A_RANK_OF_TWO)) for side in sides]
    # The last of all is the figure.
    ranks[-1][-1].append(person)
    per_stud = _scale([rank for some in ranks for rank in some], wide)
    columns = [_headed(file, wide + 2 * paper.margin) for file in files]
    die = _die(columns, ranks, per_stud)
    for row in range(max(map(len, ranks))):
        _put_row(paper, columns, [some[row] if row < len(some) else [] for some in ranks], per_stud, die)
    paper.top = columns[0].top
    for place, (file, column) in enumerate(zip(files, columns, strict=True)):
        paper.put(_moved(column.shapes, place * (wide + _BETWEEN)))
        paper.tell(_said(file))
    if len(files) > 1:
        at = paper.margin + wide + _BETWEEN / 2
        paper.put([PenLine(((at, paper.margin), (at, paper.top)), 1, LINE, dashed=True)])
    paper.top += 8
    put_ruler(paper, per_stud)
    for file, side in zip(files, sides, strict=True):
        if more := len(_fielded(file)) - len(side):
            paper.note(f"{printable(file.facts.name)} has {count_of(more, 'more design')}, not drawn here.")
    return paper.drawing(" against ".join(printable(file.facts.name) for file in files))


def _standing(file: DesignFile, turned: bool) -> list[RankedDesign]:
    """What is fielded: all copies if there are few, else one of each design. `turned` looks to the left."""
    designs = _fielded(file)
    copies = copies_of([one.count for one in designs], _MOST)
    shown = zip(designs[:_MOST_DESIGNS], copies, strict=False)
    return [_placed(one, number, turned) for one, number in shown]


def _fielded(file: DesignFile) -> list[JudgedDesign]:
    return [one for one in file.designs if not one.is_spare]


def _placed(design: JudgedDesign, copies: int, turned: bool) -> RankedDesign:
    try:
        opened = open_design(design)
    except RefusedError:
        opened = None
    if opened is None:
        return RankedDesign(design.facts, None, 1, view_at(0), *_ON_PAPER, 0.0, not_drawn(design.unit))
    azimuth = line_up_azimuth(opened.subject)
    view = view_at(-azimuth if turned else azimuth)
    return RankedDesign(design.facts, opened.subject, copies, view, *extent(opened.subject, view))


def _ranks(side: Sequence[RankedDesign], most: int) -> Iterator[list[RankedDesign]]:
    """Rows of about the same number of models."""
    models = sum(one.copies for one in side)
    rows = max(-(-models // most), 1)
    rank: list[RankedDesign] = []
    for one in side:
        rank.append(one)
        if sum(other.copies for other in rank) >= models / rows:
            yield rank
            rank = []
    if rank:
        yield rank


def _scale(ranks: Sequence[Sequence[RankedDesign]], width: float) -> float:
    """Units of the drawing for a stud, the same for all ranks of all sides."""
    widest = max(sum(one.span for one in rank) + _GAP_STUDS * (len(rank) + 1) for rank in ranks)
    tallest = max(one.high for rank in ranks for one in rank)
    fitting = min(width / widest, _TALLEST / max(tallest, 1.0), _MOST_PER_STUD)
    if fitting < _LEAST_PER_STUD / 4:
        raise BrickyardError("what stands there is too large for one picture")
    return fitting


def _headed(file: DesignFile, width: float) -> PlotSheet:
    paper, facts = PlotSheet(width), file.facts
    paper.title(facts.name)
    said = [facts.counts_words if file.is_force else "", facts.verdict.word, facts.verdict.edition]
    paper.paragraph(", ".join(filter(None, said)), TEXT, SOFT)
    paper.top += 8
    return paper


def _put_row(
    paper: PlotSheet,
    columns: Sequence[PlotSheet],
    ranks: Sequence[Sequence[RankedDesign]],
    per_stud: float,
    die: float,
) -> None:
    """A rank of each side, all on one ground in one picture; names and dice of each below it."""
    standing = [one for rank in ranks for one in rank]
    ground = max(column.top for column in columns) + max(one.high for one in standing) * per_stud + 10
    lowest = ground + max(one.deep for one in standing) * per_stud + 8
    drawn: list[tuple[Subject, View, Sequence[float]]] = []
    ends = []
    for place, (column, rank) in enumerate(zip(columns, ranks, strict=True)):
        for one, left, room in _spread(column, rank, per_stud):
            ends.append(_label(column, one, left + one.span * per_stud / 2, lowest, room, die))
            if one.subject is None:
                column.put(_on_paper(one, left, ground, per_stud))
            else:
                first = left + place * (column.inner + _BETWEEN)
                each = (one.wide + _GAP_STUDS) * per_stud
                drawn.append((one.subject, one.view, [first + copy * each for copy in range(one.copies)]))
    if drawn:
        paper.put([on_one_ground(drawn, ground, per_stud)])
    for column in columns:
        column.top = max(ends) + 10


def _spread(
    column: PlotSheet, rank: Sequence[RankedDesign], per_stud: float
) -> Iterator[tuple[RankedDesign, float, float]]:
    """Each with its left side and how much room its name has."""
    gap = _GAP_STUDS * per_stud
    spare = column.inner - sum(one.span for one in rank) * per_stud - gap * (len(rank) - 1)
    # Room that is left over goes between the models, so that their names have it.
    more = min(max(spare, 0) / max(len(rank), 1), 60.0)
    left = column.margin + max(spare - more * len(rank), 0) / 2 + more / 2
    for one in rank:
        wide = one.span * per_stud
        yield one, left, wide + min(gap + more, 80.0) - 6
        left += wide + gap + more


def _on_paper(one: RankedDesign, left: float, ground: float, per_stud: float) -> Iterator[Shape]:
    wide, high = one.wide * per_stud, one.high * per_stud
    corners = ((left, ground - high), (left + wide, ground - high), (left + wide, ground), (left, ground))
    yield PenLine(corners, 1, FAINT, PAPER, dashed=True)
    yield Words(one.why_not, left + wide / 2, ground - high / 2, SMALL, "middle", SOFT)


def _die(
    columns: Sequence[PlotSheet], ranks: Sequence[Sequence[Sequence[RankedDesign]]], per_stud: float
) -> float:
    """One size for all: a little smaller rather than one die alone in a second row."""
    shrunk = [
        max(room, _LEAST_ROOM) / dice_width(one.facts.dice, _DIE)
        for column, side in zip(columns, ranks, strict=True)
        for rank in side
        for one, _, room in _spread(column, rank, per_stud)
        if one.facts and one.facts.dice
    ]
    return _DIE * min([1.0, *(share for share in shrunk if share > _SMALLEST)])


def _label(paper: PlotSheet, one: RankedDesign, middle: float, top: float, room: float, die: float) -> float:
    """Name, kind and dice, centred; where they end."""
    facts = one.facts
    if facts is None:
        paper.put([Words("7 plates", middle, top + SMALL * 1.1, SMALL, "middle", SOFT)])
        return top + SMALL * 1.4
    many = f"{facts.count} × " if facts.count > 1 else ""
    room = max(room, _LEAST_ROOM)
    for line in wrap_text(many + facts.name, HEAD, room, 2, Face.BOLD):
        top += HEAD * 1.25
        paper.put([Words(line, middle, top - HEAD * 0.3, HEAD, "middle", face=Face.BOLD)])
    if not facts.dice:
        top += SMALL * 1.4
        paper.put([Words(facts.kind, middle, top - SMALL * 0.3, SMALL, "middle", SOFT)])
        return top
    top += 3
    for row in _rows(facts.dice, room, die):
        paper.put(dice_row(row, middle - dice_width(row, die) / 2, top, die))
        top += die + 5
    return top


def _rows(pool: Pool, room: float, die: float) -> Iterator[Pool]:
    """As many dice in a row as there is room for, in the order they are written."""
    row = NO_DICE
    for dice in pool:
        for _ in range(dice.count):
            longer = row + Pool.of(Dice(*dice.key))
            if row and dice_width(longer, die) > room + 0.01:
                yield row
                longer = Pool.of(Dice(*dice.key))
            row = longer
    if row:
        yield row


def put_ruler(paper: PlotSheet, per_stud: float) -> None:
    """Alternating studs, as many as there is room for."""
    count = next((many for many in (20, 10, 5) if many * per_stud < paper.inner * 0.5), 5)
    top = paper.top + 4
    for place in range(count):
        fill = INK if place % 2 == 0 else PAPER
        paper.put([Rectangle(paper.margin + place * per_stud, top, per_stud, 7, fill, 0.8, INK)])
    said = f"{with_unit(count, 'stud')}, {short(millimetres(count * LDU_PER_STUD))} mm"
    paper.put([Words(said, paper.margin + count * per_stud + 10, top + 8, SMALL, colour=SOFT)])
    paper.top = top + 10


def _moved(shapes: Sequence[Shape], by: float) -> Iterator[Shape]:
    for shape in shapes:
        match shape:
            case Words():
                yield shape._replace(at=shape.at + by)
            case PenLine():
                yield shape._replace(spots=[(x + by, y) for x, y in shape.spots])
            case _:
                yield shape._replace(left=shape.left + by)


def _said(file: DesignFile) -> str:
    units = (
        f"{one.count} × {one.name} ({one.notation or one.kind})"
        for one in file.facts.units
        if not one.is_spare
    )
    return f"{file.facts.name}: {'; '.join(units)}."


MOST = 60
_GAP = 26.0
_IN_A_ROW = 6


class BoxedDesign(NamedTuple):
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
        for line in wrap_text(one.design.name, HEAD, step - 8, 2, Face.BOLD):
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
