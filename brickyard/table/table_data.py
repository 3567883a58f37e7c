"""What a table's page knows of a game: its players and their forces, and the edition's rules as tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from brickyard.table import Language
from brickyard.table.table_texts import rules_in, sentences
from catalog.editions.edition import Edition
from fleets.battle_tables.battle_rules import battle_rules, odds_tables
from fleets.battle_tables.loadout_table import code_of
from fleets.battles.event_fields import list_in, object_of
from fleets.battles.folding import fold
from fleets.comparing.hearsay import Hearsay
from fleets.forces.force import Fielded, Force, Mech
from fleets.models.model_units import Role, carried_by_unit
from ldraw_tools.findings import BrickyardError, count_of, printable

KEYS = "abcde"
_UNITS = (Role.FRAME, Role.SHIP, Role.COMPANY, Role.HVA)
_LONGEST_NAME = 80

Side = Force | Mech | Hearsay | None


def game_of(
    edition: Edition,
    sides: Sequence[tuple[str, Side]],
    *,
    options: Mapping[str, Any] | None = None,
    size: str = "",
    game_id: str = "game",
    objective: bool = False,
) -> dict[str, Any]:
    """Players in the order given; a player without a side types it in or seals it later."""
    if len(sides) > len(KEYS):
        raise BrickyardError(f"at most {count_of(len(KEYS), 'player')} fit at a table")
    players = [
        {"key": key, "name": _name(name, key), "force": force_of(side, edition, len(sides), size)}
        for key, (name, side) in zip(KEYS, sides, strict=False)
    ]
    agreed = {
        key: list(value) if isinstance(value, tuple) else value for key, value in (options or {}).items()
    }
    game = {
        "id": game_id,
        "edition": edition.id,
        "title": edition.title,
        "game": edition.game,
        "size": size,
        "options": agreed,
        "objective": objective,
        "judges": True,
        "players": players,
    }
    return {**game, "rules": rules_of(edition, game)}


def rules_of(edition: Edition, game: Mapping[str, Any]) -> dict[str, Any]:
    """The edition's tables, with every loadout that the game's forces can be left with."""
    forces = [object_of(player).get("force") for player in list_in(game.get("players"), len(KEYS))]
    rules = {**battle_rules(edition, object_of(game.get("options")), forces), "say": sentences()}
    if edition.combat:
        rules["odds"] = odds_tables(edition)
    return rules


def fold_log(
    edition: Edition,
    game: Mapping[str, Any],
    events: Sequence[object],
    language: Language = Language.ENGLISH,
) -> dict[str, Any]:
    """The state after all events, by the edition's own numbers."""
    whole = game if "rules" in game else {**game, "rules": rules_in(rules_of(edition, game), language)}
    return {**fold(whole, events)}


def force_of(side: Side, edition: Edition, players: int, size: str) -> dict[str, Any] | None:
    if side is None:
        return None
    if isinstance(side, Mech):
        return {"name": _name(side.name, "'Mech"), "units": [], "stations": [], "loadout": _loadout(side)}
    if isinstance(side, Hearsay):
        counts = {**_stations(edition, players, size), **side.numbers}
        return {"name": _name(side.name, ""), "units": [], "stations": [], "counts": counts}
    units = list(_units(side.fielded, edition))
    companies = [unit for unit in units if unit["kind"] == "company"]
    if side.ace and len(companies) == 1 and not companies[0]["ace"]:
        companies[0]["ace"] = side.ace
    stations = [entry for entry in side.of(Role.STATION) for _ in range(entry.count)]
    return {
        "name": _name(side.name, ""),
        "units": units,
        "stations": [{"name": name} for name in _numbered([entry.unit.name for entry in stations])],
        "spares": list(_units(side.spares, edition)),
    }


def _units(entries: Sequence[Fielded], edition: Edition) -> Iterator[dict[str, Any]]:
    """Each copy as a unit of its own, in the order of the list."""
    expanded = [entry for entry in entries if entry.unit.role in _UNITS for _ in range(entry.count)]
    names = _numbered([entry.unit.name for entry in expanded])
    for entry, name in zip(expanded, names, strict=True):
        loadout = carried_by_unit(entry.unit, edition)
        is_known = entry.unit.is_described and not entry.unit.is_unread
        yield {
            "name": name,
            "kind": entry.unit.body or str(entry.unit.role),
            "systems": sorted(code_of(system) for system in loadout.systems) if is_known else None,
            "rockets": loadout.rockets,
            "ace": loadout.ace,
        }


def _numbered(names: Sequence[str]) -> list[str]:
    """Units with the same name get numbers after it."""
    found, seen = [], dict.fromkeys(names, 0)
    for name in names:
        seen[name] += 1
        found.append(_name(f"{name} {seen[name]}" if names.count(name) > 1 else name, "?"))
    return found


def _stations(edition: Edition, players: int, size: str) -> dict[str, int]:
    """The number that the game gives everybody, if that is certain."""
    rows = [rows for name, rows in edition.companies.items() if size in ("", name)]
    stations = {row.stations for found in rows for number, row in found.items() if number == players}
    numbers = {"stations": stations.pop()} if len(stations) == 1 else {}
    row = edition.fleets.get(players)
    return {**numbers, "hvas": row.hvas} if row else numbers


def _loadout(mech: Mech) -> dict[str, Any]:
    return {"mounts": dict(mech.mounts), "armour": dict(mech.armour)}


def _name(text: str, otherwise: str) -> str:
    return printable(text)[:_LONGEST_NAME].strip() or otherwise
