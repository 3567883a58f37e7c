"""Counts the odds that were asked for: who fights whom, by which edition, and what comes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from brickyard.fight_odds.odds_answer import (
    ANY_COVER,
    BoardingRow,
    CardOdds,
    DealtRow,
    DurabilityRow,
    Fight,
    FightOdds,
    MatrixOdds,
    MishapOdds,
    OddsAnswer,
    OddsFighter,
    OddsRow,
    UnitOdds,
    WhiteDiceTable,
    WhiteDiceUse,
    best_row,
)
from brickyard.fight_odds.odds_exchange import Exchange, exchange_between
from brickyard.fight_odds.odds_mech import find_mech_odds, find_waves
from brickyard.fight_odds.odds_mishaps import (
    find_mishaps,
    in_hostile_terrain,
    repairs_after_wave,
    situation_notes,
    stepping_away,
)
from brickyard.fight_odds.odds_question import (
    OddsQuestion,
    OddsSide,
    combat_for,
    fighters_in,
    other_texts,
    read_side,
    the_fighter,
)
from catalog.editions.tables import ANYWHERE, BLIND
from catalog.vocabulary import Pool
from fleets.chances.attacks import BoardingSide, Outcome, boarding
from fleets.chances.card_numbers import CardNumbers, Durability, card_numbers, durability
from fleets.chances.combat import OPEN, Combat
from fleets.chances.duel import (
    PLAIN,
    AttackRow,
    Fighter,
    Situation,
    actions_of,
    attack_rows,
    rolled_by,
    typical_fighter,
)
from fleets.chances.mech_odds import CALM
from fleets.chances.white_dice import Aim
from fleets.dice.carried_systems import idle_systems
from fleets.notation import write_book
from ldraw_tools.findings import BrickyardError, Severity
from validators.judged_files import JudgeSettings

_MOST_CELLS = 2_500
_MOST_COMPANIES = 50
_FAR = {ANYWHERE: "anywhere", BLIND: "nowhere"}


def find_odds(texts: Sequence[str], question: OddsQuestion, settings: JudgeSettings) -> OddsAnswer:
    """One side gives its card's numbers, two sides a fight; with `matrix`, all units against all."""
    if not 1 <= len(texts) <= 2:
        raise BrickyardError(
            'name one side or two, each in quotes if it has spaces: brickyard odds "2Rd 1B 1Y" "2B 1Y"'
        )
    if question.matrix and len(texts) != 2:
        raise BrickyardError("a matrix needs two sides: brickyard odds --matrix ours.yaml theirs.yaml")
    sides = [read_side(text, settings) for text in texts]
    # Both sides may be of one file.
    told = dict.fromkeys(found for side in sides for found in side.findings)
    findings = [found for found in told if found.severity > Severity.INFO]
    if any(side.mech for side in sides):
        return replace(_of_mech(sides, question), findings=tuple(findings))
    if question.circumstance != CALM or question.damaged or question.waves:
        raise BrickyardError(
            "--haste, --combo, --squat, --rear, --damaged and --waves are for a 'mech; neither side is one"
        )
    combat = combat_for(sides, settings.edition)
    found: FightOdds | MatrixOdds | CardOdds | MishapOdds
    if question.mishaps:
        found = find_mishaps(sides, combat, question)
    elif len(sides) == 1:
        found = _card_odds(sides[0], combat, question)
    elif question.matrix:
        found = _matrix_odds(sides, combat, question)
    else:
        found = _fight_odds(sides, combat, question)
    return replace(found, findings=tuple(findings), notes=(*found.notes, *other_texts(sides, combat)))


def _of_mech(sides: Sequence[OddsSide], question: OddsQuestion) -> OddsAnswer:
    if question.waves:
        if replace(question, waves=0, seed=OddsQuestion.seed) != OddsQuestion():
            raise BrickyardError("--waves goes with --seed and no other option")
        return find_waves(sides, question.waves, question.seed)
    if replace(question, circumstance=CALM, damaged=0, repair=None) != OddsQuestion():
        raise BrickyardError(
            "'Mech odds accept only --haste, --combo, --squat, --rear, --damaged, --repair and --waves"
        )
    if question.repair is not None:
        return repairs_after_wave(sides, question.repair)
    return find_mech_odds(sides, question.circumstance, question.damaged)


