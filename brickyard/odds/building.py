"""Odds to the plain values that are printed: every number exact, and as a decimal beside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from brickyard.odds.document import (
    BoardingDocument,
    CardDocument,
    DealtDocument,
    DurabilityDocument,
    Exact,
    FightDocument,
    FighterDocument,
    MechAttackDocument,
    OnPartDocument,
    RowDocument,
    SituationDocument,
    UseDocument,
    WhiteDiceDocument,
)
from fleets.chances.boarding import Boarding
from fleets.chances.card_numbers import CardNumbers
from fleets.chances.combat import OPEN, Combat
from fleets.chances.duel import AttackRow, Fighter, Situation, actions_of, attack_rows, rolled_by
from fleets.chances.mech_odds import AttackOnPart, MechAttack
from fleets.chances.white_dice import Aim
from fleets.dice.rolling import idle_systems
from fleets.notation import write_book

ANY_COVER = "any"


def exact(number: Fraction | int) -> Exact:
    return Exact(str(number), round(float(number), 9))


def all_exact(numbers: Iterable[Fraction]) -> list[Exact]:
    return [exact(number) for number in numbers]


def situation_document(situation: Situation) -> SituationDocument:
    return SituationDocument(
        situation.spot,
        situation.rockets,
        situation.aim.value,
        situation.target_aim.value,
        situation.cover_hits,
    )


def fighter_document(fighter: Fighter, combat: Combat) -> FighterDocument:
    loadout, vocabulary = fighter.loadout, combat.vocabulary
    dice = write_book(fighter.pool(vocabulary), vocabulary, idle_systems(loadout, vocabulary))
    return FighterDocument(
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


@dataclass(frozen=True, slots=True)
class Wanted:
    """One range and one cover only; empty: all of them."""

    letter: str = ""
    cover: str = ""

    def takes(self, row: RowDocument) -> bool:
        is_here = self.letter in ("", row.range)
        return is_here and (not row.possible or self.cover in ("", row.cover) or row.cover == ANY_COVER)


EVERYTHING = Wanted()


def fight_document(
    attacker: Fighter,
    target: Fighter,
    combat: Combat,
    situation: Situation,
    wanted: Wanted = EVERYTHING,
    with_white_dice: bool = True,
) -> FightDocument:
    found = attack_rows(attacker, target, combat, situation)
    covers = Counter(row.letter for row in found)
    rows = [_row(row, target, combat, covers[row.letter] == 1) for row in found]
    rows = [row for row in rows if wanted.takes(row)]
    here = [row for row in found if wanted.letter in ("", row.letter)]
    return FightDocument(
        fighter_document(attacker, combat),
        fighter_document(target, combat),
        rows,
        _white_dice(attacker, target, combat, situation, here) if with_white_dice else [],
    )


def best_row(rows: Sequence[RowDocument]) -> RowDocument | None:
    """Where an attack does most; out of cover, unless only cover was asked for."""
    return max(
        (row for row in rows if row.mean), key=lambda row: row.mean.value if row.mean else 0, default=None
    )


def _row(row: AttackRow, target: Fighter, combat: Combat, only: bool) -> RowDocument:
    name = _range_name(row.letter, combat)
    cover = ANY_COVER if only else row.cover
    found = row.outcome
    if found is None:
        return RowDocument(row.letter, name, cover, False, row.why, "", None, None, None, None, None, [])
    return RowDocument(
        row.letter,
        name,
        cover,
        True,
        "",
        row.chart.reference if row.chart else "",
        exact(found.hits),
        exact(found.hurts),
        exact(found.mean),
        None if target.is_terrain else exact(found.destroys(target.life)),
        exact(found.cover.mean),
        all_exact(found.damage.chances),
    )


def _white_dice(
    attacker: Fighter, target: Fighter, combat: Combat, situation: Situation, rows: list[AttackRow]
) -> list[WhiteDiceDocument]:
    """Both sides' choices at the range where the attacker's weapons do most, or else its white dice."""
    possible = [row for row in rows if row.outcome and row.cover == OPEN]
    if not possible:
        return []
    rockets = min(situation.rockets, attacker.loadout.rockets)
    armed = [row for row in possible if rolled_by(attacker, combat, row.letter, rockets).attack.most]
    letter = max(armed or possible, key=lambda row: row.outcome.mean if row.outcome else 0).letter
    name = _range_name(letter, combat)
    found = []
    for fighter, role in ((attacker, "attacker"), (target, "target")):
        if not fighter.white:
            continue
        uses = [_use(aim, role, letter, attacker, target, combat, situation) for aim in Aim]
        found.append(WhiteDiceDocument(fighter.name, role, letter, name, uses))
    return found


def _use(
    aim: Aim,
    role: str,
    letter: str,
    attacker: Fighter,
    target: Fighter,
    combat: Combat,
    situation: Situation,
) -> UseDocument:
    is_attacker = role == "attacker"
    changed = replace(situation, aim=aim) if is_attacker else replace(situation, target_aim=aim)
    rows = attack_rows(attacker, target, combat, changed)
    row = next(row for row in rows if row.letter == letter)
    rockets = min(situation.rockets, attacker.loadout.rockets) if is_attacker else 0
    fighter = attacker if is_attacker else target
    means = actions_of(fighter, combat, letter, aim, rockets).means
    damage = row.outcome.mean if row.outcome else Fraction(0)
    return UseDocument(aim.value, **{name: exact(mean) for name, mean in means.items()}, damage=exact(damage))


def card_document(numbers: CardNumbers, combat: Combat) -> CardDocument:
    sight, lasting = numbers.sight, numbers.durability
    durability = None
    if lasting:
        durability = DurabilityDocument(
            fighter_document(lasting.attacker, combat),
            lasting.letter,
            _range_name(lasting.letter, combat),
            exact(lasting.outcome.hurts),
            exact(lasting.outcome.mean),
            None if lasting.attacks is None else exact(lasting.attacks),
        )
    return CardDocument(
        fighter_document(numbers.fighter, combat),
        numbers.aim.value,
        [
            DealtDocument(one.letter, _range_name(one.letter, combat), one.kind, all_exact(one.means))
            for one in numbers.dealt
        ],
        durability,
        exact(numbers.movement),
        numbers.moves_through_cover,
        exact(numbers.spot),
        _range_name(sight.reach, combat, "anywhere") if sight else "",
        bool(sight and sight.in_cover),
    )


def boarding_document(found: Boarding, ship: Fighter, combat: Combat) -> BoardingDocument:
    red = " and ".join(f"{dice.count} {dice.name}" for dice in found.owner.red)
    return BoardingDocument(
        ship.name,
        found.boarders.companies,
        found.boarders.ace,
        found.owner.companies,
        found.owner.ace,
        red,
        exact(found.taken),
        all_exact(found.boarders_lose.chances),
        exact(found.boarders_lose.mean),
        all_exact(found.owner_loses.chances),
        exact(found.owner_loses.mean),
        combat.boarding.reference if combat.boarding else "",
    )


def mech_attack_document(one: MechAttack, target: str, armour: int, circles: int) -> MechAttackDocument:
    weapon, strike, keyword = one.mount.weapon, one.strike, one.keyword
    notes = [keyword.effect and f"if it hurts, {keyword.effect}", keyword.needs and f"needs: {keyword.needs}"]
    notes += ["the same dice against two targets"] if keyword.targets > 1 else []
    notes += [weapon.note] if weapon and weapon.note else []
    return MechAttackDocument(
        one.mount.name,
        weapon.name if weapon else "",
        one.action.name,
        strike.power,
        one.time,
        one.band,
        target,
        armour,
        exact(strike.hurts),
        exact(strike.mean),
        exact(one.mean_per_time),
        exact(strike.destroys) if circles else None,
        all_exact(strike.damage.chances),
        [note for note in notes if note],
    )


def on_part_document(one: AttackOnPart, enemy: str) -> OnPartDocument:
    return OnPartDocument(
        enemy,
        one.attack.name,
        one.strike.power,
        one.part,
        one.armour,
        one.is_assumed,
        exact(one.strike.hurts),
        exact(one.strike.mean),
        exact(one.strike.destroys),
        all_exact(one.strike.damage.chances),
    )


def _range_name(letter: str, combat: Combat, otherwise: str = "") -> str:
    return next((known.name for known in combat.vocabulary.ranges if known.letter == letter), otherwise)
