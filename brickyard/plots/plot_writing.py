"""Writes what `render` draws beside pictures of models: line-ups, parts laid flat, sizes, cards for links."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from brickyard.facts.design_facts import DesignFacts, OddsFacts
from brickyard.facts.force_facts import ForceFacts
from brickyard.facts.judged_designs import DesignFile, open_design_files, why_no_design
from brickyard.facts.verdicts import ShownVerdict, attacks_words, mean_words
from brickyard.pictures.lettering import Face, elide, width_of, wrap_text
from brickyard.pictures.paints import AS_IT_IS, Paints, brightness, hex_of
from brickyard.pictures.special_views import LAID_ELEVATION, laid_flat
from brickyard.pictures.subject import Subject
from brickyard.pictures.system_marks import open_design
from brickyard.plots import PlotKind, check_name
from brickyard.plots.damage_paints import BLACK, WHITE
from brickyard.plots.flat_drawing import (
    FAINT,
    LINE,
    PAPER,
    SOFT,
    Drawing,
    Inset,
    Rectangle,
    Shape,
    Words,
    drawing_bytes,
    png_of,
)
from brickyard.plots.force_line_up import WIDTH as LINE_UP_WIDTH, line_up_drawing, size_drawing
from brickyard.plots.plot_paper import SMALL, TEXT, PlotSheet, dice_row, dice_width
from brickyard.plots.portraits import extent, line_up_azimuth, portrait, view_at
from catalog import colours
from catalog.vocabulary import Pool
from ldraw_tools.choosing import output_stem
from ldraw_tools.findings import BrickyardError, RefusedError, count_of, printable
from ldraw_tools.workspace import Workspace
from ldraw_tools.writing import Output, make_output
from validators.judged_files import JudgeSettings

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
        yield Words(elide(f"{many} {_name(code)}", SMALL, wide - 26), left + 20, top + 11, SMALL)
    sheet.top += -(-len(counts) // columns) * 20


# Half of 1200 by 630: a PNG has two pixels for a unit.
_WIDTH, _HEIGHT, _MARGIN = 600.0, 315.0, 26.0
_STAMPS = {"legal": "#1f6b33", "warned": "#7a5600", "not": "#a11d1d", "open": "#55554f"}
_DIE = 26.0
_MOST_MODELS = 6
_MOST_DICE = 12


class CardModel(NamedTuple):
    """A model of the card; it may have a name and dice below it."""

    subject: Subject
    name: str = ""
    dice: Pool | None = None


def design_social_card(facts: DesignFacts, subject: Subject | bytes | None) -> Drawing:
    """The model on the right, all words on the left; of a picture that is there already, that picture."""
    shapes: list[Shape] = [Rectangle(0, 0, _WIDTH, _HEIGHT, PAPER)]
    room = 270.0 if subject else _WIDTH - 2 * _MARGIN
    top = _title(shapes, facts.name, room)
    under = ", ".join(
        filter(None, (facts.kind, f"{facts.pieces} pieces" if facts.pieces else "", facts.size_text))
    )
    top = _lines(shapes, under, 12.0, room, top + 4)
    shapes += _dice(facts.dice, _MARGIN, top + 14, room)
    shapes += _numbers(facts.odds, top + (14 + _DIE + 16 if facts.dice else 14), room)
    shapes += _stamp(facts.verdict, room)
    if subject:
        shapes += _shown(subject, (room + _MARGIN + 14, 16.0, _WIDTH - room - _MARGIN - 30, _HEIGHT - 32))
    said = f"{facts.notation}. {facts.verdict}" if facts.notation else str(facts.verdict)
    return Drawing(facts.name, _WIDTH, _HEIGHT, shapes, said)


def force_social_card(facts: ForceFacts, models: Sequence[CardModel] | bytes) -> Drawing:
    """Name above, models to one scale with their dice, the verdict below; or a picture of them."""
    shapes: list[Shape] = [Rectangle(0, 0, _WIDTH, _HEIGHT, PAPER)]
    top = _title(shapes, facts.name, _WIDTH - 2 * _MARGIN)
    _lines(shapes, facts.counts_words, 12.0, _WIDTH - 2 * _MARGIN, top + 2)
    shapes += _stamp(facts.verdict, _WIDTH - 2 * _MARGIN)
    if isinstance(models, bytes):
        shapes += _shown(models, (_MARGIN, top + 26, _WIDTH - 2 * _MARGIN, _HEIGHT - top - _MARGIN - 58))
    else:
        shapes += _row(models[:_MOST_MODELS], top + 24)
    return Drawing(facts.name, _WIDTH, _HEIGHT, shapes, f"{facts.counts_words}. {facts.verdict}")


def social_card_png(drawing: Drawing) -> bytes:
    return png_of(drawing, 2)


def _title(shapes: list[Shape], name: str, room: float) -> float:
    """In the largest size that takes two lines at most; where it ends."""
    sizes = (34.0, 29.0, 24.0, 20.0)
    size = next(
        (one for one in sizes if len(wrap_text(name, one, room, face=Face.CONDENSED)) <= 2), sizes[-1]
    )
    top = _MARGIN - 4
    for line in wrap_text(name, size, room, 2, Face.CONDENSED):
        top += size * 1.1
        shapes.append(Words(line, _MARGIN, top - size * 0.2, size, face=Face.CONDENSED))
    return top


def _lines(shapes: list[Shape], text: str, size: float, room: float, top: float) -> float:
    for line in wrap_text(text, size, room, 3):
        top += size * 1.35
        shapes.append(Words(line, _MARGIN, top - size * 0.3, size, colour=SOFT))
    return top


def _dice(pool: Pool, left: float, top: float, room: float) -> Iterator[Shape]:
    if pool and len(pool) <= _MOST_DICE:
        side = min(_DIE, room / dice_width(pool, 1.0))
        yield from dice_row(pool, left, top, side)


def _numbers(odds: OddsFacts | None, top: float, room: float) -> Iterator[Shape]:
    """What to expect of it, a line each."""
    if odds is None:
        return
    lines = [(f"damage of an attack, {odds.range}", mean_words(odds.damage))]
    if odds.lasts is not None:
        lines.append((f"attacks of {odds.attacked_by} destroy it", attacks_words(odds.lasts, "")))
    lines += [(odds.movement_word, mean_words(odds.movement)), (odds.spot_word, mean_words(odds.spot))]
    for text, number in lines:
        top += 18.0
        yield Words(number, _MARGIN + 36, top, 13.0, "end", face=Face.BOLD)
        yield Words(elide(text, 12.0, room - 46), _MARGIN + 44, top, 12.0, colour=SOFT)


def _stamp(verdict: ShownVerdict, room: float) -> Iterator[Shape]:
    """At the foot: the word in its colour, and beside or above it by which rules."""
    size, high = 14.0, 26.0
    colour = _STAMPS[verdict.style]
    wide = width_of(verdict.word, size, Face.BOLD) + 22
    top = _HEIGHT - _MARGIN - high + 6
    yield Rectangle(_MARGIN, top, wide, high, colour, radius=5)
    yield Words(verdict.word, _MARGIN + 11, top + high * 0.68, size, colour=WHITE, face=Face.BOLD)
    by = elide(f"by {verdict.edition}", 11.0, 270.0)
    is_beside = wide + 10 + width_of(by, 11.0) <= room
    place = (_MARGIN + wide + 10, top + high * 0.66) if is_beside else (_MARGIN, top - 8)
    yield Words(by, *place, 11.0, colour=SOFT)


def _shown(subject: Subject | bytes, box: tuple[float, float, float, float]) -> Iterator[Inset]:
    left, top, width, height = box
    if isinstance(subject, bytes):
        from PIL import Image

        with Image.open(BytesIO(subject)) as image:
            size = image.size
        times = min(width / size[0], height / size[1])
        place = left + (width - size[0] * times) / 2, top + (height - size[1] * times) / 2
        yield Inset(subject, *place, size[0] * times, size[1] * times)
        return
    view = view_at(line_up_azimuth(subject))
    wide, high, deep = extent(subject, view)
    scale = min(width / max(wide, 0.1), height / max(high + deep, 0.1), 40.0)
    drawn = portrait(subject, view, scale)
    ground = top + (height + (high - deep) * scale) / 2
    yield drawn.standing(left + (width - drawn.wide) / 2, ground)


def _row(models: Sequence[CardModel], top: float) -> Iterator[Shape]:
    if not models:
        return
    room, foot = _WIDTH - 2 * _MARGIN, _HEIGHT - _MARGIN - 34
    views = [view_at(line_up_azimuth(one.subject)) for one in models]
    sizes = [extent(one.subject, view) for one, view in zip(models, views, strict=True)]
    gap = 12.0
    labels = 34.0
    scale = min(
        (room - gap * (len(models) - 1)) / sum(size[0] for size in sizes),
        (foot - labels - top - 8) / max(size[1] + size[2] for size in sizes),
    )
    ground = foot - labels - max(size[2] for size in sizes) * scale
    spare = room - sum(size[0] for size in sizes) * scale
    step = spare / len(models)
    left = _MARGIN + step / 2
    for one, view, size in zip(models, views, sizes, strict=True):
        wide = size[0] * scale
        yield portrait(one.subject, view, scale).standing(left, ground)
        middle = left + wide / 2
        name = elide(one.name, 11.0, wide + step - 4, Face.BOLD)
        yield Words(name, middle, foot - labels + 16, 11.0, "middle", face=Face.BOLD)
        if one.dice and len(one.dice) <= _MOST_DICE:
            side = min(14.0, (wide + step - 4) / dice_width(one.dice, 1.0))
            yield from dice_row(one.dice, middle - dice_width(one.dice, side) / 2, foot - labels + 21, side)
        left += wide + step
    yield Rectangle(_MARGIN, foot + 8, room, 0.8, LINE)


# In units of two pixels.
_LEAST_WIDTH = 150.0


def write_plot(
    kind: PlotKind,
    paths: Sequence[Path],
    target: Path | None,
    workspace: Workspace,
    *,
    width: float = 0.0,
    force: bool = False,
    write: bool = True,
) -> Output:
    """A plot, with its usual name if there is no target; a width of 0 is the usual one."""
    if 0 < width < _LEAST_WIDTH:
        raise BrickyardError(f"--size: {2 * _LEAST_WIDTH:.0f} pixels of width is the least for this picture")
    written = target or _usual_name(kind, paths)
    if write:
        check_name(written, force=force)
    files = open_design_files(paths, JudgeSettings(workspace=workspace))
    for file in files:
        if not file.designs:
            raise BrickyardError(why_no_design(file.path, [file], "nothing in it has a model to draw"))
    drawing = _drawn(kind, files, workspace, width)
    fielded = sum(one.count for file in files for one in file.designs if not one.is_spare)
    said = [f"{printable(str(written))}: {drawing.title}, {count_of(fielded, 'unit')}"]
    return make_output({written: drawing_bytes(drawing, written)}, said, write=write, force=force)


def _usual_name(kind: PlotKind, paths: Sequence[Path]) -> Path:
    if kind is PlotKind.SIZES:
        return Path("sizes.png")
    stem = "-".join(output_stem(path) for path in paths[:2])
    return Path(f"{stem}.png" if kind is PlotKind.LINE_UP else f"{stem}-{kind}.png")


def _drawn(kind: PlotKind, files: Sequence[DesignFile], workspace: Workspace, width: float) -> Drawing:
    if kind is PlotKind.LINE_UP:
        return line_up_drawing(files, workspace.library, width or LINE_UP_WIDTH)
    if kind is PlotKind.SIZES:
        designs = [one for file in files for one in file.designs if not one.is_spare]
        return size_drawing(designs, width or LINE_UP_WIDTH)
    if len(files) != 1:
        raise BrickyardError(f"--{kind} draws one thing: name one file")
    if kind is PlotKind.LINK:
        return link_drawing(files[0])
    if files[0].is_force:
        raise BrickyardError("--parts lays out one model: name the model, not the list that fields it")
    subject = _first_subject(files[0])
    if subject is None:
        raise BrickyardError(f"{printable(str(files[0].path))}: nothing in it can be drawn")
    return parts_drawing(subject, files[0].designs[0].facts.name, width or WIDTH)


def _first_subject(file: DesignFile) -> Subject | None:
    opened = open_design(file.designs[0])
    return opened.subject if opened else None


def link_drawing(file: DesignFile) -> Drawing:
    """Of a company or a fleet, or of a design by itself."""

    if not file.is_force:
        return design_social_card(file.designs[0].facts, _first_subject(file))
    models = []
    for one in file.designs:
        try:
            opened = None if one.is_spare else open_design(one)
        except RefusedError:
            opened = None
        if opened:
            many = f"{one.count} × " if one.count > 1 else ""
            models.append(CardModel(opened.subject, many + one.facts.name, one.facts.dice))
    return force_social_card(file.facts, models)
