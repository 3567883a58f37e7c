"""What `brickyard card --format json` prints: the facts of designs and forces for programs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import ClassVar, NamedTuple

from brickyard.facts.design_facts import CarriedSystem, OddsFacts, PartCount, each
from brickyard.facts.judged_designs import DesignFile, JudgedDesign
from brickyard.facts.size_fit import fit_of
from brickyard.facts.verdicts import ShownVerdict
from fleets.models.model_units import Role
from ldraw_tools.findings import Finding, printable
from ldraw_tools.names import path_from_here
from ldraw_tools.notebooks import line_of
from ldraw_tools.units import bricks, millimetres, studs
from validators.report import Accepted, ForceCounts, Reason, Verdict, count_accepted


class CardVerdict(NamedTuple):
    """`word` is the verdict as printed, `style` its colour on pages."""

    verdict: Verdict
    word: str
    style: str
    is_legal: bool
    warnings: int
    accepted: tuple[Accepted, ...]
    reason: Reason
    edition: str
    short: str
    version: str


class CardDie(NamedTuple):
    """`owner` is the number of the system that gives it; a frame's own dice have none."""

    colour: str
    sides: int
    range: str
    owner: int | None = None


class CardSystem(NamedTuple):
    """A system or a rocket, its dice, and the submodel that shows it (or whose parts do), if any.

    `instance` counts the copies of a submodel that is placed several times, from 0; `line` has its tag.
    """

    name: str
    label: str
    is_rocket: bool
    codes: tuple[str, ...]
    dice: tuple[CardDie, ...]
    submodel: str = ""
    instance: int = 0
    line: int = 0


class CardLoss(NamedTuple):
    """What is left of the dice after losing a system."""

    system: str
    left: str


class CardAttack(NamedTuple):
    """Mean damage at one range, against a target in the open with 0, 1 and 2 blue dice."""

    name: str
    letter: str
    means: tuple[Fraction, ...]
    is_armed: bool


class CardOddsFacts(NamedTuple):
    attacks: tuple[CardAttack, ...]
    range: str
    damage: Fraction
    movement: Fraction
    movement_word: str
    spot: Fraction
    attacker: str
    taken: Fraction | None
    lasts: Fraction | None


class CardSizeRow(NamedTuple):
    what: str
    measured: str
    allowed: str
    millimetres: str


class CardSize(NamedTuple):
    """Turned as it fits best; `allowed` is width, depth (studs) and height (bricks) of its box, 0 for any."""

    width_studs: float
    depth_studs: float
    height_bricks: float
    width_mm: float
    depth_mm: float
    height_mm: float
    angle_degrees: float
    allowed: tuple[float, float, float]
    rows: tuple[CardSizeRow, ...]


@dataclass(frozen=True, slots=True)
class UnitCard:
    """A design. If `is_unread`, its loadout is unknown; `model` is the file of its model, if it has one."""

    name: str
    title: str
    kind: str
    role: Role
    author: str
    licence: str
    count: int
    is_spare: bool
    is_unread: bool
    is_described: bool
    model: str
    submodel: str
    verdict: CardVerdict
    findings: tuple[Finding, ...]
    notation: str
    dialects: dict[str, str]
    dice: tuple[CardDie, ...]
    own_dice: tuple[CardDie, ...]
    systems: tuple[CardSystem, ...]
    losses: tuple[CardLoss, ...]
    odds: CardOddsFacts | None
    size: str
    box: CardSize | None
    pieces: int
    parts: tuple[PartCount, ...]
    steps: int


class FileCard(NamedTuple):
    """All of one file: a company, a fleet, a 'mech, or a model, whose kind is `file`, with its units."""

    file: str
    name: str
    kind: str
    verdict: CardVerdict
    findings: tuple[Finding, ...]
    faction: str
    author: str
    licence: str
    counts: ForceCounts
    counts_words: str
    game: str
    pieces: int
    units: tuple[UnitCard, ...]


