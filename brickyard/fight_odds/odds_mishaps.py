"""Odds beside attacks: hostile terrain, falls, collisions, repairs and fuel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from brickyard.answer_text import note_lines, percent
from brickyard.facts.verdicts import mean_words
from brickyard.fight_odds.odds_answer import MishapOdds, MishapRow
from brickyard.fight_odds.odds_question import OddsQuestion, OddsSide, the_fighter
from brickyard.terminal import bar, wrap_lines
from catalog.editions.edition import Edition
from fleets.chances.attacks import (
    SIDES,
    collide,
    company_repaired,
    fall,
    fall_dice,
    fuel,
    repairs,
    successes,
)
from fleets.chances.combat import Combat, Distribution
from fleets.chances.duel import Fighter, Situation
from fleets.dice.carried_systems import System
from fleets.models.model_units import Role
from ldraw_tools.findings import BrickyardError, count_of, printable
from ldraw_tools.names import shown
from validators.reporters.text import TextPaint

_ENVIRONMENTAL = "E"
_MOST_SHOWN = 6


def in_hostile_terrain(
    fighters: Sequence[Fighter], where: str, combat: Combat
) -> tuple[list[Fighter], list[str]]:
    """The fighters as they roll there, and a word about each."""
    if not where:
        return list(fighters), []
    rules = combat.edition.combat.hostile if combat.edition.combat else None
    if rules is None:
        raise BrickyardError(f"--hostile: {combat.edition.title} has no hostile terrain")
    name = System(_ENVIRONMENTAL, name=where).name
    found: list[Fighter] = []
    notes: list[str] = []
    for one in fighters:
        is_ready = any(
            system.code == _ENVIRONMENTAL and system.name == name for system in one.loadout.systems
        )
        found.append(one if is_ready or one.is_terrain else replace(one, aside=rules.aside))
        if is_ready:
            notes.append(f"{one.name} carries the system for {name} and rolls all its dice.")
        elif not one.is_terrain:
            dice = count_of(rules.aside, "white die", "white dice")
            notes.append(f"In {name}, {one.name} sets {dice} aside ({rules.reference}).")
    return found, notes


def stepping_away(
    targets: Sequence[Fighter], combat: Combat, question: OddsQuestion
) -> tuple[Situation, list[str]]:
    """The situation with the damage that the targets let pass, if they do, and a word about it."""
    if not question.steps_away:
        return question.situation, []
    rules = combat.edition.combat.stepping_away if combat.edition.combat else None
    if rules is None:
        raise _not_there("--steps-away", combat.edition)
    if any(target.kind not in rules.kinds for target in targets):
        raise BrickyardError(f"--steps-away is for {' and '.join(rules.kinds)}s")
    damage = count_of(rules.ignored, "point")
    note = f"Beside a station the target ignores {damage} of damage and steps away ({rules.reference})."
    return question.situation._replace(ignored=rules.ignored), [note]


def find_mishaps(sides: Sequence[OddsSide], combat: Combat, question: OddsQuestion) -> MishapOdds:
    """One thing at a time: a fall, a collision or repairs."""
    if len(question.mishaps) > 1:
        raise BrickyardError(f"ask one thing at a time: {' or '.join(question.mishaps)}")
    if replace(question, fall=None, collide=None, repair=None) != OddsQuestion():
        raise BrickyardError(f"{question.mishaps[0]} goes with no other option")
    if question.collide is not None:
        return _collision(sides, combat, question.collide)
    if len(sides) != 1:
        raise BrickyardError(f"{question.mishaps[0]}: name one unit")
    unit = the_fighter(sides[0], combat)
    if question.fall is not None:
        return _fall(unit, combat, question.fall)
    return _repairs(unit, combat, question.repair or 0)


def repairs_after_wave(sides: Sequence[OddsSide], armour: int) -> MishapOdds:
    """A 'mech between two waves: a die for each armour of the enemies it has defeated."""
    side = next(side for side in sides if side.entry)
    text = side.entry.ruling.edition if side.entry else None
    board = text.board if text else None
    if text is None or board is None:
        raise BrickyardError("--repair: this text has no repairs")
    found = successes(armour, SIDES + 1 - board.repair)
    row = _row(
        f"a wave of {armour} armour is defeated", armour, "damage repaired", found, board.repair_reference
    )
    return MishapOdds(title=side.title, edition=text, rows=(row,))


def _fall(unit: Fighter, combat: Combat, bricks: int) -> MishapOdds:
    table = combat.edition.combat
    rules = table.falling if table else None
    if table is None or rules is None:
        raise _not_there("--fall", combat.edition)
    damage = fall(bricks, rules, table.charts[rules.chart])
    what = f"{unit.name} falls {count_of(bricks, 'brick')}"
    row = _row(what, fall_dice(bricks, rules), "damage", damage, rules.reference, unit)
    return MishapOdds(title=what, edition=combat.edition, rows=(row,))


