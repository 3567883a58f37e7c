"""The job of `brickyard odds`: who fights whom, by which text, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from brickyard.odds import mech as odds_mech
from brickyard.odds.building import (
    Wanted,
    boarding_document,
    card_document,
    fight_document,
    situation_document,
)
from brickyard.odds.document import FORMAT, BoardingDocument, OddsDocument
from brickyard.odds.sides import Named, combat_for, fighters_in, read_side, the_fighter
from brickyard.terminal import Screen
from fleets.chances.boarding import BoardingSide, boarding
from fleets.chances.card_numbers import card_numbers
from fleets.chances.combat import Combat
from fleets.chances.duel import PLAIN, Fighter, Situation
from fleets.chances.mech_odds import CALM, Circumstance
from fleets.dice.pool import Pool
from ldraw_tools.findings import BrickyardError, Severity, count_of
from validators.json_documents import EditionDocument, FindingDocument, json_text
from validators.judged_files import Request

_MOST_CELLS = 2_500
_MOST_COMPANIES = 50


@dataclass(frozen=True)
class Boarders:
    """Companies on either side of a boarding, and whether the owner's ace is aboard."""

    companies: int = 1
    defenders: int = 0
    defending_ace: bool = False


ONE_COMPANY = Boarders()


@dataclass(frozen=True)
class Asked:
    """What was asked for beside the sides: everything has its usual value."""

    situation: Situation = PLAIN
    range: str = ""
    cover: str = ""
    matrix: bool = False
    boarders: Boarders = ONE_COMPANY
    circumstance: Circumstance = CALM


def odds(
    texts: Sequence[str],
    asked: Asked,
    request: Request,
    output: str,
    target: Path | None,
    force: bool = False,
) -> int:
    found = find_odds(texts, asked, request)
    if target:
        if found.kind != "matrix":
            raise BrickyardError("-o draws a matrix: add --matrix, and name two companies")
        from brickyard.odds.picture import write_matrix

        write_matrix(found, target, force=force)
    _say(found, output, target)
    return int(any(finding.severity == str(Severity.ERROR) for finding in found.findings))


def find_odds(texts: Sequence[str], asked: Asked, request: Request) -> OddsDocument:
    """One side alone gives its card's numbers, two give a fight, with `matrix` all units against all."""
    if not 1 <= len(texts) <= 2:
        raise BrickyardError(
            'one side or two, each in quotes if it has spaces: brickyard odds "2Rd 1B 1Y" "2B 1Y"'
        )
    if asked.matrix and len(texts) != 2:
        raise BrickyardError("a matrix needs two sides: brickyard odds --matrix ours.yaml theirs.yaml")
    sides = [read_side(text, request) for text in texts]
    told = [found for side in sides for found in side.findings if found.severity > Severity.INFO]
    findings = [FindingDocument.of(found) for found in told]
    if any(side.mech for side in sides):
        if asked != Asked(circumstance=asked.circumstance):
            raise BrickyardError("a 'mech's odds know of --haste, --combo, --squat and --rear, and no more")
        return replace(odds_mech.find(sides, asked.circumstance), findings=findings)
    if asked.circumstance != CALM:
        raise BrickyardError("--haste, --combo, --squat and --rear are for a 'mech, and none is here")
    combat = combat_for(sides, request.edition)
    wanted = _wanted(asked, combat)
    if len(sides) == 1:
        found = _cards(sides[0], combat, asked)
    elif asked.matrix:
        found = _matrix(sides, combat, asked, wanted)
    else:
        found = _fight(sides, combat, asked, wanted)
    return replace(found, findings=findings, notes=[*found.notes, *_other_texts(sides, combat)])


def _cards(side: Named, combat: Combat, asked: Asked) -> OddsDocument:
    cards = [
        card_document(card_numbers(fighter, combat, asked.situation.aim), combat)
        for fighter in fighters_in(side, combat)
        if not fighter.is_terrain
    ]
    if not cards:
        raise BrickyardError("terrain attacks nobody: name a unit")
    return OddsDocument(FORMAT, "cards", side.title, EditionDocument.of(combat.edition), cards=cards)


