"""Odds of a Paper 'Mech: its weapons against an enemy or any armour, an enemy against its parts."""

from __future__ import annotations

import re
from dataclasses import replace

from brickyard.odds.building import mech_attack_document, on_part_document
from brickyard.odds.document import FORMAT, MechAttackDocument, OddsDocument
from brickyard.odds.sides import Named
from fleets.chances.mech_odds import (
    Circumstance,
    Enemy,
    Fighting,
    attacks_on,
    fighting_of,
    hasted_too_early,
    mech_attacks,
)
from fleets.forces.paper_mech import FilledLoadout, filled_loadout, sheet_of, spoken
from ldraw_tools.findings import BrickyardError
from ldraw_tools.suggestions import hint, shown
from validators.json_documents import EditionDocument

_ARMOUR = re.compile(r"armou?r\s*[= ]\s*(\d{1,2})(?:\s*,\s*circles\s*[= ]\s*(\d{1,3}))?", re.IGNORECASE)
_MOST_TIME = 12


def find(sides: list[Named], circumstance: Circumstance) -> OddsDocument:
    """The 'mech alone, the 'mech against an enemy, or an enemy against the 'mech."""
    side = next(side for side in sides if side.mech)
    if side.mech is None or side.entry is None:
        raise BrickyardError("no 'mech")
    text = side.entry.ruling.edition
    if circumstance.haste > _MOST_TIME:
        raise BrickyardError(f"--haste: at most {_MOST_TIME} T are left on the track")
    fighting, filled = fighting_of(text), filled_loadout(side.mech, sheet_of(text))
    notes = [
        f"{spoken(mount.name)}: “{shown(mount.written)}” is no weapon of the list and is left out"
        for mount in filled.mounts
        if mount.written and mount.weapon is None
    ]
    if sides[0] is side:
        early = hasted_too_early(filled, circumstance.haste)
        notes += [f"can't be hasted so early: {', '.join(early)}"] if early else []
    found = OddsDocument(FORMAT, "mech", filled.name, EditionDocument.of(text), notes=notes)
    if len(sides) == 1:
        armours = sorted({enemy.armour for enemy in fighting.enemies.values()})
        targets = [Enemy(f"armour {armour}", "", armour, 0) for armour in armours]
        return replace(found, mech_attacks=_attacks(filled, targets, fighting, circumstance))
    other = next((one for one in sides if one is not side), side)
    if other.entry:
        raise BrickyardError(f"a 'mech fights the enemies of its sheet: {', '.join(fighting.enemies)}")
    enemy = _enemy(other.text, fighting)
    if sides[0] is side:
        attacks = _attacks(filled, [enemy], fighting, circumstance)
        return replace(found, title=f"{filled.name} against {enemy.name}", mech_attacks=attacks)
    if not enemy.attacks:
        raise BrickyardError(f"{enemy.name} attacks nobody: name an enemy of the sheet")
    parts = [on_part_document(one, enemy.name) for one in attacks_on(filled, enemy, fighting, circumstance)]
    return replace(found, kind="enemy", title=f"{enemy.name} against {filled.name}", on_parts=parts)


def _enemy(text: str, fighting: Fighting) -> Enemy:
    armour = _ARMOUR.fullmatch(text.strip())
    if armour:
        return Enemy(text.strip(), "", int(armour[1]), int(armour[2] or 0))
    found = fighting.enemy(text)
    if found is None:
        names = list(fighting.enemies)
        raise BrickyardError(
            f"no enemy “{shown(text)}”. {hint(text, names)} Or write armour=3, or armour=3,circles=4"
        )
    return found


def _attacks(
    filled: FilledLoadout, targets: list[Enemy], fighting: Fighting, circumstance: Circumstance
) -> list[MechAttackDocument]:
    return [
        mech_attack_document(one, target.name, target.armour, target.circles)
        for target in targets
        for one in mech_attacks(filled, target.armour, target.circles, fighting, circumstance)
    ]