def _card_odds(side: OddsSide, combat: Combat, question: OddsQuestion) -> CardOdds:
    if question.steps_away:
        raise BrickyardError("--steps-away: there is no target; name two sides")
    if question.target_hostile:
        raise BrickyardError("--target-hostile: there is no target; use --hostile, or name two sides")
    fighters, notes = in_hostile_terrain(fighters_in(side, combat), question.hostile, combat)
    cards = [
        _card(card_numbers(fighter, combat, question.situation.aim), combat)
        for fighter in fighters
        if not fighter.is_terrain
    ]
    _asked(question, combat, question.situation)
    if not cards:
        raise BrickyardError("terrain doesn't attack: name a unit")
    return CardOdds(
        title=side.title,
        edition=combat.edition,
        cards=tuple(cards),
        notes=tuple(notes),
        fielded=side.fielded,
    )


def _fight_odds(sides: Sequence[OddsSide], combat: Combat, question: OddsQuestion) -> FightOdds:
    ours, notes = in_hostile_terrain([the_fighter(sides[0], combat)], question.hostile, combat)
    theirs, more = in_hostile_terrain([the_fighter(sides[1], combat)], question.target_hostile, combat)
    attacker, target = ours[0], theirs[0]
    if attacker.is_terrain:
        raise BrickyardError("terrain doesn't attack: name a unit first")
    situation, station = stepping_away([target], combat, question)
    asked = _asked(question, combat, situation)
    return FightOdds(
        title=f"{attacker.name} against {target.name}",
        edition=combat.edition,
        notes=(*situation_notes([attacker], [target], combat, situation), *notes, *more, *station),
        situation=situation,
        fights=(_fight(attacker, target, asked),),
        boarding=_boarding(attacker, target, combat, question),
        fielded=tuple(side.fielded for side in sides),
    )


def _matrix_odds(sides: Sequence[OddsSide], combat: Combat, question: OddsQuestion) -> MatrixOdds:
    attackers, notes = in_hostile_terrain(fighters_in(sides[0], combat), question.hostile, combat)
    targets, more = in_hostile_terrain(fighters_in(sides[1], combat), question.target_hostile, combat)
    cells = len(attackers) * len(targets)
    if cells > _MOST_CELLS:
        raise BrickyardError(f"{cells:,} pairs are too many for a matrix; {_MOST_CELLS:,} are the most")
    situation, station = stepping_away(targets, combat, question)
    asked = _asked(question, combat, situation)
    fights = [
        _fight(attacker, target, asked, with_white_dice=False) for attacker in attackers for target in targets
    ]
    return MatrixOdds(
        title=f"{sides[0].title} attacks {sides[1].title}",
        edition=combat.edition,
        notes=(*situation_notes(attackers, targets, combat, situation), *notes, *more, *station),
        situation=situation,
        fights=tuple(fights),
        targets=len(targets),
        exchanges=tuple(_exchanges(fights, (attackers, targets), asked)),
        fielded=tuple(side.fielded for side in sides),
    )


def _exchanges(
    fights: Sequence[Fight], sides: tuple[Sequence[Fighter], Sequence[Fighter]], asked: _Asked
) -> Iterator[Exchange]:
    """What each pair of the matrix deals and takes; terrain deals nothing."""
    there = asked.situation
    back = Situation(aim=there.target_aim, target_aim=there.aim, cover_hits=there.cover_hits)
    answer = asked._replace(situation=back)
    for fight, (attacker, target) in zip(fights, product(*sides), strict=True):
        rows = () if target.is_terrain else _fight(target, attacker, answer, with_white_dice=False).rows
        deals, takes = best_row(fight.rows), best_row(rows)
        yield exchange_between(
            attacker.name, target.name, deals.mean if deals else None, takes.mean if takes else None
        )


