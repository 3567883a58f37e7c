"""The Paper 'Mech's play sheet: the loadout filled in, and the board around it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from brickyard.printing import sheet_texts as texts
from brickyard.printing.sheet_texts import Plain
from catalog.editions.edition import Edition
from catalog.editions.mech_tables import Circles, EnemyRow, Keyword
from fleets.forces.force import Mech
from fleets.forces.paper_mech import FilledLoadout, Mount, Plating, filled_loadout, key_of, sheet_of, spoken
from validators.wording import capital

_FACES = 6


def mech_values(mech: Mech, edition: Edition) -> Plain | None:
    """None for an edition whose tables don't make a board."""
    board, fighting = edition.board, edition.fighting
    if board is None or fighting is None or not (edition.waves and edition.enemies and edition.keywords):
        return None
    filled = filled_loadout(mech, sheet_of(edition))
    circles, keywords = fighting.circles, edition.keywords
    letters = {name: name[:1].upper() for name in fighting.bands}
    return {
        "name": texts.name(mech.name) or "The 'mech",
        "mounts": {
            mount.name: _mount(mount, filled, circles.weapon, keywords, letters) for mount in filled.mounts
        },
        "torso": _plating(filled, "torso", circles.torso),
        "legs": _plating(filled, "legs", circles.legs),
        "moves": [
            {"name": capital(name), "time": row.time + filled.penalty, "free": row.free}
            for name, row in board.moves.items()
        ],
        "slow": {"at": board.slow.at, "by": board.slow.by},
        "weight": filled.weight,
        "rated": filled.rated,
        "penalty": filled.penalty,
        "track": max(board.track, _longest(filled) + board.slow.by),
        "bands": [{"letter": letters[name], "name": name} for name in fighting.bands],
        "entries": board.entries,
        "front": list(board.front),
        "rear": list(board.rear),
        "hits": [
            {"from": side, "rows": [{"roll": roll, "where": spoken(where)} for roll, where in row.items()]}
            for side, row in board.hits.items()
        ],
        "spills": [
            {"from": spoken(where), "to": [f"{roll} {spoken(other)}" for roll, other in row.items()]}
            for where, row in board.spills.items()
        ],
        "waves": [{"roll": roll, "waves": list(row)} for roll, row in edition.waves.items()],
        "enemies": [_enemy(name, row, circles, letters) for name, row in edition.enemies.items()],
        "ours": list(board.ours),
        "assumed": any(mount.weapon and mount.weapon.armour_assumed for mount in filled.mounts),
    }


def _longest(filled: FilledLoadout) -> int:
    times = [
        filled.time_of(action) for mount in filled.mounts if mount.weapon for action in mount.weapon.actions
    ]
    return max(times, default=0)


def _mount(
    mount: Mount,
    filled: FilledLoadout,
    circles: int,
    keywords: Mapping[str, Keyword],
    letters: Mapping[str, str],
) -> Plain:
    weapon = mount.weapon
    head = {"mount": spoken(mount.name), "written": texts.label(mount.written), "weapon": None}
    if weapon is None:
        return head
    each = -(-circles // max(len(weapon.actions), 1))
    return {
        **head,
        "fits": mount.fits,
        "weapon": {
            "name": capital(weapon.name),
            "keyword": weapon.keyword,
            "says": list(_said(weapon.keyword, keywords)),
            "note": capital(weapon.note),
            "range": letters.get(weapon.range, ""),
            "armour": weapon.armour,
            "assumed": weapon.armour_assumed,
            "weight": weapon.weight,
            "actions": [
                {
                    "name": capital(action.name),
                    "power": action.power,
                    "time": filled.time_of(action),
                    "circles": list(range(place * each + 1, min((place + 1) * each, circles) + 1)),
                    "said": list(_said(action.name, keywords)),
                }
                for place, action in enumerate(weapon.actions)
            ],
        },
    }


def _said(keyword: str, keywords: Mapping[str, Keyword]) -> Iterator[str]:
    """What a keyword does, where it is one."""
    row = keywords.get(keyword)
    if row and row.says:
        yield f"{capital(keyword)}: {row.says}."


def _plating(filled: FilledLoadout, part: str, circles: int) -> Plain:
    found = next((one for one in filled.plating if key_of(one.part) == part), Plating(part, 0))
    above = f"+{found.above}" if found.above > 0 else ""
    return {"armour": found.armour, "above": above, "weight": found.weight, "circles": circles}


def _enemy(name: str, row: EnemyRow, circles: Circles, letters: Mapping[str, str]) -> Plain:
    attacks = row.attacks
    share = _FACES // max(len(attacks), 1)
    return {
        "name": capital(name),
        "letter": row.letter,
        "armour": row.armour,
        "moves": row.moves,
        "attacks": [
            {
                "name": capital(attack.name),
                "roll": texts.spans(range(place * share + 1, (place + 1) * share + 1)),
                "range": letters.get(attack.range, ""),
                "power": attack.power,
                "time": attack.time,
                "circles": circles.enemy_attack,
            }
            for place, attack in enumerate(attacks)
        ],
    }
