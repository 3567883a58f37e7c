"""What a fold must know of Paper 'Mech: weapons, enemies, the play sheet, and which rules are our own."""

from __future__ import annotations

from catalog.editions.edition import Edition
from catalog.editions.mech_tables import Board, Keyword
from fleets.battles.game_types import Json
from fleets.chances.wave_board import faces_in
from fleets.forces.paper_mech import Sheet, sheet_of
from ldraw_tools.findings import BrickyardError


def mech_rules(edition: Edition) -> Json:
    sheet, board, fighting = sheet_of(edition), edition.board, edition.fighting
    if board is None or fighting is None or not edition.waves:
        raise BrickyardError(
            f"{edition.title}: the tables “board”, “fighting” and “waves” don't describe games"
        )
    circles, stances = fighting.circles, fighting.stances
    return {
        **_sheet(sheet),
        "keywords": {name: _keyword(row) for name, row in edition.keywords.items()},
        "enemies": {
            row.letter: {
                "name": name,
                "armour": row.armour,
                "moves": row.moves,
                "attacks": [
                    {"name": one.name, "range": one.range, "power": one.power, "time": one.time}
                    for one in row.attacks
                ],
            }
            for name, row in edition.enemies.items()
        },
        "waves": [[list(faces_in(faces)), list(groups)] for faces, groups in edition.waves.items()],
        "bands": list(fighting.bands),
        "circles": {
            "weapon": circles.weapon,
            "enemy_attack": circles.enemy_attack,
            "torso": circles.torso,
            "legs": circles.legs,
        },
        "stances": {
            "rear_armour": stances.rear_armour,
            "squat_power": stances.squat_power,
            "least_power": stances.least_power,
        },
        "board": _board(board),
        "page": edition.play.reference if edition.play else "",
    }


def _sheet(sheet: Sheet) -> Json:
    return {
        "mounts": dict(sheet.mounts),
        "armour": dict(sheet.armour),
        "rated": sheet.rated,
        "per": sheet.per,
        "weapons": {
            name: {
                "name": row.name,
                "range": row.range,
                "mounts": list(row.mounts),
                "weight": row.weight,
                "keyword": row.keyword,
                "armour": row.armour,
                "assumed": row.armour_assumed,
                "note": row.note,
                "rests": row.rests,
                "nearest": row.nearest,
                "actions": [{"name": one.name, "power": one.power, "time": one.time} for one in row.actions],
            }
            for name, row in sheet.weapons.items()
        },
    }


def _keyword(row: Keyword) -> Json:
    return {
        "armour": row.armour,
        "always": row.always,
        "delays": row.delays,
        "restarts": row.restarts,
        "destroys": row.destroys,
        "combo": row.combo_power,
        "per_band": row.power_per_band,
        "targets": row.targets,
        "needs": row.needs,
        "says": row.says,
    }


def _board(board: Board) -> Json:
    return {
        "track": board.track,
        "moves": [
            {
                "name": name,
                "time": row.time,
                "free": row.free,
                "walks": row.walks,
                "turns": row.turns,
                "squats": row.squats,
                "changes_stance": row.changes_stance,
                "standing": row.standing,
            }
            for name, row in board.moves.items()
        ],
        "slow": {"at": board.slow.at, "by": board.slow.by},
        "entries": board.entries,
        "front": list(board.front),
        "rear": list(board.rear),
        "arcs": {side: list(sectors) for side, sectors in board.arcs.items()},
        "hits": {
            side: {str(face): part for face, part in faces.items()} for side, faces in board.hits.items()
        },
        "spills": {
            part: {str(face): to for text, to in faces.items() for face in faces_in(text)}
            for part, faces in board.spills.items()
        },
        "repair": board.repair,
        "repair_page": board.repair_reference,
        "ours": list(board.ours),
    }
