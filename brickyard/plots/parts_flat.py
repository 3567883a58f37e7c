"""All parts of a model laid flat by colour, with a bar of its colours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from brickyard.pictures.lettering import Face, elided, width_of
from brickyard.pictures.paints import AS_IT_IS, Paints, brightness, hex_of
from brickyard.pictures.special_views import LAID_ELEVATION, laid_flat
from brickyard.pictures.subject import Subject
from brickyard.plots.flat_drawing import FAINT, SOFT, Drawing, Rectangle, Shape, Words
from brickyard.plots.plot_paper import BLACK, SMALL, TEXT, WHITE, PlotSheet
from brickyard.plots.portraits import extent, portrait, view_at
from catalog import colours
from ldraw_tools.findings import count_of, printable

WIDTH = 900.0
_BAR = 26.0
# Nearly from above: tops and a little of the front.
_FROM_ABOVE = view_at(0.0, LAID_ELEVATION)
_MOST_PER_STUD = 26.0


def parts_drawing(subject: Subject, title: str, width: float = WIDTH) -> Drawing:
    flat, counts = laid_flat(subject)
    sheet = PlotSheet(width)
    sheet.title(printable(title))
    number = sum(many for _, many in counts)
    sheet.paragraph(f"{count_of(number, 'part')} in {count_of(len(counts), 'colour')}", TEXT, SOFT)
    wide, high, deep = extent(flat, _FROM_ABOVE)
    per_stud = min(sheet.inner / wide, _MOST_PER_STUD)
    drawn = portrait(flat, _FROM_ABOVE, per_stud, shadows=False)
    sheet.top += 10
    left = sheet.margin + (sheet.inner - wide * per_stud) / 2
    sheet.put([drawn.standing(left, sheet.top + high * per_stud)])
    sheet.top += (high + deep) * per_stud + 18
    add_colours(sheet, counts, subject.paints)
    return sheet.drawing(f"All parts of {printable(title)}")


def add_colours(sheet: PlotSheet, counts: Sequence[tuple[int, int]], paints: Paints) -> None:
    """One bar, as wide as there are parts of each colour, and its legend."""
    whole = sum(many for _, many in counts) or 1
    at = sheet.margin
    for code, many in counts:
        wide = sheet.inner * many / whole
        sheet.put(_segment(code, many, paints, at, sheet.top, wide))
        at += wide
    sheet.top += _BAR + 8
    sheet.put(_legend(sheet, counts, paints))
    sheet.tell(", ".join(f"{_name(code)} {many}" for code, many in counts) + ".")


def _name(code: int) -> str:
    return printable(colours.name_of(code))


def _segment(code: int, many: int, paints: Paints, left: float, top: float, wide: float) -> Iterator[Shape]:
    rgb = paints(code, AS_IT_IS).rgb
    yield Rectangle(left, top, wide, _BAR, hex_of(rgb), 0.6, FAINT)
    if wide > width_of(str(many), SMALL, Face.BOLD) + 4:
        ink = BLACK if brightness(rgb) > 0.5 else WHITE
        yield Words(str(many), left + wide / 2, top + _BAR * 0.66, SMALL, "middle", ink, Face.BOLD)


def _legend(sheet: PlotSheet, counts: Sequence[tuple[int, int]], paints: Paints) -> Iterator[Shape]:
    columns = max(int(sheet.inner // 165), 1)
    wide = sheet.inner / columns
    for number, (code, many) in enumerate(counts):
        row, column = divmod(number, columns)
        left, top = sheet.margin + column * wide, sheet.top + row * 20
        yield Rectangle(left, top, 14, 14, hex_of(paints(code, AS_IT_IS).rgb), 0.8, FAINT, radius=3)
        yield Words(elided(f"{many} {_name(code)}", SMALL, wide - 26), left + 20, top + 11, SMALL)
    sheet.top += -(-len(counts) // columns) * 20
