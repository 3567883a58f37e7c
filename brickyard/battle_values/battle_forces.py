"""The forces of a battle by program: from files, judged for so many players, or a usual mix from numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from brickyard.facts.judged_designs import DesignFile
from brickyard.table.table_data import force_of
from brickyard.table.table_seats import Seat, Seats, take_seats
from catalog.editions.edition import Edition
from fleets.comparing.hearsay import Hearsay
from fleets.models.model_units import Role, Unit
from ldraw_tools.findings import BrickyardError, count_of, printable
from ldraw_tools.names import shown, shown_file
from ldraw_tools.phrases import Phrase, say
from validators.judged_files import JudgeSettings

Json = dict[str, Any]
# A value between tactics is that of two.
PLAYERS = 2
_ILLEGAL = {
    2: say("is not legal in a game of two players"),
    3: say("is not legal in a game of three players"),
}
_NO_SUCH = {
    2: say("has numbers that no game of two players has"),
    3: say("has numbers that no game of three players has"),
}
# What frames of a force that is only heard of carry, in the order in which it is given up; ours, after the
# book's Soldier (RA p.65) and its advice of three alike and two specialists (RA p.204).
_SOLDIER, _GUNS, _SCOUT = ("Rd", "B", "G", "Y"), ("Ra", "Ra", "Y", "B"), ("Rd", "Y", "Y", "G")
_MIX = (_SOLDIER, _SOLDIER, _GUNS, _SOLDIER, _SCOUT)
_NAMES = {_SOLDIER: "Soldier", _GUNS: "Guns", _SCOUT: "Scout"}
_MOST_FRAMES = 12
_ROCKETS, _ALL = "CMP003", "exactly"


@dataclass(frozen=True)
class BattleForce:
    """`hearsay` if only its numbers are known and the frames are a usual mix; `problem` if it isn't legal."""

    __json__: ClassVar = ("name", "file", "hearsay", "frames", "systems", "stations", "problem")

    name: str
    file: str
    hearsay: bool
    problem: str
    content: Json
    opened: DesignFile | None = None

    @property
    def units(self) -> tuple[Unit, ...]:
        """What can be drawn; nothing of what is only heard of."""
        designs = self.opened.designs if self.opened else ()
        return tuple(one.unit for one in designs if one.unit.role is Role.FRAME and not one.is_spare)

    @property
    def frames(self) -> int:
        return len(self.content["units"])

    @property
    def systems(self) -> int:
        return sum(len(unit["systems"] or ()) for unit in self.content["units"])

    @property
    def stations(self) -> int:
        return len(self.content["stations"])


class MetForces(NamedTuple):
    """Two or three forces, and what they play by."""

    edition: Edition
    options: Mapping[str, Any]
    size: str
    forces: tuple[BattleForce, ...]


def read_forces(arguments: Sequence[str], settings: JudgeSettings, anyway: bool) -> MetForces:
    """Refuses what can't meet, or isn't legal in a game of so many unless `anyway`."""
    seats = take_seats(arguments, settings)
    if len(seats.seats) not in _ILLEGAL:
        raise BrickyardError(f"a battle is between two forces or three: name so many, not {len(seats.seats)}")
    if seats.edition.game != "frames":
        raise BrickyardError(f"{seats.edition.title}: only battles between companies of frames are played")
    forces = [_force(seat, seats) for seat in seats.seats]
    for force, seat in zip(forces, seats.seats, strict=True):
        if force.problem and not anyway:
            raise BrickyardError(_refused(force, seat, len(forces)))
    names = [force.name.casefold() for force in forces]
    called = (
        _called(force, names[: place + 1].count(name)) if names.count(name) > 1 else force
        for place, (force, name) in enumerate(zip(forces, names, strict=True))
    )
    return MetForces(seats.edition, seats.options, seats.size, tuple(called))


