"""Units as plain values for sheets and cards: dice as they are drawn, systems with a box each, a picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from brickyard.facts.design_facts import UNREAD, CarriedSystem, DesignFacts, each
from brickyard.facts.force_colours import force_colour, ink_on, main_colour, tint_of
from brickyard.facts.judged_designs import DesignFile, JudgedDesign
from brickyard.facts.verdicts import mean_words
from brickyard.pictures.lettering import OTHER, PAINTS, letters
from brickyard.plots.mech_figure import JOINTS, PLATES
from brickyard.printing import sheet_texts as texts
from brickyard.printing.sheet_texts import Plain
from catalog.vocabulary import NO_DICE, Dice, Pool, Vocabulary
from fleets.forces.force import FilledLoadout, Force, Mech, Mount, filled_loadout, in_words, key_of, sheet_of
from fleets.models.model_units import Role
from fleets.tagging.tag_values import ACE_COLOURS
from ldraw_tools.findings import count_of
from validators.wording import capital

CARD_MM = (63.0, 88.0)
# The most units on a sheet; how many more there are is one line.
MOST_UNITS = 24
MOST_ROWS = 12
MOST_BOXES = 8
MOST_DICE = 24
MOST_SHOWN = 9
MOST_ATTACKS = 3
# So much mean damage, against one blue die, is a whole bar.
_LONG_BAR = 1.5
_HELD = (Role.STATION, Role.HVA)


def paints() -> Plain:
    """What dice are painted with, by letter."""
    named = {**PAINTS, "": OTHER}
    return {letter: {"fill": fill, "ink": ink, "line": line} for letter, (fill, ink, line) in named.items()}


def die(one: Dice) -> Plain:
    colour = one.colour if one.colour in PAINTS else ""
    return {"text": letters(one), "sides": one.sides, "colour": colour}


def dice(pool: Pool, most: int = MOST_DICE) -> list[Plain]:
    return [die(one) for one, _ in zip(each(pool), range(most), strict=False)]


def is_held(design: JudgedDesign) -> bool:
    """What doesn't fight and changes hands: stations and high value assets."""
    return design.unit.role in _HELD


def fighters(designs: Iterable[JudgedDesign]) -> list[JudgedDesign]:
    return [one for one in designs if one.body is not None]


def single_units(designs: Sequence[JudgedDesign], pictures: Mapping[str, Plain]) -> tuple[list[Plain], int]:
    """Every single unit, since each takes damage by itself; and how many there was no room for."""
    units = [
        unit_values(one, number, pictures)
        for one in sorted(designs, key=lambda one: one.is_spare)
        for number in range(1, min(one.count, MOST_UNITS) + 1)
    ]
    total = sum(one.count for one in designs)
    return units[:MOST_UNITS], total - min(len(units), MOST_UNITS)


def unit_values(design: JudgedDesign, number: int, pictures: Mapping[str, Plain]) -> Plain:
    """`number` counts those of one design; 0 for the design itself. What is unread has no dice."""
    facts = design.facts
    rockets = len(facts.rockets)
    return {
        "name": texts.name(facts.name) or facts.kind,
        "number": str(number) if number and facts.count > 1 else "",
        "count": facts.count,
        "kind": facts.kind,
        "spare": facts.is_spare,
        "notation": facts.notation,
        "dice": dice(facts.dice),
        "more_dice": max(0, sum(one.count for one in facts.dice) - MOST_DICE),
        "systems": [_system(system) for system in facts.systems[:MOST_ROWS]],
        "more_systems": max(0, len(facts.systems) - MOST_ROWS),
        "white": min(facts.dice.count("W"), MOST_BOXES),
        "white_die": die(Dice("W")),
        "rockets": min(rockets, MOST_BOXES),
        "more_rockets": max(0, rockets - MOST_BOXES),
        "rocket": next(iter(dice(design.vocabulary.rocket_dice)), None),
        "extras": [] if facts.is_unread else list(_extras(design)),
        "picture": pictures.get(design.slug),
        "unread": UNREAD if facts.is_unread else "",
        "hash": facts.verdict.hash if "model" in facts.verdict.judged else "",
    }


def _system(system: CarriedSystem) -> Plain:
    named, label = system.name.removesuffix(" system").removesuffix(" weapon"), texts.label(system.label)
    # A label that only repeats the system's name is left out.
    return {"name": named, "label": "" if label.lower() == named else label, "dice": dice(system.dice)}


