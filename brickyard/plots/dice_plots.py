"""What a pool comes to: attack, defense, movement and spot of each unit as strips of chances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from brickyard.facts.verdicts import mean_words
from brickyard.fight_odds.odds_answer import CardOdds
from brickyard.fight_odds.odds_text import AIMS
from brickyard.pictures.lettering import Face, elide, width_of
from brickyard.plots.damage_paints import damage_shade, other_shade
from brickyard.plots.fight_plots import add_survival
from brickyard.plots.flat_drawing import FAINT, LINE, PAPER, SOFT, Drawing, PenLine, Rectangle, Shape, Words
from brickyard.plots.plot_paper import (
    HEAD,
    PAGE_MARGIN,
    SMALL,
    TEXT,
    PlotSheet,
    dice_row,
    dice_width,
    percent_words,
)
from brickyard.plots.portraits import UnitPictures
from brickyard.printing.reference_tables import ranges
from catalog.editions.edition import Edition, options_in_force
from catalog.vocabulary import NO_DICE, Pool, Vocabulary, vocabulary_of
from fleets.chances.card_numbers import BLUE, CardNumbers
from fleets.chances.combat import Distribution
from fleets.dice.carried_systems import by_range
from fleets.packing.game_table import ruler_of
from ldraw_tools.findings import BrickyardError, printable
from validators.wording import listed

WIDTH = 760.0
_STRIP, _GAP, _NARROWEST = 22.0, 22.0, 150.0
_DIE = 22.0
# The highest that a die shows.
_HIGHEST = 8
MOST_UNITS = 60


def strips_drawing(found: Sequence[CardOdds], width: float = WIDTH) -> Drawing:
    """All units of all sides in one picture."""
    return _drawing("What {} rolls", found, width)


def card_drawing(found: CardOdds, width: float = WIDTH) -> Drawing:
    """What each unit does at every distance, the strips, and of one unit how long it stands."""
    return _drawing("What to expect of {}", [found], width, everything=True)


def _drawing(says: str, found: Sequence[CardOdds], width: float, everything: bool = False) -> Drawing:
    number = sum(len(side.cards) for side in found)
    if number > MOST_UNITS:
        raise BrickyardError(f"{number:,} units are too many for a picture; {MOST_UNITS} are the most")
    sheet = PlotSheet(width)
    title = listed([printable(side.title) for side in found])
    for place, side in enumerate(found):
        sheet.top += 20 if place else 0
        sheet.title(printable(side.title))
        if everything and bands_of(side.edition):
            sheet.heading("Range bands")
            numbers = [card.numbers for card in side.cards]
            add_bands(sheet, numbers, side.edition, UnitPictures(side.fielded, 46, 40))
            sheet.heading("What its dice come to")
        if place == 0:
            sheet.note(_explained(side.cards[0].numbers))
        for card in side.cards:
            add_unit(sheet, card.numbers, vocabulary_of(side.edition))
            # Of several units it would be a long picture: each by itself has it.
            if everything and number == 1 and card.numbers.durability:
                add_survival(sheet, [card.numbers.durability], side.edition)
    sheet.top += 10
    for edition in dict.fromkeys(f"{side.edition.named}." for side in found):
        sheet.note(edition)
    return sheet.drawing(says.format(title))


def strips_for_page(units: Sequence[CardNumbers], edition: Edition, width: float) -> Drawing:
    """Of one unit without its name and dice, which the page shows already."""
    sheet = PlotSheet(width, PAGE_MARGIN)
    sheet.subheading("What its dice come to" if len(units) == 1 else "What their dice come to")
    for numbers in units[:MOST_UNITS]:
        if len(units) == 1:
            _strips(sheet, numbers, vocabulary_of(edition))
        else:
            add_unit(sheet, numbers, vocabulary_of(edition))
    sheet.note("The number is what the best die for it shows, the width how often; on the right is the mean.")
    return sheet.drawing("What the dice come to")


def _explained(numbers: CardNumbers) -> str:
    return (
        "The number is what the best die for it shows, the width how often; 0 means no die. On the right is "
        "the mean. "
        f"White dice: {AIMS[numbers.aim.value]}."
    )


def add_unit(sheet: PlotSheet, numbers: CardNumbers, vocabulary: Vocabulary) -> None:
    fighter = numbers.fighter
    pool = fighter.pool(vocabulary)
    sheet.top += 16
    many = f"{fighter.count} × " if fighter.count > 1 else ""
    dice = min(dice_width(pool, _DIE), sheet.inner * 0.66)
    side = _DIE * dice / max(dice_width(pool, _DIE), 1.0)
    name = elide(many + printable(fighter.name), HEAD, sheet.inner - dice - 12, Face.BOLD)
    sheet.put([Words(name, sheet.margin, sheet.top + _DIE * 0.7, HEAD, face=Face.BOLD)])
    sheet.put(dice_row(pool, sheet.margin + width_of(name, HEAD, Face.BOLD) + 12, sheet.top, side))
    sheet.top += _DIE + 4
    _strips(sheet, numbers, vocabulary)


def _strips(sheet: PlotSheet, numbers: CardNumbers, vocabulary: Vocabulary) -> None:
    strips = list(_named(numbers, vocabulary))
    columns = len(strips) if sheet.inner >= len(strips) * _NARROWEST else 2
    wide = (sheet.inner - (columns - 1) * _GAP) / columns
    for start in range(0, len(strips), columns):
        for place, (name, found) in enumerate(strips[start : start + columns]):
            left = sheet.margin + place * (wide + _GAP)
            sheet.put(_strip(name, found, left, sheet.top, wide))
            sheet.tell(f"{printable(numbers.fighter.name)}, {name}: {_said(found)}.")
        sheet.top += SMALL * 1.7 + _STRIP + 6


def _named(numbers: CardNumbers, vocabulary: Vocabulary) -> Iterator[tuple[str, Distribution]]:
    actions = numbers.actions
    at = next((known.name for known in vocabulary.ranges if known.letter == numbers.letter), numbers.letter)
    yield f"attack, {at}", actions.attack
    yield "defense", actions.defense
    yield numbers.movement_word, actions.movement
    yield numbers.spot_word, actions.spot


def _strip(name: str, found: Distribution, left: float, top: float, width: float) -> Iterator[Shape]:
    yield Words(elide(name, SMALL, width - 36), left, top + SMALL * 1.1, SMALL, colour=SOFT)
    yield Words(mean_words(found.mean), left + width, top + SMALL * 1.1, SMALL, "end", face=Face.BOLD)
    at = left
    for value, chance in enumerate(found.chances):
        wide = width * float(chance)
        fill, ink = other_shade(Fraction(value, _HIGHEST))
        if wide:
            yield Rectangle(at, top + SMALL * 1.5, wide, _STRIP, fill, 0.6, FAINT)
        if wide > 10:
            yield Words(
                str(value),
                at + wide / 2,
                top + SMALL * 1.5 + _STRIP * 0.68,
                SMALL + 1,
                "middle",
                ink,
                Face.BOLD,
            )
        at += wide


def _said(found: Distribution) -> str:
    each = (f"{value}: {percent_words(chance)} %" for value, chance in enumerate(found.chances) if chance)
    return f"mean {mean_words(found.mean)}; {', '.join(each)}"


_ROW, _BAND_DIE = 44.0, 18.0
# Beyond the ruler there is room for this many units.
_BEYOND = 2
_ONE_BLUE = BLUE.index(1)


class Band(NamedTuple):
    """From `start` to `end` in units of the ruler; the last has no end."""

    letter: str
    name: str
    reach: str
    start: int
    end: int
    is_open: bool


def bands_of(edition: Edition) -> list[Band]:
    """Nearest first, none over another; none if the edition doesn't say how far ranges reach."""
    vocabulary = vocabulary_of(edition)
    found: list[Band] = []
    for row in ranges(edition, vocabulary, ruler_of(edition, options_in_force(edition))):
        start = max(int(row["from"]), found[-1].end if found else 0)
        end = int(row["to"]) if row["to"] is not None else start + _BEYOND
        if end > start:
            found.append(Band(row["letter"], row["name"], row["reach"], start, end, row["to"] is None))
    return found


