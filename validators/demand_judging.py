"""What an edition demands of each unit and force: counted, judged, and said in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import ceil

from catalog.editions.demands import WORDS, Demand, judging_code
from catalog.editions.edition import Edition
from catalog.vocabulary import COLOURS, vocabulary_of
from fleets.dice.carried_systems import Loadout, System, name_of, pool_of
from fleets.forces.force import Fielded
from fleets.models.model_units import Unit, carried_by_unit
from ldraw_tools.findings import Place, Severity
from ldraw_tools.phrases import say
from validators.rule import Found, Ruling
from validators.wording import a, listed, plain_number, span


def demands_judged_by(code: str, edition: Edition) -> list[Demand]:
    """The demands that one rule judges by."""
    if edition.game not in WORDS:
        return []
    return [demand for demand in edition.demands.values() if judging_code(demand, edition.game) == code]


def is_asked_of(demand: Demand, unit: Unit) -> bool:
    return demand.each in (unit.role.value, unit.body)


def breaches(
    demands: Iterable[Demand], name: str, place: Place, fielded: Sequence[Fielded], ruling: Ruling
) -> Iterator[Found]:
    """What the units together have too few or too many of."""
    for demand in demands:
        number = _count(demand, fielded, ruling)
        least, most = demand.at_least, demand.at_most
        if (least is None or number >= least) and (most is None or number <= most):
            continue
        if least is not None and number < least:
            change = say("Add {change}", change=_counted(Fraction(ceil(least - number)), demand, ruling))
        else:
            surplus = Fraction(ceil(number - Fraction(most or 0)))
            change = say("Take away {change}", change=_counted(surplus, demand, ruling))
        values = {
            "words": f"{demand.says.rstrip('.')}: " if demand.says else "",
            "name": name,
            "whom": a(ruling.word(demand.each)),
            "change": change,
        }
        yield Found(
            place,
            values,
            _counted(number, demand, ruling),
            _limits(demand),
            Severity(demand.severity),
            reference=demand.reference,
        )


def demand_in_words(demand: Demand, edition: Edition) -> str:
    """`each company: at least 1 yellow die (error, Garage, 3 May)`."""
    ruling = Ruling(edition, vocabulary_of(edition))
    one, many = _nouns(demand, ruling)
    last = demand.at_least if demand.at_most is None else demand.at_most
    says = f"{demand.says.rstrip('.')}. " if demand.says else ""
    limits = "no" if demand.at_most == 0 else _limits(demand)
    counted = f"each {ruling.word(demand.each)} has {limits} {one if last == 1 else many}"
    return f"{says}{counted[:1].upper()}{counted[1:]} ({demand.severity}, {demand.reference})"


def _count(demand: Demand, fielded: Iterable[Fielded], ruling: Ruling) -> Fraction:
    total = Fraction(0)
    for one in fielded:
        if demand.counted == "units":
            total += one.count * is_one_of(demand.what, one.unit)
        else:
            total += one.count * _carried(demand, one.unit, ruling)
    return total


def is_one_of(kinds: Sequence[str], unit: Unit) -> bool:
    return unit.role.value in kinds or unit.body in kinds


def _carried(demand: Demand, unit: Unit, ruling: Ruling) -> Fraction:
    """How many a unit has; a split weapon is half a system of either type, and a weapon at both ranges."""
    vocabulary, carried = ruling.vocabulary, carried_by_unit(unit, ruling.edition)
    # What the game doesn't have was reported by another rule.
    known = Loadout(tuple(one for one in carried.systems if set(one.codes) <= set(vocabulary.by_code)))
    if demand.counted == "systems":
        return sum((known.counts.get(code, Fraction(0)) for code in demand.what), Fraction(0))
    if demand.counted == "range":
        reaching = {weapon.code for weapon in vocabulary.weapons if weapon.range in demand.what}
        return Fraction(sum(not reaching.isdisjoint(one.codes) for one in known.systems))
    body = vocabulary.body(unit.body)
    if body is None:
        return Fraction(0)
    pool = pool_of(Loadout(known.systems, ace=carried.ace), vocabulary, body)
    return Fraction(sum(pool.count(colour) for colour in demand.what))


def _limits(demand: Demand) -> str:
    least, most = demand.at_least, demand.at_most
    if least is not None and most is not None:
        return span(least, most)
    if most == 0:
        return say("none")
    return say("at least {low}", low=least) if most is None else say("at most {high}", high=most)


def _counted(number: Fraction, demand: Demand, ruling: Ruling) -> str:
    one, many = _nouns(demand, ruling)
    if not number:
        return say("no {one}", one=one)
    return say("{number} {what}", number=plain_number(number), what=one if number == 1 else many)


def _nouns(demand: Demand, ruling: Ruling) -> tuple[str, str]:
    """What is counted, one and many of it."""
    vocabulary, what = ruling.vocabulary, demand.what
    if demand.counted == "dice":
        colours = listed([say(COLOURS[letter]) for letter in what], "or")
        return say("{colours} die", colours=colours), say("{colours} dice", colours=colours)
    if demand.counted == "range":
        ranges = listed([say(one.name) for one in vocabulary.ranges if one.letter in what], "or")
        return say("{ranges} weapon", ranges=ranges), say("{ranges} weapons", ranges=ranges)
    if demand.counted == "units":
        kinds = [ruling.word(kind) for kind in what]
        return listed([say(kind) for kind in kinds], "or"), listed([say(_many(kind)) for kind in kinds], "or")
    names = [name_of(System(code), vocabulary) for code in what]
    return listed([say(name) for name in names], "or"), listed([say(f"{name}s") for name in names], "or")


def _many(kind: str) -> str:
    return f"{kind[:-1]}ies" if kind.endswith("ny") else f"{kind}s"