def _extras(design: JudgedDesign) -> Iterator[Plain]:
    """Dice that no system gives: a frigate's own, the sprint, an ace's, which is lost last of all."""
    own_dice = design.facts.own_dice
    ace = design.vocabulary.ace(design.loadout.ace)
    own = design.body.dice if design.body else NO_DICE
    sprint = own_dice - Pool.of(Dice("W", count=own_dice.count("W"))) - own - ace
    for pool, word, is_boxed in (
        (own, design.unit.body, False),
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


def holdings(designs: Iterable[JudgedDesign]) -> list[Plain]:
    """Stations and the like, each with a box."""
    return [
        {"name": texts.label(one.name), "kind": one.kind, "count": min(one.count, MOST_BOXES)}
        for one in designs
        if is_held(one) and not one.is_spare
    ]


def abilities(facts: DesignFacts) -> list[Plain]:
    """A card's numbers: what it deals at each range against no, one and two blue dice; moves; spots."""
    odds = facts.odds
    if odds is None:
        return []
    # Hand to hand everybody can attack; a ship's many kinds of attack are shown where it has dice for them.
    is_short = len(odds.attacks) <= MOST_ATTACKS
    shown = [one for one in odds.attacks if one.is_armed or is_short]
    return [
        *(
            {
                "what": one.name,
                "short": one.name.removesuffix("-to-hand"),
                "values": [mean_words(mean) for mean in one.means],
                "share": min(float(one.means[1]) / _LONG_BAR, 1.0),
            }
            for one in shown
        ),
        {"what": odds.movement_word, "values": [mean_words(odds.movement)]},
        {"what": odds.spot_word, "values": [mean_words(odds.spot)]},
    ]


def card_values(
    design: JudgedDesign, number: int, picture: Plain | None, force: str = "", colour: str = ""
) -> Plain:
    """`number` counts those of one design, `force` is what it belongs to, and `colour` its colour."""
    facts = design.facts
    unit = unit_values(design, number, {design.slug: picture} if picture else {})
    carried = Counter(system["label"] or system["name"] for system in unit["systems"])
    by = f"by {texts.label(facts.author)}" if facts.author else ""
    held = is_held(design)
    sizes = [] if held else [facts.size_text, count_of(facts.pieces, "piece") if facts.pieces else ""]
    return {
        **unit,
        **_dress(colour or main_colour([design])),
        "held": held,
        "force": texts.label(force),
        "carried": ", ".join(f"{count} × {name}" if count > 1 else name for name, count in carried.items()),
        "under": " · ".join(filter(None, (facts.kind, texts.label(force) or by))),
        "abilities": abilities(facts),
        "mounts": [],
        # What rolls nothing says how large it is and of how many pieces.
        "lines": [] if design.body else [line for line in sizes if line],
        "tail": count_of(facts.pieces, "piece") if facts.pieces and design.body else "",
        "verdict": texts.verdict_values(facts.verdict),
        "short": facts.verdict.short,
        "faults": texts.error_codes(facts.findings, facts.verdict),
    }


def back_values(file: DesignFile, colour: str, pictures: Mapping[str, Plain]) -> Plain:
    """What all cards of a force have behind: its name, and its line-up."""
    shown = [pictures[one.slug] for one in file.designs if one.slug in pictures and not is_held(one)]
    facts = file.facts
    return {
        **_dress(colour),
        "name": texts.name(facts.name),
        "under": texts.label(facts.faction) or facts.kind,
        "counts": facts.counts_words,
        "pictures": shown[:MOST_SHOWN],
    }


def _dress(colour: str) -> Plain:
    return {"colour": colour, "ink": ink_on(colour), "tint": tint_of(colour), "back": None}


def mech_card_values(file: DesignFile, mech: Mech) -> Plain:
    """A Paper 'Mech's: what is on its mounts, and what it weighs."""
    filled = filled_loadout(mech, sheet_of(file.ruling.edition))
    facts = file.facts
    return {
        **_NOTHING,
        **_dress(force_colour(file)),
        "name": texts.name(facts.name) or "The 'mech",
        "under": facts.kind,
        "mounts": [_mount(mount, filled) for mount in filled.mounts],
        "figure": _figure(filled),
        "lines": list(_weights(filled)),
        "verdict": texts.verdict_values(facts.verdict),
        "short": facts.verdict.short,
        "faults": texts.error_codes(facts.findings, facts.verdict),
    }


def _figure(filled: FilledLoadout) -> Plain:
    """Boxes of joints, and of plates, each with the armour on it."""
    armour = {
        **{key_of(one.name): one.weapon.armour for one in filled.mounts if one.weapon},
        **{key_of(one.part): one.armour for one in filled.plating},
    }
    plates = [(*box, armour.get(part)) for part, boxes in PLATES.items() for box in boxes]
    return {"joints": JOINTS, "plates": plates}


# What the template asks of every card, and a 'mech has none of.
_NOTHING: Plain = {
    "number": "",
    "spare": False,
    "picture": None,
    "dice": [],
    "more_dice": 0,
    "notation": "",
    "carried": "",
    "abilities": [],
    "hash": "",
    "unread": "",
    "tail": "",
    "held": False,
    "force": "",
}


def _mount(mount: Mount, filled: FilledLoadout) -> Plain:
    head = {
        "mount": in_words(mount.name),
        "name": texts.label(mount.written) or "empty",
        "says": "",
        "actions": "",
    }
    weapon = mount.weapon
    if weapon is None:
        return head
    said = (weapon.range, weapon.keyword, f"armour {weapon.armour}")
    return {
        "mount": in_words(mount.name),
        "name": capital(weapon.name),
        "says": ", ".join(filter(None, said)),
        "actions": filled.actions_of(weapon),
    }


def _weights(filled: FilledLoadout) -> Iterator[str]:
    plating = (f"{in_words(one.part)} {one.armour}" for one in filled.plating)
    yield f"armour: {', '.join(plating)}"
    late = f", {filled.penalty} T more for every action" if filled.penalty else ""
    yield f"{filled.weight} of {filled.rated} W{late}"
