"""What white dice are used for: every aim beside the others, and attacks if both sides play otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from brickyard.odds.odds_answer import OtherPlay, WhiteDiceTable, WhiteDiceUse
from brickyard.odds.odds_wording import range_name
from fleets.chances.combat import OPEN, Combat
from fleets.chances.duel import AttackRow, Fighter, Situation, actions_of, attack_rows, rolled_by
from fleets.chances.white_dice import Aim


def played_otherwise(
    attacker: Fighter, target: Fighter, combat: Combat, situation: Situation, letter: str = ""
) -> Iterator[OtherPlay]:
    """The same attack with the target's white dice for defense first, the attacker's for attack, and both."""
    now = situation.aim, situation.target_aim
    ours, theirs = Aim.ATTACK if attacker.white else now[0], Aim.DEFENSE if target.white else now[1]
    plays = dict.fromkeys([(now[0], theirs), (ours, now[1]), (ours, theirs)])
    for aim, target_aim in (play for play in plays if play != now):
        rows = attack_rows(attacker, target, combat, replace(situation, aim=aim, target_aim=target_aim))
        means = {
            range_name(row.letter, combat): row.outcome.mean
            for row in rows
            if row.outcome and row.cover == OPEN and letter in ("", row.letter)
        }
        yield OtherPlay(aim.value, target_aim.value, means)


def aims_compared(
    attacker: Fighter, target: Fighter, combat: Combat, situation: Situation, rows: list[AttackRow]
) -> list[WhiteDiceTable]:
    """Both sides' choices at the range where the attacker's weapons do most, or else its white dice."""
    possible = [row for row in rows if row.outcome and row.cover == OPEN]
    if not possible:
        return []
    rockets = min(situation.rockets, attacker.loadout.rockets)
    armed = [row for row in possible if rolled_by(attacker, combat, row.letter, rockets).attack.most]
    letter = max(armed or possible, key=lambda row: row.outcome.mean if row.outcome else 0).letter
    name = range_name(letter, combat)
    found = []
    for fighter, role in ((attacker, "attacker"), (target, "target")):
        if not fighter.white:
            continue
        uses = [_use(aim, role, letter, attacker, target, combat, situation) for aim in Aim]
        found.append(WhiteDiceTable(fighter.name, role, letter, name, tuple(uses)))
    return found


def _use(
    aim: Aim,
    role: str,
    letter: str,
    attacker: Fighter,
    target: Fighter,
    combat: Combat,
    situation: Situation,
) -> WhiteDiceUse:
    is_attacker = role == "attacker"
    changed = replace(situation, aim=aim) if is_attacker else replace(situation, target_aim=aim)
    rows = attack_rows(attacker, target, combat, changed)
    row = next(row for row in rows if row.letter == letter)
    rockets = min(situation.rockets, attacker.loadout.rockets) if is_attacker else 0
    fighter = attacker if is_attacker else target
    means = actions_of(fighter, combat, letter, aim, rockets).means
    damage = row.outcome.mean if row.outcome else Fraction(0)
    return WhiteDiceUse(aim.value, **means, damage=damage)