def bands_for_page(numbers: Sequence[CardNumbers], edition: Edition, width: float) -> Drawing | None:
    """Without pictures, which the page has; None where ranges have no lengths."""
    if not bands_of(edition) or not numbers:
        return None
    sheet = PlotSheet(width, PAGE_MARGIN)
    sheet.subheading("Range bands")
    add_bands(sheet, numbers, edition, named=len(numbers) > 1)
    return sheet.drawing("What it does at each distance")


def add_bands(
    sheet: PlotSheet,
    units: Sequence[CardNumbers],
    edition: Edition,
    pictures: UnitPictures | None = None,
    named: bool = True,
) -> None:
    bands = bands_of(edition)
    if not bands:
        return
    wide = sheet.inner >= 500
    room = (170.0 if wide else 0.0) if named else 0.0
    left = sheet.margin + room
    step = (sheet.inner - room) / bands[-1].end
    _axis(sheet, bands, left, step)
    for numbers in units:
        _unit(sheet, numbers, bands, (left, step), vocabulary_of(edition), pictures, named)
    sheet.note(
        "The dice of its weapons at that range, and the mean damage to a target of its own kind with one "
        "blue die, in the open. Without such dice white ones attack, if the range allows it."
    )


def _axis(sheet: PlotSheet, bands: Sequence[Band], left: float, step: float) -> None:
    """The ruler: units, and the name of each band over it."""
    sheet.top += 6
    ends: list[float] = []
    names: list[tuple[str, float, int]] = []
    for band in bands:
        at, width = left + band.start * step, (band.end - band.start) * step
        name = band.name if width_of(band.name, SMALL, Face.BOLD) <= width else band.name.partition("-")[0]
        wide = width_of(name, SMALL, Face.BOLD)
        # What is longer than its band begins with it, in a line where nothing is in its way.
        start = at + max(width - wide, 0) / 2
        line = next((number for number, end in enumerate(ends) if end < start), len(ends))
        ends[line : line + 1] = [start + wide + 4]
        names.append((name, start + wide / 2, line))
    for name, middle, line in names:
        baseline = sheet.top + SMALL * (1 + 1.25 * line)
        sheet.put([Words(name, middle, baseline, SMALL, "middle", face=Face.BOLD)])
    top = sheet.top + SMALL * (1.6 + 1.25 * (len(ends) - 1))
    ruler = max((band.end for band in bands if not band.is_open), default=0)
    for unit in range(ruler):
        fill = SOFT if unit % 2 == 0 else LINE
        sheet.put([Rectangle(left + unit * step, top, step, 6, fill)])
    for unit in range(1, ruler + 1):
        at = left + unit * step
        sheet.put([Words(str(unit), at - 3, top + 6 + SMALL * 1.2, SMALL, "end", SOFT)])
    beyond = left + ruler * step
    sheet.put([PenLine(((beyond, top + 3), (left + bands[-1].end * step, top + 3)), 1.5, SOFT, dashed=True)])
    sheet.put([Words("units", left + 3, top + 6 + SMALL * 1.2, SMALL, colour=SOFT)] if step > 40 else [])
    sheet.top = top + 6 + SMALL * 1.9


