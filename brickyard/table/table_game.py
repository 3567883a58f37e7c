"""From forces to what a table's page knows: the game, its pictures, and what is said around it."""

from __future__ import annotations

import base64
import hashlib
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from brickyard.facts.judged_designs import DesignFile, JudgedDesign
from brickyard.table.table_about import about_table
from brickyard.table.table_data import game_of
from brickyard.table.table_seats import Seat, Seats, take_seats
from fleets.battles.played_result import forces_by_player
from fleets.comparing.hearsay import Hearsay
from fleets.forces.force import Force, Mech
from ldraw_tools.findings import RefusedError, and_more, printable
from validators.judged_files import JudgeSettings

# A square as on the page's cards, twice as large for dense screens.
_SIZE = (264, 264)


def pictures_of(designs: Iterable[JudgedDesign]) -> tuple[dict[str, str], dict[int, str]]:
    """Pictures by key, and the key of each design by its place; designs on paper have none."""
    pictures: dict[str, str] = {}
    keys: dict[int, str] = {}
    seen: dict[tuple[str, int | None], str] = {}
    for place, design in enumerate(designs):
        # A file may hold several units.
        look = design.digest, design.unit.node
        if look not in seen:
            data = portrait_webp(design)
            seen[look] = f"p{len(pictures) + 1}" if data else ""
            if data:
                pictures[seen[look]] = "data:image/webp;base64," + base64.b64encode(data).decode()
        if seen[look]:
            keys[place] = seen[look]
    return pictures, keys


def portrait_webp(design: JudgedDesign) -> bytes:
    """Transparent with a shadow, as on a site's page; empty if there is nothing to draw."""
    from brickyard.pictures.picture_files import webp_bytes
    from brickyard.pictures.shots import Shot, cut_out
    from brickyard.pictures.system_marks import open_design

    try:
        drawn = open_design(design)
        return webp_bytes(cut_out(drawn.subject, Shot(_SIZE))[0]) if drawn else b""
    except RefusedError:
        # A model without any part that we know.
        return b""


_ID_BYTES = 8


class TableQuestion(NamedTuple):
    """The forces as they were named, and how they are judged."""

    arguments: tuple[str, ...]
    settings: JudgeSettings


class MadeTable(NamedTuple):
    """`told` is what the page knows; `remarks` are for the user."""

    title: str
    told: Mapping[str, Any]
    remarks: tuple[str, ...] = ()


def open_table(question: TableQuestion, *, game_id: str = "", place: Path | None = None) -> MadeTable:
    """A new game gets a new id; one in a folder keeps its own, so that writing it again loses no game."""
    seats = take_seats(question.arguments, question.settings)
    name = game_id or (_id_of(seats, place) if place else secrets.token_hex(_ID_BYTES))
    game = game_of(
        seats.edition,
        list(_named_sides(seats.seats)),
        options=seats.options,
        size=seats.size,
        game_id=name,
        objective=bool(seats.campaign and seats.campaign.objective),
    )
    pictures = add_pictures(game, [seat.file for seat in seats.seats])
    told = {"game": game, "pictures": pictures, "about": about_table(seats, question.settings)}
    return MadeTable(table_title(game), told, tuple(_remarks(seats.seats)))


def _named_sides(seats: Sequence[Seat]) -> Iterator[tuple[str, Force | Mech | Hearsay]]:
    """A side known only by numbers is called Opponent; those of one name are numbered."""
    names = [printable(seat.name) if seat.name else "Opponent" for seat in seats]
    for place, (name, seat) in enumerate(zip(names, seats, strict=True)):
        number = f" {names[: place + 1].count(name)}" if names.count(name) > 1 else ""
        yield f"{name}{number}", seat.side


def table_title(game: Mapping[str, Any]) -> str:
    names = [(player["force"] or {}).get("name") or player["name"] for player in game["players"]]
    return and_more([str(name) for name in names if name], 5) or "A game"


def _id_of(seats: Seats, place: Path) -> str:
    told = [
        seats.edition.id,
        str(place.resolve()),
        *(f"{seat.name} {_digest(seat.file)}" for seat in seats.seats),
    ]
    return hashlib.sha256("\n".join(told).encode("utf-8", "backslashreplace")).hexdigest()[: 2 * _ID_BYTES]


def _digest(file: DesignFile | None) -> str:
    return " ".join(f"{one.count} {one.loadout}" for one in file.designs) if file else ""


def add_pictures(game: Mapping[str, Any], files: Sequence[DesignFile | None]) -> dict[str, str]:
    """Gives each unit of the game the key of its picture; returns the pictures by their keys."""
    pictures, keys = pictures_of(design for file in files if file for design in file.designs)
    start = 0
    for player, file in zip(game["players"], files, strict=True):
        if file is not None:
            own = [keys.get(start + at, "") for at in range(len(file.designs))]
            start += len(file.designs)
            _give_keys(player["force"], file, own)
    return pictures


def picture_keys(force: Mapping[str, Any], file: DesignFile, addresses: Sequence[str]) -> dict[str, str]:
    """The same with pictures beside the page: `addresses` are those of the file's designs."""
    pictures = {f"p{at}": address for at, address in enumerate(addresses, 1) if address}
    _give_keys(force, file, [f"p{at}" if address else "" for at, address in enumerate(addresses, 1)])
    return pictures


def _give_keys(force: Mapping[str, Any], file: DesignFile, keys: Sequence[str]) -> None:
    known = {design.name: key for design, key in zip(file.designs, keys, strict=True)}
    for unit in (*force["units"], *force["stations"], *force.get("spares", ())):
        if key := known_as(unit["name"], known):
            unit["picture"] = key


def pictures_of_units(state: Mapping[str, Any], files: Iterable[DesignFile]) -> dict[str, str]:
    """Of a game that was played, by the ids of its units: of those whose force is in one of the files."""
    found = {}
    players = {name: key for key, name in forces_by_player(state).items()}
    for file in files:
        pictures, keys = pictures_of(file.designs)
        known = {file.designs[place].name: key for place, key in keys.items()}
        for unit in state["units"].values():
            if unit["first"] == players.get(printable(file.facts.name)) and (
                key := known_as(unit["name"], known)
            ):
                found[unit["id"]] = pictures[key]
    return found


def known_as(name: str, known: Mapping[str, str]) -> str:
    """Copies have their design's name with a number."""
    for design, key in known.items():
        if name == printable(design):
            return key
    for design, key in known.items():
        rest = name.removeprefix(printable(design))
        if rest != name and rest.strip().isdecimal():
            return key
    return ""


def _remarks(seats: Sequence[Seat]) -> Iterator[str]:
    for seat, report in ((seat, seat.file.judged) for seat in seats if seat.file):
        if report.accepted_errors or not report.is_legal:
            said = f"{printable(seat.name)} is {report.word.lower()}"
            own = seat.side.game.players if isinstance(seat.side, Force) else 0
            number = f" --players {len(seats)}" if len(seats) > 1 and own != len(seats) else ""
            yield f"{said}; brickyard check {printable(seat.argument)}{number} says why."