class _Asked(NamedTuple):
    """What is asked of every fight: by which rules, what both sides do, where; empty: everywhere."""

    combat: Combat
    situation: Situation
    letter: str = ""
    cover: str = ""


def _asked(question: OddsQuestion, combat: Combat, situation: Situation) -> _Asked:
    letter = combat.range_named(question.range).letter if question.range else ""
    cover = question.cover.strip().casefold()
    if cover and cover not in combat.covers:
        raise BrickyardError(f"--cover {question.cover}: choose from {', '.join(combat.covers)}")
    return _Asked(combat, situation, letter, cover)


def _boarding(attacker: Fighter, ship: Fighter, combat: Combat, question: OddsQuestion) -> BoardingRow | None:
    """Companies that touch a ship may board it."""
    if combat.boarding is None or (attacker.kind, ship.kind) != ("company", "ship"):
        if question.is_about_boarding:
            raise BrickyardError("boarding takes a company and a ship, in this order")
        return None
    if max(question.boarders, question.defenders) > _MOST_COMPANIES:
        raise BrickyardError(f"at most {_MOST_COMPANIES} companies board or defend a ship")
    weapons = combat.boarding.weapons
    red = Pool(tuple(dice for dice in ship.pool(combat.vocabulary) if dice.range == weapons))
    found = boarding(
        BoardingSide(question.boarders, bool(attacker.loadout.ace)),
        BoardingSide(question.defenders, question.defending_ace, red),
        combat.boarding,
    )
    return BoardingRow(
        ship.name,
        found.boarders.companies,
        found.boarders.ace,
        found.owner.companies,
        found.owner.ace,
        " and ".join(f"{dice.count} {dice.name}" for dice in found.owner.red),
        found.taken,
        found.boarders_lose.chances,
        found.boarders_lose.mean,
        found.owner_loses.chances,
        found.owner_loses.mean,
        combat.boarding.reference,
    )


def _fighter(fighter: Fighter, combat: Combat) -> OddsFighter:
    loadout, vocabulary = fighter.loadout, combat.vocabulary
    dice = write_book(fighter.pool(vocabulary), vocabulary, idle_systems(loadout, vocabulary))
    return OddsFighter(
        fighter.name,
        fighter.kind,
        fighter.body,
        dice,
        fighter.count,
        loadout.count,
        fighter.white,
        loadout.rockets,
        None if fighter.is_terrain else fighter.life,
    )


def _fight(attacker: Fighter, target: Fighter, asked: _Asked, with_white_dice: bool = True) -> Fight:
    combat, situation, letter = asked.combat, asked.situation, asked.letter
    found = attack_rows(attacker, target, combat, situation)
    covers = Counter(row.letter for row in found)
    careful = situation._replace(target_aim=Aim.DEFENSE) if with_white_dice and target.white else situation
    means = {
        (row.letter, row.cover): row.outcome.mean
        for row in (attack_rows(attacker, target, combat, careful) if careful != situation else ())
        if row.outcome
    }
    rows = [
        _row(row, target, combat, covers[row.letter] == 1, means.get((row.letter, row.cover)))
        for row in found
    ]
    shown = [
        row
        for row in rows
        if letter in ("", row.range)
        and (not row.possible or not asked.cover or row.cover in (asked.cover, ANY_COVER))
    ]
    here = [row for row in found if letter in ("", row.letter)]
    return Fight(
        _fighter(attacker, combat),
        _fighter(target, combat),
        tuple(shown),
        tuple(_white_dice(attacker, target, asked, here)) if with_white_dice else (),
        (attacker.pool(combat.vocabulary), target.pool(combat.vocabulary)),
        tuple(_lasting(attacker, target, asked, shown)) if with_white_dice else (),
    )


def typical_fight(fighter: Fighter, combat: Combat) -> Fight | None:
    """Against the unit that its edition calls typical, if there is one of its kind."""
    if fighter.kind not in combat.typical:
        return None
    target, _ = typical_fighter(combat, fighter.kind)
    return _fight(fighter, target, _Asked(combat, PLAIN), with_white_dice=False)