def _unit(
    sheet: PlotSheet,
    numbers: CardNumbers,
    bands: Sequence[Band],
    place: tuple[float, float],
    vocabulary: Vocabulary,
    pictures: UnitPictures | None,
    named: bool,
) -> None:
    left, step = place
    name = printable(numbers.fighter.name)
    if named and left - sheet.margin < 20:
        sheet.paragraph(name, TEXT, face=Face.BOLD)
        sheet.top += 3
    elif named:
        sheet.put(_label(sheet, numbers.fighter.name, left, pictures))
    armed = by_range(numbers.fighter.pool(vocabulary), vocabulary)
    dealt = _dealt(numbers)
    highest = max(dealt.values(), default=Fraction(0)) or Fraction(1)
    told = []
    for band in bands:
        dice, mean = armed.get(band.letter) or NO_DICE, dealt.get(band.letter)
        at, width = left + band.start * step, (band.end - band.start) * step
        part = mean / max(highest, Fraction(3, 2)) if mean is not None else None
        sheet.put(_segment(dice, mean, part, (at, sheet.top, width - 3, _ROW - 6)))
        told.append(f"{band.name} ({band.reach}): {mean_words(mean) if mean is not None else 'no attack'}")
    sheet.tell(f"{name}: {', '.join(told)}.")
    sheet.top += _ROW


def _dealt(numbers: CardNumbers) -> dict[str, Fraction]:
    """By range, to a target of its own kind, or of the first kind that it can attack."""
    kinds = [one.kind for one in numbers.dealt]
    kind = numbers.fighter.kind if numbers.fighter.kind in kinds else next(iter(kinds), "")
    return {one.letter: one.means[_ONE_BLUE] for one in numbers.dealt if one.kind == kind}


def _segment(
    dice: Pool, mean: Fraction | None, part: Fraction | None, box: tuple[float, float, float, float]
) -> Iterator[Shape]:
    left, top, width, height = box
    if mean is None or part is None:
        yield Rectangle(left, top, width, height, PAPER, 1, LINE)
        yield Words("–", left + width / 2, top + height / 2 + 4, TEXT, "middle", FAINT)
        return
    fill, ink = damage_shade(part * Fraction(7, 8))
    yield Rectangle(left, top, width, height, fill, 1, FAINT)
    text = mean_words(mean)
    wide = dice_width(dice, _BAND_DIE)
    if width > wide + 44:
        start = left + (width - wide - 34) / 2
        yield from dice_row(dice, start, top + (height - _BAND_DIE) / 2, _BAND_DIE)
        yield Words(text, start + wide + 6, top + height / 2 + 4.5, TEXT, "start", ink, Face.BOLD)
        return
    if dice:
        side = min(13.0, (width - 4) / max(dice_width(dice, 1.0), 1.0))
        yield from dice_row(dice, left + (width - dice_width(dice, side)) / 2, top + 4, side)
    yield Words(text, left + width / 2, top + height - 6, SMALL, "middle", ink, Face.BOLD)


def _label(sheet: PlotSheet, fighter: str, left: float, pictures: UnitPictures | None) -> Iterator[Shape]:
    drawn = pictures.of(fighter) if pictures else None
    start = sheet.margin
    if drawn:
        smaller = drawn.scaled(min(1.0, (_ROW - 4) / (drawn.bottom - drawn.top)))
        middle = sheet.top + (_ROW - 6) / 2
        ground = middle + (smaller.bottom - smaller.top) / 2 - (smaller.bottom - smaller.foot)
        yield smaller.standing(start, ground)
        start += 52
    shown = elide(printable(fighter), TEXT, left - start - 8, Face.BOLD)
    yield Words(shown, start, sheet.top + (_ROW - 6) / 2 + TEXT * 0.35, TEXT, face=Face.BOLD)