def _called(force: BattleForce, number: int) -> BattleForce:
    """Told apart from another of its name."""
    name = f"{force.name} ({number})"
    return replace(force, name=name, content={**force.content, "name": name})


def _force(seat: Seat, seats: Seats) -> BattleForce:
    content = force_of(seat.side, seats.edition, len(seats.seats), seats.size)
    if isinstance(seat.side, Hearsay):
        return _heard(seat.side, content or {}, seats)
    if content is None or not content["units"]:
        raise BrickyardError(f"{shown(seat.argument, 200)}: there is no frame in it")
    name = printable(str(content["name"])) or shown(seat.argument)
    unknown = [unit["name"] for unit in content["units"] if unit["systems"] is None]
    if unknown:
        why = f"brickyard check {shown(seat.argument, 200)} says why"
        raise BrickyardError(f"{name}: nobody knows which systems {printable(unknown[0])} carries ({why})")
    report = seat.file.judged if seat.file else None
    problem = ""
    if seat.file is not None and not seat.file.is_force:
        problem = say("is a model and no company")
    elif report is not None and not report.is_legal:
        problem = _ILLEGAL[len(seats.seats)]
    elif report is not None and report.accepted_errors:
        problem = say(
            "is legal but for {errors}", errors=count_of(len(report.accepted_errors), "accepted error")
        )
    return BattleForce(name, shown_file(Path(seat.argument)), False, problem, content, seat.file)


def _refused(force: BattleForce, seat: Seat, players: int) -> Phrase:
    said = {"name": force.name, "fault": force.problem}
    if seat.file is None or not seat.file.is_force:
        return say("{name} {fault}; --anyway plays it all the same", **said)
    return say(
        "{name} {fault} (brickyard check {file} --players {count} says why); --anyway plays it all the same",
        **said,
        file=shown(seat.argument, 200),
        count=players,
    )


def _heard(said: Hearsay, content: Json, seats: Seats) -> BattleForce:
    """A usual mix with so many systems; what is missing is given up evenly, from the last frame on."""
    counts = content["counts"]
    frames, systems, stations = (counts.get(kind) for kind in ("frames", "systems", "stations"))
    if frames is None or systems is None or stations is None:
        raise BrickyardError(f"“{shown(said.text)}”: write it like frames=5,systems=20 or 5/20")
    mix = [list(_MIX[place % len(_MIX)]) for place in range(min(frames, _MOST_FRAMES))]
    if not 0 < frames <= _MOST_FRAMES or systems > sum(map(len, mix)):
        raise BrickyardError(
            f"“{shown(said.text)}”: play 1 to {_MOST_FRAMES} frames with up to 4 systems each"
        )
    names = [_NAMES[_MIX[place % len(_MIX)]] for place in range(frames)]
    for _ in range(sum(map(len, mix)) - systems):
        max(reversed(mix), key=len).pop()
    citation = seats.edition.citations.get(_ROCKETS)
    rockets = seats.options.get("rockets", citation.numbers.get(_ALL, 0) if citation else 0)
    name = said.name or f"{frames}/{systems}"
    units = [
        {
            "name": f"{called} {place}",
            "kind": "frame",
            "systems": sorted(codes),
            "rockets": rockets // frames + (place <= rockets % frames),
            "ace": "",
        }
        for place, (called, codes) in enumerate(zip(names, mix, strict=True), 1)
    ]
    placed = [{"name": f"Station {place + 1}"} for place in range(stations)]
    sizes = [rows for size, rows in seats.edition.companies.items() if seats.size in ("", size)]
    players = len(seats.seats)
    rows = [row[players] for row in sizes if players in row]
    fits = any(row.frames[0] <= frames <= row.frames[1] and row.stations == stations for row in rows)
    problem = "" if fits or not rows else _NO_SUCH[players]
    content = {"name": name, "units": units, "stations": placed, "spares": []}
    return BattleForce(name, "", True, problem, content)
