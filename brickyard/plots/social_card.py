"""The picture that goes with a link: 1200 by 630 pixels with models, name, dice and verdict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO

from brickyard.facts.design_facts import DesignFacts, OddsFacts
from brickyard.facts.force_facts import ForceFacts
from brickyard.facts.verdicts import ShownVerdict, attacks_words, mean_words
from brickyard.pictures.lettering import Face, elided, width_of, wrapped
from brickyard.pictures.subject import Subject
from brickyard.plots.flat_drawing import LINE, PAPER, SOFT, Drawing, Inset, Rectangle, Shape, Words, png_of
from brickyard.plots.plot_paper import WHITE, dice_row, dice_width
from brickyard.plots.portraits import extent, line_up_azimuth, portrait, view_at
from fleets.dice.pool import Pool

# Half of 1200 by 630: a PNG has two pixels for a unit.
_WIDTH, _HEIGHT, _MARGIN = 600.0, 315.0, 26.0
_STAMPS = {"legal": "#1f6b33", "warned": "#7a5600", "not": "#a11d1d", "open": "#55554f"}
_DIE = 26.0
_MOST_MODELS = 6
_MOST_DICE = 12


@dataclass(frozen=True, slots=True)
class CardModel:
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
        filter(None, (facts.kind, f"{facts.pieces} pieces" if facts.pieces else "", facts.size))
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
    size = next((one for one in sizes if len(wrapped(name, one, room, face=Face.CONDENSED)) <= 2), sizes[-1])
    top = _MARGIN - 4
    for line in wrapped(name, size, room, 2, Face.CONDENSED):
        top += size * 1.1
        shapes.append(Words(line, _MARGIN, top - size * 0.2, size, face=Face.CONDENSED))
    return top


def _lines(shapes: list[Shape], text: str, size: float, room: float, top: float) -> float:
    for line in wrapped(text, size, room, 3):
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
        yield Words(elided(text, 12.0, room - 46), _MARGIN + 44, top, 12.0, colour=SOFT)


def _stamp(verdict: ShownVerdict, room: float) -> Iterator[Shape]:
    """At the foot: the word in its colour, and beside or above it by which rules."""
    size, high = 14.0, 26.0
    colour = _STAMPS[verdict.style]
    wide = width_of(verdict.word, size, Face.BOLD) + 22
    top = _HEIGHT - _MARGIN - high + 6
    yield Rectangle(_MARGIN, top, wide, high, colour, radius=5)
    yield Words(verdict.word, _MARGIN + 11, top + high * 0.68, size, colour=WHITE, face=Face.BOLD)
    by = elided(f"by {verdict.edition}", 11.0, 270.0)
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
        name = elided(one.name, 11.0, wide + step - 4, Face.BOLD)
        yield Words(name, middle, foot - labels + 16, 11.0, "middle", face=Face.BOLD)
        if one.dice and len(one.dice) <= _MOST_DICE:
            side = min(14.0, (wide + step - 4) / dice_width(one.dice, 1.0))
            yield from dice_row(one.dice, middle - dice_width(one.dice, side) / 2, foot - labels + 21, side)
        left += wide + step
    yield Rectangle(_MARGIN, foot + 8, room, 0.8, LINE)
