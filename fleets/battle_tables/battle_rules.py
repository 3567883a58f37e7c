"""What a fold must know of an edition, as JSON: numbers, charts, open points, words. Pages get the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from catalog.editions.battle_tables import BattleTable, Board, Keyword
from catalog.editions.edition import Edition
from catalog.editions.loading import edition as shipped, shipped_editions
from catalog.editions.tables import Ace, CombatTable
from catalog.vocabulary import VOCABULARIES, Pool, Vocabulary, vocabulary_of
from catalog.yaml.typed_reading import defaults_of
from fleets.battle_tables.loadout_table import dice_list, loadouts_of
from fleets.battles.battle_state import read_force
from fleets.battles.event_fields import PointlessError
from fleets.battles.game_types import Json
from fleets.chances.attacks import damage_to_target
from fleets.chances.combat import highest_of
from fleets.chances.mech_waves import faces_in
from fleets.dice.carried_systems import System, name_of
from fleets.forces.force import Sheet, sheet_of
from fleets.notation import write_book
from ldraw_tools.findings import BrickyardError

MOST_DAMAGE_DICE = 16
_MOST_SIX, _MOST_EIGHT = 6, 5
_DIGITS = 4


def odds_tables(edition: Edition) -> Json:
    """`damage[chart][dice]` has the chance of each number of hits, cover standing; `best["2,1"]` that of each
    number as the highest of two d6 and a d8."""
    charts = edition.combat.charts if edition.combat else {}
    return {
        "damage": {
            name: [_rounded(damage_to_target(chart, dice).chances) for dice in range(MOST_DAMAGE_DICE + 1)]
            for name, chart in charts.items()
        },
        "best": {
            f"{six},{eight}": _rounded(highest_of(((6, six), (8, eight))).chances)
            for six in range(_MOST_SIX + 1)
            for eight in range(_MOST_EIGHT + 1)
        },
    }


def _rounded(chances: Sequence[Fraction]) -> list[float]:
    return [round(float(chance), _DIGITS) for chance in chances]


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


SPLITS = "split-range"
_COUNTED = {"frame": "frames", "capital": "ships", "frigate": "ships", "company": "companies", "hva": "hvas"}
_TARGETS = {"frame": "frame", "capital": "ship", "frigate": "ship", "company": "company", "hva": ""}


def battle_rules(
    edition: Edition,
    options: Mapping[str, object] | None = None,
    forces: Iterable[object] = (),
) -> Json:
    """The loadouts in it are all ordinary ones, and those of the forces in the game."""
    table = edition.battle
    if table is None:
        raise BrickyardError(f"{edition.title} can't be played at the table: its table “battle” is missing")
    rules: Json = {
        "edition": edition.id,
        "title": edition.title,
        "short": edition.short,
        "based_on": _based_on(edition),
        "game": edition.game,
        "words": dict(edition.words),
        "players": list(table.players),
        "open": _open_points(table),
        "options": [_json(option) for option in edition.options.values()],
        "placing": list(edition.field.placing) if edition.field else [],
        "placing_page": edition.field.placing_reference if edition.field else "",
        "learn": {word: [row.says, row.reference] for word, row in table.learn.items()},
        "hints": {phase: list(lines) for phase, lines in table.hints.items()},
        "mech": mech_rules(edition) if edition.game == "mech" else None,
    }
    if edition.game in VOCABULARIES:
        vocabulary = vocabulary_of(edition)
        rules |= _of_play(edition, table)
        rules |= _of_fighting(edition, vocabulary)
        rules |= _of_dice(edition, vocabulary)
        with_splits = bool((options or {}).get(SPLITS))
        rules["loadouts"] = loadouts_of(edition, vocabulary, _met(forces, rules), with_splits)
    return rules


def _based_on(edition: Edition) -> str:
    """The short name of the shipped text that a group's own edition changes."""
    while edition.id not in shipped_editions() and edition.extends in shipped_editions():
        edition = shipped(edition.extends)
    return edition.short


def _met(forces: Iterable[object], rules: Json) -> dict[str, list[tuple[str, ...]]]:
    """A force that can't be read is left out here; the fold will report it."""
    met: dict[str, list[tuple[str, ...]]] = {}
    for force in forces:
        try:
            read = read_force(force, rules)
        except PointlessError:
            continue
        for unit in (*read["units"], *read["spares"]):
            met.setdefault(unit["kind"], []).append(tuple(unit["systems"]))
    return met


def _open_points(table: BattleTable) -> Json:
    return {
        key: {
            "asks": point.asks,
            "answers": [[answer, words] for answer, words in point.answers.items()],
            "faces": {answer: list(faces) for answer, faces in point.faces.items()},
            "page": point.reference,
        }
        for key, point in table.left_open.items()
    }