@dataclass(frozen=True, slots=True)
class CardAnswer:
    """A card for each file that was named.

    `files` are what the cards were made of, for other formats; `written` is where they were written to, and
    `said` what is to be told about that.
    """

    __json__: ClassVar = ("format", "cards")

    cards: tuple[FileCard, ...]
    format: int = 1
    files: tuple[DesignFile, ...] = ()
    written: Path | None = None
    said: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()

    __repr__ = line_of

    def __str__(self) -> str:
        return ", ".join(f"{one.name}: {one.verdict.verdict}" for one in self.cards)


def card_answer(files: Iterable[DesignFile], problems: Iterable[str] = ()) -> CardAnswer:
    files = tuple(files)
    return CardAnswer(tuple(map(file_card, files)), files=files, problems=tuple(problems))


def file_card(file: DesignFile) -> FileCard:
    facts = file.facts
    return FileCard(
        path_from_here(file.path),
        facts.name,
        facts.kind,
        _verdict(facts.verdict),
        facts.findings,
        facts.faction,
        facts.author,
        facts.licence,
        facts.counts,
        facts.counts_words if facts.kind in ("company", "fleet") else "",
        facts.game,
        facts.pieces,
        tuple(map(unit_card, file.designs)),
    )


def unit_card(design: JudgedDesign) -> UnitCard:
    facts, unit = design.facts, design.unit
    return UnitCard(
        facts.name,
        facts.title,
        facts.kind,
        facts.role,
        facts.author,
        facts.licence,
        facts.count,
        facts.is_spare,
        facts.is_unread,
        unit.is_described,
        unit.assembly.document.file if unit.assembly else "",
        unit.assembly.chosen if unit.assembly else "",
        _verdict(facts.verdict),
        facts.findings,
        facts.notation,
        dict(facts.dialects),
        tuple(CardDie(*die.key)._replace(owner=owner) for die, owner in facts.owned_dice()),
        tuple(CardDie(*die.key) for die in each(facts.own_dice)),
        tuple(_system(one, design) for one in facts.carried),
        tuple(CardLoss(*loss) for loss in facts.losses),
        _odds(facts.odds) if facts.odds else None,
        facts.size_text,
        _size(design),
        facts.pieces,
        facts.parts,
        facts.steps,
    )


def _verdict(shown: ShownVerdict) -> CardVerdict:
    return CardVerdict(
        shown.verdict,
        shown.word,
        shown.style,
        shown.is_legal,
        shown.warnings,
        count_accepted(shown.accepted),
        shown.reason,
        shown.edition,
        shown.short,
        shown.version,
    )


def _system(one: CarriedSystem, design: JudgedDesign) -> CardSystem:
    marked, assembly = one.marked, design.unit.assembly
    return CardSystem(
        one.name,
        one.label,
        one.system is None,
        one.system.codes if one.system else (),
        tuple(CardDie(*die.key) for die in each(one.dice)),
        printable(assembly.nodes[marked.node].name) if marked and assembly else "",
        one.instance,
        marked.tag.place.line if marked else 0,
    )


def _odds(odds: OddsFacts) -> CardOddsFacts:
    return CardOddsFacts(
        tuple(CardAttack(one.name, one.letter, one.means, one.is_armed) for one in odds.attacks),
        odds.range,
        odds.damage,
        odds.movement,
        odds.movement_word,
        odds.spot,
        odds.attacker,
        odds.taken,
        odds.lasts,
    )


def _size(design: JudgedDesign) -> CardSize | None:

    fit = fit_of(design)
    if fit is None:
        return None
    turn, allowed = fit.turn, fit.allowed
    return CardSize(
        _short(studs(turn.width)),
        _short(studs(turn.depth)),
        _short(bricks(fit.height)),
        _short(millimetres(turn.width)),
        _short(millimetres(turn.depth)),
        _short(millimetres(fit.height)),
        _short(turn.angle_degrees),
        (_short(studs(allowed[0])), _short(studs(allowed[1])), _short(bricks(allowed[2]))),
        tuple(CardSizeRow(row.what, row.measured, row.allowed, row.millimetres) for row in fit.rows),
    )


def _short(length: float) -> float:
    return round(float(length), 3)