def _fight(sides: list[Named], combat: Combat, asked: Asked, wanted: Wanted) -> OddsDocument:
    attacker, target = (the_fighter(side, combat) for side in sides)
    if attacker.is_terrain:
        raise BrickyardError("terrain attacks nobody: name a unit first")
    notes = _rockets([attacker], asked.situation) + _unspotted(target, combat, asked.situation)
    return OddsDocument(
        FORMAT,
        "fight",
        f"{attacker.name} against {target.name}",
        EditionDocument.of(combat.edition),
        situation_document(asked.situation),
        [fight_document(attacker, target, combat, asked.situation, wanted)],
        1,
        boarding=_boarding(attacker, target, combat, asked.boarders),
        notes=notes,
    )


def _matrix(sides: list[Named], combat: Combat, asked: Asked, wanted: Wanted) -> OddsDocument:
    attackers, targets = (fighters_in(side, combat) for side in sides)
    if len(attackers) * len(targets) > _MOST_CELLS:
        cells = len(attackers) * len(targets)
        raise BrickyardError(f"{cells:,} pairs are too many for a matrix; {_MOST_CELLS:,} are the most")
    fights = [
        fight_document(attacker, target, combat, asked.situation, wanted, with_white_dice=False)
        for attacker in attackers
        for target in targets
    ]
    return OddsDocument(
        FORMAT,
        "matrix",
        f"{sides[0].title} attacks {sides[1].title}",
        EditionDocument.of(combat.edition),
        situation_document(asked.situation),
        fights,
        len(targets),
        notes=_rockets(attackers, asked.situation),
    )


def _wanted(asked: Asked, combat: Combat) -> Wanted:
    letter = combat.range_named(asked.range).letter if asked.range else ""
    cover = asked.cover.strip().casefold()
    if cover and cover not in combat.covers:
        raise BrickyardError(f"--cover {asked.cover}: choose from {', '.join(combat.covers)}")
    return Wanted(letter, cover)


def _rockets(attackers: Sequence[Fighter], situation: Situation) -> list[str]:
    """Nobody fires more than it carries; asking for rockets where there are none is a slip."""
    asked = situation.rockets
    if not asked:
        return []
    if not any(attacker.loadout.rockets for attacker in attackers):
        who = f"{attackers[0].name} carries" if len(attackers) == 1 else "they carry"
        raise BrickyardError(f"--rocket: {who} no rockets (a notation has them as 1Rd8)")
    return [
        f"{one.name} carries {count_of(one.loadout.rockets, 'rocket')} and fires no more."
        for one in attackers
        if one.loadout.rockets < asked
    ]


def _unspotted(target: Fighter, combat: Combat, situation: Situation) -> list[str]:
    is_lost = situation.spot and target.kind in combat.not_spotted
    return [f"{target.kind.capitalize()} can't be spotted, so the spot isn't counted."] if is_lost else []


def _other_texts(sides: list[Named], combat: Combat) -> list[str]:
    editions = [side.entry.ruling.edition for side in sides if side.entry and side.entry.names_edition]
    texts = {edition.id: edition.title for edition in editions}
    texts.pop(combat.edition.id, None)
    return [
        f"A file names another text, {title}; here {combat.edition.title} counts." for title in texts.values()
    ]


def _boarding(attacker: Fighter, ship: Fighter, combat: Combat, asked: Boarders) -> BoardingDocument | None:
    """Companies that touch a ship may board it."""
    if combat.boarding is None or (attacker.kind, ship.kind) != ("company", "ship"):
        if asked != ONE_COMPANY:
            raise BrickyardError("boarding takes a company and a ship, in this order")
        return None
    if max(asked.companies, asked.defenders) > _MOST_COMPANIES:
        raise BrickyardError(f"at most {_MOST_COMPANIES} companies board or defend a ship")
    weapons = combat.boarding.weapons
    red = Pool(tuple(dice for dice in ship.pool(combat.vocabulary) if dice.range == weapons))
    found = boarding(
        BoardingSide(asked.companies, bool(attacker.loadout.ace)),
        BoardingSide(asked.defenders, asked.defending_ace, red),
        combat.boarding,
    )
    return boarding_document(found, ship, combat)


def _say(found: OddsDocument, output: str, target: Path | None) -> None:
    if output == "json":
        Screen().text(json_text(found))
        return
    from brickyard.odds.text import text_lines

    screen = Screen()
    screen.lines(text_lines(found, screen.paint))
    if target:
        screen.line(f"Drawn to {target}.")
