"""Bids in words, as a table or a heat map: what is assumed, what they come to, what small changes change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from brickyard.answer_text import percent as column_percent, show_answer
from brickyard.comparison.compare_answer import counted, position_words, systems_words
from brickyard.terminal import Screen, bar, wrap_lines
from fleets.comparing.bidding import Bid, Prospect, WayOut
from fleets.comparing.hearsay import numbers_of
from fleets.comparing.scoring import Position
from fleets.comparing.terms import CARRIERS, Terms, TieChoice, in_words
from ldraw_tools.findings import count_of
from ldraw_tools.phrases import join_texts, say
from validators.reporters.text import TextPaint, unpainted
from validators.wording import a, capital, listed

if TYPE_CHECKING:
    from brickyard.comparison.bid_answer import Bids
    from brickyard.plots.heatmap import Cell, HeatMap

# How many columns a cell takes.
_CERTAIN, _UNCERTAIN = 13, 22
_BAR = 5
_CHANCES = (Position.HIGHEST, Position.TIED_HIGHEST, Position.LOWEST)
# Letters that stand for positions where there is no room for words, whatever the edition calls them.
LETTERS = {
    Position.HIGHEST: "D",
    Position.TIED_HIGHEST: "=",
    Position.OTHERS: "A",
    Position.TIED_LOWEST: "P=",
    Position.LOWEST: "P",
}


def letter_words(terms: Terms) -> str:
    """`D defense, = tied for defense, …`."""
    return ", ".join(f"{letter} {position_words(place, terms)}" for place, letter in LETTERS.items())


def percent(chance: Fraction) -> str:
    """`6.7%`, `under 0.1%`; never 0 for what can happen, nor 100 for what may not."""
    return _short(chance).replace("<", "under ").replace(">", "over ")


def _short(chance: Fraction) -> str:
    return f"{int(chance) * 100}%" if chance in (0, 1) else column_percent(chance)


def exactly(chance: Fraction) -> str:
    """`6.7% (1/15)`: as exact as it is, where that is short enough to read."""
    if chance in (0, 1) or chance.denominator > 99_999:
        return percent(chance)
    return f"{percent(chance)} ({chance.numerator}/{chance.denominator})"


def average(number: Fraction) -> str:
    return str(number.numerator) if number.denominator == 1 else f"{float(number):.1f}"


def bid_words(bid: Bid, terms: Terms) -> str:
    """`5 frames and 20 systems`."""
    unit = terms.word("asset-unit")
    return f"{count_of(bid.units, unit)} and {count_of(bid.systems, 'system')}"


def mine_words(found: Bids) -> str:
    terms = found.lineup.terms
    taken = " (no size was given; choose another with --game)" if found.is_taken else ""
    numbers = numbers_of(found.company.side.counts, terms)
    return f"{found.company.name}: {numbers}, for {found.limits.title}{taken}"


def against_words(found: Bids) -> str:
    terms = found.lineup.terms
    known = [f"{one.name} ({numbers_of(one.side.counts, terms)})" for one in found.known]
    unknown = [count_of(found.field.assumed, "unknown opponent")] if found.field.assumed else []
    return f"Against {listed([*known, *unknown])}."


def assumption_words(found: Bids) -> str:
    """What is assumed about unknown opponents."""
    if not found.field.assumed:
        return say("Nothing is assumed: all opponents are known.")
    terms, limits, (low, high) = found.lineup.terms, found.limits, found.likely
    carriers = [say(kind.removesuffix("s")) for kind in CARRIERS if kind in terms.changed]
    others = [say(kind) for kind in terms.changed if kind not in CARRIERS]
    fixed = [counted(kind, number) for kind, number in limits.fixed.items()]
    return say(
        "Assumed: an unknown opponent brings {least} to {most} {unit}s{half} and from {low} to {high} systems"
        " a {carrier} on average, each of these {bids:,} bids as likely as any other, with {fixed}.",
        least=limits.least,
        most=limits.most,
        unit=say(terms.word("asset-unit")),
        half=say(" (up to half of them {kinds})", kinds=listed(others, "or")) if others else "",
        low=low,
        high=min(high, limits.room),
        carrier=listed(carriers, "or"),
        bids=len(found.field.pool),
        fixed=listed(fixed) or say("nothing else"),
    )


def prospect_words(prospect: Prospect, found: Bids) -> str:
    """`score per asset 3, score 21: point`, or averages and chances."""
    terms = found.lineup.terms
    worth = f"{terms.word('points-per-asset')} {average(prospect.per_asset)}"
    score = f"{terms.word('score')} {average(prospect.score)}"
    if found.is_certain:
        return f"{worth}, {score}: {position_words(prospect.position, terms)}"
    chances = [
        f"{position_words(place, terms)} {percent(chance)}"
        for place, chance in prospect.chances.items()
        if chance
    ]
    return f"{worth} and {score} on average: {', '.join(chances)}"


def change_lines(found: Bids) -> Iterator[str]:
    """What the bid comes to as it is, and with a system fewer and more."""
    terms, own = found.lineup.terms, found.own
    yield f"As it is, {bid_words(own, terms)}: {prospect_words(found.prospects[own], found)}."
    fewer, more = Bid(own.units, own.systems - 1), Bid(own.units, own.systems + 1)
    if own.systems:
        yield f"One system fewer: {prospect_words(found.prospects[fewer], found)}."
    if more in found.prospects:
        yield f"One system more: {prospect_words(found.prospects[more], found)}."


def tie_lines(found: Bids) -> Iterator[str]:
    """How likely a tie is, as things are; with known opponents, which bids would tie."""
    terms = found.lineup.terms
    own = found.prospects[found.own]
    for place in (Position.TIED_HIGHEST, Position.TIED_LOWEST):
        words = position_words(place, terms)
        if not found.is_certain:
            yield f"Chance to be {words}: {exactly(own.chances[place])} of the games."
            continue
        tying = [bid for bid, one in found.prospects.items() if one.position is place]
        if place is Position.TIED_HIGHEST and tying:
            sizes = listed([f"{bid.units}/{bid.systems}" for bid in tying], most=12)
            yield f"Bids ({terms.word('asset-unit')}s/systems) that are {words}: {sizes}."


def spare_lines(found: Bids) -> Iterator[str]:
    """Which spare to bring, and why; and what the text advises."""
    said = _spare(found)
    advice = found.edition.comparison.spare_reference if found.edition.comparison else ""
    if advice and said.startswith("Spare: none"):
        more = "That is for the highest score alone; the advice is to bring one if you might tie ({page})."
        said = join_texts([said, say(more, page=advice)], " ")
    yield said


def _spare(found: Bids) -> str:
    terms, unit = found.lineup.terms, found.lineup.terms.word("asset-unit")
    if TieChoice.ADD not in terms.choices:
        return say(
            "Spare: none; at a tie no one may add {unit} ({page}).", unit=a(unit), page=terms.ties_reference
        )
    added = [way for way in found.at_a_tie if way.choice is TieChoice.ADD]
    if not added:
        never = "Spare: none needed for a tie for {place}, which never comes as things are."
        return say(never, place=say(terms.word("highest")))
    best = max(added, key=_worth)
    removed = max((way for way in found.at_a_tie if way.choice is TieChoice.REMOVE), key=_worth, default=None)
    if removed and _worth(removed) > _worth(best):
        return say(
            "Spare: none needed; at a tie removing {gone} leaves you {less}, adding one at best {more}.",
            gone=say("{unit} with {systems}", unit=a(unit), systems=count_of(removed.systems, "system")),
            less=_left(removed, found),
            more=_left(best, found),
        )
    values = {"unit": a(unit), **_spare_words(best, added, found)}
    if best.prospect.chances[Position.HIGHEST]:
        bring = "Spare to bring: {unit} with {systems}{called}: added at a tie it leaves you {left}{more}."
        return say(bring, **values)
    costs = (
        "Spare: none helps; if you must add {unit} at a tie, one with {systems}{called} costs least: {left}"
    )
    return say(f"{costs}{{more}}.", **values)


def _spare_words(best: WayOut, added: Sequence[WayOut], found: Bids) -> dict[str, str]:
    """The best spare, what it leaves, and the worst beside it."""
    others = [way for way in added if way.prospect.score < best.prospect.score]
    more = ""
    if worst := min(others, key=_worth, default=None):
        leaves, systems = "; one with {systems} leaves {left}", count_of(worst.systems, "system")
        more = say(leaves, systems=systems, left=_left(worst, found))
    spares = found.company.side.spares
    names = [piece.name for piece in spares if piece.systems == best.systems and piece.name]
    called = say(" ({names})", names=listed(names, "or")) if names else ""
    systems = count_of(best.systems, "system")
    return {"systems": systems, "called": called, "left": _left(best, found), "more": more}


def _worth(way: WayOut) -> tuple[Fraction, Fraction, int]:
    """The likelier to be first the better, then the higher score, then the larger unit."""
    return way.prospect.chances[Position.HIGHEST], way.prospect.score, way.systems


def way_lines(found: Bids) -> Iterator[str]:
    """What adding or removing a unit at a tie leads to."""
    terms, unit = found.lineup.terms, found.lineup.terms.word("asset-unit")
    if not found.at_a_tie:
        return
    yield f"At a tie for {terms.word('highest')}, if the choice is yours:"
    alike: dict[tuple[TieChoice, str], list[int]] = {}
    for way in found.at_a_tie:
        alike.setdefault((way.choice, _left(way, found)), []).append(way.systems)
    for (choice, left), systems in alike.items():
        yield f"  {choice} {a(unit)} with {systems_words(systems)}: {left}"
    # No text makes the size of the game a condition here.
    steps = {way.choice: 1 if way.choice is TieChoice.ADD else -1 for way in found.at_a_tie}
    beyond = [
        str(choice) for choice, step in steps.items() if not found.limits.allows(found.own.units + step)
    ]
    if beyond:
        yield f"  Mind, if you {' or '.join(beyond)} one: {in_words(found.limits, unit)}."


def _left(way: WayOut, found: Bids) -> str:
    terms, prospect = found.lineup.terms, way.prospect
    score = say("{score} {number}", score=say(terms.word("score")), number=average(prospect.score))
    if found.is_certain:
        return say("{score} ({place})", score=score, place=say(position_words(prospect.position, terms)))
    place, chance = say(terms.word("highest")), percent(prospect.chances[Position.HIGHEST])
    return say("{score} on average ({place} {chance})", score=score, place=place, chance=chance)


def verdict(found: Bids) -> str:
    terms = found.lineup.terms
    own = prospect_words(found.prospects[found.own], found)
    return f"{capital(bid_words(found.own, terms))}: {own}. By {found.edition.cited}."


def rows_shown(found: Bids, everything: bool) -> range:
    """The numbers of systems worth a row: those that someone may bring, and your own."""
    systems = [bid.systems for bid in found.prospects]
    likely = min((bid.systems for bid in found.field.pool), default=found.likely[0] * found.limits.least)
    low = 0 if everything else min(likely, found.own.systems)
    return range(low, max(systems) + 1)


def show(found: Bids, screen: Screen, everything: bool = False) -> None:
    show_answer(screen, lines(found, screen.paint, everything), found.lineup.problems, verdict(found))


def lines(found: Bids, paint: TextPaint = unpainted, everything: bool = False) -> Iterator[str]:
    for sentence in (mine_words(found), against_words(found), assumption_words(found)):
        yield from wrap_lines(sentence)
    if found.field.assumed:
        yield "--likely 2-4 assumes otherwise, --against names opponents that are known."
    yield ""
    yield from _tables(found, paint, everything)
    yield from wrap_lines(_legend(found))
    yield ""
    for sentence in (*change_lines(found), *tie_lines(found)):
        yield from wrap_lines(sentence, "", "    ")
    yield ""
    yield from way_lines(found)
    for sentence in spare_lines(found):
        yield from wrap_lines(sentence, "", "    ")
    yield ""


def _tables(found: Bids, paint: TextPaint, everything: bool) -> Iterator[str]:
    """As many units beside each other as there is room for; bars only if they don't cost another table."""
    units = sorted({bid.units for bid in found.prospects})
    wide = _CERTAIN if found.is_certain else _UNCERTAIN
    room = max(1, (paint.width - 9) // wide)
    bars = paint.is_watched and 9 + min(room, len(units)) * (wide + _BAR + 1) <= paint.width
    for start in range(0, len(units), room):
        yield from _table(found, units[start : start + room], paint, everything, bars)
        yield ""


def _table(
    found: Bids, units: Sequence[int], paint: TextPaint, everything: bool, bars: bool
) -> Iterator[str]:
    unit = found.lineup.terms.word("asset-unit")
    wide, more = _CERTAIN if found.is_certain else _UNCERTAIN, (_BAR + 1) * bars
    heads = "".join(count_of(number, unit).rjust(wide) + " " * more for number in units)
    yield f"{'systems':>9}{heads}".rstrip()
    if not found.is_certain:
        letters = "".join(f"{LETTERS[place] + '%':>4}" for place in _CHANCES)
        yield (" " * 9 + f"{'mean':>9} {letters}{' ' * more}" * len(units)).rstrip()
    most = max(one.score for one in found.prospects.values())
    for systems in reversed(rows_shown(found, everything)):
        cells = [found.prospects.get(Bid(number, systems)) for number in units]
        if any(cells):
            row = ""
            for one in cells:
                cell = _cell(one, found).rjust(wide)
                row += paint(cell, "info") if one and one.bid == found.own else cell
                row += f" {bar(_share(one, found, float(most)), _BAR)}" if bars else ""
            yield f"{systems:>9}{row}".rstrip()


def _share(prospect: Prospect | None, found: Bids, most: float) -> float:
    """What a bar shows: the score against the best one; if that is uncertain, the chance of the highest."""
    if prospect is None:
        return 0.0
    return float(prospect.score) / most if found.is_certain else float(prospect.chances[Position.HIGHEST])


def _cell(prospect: Prospect | None, found: Bids) -> str:
    if prospect is None:
        return "." if found.is_certain else ".".rjust(9).ljust(_UNCERTAIN)
    mark = "*" if prospect.bid == found.own else " "
    if found.is_certain:
        letter = LETTERS[prospect.position]
        return f"{average(prospect.per_asset)}:{average(prospect.score):>3} {letter:<2}{mark}"
    chances = "".join(f"{_whole(prospect, place):>4}" for place in _CHANCES)
    return f"{float(prospect.score):>9.1f}{mark}{chances}"


def _whole(prospect: Prospect, place: Position) -> str:
    chance = prospect.chances[place]
    if place is Position.LOWEST:
        chance += prospect.chances[Position.TIED_LOWEST]
    if 0 < chance * 200 < 1:
        return "<1"
    return ">99" if 199 < chance * 200 < 200 else str(round(chance * 100))


def _legend(found: Bids) -> str:
    terms = found.lineup.terms
    if found.is_certain:
        worth = f"{terms.word('points-per-asset')}: {terms.word('score')}, then {letter_words(terms)}"
        return f"{worth}; * is yours."
    chances = f"D {terms.word('highest')}, = tied for it, P {terms.word('lowest')} or tied for it"
    return f"The {terms.word('score')} on average, and the chance of {chances}; * is yours."


def heat_map(found: Bids) -> HeatMap:
    from brickyard.plots.heatmap import HeatMap

    terms, unit = found.lineup.terms, found.lineup.terms.word("asset-unit")
    units = sorted({bid.units for bid in found.prospects})
    systems = rows_shown(found, everything=False)
    certain = found.is_certain
    score, highest = terms.word("score"), terms.word("highest")
    notes = [assumption_words(found), verdict(found)]
    return HeatMap(
        title=f"What to bring: {found.company.name}, {found.limits.title}",
        subtitle=against_words(found),
        rows=[count_of(number, unit) for number in units],
        columns=[str(number) for number in systems],
        cells=[[_heat_cell(Bid(row, column), found) for column in systems] for row in units],
        column_title="systems",
        measure=score if certain else f"chance of {highest}",
        low=None if certain else 0,
        high=None if certain else 1,
        low_label="" if certain else "0%",
        high_label="" if certain else "100%",
        marking=f"{found.company.name} as it is",
        blank=f"more than {found.limits.room} systems on one {unit}",
        notes=[f"Letters: {letter_words(terms)}.", *notes]
        if certain
        else [f"Below the chance: the {score} on average.", *notes],
    )


def _heat_cell(bid: Bid, found: Bids) -> Cell:
    from brickyard.plots.heatmap import Cell

    prospect = found.prospects.get(bid)
    if prospect is None:
        return Cell(None)
    marked = bid == found.own
    if found.is_certain:
        return Cell(prospect.score, average(prospect.score), LETTERS[prospect.position], marked)
    chance = prospect.chances[Position.HIGHEST]
    return Cell(chance, _short(chance), average(prospect.score), marked)
