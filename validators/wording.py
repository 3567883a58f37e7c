"""Numbers and names as they stand in a rule's sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from fleets.forces.force import Fielded
from fleets.models.model_units import Unit
from ldraw_tools.findings import and_more, count_of
from validators.rule import Ruling

if TYPE_CHECKING:
    from validators.report import ForceCounts

# The fix of a rule that only informs; reports for people leave it out.
NOTHING_TO_MEND = "Worth knowing; nothing to fix."


def plain_number(value: Fraction) -> str:
    """`3`, `2.5`: counts are whole or halves, averages are rounded to two places."""
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.2f}".rstrip("0")


def a(noun: str) -> str:
    """`a frame`, `an ace`."""
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def capital(text: str) -> str:
    """As a sentence begins; the rest stays, names and abbreviations included."""
    return text[:1].upper() + text[1:]


def listed(texts: Sequence[str], joiner: str = "and", most: int = 6) -> str:
    """`A, B and C`; long lists end with how many more there are."""
    if len(texts) > most:
        return and_more(texts, most)
    return f" {joiner} ".join([", ".join(texts[:-1]), texts[-1]] if texts[1:] else texts)


def span(low: int, high: int) -> str:
    """`3 to 5`, `exactly 2`."""
    return f"{low} to {high}" if low != high else f"exactly {low}"


def name_of_unit(unit: Unit) -> str:
    return unit.name or f"The {unit.role}"


def kind_of_unit(unit: Unit, ruling: Ruling) -> str:
    """`a frame`, `a capital ship`: in the edition's own word."""
    return a(ruling.word(unit.body or unit.role.value))


def names_of(fielded: Iterable[Fielded]) -> str:
    """`3 × Brutus and Scout`; entries of one name are taken together."""
    counts: dict[str, int] = {}
    for one in fielded:
        name = name_of_unit(one.unit)
        counts[name] = counts.get(name, 0) + one.count
    return listed([f"{count:,} × {name}" if count > 1 else name for name, count in counts.items()])


def agree(fielded: Iterable[Fielded], one: str, many: str) -> str:
    """The verb in the singular or the plural."""
    return one if sum(each.count for each in fielded) == 1 else many


def counted(number: Fraction, noun: str) -> str:
    """`3 comms systems`, `2.5 direct-fire weapons`."""
    if number.denominator == 1:
        return count_of(number.numerator, noun)
    return f"{plain_number(number)} {noun}s"


def nearest_change(number: int, allowed: Iterable[int], noun: str) -> str:
    """`Add 1 station`, `Take away 2 frames`: the smallest change that helps."""
    goal = min(allowed, key=lambda each: (abs(each - number), each))
    verb = "Add" if goal > number else "Take away"
    return f"{verb} {count_of(abs(goal - number), noun)}"


def counts_in_words(counts: ForceCounts, is_least: bool = False) -> str:
    """`5 frames, 20 systems, 3 stations`; `at least` where some of what is carried could not be read."""
    least = "at least " if is_least else ""
    named = (
        (counts.frames, "frame", "", ""),
        (counts.ships, "ship", "", ""),
        (counts.systems, "system", "", least),
        (counts.stations, "station", "", ""),
        (counts.companies, "company", "companies", ""),
        (counts.hvas, "HVA", "", ""),
        (counts.rockets, "rocket", "", least),
    )
    return ", ".join(
        f"{start}{count_of(number, noun, plural)}" for number, noun, plural, start in named if number
    )
