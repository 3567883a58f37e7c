"""Damage as bars: how likely each amount is, at each range, in the open and in cover."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby, islice

from brickyard.comparison.compare_answer import (
    Compared,
    place_now,
    position_words,
    signed,
    step_words,
    sum_words,
    verdict,
)
from brickyard.facts.force_colours import colour_of_units, said_colour
from brickyard.facts.verdicts import attacks_words, mean_words
from brickyard.fight_odds.odds_answer import ANY_COVER, COVERS, Fight, FightOdds, OddsRow
from brickyard.fight_odds.odds_text import situation_in_words
from brickyard.pictures.lettering import Face, each, elide, width_of, wrap_text
from brickyard.plots.flat_drawing import BAR, INK, LINE, SOFT, Drawing, PenLine, Rectangle, Shape, Spot, Words
from brickyard.plots.plot_paper import (
    HEAD,
    MOST_DAMAGE,
    PAGE_MARGIN,
    SMALL,
    TEXT,
    PlotSheet,
    bars,
    by_damage,
    dice_row,
    dice_width,
    grid,
    percent_words,
)
from brickyard.plots.portraits import Portrait, UnitPictures
from catalog.editions.edition import Edition
from catalog.vocabulary import Pool, Vocabulary, vocabulary_of
from fleets.chances.card_numbers import Durability, weaken
from fleets.chances.combat import OPEN
from fleets.comparing.scoring import Standing
from fleets.comparing.terms import Terms
from fleets.models.model_units import Role
from ldraw_tools.findings import BrickyardError, printable
from validators.wording import capital

WIDTH = 760.0
_PANEL_HEIGHT, _GAP, _NARROWEST = 92.0, 26.0, 200.0
# The place of a portrait.
_SIDE = (110.0, 96.0)
LABELS = [*map(str, range(MOST_DAMAGE)), f"{MOST_DAMAGE}+"]


def fight_drawing(found: FightOdds, width: float = WIDTH) -> Drawing:
    """All of a fight: both sides' dice, damage at each range, and how long the target stands."""
    fight = found.fights[0]
    sheet = PlotSheet(width)
    title = printable(found.title)
    sheet.title(title)
    pictures = UnitPictures([unit for side in found.fielded for unit in side], *_SIDE)
    for fighter, pool in zip((fight.attacker, fight.target), fight.pools, strict=True):
        _side(sheet, printable(fighter.name), pool, pictures.of(fighter.name))
    add_damage(sheet, fight)
    add_survival(sheet, fight.lasting, found.edition)
    sheet.top += 10
    sheet.note(f"{found.edition.named}; {situation_in_words(found.situation)}.")
    return sheet.drawing(title)


def damage_for_page(fight: Fight, width: float) -> Drawing:
    """The bars alone."""
    sheet = PlotSheet(width, PAGE_MARGIN)
    sheet.top -= 14
    add_damage(
        sheet, fight, f"Damage of one attack on {printable(fight.target.name)}, in percent of all attacks"
    )
    return sheet.drawing(f"Damage of {printable(fight.attacker.name)}")


def _side(sheet: PlotSheet, name: str, pool: Pool, drawn: Portrait | None) -> None:
    side, start, high = 26.0, sheet.margin, 26.0
    if drawn:
        high = max(high, drawn.bottom - drawn.top)
        sheet.put([drawn.standing(start + (_SIDE[0] - drawn.wide) / 2, sheet.top + drawn.foot - drawn.top)])
        start += _SIDE[0] + 14
    middle = sheet.top + high / 2
    shown = elide(name, HEAD, sheet.inner * 0.4, Face.CONDENSED)
    sheet.put([Words(shown, start, middle + HEAD * 0.36, HEAD, face=Face.CONDENSED)])
    left = start + width_of(shown, HEAD, Face.CONDENSED) + 12
    side = min(side, (sheet.margin + sheet.inner - left) / max(dice_width(pool, 1.0), 1.0))
    sheet.put(dice_row(pool, left, middle - side / 2, side))
    sheet.top += high + 8