def _collision(sides: Sequence[OddsSide], combat: Combat, speed: int) -> MishapOdds:
    rules = combat.edition.combat.collision if combat.edition.combat else None
    if rules is None:
        raise _not_there("--collide", combat.edition)
    if len(sides) != 2:
        raise BrickyardError("--collide: name two ships, first the one that rams")
    ships = [the_fighter(side, combat) for side in sides]
    for ship in ships:
        if ship.kind != Role.SHIP:
            raise BrickyardError(f"--collide: {shown(ship.name)} is not a ship")
    rows = tuple(
        _row(f"{ship.name} {does}", speed, "damage", damage, rules.reference, ship)
        for ship, does, damage in zip(ships, ("rams", "is rammed"), collide(speed, rules), strict=True)
    )
    title = f"{ships[0].name} rams {ships[1].name} at speed {speed}"
    notes = ("A high value asset that is rammed takes no damage.",)
    return MishapOdds(title=title, edition=combat.edition, rows=rows, notes=notes)


def _repairs(ship: Fighter, combat: Combat, lost: int) -> MishapOdds:
    rules = combat.edition.combat.repairs if combat.edition.combat else None
    if rules is None:
        raise _not_there("--repair", combat.edition)
    if ship.kind != Role.SHIP:
        raise BrickyardError(f"--repair: {shown(ship.name)} is not a ship; name the ship that repairs")
    own = min(lost, ship.loadout.count)
    found = repairs(ship.white, len(rules.faces), own)
    systems = count_of(own, "lost system")
    rows = [_row(f"{ship.name} repairs {systems}", ship.white, "systems", found, rules.reference)]
    black = ship.pool(combat.vocabulary).count(rules.companies)
    if black:
        company = combat.edition.classes[str(Role.COMPANY)]
        most = company.systems or 0
        fewer = min(lost, most)
        mended = company_repaired(black, company.white, most, fewer)
        what = f"a company that has lost {count_of(fewer, 'system')} is repaired"
        rows.append(_row(what, black, "systems", mended, rules.companies_reference))
        rows.append(_row("a company is fuelled", black, "fuel", fuel(black), rules.companies_reference))
    notes = ["White dice that repair do nothing else this turn."]
    notes += (
        ["Repairs and fuel each take the highest black die here; one die does one of the two."]
        if black
        else []
    )
    return MishapOdds(
        title=f"{ship.name}: repairs", edition=combat.edition, rows=tuple(rows), notes=tuple(notes)
    )


def situation_notes(
    attackers: Sequence[Fighter], targets: Sequence[Fighter], combat: Combat, situation: Situation
) -> list[str]:
    pieces = combat.edition.combat.pieces if combat.edition.combat else None
    lost = f"Terrain loses {count_of(pieces, 'piece')} by each damage." if pieces else ""
    crumbling = [lost] if lost and any(target.is_terrain for target in targets) else []
    return [*_rockets(attackers, situation), *_unspotted(targets, combat, situation), *crumbling]


def _rockets(attackers: Sequence[Fighter], situation: Situation) -> list[str]:
    """A unit can't fire more rockets than it carries; asking for rockets where there are none is an error."""
    asked = situation.rockets
    if not asked:
        return []
    if not any(attacker.loadout.rockets for attacker in attackers):
        who = f"{attackers[0].name} carries" if len(attackers) == 1 else "they carry"
        raise BrickyardError(f"--rocket: {who} no rockets (in a notation, write 1Rd8)")
    return [
        f"{one.name} carries {count_of(one.loadout.rockets, 'rocket')} and fires no more."
        for one in attackers
        if one.loadout.rockets < asked
    ]


def _unspotted(targets: Sequence[Fighter], combat: Combat, situation: Situation) -> list[str]:
    lost = {target.kind for target in targets if target.kind in combat.not_spotted} if situation.spot else ()
    where = " there" if len(targets) > 1 else ""
    return [
        f"{kind.capitalize()} can't be spotted, so the spot isn't counted{where}." for kind in sorted(lost)
    ]


def _row(
    what: str, dice: int, counted: str, found: Distribution, reference: str, hurt: Fighter | None = None
) -> MishapRow:
    destroys = found.at_least(hurt.life) if hurt else None
    return MishapRow(what, dice, counted, found.mean, found.chances, destroys, reference)


def _not_there(option: str, text: Edition) -> BrickyardError:
    return BrickyardError(f"{option}: {text.title} has no rule for that")


def mishap_lines(found: MishapOdds, paint: TextPaint) -> Iterator[str]:
    yield from wrap_lines(paint(printable(found.title), "bold"), "", "  ")
    yield f"  {found.edition.named}"
    for row in found.rows:
        yield ""
        yield from wrap_lines(
            f"{printable(row.what)}: {count_of(row.dice, 'die', 'dice')} ({row.reference})", "  "
        )
        yield f"    {row.counted:16} {mean_words(row.mean)} on average"
        shown_chances = list(enumerate(row.chances))
        # Many dice have long tails: the last column takes all that is more.
        last = sum((chance for _, chance in shown_chances[_MOST_SHOWN:]), Fraction(0))
        rows = [(str(number), chance) for number, chance in shown_chances[:_MOST_SHOWN]]
        rows += [(f"{_MOST_SHOWN}+", last)] if last else []
        if paint.is_watched:
            for name, chance in rows:
                yield f"    {name:>4} {percent(chance):>7}  {bar(float(chance), 30)}".rstrip()
        else:
            yield from wrap_lines("   ".join(f"{name}: {percent(chance)}" for name, chance in rows), "    ")
        if row.destroys is not None:
            yield f"    {'destroys':16} {percent(row.destroys)}"
    if found.notes:
        yield ""
        yield from note_lines(found.notes)
