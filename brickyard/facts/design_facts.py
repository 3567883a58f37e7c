"""All there is to say about a design: dice, systems, losses, odds, size, parts, steps and the verdict."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from brickyard.facts.judged_designs import JudgedDesign, open_design_files
from brickyard.facts.size_fit import fit_of
from brickyard.facts.verdicts import ShownVerdict, verdict_in
from catalog import colours
from catalog.database.part_database import open_workspace
from catalog.vocabulary import NO_DICE, Dice, Pool
from fleets.chances.card_numbers import BLUE, CardNumbers, card_numbers
from fleets.chances.combat import combat_of
from fleets.dice.carried_systems import System, contributions, in_order, losses, name_of, pool_of
from fleets.forces.named_files import unit_named
from fleets.models.model_units import Marked, Role
from fleets.notation import notations, write_loadout
from ldraw_tools.assembly.inventory import count
from ldraw_tools.findings import BrickyardError, Finding, printable
from ldraw_tools.geometry.pieces import steps_of
from ldraw_tools.measuring.fitting import snuggest_turn
from ldraw_tools.model import Size
from ldraw_tools.names import part_number
from ldraw_tools.notebooks import line_of
from ldraw_tools.reading.contents import DRAWN
from validators.judged_files import JudgeSettings
from validators.measuring import measured_whole, size_of
from validators.wording import a

# Copies of a piece beyond this number share one line.
_MOST_COPIES = 100
UNREAD = "What it carries could not be read."


class CarriedSystem(NamedTuple):
    """A system or a rocket of a design: the dice it adds, and the piece of the model that shows it, if any.

    `instance` counts the copies of a piece that is placed several times. A rocket has no `system`.
    """

    system: System | None
    name: str
    label: str
    dice: Pool
    marked: Marked | None = None
    instance: int = 0


class AttackFacts(NamedTuple):
    """Mean damage of an attack at one range, against a target in the open with 0, 1 and 2 blue dice.

    `name` is the range, and the kind of target where there are several; `is_armed` says that the design has
    dice for this very range.
    """

    name: str
    letter: str
    means: tuple[Fraction, ...]
    is_armed: bool


class OddsFacts(NamedTuple):
    """What to expect of a design: exact means.

    `damage` is the best attack at its own range on a target with one blue die. `taken` is the damage of one
    attack by a typical `attacker`, `lasts` how many of those destroy the design.
    """

    attacks: tuple[AttackFacts, ...]
    range: str
    damage: Fraction
    movement: Fraction
    spot: Fraction
    attacker: str = ""
    taken: Fraction | None = None
    lasts: Fraction | None = None
    # `a Soldier at direct range`.
    attacked_by: str = ""
    movement_word: str = "movement"
    spot_word: str = "spot"
    # What all this was taken from, for plots.
    numbers: CardNumbers | None = None


@dataclass(frozen=True, slots=True)
class PartCount:
    number: str
    title: str
    colour: str
    count: int


@dataclass(frozen=True, slots=True)
class DesignFacts:
    """A design in plain values. If `is_unread`, its loadout is unknown: no dice, no systems, no odds.

    `size` is that of its snuggest box, turned as it fits what its edition allows, and `size_text` the same in
    words; both are empty for a design on paper, as `steps` are. `losses` are what it rolls after losing each
    system.
    """

    name: str
    kind: str
    role: Role
    verdict: ShownVerdict
    findings: tuple[Finding, ...] = ()
    title: str = ""
    author: str = ""
    licence: str = ""
    count: int = 1
    is_spare: bool = False
    is_unread: bool = False
    dice: Pool = NO_DICE
    own_dice: Pool = NO_DICE
    notation: str = ""
    dialects: Mapping[str, str] = field(default_factory=dict)
    systems: tuple[CarriedSystem, ...] = ()
    rockets: tuple[CarriedSystem, ...] = ()
    losses: tuple[tuple[str, str], ...] = ()
    odds: OddsFacts | None = None
    size: Size | None = None
    size_text: str = ""
    pieces: int = 0
    parts: tuple[PartCount, ...] = ()
    steps: int = 0

    __repr__ = line_of

    def __str__(self) -> str:
        return f"{self.name}: {self.notation or self.kind}, {self.verdict.word}"

    @property
    def carried(self) -> tuple[CarriedSystem, ...]:
        return self.systems + self.rockets

    def owned_dice(self) -> Iterator[tuple[Dice, int | None]]:
        """Its dice one by one, in the order of the notation, each with the place of what carries it."""
        waiting = [list(each(one.dice)) for one in self.carried]
        for die in each(self.dice):
            owner = next((place for place, dice in enumerate(waiting) if die in dice), None)
            if owner is not None:
                waiting[owner].remove(die)
            yield die, owner


def design_facts(
    path: str | Path, *, unit: str = "", edition: str = "", library: str | Path | Iterable[str | Path] = ()
) -> DesignFacts:
    """The facts of a model, or of the unit of this name in a manifest or a model with several units.

    Raises `BrickyardError` if the file can't be opened, has several designs and `unit` names none of
    them, or has no such unit.
    """
    request = JudgeSettings(edition=edition, workspace=open_workspace(library))
    designs = [design for file in open_design_files([Path(path)], request) for design in file.designs]
    if unit:
        return unit_named(unit, str(path), designs).facts
    if len(designs) != 1:
        names = ", ".join(printable(design.name) for design in designs)
        raise BrickyardError(f"{path}: has {len(designs)} designs; name one of them: {names}")
    return designs[0].facts


def facts_of(design: JudgedDesign) -> DesignFacts:
    unit = design.unit
    chosen = printable(unit.assembly.chosen) if unit.assembly else ""
    judged = f"submodel {chosen}" if chosen else "model" if unit.assembly else "list"
    size, size_text = _size(design)
    plain = DesignFacts(
        printable(unit.name),
        design.kind,
        unit.role,
        verdict_in(design.judged, judged, design.digest),
        design.findings,
        printable(design.title),
        printable(design.author),
        printable(design.licence),
        design.count,
        design.is_spare,
        unit.is_unread,
        size=size,
        size_text=size_text,
        parts=tuple(_parts(design)),
        steps=_steps(design),
    )
    plain = replace(plain, pieces=sum(part.count for part in plain.parts))
    return plain if unit.is_unread else _with_carried(plain, design)


def _with_carried(plain: DesignFacts, design: JudgedDesign) -> DesignFacts:
    vocabulary, body = design.vocabulary, design.body
    systems, rockets = tuple(_systems(design)), tuple(_rockets(design))
    adds = Pool.total(system.dice for system in systems)
    pool = pool_of(design.loadout, vocabulary, body) if body else adds
    idle = [one.system for one in systems if one.system and not one.dice]
    dialects = dict(notations(pool, vocabulary, idle)) if systems or body else {}
    carried = adds + Pool.total(rocket.dice for rocket in rockets)
    return replace(
        plain,
        dice=pool,
        own_dice=pool - carried if body else NO_DICE,
        dialects=dialects,
        notation=next(iter(dialects.values()), ""),
        systems=systems,
        rockets=rockets,
        losses=tuple(_losses(design)),
        odds=_odds(design, pool),
    )


def _systems(design: JudgedDesign) -> Iterator[CarriedSystem]:
    """In the game's order, each with its piece where there is one left to give."""
    if not design.body and design.unit.role is not Role.SYSTEM:
        return
    pieces: dict[System, list[tuple[Marked, int]]] = {}
    for marked in design.unit.pieces(Role.SYSTEM):
        for system in in_order(marked.loadout.systems, design.vocabulary):
            copies = ((marked, instance) for instance in range(min(marked.times, _MOST_COPIES)))
            pieces.setdefault(system, []).extend(copies)
    for given in contributions(design.loadout, design.vocabulary):
        name = name_of(given.system, design.vocabulary)
        waiting = pieces.get(given.system)
        marked_at = waiting.pop(0) if waiting else None
        yield _shown(CarriedSystem(given.system, name, "", given.pool), marked_at)