def _of_play(edition: Edition, table: BattleTable) -> Json:
    compared, kit = edition.comparison, edition.kit
    if not (compared and kit and kit.clock and table.clock and table.order and table.losses):
        raise BrickyardError(f"{edition.title}: its tables don't say how a game is kept")
    return {
        "clock": {"start": kit.clock.start, **_json(table.clock)},
        "order": _json(table.order),
        "losses": _json(table.losses),
        "contested": table.contested.players if table.contested else 0,
        "contested_page": table.contested.reference if table.contested else "",
        "fuel": _json(table.fuel),
        "comparison": {
            "start": compared.start,
            "step": compared.step,
            "compared": [[label, list(kinds)] for label, kinds in compared.compared.items()],
            "assets": list(compared.assets),
            "changed": list(compared.changed),
            "captured": list(compared.captured),
            "choices": list(compared.choices),
            "objective": bool(compared.unowned),
            "page": compared.reference,
            "ties_page": compared.ties_reference,
            "lowest_page": compared.lowest_reference,
        },
        "order_dice": _json(kit.order),
        "sizes": {
            size: {str(players): [row.stations, *row.frames] for players, row in rows.items()}
            for size, rows in edition.companies.items()
        },
        "fleet_sizes": {str(players): [row.hvas, *row.assets] for players, row in edition.fleets.items()},
    }


def _json(row: object) -> Any:
    """A row of a table with the keys of the page: `each_round`, and `page` for a reference."""
    if row is None:
        return None
    cells = {name.replace("reference", "page"): getattr(row, name) for name in defaults_of(type(row))}
    return {name: list(cell) if isinstance(cell, tuple) else cell for name, cell in cells.items()}


def _of_fighting(edition: Edition, vocabulary: Vocabulary) -> Json:
    table = edition.combat
    if table is None:
        raise BrickyardError(f"{edition.title} has no attacks: its table “combat” is missing")
    return {
        "ranges": {one.letter: one.name for one in vocabulary.ranges if one.letter in table.attacks},
        "charts": {
            name: {key: one for key, one in _json(chart).items() if key != "name"}
            for name, chart in table.charts.items()
        },
        "attacks": {
            letter: {
                "unarmed": row.unarmed,
                "targets": {kind: dict(covers) for kind, covers in row.targets.items()},
            }
            for letter, row in table.attacks.items()
        },
        "not_spotted": list(table.not_spotted),
        # How many a unit may spot in a turn, by its comms systems.
        "spotting": {
            kind: [0 if one.is_blind else one.targets or 1 for one in sights]
            for kind, sights in table.spotting.items()
        },
        # How far, and whether into cover: by the same number. Ranges are in the order of their length.
        "sights": {
            kind: [{"reach": one.reach, "in_cover": one.in_cover} for one in sights]
            for kind, sights in table.spotting.items()
        },
        "nearest_first": list(edition.ranges),
        "high_spot": table.high_spot is not False,
        "hostile": _json(table.hostile),
        "falling": _json(table.falling),
        "pieces": table.pieces or 0,
        "rocket_reach": vocabulary.rocket.reach if vocabulary.rocket else "",
        "aces": {colour: _of_ace(ace, vocabulary.ace(colour)) for colour, ace in table.aces.items()},
        **_of_events(table),
    }


def _of_ace(ace: Ace, pool: Pool) -> Json:
    return {
        "shoots_at": list(ace.shoots_at),
        # Whose dice and charts it has there: those of its own range.
        "as": next((dice.range for dice in pool), ""),
        "adds": ace.adds,
        "in_cover": ace.in_cover,
        "moves_ships": ace.moves_ships,
        "spots_to": ace.spots_to,
    }


def _of_events(table: CombatTable) -> Json:
    """What happens beside attacks, if there is a table for it."""
    away, repairs, boarding = table.stepping_away, table.repairs, table.boarding
    return {
        "stepping": {"kinds": list(away.kinds), "page": away.reference} if away else None,
        "repairs": {"faces": list(repairs.faces), "page": repairs.reference} if repairs else None,
        "boarding": {
            "takes": boarding.takes,
            "damage": {str(face): hits for face, hits in boarding.damage.items()},
            "page": boarding.reference,
        }
        if boarding
        else None,
        "collision": _json(table.collision),
    }


def _of_dice(edition: Edition, vocabulary: Vocabulary) -> Json:
    names: dict[str, Any] = {
        code: name_of(System(code), vocabulary) for body in vocabulary.bodies for code in body.carries
    }
    bodies = {body.name: body for body in vocabulary.bodies}
    kinds = [*bodies, *(name for name in edition.classes if name in _COUNTED and name not in bodies)]
    rocket = vocabulary.rocket_dice
    return {
        "system_names": names,
        "kinds": {
            kind: {
                "count": _COUNTED[kind],
                "target": _TARGETS[kind],
                "white": bodies[kind].white if kind in bodies else 0,
                "carries": list(bodies[kind].carries) if kind in bodies else [],
                "fixed": list(edition.classes[kind].fixed) if kind in edition.classes else [],
                "counts": _COUNTED[kind] in ("frames", "ships"),
                "may_have_ace": kind in bodies and bodies[kind].may_have_ace,
                "needs_fuel": bool(edition.battle and edition.battle.fuel) and kind == "company",
            }
            for kind in kinds
        },
        "rocket_dice": dice_list(rocket),
        "ace_dice": {
            one.colour: [
                write_book(vocabulary.ace(one.colour), vocabulary),
                dice_list(vocabulary.ace(one.colour)),
            ]
            for one in vocabulary.aces
        },
    }
