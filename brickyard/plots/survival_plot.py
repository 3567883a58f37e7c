"""How long a unit stands: the chance after each attack, and what it rolls after each loss."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice

from brickyard.facts.verdicts import attacks_words
from brickyard.pictures.dice_shapes import each
from brickyard.pictures.lettering import elided, width_of
from brickyard.plots.flat_drawing import BAR, INK, SOFT, Drawing, PenLine, Rectangle, Shape, Spot, Words
from brickyard.plots.plot_paper import (
    PAGE_MARGIN,
    SMALL,
    TEXT,
    PlotSheet,
    dice_row,
    dice_width,
    grid,
    percent_words,
)
from catalog.editions.edition import Edition
from fleets.chances.card_numbers import Durability, weakened
from fleets.dice.pool import Pool
from fleets.dice.vocabulary import Vocabulary, vocabulary_of
from ldraw_tools.findings import printable

_HEIGHT = 130.0
_MOST_ATTACKS = 40
_NEVER = Fraction(1, 20)
_MOST_ROWS = 12
_LEVELS = [(0.0, "0 %"), (0.5, "50 %"), (1.0, "100 %")]


def survival_for_page(lasting: Durability, edition: Edition, width: float) -> Drawing | None:
    """One unit against the attacker that its edition calls typical; None if it lives too long."""
    if len(curve(lasting)) < 2:
        return None
    sheet = PlotSheet(width, PAGE_MARGIN)
    sheet.top -= 14
    add_survival(sheet, [lasting], edition)
    return sheet.drawing(f"How long {printable(lasting.fighter.name)} stands")


def add_survival(sheet: PlotSheet, lasting: Sequence[Durability], edition: Edition) -> None:
    """A curve for each attacker, the first one solid; below it the dice that each loss leaves."""
    lasting = [one for one in lasting if len(curve(one)) > 1]
    if not lasting:
        return
    vocabulary = vocabulary_of(edition)
    sheet.heading(f"The chance that {printable(lasting[0].fighter.name)} still stands, after each attack")
    for one, line in zip(lasting, _curves(sheet, lasting), strict=True):
        sheet.put(line)
        sheet.tell(f"{_who(one, vocabulary)}: {_spoken(one)}.")
    sheet.top += _HEIGHT + SMALL * 3.8
    for place, one in enumerate(lasting):
        start = sheet.margin
        at = sheet.top + SMALL * 0.65
        sheet.put([PenLine(((start, at), (start + 30, at)), 2.4, _ink(place), dashed=place > 0)])
        sheet.paragraph(_who(one, vocabulary) + _mean(one), SMALL, left=38)
    _add_losses(sheet, lasting[0], vocabulary)


def _ink(place: int) -> str:
    return BAR if place == 0 else SOFT


def _who(one: Durability, vocabulary: Vocabulary) -> str:
    name = next((known.name for known in vocabulary.ranges if known.letter == one.letter), one.letter)
    return f"Attacked by {printable(one.attacker.name)} at {name} range, in the open"


def _mean(one: Durability) -> str:
    return f": {attacks_words(one.attacks)} attacks on average" if one.attacks is not None else ""


def curve(one: Durability) -> list[Fraction]:
    """The chances after 0, 1, 2 … attacks, until it is most likely destroyed; none if it lives too long."""
    found: list[Fraction] = []
    for chance in islice(one.standing(), _MOST_ATTACKS + 1):
        found.append(chance)
        if chance < _NEVER:
            break
    return found


def _spoken(one: Durability) -> str:
    chances = curve(one)[1:]
    return ", ".join(f"after {number} {percent_words(chance)} %" for number, chance in enumerate(chances, 1))


def _curves(sheet: PlotSheet, lasting: Sequence[Durability]) -> Iterator[list[Shape]]:
    curves = [curve(one) for one in lasting]
    last = max(map(len, curves)) - 1
    left = sheet.margin + 46
    box = (left, sheet.top + 18, sheet.inner - 62, _HEIGHT)
    step = box[2] / last
    foot = box[1] + _HEIGHT
    shapes: list[Shape] = list(grid(box, _LEVELS))
    every = 1 if step > 26 else 5
    shapes += [
        Words(str(number), left + number * step, foot + SMALL * 1.4, SMALL, "middle")
        for number in range(0, last + 1, every)
    ]
    shapes.append(Words("attacks", left - 6, foot + SMALL * 1.4, SMALL, "end", SOFT))
    for place, chances in enumerate(curves):
        spots = [
            (left + number * step, foot - float(chance) * _HEIGHT) for number, chance in enumerate(chances)
        ]
        shapes.append(PenLine(spots, 2.4, _ink(place), dashed=place > 0))
        if place == 0:
            shapes += _points(spots, chances, curves[1:], 1 if step > 26 else 5)
        yield shapes
        shapes = []


def _points(
    spots: Sequence[Spot], chances: Sequence[Fraction], others: Sequence[Sequence[Fraction]], every: int
) -> Iterator[Shape]:
    """Dots, with a number at some: on the side where no other curve runs."""
    for number, ((x, y), chance) in enumerate(zip(spots, chances, strict=True)):
        yield Rectangle(x - 2.5, y - 2.5, 5, 5, BAR, radius=2.5)
        if number and number % every == 0:
            below = any(other[number] > chance for other in others if number < len(other))
            place = (x - 4, y + 15) if below else (x + 5, y - 6)
            yield Words(percent_words(chance), *place, SMALL, "middle")


def _add_losses(sheet: PlotSheet, one: Durability, vocabulary: Vocabulary) -> None:
    """What is rolled after each loss; the dice that are gone fade to outlines."""
    fighter = one.fighter
    sheet.heading("What it rolls after each loss")
    sheet.top += 4
    whole = fighter.pool(vocabulary)
    life = min(fighter.life, _MOST_ROWS)
    wide = width_of("after 10 losses", TEXT) + 12
    side = min(22.0, (sheet.inner - wide) / max(dice_width(whole, 1.0) + 1.4, 1.0))
    for lost in range(life + 1):
        kept = weakened(fighter, lost).pool(vocabulary) if lost < fighter.life else Pool()
        label = "unhurt" if lost == 0 else f"after {lost} loss{'es' if lost > 1 else ''}"
        label = "destroyed" if lost == fighter.life else label
        at = sheet.top + side * 0.5 + TEXT * 0.35
        sheet.put([Words(elided(label, TEXT, wide), sheet.margin, at, TEXT, colour=INK)])
        sheet.put(dice_row(whole, sheet.margin + wide, sheet.top, side, kept))
        sheet.put(dice_row(_new(whole, kept), sheet.margin + wide + dice_width(whole, side), sheet.top, side))
        sheet.top += side + 4
    sheet.note("Other systems are lost first, then defense, then white dice.")


def _new(whole: Pool, kept: Pool) -> Pool:
    """A unit without weapons has a die for sprinting that it didn't have before."""
    have = list(each(whole))
    more = []
    for die in each(kept):
        if die in have:
            have.remove(die)
        else:
            more.append(die)
    return Pool(tuple(more))