def _rockets(design: JudgedDesign) -> Iterator[CarriedSystem]:
    number = design.loadout.rockets
    holding = (one for one in design.unit.marked if one.loadout.rockets and one.tag.role is not Role.SPARE)
    copies = ((one, instance) for one in holding for instance in range(min(one.times, number)))
    pieces = [piece for piece in copies for _ in range(piece[0].loadout.rockets)]
    for place in range(number):
        rocket = CarriedSystem(None, "rocket, fired once", "", design.vocabulary.rocket_dice)
        yield _shown(rocket, pieces[place] if place < len(pieces) else None)


def _shown(carried: CarriedSystem, piece: tuple[Marked, int] | None) -> CarriedSystem:
    if piece is None:
        return carried
    marked, instance = piece
    return carried._replace(label=printable(marked.tag.label), marked=marked, instance=instance)


def _losses(design: JudgedDesign) -> Iterator[tuple[str, str]]:
    if design.body is not None:
        for loss in losses(design.loadout, design.vocabulary, design.body):
            left = write_loadout(loss.left, design.vocabulary, design.body)["book"]
            yield name_of(loss.system, design.vocabulary), left


def _odds(design: JudgedDesign, pool: Pool) -> OddsFacts | None:
    if design.fighter is None:
        return None
    numbers = card_numbers(design.fighter, combat_of(design.edition, design.vocabulary))
    names = {known.letter: known.name for known in design.vocabulary.ranges}
    lasting = numbers.durability
    return OddsFacts(
        tuple(_attacks(numbers, names, {dice.range for dice in pool})),
        names.get(numbers.letter, numbers.letter),
        max(
            (one.means[BLUE.index(1)] for one in numbers.dealt if one.letter == numbers.letter),
            default=Fraction(0),
        ),
        numbers.movement,
        numbers.spot,
        lasting.attacker.name if lasting else "",
        lasting.outcome.damage.mean if lasting else None,
        lasting.attacks if lasting else None,
        f"{a(lasting.attacker.name)} at {names[lasting.letter]} range" if lasting else "",
        movement_word=numbers.movement_word,
        spot_word=numbers.spot_word,
        numbers=numbers,
    )


