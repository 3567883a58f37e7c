"""What a table's page says around the game: what to bring, the field, options, verdicts, rights."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from brickyard.notices import notices
from brickyard.packing.pack_answer import explanations, things, what_to_pack
from brickyard.table.table_data import KEYS
from brickyard.table.table_seats import Seat, Seats
from catalog.editions.edition import Edition
from catalog.languages import Language, texts_in
from fleets.forces.force import Force
from fleets.packing.game_table import FieldToPlayOn, GameTable
from fleets.packing.needs import PackedPlayer, dice_name
from ldraw_tools.findings import BrickyardError, printable
from validators.judged_files import JudgeSettings
from validators.report import STYLES, Report


def about_table(seats: Seats, settings: JudgeSettings) -> dict[str, Any]:
    """Plain values, as the page gets them."""
    table = _packed(seats, settings)
    text = seats.edition
    return {
        "edition": {"id": text.id, "title": text.title, "short": text.short},
        "pack": _pack(table) if table else None,
        "field": _field(table.field, text) if table and table.field else None,
        "options": list(_options(seats)),
        "campaign": _campaign(seats),
        "verdicts": [
            {"key": key, **_verdict(seat), "players": _players(seat, seats, settings)}
            for key, seat in zip(KEYS, seats.seats, strict=False)
        ],
        "notices": list(notices(text, where="page")),
    }


def _packed(seats: Seats, settings: JudgeSettings) -> GameTable | None:
    """From the files that are there; a side known only by numbers has no list."""
    paths = [seat.file.path for seat in seats.seats if seat.file]
    if not paths:
        return None
    try:
        found = what_to_pack(paths, settings)
    except BrickyardError:
        # A house edition may lack a table that packing needs.
        return None
    return found.tables[0] if found.tables else None


def _pack(table: GameTable) -> dict[str, Any]:
    return {
        "players": [_player(player) for player in table.players],
        "table": [
            {"id": name, "words": words} for name, words in zip(_ids(table), things(table), strict=True)
        ],
        "notes": [*explanations(table), *table.notes],
    }


def _ids(table: GameTable) -> Iterator[str]:
    """Ids by which a page in another language finds its own words for the lines of `things`."""
    if table.clock:
        yield "clock"
    if table.ruler:
        yield "hinges" if table.ruler.parts else "ruler"
    if table.field:
        yield "field"
    yield from (thing.id for thing in table.things)


def _player(player: PackedPlayer) -> dict[str, Any]:
    return {
        "name": printable(player.name),
        "models": [
            {"name": printable(one.name), "count": one.count, "role": str(one.role)} for one in player.models
        ],
        "dice": [
            {
                "name": dice_name(row.colour, row.sides),
                "colour": row.colour,
                "sides": row.sides,
                "one_turn": row.one_turn,
                "beside": row.beside,
                "bring": row.bring,
            }
            for row in player.dice
        ],
    }


def _field(field: FieldToPlayOn, edition: Edition) -> dict[str, Any]:
    return {
        "words": field.words,
        "rulers": list(field.rulers),
        "studs": list(field.studs),
        "across": edition.field.across if edition.field else "",
        "reference": field.reference,
        "otherwise": list(field.otherwise),
        "placing": list(field.placing),
        "placing_reference": field.placing_reference,
    }


def _options(seats: Seats) -> Iterator[dict[str, Any]]:
    """An option offered at the start; `value` is what was agreed before."""
    for spec in seats.edition.options.values():
        value = seats.options.get(spec.name)
        yield {
            "name": spec.name,
            "kind": spec.kind,
            "words": spec.title,
            "reference": spec.reference,
            "low": spec.low,
            "high": spec.high,
            "choices": list(spec.choices),
            "value": list(value) if isinstance(value, tuple) else value,
        }


def _campaign(seats: Seats) -> dict[str, Any] | None:
    campaign = seats.campaign
    if campaign is None:
        return None
    chosen = {key: list(one) if isinstance(one, tuple) else one for key, one in campaign.chosen.items()}
    return {
        "name": printable(campaign.name),
        "objective": printable(campaign.objective),
        "holder": printable(campaign.holder),
        "chosen": chosen,
        "where": printable(campaign.where),
        "played": len(campaign.games),
    }


def _players(seat: Seat, seats: Seats, settings: JudgeSettings) -> int:
    """For how many its list was judged; 0 if nobody has said."""
    if settings.game.players or len(seats.seats) > 1:
        return settings.game.players or len(seats.seats)
    return seat.side.game.players if isinstance(seat.side, Force) else 0


def _verdict(seat: Seat) -> dict[str, Any]:
    if seat.file is None:
        return {"name": printable(seat.name), "verdict": ""}
    report = seat.file.judged
    look = {"style": STYLES[report.verdict], "accepted": len(report.accepted_errors)}
    why = {} if report.is_legal else {str(one): _reason(report, one) for one in Language}
    return {"name": printable(seat.name), "verdict": str(report.verdict), "why": why, **look}


def _reason(report: Report, language: Language) -> str:
    return printable(report.in_language(texts_in(language)).first_reason)
