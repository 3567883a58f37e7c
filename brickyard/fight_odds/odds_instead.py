"""What if one system were another: both sets of numbers side by side, with the difference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from brickyard.answer_text import aligned, note_lines, table_lines
from brickyard.facts.verdicts import mean_words
from brickyard.fight_odds.odds_answer import (
    COVERS,
    CardOdds,
    FightOdds,
    InsteadOdds,
    InsteadRow,
    OddsAnswer,
    OddsFighter,
    UnitOdds,
)
from brickyard.fight_odds.odds_counting import find_odds
from brickyard.fight_odds.odds_question import OddsQuestion
from catalog.vocabulary import Vocabulary, vocabulary_of
from fleets.chances.duel import TERRAIN, Situation
from fleets.chances.white_dice import Aim
from fleets.dice.carried_systems import EMPTY, Loadout, list_of
from fleets.notation import Unread, read_dice, read_either, read_systems, write_loadout
from ldraw_tools.findings import BrickyardError, printable
from ldraw_tools.names import shown
from ldraw_tools.workspace import is_there
from validators.judged_files import JudgeSettings
from validators.reporters.text import TextPaint

Numbers = dict[str, Fraction | None]
_BALANCED = "White dice, balanced, go where each set lacks most: a number may change whose own die stayed."
_HOW = 'write what goes and what comes instead, as in --instead "1B=1G"'


def find_instead(
    texts: Sequence[str], change: str, question: OddsQuestion, settings: JudgeSettings
) -> InsteadOdds:
    """The first side as it is, and with other systems: what it deals and takes, or its card's numbers."""
    found = find_odds(texts, question, settings)
    unit = _unit_of(found)
    dice = _changed(unit, change, vocabulary_of(found.edition))
    there = _numbers(found)
    after = find_odds([dice, *texts[1:]], question, settings)
    then = _numbers(after)
    if len(texts) == 2 and texts[1] != TERRAIN:
        aims = question.situation
        back = replace(question, situation=Situation(aim=aims.target_aim, target_aim=aims.aim))
        there |= _numbers(find_odds([texts[1], texts[0]], back, settings), "takes")
        then |= _numbers(find_odds([texts[1], dice], back, settings), "takes")
    if _unit_of(after).body != unit.body:
        raise BrickyardError(f"{shown(unit.name)} is a {unit.body}; {dice} alone would be another ship")
    return InsteadOdds(
        title=f"{found.title}: {change} instead",
        edition=found.edition,
        notes=(*found.notes, *_white_notes(question.situation)),
        findings=found.findings,
        instead=change,
        before=unit,
        after=replace(_unit_of(after), name=unit.name),
        rows=_rows(there, then),
    )


def are_dice(text: str) -> bool:
    """Whether a text is dice, and no file."""
    return not is_there(text) and not isinstance(read_either(text), Unread)


def compare_dice(first: str, second: str, settings: JudgeSettings) -> InsteadOdds:
    """Two units by their dice: the numbers of their cards."""
    question = OddsQuestion()
    one, two = (find_odds([text], question, settings) for text in (first, second))
    return InsteadOdds(
        title=f"{first} and {second}",
        edition=one.edition,
        notes=_white_notes(question.situation),
        findings=tuple(dict.fromkeys((*one.findings, *two.findings))),
        instead="",
        before=_unit_of(one),
        after=_unit_of(two),
        rows=_rows(_numbers(one), _numbers(two)),
    )


def _white_notes(situation: Situation) -> tuple[str, ...]:
    return (_BALANCED,) if Aim.BALANCED in (situation.aim, situation.target_aim) else ()


def _rows(before: Numbers, after: Numbers) -> tuple[InsteadRow, ...]:
    """Each number once; those of one kind stay together, such as all that is dealt."""
    words = list(dict.fromkeys([*before, *after]))
    kinds = [what.split(",")[0] for what in words]
    words.sort(key=lambda what: kinds.index(what.split(",")[0]))
    return tuple(InsteadRow.of(what, before.get(what), after.get(what)) for what in words)


def instead_lines(found: InsteadOdds, paint: TextPaint) -> Iterator[str]:
    yield paint(printable(found.title), "bold")
    yield ""
    yield from aligned(_table(found))
    yield from ["", *note_lines(found.notes)] if found.notes else []


def instead_markdown(found: InsteadOdds) -> Iterator[str]:
    return table_lines(_table(found))


def _table(found: InsteadOdds) -> list[list[str]]:
    rows = [[row.what, _mean(row.before), _mean(row.after), _signed(row.change)] for row in found.rows]
    return [["", found.before.dice, found.after.dice, "change"], *rows]


def _mean(value: Fraction | None) -> str:
    return "–" if value is None else mean_words(value)


def _signed(change: Fraction | None) -> str:
    if change is None:
        return ""
    return "same" if not change else f"{'+' if change > 0 else '−'}{mean_words(abs(change))}"


def _unit_of(found: OddsAnswer) -> OddsFighter:
    if isinstance(found, FightOdds):
        return found.fights[0].attacker
    if isinstance(found, CardOdds) and len(found.cards) == 1:
        return found.cards[0].unit
    raise BrickyardError("--instead changes one frame, ship or company: name it, as in company.yaml:Brutus")


def _changed(unit: OddsFighter, change: str, vocabulary: Vocabulary) -> str:
    """The dice of the unit with other systems."""
    old, equals, new = change.partition("=")
    if not equals or not old.strip():
        raise BrickyardError(f"“{shown(change)}”: {_HOW}")
    carried = read_dice(unit.dice, vocabulary, body=unit.body)
    if isinstance(carried, Unread):
        raise BrickyardError(f"{shown(unit.name)}: its dice can't be changed: {unit.dice}")
    left = carried.loadout
    for system in _systems(old, vocabulary, unit.body).systems:
        if system not in left.systems:
            has = list_of(carried.loadout.systems, vocabulary) or "nothing"
            raise BrickyardError(f"{shown(unit.name)} has no {shown(old)} to change; it carries {has}")
        left = left.without(system)
    left += _systems(new, vocabulary, unit.body) if new.strip() else EMPTY
    return write_loadout(left, vocabulary, vocabulary.body(unit.body))["book"]


def _systems(text: str, vocabulary: Vocabulary, body: str) -> Loadout:
    read = read_systems(text.strip(), vocabulary, body=body)
    if isinstance(read, Unread):
        raise BrickyardError(f"“{shown(text)}”: {read.findings[0].message}; {_HOW}")
    return read.loadout


def _numbers(found: OddsAnswer, verb: str = "deals") -> Numbers:
    if isinstance(found, FightOdds):
        rows = found.fights[0].rows
        return {f"{verb}, {row.range_name}, {COVERS[row.cover]}": row.mean for row in rows if row.possible}
    return _card_numbers(found.cards[0]) if isinstance(found, CardOdds) else {}


def _card_numbers(card: UnitOdds) -> Numbers:
    several = len({row.kind for row in card.dealt}) > 1
    found: Numbers = {
        f"deals, {row.range_name}, to a {row.kind if several else 'target'} with {blue} blue": mean
        for row in card.dealt
        for blue, mean in enumerate(row.means)
    }
    if card.durability:
        found[f"takes, {card.durability.range_name}, typical attack"] = card.durability.mean
        found["attacks it lasts"] = card.durability.attacks
    return found | {"movement": card.movement, "spot": card.spot}