def _attacks(numbers: CardNumbers, names: Mapping[str, str], armed: set[str]) -> Iterator[AttackFacts]:
    kinds = {dealt.kind for dealt in numbers.dealt}
    for dealt in numbers.dealt:
        target = f", to a {dealt.kind}" if len(kinds) > 1 else ""
        name = f"{names.get(dealt.letter, dealt.letter)}{target}"
        yield AttackFacts(name, dealt.letter, dealt.means, dealt.letter in armed)


def _size(design: JudgedDesign) -> tuple[Size | None, str]:
    """The size, turned as it fits its box, and in words: `4 × 4 studs, 6.5 bricks tall`."""
    found = measured_whole(design.unit)
    if found is None:
        return None, ""
    whole, fit = found[1], fit_of(design)
    turn = fit.turn if fit else snuggest_turn(whole.footprint)
    tall, solid = (float(box.height) if box else 0.0 for box in (whole.box, whole.box_without_top_studs))
    unmeasured = tuple(part.name for part in whole.unmeasured)
    size = Size(float(turn.width), float(turn.depth), tall, solid, unmeasured)
    return size, fit.in_short if fit else size_of(whole, ", ")


def _parts(design: JudgedDesign) -> Iterator[PartCount]:
    unit = design.unit
    if unit.assembly is not None:
        for facts, colour, number in count(unit.assembly, unit.node).rows():
            title, named = printable(facts.title), printable(colours.name_of(colour))
            yield PartCount(printable(part_number(facts.key)), title, named, number)


def _steps(design: JudgedDesign) -> int:
    """The number of steps that add something."""
    unit = design.unit
    node = unit.assembly.nodes[unit.node] if unit.assembly and unit.node is not None else None
    if node is None or node.contents is None:
        return 0
    steps = steps_of(node.contents)
    return max((int(steps[reference]) for reference, _ in node.placed(DRAWN)), default=0)


def each(pool: Pool) -> Iterator[Dice]:
    """All dice one by one, in the order of the notation."""
    for dice in pool:
        for _ in range(dice.count):
            yield Dice(*dice.key)
