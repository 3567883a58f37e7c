"""What a pool comes to: attack, defense, movement and spot of each unit as strips of chances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from brickyard.facts.verdicts import mean_words
from brickyard.fight_odds.odds_answer import CardOdds
from brickyard.fight_odds.odds_wording import AIMS
from brickyard.pictures.lettering import Face, elided, width_of
from brickyard.plots.flat_drawing import FAINT, SOFT, Drawing, Rectangle, Shape, Words
from brickyard.plots.plot_paper import (
    HEAD,
    PAGE_MARGIN,
    SMALL,
    PlotSheet,
    dice_row,
    dice_width,
    percent_words,
    shade,
)
from brickyard.plots.portraits import UnitPictures
from brickyard.plots.range_bands import add_bands, bands_of
from brickyard.plots.survival_plot import add_survival
from catalog.editions.edition import Edition
from fleets.chances.card_numbers import CardNumbers
from fleets.chances.distribution import Distribution
from fleets.dice.vocabulary import Vocabulary, vocabulary_of
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
    name = elided(many + printable(fighter.name), HEAD, sheet.inner - dice - 12, Face.BOLD)
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
    yield Words(elided(name, SMALL, width - 36), left, top + SMALL * 1.1, SMALL, colour=SOFT)
    yield Words(mean_words(found.mean), left + width, top + SMALL * 1.1, SMALL, "end", face=Face.BOLD)
    at = left
    for value, chance in enumerate(found.chances):
        wide = width * float(chance)
        fill, ink = shade(Fraction(value, _HIGHEST))
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