def add_damage(
    sheet: PlotSheet, fight: Fight, heading: str = "Damage of one attack, in percent of all attacks"
) -> None:
    """A row of panels for each range, one panel for each cover, all to one scale."""
    possible = [row for row in fight.rows if row.possible]
    sheet.heading(heading)
    if not possible:
        sheet.paragraph("No attack is possible.")
    columns = max(int(sheet.inner // _NARROWEST), 1)
    most = _scale([chance for row in possible for chance in by_damage(row.damage)])
    wide = (sheet.inner - (columns - 1) * _GAP) / columns
    panels = list(_merged(possible))
    for start in range(0, len(panels), columns):
        sheet.top += 8
        for place, (name, row) in enumerate(panels[start : start + columns]):
            sheet.put(_panel(name, row, sheet.margin + place * (wide + _GAP), sheet.top, wide, most))
            sheet.tell(_said(name, row))
        sheet.top += HEAD + SMALL * 1.4 + 18 + _PANEL_HEIGHT + SMALL * 1.6 + 6
    for row in fight.rows:
        if not row.possible:
            sheet.note(f"{row.range_name.capitalize()}: {printable(row.why)}.")


def _merged(rows: Sequence[OddsRow]) -> Iterator[tuple[str, OddsRow]]:
    """One panel for covers that make the same difference."""
    for _, alike in groupby(rows, key=lambda row: (row.range, row.damage)):
        together = list(alike)
        cover = together[0].cover
        where = COVERS.get(cover, cover) if len(together) == 1 else "in any cover"
        if len(together) > 1 and OPEN in [row.cover for row in together]:
            where = COVERS[ANY_COVER]
        yield f"{together[0].range_name.capitalize()}, {where}", together[0]


def _scale(chances: Sequence[Fraction]) -> Fraction:
    """The next quarter above them."""
    most = max(chances, default=Fraction(1))
    return max(Fraction(-(-most * 4 // 1), 4), Fraction(1, 4))


def _panel(name: str, row: OddsRow, left: float, top: float, width: float, most: Fraction) -> Iterator[Shape]:
    yield Words(elide(name, HEAD, width, Face.BOLD), left, top + HEAD, HEAD, face=Face.BOLD)
    told = " · ".join(_numbers(row))
    yield Words(elide(told, SMALL, width), left, top + HEAD + SMALL * 1.4, SMALL, colour=SOFT)
    box = (left, top + HEAD + SMALL * 1.4 + 18, width, _PANEL_HEIGHT)
    yield from bars(by_damage(row.damage), LABELS, box, most, striped=row.cover not in (OPEN, ANY_COVER))


def _numbers(row: OddsRow) -> Iterator[str]:
    yield f"mean {mean_words(row.mean)}"
    if row.hurts is not None:
        yield f"hurts {percent_words(row.hurts)} %"
    if row.destroys:
        yield f"destroys {percent_words(row.destroys)} %"


def _said(name: str, row: OddsRow) -> str:
    """The bars in words."""
    chances = ", ".join(
        f"{label}: {percent_words(chance)} %"
        for label, chance in zip(LABELS, by_damage(row.damage), strict=True)
        if chance
    )
    return f"{name}: mean damage {mean_words(row.mean)}; {chances}."


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
        kept = weaken(fighter, lost).pool(vocabulary) if lost < fighter.life else Pool()
        label = "unhurt" if lost == 0 else f"after {lost} loss{'es' if lost > 1 else ''}"
        label = "destroyed" if lost == fighter.life else label
        at = sheet.top + side * 0.5 + TEXT * 0.35
        sheet.put([Words(elide(label, TEXT, wide), sheet.margin, at, TEXT, colour=INK)])
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


_PODIUM, _WIDEST_STAND, _STANDING = 110.0, 220.0, 64.0
_MOST_PORTRAITS, _FIGHTING = 5, (Role.FRAME, Role.SHIP, Role.COMPANY)
_ROW = 22.0
_MOST_SIDES = 12


def score_drawing(found: Compared, width: float = WIDTH) -> Drawing:
    """Highest score first, as everywhere; after events the podium has the scores of now."""
    standings = found.comparison.standings
    if len(standings) > _MOST_SIDES:
        raise BrickyardError(f"{len(standings)} sides are too many for a picture; {_MOST_SIDES} are the most")
    sheet = PlotSheet(width)
    terms = found.lineup.terms
    sheet.title("Who attacks, who defends" if not found.running else "How it stands now")
    _podium(sheet, found)
    sheet.heading(f"{capital(terms.word('points-per-asset'))} step by step ({terms.reference})")
    for standing in standings:
        _steps(sheet, standing, terms)
    sheet.top += 8
    for problem in found.lineup.problems:
        sheet.note(f"Warning: {printable(problem)}")
    sheet.note(printable(verdict(found)))
    sheet.tell(printable(verdict(found)))
    return sheet.drawing(f"Scores of {', '.join(printable(one.name) for one in standings)}")


def _places(found: Compared) -> Iterator[tuple[str, int, str]]:
    """Name, score and position, the highest first."""
    terms = found.lineup.terms
    if found.running:
        for now in found.running:
            was = f", was {now.score_at_start:,}" if now.score != now.score_at_start else ""
            yield now.name, now.score, place_now(now, terms) + was
    else:
        for one in found.comparison.standings:
            yield one.name, one.score, position_words(one.position, terms)


def _standing(found: Compared, width: float) -> dict[str, list[Portrait]]:
    """What stands on each stand, all to one scale: what fights, each design once."""
    fighting = {
        side.name: [unit for unit, _ in side.fielded if unit.role in _FIGHTING][:_MOST_PORTRAITS]
        for side in found.lineup.named
    }
    most = max(map(len, fighting.values()), default=0) or 1
    units = [unit for some in fighting.values() for unit in some]
    pictures = UnitPictures(units, width / most, _STANDING)
    if not pictures:
        return {}
    return {
        name: [drawn for unit in some if (drawn := pictures.of(unit.name))] for name, some in fighting.items()
    }


def _podium(sheet: PlotSheet, found: Compared) -> None:
    """A stand for each side in its colour, as high as its score; in the order of play from left to right."""
    places = list(_places(found))
    most = max((score for _, score, _ in places), default=0) or 1
    wide = min(sheet.inner / max(len(places), 1), _WIDEST_STAND)
    on_top = _standing(found, wide - 20)
    paints = {
        side.name: said_colour(side.colour) or colour_of_units(side.fielded)
        for side in found.lineup.named
        if side.fielded
    }
    foot = sheet.top + _PODIUM + 52 + (_STANDING if on_top else 0)
    left = sheet.margin + (sheet.inner - wide * len(places)) / 2
    lowest = foot
    for place, (name, score, position) in enumerate(places):
        tall = _PODIUM * max(score, 0) / most
        middle = left + (place + 0.5) * wide
        fill = paints.get(name, BAR)
        sheet.put([Rectangle(left + place * wide + 5, foot - tall, wide - 10, tall, fill)])
        row = on_top.get(name, [])
        at = middle - sum(one.wide for one in row) / 2
        for one in row:
            sheet.put([one.standing(at, foot - tall - (one.bottom - one.foot))])
            at += one.wide
        tall += max((one.bottom - one.top for one in row), default=0)
        lines = wrap_text(printable(name), HEAD, wide - 6, 2, Face.BOLD)
        for up, line in enumerate(reversed(lines)):
            at = foot - tall - 28 - up * HEAD * 1.2
            sheet.put([Words(line, middle, at, HEAD, "middle", face=Face.BOLD)])
        sheet.put([Words(f"{score:,}", middle, foot - tall - 7, 19, "middle", face=Face.BOLD)])
        for down, line in enumerate(wrap_text(capital(position), TEXT, wide - 6, 2)):
            lowest = max(lowest, foot + TEXT * 1.3 * (down + 1))
            sheet.put([Words(line, middle, foot + TEXT * 1.3 * (down + 1), TEXT, "middle", face=Face.BOLD)])
        sheet.tell(f"{printable(name)}: {score:,}, {position}.")
    sheet.put([PenLine(((sheet.margin, foot), (sheet.margin + sheet.inner, foot)), 1)])
    sheet.top = lowest + 6


def _steps(sheet: PlotSheet, standing: Standing, terms: Terms) -> None:
    sheet.top += 10
    name = elide(printable(standing.name), HEAD, sheet.inner, Face.BOLD)
    sheet.paragraph(name, HEAD, face=Face.BOLD)
    room = sheet.inner * 0.5
    rows = [("to start with", str(terms.start), 0, terms.start, "start")]
    at = terms.start
    for step in standing.adjustments:
        kind = "less" if step.points < 0 else "more"
        rows.append((step_words(step), signed(step.points), at, at + step.points, kind))
        at += step.points
    rows.append((terms.word("points-per-asset"), str(standing.per_asset), 0, standing.per_asset, "sum"))
    highest = max(max(start, end) for _, _, start, end, _ in rows)
    unit = (sheet.inner - room - 40) / max(highest, 10)
    for label, number, start, end, kind in rows:
        sheet.put(_step(sheet, printable(label), number, (start, end), unit, kind))
        sheet.top += _ROW
    sheet.paragraph(printable(sum_words(standing, terms)), TEXT, face=Face.BOLD)


def _step(
    sheet: PlotSheet, label: str, number: str, span: tuple[int, int], unit: float, kind: str
) -> Iterator[Shape]:
    """What it is, how much, and a block from where the last one ended; one that takes away is striped."""
    room = sheet.inner * 0.5
    base = sheet.top + _ROW * 0.68
    left = sheet.margin + room + 40
    low, high = min(span), max(span)
    yield Words(elide(label, TEXT, room - 6), sheet.margin, base, TEXT, colour=SOFT)
    face = Face.BOLD if kind == "sum" else Face.REGULAR
    yield Words(number, left - 10, base, TEXT, "end", face=face)
    if high > low:
        fill = LINE if kind == "start" else BAR
        yield Rectangle(
            left + low * unit, sheet.top + 3, (high - low) * unit, _ROW - 6, fill, striped=kind == "less"
        )