def _lasting(
    attacker: Fighter, target: Fighter, asked: _Asked, rows: Sequence[OddsRow]
) -> Iterator[Durability]:
    """How long the target stands: under this attack where its weapons do most, then under a typical one."""
    combat, situation = asked.combat, asked.situation
    armed = {dice.range for dice in attacker.pool(combat.vocabulary)}
    best = best_row([row for row in rows if row.range in armed]) or best_row(rows)
    attackers = [(attacker, best.range, situation.spot)] if best else []
    if target.kind in combat.typical:
        attackers.append((*typical_fighter(combat, target.kind), 0))
    seen: list[tuple[Outcome, ...]] = []
    for one, letter, spot in attackers:
        spot = 0 if target.kind in combat.not_spotted else spot
        found = durability(target, one, letter, combat, situation.aim, spot)
        if found and found.outcomes not in seen:
            seen.append(found.outcomes)
            yield found


def _row(
    row: AttackRow, target: Fighter, combat: Combat, only: bool, careful: Fraction | None = None
) -> OddsRow:
    name = _range_name(row.letter, combat)
    cover = ANY_COVER if only else row.cover
    found = row.outcome
    if found is None:
        return OddsRow(row.letter, name, cover, False, row.why, "", None, None, None, None, None, ())
    return OddsRow(
        row.letter,
        name,
        cover,
        True,
        "",
        row.chart.reference if row.chart else "",
        found.hits,
        found.hurts,
        found.mean,
        None if target.is_terrain else found.destroys(target.life),
        found.cover.mean,
        found.damage.chances,
        careful,
    )


def _white_dice(
    attacker: Fighter, target: Fighter, asked: _Asked, rows: Sequence[AttackRow]
) -> Iterator[WhiteDiceTable]:
    """Both sides' choices at the range where the attacker's weapons do most, or else its white dice."""
    possible = [row for row in rows if row.outcome and row.cover == OPEN]
    if not possible:
        return
    combat = asked.combat
    rockets = min(asked.situation.rockets, attacker.loadout.rockets)
    armed = [row for row in possible if rolled_by(attacker, combat, row.letter, rockets).attack.most]
    letter = max(armed or possible, key=lambda row: row.outcome.mean if row.outcome else 0).letter
    for fighter, role in ((attacker, "attacker"), (target, "target")):
        uses = []
        fired = rockets if role == "attacker" else 0
        for aim in Aim if fighter.white else ():
            there = asked.situation
            there = there._replace(aim=aim) if role == "attacker" else there._replace(target_aim=aim)
            row = next(row for row in attack_rows(attacker, target, combat, there) if row.letter == letter)
            damage = row.outcome.mean if row.outcome else Fraction(0)
            means = actions_of(fighter, combat, letter, aim, fired).means
            uses.append(WhiteDiceUse(aim.value, **means, damage=damage))
        if uses:
            yield WhiteDiceTable(fighter.name, role, letter, _range_name(letter, combat), tuple(uses))


def _card(numbers: CardNumbers, combat: Combat) -> UnitOdds:
    sight, lasting = numbers.sight, numbers.durability
    durability = None
    if lasting is not None:
        who, name = _fighter(lasting.attacker, combat), _range_name(lasting.letter, combat)
        hurts, mean = lasting.outcome.hurts, lasting.outcome.mean
        durability = DurabilityRow(who, lasting.letter, name, hurts, mean, lasting.attacks)
    return UnitOdds(
        _fighter(numbers.fighter, combat),
        numbers.aim.value,
        tuple(
            DealtRow(one.letter, _range_name(one.letter, combat), one.kind, one.means)
            for one in numbers.dealt
        ),
        durability,
        numbers.movement,
        numbers.moves_through_cover,
        numbers.spot,
        _range_name(sight.reach, combat) if sight else "",
        bool(sight and sight.in_cover),
        (sight and sight.targets) or 1,
        numbers,
    )


def _range_name(letter: str, combat: Combat) -> str:
    return _FAR.get(letter) or next(one.name for one in combat.vocabulary.ranges if one.letter == letter)
