"""Units as plain values for a sheet: dice as they are drawn, systems with a box each, a picture's name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from brickyard.dossiers import Dossier, Gift
from brickyard.pictures.dice_shapes import OTHER, PAINTS, each, letters
from brickyard.sheets import words
from fleets.chances.card_numbers import CardNumbers
from fleets.dice.pool import NO_DICE, Dice, Pool
from fleets.dice.vocabulary import Vocabulary
from fleets.forces.force import Force
from fleets.models.model_units import Role
from fleets.tagging.tag_values import ACE_COLOURS

Plain = dict[str, Any]

# A company has at most nine units or so; what is far beyond every rule is told in a line.
MOST_UNITS = 24
MOST_ROWS = 12
MOST_BOXES = 8
SHORT_HASH = 8
UNREAD = "What it carries could not be read."
_HELD = (Role.STATION, Role.HVA)


def paints() -> Plain:
    """What dice are painted with, by letter."""
    named = {**PAINTS, "": OTHER}
    return {letter: {"fill": fill, "ink": ink, "line": line} for letter, (fill, ink, line) in named.items()}


def die(one: Dice) -> Plain:
    colour = one.colour if one.colour in PAINTS else ""
    return {"text": letters(one), "sides": one.sides, "colour": colour}


def dice(pool: Pool, most: int = 24) -> list[Plain]:
    return [die(one) for one, _ in zip(each(pool), range(most), strict=False)]


def kind_of(dossier: Dossier) -> str:
    """`frame`, `capital ship`, `high value asset`: in the edition's own word."""
    kind = dossier.unit.body or str(dossier.unit.role)
    return dossier.edition.words.get(kind, kind)


def is_held(dossier: Dossier) -> bool:
    """What doesn't fight and changes hands: stations and high value assets."""
    return dossier.unit.role in _HELD


def fighters(dossiers: Iterable[Dossier]) -> list[Dossier]:
    return [one for one in dossiers if one.body is not None]


def expanded(dossiers: Sequence[Dossier], pictures: Mapping[str, Plain]) -> tuple[list[Plain], int]:
    """Every single unit, since each takes damage by itself; and how many there was no room for."""
    units = [
        unit_values(one, number, pictures)
        for one in sorted(dossiers, key=lambda one: one.is_spare)
        for number in range(1, min(one.count, MOST_UNITS) + 1)
    ]
    total = sum(one.count for one in dossiers)
    return units[:MOST_UNITS], total - min(len(units), MOST_UNITS)


def unit_values(dossier: Dossier, number: int, pictures: Mapping[str, Plain]) -> Plain:
    """`number` counts those of one design; 0 for the design itself. What is unread has no dice."""
    is_unread = dossier.unit.is_unread
    gifts, pool = ((), NO_DICE) if is_unread else (dossier.gifts, dossier.pool)
    rockets = 0 if is_unread else dossier.loadout.rockets
    return {
        "name": words.name(dossier.name) or dossier.kind,
        "number": str(number) if number and dossier.count > 1 else "",
        "count": dossier.count,
        "kind": kind_of(dossier),
        "spare": dossier.is_spare,
        "notation": "" if is_unread else dossier.notation,
        "dice": dice(pool),
        "systems": [_system(gift) for gift in gifts[:MOST_ROWS]],
        "more_systems": max(0, len(gifts) - MOST_ROWS),
        "white": min(pool.count("W"), MOST_BOXES),
        "white_die": die(Dice("W")),
        "rockets": min(rockets, MOST_BOXES),
        "more_rockets": max(0, rockets - MOST_BOXES),
        "rocket": next(iter(dice(dossier.vocabulary.rocket_dice)), None),
        "extras": [] if is_unread else list(_extras(dossier)),
        "picture": pictures.get(dossier.slug),
        "unread": UNREAD if is_unread else "",
        "hash": dossier.digest[:SHORT_HASH] if dossier.unit.assembly else "",
    }


def _system(gift: Gift) -> Plain:
    named, label = gift.name.removesuffix(" system").removesuffix(" weapon"), words.label(gift.label)
    # A label that says no more than the system's name is said once.
    return {"name": named, "label": "" if label.lower() == named else label, "dice": dice(gift.dice)}


def _extras(dossier: Dossier) -> Iterator[Plain]:
    """Dice that no system gives: a frigate's own, the sprint, an ace's, which is lost last of all."""
    ace = dossier.vocabulary.ace(dossier.loadout.ace)
    own = dossier.body.dice if dossier.body else NO_DICE
    sprint = dossier.own_dice - Pool.of(Dice("W", count=dossier.own_dice.count("W"))) - own - ace
    for pool, word, is_boxed in (
        (own, dossier.unit.body, False),
        (sprint, "sprint", False),
        (ace, "ace", True),
    ):
        if pool:
            yield {"dice": dice(pool), "word": word, "boxed": is_boxed}


def ace_values(force: Force, vocabulary: Vocabulary) -> Plain | None:
    """The ace of a fleet, where no model shows which company it leads."""
    colour = ACE_COLOURS.get(force.ace, "")
    if not colour or any(one.unit.loadout.ace for one in force.fielded):
        return None
    return {"word": f"{force.ace} ace", "die": dice(vocabulary.ace(colour))[0]}


def holdings(dossiers: Iterable[Dossier]) -> list[Plain]:
    """Stations and the like, each with a box."""
    return [
        {"name": words.label(one.name), "kind": kind_of(one), "count": min(one.count, MOST_BOXES)}
        for one in dossiers
        if is_held(one) and not one.is_spare
    ]


def abilities(dossier: Dossier) -> list[Plain]:
    """A card's numbers: what it deals at each range against no, one and two blue dice; moves; spots."""
    numbers = dossier.numbers
    if numbers is None or dossier.unit.is_unread:
        return []
    return list(_abilities(dossier, numbers))


def _abilities(dossier: Dossier, numbers: CardNumbers) -> Iterator[Plain]:
    names = {known.letter: known.name for known in dossier.vocabulary.ranges}
    armed = {found.range for found in dossier.pool}
    kinds = {one.kind for one in numbers.dealt}
    for dealt in numbers.dealt:
        if dealt.letter in armed or len(numbers.dealt) == 1:
            target = f", {dealt.kind}" if len(kinds) > 1 else ""
            means = [f"{float(mean):.2f}" for mean in dealt.means]
            yield {"what": f"{names.get(dealt.letter, dealt.letter)}{target}", "values": means}
    yield {"what": "moves", "values": [f"{float(numbers.movement):.1f}"]}
    yield {"what": "spots", "values": [f"{float(numbers.spot):.1f}"]}
